"""`pack check`, `pack add` and `pack update`."""

from pathlib import Path

import pytest

from domain.content import Content, merged
from tests import toy
from tests.companion.cli.conftest import Terminal

BIRCH = '[towers.birch]\nen = "Birch Tower"\nzh = "桦木塔"\nprice = 1\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(BIRCH, encoding="utf-8")
    return path


def test_a_pack_is_checked_without_any_campaign(empty: Terminal, file: Path) -> None:
    assert empty.ok("pack", "check", str(file)).out == "towers: 1\n"


def test_every_fault_of_a_pack_is_told(empty: Terminal, file: Path) -> None:
    file.write_text("[towers.birch]\nprice = 1\n", encoding="utf-8")
    result = empty("pack", "check", str(file))
    assert (result.code, "towers.birch" in result.err) == (2, True)


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
    newer = merged(toy.PACK, Content({"towers": {"oak": {"en": "Oak Keep"}}}))
    monkeypatch.setitem(toy.GAME.__dict__, "pack", newer)
    harbour.ok("pack", "update", "harbour")
    assert "Oak Keep" in harbour.ok("record", "harbour", "tower-built", "seat=Ann", "tower=oak").out
