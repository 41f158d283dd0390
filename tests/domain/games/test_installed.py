"""Games of installed packages: which there are, which are refused, and what of them is found without an import."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain import games
from domain.games import KEYS, OWN, SHIPPED, Shelf, installed_games
from domain.games.installed import code_of, find_installed, folder_of, open_installed
from domain.games.source import GameSource
from domain.store import fingerprint_of_code
from tests.packages import write_package

GAME = """
from companion.sdk import Event, Game, Table, Term, Line


class Coast(Table):
    boats: int = 0


class BoatCame(Event[Coast]):
    namespace = "{namespace}"
    sentence = "{{boat}} came"
    boat: Line

    def apply(self, table: Coast) -> None:
        table.boats += 1


GAME = Game(
    key="{key}",
    name=Term("Coast", "海岸"),
    seats=(1, 4),
    table=Coast,
    own_events=(BoatCame,),
    sheets=lambda table: [],
    surface={surface},
)
"""


def source(key: str = "coast", namespace: str = "coast", surface: int = 1) -> str:
    """A small game, with one of these wrong where a test wants it."""
    return GAME.format(key=key, namespace=namespace, surface=surface)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose packages are installed; nothing of them is left for other tests."""
    caches = (games.installed_games, games.folders_installed, fingerprint_of_code)
    known = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()
    for name in set(sys.modules) - known:
        if name.startswith("companion_"):
            del sys.modules[name]


def test_the_games_of_the_program_need_no_package_metadata(site: Path) -> None:
    write_package(site, "coast", source())
    shelf = Shelf()
    assert [shelf[key].key for key in KEYS] == [*KEYS]
    assert installed_games.cache_info().misses == 0


def test_a_game_of_a_package_follows_those_of_the_program(site: Path) -> None:
    write_package(site, "coast", source())
    shelf = Shelf()
    assert [*shelf] == [*KEYS, OWN, "coast"]
    assert len(shelf) == len([*KEYS, OWN]) + 1
    assert (shelf["coast"].name.zh, shelf["coast"].origin, shelf["odalin"].origin) == ("海岸", "installed", "shipped")


def test_a_game_that_nobody_installed_is_none(site: Path) -> None:
    assert "coast" not in Shelf()
    with pytest.raises(KeyError):
        Shelf()["coast"]


def test_no_package_replaces_a_game_of_the_program(site: Path) -> None:
    write_package(site, "coast", source(), odalin="companion_coast:GAME")
    assert find_installed(SHIPPED) == {"coast": GameSource("coast", "companion_coast", "GAME")}


@pytest.mark.parametrize("key", ["c", "Coast", "1coast", "coast_line", "coast.line", "table", "c" * 41])
def test_a_key_is_a_short_word(site: Path, key: str) -> None:
    write_package(site, "coast", source(), **{key: "companion_coast:GAME"})
    assert [*find_installed(SHIPPED)] == ["coast"]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
        ("raise SystemExit('no')", "SystemExit: no"),
        ("GAME = 1", "NotAGame: companion_coast:GAME is not a Game"),
        ("", "AttributeError: module 'companion_coast' has no attribute 'GAME'"),
        (source(key="shore"), "NotAGame: its key is “shore”, not “coast”"),
        (
            source(namespace="table"),
            "NotAGame: the namespace of its events has to be “coast”, not as in “table.boat-came”",
        ),
        (source(surface=99), "NotAGame: it needs version 99 of companion.sdk, and this release has version 1"),
        (source() + "GAME = __import__('dataclasses').replace(GAME, table=dict)", "NotAGame: its table is not a Table"),
    ],
)
def test_a_game_that_cannot_be_opened_is_logged_once_and_hides_no_other(
    site: Path, caplog: pytest.LogCaptureFixture, written: str, why: str
) -> None:
    write_package(site, "coast", written)
    write_package(site, "dunes", source("dunes", "dunes"))
    shelf = Shelf()
    with caplog.at_level(logging.WARNING):
        assert [*shelf] == [*KEYS, OWN, "dunes"]
        assert "coast" not in shelf
        assert shelf.broken == {"coast": why}
    assert caplog.messages == [f"The game “coast” is installed but cannot be opened: {why}"]


def test_the_fingerprint_of_the_code_changes_with_an_installed_game_that_is_not_imported(site: Path) -> None:
    """Otherwise an upgraded game would begin with snapshots that its former rules made."""
    before = fingerprint_of_code()
    package = write_package(site, "coast", "raise RuntimeError('not to be imported')")
    found = {before}
    for change in (source(), source() + "\n# another rule"):
        (package / "rules.py").write_text(change, encoding="utf-8")
        for cache in (games.installed_games, fingerprint_of_code):
            cache.cache_clear()
        found.add(fingerprint_of_code())
    assert len(found) == 3
    assert "companion_coast" not in sys.modules


def test_the_folder_of_a_game_is_that_of_its_package(site: Path) -> None:
    package = write_package(site, "coast", "")
    (package / "deep").mkdir()
    (package / "game.py").write_text("", encoding="utf-8")
    (site / "alone.py").write_text(source(), encoding="utf-8")
    assert folder_of(GameSource("coast", "companion_coast")) == package
    assert folder_of(GameSource("coast", "companion_coast.game")) == package
    assert folder_of(GameSource("coast", "companion_coast.deep")) == package / "deep"
    assert folder_of(GameSource("coast", "alone")) is None
    assert folder_of(GameSource("coast", "not_there")) is None
    assert [*code_of(GameSource("coast", "alone"))] == [site / "alone.py"]
    assert [*code_of(GameSource("coast", "not_there"))] == []


def test_an_opened_game_is_the_one_that_its_package_made(site: Path) -> None:
    write_package(site, "coast", source())
    opened = open_installed(GameSource("coast", "companion_coast"))
    made = sys.modules["companion_coast"].GAME
    assert (opened.events, opened.table, opened.sheets(opened.new_table())) == (made.events, made.table, [])
