"""What happens when something breaks: nothing acknowledged is lost, nothing is half there."""

import os
import time
from random import Random

LONG = int(os.environ.get("FAULT_KILLS", "25"))
"""How many kills; thousands for a night."""


def seeded() -> Random:
    """A generator whose seed is printed, and can be given again as FAULT_SEED."""
    seed = int(os.environ.get("FAULT_SEED", time.time_ns() % 1_000_000))
    print(f"FAULT_SEED={seed}")
    return Random(seed)
