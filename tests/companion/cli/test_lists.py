"""Lists on the command line: a deck as it was pasted, from a file, or word by word."""

import json
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


# --- cards of one name ---

CARDS = [
    {"code": "01001a", "type_code": "hero", "name": "Night Heron", "faction_code": "hero", "card_set_code": "heron"},
    *(
        {
            "code": code, "type_code": type_, "name": name, "subname": subname, "faction_code": faction,
            "card_set_code": "", "pack_code": pack_code, "pack_name": pack, "is_unique": True,
        }
        for code, type_, name, subname, faction, pack_code, pack in (
            ("01066", "ally", "Hawkeye", "Ada Reed", "leadership", "core", "Core Set"),
            ("10012", "ally", "Hawkeye", "Ben Roe", "justice", "box", "Second Box"),
            ("10013", "ally", "Hawkeye", "Cy Poe", "basic", "box", "Second Box"),
            ("01070", "event", "Rally", "", "leadership", "core", "Core Set"),
            ("10020", "event", "Verdict", "", "justice", "box", "Second Box"),
        )
    ),
]  # fmt: skip


@pytest.fixture
def hawkeyes(heroes: Terminal, tmp_path: Path) -> Terminal:
    """A table with three cards of one name."""
    (tmp_path / "cards.json").write_text(json.dumps(CARDS), encoding="utf-8")
    heroes.ok("pack", "from", tmp_path / "cards.json", "--to", tmp_path / "cards.toml")
    heroes.ok("pack", "add", "webs", tmp_path / "cards.toml")
    return heroes


def listed(terminal: Terminal, cards: str, *words: str) -> object:
    terminal.ok("record", "webs", "deck-listed", "seat=spider-man", f"cards={cards}", *words, *AMONG_OTHERS)
    return deck(terminal)


@pytest.mark.parametrize(
    ("line", "id_"),
    [
        ("1x Hawkeye (Core Set)", "hawkeye"),
        ("1x Hawkeye: Ada Reed", "hawkeye"),
        ("1x Hawkeye: Ben Roe (Second Box)", "hawkeye-ben-roe"),
        ("Hawkeye: Cy Poe\t1", "hawkeye-cy-poe"),
        ("[Hawkeye](/card/10012) x1", "hawkeye-ben-roe"),
        ('{"slots": {"10013": "1"}}', "hawkeye-cy-poe"),
        ('[{"name": "Hawkeye", "subname": "Ben Roe", "count": "1"}]', "hawkeye-ben-roe"),
        ("1x 10012", "hawkeye-ben-roe"),
    ],
)
def test_name_subtitle_pack_and_code_decide_together(hawkeyes: Terminal, line: str, id_: str) -> None:
    assert listed(hawkeyes, line + "\n" if "\t" in line else line) == {id_: 1}


@pytest.mark.parametrize("line", ["1x Hawkeye", "1x Hawkeye (Second Box)", "1x Hawkeye (core, 12)"])
def test_a_name_that_fits_several_cards_is_asked_with_pack_and_class(hawkeyes: Terminal, line: str) -> None:
    result = hawkeyes("record", "webs", "deck-listed", "seat=spider-man", f"cards={line}")
    assert (result.code, deck(hawkeyes)) == (UNFIT, {})
    assert "Hawkeye (Ben Roe, ally, Justice, Second Box)" in result.err


@pytest.mark.parametrize(
    "line", ["1x Hawkeye: Dee Low", "1x Hawkeye (Third Box)", "1x Rally (Second Box)", "1x [Rally](/card/99999)"]
)
def test_a_subtitle_pack_or_code_of_another_card_is_never_ignored(hawkeyes: Terminal, line: str) -> None:
    result = hawkeyes("record", "webs", "deck-listed", "seat=spider-man", f"cards={line}")
    assert (result.code, "Not known here" in result.err) == (REFUSED, True)


def test_the_aspect_leaves_out_what_it_forbids_and_what_is_left_is_asked(hawkeyes: Terminal) -> None:
    for words in (["cards=1x Hawkeye", "aspect=justice"], ["cards=1x Hawkeye\n1x Verdict"]):
        result = hawkeyes("record", "webs", "deck-listed", "seat=spider-man", *words)
        assert result.code == UNFIT
        assert "Ada Reed" not in result.err
        assert "Ben Roe" in result.err
        assert "Cy Poe" in result.err


def test_the_aspect_decides_between_cards_of_aspects(hawkeyes: Terminal) -> None:
    packed = "1x Hawkeye (Core Set)\n1x Rally"
    assert listed(hawkeyes, packed, "aspect=leadership") == {"hawkeye": 1, "rally": 1}


@pytest.mark.parametrize("pasted", ["https://cards.example/deck/view/12", "<html></html>", '{"name": "Webs"}'])
def test_a_form_that_is_not_known_says_which_to_use(heroes: Terminal, pasted: str) -> None:
    result = heroes("record", "webs", "deck-listed", "seat=spider-man", f"cards={pasted}")
    assert (result.code, deck(heroes)) == (UNFIT, {})
    assert result.err.startswith("cards: this ")
    assert "as text" in result.err


def test_a_folder_of_cards_may_name_its_products(heroes: Terminal, tmp_path: Path) -> None:
    base = tmp_path / "base"
    (base / "pack").mkdir(parents=True)
    cards = [{name: value for name, value in card.items() if name != "pack_name"} for card in CARDS]
    (base / "pack" / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    (base / "packs.json").write_text('[{"code": "core", "name": "Core Set", "cgdb_id": 1}]', encoding="utf-8")
    source = heroes.ok("pack", "from", base).out
    assert source.count('"packs" = ["Core Set"]') == 2
    assert "Second Box" not in source
