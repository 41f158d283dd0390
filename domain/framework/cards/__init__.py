"""Cards: the kinds of content of a game, packs, and typed names that belong to a known thing."""
