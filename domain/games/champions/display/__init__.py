"""Prompts, the board, the sheets and the charts."""
