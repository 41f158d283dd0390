"""A realm: its dials and its influence, what it builds and recruits, its cities, its bids, its end."""
