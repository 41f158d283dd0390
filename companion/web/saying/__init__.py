"""The text field in which players type events in words: its page, and its results as a fragment for scripts."""
