"""Piles: hands, players' decks and the encounter deck; drawing, discarding, dealing, and empty decks."""
