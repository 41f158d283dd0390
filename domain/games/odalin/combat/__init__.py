"""Combat: rounds and turns, the acts of heroes and villains, and their consequences."""
