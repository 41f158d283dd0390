"""Named moments of the golden logs: play goes on from there in the laws that play at random.

Each game names its own in `tests/golden/<game>/moments.toml`: what goes on then, in which log, after how many entries.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.testing import Play
from domain.framework.game import AnyGame
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from projections.documents import lossless
from projections.documents.lossless import Imported

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Moment:
    """A moment of a golden log: its table is that after so many entries."""

    game: AnyGame
    name: str
    log: str
    entry: int

    def play_on(self) -> PlayOn:
        """A campaign in memory at that moment, with all that was recorded before."""
        return PlayOn(self)


class PlayOn(Play):
    """A campaign in memory that goes on from a moment of a golden log."""

    def __init__(self, moment: Moment) -> None:
        log = read_golden(moment.game.key, moment.log)
        self.game = moment.game
        self.memory = Memory(log.raws[: moment.entry])
        self._packs = {pack.digest: pack for pack in log.packs}
        self._commands = 0
        self.campaign = self.fold()

    def fold(self) -> Campaign:
        return Campaign("0" * 32, self.game, self.memory, self._packs.get)


@cache
def read_golden(game: str, log: str) -> Imported:
    """A golden log with its packs."""
    return lossless.read_lossless(io.BytesIO((GOLDEN / game / f"{log}.jsonl").read_bytes()), BY_KEY)


@cache
def moments_of(game: AnyGame) -> Sequence[Moment]:
    """The moments that a game names; none of the game of the tests, which has no golden log."""
    path = GOLDEN / game.key / "moments.toml"
    named = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return tuple(Moment(game, name, **where) for name, where in named.items())


__all__ = ["Moment", "PlayOn", "moments_of", "read_golden"]
