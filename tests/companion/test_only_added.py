"""The log is only ever added to: whatever else is changed, every entry stays as it was, byte for byte."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.campaign_files.repair import repair_file
from companion.services import Services
from domain.framework.content import Content, merge_content
from projections.rebuild import rebuild_read_models, verify_file
from tests import toy
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.house import House

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FORBIDDEN = re.compile(
    r"\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|ALTER\s+TABLE|DROP\s+TABLE(\s+IF\s+EXISTS)?)\s+[\"'\[`]?(entries|commands)\b",
    re.IGNORECASE,
)
WATCHED = [
    f"CREATE TRIGGER no_{what.lower()}_of_{table} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, 'for good'); END"
    for table in ("entries", "commands")
    for what in ("UPDATE", "DELETE")
]


def statements() -> Iterator[tuple[str, str]]:
    """Every text of the sources: where it stands, and what it says."""
    for package in ("companion", "domain", "projections", "tools"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield f"{path.relative_to(ROOT)}:{part.lineno}", part.value


def test_no_statement_changes_or_removes_an_entry_or_what_a_command_recorded() -> None:
    changing = [where for where, said in statements() if FORBIDDEN.search(said) and "WHERE FALSE" not in said]
    assert changing == []


def entries(services: Services) -> list[Any]:
    with services.store.reading() as cursor:
        return cursor.execute("SELECT * FROM entries ORDER BY rowid").fetchall()


def watched(services: Services) -> None:
    """From here on the file itself refuses to change or remove an entry."""
    with services.store.writing() as db:
        for trigger in WATCHED:
            db.execute(trigger)


CHANGES: dict[str, Callable[[Visitor], Any]] = {
    "how it is shown": lambda v: v.post("/preferences", {"theme": "dark", "by": "Ann", "interface": "zh_Hans"}),
    "a hint": lambda v: v.post("/hints/menu"),
    "the story of last time": lambda v: v.post("recap"),
    "the code": lambda v: v.post("people/code"),
    "how many may join": lambda v: v.post("people/most", {"most": "3"}),
    "a seat of the host": lambda v: v.post("people/sit", {"place": "at:Ann"}),
    "a colour": lambda v: v.post("seat/colour", {"seat": "Ann", "colour": "2"}),
    "a portrait taken down": lambda v: v.post("seat/down", {"seat": "Ann"}),
    "another name": lambda v: v.record("campaign-renamed", name="Another"),
    "a branch": lambda v: v.post("branch", {"name": "Elsewhere"}),
    "a card": lambda v: v.record("content-added", kind="towers", id="glass"),
    "an undo": lambda v: v.post("undo/4"),
    "a redo": lambda v: v.redo(),
}


def test_whatever_is_set_on_the_pages_leaves_every_entry_as_it_was(visitor: Visitor, services: Services) -> None:
    watched(services)
    for what, change in CHANGES.items():
        before = entries(services)
        assert change(visitor).status_code < 500, what
        assert entries(services)[: len(before)] == before, what


def test_whatever_is_done_to_the_file_leaves_every_entry_as_it_was(
    visitor: Visitor,
    services: Services,
    tmp_path: Path,
) -> None:
    watched(services)
    campaign, before = services.find_campaign("harbour").campaign, entries(services)
    services.store.add_pack("toy", merge_content(toy.PACK, Content({"towers": {"oak": {"price": 9}}})))
    services.store.add_photo("0" * 64, b"a picture")
    with services.open("harbour") as live:
        services.store.keep_snapshot(campaign, live.checkpoint())
    services.store.forget_snapshots()
    rebuild_read_models(services.campaigns, services.models)
    services.store.backup(tmp_path / "backup.db")
    assert list(verify_file(services.campaigns, services.models)) == []
    assert entries(services) == before


def test_a_repair_of_a_sound_file_leaves_every_entry_as_it_was(house: House, harbour: str) -> None:
    house.record(harbour, toy.SeatTaken(seat="Ann"))
    house.undo(harbour)
    before = list(house.store.source(harbour).read())
    house.close()
    repair_file(house.path, {toy.GAME.key: toy.GAME})
    again = House(house.path)
    assert list(again.store.source(harbour).read()) == before
    again.close()


def test_whoever_joins_or_leaves_removes_nothing(app: Flask, visitor: Visitor, services: Services) -> None:
    """An empty phone, one that was let go, and one that comes back with what it had are the same to the log."""
    watched(services)
    before = entries(services)
    eve, sam = joined(app, services, "Eve", "at:Bob"), joined(app, services, "Sam", "watch")
    for guest in (eve, sam):
        assert guest.get("").status_code == 200
        assert guest.post("people/leave").status_code == 303
    again = joined(app, services, "Eve", "at:Bob")
    assert again.record("coins-gained", seat="Bob", amount="1").status_code == 303
    assert entries(services)[: len(before)] == before
    assert len(entries(services)) == len(before) + 1
