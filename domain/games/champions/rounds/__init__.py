"""Rounds: the player phase and the villain phase, step by step (一輪概述)."""
