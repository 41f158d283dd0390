"""The year: its seasons, the orders that are chosen face down, and turns."""
