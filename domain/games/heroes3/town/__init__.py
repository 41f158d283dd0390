"""Towns and goods: buildings, units, prices and trades."""
