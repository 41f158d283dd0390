"""Catalogues are compiled when they are first asked for, and kept where that can be done."""

from pathlib import Path

import pytest

from companion.config import cache_folder
from companion.i18n import catalogues, translator
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


def never(written: bytes) -> bytes:
    raise AssertionError("compiled again")


def test_what_was_compiled_once_is_not_compiled_again(started_before: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "compiled", never)
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
