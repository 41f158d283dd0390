"""Laws of the stamps `said` and `fell`, along random play in every game.

Both stamps together are enough to record a command again, and no viewer sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from companion.forms.initial_values import initial_values
from companion.forms.values import form_strings, values_of
from domain.framework.events.chance import Chance, RandomOutcome
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import fields_said
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.refusal import RefusedAll
from domain.framework.table import Table
from domain.framework.text import ENGLISH
from domain.games import BY_KEY
from domain.log.campaign import Batch, Campaign
from domain.log.consequences import settle_chain
from domain.log.entries import Entry
from tests.fillings import find_filling
from tests.moments import Moment, PlayOn, moments_of
from tests.played_again import DRAWN_BY_THE_APP
from tests.strategies import play_on
from tests.suite.soak import SOAK

T = TypeVar("T")
STEPS = 100 if SOAK else 25
EACH_GAME = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)


class Recorded(NamedTuple):
    """A recorded command: the table before it, and the events that the rules compelled then."""

    before: Table
    left_open: Sequence[Event[Any]]
    entries: Sequence[Entry]


class Watched(PlayOn):
    """A campaign that keeps its recorded commands."""

    def __init__(self, moment: Moment) -> None:
        super().__init__(moment)
        self.done: list[Recorded] = []

    def record(self, event: Event[Any], chance: Chance | None = None, bend: str = "", later: str = "") -> Batch:
        now = self.campaign
        before, left_open = now.table.model_copy(deep=True), now.game.compelled(now.table)
        batch = super().record(event, chance, bend, later)
        self.done.append(Recorded(before, left_open, batch.entries))
        return batch


class Repeated(Chance):
    """Repeats recorded outcomes, and gives no others."""

    def __init__(self, fell: Sequence[RandomOutcome]) -> None:
        self._fell = list(fell)

    def _next(self, kind: str) -> Any:
        found = next(one for one in self._fell if one.kind == kind)
        self._fell.remove(found)
        return found.shown

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        return tuple(self._next("dice"))

    def draw(self, pile: Sequence[T]) -> T:
        drawn: T = self._next("draw")
        return drawn

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._next("shuffle"))


@cache
def played(game: AnyGame) -> Sequence[tuple[Campaign, Sequence[Recorded]]]:
    found = []
    for moment in moments_of(game):
        play = Watched(moment)
        if kept := DRAWN_BY_THE_APP.get(game.key):
            with suppress(RefusedAll):  # where the table does not track it
                play.record(game.by_topic[f"{game.key}.{kept}"]())
        play_on(play, Random(moment.entry), STEPS)
        found.append((play.campaign, play.done))
    return found


def commands(game: AnyGame) -> Iterator[tuple[Campaign, Recorded]]:
    for campaign, done in played(game):
        yield from ((campaign, one) for one in done)


def as_said(entry: Entry) -> Event[Any]:
    """The event of an entry with the fields that were said, and no others."""
    assert entry.event is not None
    assert entry.said is not None
    return type(entry.event).model_construct(
        set(entry.said), **{name: getattr(entry.event, name) for name in entry.said}
    )


def recorded_again(campaign: Campaign, one: Recorded) -> list[Event[Any]]:
    """The events of a command that is recorded again on the same table."""
    table = one.before.model_copy(deep=True)
    chance = Repeated([fell for entry in one.entries for fell in entry.fell])
    events = []
    for event, _ in settle_chain(campaign.game, as_said(one.entries[0]), table, chance, one.left_open):
        events.append(event)
        event.record_on(table)
    return events


@EACH_GAME
def test_a_command_recorded_again_by_its_stamps_is_the_same(game: AnyGame) -> None:
    for campaign, one in commands(game):
        assert recorded_again(campaign, one) == [entry.event for entry in one.entries], one.entries[0]


@pytest.mark.slow
def test_random_play_has_dice_draws_and_shuffles() -> None:
    entries = [entry for game in BY_KEY.values() for _, one in commands(game) for entry in one.entries]
    kinds = {fell.kind for entry in entries for fell in entry.fell}
    assert kinds == {"dice", "draw", "shuffle"}


@EACH_GAME
def test_stored_outcomes_are_read_unchanged(game: AnyGame) -> None:
    for campaign, one in commands(game):
        stored = campaign.entries_at([entry.position for entry in one.entries])
        assert [(entry.said, entry.fell) for entry in stored] == [(entry.said, entry.fell) for entry in one.entries]


def forms_sent(game: AnyGame) -> Iterator[tuple[Table, Event[Any], Event[Any]]]:
    """The known fields of prompts, and the fields that their unchanged forms send; each with its table."""
    for moment in moments_of(game):
        campaign = moment.play_on().campaign
        for prompt in campaign.prompts(PUBLIC):
            known = find_filling(prompt.event, prompt.fields, campaign.table).filling
            if known is not None:
                strings = form_strings(prompt.event, known)
                typed = initial_values(prompt.event, campaign.table, ENGLISH, {}, strings)
                sent = values_of(prompt.event, campaign.table, typed)
                yield campaign.table, make_event(prompt.event, known), make_event(prompt.event, sent)


def test_a_form_sent_as_it_begins_says_no_more_than_the_prompt_that_opens_it() -> None:
    found = [one for game in BY_KEY.values() for one in forms_sent(game)]
    assert [sent for table, known, sent in found if not fields_said(sent, table) <= fields_said(known, table)] == []
    assert any(sent.model_fields_set > known.model_fields_set for _, known, sent in found), "forms send more"
