"""Piles: hands, players' decks and the encounter deck; cards drawn, discarded, dealt, and decks that run out."""
