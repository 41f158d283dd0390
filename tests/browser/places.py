"""Every page that somebody can come to, derived from the addresses that the pages have.

A new page is in the list by itself, if its address asks for nothing but a campaign. What else it asks for stands in
`SAMPLES`, by name; all its views (`?search=`) in `VIEWS`, of which `make test` looks at the first, the fullest. An
address that gives a file, or a part of a page to a script, stands in `FILES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from werkzeug.routing import Rule

from companion.config import Settings
from companion.forms.widgets import widgets_of
from companion.web.application.app import create_app
from companion.web.pages.help.help import AREAS
from domain.games import BY_KEY

GAME = BY_KEY["agemonia"]
KEY = "the-lantern-bearers"
PUT_RIGHT, TAKEN_BACK, NEWEST = 87, 100, 350
"""Entries of the demo: one that was put right, one that was taken back, the last of all."""

FILES = frozenset(
    {
        "static",
        "healthz",
        "readyz",
        "live.stream",
        "shell.manifest",
        "shell.worker",
        "report.take",
        "report.take_everything",
        "safekeeping.take",
    }
    | {"joining.scan", "play.found", "saying.part", "exports.take", "exports.take_everything", "exports.take_sheets"}
    | {"exports.take_archive", "exports.progress"}
    | {"play.opened"}  # of a board of pieces; this game draws its own
    | {"photos.one", "portraits.one", "exports.take_recap", "packs.own", "game_files.save"}
)
SAMPLES: Mapping[str, Any] = {
    "key": KEY,
    "entry": PUT_RIGHT,
    "event": "note-added",
    "card": "read-at-the-table",
    "sheet": "party",
    "game": GAME.key,
    "area": "log",
    "template": "campaign",
    "kind": "numbers",
    "thing": "walls",
}
OWN_KEY = "together-against-the-tide"
"""The campaign of a described game, from the gallery."""
VIEWS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "campaigns.every": ({}, {"search": "lantern"}, {"hidden": 1}),
    "cards.form": (
        {"event": "content-added", "kind": "items"},
        {"event": "content-added"},
        {"event": "content-corrected", "kind": "skills", "id": "immolate"},
        {"event": "content-bound", "kind": "items"},
    ),
    "compose.game": ({"key": OWN_KEY},),
    "compose.new_thing": ({"key": OWN_KEY}, {"key": OWN_KEY, "kind": "rules"}, {"key": OWN_KEY, "kind": "lists"}),
    "compose.one_thing": ({"key": OWN_KEY}, {"key": OWN_KEY, "kind": "deals", "thing": "fill"}),
    "corrections.restore": ({"entry": TAKEN_BACK},),
    "corrections.undo": ({}, {"choice": "since"}, {"entry": NEWEST}),
    "game_files.ask": ({"key": OWN_KEY},),
    "game_files.show": ({"key": OWN_KEY},),
    "help.one": tuple({"area": area.key} for area in AREAS),
    "log.comparison": ({"a": 1}, {}),
    "log.read": ({}, {"search": "lantern"}, {"search": "no such words"}, {"depth": "chronicle"}),
    "log.why": ({"path": "factions.gramask.reputation"}, {"path": "heroes.lunara.stars"}),
    "portraits.choose": ({"seat": "lunara"},),
    "saying.page": ({"words": "ven dam 2"}, {}, {"words": "buy shield"}, {"words": "no such words"}),
    "sheets.every": ({}, {"at": TAKEN_BACK}),
    "sheets.own": ({}, {"at": TAKEN_BACK}),
}


@cache
def rules() -> list[Rule]:
    """Every address that can be looked at; what programs ask for is no page."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder)))
        app.extensions["services"].close()
        asked = (rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
        return [rule for rule in asked if not rule.endpoint.startswith("api_")]


def without_sample() -> list[str]:
    """Addresses that nobody gave an example of."""
    return [r.rule for r in rules() if r.endpoint not in FILES and not r.arguments <= SAMPLES.keys() | _given(r)]


def _given(rule: Rule) -> set[str]:
    """The arguments that every view of an address brings itself."""
    return set.intersection(*(set(view) for view in VIEWS.get(rule.endpoint, ({},))))


@cache
def places() -> list[str]:
    """The paths of all pages."""
    return sorted({path for rule in _pages() for _, path in _paths(rule)})


def further_views() -> set[str]:
    """Paths that show once more what another one shows: the same address, about the same event or area."""
    first: dict[tuple[Any, ...], str] = {}
    for rule in _pages():
        for view, path in _paths(rule):
            first.setdefault((rule.endpoint, view.get("event"), view.get("area")), path)
    return set(places()) - set(first.values())


def _pages() -> list[Rule]:
    return [rule for rule in rules() if rule.endpoint not in FILES]


def _paths(rule: Rule) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Every view of a page, and its path."""
    views = VIEWS.get(rule.endpoint, ({},))
    if "event" in rule.arguments and rule.endpoint not in VIEWS:
        views = tuple({"event": name} for name in forms())
    known = {name: SAMPLES[name] for name in rule.arguments if name in SAMPLES}
    urls = rule.map.bind("table") if rule.map else None
    assert urls is not None
    for view in views:
        yield view, urls.build(rule.endpoint, {**known, **view})


def forms() -> list[str]:
    """Names of as few events as it takes to show every kind of widget, and of one that asks for nothing."""
    chosen, shown = [], set[str]()
    kinds = {cls: {widget.template for widget in widgets_of(cls)} for cls in GAME.by_name.values()}
    names = {cls: name for name, cls in GAME.by_name.items()}
    while left := [cls for cls in kinds if kinds[cls] - shown]:
        most = max(left, key=lambda cls: (len(kinds[cls] - shown), names[cls]))
        chosen.append(names[most])
        shown |= kinds[most]
    return [*chosen, next(names[cls] for cls, found in kinds.items() if not found)]
