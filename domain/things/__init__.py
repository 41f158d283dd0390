"""Building blocks that games share: decks, numbers, spaces, sealed choices. They know no game."""
