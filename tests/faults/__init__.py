"""What happens when something breaks: nothing acknowledged is lost, nothing is half there."""

import os
import time
from random import Random

from tests.suite.soak import SOAK, often

KILLS = often(5)
"""How often a process is killed."""


def seeded() -> Random:
    """A generator, the same every time unless many are tried; its seed is printed, and can be given as FAULT_SEED."""
    seed = int(os.environ.get("FAULT_SEED", time.time_ns() % 1_000_000 if SOAK else 1))
    print(f"FAULT_SEED={seed}")
    return Random(seed)
