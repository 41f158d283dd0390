"""A realm: its dials and its influence, what it builds and recruits, its cards, its titles, its end."""
