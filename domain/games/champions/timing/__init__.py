"""Timing: lasting effects, limits, windows of interrupts and responses, and their choices."""
