"""Timing: lasting effects, limits, windows for interrupts and responses, and choices."""
