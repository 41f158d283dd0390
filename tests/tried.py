"""What comes of things that are tried at moments of the golden logs: recorded, bent or refused, and what changes then.

`python -m tests.tried` writes `tests/golden/<game>/tried.txt` anew; the test compares it with what the code gives. At
each moment all that the game asks for is tried, and some of all other events in turn, with values the table offers;
each on the table as it was, so a rule that changes changes its own lines alone. Read them before they are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from companion.i18n import tongue_of
from domain.games import BY_KEY
from domain.language.chance import Chance
from domain.language.event import Event
from domain.language.game import ANYBODY, AnyGame
from domain.language.refusal import Refused, RefusedAll
from domain.language.table import Table, as_json, join_path
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoint, Checkpoints, state_bytes
from tests.moments import GOLDEN, Moment, PlayOn, read_golden
from tests.shown import HEAD, logs_of, moments_worth_showing, prompt_lines
from tests.strategies import guess

MOMENTS, OTHERS, GUESSES, LONGEST = 60, 16, 3, 8
"""How many moments there are besides those at which something is asked first, how many events are tried at each besides
what is asked, how often what is asked is guessed until it is recorded, and how many changes are listed."""


class Tries(PlayOn):
    """A campaign at a moment, that is as it was again after each thing that was tried."""

    def __init__(self, moment: Moment) -> None:
        self._kept = Checkpoints()
        self.tongue = tongue_of("en", "en", moment.game.key)
        super().__init__(moment)
        here = self.campaign.position
        self._kept.keep(Checkpoint(here, here, state_bytes(self.campaign.table)))
        self.before = as_json(self.campaign.table)
        self.asked = self.ask()

    def ask(self) -> list[str]:
        """What the game asks for now."""
        return [*dict.fromkeys(prompt_lines(self.campaign, self.campaign.table, self.tongue))]

    def fold(self) -> Campaign:
        return Campaign("0" * 32, self.game, self.memory, self._packs.get, self._kept.copy())

    def try_until_recorded(self, cls: type[Event[Any]], known: Mapping[str, Any], most: int) -> Iterator[str]:
        """What comes of an event, guessed anew where it is refused."""
        random = Random(f"{self.campaign.position} {cls.topic} {sorted(known)}")
        for event in filter(None, (guess(cls, self.campaign.table, random, **known) for _ in range(most))):
            yield f"{cls.topic} {_short(event)}"
            found = [*self._try(event)]
            yield from (f"  {line}" for line in found)
            if any(line.startswith(f"{cls.topic}:") for line in found):
                return

    def _try(self, event: Event[Any]) -> Iterator[str]:
        """Each reason against an event; where none forbids it to who bends rules, what is recorded and what changes."""
        reasons: Sequence[Refused] = ()
        try:
            return (yield from self._record(event, ""))
        except RefusedAll as refused:
            reasons = refused.reasons
        for reason in reasons:
            yield f"{'not' if reason.bendable else 'never'} {reason.code}: {reason.text.render(self.tongue)}"
        if all(reason.bendable for reason in reasons):
            try:
                yield from self._record(event, "a card says so")
            except RefusedAll as refused:
                yield from (f"nor bent {reason.code}: {reason.text.render(self.tongue)}" for reason in refused.reasons)

    def _record(self, event: Event[Any], bend: str) -> Iterator[str]:
        """What is recorded, what changes and what is asked then; after that all is as it was."""
        batch = self.record(event, Chance(Random(1)), bend=bend)
        table = self.campaign.table
        changed, asked = [*_changes(self.before, as_json(table))], self.ask()
        del self.memory.raws[-len(batch.raws) :]
        self.reopen()
        for entry in batch.entries:
            if entry.event:
                yield f"{entry.topic}: {entry.event.sentence(table).render(self.tongue)}"
        yield from changed[:LONGEST]
        if len(changed) > LONGEST:
            yield f"and {len(changed) - LONGEST} more: {crc32(chr(10).join(changed).encode()):08x}"
        yield from (f"then {line}" for line in asked if line not in self.asked)
        yield from (f"no longer {line.partition(' | ')[0]}" for line in self.asked if line not in asked)


def file_of(game: AnyGame) -> Path:
    return GOLDEN / game.key / "tried.txt"


def told(game: AnyGame, moments: Sequence[tuple[str, int]]) -> str:
    """What comes of all that is tried, moment by moment."""
    every = sorted(game.by_name.values(), key=lambda cls: cls.topic)
    lines: list[str] = []
    for number, (log, entry) in enumerate(moments):
        lines.append(f"{HEAD}{log} {entry}")
        play = Tries(Moment(game, "", log, entry))
        asked = [(prompt.event, as_json(dict(prompt.fields))) for prompt in play.campaign.prompts(ANYBODY)]
        for cls, known in asked:
            lines += play.try_until_recorded(cls, known, GUESSES)
        for cls in _others_in_turn(every, play.campaign.table, number):
            lines += play.try_until_recorded(cls, {}, 1)
    return "\n".join(lines) + "\n"


def _others_in_turn(every: Sequence[type[Event[Any]]], table: Table, number: int) -> Sequence[type[Event[Any]]]:
    """Some of the events whose step is open, others at each moment, and one whose step is not."""
    shut = [cls for cls in every if [*table.gate(cls.during)]]
    open_ = [cls for cls in every if cls not in shut]
    turn = [open_[(number * OTHERS + n) % len(open_)] for n in range(OTHERS)]
    return [*dict.fromkeys(turn), *shut[number % max(len(shut), 1) :][:1]]


def _short(event: Event[Any]) -> str:
    """An event's fields that are no defaults."""
    fields = event.model_dump(mode="json", exclude_defaults=True)
    return " ".join(f"{name}={value}" for name, value in fields.items())


def _changes(before: Any, after: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The values of a table that differ, by their paths."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys((*before, *after)):
            if before.get(name) != after.get(name):
                yield from _changes(before.get(name), after.get(name), (*path, name))
    else:
        yield f"{join_path(path)}: {_of(before)} → {_of(after)}"


def _of(value: Any) -> str:
    """A value, or the checksum of a long one."""
    said = str(value)
    return said if len(said) <= 60 else f"{said[:40]}… {crc32(said.encode()):08x}"


def main() -> None:
    for game in BY_KEY.values():
        entries = sum(len(read_golden(game.key, log).raws) for log in logs_of(game))
        file_of(game).write_text(told(game, moments_worth_showing(game, entries // MOMENTS)), encoding="utf-8")


if __name__ == "__main__":
    main()
