"""A withdrawal that is taken back returns the very table it left, whatever today's rules would make of old entries."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from projections.documents.arrivals import import_campaign
from tests.house import House
from tests.moments import Moment, moments_of, read_golden
from tests.suite.variants import first_of_each
from tests.test_games import GAMES_UNDER_TEST

MOMENTS = [moment for game in GAMES_UNDER_TEST for moment in moments_of(game)]


@pytest.fixture
def house(tmp_path: Path, moment: Moment) -> Iterator[tuple[House, str]]:
    """A house with the campaign of a golden log up to a moment."""
    log = read_golden(moment.game.key, moment.log)
    found = House(tmp_path / "campaigns.db", (moment.game,))
    past = replace(log, raws=log.raws[: moment.entry])
    yield found, import_campaign(found.campaigns, past).campaign
    found.close()


of_each_game = pytest.mark.parametrize(
    "moment",
    first_of_each(
        MOMENTS, lambda moment: moment.game.key, lambda moment: f"{moment.game.key}: {moment.name}", 1, pytest.mark.slow
    ),
)


def first_after_the_start(there: House, campaign: str) -> int:
    """The first entry that the start of a campaign did not bring about."""
    with there.campaigns.open(campaign) as live:
        return next(entry.position for entry in live.entries() if entry.position > 1 and entry.cause != 1)


@of_each_game
def test_an_undo_of_everything_since_the_beginning_is_redone_exactly(house: tuple[House, str], moment: Moment) -> None:
    there, campaign = house
    before = there.table(campaign)
    there.undo(campaign, first_after_the_start(there, campaign), "since", sure=True)
    assert there.table(campaign) != before
    there.redo(campaign)
    assert there.table(campaign) == before


@of_each_game
def test_a_command_that_was_withdrawn_is_restored_exactly(house: tuple[House, str], moment: Moment) -> None:
    there, campaign = house
    before = there.table(campaign)
    there.undo(campaign, None, "those", sure=True)
    with there.campaigns.open(campaign) as live:
        last = max(live.standing().withdrawn)
    there.restore(campaign, last, "those")
    assert there.table(campaign) == before
