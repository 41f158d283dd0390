"""The march: activated areas, moved units and contests, diplomacy, and cards that affect units."""
