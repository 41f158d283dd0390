"""Rendering of pages in fragments, with digests of their values, and the cached board."""
