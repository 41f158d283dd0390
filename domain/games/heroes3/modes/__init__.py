"""Modes of play: teams, solo campaigns, tournaments, the Battlefield."""
