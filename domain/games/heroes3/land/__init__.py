"""The map: tiles and fields, moving heroes, and the effects of locations."""
