"""A table of rivals: each corrects what is their own, the host all; a co-operative table stays as it is."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from domain.framework.events.chance import Chance
from domain.framework.kernel import ChairTaken
from domain.framework.refusal import NotFound, RefusedAll
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.corrections import Reach, TableDecision
from domain.log.dependents import last_command, own_commands
from domain.log.entries import Memory, Raw
from tests import toy
from tests.house import House
from tests.test_secrets import RIVALS


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "campaigns.db", (RIVALS, toy.GAME))
    yield house
    house.close()


def by(name: str, *, host: bool = False) -> Command:
    """A command of somebody on the seat of their own name."""
    return replace(House.command(), actor=name, seats=frozenset({name}), host=host)


@pytest.fixture
def table(house: House) -> str:
    """Entry 4 is Ann's, for Bob; 5 is Bob's own; 6 is the night, that Bob recorded; 7 is Ann's secret."""
    return played(house, house.new())


def played(house: House, campaign: str) -> str:
    house.record(campaign, toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"))
    house.record_as(campaign, toy.CoinsGained(seat="Bob", amount=1), by("Ann"))
    house.record_as(campaign, toy.CoinsGained(seat="Bob", amount=2), by("Bob"))
    house.record_as(campaign, toy.NightFell(), by("Bob"))
    house.record_as(campaign, toy.CardDrawn(seat="Ann", card=37), by("Ann"))
    return campaign


def undone(house: House, table: str, entry: int | None, command: Command, choice: Reach | None = None) -> list[int]:
    found: list[int] = (
        house.campaigns.undo(table, entry, command, TableDecision(choice, sure=True)).entries[0].fields["entries"]
    )
    return found


@pytest.mark.parametrize(("entry", "who"), [(4, "Ann"), (4, "Bob"), (5, "Bob"), (6, "Bob")])
def test_what_one_recorded_and_what_is_of_ones_seat_is_ones_own(house: House, table: str, entry: int, who: str) -> None:
    assert undone(house, table, entry, by(who)) == [entry]


@pytest.mark.parametrize("choice", [None, "those", "since"])
@pytest.mark.parametrize("entry", [5, 6])
def test_what_is_a_rivals_is_not(house: House, table: str, entry: int, choice: Reach | None) -> None:
    with pytest.raises(RefusedAll) as wrong:
        undone(house, table, entry, by("Ann"), choice)
    assert {reason.code for reason in wrong.value.reasons} == {"not-your-entry"}


def test_a_rivals_entry_is_not_put_right_either(house: House, table: str) -> None:
    with pytest.raises(RefusedAll) as wrong:
        house.campaigns.amend(table, 5, {"amount": 9}, by("Ann"))
    assert [reason.code for reason in wrong.value.reasons] == ["not-your-entry"]


def test_a_rivals_taking_back_is_not_restored(house: House, table: str) -> None:
    undone(house, table, 5, by("Bob"))
    with pytest.raises(RefusedAll):
        house.campaigns.redo(table, by("Ann"))
    assert house.campaigns.redo(table, by("Bob")).entries


def test_the_host_corrects_all_that_is_open(house: House, table: str) -> None:
    assert undone(house, table, 5, by("Bea", host=True)) == [5]


@pytest.mark.parametrize(("who", "entry"), [("Ann", 7), ("Bob", 6)])
def test_the_undo_button_is_about_ones_own_last_entry(house: House, table: str, who: str, entry: int) -> None:
    assert undone(house, table, None, by(who)) == [entry]


def test_it_is_about_the_hosts_own_too_where_they_play(house: House, table: str) -> None:
    with pytest.raises(NotFound):
        undone(house, table, None, by("Bea", host=True))


def test_where_nobody_is_a_rival_everybody_corrects_all_that_is_open(house: House) -> None:
    campaign = played(house, house.new(game="toy"))
    assert undone(house, campaign, 5, by("Ann")) == [5]
    assert undone(house, campaign, None, by("Bea")) == [6]


# --- a phone that only watches ---------------------------------------------------------------


class Reads(Memory):
    """A log in memory that counts the entries that are looked up."""

    count = 0

    def at(self, positions: Collection[int]) -> Sequence[Raw]:
        self.count += len(positions)
        return super().at(positions)


def test_a_rival_who_only_sat_down_has_the_log_of_others_read_once(house: House, table: str) -> None:
    house.record_as(table, ChairTaken(seat="Ann", player="Bea"), by("Bea", host=True))
    house.record(table, *[toy.CoinsGained(seat="Bob", amount=1)] * 200)
    source = Reads(house.store.source(table).read())
    live, bea = Campaign(table, RIVALS, source), by("Bea", host=True).author
    for new in (0, 1, 1):
        if new:
            source.raws += live.record(toy.CoinsGained(seat="Bob", amount=2), by("Bob"), Chance(Random(1))).raws
        live._remembered.clear()
        source.count = 0
        assert [*own_commands(live, bea)] == []
        assert source.count <= (210 if not new else 1)


def test_what_is_restored_is_found_among_the_entries_of_others(house: House, table: str) -> None:
    undone(house, table, 7, by("Ann"))
    with house.campaigns.open(table) as live:
        assert last_command(live, by("Ann").author) == 4
    house.campaigns.redo(table, by("Ann"))
    with house.campaigns.open(table) as live:
        assert last_command(live, by("Ann").author) == 7


# --- both choose in secret -------------------------------------------------------------------


def test_the_first_to_choose_takes_back_after_the_second_has_chosen(house: House, table: str) -> None:
    house.record_as(table, toy.CardDrawn(seat="Bob", card=7), by("Bob"))
    assert undone(house, table, None, by("Ann")) == [7]
    assert [seat["card"] for seat in house.table(table)["seats"].values()] == [None, 7]


def test_the_host_goes_back_to_a_moment_past_what_both_have_chosen(house: House, table: str) -> None:
    house.record_as(table, toy.CardDrawn(seat="Bob", card=7), by("Bob"))
    assert undone(house, table, 6, by("Bob", host=True), "since") == [6, 7, 8]
    assert [seat["card"] for seat in house.table(table)["seats"].values()] == [None, None]
