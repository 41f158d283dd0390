"""Threat: what lies on schemes, and what happens when there is enough of it, or none."""
