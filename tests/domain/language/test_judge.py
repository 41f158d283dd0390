"""The judge: what it found before is tried first, and never taken for granted."""

from __future__ import annotations

import pytest

from domain.games import BY_KEY
from domain.language.judge import fill_offer, is_open_to
from domain.language.veil import known_alone, table_seen_by
from domain.log.checkpoints import state_bytes
from tests.moments import Moment, moments_of

MOMENTS = [moment for game in BY_KEY.values() for moment in moments_of(game)]


@pytest.fixture(params=MOMENTS, ids=lambda moment: f"{moment.game.key}: {moment.name}")
def moment(request: pytest.FixtureRequest) -> Moment:
    found: Moment = request.param
    return found


def test_what_was_found_at_other_tables_changes_no_judgement(moment: Moment) -> None:
    campaign = moment.play_on().campaign
    judged = []
    for entry in range(1, moment.entry, 9):
        table = campaign.at(entry)
        for prompt in campaign.game.prompts(table):
            if prompt.missing:
                anew = fill_offer(prompt.event, prompt.fields, table)
                is_open = anew.filling is not None or not anew.is_whole
                judged.append(is_open_to(prompt.event, prompt.fields, table) == is_open)
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
