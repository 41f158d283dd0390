"""Combat: rounds and turns, what heroes and villains do, and what comes of it."""
