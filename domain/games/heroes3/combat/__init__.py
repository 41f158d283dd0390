"""Combats: from the announcement to the rewards."""
