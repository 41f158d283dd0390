"""The state of a game of Marvel Champions."""
