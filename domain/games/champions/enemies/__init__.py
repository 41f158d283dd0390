"""Enemies: the villain and the minions activate, one after the other or one within another (发动)."""
