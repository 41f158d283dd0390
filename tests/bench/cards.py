"""The waits of a table with 1,500 cards and a deck of 50, each next to the same without the pack, in time and bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.config import Settings
from companion.services import Services
from companion.web.app import create_app
from tests.bench.measure import Wait, each
from tests.domain.games.champions.library import at_table, library

GOAL = 3.0
"""How much longer a page may take with all these cards."""
PAGES = {
    "Play": "",
    "a form that asks for a card": "record/card-played",
    "a form with a deck list": "record/deck-listed",
    "what a few words mean": "say/heard?words=play+silent+anchor",
}
ON_PAPER = 1.3
"""How much larger a page may be; what words mean is known to be more, where there is more to find."""


def with_cards(folder: Path) -> Iterator[Wait]:
    """A game under way, with every card by its name."""
    services = Services(Settings(folder / "cards"))
    few, many = at_table(services), at_table(services, library())
    client = create_app(services.settings, services).test_client()

    def read(key: str, page: str) -> bytes:
        return bytes(client.get(f"/c/{key}/{page}").data)

    for name, page in PAGES.items():
        taken = each(lambda page=page: read(many, page), lambda page=page: read(few, page), 40)  # type: ignore[misc]
        yield taken.told(f"{name}, with 1,500 cards, in time", GOAL, "without them")
        if not page.startswith("say"):
            size = len(read(many, page)) / len(read(few, page))
            yield Wait(f"{name}, with 1,500 cards, in bytes", size, ON_PAPER, "without them")
    services.close()


__all__ = ["with_cards"]
