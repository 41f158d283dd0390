"""What a table of Heroes III shows: board, prompts, sheets, charts."""
