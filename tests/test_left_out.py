"""Settings and descriptions keep the fields that are left out: naming one resets no other, in any game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.testing import Play
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import as_json
from domain.games import BY_KEY
from tests.moments import moments_of
from tests.strategies import guess

GUESSES, SEEDS = 12, 6
TAKEN_BACK_BY_ITSELF = {"ruling-made"}
"""Its only optional field says whether a ruling is made or ends: leaving it out is saying that it is made."""


def describing(game: AnyGame) -> Iterator[type[Event[Any]]]:
    """The events that set or describe something that the table already has: those with fields to leave out."""
    for name, cls in game.by_name.items():
        optional = [field for field in fields_of(cls) if not (field.required or field.settled)]
        about_the_table = cls.log.bookkeeping or cls.layout.keeps_unnamed or cls is game.opening
        if optional and about_the_table and cls.namespace == game.key and name not in TAKEN_BACK_BY_ITSELF:
            yield cls


def has_descriptions(game: AnyGame) -> bool:
    """Whether people record events about the table's own books, or that keep what they do not name."""
    recorded = [event for event in game.own_events if not event.automatic]
    return any(event.log.bookkeeping or event.layout.keeps_unnamed for event in recorded)


def told_fully(cls: type[Event[Any]], play: Play, seed: int) -> tuple[Event[Any], Event[Any]] | None:
    """An event with as many of its optional fields as fit, and the same one with none of them."""
    table, random = play.campaign.table, Random(seed)
    first = guess(cls, table, random)
    if first is None:
        return None
    told = as_json(dict(first))
    needed = {field.name: told[field.name] for field in fields_of(cls) if field.required}
    full = dict(needed)
    for other in filter(None, (guess(cls, table, random, **needed) for _ in range(GUESSES))):
        said = as_json(dict(other))
        full.update(
            {name: said[name] for name in other.model_fields_set if said[name] not in (None, "", [], {}, False)}
        )
    try:
        return make_event(cls, full), make_event(cls, needed)
    except Misfit:
        return None


def state_of(play: Play) -> dict[str, Any]:
    """The table as JSON; the areas that it tracks are in no order."""
    state: dict[str, Any] = as_json(play.campaign.table)
    return {**state, "tracked": sorted(state["tracked"] or ())}


def lost_by_naming_nothing(game: AnyGame) -> list[str]:
    """The changes of a second event that names only its subject, after a first one that named all fields."""
    found = []
    for cls in describing(game):
        for seed in range(SEEDS):
            play = moments_of(game)[seed % len(moments_of(game))].play_on()
            both = told_fully(cls, play, seed)
            try:
                if both is None:
                    continue
                play.record(both[0], bend="typed in")
                before = state_of(play)
                play.record(both[1], bend="typed in again")
            except RefusedAll:
                continue
            after = state_of(play)
            found += [f"{cls.topic}: {part}" for part in before if after[part] != before[part]]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("game", [*filter(has_descriptions, BY_KEY.values())], ids=lambda game: game.key)
def test_a_field_that_is_left_out_stays_as_it_was(game: AnyGame) -> None:
    assert list(describing(game))
    assert lost_by_naming_nothing(game) == []
