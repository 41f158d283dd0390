"""Enemies: the villain and the minions activate, one after another or nested (发动)."""
