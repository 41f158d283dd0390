"""Full-text search of the log: index, queries, synonyms and similar words."""
