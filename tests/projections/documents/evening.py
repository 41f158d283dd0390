"""Evenings at the toy game's table, for the documents to tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from domain.framework.game import PUBLIC, Viewer
from domain.framework.text import ENGLISH, Tongue
from domain.log.command import Command
from projections.campaigns import find_campaign
from projections.documents.chronicle import Chronicle, Item
from projections.documents.export import Subject, export_campaign
from tests.house import House

HOSTILE = "<img src=x onerror=alert(1)>"
CHINESE = Tongue(content="zh")
NOON = "2026-11-20T19:00:00.000Z"
_NUMBERS = count(1)


class Evening:
    """A campaign that is played event by event, and told."""

    def __init__(self, house: House, name: str = "The Long Winter 长冬") -> None:
        self.house = house
        self.id = house.new(name)

    def plays(
        self, event: str, actor: str = "Ann", bend: str = "", later: str = "", time: str = NOON, **fields: Any
    ) -> int:
        """Record an event by its name; returns its position."""
        number = next(_NUMBERS)
        command = Command(f"evening-{number}", time, actor, "", bend, later)
        return self.house.campaigns.record(self.id, event, fields, command).entries[0].position

    def sits(self, *names: str) -> None:
        for name in names:
            self.plays("seat-taken", seat=name)

    @contextmanager
    def subject(self, tongue: Tongue = ENGLISH) -> Iterator[Subject]:
        with self.house.campaigns.open(self.id) as campaign:
            with self.house.store.reading() as cursor:
                listed = find_campaign(cursor, self.id)
            yield Subject(campaign, listed, self.house.store.reading, tongue)

    def story(self, tongue: Tongue = ENGLISH) -> Chronicle:
        with self.subject(tongue) as subject:
            story, chapters = subject.begun
            story.chapters += chapters
            return story

    def exported(self, suffix: str, tongue: Tongue = ENGLISH, viewer: Viewer = PUBLIC) -> bytes:
        with self.subject(tongue) as s:
            return b"".join(export_campaign(s.campaign, s.listed, s.reading, suffix, s.tongue, viewer))


def items(story: Chronicle) -> list[Item]:
    """All that stands on its own, in order."""
    return [i for c in story.chapters for r in c.rounds for s in r.steps for i in s.items]


def item(story: Chronicle, words: str) -> Item:
    """The one item that says just this."""
    (found,) = [one for one in items(story) if one.text == words]
    return found


def long_evening(house: House) -> Evening:
    """Two sessions with everything in them that a log can hold, a hostile player's names included."""
    evening = Evening(house)
    evening.plays("session-started", players=["Ann", "贝丝", HOSTILE])
    evening.sits("Ann", "贝丝", HOSTILE)
    for amount in (3, 4, 1):
        evening.plays("coins-gained", seat="Ann", amount=amount)
    rolled = evening.plays("dice-rolled", seat="贝丝")
    evening.plays("tower-built", seat="Ann", tower="oak")
    evening.plays("tower-built", seat="Ann", tower="oak", bend="the card says [so](javascript:alert(1))")
    evening.plays("card-drawn", seat="Ann")
    evening.plays("note-added", text="What a roll!\n# no heading\n<script>alert(1)</script>", entry=rolled)
    gained = evening.plays("coins-gained", seat="贝丝", amount=7, actor="贝丝")
    house.amend(evening.id, gained, amount=9)
    evening.plays("coins-gained", seat="Ann", amount=2)
    house.undo(evening.id)
    evening.plays("night-fell")
    evening.plays("session-ended", note="See you")
    evening.plays("session-started", players=["Ann", "Cleo"])
    evening.plays("day-broke")
    evening.plays("tower-built", seat="贝丝", tower="iron", later="last Sunday")
    evening.plays("content-added", kind="towers", id="glass", fields={"en": "Glass Tower", "zh": "玻璃塔", "price": 1})
    evening.plays("tower-built", seat="Ann", tower="glass")
    return evening
