"""Plausible events: values for the fields of any event, from what the table offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any

from companion.testing import Play
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)
from domain.framework.fields.fields import FieldInfo, fields_of, make_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table, as_json
from tests.moments import Moment
from tests.sampling import StableRandom

WORDS = ("Ann", "Bob", "Cleo", "storm", "风暴", "a longer line of words", "Ánn", "x")
MOST, SOME = 9, 3


def plausible(cls: type[Event[Any]], table: Table, seed: int, count: int = 1) -> Iterator[Event[Any]]:
    """Events with values that may fit the table, in fields of the rules too; none where a field has nothing to choose
    from."""
    random = Random(seed)
    for _ in range(count):
        if (event := guess(cls, table, random, settled=True)) is not None:
            yield event


def guess(
    cls: type[Event[Any]], table: Table, random: Random, *, settled: bool = False, **given: Any
) -> Event[Any] | None:
    """An event with values drawn from what the table offers, besides those given; None if they do not fit together.

    What only the rules fill in is left to them, unless `settled`.
    """
    values: dict[str, Any] = dict(given)
    for field in fields_of(cls):
        draw = random.for_field(field.name) if isinstance(random, StableRandom) else random
        if field.name not in given and (settled or not field.settled) and (field.required or draw.random() < 0.5):
            value = _value(field, table, known_of(cls, table, values), draw)
            if value is not None:
                values[field.name] = value
    try:
        return make_event(cls, values)
    except Misfit:
        return None


def _value(field: FieldInfo, table: Table, known: Known, random: Random) -> Any:
    options = list(field.options(table, known))
    if field.choice is not None and not options and not field.choice.free:
        return None
    return _shaped(field.shape, options, random)


def _shaped(shape: FieldShape, options: Sequence[str], random: Random) -> Any:
    """A small value of a shape; one that is chosen is chosen among options, if there are any."""
    match shape:
        case ChoiceShape() if options:
            return random.choice(options)
        case TextShape(longest=longest) | ChoiceShape(longest=longest):
            return random.choice(WORDS)[:longest]
        case NumberShape():
            return _number(shape, random)
        case YesNoShape():
            return random.random() < 0.5
        case ListShape(of=ChoiceShape()) if options:
            return random.sample(options, random.randint(0, min(len(options), SOME)))
        case ListShape():
            count = random.randint(shape.least, min(shape.most or MOST, shape.least + SOME))
            return [_shaped(shape.of, options, random) for _ in range(count)]
        case MappingShape():
            keys = options or WORDS
            some = random.sample(keys, random.randint(0, min(len(keys), SOME)))
            return {key: _shaped(shape.of, (), random) for key in some}
        case ScalarShape():
            return _shaped(random.choice(shape.kinds), (), random)
    return random.choice((*WORDS, SOME, True))


def _number(shape: NumberShape, random: Random) -> int:
    low = 0 if shape.least is None else max(shape.least, -MOST)
    high = max(low, 0) + MOST
    return random.randint(low, high if shape.most is None else min(shape.most, high))


def played(game: AnyGame, seed: int, steps: int) -> Play:
    """A campaign of random events, those that the rules let happen; the same for the same seed."""
    play, random = Play(game), Random(seed)
    if game.opening is not None:
        _try(play, random, game.opening)
    play_on(play, random, steps)
    return play


def played_on(moment: Moment, steps: int) -> Play:
    """A campaign that goes on from a moment of a golden log with random events; the same every time."""
    play = moment.play_on()
    play_on(play, Random(moment.entry), steps)
    return play


def play_on(play: Play, random: Random, steps: int, never: Collection[type[Event[Any]]] = ()) -> None:
    """Let some random events happen, but for those that never do."""
    for _ in range(steps):
        cls, given = _next(play, random)
        if cls not in never:
            _try(play, random, cls, **given)


def _next(play: Play, random: Random) -> tuple[type[Event[Any]], dict[str, Any]]:
    """Mostly what the game asks for, with what it knows; sometimes one of those that came least often so far."""
    prompts = play.campaign.prompts(PUBLIC)
    if prompts and random.random() < 0.6:
        prompt = random.choice(prompts)
        return prompt.event, as_json(dict(prompt.fields))
    came = Counter(raw.topic for raw in play.memory.raws)
    rare = sorted(play.game.by_name.values(), key=lambda cls: (came[cls.topic], random.random()))
    return random.choice(rare[: max(3, len(rare) // 3)]), {}


def _try(play: Play, random: Random, cls: type[Event[Any]], **given: Any) -> bool:
    for _ in range(3):
        event = guess(cls, play.campaign.table, random, **given)
        if event is None:
            continue
        try:
            play.record(event, Chance(random))
        except RefusedAll:
            continue
        return True
    return False
