"""Enemies and allies of a scenario: where they stand, what they do, and attacks of either side."""
