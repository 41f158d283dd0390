"""Timing: what lasts and ends by itself, limits, windows of interrupts and responses, and what is chosen in them."""
