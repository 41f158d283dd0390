"""The judge: its verdict is that of a search for values, which it cuts short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import pytest
from pydantic import Field

from domain.framework.fields.feasibility import can_be_recorded
from domain.framework.refusal import Refused, refusal
from domain.framework.views.visibility import known_alone, table_seen_by
from domain.games import BY_KEY
from domain.log.checkpoints import state_bytes
from tests.fillings import find_filling
from tests.moments import Moment, moments_of
from tests.toy import GAME, Harbour, Sitter, ToyEvent
from tests.toy.table import Seat

MOMENTS = [moment for game in BY_KEY.values() for moment in moments_of(game)]


@pytest.fixture(params=MOMENTS, ids=lambda moment: f"{moment.game.key}: {moment.name}")
def moment(request: pytest.FixtureRequest) -> Moment:
    found: Moment = request.param
    return found


def test_a_verdict_is_what_a_whole_search_for_values_would_say(moment: Moment) -> None:
    campaign = moment.play_on().campaign
    judged = []
    for entry in range(1, moment.entry, min(7, 1 + moment.entry // 50)):
        table = campaign.at(entry)
        for prompt in campaign.game.prompts(table):
            if prompt.missing:
                anew = find_filling(prompt.event, prompt.fields, table)
                is_open = anew.filling is not None or not anew.is_whole
                judged.append(can_be_recorded(prompt.event, prompt.fields, table) == is_open)
    assert all(judged)
    assert len(judged) > 9


def test_who_knows_the_same_alone_sees_the_same_table(moment: Moment) -> None:
    campaign = moment.play_on().campaign
    for entry in range(1, moment.entry + 1, 9):
        table, tables = campaign.at(entry), {}
        for seats in ((), *((seat,) for seat in table.chairs())):
            sight = state_bytes(table_seen_by(table, seats))
            assert tables.setdefault(known_alone(table, seats), sight) == sight
            assert (sight == state_bytes(table_seen_by(table, ()))) == (not known_alone(table, seats))


def test_something_is_known_to_one_seat_alone_in_each_game_of_rivals() -> None:
    found = [
        known_alone(campaign.table, (seat,))
        for moment in MOMENTS
        if moment.game is BY_KEY["runewars"]
        for campaign in [moment.play_on().campaign]
        for seat in campaign.table.chairs()
    ]
    assert any(found)
    assert len(set(found)) > 1


TOO_DARK = refusal("too-dark", "{lamps} lamps are too few.")
Lamps = Annotated[int, Field(ge=0, le=4)]


class LampsLit(ToyEvent):
    help_text = "A seat that somebody names lights some lamps; how many there must be is said by `least`."
    sentence = "{seat} lit {lamps}"
    seat: Sitter
    least: Lamps = 0
    lamps: Lamps = 0

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.lamps < self.least:
            yield TOO_DARK(lamps=self.lamps)


@pytest.mark.parametrize(
    ("known", "filling"),
    [
        ({}, {"seat": "Ann"}),  # what may be left out is left out
        ({"least": 0}, {"seat": "Ann", "least": 0}),
        ({"least": 2}, {"seat": "Ann", "least": 2, "lamps": 2}),  # unless nothing passes like that
        ({"seat": "Bob", "least": 4}, {"seat": "Bob", "least": 4, "lamps": 4}),
        ({"seat": "Bob", "least": 1, "lamps": 0}, None),  # all of it is known, and refused
        ({"seat": "Zoe"}, None),
    ],
)
def test_a_filling_says_no_more_than_it_has_to(known: Mapping[str, Any], filling: Mapping[str, Any] | None) -> None:
    harbour = GAME.new_table(GAME.pack)
    harbour.seats = {"Ann": Seat(), "Bob": Seat()}
    assert find_filling(LampsLit, known, harbour).filling == filling
