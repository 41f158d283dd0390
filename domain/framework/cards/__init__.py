"""Cards: the kinds of content of a game, packs of it, and names that turn out to be one of its things."""
