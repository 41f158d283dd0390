"""Combats: from the announcement to what the winner gets."""
