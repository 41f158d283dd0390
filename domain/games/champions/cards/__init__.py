"""Cards in play: entering and leaving, whose they are, what they are attached to, exhausted or ready."""
