"""`make soak`: eight devices, ten events a second, ten minutes; `python -m tests.soak --help` for others.

Prints how long it took to hear that something is saved, and what memory the host has, as it goes; at the end everything
that was said to be saved is looked for. Ends with 1 where something is missing, went wrong, or memory grew.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.evening import Evening, Plan


def plan(words: Sequence[str]) -> Plan:
    asked = argparse.ArgumentParser(prog="make soak", description=__doc__)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--devices", type=int, default=8)
    asked.add_argument("--rate", type=float, default=10, help="events a second, of all devices together")
    asked.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    return Plan(**vars(asked.parse_args(words)))


def main(words: Sequence[str]) -> int:
    chosen = plan(words)
    print(f"{chosen.devices} devices, {chosen.rate:g} events a second, {chosen.minutes:g} minutes, seed {chosen.seed}")
    with TemporaryDirectory(prefix="soak-") as folder:
        evening = Evening(Path(folder), chosen)
        for shown in evening.played():
            print(shown, flush=True)
        wrong = evening.wrong()
    print("\n".join(wrong) or "All that was said to be saved is there, and memory stayed where it was.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
