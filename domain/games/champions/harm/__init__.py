"""Harm: damage and healing, status cards, stages of the villain, and whoever is defeated."""
