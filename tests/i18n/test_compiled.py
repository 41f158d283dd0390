"""Catalogues are compiled when they are first asked for, and kept where that can be done."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.config import cache_folder
from companion.i18n import catalogues, hant, translator
from tests.shelf import Shelf


@pytest.fixture
def shelf(shelf: Shelf) -> Shelf:
    shelf.write("core", {"Undo": "撤销", "Redo": ""})
    return shelf


@pytest.fixture
def started_before(shelf: Shelf) -> Shelf:
    """A shelf whose catalogue was asked for in a process before this one."""
    translator("zh_Hans")("Undo")
    shelf.read_anew()
    return shelf


def never(language: str, written: Sequence[bytes]) -> bytes:
    raise AssertionError("compiled again")


def test_what_was_compiled_once_is_not_compiled_again(started_before: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "compile_catalogue", never)
    assert translator("zh_Hans")("Undo") == "撤销"


def test_a_newer_catalogue_is_noticed(started_before: Shelf) -> None:
    started_before.write("core", {"Undo": "收回"})
    assert translator("zh_Hans")("Undo") == "收回"


def test_only_the_newest_is_kept(started_before: Shelf) -> None:
    started_before.write("core", {"Undo": "收回"})
    translator("zh_Hans")("Undo")
    assert len(started_before.kept) == 1


def test_catalogues_are_kept_beside_each_other(started_before: Shelf) -> None:
    started_before.write("toy", {"Undo": "收回"})
    translator("zh_Hans", "toy")("Undo")
    assert [name.rpartition("-")[0] for name in started_before.kept] == ["zh_Hans-core", "zh_Hans-toy"]


@pytest.mark.parametrize("damage", [b"", b"no catalogue", b"\xde\x12\x04\x95" + b"\xff" * 24])
def test_what_was_damaged_is_compiled_again(started_before: Shelf, damage: bytes) -> None:
    (started_before.cache / started_before.kept[0]).write_bytes(damage)
    assert translator("zh_Hans")("Undo") == "撤销"


def test_where_nothing_can_be_written_words_are_the_same(shelf: Shelf) -> None:
    shelf.cache.write_text("no folder")
    assert translator("zh_Hans")("Undo") == "撤销"


def test_without_a_home_words_are_the_same(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "cache_folder", lambda: None)
    assert translator("zh_Hans")("Undo") == "撤销"


def test_a_message_without_words_stays_as_it_is(shelf: Shelf) -> None:
    assert translator("zh_Hans")("Redo") == "Redo"


# --- traditional characters ------------------------------------------------------------------


def test_traditional_words_are_made_from_the_simplified_ones(shelf: Shelf) -> None:
    shelf.write("core", {"Log": "日志", "Undo": "撤销这条记录"})
    assert [translator("zh_Hant")(message) for message in ("Log", "Undo")] == ["日誌", "復原這條紀錄"]


def test_an_exception_wins_over_what_is_made(shelf: Shelf) -> None:
    shelf.write("core", {"Log": "航海日誌"}, "zh_Hant")
    shelf.write("core", {"Log": "日志", "Undo": "撤销"})
    assert [translator("zh_Hant")(message) for message in ("Log", "Undo")] == ["航海日誌", "復原"]


def test_an_exception_of_a_message_that_is_gone_is_not_said(shelf: Shelf) -> None:
    shelf.write("core", {"Gone": "走了"}, "zh_Hant")
    assert translator("zh_Hant")("Gone") == "Gone"


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant"])
def test_whichever_of_its_texts_changes_a_traditional_catalogue_is_made_anew(shelf: Shelf, language: str) -> None:
    translator("zh_Hant")("Undo")
    shelf.write("core", {"Undo": "收回"}, language)
    assert translator("zh_Hant")("Undo") == "收回"


def test_a_newer_list_of_words_makes_it_anew(shelf: Shelf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    translator("zh_Hant")("Undo")
    before = shelf.kept
    newer = tmp_path / "hant.toml"
    newer.write_bytes(hant.FILE.read_bytes() + b"# newer")
    monkeypatch.setattr(hant, "FILE", newer)
    shelf.read_anew()
    translator("zh_Hant")("Undo")
    assert (len(shelf.kept), shelf.kept == before) == (1, False)


# --- where they are kept ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"COMPANION_CACHE": "/own", "XDG_CACHE_HOME": "/xdg"}, "/own"),
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/companion"),
        ({"LOCALAPPDATA": "/local"}, "/local/companion"),
    ],
)
def test_the_cache_folder_is_what_the_environment_says(environment: dict[str, str], folder: str) -> None:
    assert cache_folder(environment) == Path(folder)


def test_it_is_in_ones_home_unless_told_otherwise() -> None:
    assert cache_folder({}) == Path.home() / ".cache" / "companion"


def test_who_has_no_home_has_no_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder({}) is None
