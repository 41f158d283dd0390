"""No rule raises anything but a refusal, on whatever table it is asked: an error is never an answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.framework.events.chance import NO_CHANCE, WouldRoll
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import choices_asked
from domain.framework.fields.card_conflicts import filled_in, typed_over_reasons
from domain.framework.fields.choices import unknown_choices
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.refusal import Refused
from domain.framework.table import Table
from domain.games import BY_KEY
from tests.moments import Moment, read_golden
from tests.shown import logs_of
from tests.strategies import guess
from tests.suite.soak import SOAK

MOMENTS = 60 if SOAK else 10
GUESSES = 2
each_game = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)


def sampled_moments(game: AnyGame, count: int) -> Iterator[Moment]:
    """So many moments of a game's golden logs at most, evenly spread over all their entries, and their starts."""
    sizes = {log: len(read_golden(game.key, log).raws) for log in logs_of(game)}
    stride = sum(sizes.values()) // count
    yield Moment(game, "", next(iter(sizes)), 1)
    for log, size in sizes.items():
        yield from (Moment(game, "", log, entry) for entry in range(min(stride, size), size + 1, stride))


def ask_rules(event: Event[Any], table: Table) -> None:
    """Ask an event everything that is asked before it is recorded, whatever step is open."""
    for ask in (event.refusals, event.void_reasons, event.warnings):
        try:
            list(ask(table))
        except Refused:
            continue
    try:
        event.complete(table, NO_CHANCE)
    except WouldRoll:
        return


@each_game
def test_the_rules_raise_only_refusals_in_their_step_or_out_of_it(game: AnyGame) -> None:
    """Also on a table with hidden parts, and for an event that is refused anyway."""
    for moment in sampled_moments(game, MOMENTS):
        campaign = moment.play_on().campaign
        seen = game.view(campaign.table, PUBLIC)
        random = Random(moment.entry)
        for cls in game.by_name.values():
            for event in filter(None, (guess(cls, campaign.table, random) for _ in range(GUESSES))):
                for table in (campaign.table, seen):
                    try:
                        ask_rules(event, table)
                    except Exception as error:
                        pytest.fail(f"{moment.log} {moment.entry}, {event!r}: {error!r}")


@each_game
def test_an_unknown_id_is_refused_whatever_the_other_fields(game: AnyGame) -> None:
    """A program may say what the rules fill in, and name something that is not there or no longer."""
    mistyped = 0
    for moment in sampled_moments(game, MOMENTS):
        table, random = moment.play_on().campaign.table, Random(moment.entry)
        for cls in game.by_name.values():
            event = guess(cls, table, random)
            names = [name for name, choice in choices_asked(cls).items() if choice.among and not choice.free]
            for name in (one for one in names if event and isinstance(getattr(event, one), str)):
                wrong = event.copy_with(**{name: "nobody"})
                if unknown_choices(wrong, table):
                    mistyped += 1
                    list(typed_over_reasons(wrong, table, lambda seen=table: seen, filled_in(cls)))
    assert mistyped
