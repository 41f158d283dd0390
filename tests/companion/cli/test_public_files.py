"""Files of other programs, as they are found in public: each is read, or named with what takes it.

The files in `public_files` have the form of the originals. Of their content only names and numbers are kept; persons
are A and B.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from projections.documents.recognition import ADVICE, FileKind, recognise_file
from tests.companion.cli.conftest import Terminal

FILES = Path(__file__).parents[2] / "public_files"
CARDS = FILES / "marvel"
HEROES = ("captain-marvel", "spider-man", "spider-woman")
DECKS = {
    "captain-marvel.txt": ("captain-marvel", "hawkeye"),
    "spider-man.txt": ("spider-man", "daredevil"),
    "spider-woman.json": ("spider-woman", "venom-blast"),
}
"""Deck lists by file, each with its hero and a card."""
KINDS = {
    "captain-marvel.txt": FileKind.DECK,
    "captain-marvel.o8d": FileKind.DECK,
    "sample.txt": FileKind.DECK,
    "spider-man.txt": FileKind.DECK,
    "spider-woman.json": FileKind.DECK,
    "marvel/pack/core.json": FileKind.CARDS,
    "bg-stats-2021.json": FileKind.BG_STATS,
    "bg-stats-2026.json": FileKind.BG_STATS,
    "plays.json": FileKind.UNKNOWN,
}


@pytest.fixture
def table(empty: Terminal, tmp_path: Path) -> Terminal:
    """A table of three heroes whose cards come from a public database."""
    empty.ok("pack", "from", CARDS, "--to", tmp_path / "cards.toml")
    empty.ok("new", "champions", "Webs")
    empty.ok("pack", "add", "webs", tmp_path / "cards.toml")
    for hero in HEROES:
        empty.ok("record", "webs", "hero-taken", f"hero={hero}")
    return empty


@pytest.mark.parametrize("name", KINDS)
def test_a_public_file_is_recognised(name: str) -> None:
    with (FILES / name).open("rb") as file:
        assert recognise_file(file) == KINDS[name]


@pytest.mark.parametrize("name", KINDS)
def test_the_import_of_a_public_file_says_what_it_is_and_changes_nothing(empty: Terminal, name: str) -> None:
    refused = empty("import", FILES / name)
    assert refused.code == 2
    assert str(ADVICE[KINDS[name]]) in refused.err
    assert empty.ok("list", "--json").json == []


@pytest.mark.parametrize("name", DECKS)
def test_a_public_deck_is_taken_whole(table: Terminal, name: str) -> None:
    hero, card = DECKS[name]
    table.ok("record", "webs", "deck-listed", f"seat={hero}", f"cards=@{FILES / name}")
    deck = table.ok("state", "webs", f"seats.{hero}.list_", "--json").json
    assert sum(deck.values()) == 40
    assert any(id_.startswith(card) for id_ in deck)


def test_a_name_without_its_pack_is_asked_where_two_cards_have_it(table: Terminal, tmp_path: Path) -> None:
    deck = FILES / "captain-marvel.o8d"
    refused = table("record", "webs", "deck-listed", "seat=captain-marvel", f"cards=@{deck}")
    assert (refused.code, "Clint Barton" in refused.err, "Kate Bishop" in refused.err) == (2, True, True)
    named = tmp_path / "named.o8d"
    words = deck.read_text(encoding="utf-8")
    named.write_text(words.replace(">Hawkeye<", ">Hawkeye: Clint Barton<"), encoding="utf-8")
    table.ok("record", "webs", "deck-listed", "seat=captain-marvel", f"cards=@{named}")


def test_the_hero_among_the_cards_is_passed_over_and_lacking_cards_have_their_names(table: Terminal) -> None:
    refused = table("record", "webs", "deck-listed", "seat=spider-man", f"cards=@{FILES / 'sample.txt'}")
    assert "this one has 12." in refused.err
    assert "Black Cat 0 of 1, Backflip 3 of 2, Enhanced Spider-Sense 0 of 2" in refused.err
