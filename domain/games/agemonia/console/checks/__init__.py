"""Dice of a scenario, and the checks they are rolled for."""
