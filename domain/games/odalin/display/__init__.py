"""Display: prompts, the board, sheets, charts."""
