"""Encounter: cards are revealed one at a time and do what their type says (展示)."""
