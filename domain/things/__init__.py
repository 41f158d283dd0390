"""Parts that games are made of: decks, spaces, choices made face down. They know no game."""
