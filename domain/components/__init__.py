"""Components that games share: decks, numbers, spaces, sealed choices. They import no game."""
