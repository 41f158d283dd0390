"""Dragon runes: how they come onto the map, who knows which are real, and how they win the war."""
