"""How many examples: few and the same every time, or many and others each time.

`make hunt` tries many, for hours if asked to; what it finds becomes a test of its own, which is then run every time.
"""

import os

from hypothesis import HealthCheck, settings

SOAK = int(os.environ.get("SOAK", "0"))
"""How many times as many examples as usual; 0 for the usual ones."""


def often(usual: int) -> int:
    """How many examples there are of something of which there are usually so many."""
    return usual * (SOAK or 1)


def choose_examples() -> None:
    """From here on, all examples are chosen so. None has to be quick: a computer may be busy with other things."""
    settings.register_profile(
        "companion",
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=not SOAK,
        max_examples=often(100),
        print_blob=True,
    )
    settings.load_profile("companion")
