"""Notices to other programs."""
