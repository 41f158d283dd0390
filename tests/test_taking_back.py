"""A mistake noticed two turns later: stars that were never gained, and already spent."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.framework.refusal import RefusedAll
from domain.framework.views.changes import change_text
from domain.games.agemonia import GAME
from domain.log.corrections import Preview, TableDecision, preview_withdrawal
from tests.house import House

GAIN = 4


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[House]:
    """Lunara gained six stars (entry 4), bought a dagger for five, and wrote a keyword."""
    house = House(tmp_path / "campaigns.db", (GAME,))
    yield house
    house.close()


@pytest.fixture
def campaign(evening: House) -> str:
    id_ = evening.new("Evening", opening={"party_name": "The Lanterns"})
    for name, fields in (
        ("hero-joined-party", {"hero": "lunara", "player": "Ana"}),
        ("stars-gained", {"hero": "lunara", "amount": 6}),
        ("item-purchased", {"hero": "lunara", "item": "010", "price": 5}),
        ("keyword-written", {"journal": "party", "keyword": "Silver Key"}),
    ):
        evening.campaigns.record(id_, name, fields, evening.command())
    return id_


def looked_at(evening: House, campaign: str) -> Preview:
    with evening.campaigns.open(campaign) as live:
        return preview_withdrawal(live, GAIN, None)


def lunara(evening: House, campaign: str) -> tuple[int, dict[str, int], bool]:
    with evening.campaigns.open(campaign) as live:
        hero = live.table.heroes["lunara"]
        return hero.stars, hero.items, "Silver Key" in live.table.journal


def test_the_preview_names_the_purchase_that_would_be_refused(evening: House, campaign: str) -> None:
    ((entry, reasons),) = looked_at(evening, campaign).dropped
    with evening.campaigns.open(campaign) as live:
        assert entry.event is not None
        assert str(entry.event.describe(live.table)) == "Lunara bought Dagger for 5 stars"
    assert [str(reason) for reason in reasons] == ["Say first how many stars Lunara carries: nobody has typed it."]


def test_the_preview_lists_the_changes(evening: House, campaign: str) -> None:
    found = looked_at(evening, campaign)
    with evening.campaigns.open(campaign) as live:
        said = [str(change_text(change, live.table)) for change in found.changes]
    assert said == ["Lunara, stars: 1 → 0", "Lunara, items, Dagger: 1 → none"]


def test_nothing_happens_until_the_table_chooses(evening: House, campaign: str) -> None:
    with pytest.raises(RefusedAll):
        evening.campaigns.undo(campaign, GAIN, evening.command())
    assert lunara(evening, campaign) == (1, {"010": 1}, True)


def test_those_too_takes_the_purchase_and_nothing_else(evening: House, campaign: str) -> None:
    evening.campaigns.undo(campaign, GAIN, evening.command(), TableDecision("those"))
    assert lunara(evening, campaign) == (0, {}, True)


def test_everything_since_takes_the_keyword_too(evening: House, campaign: str) -> None:
    evening.campaigns.undo(campaign, GAIN, evening.command(), TableDecision("since"))
    assert lunara(evening, campaign) == (0, {}, False)
