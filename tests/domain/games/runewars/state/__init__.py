"""The state of a war."""
