"""Setup: who plays which faction, the map, and what stands on it at the start."""
