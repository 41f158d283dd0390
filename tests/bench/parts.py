"""The wait for what others recorded: the parts of Play that differ, next to the whole page, in time and in bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from companion.web.app import create_app
from domain.games import BY_KEY
from tests.bench.measure import Wait, each
from tests.companion.visitor import asking

Steps = tuple[tuple[str, Mapping[str, Any]], ...]
NUMBERS: Mapping[str, Steps] = {
    "agemonia": (
        ("stars-gained", {"hero": "venia", "amount": 1}),
        ("stars-spent", {"hero": "venia", "amount": 1}),
    ),
    "champions": (
        ("threat-placed", {"scheme": "main scheme", "amount": 1, "prevented": 0}),
        ("threat-removed", {"scheme": "main scheme", "amount": 1}),
    ),
    "runewars": (
        ("influence-gained", {"seat": "elf", "amount": 1}),
        ("influence-spent", {"seat": "elf", "amount": 1}),
    ),
}
"""One number of each game, up and down."""


def differing(folder: Path) -> Iterator[Wait]:
    """One number goes up and down at each demo; a screen that shows Play asks for what differs."""
    for game, steps in NUMBERS.items():
        services = Services(Settings(folder / f"parts of {game}"))
        whole, parts = _asked(services, game, steps)
        full, size = whole(), parts()
        if game == "agemonia":
            yield each(parts, whole, 42).told("parts of Play after one number, in time", 1.1, "Play as a whole")
            yield Wait("parts of Play after one number, in bytes", size / full, 0.3, "Play as a whole")
        yield Wait(f"parts of Play after one number, {BY_KEY[game].name.en}", size / 1000, 6, unit="kB")
        services.close()


def _asked(services: Services, game: str, steps: Steps) -> tuple[Callable[[], int], Callable[[], int]]:
    """Play as a whole, and what of it differs from that: each after one step more, in bytes."""
    play, step = f"/c/{make_demo(services, BY_KEY[game])}/", cycle(steps)
    client, campaign = (
        create_app(services.settings, services).test_client(),
        services.find_campaign(play.split("/")[2]).campaign,
    )
    known: dict[str, str] = {}

    def asked(headers: Mapping[str, str]) -> bytes:
        event, fields = next(step)
        services.campaigns.record(campaign, event, fields, services.new_command())
        return client.get(play, headers=headers).data

    def whole() -> int:
        page = asked({})
        known.update(asking(page.decode()))
        return len(page)

    return whole, lambda: len(asked(known))


__all__ = ["differing"]
