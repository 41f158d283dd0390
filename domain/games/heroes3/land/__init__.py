"""The map: tiles and fields, heroes on the way, and what locations do."""
