"""Setup: factions, the map, and its starting contents."""
