"""What a release took in, later ones take in and mean the same by it: old logs stay, and two releases share a table."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.promised import GOLDEN, LEAST, Promise, file_of, promises_of

KEPT = sorted(GOLDEN.glob("*/*-fields.json"))
GAMES = [pytest.param(game, id=game.key) for game in BY_KEY.values()]


def read_promises(kept: Path) -> dict[str, Promise]:
    found: dict[str, Promise] = orjson.loads(kept.read_bytes())
    return found


def with_today(kept: Path) -> Iterable[tuple[Promise, Promise]]:
    """Each promise of a file beside what the code promises of the same model today."""
    today = promises_of(BY_KEY[kept.parent.name])
    return [
        (as_unknown(name, then, today[name]), today[name])
        for name, then in read_promises(kept).items()
        if name in today
    ]


def as_unknown(name: str, then: Promise, now: Promise) -> Promise:
    """A promise of a card in which a number that nobody typed in is None, not 0, where it is so today.

    No log leaves out a field of a card: what a rule reads on one is recorded with the entry.
    """
    if not name.startswith("card "):
        return then
    defaults = {
        path: None if part == 0 and now["defaults"].get(path, 0) is None else part
        for path, part in then["defaults"].items()
    }
    return {**then, "defaults": defaults}


def takes_less(path: str, before: list[float], now: list[float]) -> bool:
    """Whether a field takes less than it did; where its type has other bounds, these are not compared."""
    least = path.rpartition(".")[2] in LEAST
    same = len(before) == len(now)
    return same and any(new > old if least else new < old for old, new in zip(before, now, strict=True))


def came_later(path: str, part: Any, then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a field is new since a release, and stands in the default of its model with the default of its own."""
    return path not in then and path in now and now[path] == part


def known_then(path: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> Any:
    """The default at a path without the fields that came into its model later, where they say there what they are."""
    if not isinstance(now[path], dict) or not isinstance(then[path], dict):
        return now[path]
    return {name: part for name, part in now[path].items() if not came_later(f"{path}.{name}", part, then, now)}


@pytest.mark.parametrize("game", GAMES)
def test_the_first_release_kept_what_it_promised_of_every_game(game: AnyGame) -> None:
    assert file_of(game, "1.0.0").is_file()


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.parent.name)
def test_every_event_of_a_release_is_still_known(kept: Path) -> None:
    """In its version then, or in a later one that the former is read as."""
    known = {event.topic for event in BY_KEY[kept.parent.name].events}
    topics = {name.partition(" ")[0] for name in read_promises(kept) if not name.startswith(("card ", "table"))}
    assert topics <= known


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.parent.name)
def test_a_field_that_nobody_said_is_what_it_was(kept: Path) -> None:
    """For a log that leaves it out another default is another rule. A field that is gone is another matter."""
    for before, now in with_today(kept):
        then, today = before["defaults"], now["defaults"]
        both = then.keys() & today.keys()
        assert {path: known_then(path, then, today) for path in both} == {path: then[path] for path in both}


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.parent.name)
def test_no_field_takes_less_than_it_did(kept: Path) -> None:
    """An old entry can be put right."""
    less = [
        path
        for before, now in with_today(kept)
        for path, bounds in now["bounds"].items()
        if takes_less(path, before["bounds"].get(path, []), bounds)
    ]
    assert less == []


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_release_takes_no_more_than_it_says(game: AnyGame) -> None:
    """Who widens a field on purpose keeps the promises anew: an older release cannot read the rest."""
    newest = max(path for path in KEPT if path.parent.name == game.key)
    for before, now in with_today(newest):
        both = before["bounds"].keys() & now["bounds"].keys()
        assert {path: now["bounds"][path] for path in both} == {path: before["bounds"][path] for path in both}


@pytest.mark.parametrize(
    ("bound", "before", "now", "less"),
    [
        ("maximum", 9, 8, True), ("maximum", 9, 9, False), ("maximum", 9, 10, False),
        ("minimum", 1, 2, True), ("minimum", 1, 1, False), ("minimum", 1, 0, False),
        ("maxLength", 80, 79, True), ("minItems", 0, 1, True),
    ],
)  # fmt: skip
def test_a_field_that_takes_less_is_named(bound: str, before: float, now: float, less: bool) -> None:
    assert takes_less(f".amount.{bound}", [before], [now]) is less


def test_only_a_new_field_with_its_own_default_may_come_into_the_default_of_a_model() -> None:
    then = {".city": {"step": "none"}, ".city.step": "none", ".prices": {"calm": 1}}
    now = {
        ".city": {"step": "none", "later": []}, ".city.step": "none", ".city.later": [],
        ".prices": {"calm": 1, "gust": 2},
    }  # fmt: skip
    assert known_then(".city", then, now) == then[".city"]
    assert known_then(".city", then, {**now, ".city.later": ["rest"]}) != then[".city"]
    assert known_then(".city", then, {**now, ".city": {"step": "first"}}) != then[".city"]
    assert known_then(".prices", then, now) != then[".prices"]
