"""Lists on the command line: a deck as it was pasted, from a file, or word by word."""

from pathlib import Path

import pytest

from tests.companion.cli.conftest import Terminal

REFUSED, UNFIT = 3, 2
AMONG_OTHERS = "--bend", "a game to learn it"


@pytest.fixture
def heroes(empty: Terminal) -> Terminal:
    empty.ok("new", "champions", "Webs")
    empty.ok("record", "webs", "hero-taken", "hero=spider-man")
    return empty


def deck(heroes: Terminal) -> object:
    return heroes.ok("state", "webs", "seats.spider-man.list_", "--json").json


def test_a_deck_comes_from_a_file(heroes: Terminal, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("Allies\n1x Daredevil\nEnergy x1\n", encoding="utf-8")
    heroes.ok("record", "webs", "deck-listed", "seat=spider-man", f"cards=@{tmp_path}/deck.txt", *AMONG_OTHERS)
    assert deck(heroes) == {"daredevil": 1, "energy": 1}


@pytest.mark.parametrize(
    "cards", ["1x Daredevil\n1x Energy", "daredevil=1,energy=1", '{"slots": {"Daredevil": 1, "energy": 1}}']
)
def test_a_deck_is_typed(heroes: Terminal, cards: str) -> None:
    heroes.ok("record", "webs", "deck-listed", "seat=spider-man", f"cards={cards}", *AMONG_OTHERS)
    assert deck(heroes) == {"daredevil": 1, "energy": 1}


def test_cards_that_are_not_known_are_named_and_nothing_is_recorded(heroes: Terminal) -> None:
    result = heroes("record", "webs", "deck-listed", "seat=spider-man", "cards=1x Daredevil\n2x Bakcflip")
    assert result.code == REFUSED
    assert "Not known here: Bakcflip." in result.err
    assert deck(heroes) == {}


def test_a_file_that_is_not_there_is_told(heroes: Terminal, tmp_path: Path) -> None:
    result = heroes("record", "webs", "deck-listed", "seat=spider-man", f"cards=@{tmp_path}/none.txt")
    assert result.code == UNFIT
    assert "cards: there is no file “none.txt”" in result.err
