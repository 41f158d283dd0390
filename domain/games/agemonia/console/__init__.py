"""The console of a running scenario: rounds, dice, enemies, timers and the rest; each part works alone."""
