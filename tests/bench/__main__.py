"""`python -m tests.bench [GROUP …]`: measures, prints, and writes docs/develop/speed.md.

Only what people with a browser wait for, and what starts, is told in seconds too.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.cards import with_cards
from tests.bench.drawing import tapping
from tests.bench.games import GAMES
from tests.bench.lanes import lanes
from tests.bench.measure import Wait
from tests.bench.memory import staying
from tests.bench.pages import told
from tests.bench.paper import write
from tests.bench.parts import differing
from tests.bench.peers import beside_others
from tests.bench.previews import with_previews
from tests.bench.said import saying
from tests.bench.scale import at_scale
from tests.bench.sharing import sharing
from tests.bench.start import starting
from tests.bench.waits import LONG, MIDDLE, folding, opening, rebuilding, recording, undoing

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "speed.md"
OURS = "toy"
"""The game that the page tells of."""
Group = Callable[[Path, Namespace], Iterator[Wait]]
GROUPS: dict[str, Group] = {
    "record": lambda folder, asked: recording(folder, GAMES[asked.game]),
    "fold": lambda folder, asked: folding(folder, GAMES[asked.game], asked.entries),
    "rebuild": lambda folder, asked: rebuilding(folder, GAMES[asked.game], min(asked.entries, 2 * MIDDLE)),
    "open": lambda folder, asked: opening(folder, GAMES[asked.game], asked.entries),
    "undo": lambda folder, asked: undoing(folder, GAMES[asked.game], min(asked.entries, MIDDLE)),
    "previews": lambda folder, _: with_previews(folder),
    "start": lambda folder, _: starting(folder),
    "say": lambda folder, _: saying(folder),
    "parts": lambda folder, _: differing(folder),
    "cards": lambda folder, _: with_cards(folder),
    "drawing": lambda folder, _: tapping(folder),
    "pages": lambda folder, _: told(folder),
    "memory": lambda folder, _: staying(folder),
    "scale": lambda folder, asked: at_scale(folder, asked.campaigns, asked.lines),
    "sharing": lambda folder, _: sharing(folder),
    "peers": lambda folder, _: beside_others(folder),
    "lanes": lambda folder, _: lanes(),
}
"""What can be measured, by a word for it."""


def arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"all of {', '.join(GROUPS)}, unless some are named")
    parser.add_argument("--game", choices=sorted(GAMES), default=OURS, help="whose events to measure with")
    parser.add_argument("--entries", type=int, default=LONG, help="how long the longest log is")
    parser.add_argument("--campaigns", type=int, default=1_000, help="how many the file of very many has")
    parser.add_argument("--lines", type=int, default=2_000, help="how many entries each of these has")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if something is over its goal")
    asked = parser.parse_args()
    if unknown := set(asked.groups) - GROUPS.keys():
        parser.error(f"nothing is called {', '.join(sorted(unknown))}")
    return asked


def main() -> int:
    asked = arguments()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs are started as people have them: compiled once
    over = 0
    with TemporaryDirectory() as folder:
        for name in asked.groups or GROUPS:
            print(f"--- {name}", flush=True)
            measured = []
            for wait in GROUPS[name](Path(folder), asked):
                measured.append(wait)
                print(wait, flush=True)
            over += sum(not wait.ok for wait in measured)
            if asked.game == OURS:
                write(PAGE, {name: measured}, GROUPS)
    return 1 if over and asked.strict else 0


if __name__ == "__main__":
    sys.exit(main())
