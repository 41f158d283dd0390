"""Quick entry: the text field for typed events, its page, and its results as a fragment for scripts."""
