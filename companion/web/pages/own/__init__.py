"""Pages of games that a table describes: to begin one, to compose it, its file, and to share it."""
