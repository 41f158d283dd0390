"""Events tried at moments of the golden logs, each with its outcome: recorded, refused, or recorded by bending a rule.

`python -m tests.tried` writes `tests/golden/<game>/tried.txt`; the test tries the listed events again and compares the
outcomes. Each event class has its own section, and everything in it depends on this class alone: the moments are a
sample by hash, and the values are drawn by hash from what the table offers. Of the events tried, those stay that show
something new of their class: another refusal, or other changes. So a new event adds its own section only, and a
changed rule changes the sections of its own events. Read the difference before it is committed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from companion.i18n import tongue_of
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.refusal import Misfit, Refused, RefusedAll
from domain.framework.table import as_json, join_path
from domain.games import BY_KEY
from domain.log.campaign import Batch, Campaign
from domain.log.checkpoints import Checkpoint, Checkpoints, state_bytes
from domain.log.open_prompts import open_prompts
from tests.moments import GOLDEN, Moment, PlayOn
from tests.sampling import StableRandom, stable_hash
from tests.shown import HEAD, listed_prompts, prompt_topic, sampled_moments
from tests.strategies import guess

TRIES, MORE = 45, 120
"""How many events of a class are tried, and at most how many until one is recorded."""
FIRST, ASKED = 12, 12
"""At how many prompts a class is tried: at the first ones of each kind, and at those of the sample."""
GUESSES = 3
"""How often the values of an event are drawn at a moment until it is recorded."""
RECORDED, REFUSED = 2, 4
"""The most listed events of a class that are recorded, and that are refused."""
GENERAL = {"wrong-step", "not-tracked", "unknown-choice"}
"""Refusals of the framework, which most events share: listed only for a class without any other."""
LONGEST, BENT = 3, 1
"""The most sentences, changes and prompts that are listed of an event, and changes and prompts of one that is bent."""


@dataclass(frozen=True)
class Try:
    """An event that is tried at a moment of a golden log."""

    topic: str
    log: str
    entry: int
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.log} {self.entry} {json.dumps(self.fields, ensure_ascii=False)}"


@dataclass
class Outcome:
    """The reasons against an event, and what was recorded, plainly or by bending them."""

    reasons: Sequence[Refused] = ()
    still: Sequence[Refused] = ()
    """The reasons against bending."""
    batch: Batch | None = None
    changes: Sequence[str] = ()
    sentences: Sequence[str] = ()
    prompts: Sequence[str] = ()
    """The prompts that come and go."""
    misfit: str = ""

    @property
    def recorded(self) -> bool:
        """Whether the event was recorded without bending a rule."""
        return self.batch is not None and not self.reasons

    @cached_property
    def traits(self) -> frozenset[str]:
        """What makes it another outcome of the same class: its refusals, or its consequences."""
        if self.reasons:
            return frozenset(one.code for one in self.reasons)
        return frozenset(entry.topic for entry in self.batch.entries) if self.batch else frozenset()


class Moments:
    """The campaigns of a game at its sampled moments, as they are before each event that is tried."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._opened: dict[tuple[str, int], Tries] = {}

    @cached_property
    def sampled(self) -> Sequence[Tries]:
        return [self.at(*moment) for moment in sampled_moments(self.game)]

    def first_asked(self, topic: str) -> Sequence[Tries]:
        """The moments with the first prompt of each kind for an event, as shown.txt lists them."""
        first = {moment: None for moment, line in listed_prompts(self.game) if prompt_topic(line) == topic}
        return [self.at(*moment) for moment in first]

    def at(self, log: str, entry: int) -> Tries:
        if (log, entry) not in self._opened:
            self._opened[log, entry] = Tries(Moment(self.game, "", log, entry))
        return self._opened[log, entry]


class Tries(PlayOn):
    """A campaign at a moment, restored after each event that is tried."""

    def __init__(self, moment: Moment) -> None:
        self._kept = Checkpoints()
        self.log, self.entry = moment.log, moment.entry
        self.tongue = tongue_of("en", "en", moment.game.key)
        super().__init__(moment)
        here = self.campaign.position
        self._kept.keep(Checkpoint(here, here, state_bytes(self.campaign.table)))
        self.before = as_json(self.campaign.table)

    @cached_property
    def prompts(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The known fields of the prompts, by the topic of the event that each asks for."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for prompt in self.campaign.prompts(PUBLIC):
            found.setdefault(prompt.event.topic, []).append(as_json(dict(prompt.fields)))
        return found

    @cached_property
    def asked(self) -> Sequence[str]:
        return self.ask()

    def ask(self) -> Sequence[str]:
        """The titles of the prompts now."""
        prompts = open_prompts(self.campaign.game, self.campaign.table)
        titles = (f"{'must' if one.required else 'may'} {one.title.render(self.tongue)}" for one in prompts)
        return [*dict.fromkeys(titles)]

    def fold(self) -> Campaign:
        return Campaign("0" * 32, self.game, self.memory, self._packs.get, self._kept.copy())

    def attempt(self, cls: type[Event[Any]], fields: Mapping[str, Any], *, prompts: bool = False) -> Outcome:
        """The outcome of an event, also of bending what forbids it; with the prompts that come and go if asked for."""
        try:
            event = make_event(cls, fields)
        except Misfit as misfit:
            return Outcome(misfit=str(misfit))
        outcome = Outcome()
        try:
            self._record(event, "", outcome, prompts=prompts)
        except RefusedAll as refused:
            outcome.reasons = refused.reasons
        if outcome.reasons and all(reason.bendable for reason in outcome.reasons):
            try:
                self._record(event, "a card says so", outcome, prompts=prompts)
            except RefusedAll as refused:
                outcome.still = refused.reasons
        return outcome

    def _record(self, event: Event[Any], bend: str, outcome: Outcome, *, prompts: bool) -> None:
        batch = self.record(event, Chance(Random(1)), bend=bend)
        table = self.campaign.table
        outcome.batch, outcome.changes = batch, [*_changes(self.before, as_json(table))]
        happened = [(one.topic, one.event.describe(table)) for one in batch.entries if one.event]
        outcome.sentences = [f"{topic}: {sentence.render(self.tongue)}" for topic, sentence in happened]
        asked = self.ask() if prompts else ()
        del self.memory.raws[-len(batch.raws) :]
        self.reopen()
        if prompts:
            come = [f"then {line}" for line in asked if line not in self.asked]
            outcome.prompts = [*come, *(f"no longer {line}" for line in self.asked if line not in asked)]


def file_of(game: AnyGame) -> Path:
    return GOLDEN / game.key / "tried.txt"


def chosen(game: AnyGame) -> Mapping[str, Sequence[Try]]:
    """The events worth listing, by topic."""
    moments = Moments(game)
    return {cls.topic: [*worth_listing(cls, moments)] for cls in classes_of(game)}


def classes_of(game: AnyGame) -> Sequence[type[Event[Any]]]:
    """The events that players record by hand, and those that a prompt asks for in shown.txt."""
    asked = {prompt_topic(line) for _, line in listed_prompts(game)}
    by_hand = {cls.topic: cls for cls in game.by_name.values()}
    return sorted({**by_hand, **{cls.topic: cls for cls in game.events if cls.topic in asked}}.values(), key=topic_of)


def topic_of(cls: type[Event[Any]]) -> str:
    return cls.topic


def worth_listing(cls: type[Event[Any]], moments: Moments) -> Iterator[Try]:
    """The events of a class whose outcome has a trait that none before it had."""
    known, general = set(GENERAL), None
    left = {True: RECORDED, False: REFUSED}
    for number, (one, outcome) in enumerate(islice(_candidates(cls, moments), MORE)):
        if number >= TRIES and left[True] < RECORDED:
            break
        if outcome.misfit:
            continue
        if left[outcome.recorded] and outcome.traits - known:
            known |= outcome.traits
            left[outcome.recorded] -= 1
            yield one
        elif outcome.traits <= GENERAL:
            general = general or one
    if general and left[False] == REFUSED:
        yield general


def _candidates(cls: type[Event[Any]], moments: Moments) -> Iterator[tuple[Try, Outcome]]:
    """Events of a class at some moments, with values drawn by hash; again where one is refused."""
    for play, known in _places(cls, moments):
        for number in range(GUESSES):
            draw = StableRandom(cls.topic, play.log, play.entry, number, sorted(known.items()))
            event = guess(cls, play.campaign.table, draw, **known)
            fields = event.model_dump(mode="json", exclude_defaults=True) if event else {}
            outcome = play.attempt(cls, fields) if event else Outcome(misfit="nothing to choose from")
            yield Try(cls.topic, play.log, play.entry, fields), outcome
            if outcome.recorded:
                break


def _places(cls: type[Event[Any]], moments: Moments) -> Iterator[tuple[Tries, Mapping[str, Any]]]:
    """The moments at which a class is tried, with the fields that a prompt knows, if one asks for it there.

    First the moments with the first prompts of each kind, then the sample by hash: some where a prompt asks, one where
    the step of the class is not open, and all the others.
    """
    by_hash = sorted(moments.sampled, key=lambda play: stable_hash(cls.topic, play.log, play.entry))
    yield from _asked(cls, moments.first_asked(cls.topic), FIRST)
    yield from _asked(cls, by_hash, ASKED)
    shut = [play for play in by_hash if [*play.campaign.table.gate(cls.during)]]
    yield from ((play, {}) for play in shut[:1])
    yield from ((play, {}) for play in by_hash if play not in shut)


def _asked(cls: type[Event[Any]], plays: Sequence[Tries], most: int) -> Iterator[tuple[Tries, Mapping[str, Any]]]:
    """Some of the prompts that ask for a class, by hash, each with what it knows."""
    asked = [(play, known) for play in plays for known in play.prompts.get(cls.topic, ())]
    return islice(sorted(asked, key=lambda one: stable_hash(one[0].log, one[0].entry, sorted(one[1].items()))), most)


def listed(game: AnyGame) -> Mapping[str, Sequence[Try]]:
    """The events that the file of a game lists, by topic."""
    found: dict[str, list[Try]] = {}
    for line in file_of(game).read_text(encoding="utf-8").splitlines():
        if line.startswith(HEAD):
            topic = line.removeprefix(HEAD)
            found[topic] = []
        elif not line.startswith(" "):
            log, entry, fields = line.split(" ", 2)
            found[topic].append(Try(topic, log, int(entry), json.loads(fields)))
    return found


def told(game: AnyGame, tries: Mapping[str, Sequence[Try]]) -> str:
    """The sections of all classes: what was tried, each with its outcome."""
    moments = Moments(game)
    in_order = sorted((one for some in tries.values() for one in some), key=lambda one: (one.log, one.entry))
    lines = {id(one): [*_lines_of(one, moments)] for one in in_order}
    every = sorted({*tries, *map(topic_of, classes_of(game))})
    sections = (
        [f"{HEAD}{topic}", *(line for one in tries.get(topic, ()) for line in lines[id(one)])] for topic in every
    )
    return "".join(f"{line}\n" for section in sections for line in section)


def _lines_of(one: Try, moments: Moments) -> Iterator[str]:
    yield str(one)
    yield from (f"  {line}" for line in _outcome_lines(one, moments))


def _outcome_lines(one: Try, moments: Moments) -> Iterator[str]:
    if (cls := moments.game.by_topic.get(one.topic)) is None:
        yield "there is no such event"
        return
    play = moments.at(one.log, one.entry)
    outcome = play.attempt(cls, one.fields, prompts=True)
    if outcome.misfit:
        yield f"misfit: {outcome.misfit}"
    for reason in outcome.reasons:
        yield f"{'not' if reason.bendable else 'never'} {reason.code}: {reason.text.render(play.tongue)}"
    yield from (f"nor bent {reason.code}: {reason.text.render(play.tongue)}" for reason in outcome.still)
    yield from _shortened(outcome.sentences, LONGEST)
    if outcome.reasons:
        yield from _shortened([*outcome.changes, *outcome.prompts], BENT)
    else:
        yield from _shortened(outcome.changes, LONGEST)
        yield from _shortened(outcome.prompts, LONGEST)


def _shortened(lines: Sequence[str], most: int) -> Iterable[str]:
    """The first lines, and a checksum of the others."""
    yield from lines[:most]
    if rest := lines[most:]:
        yield f"and {len(rest)} more: {crc32(chr(10).join(rest).encode()):08x}"


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


def main(keys: Sequence[str]) -> None:
    for game in [BY_KEY[key] for key in keys or BY_KEY]:
        file_of(game).write_text(told(game, chosen(game)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
