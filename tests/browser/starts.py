"""How a table of newcomers begins each game: no cards typed in, what the game recommends to track, ten entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games import BY_KEY
from tests.browser.server import Server

Step = tuple[str, Mapping[str, Any]]

STARTS: Mapping[str, Sequence[Step]] = {
    "agemonia": (
        ("hero-joined-party", {"hero": "lunara", "player": "Ana"}),
        ("hero-joined-party", {"hero": "torrax", "player": "小梅"}),
        ("hero-joined-party", {"hero": "zuvasai", "player": "Ben"}),
        ("hero-joined-party", {"hero": "drenosh", "player": "Dora"}),
        ("hero-board-recorded", {"hero": "lunara", "strength": 3, "agility": 1, "will": 2}),
        ("vitality-disk-replaced", {"hero": "lunara", "chips": 7}),
        ("tutorial-set-up", {"number": 1}),
        ("area-registered", {"area": "1"}),
        ("enemy-card-revealed", {"enemy": "Bog Rat", "symbol": "red", "base": 9, "damage": 2, "count": 2}),
        ("round-started", {}),
    ),
    "champions": (
        ("hero-taken", {"hero": "Spider-Man", "health": 10, "player": "Ana"}),
        ("hero-taken", {"hero": "Captain Marvel", "health": 12, "player": "Ben"}),
        ("hero-taken", {"hero": "She-Hulk", "health": 15, "player": "小梅"}),
        ("scenario-chosen", {"scenario": "Rhino", "health": 42, "target": 21, "acceleration": 3, "threat": 0}),
        ("game-begun", {}),
        ("form-changed", {"seat": "Spider-Man"}),
        ("hero-attacked", {"seat": "Spider-Man", "target": "villain", "amount": 3, "by_ability": True}),
        ("form-changed", {"seat": "She-Hulk"}),
        ("card-print-said", {"card": "She-Hulk"}),
        ("player-phase-ended", {}),
    ),
    "heroes3": (
        ("faction-taken", {"faction": "castle", "player": "Ana", "hero": "catherine"}),
        ("faction-taken", {"faction": "necropolis", "player": "Ben", "hero": "sandro"}),
        ("faction-taken", {"faction": "stronghold", "player": "小梅", "hero": "crag-hack"}),
        (
            "start-taken",
            {"seat": "castle", "goods": {"gold": 20, "materials": 6, "valuables": 1}, "income": {"gold": 10}},
        ),
        ("start-taken", {"seat": "necropolis", "goods": {"gold": 20, "materials": 6}, "income": {"gold": 10}}),
        ("start-taken", {"seat": "stronghold", "goods": {"gold": 20}, "income": {"gold": 10}}),
        ("game-begun", {"starting": "castle"}),
        ("round-ended", {}),
        ("astrologers-proclaimed", {"card": "Week of the Squirrel"}),
        ("proclamation-resolved", {"seat": "castle", "card": "Week of the Squirrel", "brings": "nothing more"}),
    ),
    "odalin": (
        ("hero-joined", {"hero": "Mira", "soul": 2}),
        ("hero-joined", {"hero": "Borin", "soul": 2}),
        ("hero-joined", {"hero": "Carnivorous", "soul": 2}),
        ("equipment-given", {"item": "Ash staff", "hero": "Mira", "slot": "two-hand caster"}),
        ("hit-points-set", {"hero": "Mira", "most": 18}),
        ("hit-points-set", {"hero": "Borin", "most": 26}),
        ("hit-points-set", {"hero": "Carnivorous", "most": 20}),
        ("campaign-begun", {}),
        ("heroes-prepared", {"loot": 1}),
        ("entry-read", {"entry": "1", "note": "the gate of the old well"}),
    ),
    "own": (
        ("seat-taken", {"seat": "guardian", "player": "Ana"}),
        ("seat-taken", {"seat": "scout", "player": "Ben"}),
        ("seat-taken", {"seat": "小梅", "player": "小梅"}),
        ("scenario-began", {"scenario": "first"}),
        ("round-began", {}),
        ("figure-came", {"figure": "guard", "count": 2}),
        ("number-lowered", {"number": "hp", "owner": "scout", "amount": 3}),
        ("status-gained", {"owner": "guardian", "status": "hidden"}),
        ("turn-ended", {"seat": "guardian"}),
        ("word-written", {"journal": "keywords", "word": "Moonstone"}),
    ),
    "runewars": (
        ("faction-chosen", {"faction": "human", "player": "Ana", "influence": 4}),
        ("faction-chosen", {"faction": "elf", "player": "Ben", "influence": 5}),
        ("faction-chosen", {"faction": "uthuk", "player": "小梅", "influence": 2}),
        ("starting-player-found", {"seat": "human"}),
        ("example-map-laid", {}),
        ("war-begun", {}),
        ("season-card-drawn", {}),
        ("season-text-resolved", {}),
        ("order-chosen", {"seat": "human", "order": "mobilize"}),
        ("order-chosen", {"seat": "elf", "order": "recruit"}),
    ),
}
"""The first events of a new table, with typed names if the game ships none."""


def begun(server: Server, game: str, name: str = "") -> str:
    """Begin a campaign that tracks what its game recommends; returns its key."""
    sets = BY_KEY[game].tracking_sets
    opening = {"tracks": list(sets[0].areas)} if sets else {}
    made = server.services.campaigns.new(game, name or f"First {game}", opening, server.services.new_command())
    return server.services.find_campaign(made.campaign).key
