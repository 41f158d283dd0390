"""Somebody at a table who types a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.i18n import tongue_of
from companion.quick_entry.reading import Listener, Reading
from companion.testing import given
from companion.view_context import ViewContext
from domain.framework.events.event import Event, name_of
from domain.framework.game import AnyGame, Viewer
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.agemonia.campaign.items import StarsGained
from domain.log.command import Author
from projections.campaigns import Listed
from tests.domain.games.agemonia.moments import CITY, DISKS, typed_in

LISTED = Listed("c", "c", "", "c", "", "", "", 0, 0, 0, 0, "", 0, "")
LAMP = typed_in("items", "L1", en="Lamp", zh="灯", price=2)
IN_TOWN = (*CITY, *DISKS, LAMP, StarsGained(hero="venia", amount=5))


class Typist:
    """Types at the table of a game after some events, in a language, on a seat or on none."""

    def __init__(self, game: AnyGame, *events: Event[Any], language: str = "en", seat: str = "") -> None:
        self.campaign = given(game, *events).play.campaign
        viewer = Viewer.on(seat) if seat else Viewer()
        self.here = ViewContext(
            replace(LISTED, game=game.key), self.campaign, viewer, tongue_of(language, game=game.key)
        )
        self.author = Author(viewer.seats or None, seat, not seat)

    def says(self, typed: str, *recent: type[Event[Any]]) -> list[Reading]:
        """What that may mean, best first."""
        return Listener(self.here, self.author, [cls.topic for cls in recent]).readings(typed)

    def means(self, typed: str) -> tuple[str, dict[str, Any]]:
        """What it most likely means: the event, and its fields as far as they are known."""
        best = self.says(typed)[0]
        return name_of(best.cls), dict(best.fields)


def in_town(language: str = "en", seat: str = "") -> Typist:
    """In the city, with two heroes of six chips each; Venia has 5 stars, and somebody typed in a lamp."""
    return Typist(AGEMONIA, *IN_TOWN, language=language, seat=seat)
