"""Outside: cards as databases of fans tell them, as content of this game: names and numbers, no texts."""
