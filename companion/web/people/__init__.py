"""The page People: who is at the table, and how they join."""
