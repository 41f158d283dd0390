"""`python -m tests.bench [--game KEY] [--entries N] [--only WORD] [--strict]`: prints ratios.

Only what people with a browser wait for is told in seconds too, and never counts as over.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.game import AnyGame
from domain.games import BY_KEY
from tests import toy
from tests.bench.cards import with_cards
from tests.bench.measure import Wait
from tests.bench.pages import told
from tests.bench.parts import differing
from tests.bench.said import saying
from tests.bench.waits import LONG, MIDDLE, folding, opening, rebuilding, recording, undoing

GAMES = {"toy": toy.GAME, **BY_KEY}


def waits(folder: Path, game: AnyGame, longest: int) -> dict[str, Iterator[Wait]]:
    """What can be measured, by a word for it."""
    return {
        "record": recording(folder, game),
        "fold": folding(folder, game, longest),
        "rebuild": rebuilding(folder, game, min(longest, 2 * MIDDLE)),
        "open": opening(folder, game, longest),
        "undo": undoing(folder, game, min(longest, MIDDLE)),
        "say": saying(folder),
        "parts": differing(folder),
        "cards": with_cards(folder),
    }


def arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), default="toy", help="whose events to measure with")
    parser.add_argument("--entries", type=int, default=LONG, help="how long the longest log is")
    parser.add_argument("--only", help="one group: record, fold, rebuild, open, undo, say, parts, cards, pages")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a ratio is over its goal")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    over = 0
    print(f"{'wait':52} {'ratio':>7} {'goal':>6}       floor")
    with TemporaryDirectory() as folder:
        for name, group in waits(Path(folder), GAMES[asked.game], asked.entries).items():
            if asked.only in (None, name):
                for wait in group:
                    over += not wait.ok
                    verdict = "ok" if wait.ok else "over"
                    print(f"{wait.name:52} {wait.ratio:7.2f} {wait.goal:6.2f} {verdict:5} {wait.floor}", flush=True)
        if asked.only in (None, "pages"):
            for one in told(Path(folder) / "served"):
                print(one, flush=True)
    return 1 if over and asked.strict else 0


if __name__ == "__main__":
    sys.exit(main())
