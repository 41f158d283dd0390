"""Rendering of pages in fragments, with digests of what each shows, and the board, computed once."""
