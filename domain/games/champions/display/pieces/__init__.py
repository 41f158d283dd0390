"""Pieces of the board, part by part."""
