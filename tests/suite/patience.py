"""How long a test waits for what must come: as long as it takes. Only what hangs is ended."""

HANG = 120.0
"""Seconds after which whatever has not happened will not, on any machine, however busy."""
