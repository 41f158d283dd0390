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
from domain.language.text import Tongue
from domain.log.campaign import Batch, Campaign
from domain.log.checkpoints import Checkpoint, Checkpoints, state_bytes
from tests.moments import GOLDEN, Moment, PlayOn, read_golden
from tests.shown import prompt_lines
from tests.strategies import guess

MOMENTS, OTHERS, LONGEST = 100, 16, 8
"""Moments of a game, how many events are tried at each besides what it asks for, and how many changes are listed."""


class Tries(PlayOn):
    """A campaign at a moment, that is as it was again after each thing that was tried."""

    def __init__(self, moment: Moment) -> None:
        self._kept = Checkpoints()
        super().__init__(moment)
        here = self.campaign.position
        self._kept.keep(Checkpoint(here, here, state_bytes(self.campaign.table)))
        self.before = as_json(self.campaign.table)
        self.asked = self.ask()

    def ask(self) -> list[str]:
        """What the game asks for now."""
        tongue = tongue_of("en", "en", self.game.key)
        return [*dict.fromkeys(prompt_lines(self.campaign, self.campaign.table, tongue))]

    def fold(self) -> Campaign:
        return Campaign("0" * 32, self.game, self.memory, self._packs.get, self._kept.copy())

    def take_back(self, batch: Batch) -> None:
        del self.memory.raws[-len(batch.raws) :]
        self.reopen()


def file_of(game: AnyGame) -> Path:
    return GOLDEN / game.key / "tried.txt"


def moments_to_try(game: AnyGame) -> list[Moment]:
    """As many moments of each log as its share of all entries, equally far from each other."""
    logs = sorted(path.name.removesuffix(".jsonl") for path in (GOLDEN / game.key).glob("*.jsonl"))
    entries = [(log, entry) for log in logs for entry in range(1, len(read_golden(game.key, log).raws) + 1)]
    stride = len(entries) // MOMENTS
    return [Moment(game, f"{log} {entry}", log, entry) for log, entry in entries[stride // 2 :: stride]]


def told(game: AnyGame) -> str:
    """What comes of all that is tried, moment by moment."""
    tongue = tongue_of("en", "en", game.key)
    every = sorted(game.by_name.values(), key=lambda cls: cls.topic)
    lines: list[str] = []
    for number, moment in enumerate(moments_to_try(game)):
        lines.append(f"== {moment.name}")
        play = Tries(moment)
        asked = [(prompt.event, as_json(dict(prompt.fields))) for prompt in play.campaign.prompts(ANYBODY)]
        for cls, known in (*asked, *((cls, {}) for cls in _others_in_turn(every, play.campaign.table, number))):
            random = Random(f"{moment.name} {cls.topic} {sorted(known)}")
            event = guess(cls, play.campaign.table, random, **known)
            if event is not None:
                lines += [f"{cls.topic} {_short(event)}", *(f"  {line}" for line in _tried(play, event, tongue))]
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


def _tried(play: Tries, event: Event[Any], tongue: Tongue) -> Iterator[str]:
    """Each reason against an event; where none forbids it to who bends the rules, what is recorded and what changes."""
    reasons: Sequence[Refused] = ()
    try:
        return (yield from _recorded(play, event, "", tongue))
    except RefusedAll as refused:
        reasons = refused.reasons
    for reason in reasons:
        yield f"{'not' if reason.bendable else 'never'} {reason.code}: {reason.text.render(tongue)}"
    if all(reason.bendable for reason in reasons):
        try:
            yield from _recorded(play, event, "a card says so", tongue)
        except RefusedAll as refused:
            yield from (f"nor bent {reason.code}: {reason.text.render(tongue)}" for reason in refused.reasons)


def _recorded(play: Tries, event: Event[Any], bend: str, tongue: Tongue) -> Iterator[str]:
    """What is recorded and what changes; then all is as it was."""
    batch = play.record(event, Chance(Random(1)), bend=bend)
    table = play.campaign.table
    changed, asked = [*_changes(play.before, as_json(table))], play.ask()
    play.take_back(batch)
    for entry in batch.entries:
        if entry.event:
            yield f"{entry.topic}: {entry.event.sentence(table).render(tongue)}"
    yield from changed[:LONGEST]
    if len(changed) > LONGEST:
        yield f"and {len(changed) - LONGEST} more: {crc32(chr(10).join(changed).encode()):08x}"
    yield from (f"then {line}" for line in asked if line not in play.asked)
    yield from (f"no longer {line.partition(' | ')[0]}" for line in play.asked if line not in asked)


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
        file_of(game).write_text(told(game), encoding="utf-8")


if __name__ == "__main__":
    main()
