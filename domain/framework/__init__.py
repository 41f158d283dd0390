"""The language that games are written in: events, tables, texts, refusals, content, boards. It knows no game."""
