"""The state of a game, and the kinds of content that its rules read."""
