"""Quick entry: parsing of a few typed words as events with fields, best match first."""
