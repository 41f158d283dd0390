"""Loading: the collector looks neither through what is being loaded nor through what was."""

import gc
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType, SimpleNamespace

import pytest

from domain import games
from domain.language.loading import without_collector


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_nobody_collects_while_something_is_loaded() -> None:
    with without_collector():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_loaded_is_never_looked_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    with without_collector():
        monkeypatch.setitem(sys.modules, "a_game_of_its_own", ModuleType("a_game_of_its_own"))
    assert gc.get_freeze_count() > 0


def test_a_game_is_opened_so(monkeypatch: pytest.MonkeyPatch) -> None:
    collects, game = list[bool](), SimpleNamespace(GAME="a game")
    monkeypatch.setattr(games, "import_module", lambda name: collects.append(gc.isenabled()) or game)
    assert (games.Shelf("own")["own"], collects) == ("a game", [False])


def test_where_everything_was_there_already_nothing_is_kept_for_ever() -> None:
    gc.unfreeze()
    with without_collector():
        import_module("domain.language.loading")
    assert gc.get_freeze_count() == 0


def test_what_cannot_be_loaded_says_so_and_collecting_goes_on() -> None:
    with pytest.raises(ModuleNotFoundError), without_collector():
        import_module("domain.games.nothing_like_that")
    assert gc.isenabled()


def test_who_loads_while_another_does_leaves_it_to_the_other() -> None:
    with without_collector():
        with without_collector():
            pass
        assert not gc.isenabled()
