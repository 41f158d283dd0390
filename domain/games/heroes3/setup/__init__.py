"""Setup of a game: its players, their starting goods and decks, and the end of setup."""
