"""The console of a running scenario: rounds, dice, enemies, timers and more; each part works on its own."""
