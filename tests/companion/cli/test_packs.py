"""`pack check`, `pack new`, `pack add` and `pack update`."""

import json
from pathlib import Path

import pytest

from domain.framework.content import Content, merge_content
from domain.games import BY_KEY
from tests import toy
from tests.companion.cli.conftest import Terminal
from tests.domain.games.heroes3.invented import PAGES

BIRCH = '[towers.birch]\nen = "Birch Tower"\nzh = "桦木塔"\nprice = 1\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(BIRCH, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {**BY_KEY, toy.GAME.key: toy.GAME}
    monkeypatch.setattr("companion.cli.packs.BY_KEY", games)
    monkeypatch.setattr("companion.cli.arguments.BY_KEY", games)


def test_a_pack_is_checked_without_any_campaign(empty: Terminal, file: Path) -> None:
    assert empty.ok("pack", "check", str(file)).out == "towers: 1\n"


def test_every_fault_of_a_pack_is_told(empty: Terminal, file: Path) -> None:
    file.write_text("[towers.birch]\nprice = 1\n", encoding="utf-8")
    result = empty("pack", "check", str(file))
    assert (result.code, "towers.birch" in result.err) == (2, True)


def test_the_faults_of_a_pack_are_those_of_the_game_it_fits_best(empty: Terminal, file: Path) -> None:
    file.write_text(f"{BIRCH}prise = 1\n[towers.ash]\nen = 'Ash'\n", encoding="utf-8")
    result = empty("pack", "check", str(file))
    assert result.err == "towers.birch.prise: there is no field “prise”; there is: price\n"


def test_a_pack_is_checked_for_the_game_that_is_named(empty: Terminal, file: Path) -> None:
    assert empty("pack", "check", str(file), "--game", "agemonia").err.startswith("towers: there is no kind “towers”")
    assert empty("pack", "check", str(file), "--game", "chess").code == 5


def test_what_a_later_release_brought_is_told_and_kept(harbour: Terminal, file: Path) -> None:
    file.write_text(f'release = "99.0"\n{BIRCH}windows = 3\n', encoding="utf-8")
    unknown = "towers.birch.windows: there is no field “windows”; there is: en, zh, text, price"
    kept = f"Kept, but not known here: {unknown}\n"
    assert harbour.ok("pack", "check", str(file)).out == f"towers: 1\n{kept}"
    added = harbour("pack", "add", "harbour", str(file))
    assert (added.code, added.err) == (0, kept)
    assert "Birch Tower" in harbour.ok("record", "harbour", "tower-built", "seat=Ann", "tower=birch").out


def test_a_missing_pack_is_not_found(empty: Terminal, tmp_path: Path) -> None:
    assert empty("pack", "check", str(tmp_path / "none.toml")).code == 5


def test_a_preview_changes_nothing(harbour: Terminal, file: Path) -> None:
    before = harbour.ok("log", "harbour").out
    assert "towers.birch" in harbour.ok("pack", "add", "harbour", str(file), "--preview").out
    assert harbour.ok("log", "harbour").out == before


def test_a_pack_that_is_added_can_be_played_with(harbour: Terminal, file: Path) -> None:
    harbour.ok("pack", "add", "harbour", str(file))
    assert "Birch Tower" in harbour.ok("record", "harbour", "tower-built", "seat=Ann", "tower=birch").out


def test_an_update_without_news_records_nothing(harbour: Terminal) -> None:
    assert harbour.ok("pack", "update", "harbour").out == "Nothing would change.\n"


def test_an_update_takes_what_the_game_ships_with_today(harbour: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = merge_content(toy.PACK, Content({"towers": {"oak": {"en": "Oak Keep"}}}))
    monkeypatch.setitem(toy.GAME.__dict__, "pack", newer)
    harbour.ok("pack", "update", "harbour")
    assert "Oak Keep" in harbour.ok("record", "harbour", "tower-built", "seat=Ann", "tower=oak").out


def test_what_a_campaign_has_of_its_own_becomes_a_pack(harbour: Terminal, file: Path, tmp_path: Path) -> None:
    harbour.ok("pack", "add", "harbour", str(file))
    harbour.ok("record", "harbour", "content-added", "kind=towers", "id=ash", 'fields={"price": 2}')
    mine = tmp_path / "own.toml"
    assert harbour.ok("pack", "new", "harbour", str(mine)).out == "towers: 2\n"
    assert harbour.ok("pack", "check", str(mine)).out == "towers: 2\n"
    assert '[towers."ash"]' in mine.read_text(encoding="utf-8")


def test_a_campaign_without_anything_of_its_own_has_an_empty_pack(harbour: Terminal, tmp_path: Path) -> None:
    assert (
        harbour.ok("pack", "new", "harbour", str(tmp_path / "own.toml")).out
        == "This campaign has not added any content yet.\n"
    )


INVENTED = Path(__file__).parents[2] / "domain/games/champions/outside/invented.json"


def test_cards_of_a_database_become_a_pack(empty: Terminal, tmp_path: Path) -> None:
    target = tmp_path / "cards.toml"
    assert "identities: 1\n" in empty.ok("pack", "from", INVENTED, "--to", target).out
    assert "identities: 1\n" in empty.ok("pack", "check", target, "--game", "champions").out


def test_a_pack_of_a_database_is_printed(empty: Terminal) -> None:
    assert '[identities."night-heron"]' in empty.ok("pack", "from", INVENTED).out


def test_a_folder_of_lists_is_one_database_and_what_cannot_be_read_is_told(empty: Terminal, tmp_path: Path) -> None:
    cards = json.loads(INVENTED.read_text(encoding="utf-8"))
    reprint, lost = {"code": "90204", "duplicate_of": "90004"}, {"code": "90205", "duplicate_of": "1"}
    (tmp_path / "pack").mkdir()
    for name, output in (("a", [reprint, lost]), ("b", cards)):
        (tmp_path / "pack" / f"{name}.json").write_text(json.dumps(output), encoding="utf-8")
    told_sets = [{"code": "squall", "name": "The Squall", "card_set_type_code": "modular"}]
    (tmp_path / "sets.json").write_text(json.dumps(told_sets), encoding="utf-8")
    (tmp_path / "types.json").write_text("[]", encoding="utf-8")
    target = tmp_path / "cards.toml"
    result = empty("pack", "from", tmp_path, "--to", target)
    assert "it repeats 1, which is not here" in result.err
    assert "Left out: 1\n" in result.out
    assert '"90204"' in target.read_text(encoding="utf-8")
    assert "The Squall" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(("output", "says"), [("[1", "This is not JSON"), ('"x"', "This is not a list of cards.")])
def test_a_file_that_is_no_database_is_told(empty: Terminal, tmp_path: Path, output: str, says: str) -> None:
    (tmp_path / "cards.json").write_text(output, encoding="utf-8")
    result = empty("pack", "from", tmp_path / "cards.json")
    assert (result.code, says in result.err) == (2, True)


def test_a_game_without_a_database_says_so(empty: Terminal) -> None:
    assert "There is no known card database" in empty("pack", "from", INVENTED, "--game", "agemonia").err


# --- pages of a collection ---------------------------------------------------------------------


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A repository with the pages of an invented collection."""
    for place, page in PAGES.items():
        file = tmp_path / "docs" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page, encoding="utf-8")
    (tmp_path / "README.md").write_text("# A collection\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("below", ["", "docs"], ids=["the repository", "its pages"])
def test_a_folder_of_pages_becomes_a_pack(empty: Terminal, docs: Path, below: str) -> None:
    target = docs / "heroes3.toml"
    result = empty("pack", "from", docs / below, "--game", "heroes3", "--to", target)
    assert "units: 4\n" in result.out
    assert "Left out: 3\n" in result.out
    assert "“?” is no number" in result.err
    assert "units: 4\n" in empty.ok("pack", "check", target, "--game", "heroes3").out


def test_a_page_is_known_by_the_folder_it_lies_in(empty: Terminal, docs: Path) -> None:
    assert '[heroes."ada"]' in empty.ok("pack", "from", docs / "docs/heroes/ada.md").out


def test_pages_of_some_boxes_are_taken_alone(empty: Terminal, docs: Path) -> None:
    assert '[heroes."ada"]' not in empty("pack", "from", docs, "--box", "core").out
    assert "No page names a box" in empty("pack", "from", docs, "--box", "marsh").err


def test_cards_are_chosen_by_their_files_and_not_by_boxes(empty: Terminal) -> None:
    assert "a file for each product" in empty("pack", "from", INVENTED, "--box", "core").err


def test_a_folder_with_cards_is_no_folder_of_pages(empty: Terminal, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Cards\n", encoding="utf-8")
    (tmp_path / "cards.json").write_text(INVENTED.read_text(encoding="utf-8"), encoding="utf-8")
    assert "identities: 1\n" in empty.ok("pack", "from", tmp_path, "--to", tmp_path / "cards.toml").out


def test_pages_that_are_none_of_the_collection_are_told(empty: Terminal, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Notes\n", encoding="utf-8")
    result = empty("pack", "from", tmp_path)
    assert (result.code, "nothing is known of such pages (1 page)" in result.err) == (2, True)
    (tmp_path / "notes.md").write_bytes(b"# B\xfcrke\n")
    assert "Line 1 is not in UTF-8" in empty("pack", "from", tmp_path).err


def test_a_file_larger_than_any_pack_is_refused_by_its_size(
    empty: Terminal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(b"#" * 20_000_000)
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: pytest.fail("it was read"))
    assert empty("pack", "check", str(file)).err == "This content pack is too large: at most 4000000 characters.\n"


# --- a campaign of Marvel Champions ----------------------------------------------------------

TIDE = 'fields={"scenarios": ["klaw", "The Docks"], "counters": ["Delay"]}'


def test_a_campaign_that_was_typed_in_goes_to_other_tables_as_a_pack_file(empty: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "tide.toml"
    empty.ok("new", "champions", "Here", "tracks=campaign")
    empty.ok("record", "here", "content-added", "kind=campaigns", "id=Red Tide", TIDE)
    assert empty.ok("pack", "new", "here", file).out == "campaigns: 1\n"
    assert empty.ok("pack", "check", file, "--game", "champions").out == "campaigns: 1\n"
    taken_up(empty, file)


def test_a_campaign_that_was_played_and_kept_goes_to_other_tables_as_a_pack_file(
    empty: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "tide.toml"
    empty.ok("new", "champions", "Here", "tracks=campaign")
    for scenario in ("klaw", "The Docks"):
        empty.ok("record", "here", "scenario-planned", f"scenario={scenario}")
    empty.ok("record", "here", "campaign-counter-changed", "counter=Delay", "change=2")
    empty.ok("record", "here", "campaign-kept", "name=Red Tide")
    empty.ok("pack", "new", "here", file)
    taken_up(empty, file)


def taken_up(terminal: Terminal, file: Path) -> None:
    """Another table takes the campaign out of the file: its scenarios in order, its counters at nought."""
    terminal.ok("new", "champions", "There", "tracks=campaign")
    terminal.ok("pack", "add", "there", file)
    output = terminal.ok("record", "there", "campaign-taken", "campaign=Red Tide").out
    assert "The campaign was Red Tide: Klaw, The Docks" in output
    now = terminal.ok("state", "there", "campaign", "--json").json
    assert [(slot["scenario"], slot["status"]) for slot in now["slots"]] == [("klaw", "open"), ("The Docks", "open")]
    assert (now["counters"], now["at"]) == ({"Delay": 0}, 1)


@pytest.mark.parametrize("words", [("check",), ("add", "harbour")], ids=["check", "add"])
def test_a_pack_in_another_encoding_is_refused_with_its_line(
    harbour: Terminal, file: Path, words: tuple[str, ...]
) -> None:
    file.write_bytes(b"# a pack\n[towers.birch]\nen = 'B\xfcrke'\n")
    output = harbour("pack", *words, file)
    assert (output.code, output.err) == (2, "Line 3 is not in UTF-8. Save the file as UTF-8 first.\n")


def test_a_pack_as_editors_on_windows_save_it_is_taken(harbour: Terminal, file: Path) -> None:
    file.write_text(BIRCH, encoding="utf-8-sig")
    assert harbour("pack", "add", "harbour", file).code == 0


# --- games that a file describes ---

SHEET = """[game]
sheet = { en = "Sheet", zh = "计分表" }
[numbers]
houses = { en = "Houses" }
ships = { en = "Ships" }
"""


@pytest.fixture
def described(empty: Terminal, file: Path) -> Terminal:
    """A campaign of a game that a file describes, with a number that was typed in; Ann sits at it."""
    file.write_text(SHEET, encoding="utf-8")
    empty.ok("new", str(file), "Night")
    empty.ok("record", "night", "content-added", "kind=numbers", "id=goats", 'fields={"en": "Goats"}')
    empty.ok("record", "night", "seat-taken", "seat=Ann")
    return empty


def test_another_file_replaces_the_game_and_old_lines_keep_their_names(described: Terminal, file: Path) -> None:
    described.ok("record", "night", "number-raised", "number=goats", "owner=Ann", "amount=2")
    file.write_text(SHEET.replace("Ships", "Fast ships").replace("houses = ", "# "), encoding="utf-8")
    changes = described.ok("pack", "add", "night", str(file), "--preview").out.splitlines()
    assert changes == [
        "No longer part of the game: Houses (Number)",
        "Ships (Number): name in English Fast ships",
        "No longer part of the game: Goats (Number)",
    ]
    described.ok("pack", "add", "night", str(file))
    assert "Ann: Goats +2" in described.ok("log", "night").out
    assert described("record", "night", "number-raised", "number=goats", "owner=Ann", "amount=1").code != 0
    described.ok("undo", "night")
    described.ok("record", "night", "number-raised", "number=goats", "owner=Ann", "amount=1")


def test_an_update_never_replaces_a_described_game(described: Terminal) -> None:
    before = described.ok("log", "night").out
    result = described("pack", "update", "night")
    assert (result.code, "companion pack add" in result.err) == (2, True)
    assert described.ok("log", "night").out == before


def test_the_file_of_a_described_game_begins_it_elsewhere(described: Terminal, file: Path) -> None:
    described.ok("pack", "new", "night", str(file), "--force")
    assert "goats" in file.read_text(encoding="utf-8")
    described.ok("new", str(file), "Morning")
    described.ok("record", "morning", "seat-taken", "seat=Ben")
    assert "Goats 0" in described.ok("log", "morning").out


def test_a_faulty_file_begins_nothing(empty: Terminal, file: Path) -> None:
    file.write_text(SHEET + "boats = { en = 'Boats', most = 'many' }\n", encoding="utf-8")
    result = empty("new", str(file), "Night")
    assert (result.code, "numbers.boats.most: type a whole number" in result.err) == (2, True)
    assert empty("new", "none.toml", "Night").code == 5
    assert "No campaigns yet" in empty.ok("list").out


def test_the_list_names_the_game_that_a_campaign_describes(described: Terminal) -> None:
    assert "Sheet" in described.ok("list").out
    assert "计分表" in described.ok("list", "--lang", "zh").out
    assert described.ok("list", "--json").json[0]["game_en"] == "Sheet"
