"""Plausible events: values for the fields of any event, from what the table offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from domain.chance import Chance
from domain.event import Event
from domain.fields import FieldInfo, fields_of, make
from domain.game import ANYBODY, AnyGame
from domain.refusal import Misfit, RefusedAll
from domain.table import Table
from tests.specs import Play

WORDS = ("Ann", "Bob", "Cleo", "storm", "风暴", "a longer line of words", "Ánn", "x")
MOST = 9


def plausible(cls: type[Event[Any]], table: Table, seed: int, count: int = 1) -> Iterator[Event[Any]]:
    """Events with values that may fit the table; none where a field has nothing to choose from."""
    random = Random(seed)
    for _ in range(count):
        if (event := guess(cls, table, random)) is not None:
            yield event


def guess(cls: type[Event[Any]], table: Table, random: Random) -> Event[Any] | None:
    """An event with values drawn from what the table offers; None if they do not fit together."""
    values: dict[str, Any] = {}
    for field in fields_of(cls):
        if field.required or random.random() < 0.5:
            value = _value(field, table, random)
            if value is not None:
                values[field.name] = value
    try:
        return make(cls, values)
    except Misfit:
        return None


def _value(field: FieldInfo, table: Table, random: Random) -> Any:
    options = list(field.options(table))
    if options and field.kind == "one of":
        return random.choice(options)
    if options and field.schema.get("type") == "array":
        return random.sample(options, random.randint(0, min(len(options), 3)))
    if options and field.schema.get("type") == "object":
        some = random.sample(options, random.randint(0, min(len(options), 3)))
        return {id_: _shaped(field.schema.get("additionalProperties", {}), random) for id_ in some}
    if field.choice is not None and not field.free:
        return None
    return _shaped(field.schema, random)


def _shaped(schema: Mapping[str, Any], random: Random) -> Any:
    """A value of a JSON schema, small."""
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return _shaped(random.choice(schema["anyOf"]), random)
    low = schema.get("minimum", 0)
    match schema.get("type"):
        case "integer":
            return random.randint(low if low > -MOST else -MOST, min(schema.get("maximum", MOST), max(low, 0) + MOST))
        case "boolean":
            return random.random() < 0.5
        case "string":
            return random.choice(WORDS)[: schema.get("maxLength", 200)]
        case "array":
            fewest = schema.get("minItems", 0)
            count = random.randint(fewest, min(schema.get("maxItems", fewest + 3), fewest + 3))
            return [_shaped(schema.get("items", {}), random) for _ in range(count)]
        case "object":
            return {name: _shaped(part, random) for name, part in schema.get("properties", {}).items()}
    return None


def played(game: AnyGame, seed: int, steps: int) -> Play:
    """A campaign of random events, those that the rules let happen; the same for the same seed."""
    play, random = Play(game), Random(seed)
    if game.opening is not None:
        _try(play, game.opening, random)
    for _ in range(steps):
        _try(play, _next(play, random), random)
    return play


def _next(play: Play, random: Random) -> type[Event[Any]]:
    """Mostly what the game asks for, sometimes anything."""
    prompts = play.campaign.prompts(ANYBODY)
    if prompts and random.random() < 0.6:
        return random.choice(prompts).event
    return random.choice(list(play.game.by_name.values()))


def _try(play: Play, cls: type[Event[Any]], random: Random) -> bool:
    for _ in range(3):
        event = guess(cls, play.campaign.table, random)
        if event is None:
            continue
        try:
            play.record(event, Chance(random))
        except RefusedAll:
            continue
        return True
    return False
