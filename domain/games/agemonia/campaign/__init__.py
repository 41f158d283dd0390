"""The campaign, one module per area: the party and its heroes, factions, journals, the city, the journey."""
