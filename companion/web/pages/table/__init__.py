"""The pages of play: the board, prompts, forms, sheets, the timeline."""
