"""Full-text search of the log: its index, queries, synonyms and words spelled almost alike."""
