"""Combats of Odalin, four heroes against five villains: for tests and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.framework.cards.packs import read_pack
from domain.framework.content import merge_content
from domain.games import BY_KEY
from tests.browser.server import Server

HEROES = ("Ana", "Ben", "Cleo", "Dov")
GHOULS = ("ghoul 1", "ghoul 2", "ghoul 3")
OGRES = ("ogre 1", "ogre 2")
ORDER = ("ghoul 1", "Ana", "ghoul 2", "Ben", "ogre 1", "Cleo", "ghoul 3", "Dov", "ogre 2")
"""The initiative: the two ghouls that fall have acted by then."""
AT_ONCE = ("turns", "conditions", "power")
COLOURS = ("black", "red", "white", "blue")
SHOWN = '["hit+hit", "hit+damage", "hit+hit+damage", "hit+damage+damage", "hit+hit+hit", "hit"]'
SHIELDS = '["defense", "defense", "", "defense", "", "defense+defense"]'
"""What the faces of attack dice and of defense dice show."""


def typed_in() -> str:
    """A pack of everything: villains with eight attack cards each, twelve action cards a hero, dice, power levels."""
    parts = [
        *(f'[villains.{name}]\nen = "{name.title()}"\nhp = {hp}\ndefense = 2\nside = "{side}"\nstrength = 1\n'
          f"attacks = {[f'{name}-{n}' for n in range(1, 9)]}\n"
          for name, hp, side in (("ghoul", 2, "chaos"), ("ogre", 20, "order"))),
        *(f'[villain-attacks.{name}-{n}]\nen = "{name.title()} attack {n}"\ntarget = "the closest"\nrange = 1\n'
          f"movement = 3\ndamage = {1 + n % 3}\n"
          for name in ("ghoul", "ogre") for n in range(1, 9)),
        *(f'[action-cards.{hero.lower()}-{n}]\nen = "{hero} strike {n}"\nhalf = "upper"\nkind = "attack"\n'
          f'side = "order"\nstrength = 2\ndamage = 2\n'
          for hero in HEROES for n in range(1, 13)),
        *(f'[equipment.blade-{hero.lower()}]\nen = "Blade of {hero}"\nslot = "one-hand melee"\ndice = {{ red = 2, '
          f"green = 2 }}\n" for hero in HEROES),
        *(f"[dice.{colour}]\nen = \"{colour.title()}\"\nsides = {SHOWN}\n" for colour in COLOURS),
        f'[dice.green]\nen = "Green"\nsides = {SHIELDS}\n',
    ]  # fmt: skip
    return "\n".join(parts)


def new(server: Server, tracks: Iterable[str] | None) -> str:
    """A campaign that tracks some areas, or all of them; its key."""
    opening = {} if tracks is None else {"tracks": list(tracks)}
    made = server.services.campaigns.new("odalin", "Dungeon", opening, server.services.new_command())
    return server.services.find_campaign(made.campaign).key


def met(server: Server, key: str, **villain: Any) -> None:
    """Five villains stand before the party, and the first round has begun."""
    for one in (*GHOULS, *OGRES):
        server.record(key, "villain-placed", name=one.rpartition(" ")[0], **villain)
    server.record(key, "initiative-set", order=list(ORDER))


STATS = ("power", "vigor", "agility", "spirit", "mind", "luck")


def without_bonuses(server: Server, key: str) -> None:
    """Type in the stat tokens: a stat of 0 adds nothing."""
    for stat in STATS:
        server.record(key, "content-corrected", kind="stats", id=stat, fields={"bonus": {"0": 0}})


def at_once(server: Server) -> str:
    """Turns, conditions and power are tracked, hit points and defense were typed in; what an attack deals is said."""
    key = new(server, AT_ONCE)
    without_bonuses(server, key)
    for hero in HEROES:
        server.record(key, "hero-joined", hero=hero, hp=20, soul=2, **dict.fromkeys(STATS, 0))
    server.record(key, "campaign-begun")
    server.record(key, "heroes-prepared")
    server.record(key, "dungeon-entered")
    met(server, key, hp=5, defense=2, side="chaos", strength=1)
    return key


def in_full(server: Server) -> str:
    """Everything is tracked, and everything was typed in: sleeves, attack cards, the faces of the dice."""
    key = new(server, None)
    game, campaign = BY_KEY["odalin"], server.services.find_campaign(key).campaign
    typed = merge_content(game.pack, read_pack(typed_in(), game.kinds).content)
    server.services.campaigns.change_pack(campaign, typed, server.services.new_command())
    without_bonuses(server, key)
    for hero in HEROES:
        server.record(key, "hero-joined", hero=hero, hp=20, soul=2, **dict.fromkeys(STATS, 0))
        server.record(key, "equipment-given", hero=hero, item=f"blade-{hero.lower()}")
        server.record(key, "deck-assembled", hero=hero)
        for n in range(1, 13):
            server.record(key, "sleeve-named", hero=hero, sleeve=f"{hero} {n}", hero_card=f"{hero.lower()}-{n}")
    server.record(key, "action-cards-kept")
    server.record(key, "campaign-begun")
    server.record(key, "heroes-prepared")
    server.record(key, "dungeon-entered")
    server.record(key, "room-set-up", entry="1", tile="1", villains={"ghoul": len(GHOULS), "ogre": len(OGRES)})
    server.record(key, "initiative-set", order=list(ORDER))
    return key
