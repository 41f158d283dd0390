"""A fight under way, and its moments: for tests and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from domain.games import BY_KEY
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from tests.browser.server import Server

ACTIONS = {"lunara": "Shield Bash", "venia": "Backstab", "torrax": "Stone Fist", "matajam": "Thorn Ring"}
"""What each of them has in a slot, and attacks with."""
HEROES = tuple(ACTIONS)
LOG = Path(__file__).parents[1] / "golden/agemonia/0.1.0-fight.jsonl"
"""Four heroes, a follower, three types of enemies, at the beginning of round 4, with all decks typed in."""


class Records(Protocol):
    """Where a moment of a fight is recorded."""

    def record(self, key: str, event: str, actor: str = "", **fields: Any) -> None: ...


def begun(server: Server, name: str = "") -> str:
    """A campaign of one's own in the middle of a fight; its key."""
    with LOG.open("rb") as log:
        imported = lossless.read_lossless(log, BY_KEY)
    import_campaign(server.services.campaigns, imported)
    return server.branch(name, of=server.services.find_campaign(imported.header.campaign).key)


def untyped(server: Server) -> str:
    """A fight of four heroes at its first round, of whose cards and dice nobody typed in any; its key."""
    made = server.services.campaigns.new("agemonia", "Untyped", {}, server.services.new_command()).campaign
    key = server.services.find_campaign(made).key
    for hero in HEROES:
        server.record(key, "hero-joined-party", hero=hero)
        server.record(key, "hero-board-recorded", hero=hero, strength=2, agility=2, will=2, tokens=["Charge", "Jab"])
        server.record(key, "vitality-disk-replaced", hero=hero, chips=7)
    server.record(key, "scenario-card-gained", scenario="201")
    for step in ("city", "journey"):
        server.record(key, "campaign-step-entered", step=step)
    server.record(key, "scenario-selected", scenario="201")
    server.record(key, "journey-step-ended")
    server.record(key, "scenario-started")
    for enemy, symbol in (("Bog Rat", "red"), ("Mire Toad", "blue")):
        server.record(key, "enemy-card-revealed", enemy=enemy, symbol=symbol, base=9, damage=2, count=2)
    server.record(key, "round-started")
    return key


def selecting(server: Records, key: str) -> None:
    server.record(key, "hero-action-selected", hero="lunara", action="Charge", symbol="red")


def of_a_hero(server: Records, key: str) -> None:
    for hero, action in ACTIONS.items():
        server.record(key, "hero-action-selected", hero=hero, action=action, symbol="red")
    server.record(key, "initiative-card-revealed", order=["ally red", "enemy red", "enemy blue", "enemy green"])
    server.record(key, "condition-gained", figure="ford-hulk 1", condition="weakened")
    server.record(key, "special-initiative-declared", hero="venia", kind="last")


def of_an_enemy(server: Records, key: str) -> None:
    of_a_hero(server, key)
    for hero in ("lunara", "torrax", "matajam"):
        server.record(key, "turn-ended", figure=hero)


def rolling(server: Records, key: str) -> None:
    of_a_hero(server, key)
    server.record(
        key, "attack-declared", figure="lunara", attack="melee", targets=["ford-hulk 1"], dice=4, blocked=True
    )
    server.record(key, "dice-rolled", faces=["one", "two", "one_extra", "stamina", "two"])


def reacting(server: Records, key: str) -> None:
    of_an_enemy(server, key)
    server.record(key, "enemy-attack-declared", figure="skitterer 1", target="torrax", value=4, ability="strength")


MOMENTS = (selecting, of_a_hero, of_an_enemy, rolling, reacting)
