"""The API that games are written against: events, tables, texts, refusals, content, boards. It contains no game."""
