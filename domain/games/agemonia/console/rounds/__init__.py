"""Rounds of a scenario: what is prepared, the order of turns, fate cards and timers."""
