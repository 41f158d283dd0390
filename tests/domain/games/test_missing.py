"""A campaign whose game is not installed: listed, read and exported; it comes back when the game does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from domain.campaigns import Campaigns
from domain.framework.game import PUBLIC
from domain.framework.refusal import NotFound, RefusedAll
from domain.games.missing import game_or_stand_in, stand_in
from projections.behind import campaigns_without_numbers, campaigns_without_words
from projections.campaigns import listed_campaigns
from projections.documents.lossless import write_lossless
from projections.following import catch_up_all
from projections.log import select_lines
from tests import toy
from tests.house import House
from tests.toy import CoinsGained, SeatTaken


@contextmanager
def without_game(house: House) -> Iterator[House]:
    """The same file where the game is not installed."""
    found = House(house.path, ())
    yield found
    found.close()


def lines(house: House, id_: str) -> list[str]:
    """The stored sentences of a campaign."""
    with house.store.reading() as cursor:
        return [line.text for line in select_lines(cursor, id_)]


def faults(house: House) -> list[str]:
    return [fault.what for fault in house.verify()]


def exported(house: House, id_: str) -> bytes:
    with house.campaigns.open(id_) as live:
        return b"".join(write_lossless(live))


@pytest.fixture
def played(house: House) -> str:
    """A campaign with a few entries of its game."""
    id_ = house.new()
    house.record(id_, SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=3))
    return id_


def test_its_lines_stay_as_the_game_wrote_them(house: House, played: str) -> None:
    before = lines(house, played)
    with without_game(house) as bare:
        assert lines(bare, played) == before
        bare.rebuild()
        assert lines(bare, played) == before


def test_lines_that_nobody_kept_are_the_names_of_their_events(house: House, played: str) -> None:
    """Fields are left out: without the game it is unknown which of them are secret."""
    with without_game(house) as bare:
        with bare.store.writing() as db:
            bare.models.drop(db)
        bare.rebuild()
        assert lines(bare, played)[-2:] == [
            "Seat taken (the game is not installed here)",
            "Coins gained (the game is not installed here)",
        ]
        with bare.store.reading() as cursor:
            assert {line.fields for line in select_lines(cursor, played)[-2:]} == {"{}"}


def test_it_is_listed_after_a_rebuild(house: House, played: str) -> None:
    with without_game(house) as bare:
        bare.rebuild()
        with bare.store.reading() as cursor:
            assert [(one.campaign, one.game, one.name) for one in listed_campaigns(cursor)] == [
                (played, "toy", "Harbour")
            ]


def test_its_file_is_in_order_before_and_after_a_rebuild(house: House, played: str) -> None:
    house.rows()  # brings the index of words up to date
    with without_game(house) as bare:
        assert faults(bare) == []
        bare.rebuild()
        assert faults(bare) == []


DAMAGES = {
    "campaigns": "UPDATE campaigns SET name='x' WHERE game='{}'",
    "log": "UPDATE log SET text='x' WHERE campaign=(SELECT campaign FROM campaigns WHERE game='{}')",
    "log_fts": "INSERT INTO log_fts (rowid, text) SELECT (number << 32) + 90, 'x' FROM campaigns WHERE game='{}'",
}


@pytest.mark.parametrize("damaged", DAMAGES)
def test_the_rows_of_other_campaigns_are_still_compared(house: House, played: str, damaged: str) -> None:
    """Those of its own are not: only the game could write them again."""
    quay = replace(toy.GAME, key="quay")
    both = House(house.path, (toy.GAME, quay))
    both.record(both.new("Quay", game="quay"), SeatTaken(seat="Ann"))
    both.rows()
    both.close()
    found = []
    for game in ("toy", "quay"):
        bare = House(house.path, (quay,))
        with bare.store.writing() as db:
            db.execute(DAMAGES[damaged].format(game))
        found.append(faults(bare))
        bare.close()
    assert found == [[], [f"the read model “{damaged}” differs from the log; run rebuild"]]


def test_what_lags_behind_waits_for_the_game(house: House, played: str) -> None:
    """Its words and numbers would be those of an empty table."""
    house.undo(played)
    with without_game(house) as bare:
        catch_up_all(bare.campaigns)
        with bare.store.reading() as cursor:
            assert (campaigns_without_words(cursor), campaigns_without_numbers(cursor)) == ([played], [played])
    catch_up_all(house.campaigns)
    assert faults(house) == []


def test_its_export_is_the_same_to_the_byte(house: House, played: str) -> None:
    with without_game(house) as bare:
        assert exported(bare, played) == exported(house, played)


def test_it_comes_back_whole(house: House, played: str) -> None:
    with without_game(house) as bare:
        bare.rebuild()
    again = house.again()
    again.rebuild()
    assert faults(again) == []
    with again.campaigns.open(played) as live:
        assert live.table.seats["Ann"].coins == 3
    again.close()


COMMANDS: list[Callable[[Campaigns, str, House], object]] = [
    lambda campaigns, id_, house: campaigns.record(id_, "note-added", {"text": "Hi"}, house.command()),
    lambda campaigns, id_, house: campaigns.record(id_, "seat-taken", {"seat": "Bob"}, house.command()),
    lambda campaigns, id_, house: campaigns.undo(id_, None, house.command()),
    lambda campaigns, id_, house: campaigns.set_hidden(id_, True, house.command()),
    lambda campaigns, id_, house: campaigns.branch(id_, "Else", None, "harbour", house.command()),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_recorded(house: House, played: str, command: Callable[[Campaigns, str, House], object]) -> None:
    with without_game(house) as bare:
        with pytest.raises(RefusedAll) as refusal:
            command(bare.campaigns, played, house)
        assert str(refusal.value) == "The game “toy” is not installed here. Install it to record."
        assert refusal.value.reasons[0].code == "game-not-installed"
        with bare.campaigns.open(played) as live:
            assert (live.position, live.prompts(PUBLIC), live.game.by_name) == (3, [], {})


def test_no_snapshot_is_made_or_read(house: House) -> None:
    """Its table is not that of the game; a package that only could not be opened has the same code afterwards."""
    id_ = house.new()
    house.record(id_, SeatTaken(seat="Ann"), *(CoinsGained(seat="Ann", amount=1) for _ in range(205)))
    with house.campaigns.open(id_):  # makes a snapshot
        pass
    with without_game(house) as bare:
        with bare.campaigns.open(id_) as live:
            assert live.failures == []
        with bare.campaigns.open(id_):
            pass
    again = house.again()
    with again.campaigns.open(id_) as live:
        assert live.table.seats["Ann"].coins == 205
    again.close()


@pytest.mark.parametrize("key", ["", "table", "../toy", "Toy", "x" * 60])
def test_what_no_game_can_be_called_has_no_stand_in(key: str) -> None:
    with pytest.raises(NotFound, match="is not known here"):
        game_or_stand_in({}, key)


def test_a_game_that_is_there_needs_no_stand_in() -> None:
    assert game_or_stand_in({"toy": toy.GAME}, "toy") is toy.GAME
    assert game_or_stand_in({}, "toy") is stand_in("toy")
