"""The map of a scenario, and what lies on it."""
