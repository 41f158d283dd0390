"""State: what stands on a table of Marvel Champions, and the kinds of its content."""
