"""Rounds: the player phase and the villain phase, step by step (一轮概述)."""
