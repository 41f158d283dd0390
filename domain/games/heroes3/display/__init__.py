"""The display of a table: board, prompts, sheets, charts."""
