"""The sheets, as they are printed."""
