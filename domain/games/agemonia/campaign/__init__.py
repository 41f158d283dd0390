"""The campaign side, an area a module: the party and its heroes, factions, journals, the city, the journey."""
