"""Setting a game up: its players, what they begin with, and the end of setup."""
