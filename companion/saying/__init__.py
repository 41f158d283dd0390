"""Parsing of a few typed words into events with fields, best match first."""
