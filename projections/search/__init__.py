"""Search: what the words that somebody looks for mean in a log, and what was meant by one that nothing is called."""
