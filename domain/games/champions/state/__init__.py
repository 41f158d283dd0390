"""The state of a table of Marvel Champions, and the kinds of its content."""
