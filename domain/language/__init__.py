"""The language that games are written in: events, tables, words, refusals, content, what is shown. It knows no game."""
