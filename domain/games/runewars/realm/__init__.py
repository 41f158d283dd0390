"""The realm: dials and influence, buildings and recruits, cities, bids, elimination."""
