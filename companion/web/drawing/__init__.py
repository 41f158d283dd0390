"""How pages are drawn: fragments, what tells what they show from anything else, and the board, found once."""
