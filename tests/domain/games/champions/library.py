"""A pack as a fan database would give it, of invented cards by the hundred; a deck of 50 of them, and a game."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from companion.services import Services
from domain.framework.content import Content, merge_content
from domain.games.champions import GAME
from domain.games.champions.outside import convert_database, id_of_name
from tests.domain.games.champions.moments import SPIDER

CARDS, HEROES, SETS = 1_500, 40, 30
FIRST = (
    "Amber Brazen Candid Dusky Eager Fierce Grim Hidden Iron Jagged"
    " Keen Lucky Misty Noble Odd Pale Quick Rapid Silent Tidal"
)
LAST = (
    "Anchor Banner Cellar Dagger Engine Feather Gambit Hammer Island Jacket Kettle Lantern Mirror Needle Orbit Patrol"
)
ENDS = "Alpha Beta Gamma Delta Omega"
OF_PLAYERS = ("event", "ally", "upgrade", "support", "resource")
OF_THE_OTHER_SIDE = ("minion", "treachery", "side_scheme", "attachment")
CLASSES = ("basic", "justice", "aggression", "protection", "leadership")


def told(cards: int) -> Iterator[dict[str, Any]]:
    """So many cards that lie in decks, two thirds of them players', with heroes, villains and schemes besides."""
    names = [" ".join(words) for words in product(FIRST.split(), LAST.split(), ENDS.split())]
    for n, name in enumerate(names[:cards]):
        own = n % 3 < 2
        type_ = OF_PLAYERS[n % 5] if own else OF_THE_OTHER_SIDE[n % 4]
        said = {"code": f"{n:05}", "type_code": type_, "name": name, "traits": "Gadget. S.H.I.E.L.D."}
        yield {**said, **(_own(n) if own else _other(n))}
    for n in range(HEROES):
        yield {
            "code": f"h{n}",
            "type_code": "hero",
            "name": f"{names[n]} Hero",
            "card_set_code": f"hero_{n}",
            "health": 10,
        }
    for n in range(SETS):
        for stage in (1, 2, 3):
            yield {
                "code": f"v{n}-{stage}", "type_code": "villain", "name": f"{names[-n - 1]} Villain", "stage": stage,
                "card_set_code": f"set_{n}", "health": 10 + stage, "attack": stage, "scheme": 1,
                "faction_code": "encounter",
            }  # fmt: skip


def _own(n: int) -> dict[str, Any]:
    return {"faction_code": CLASSES[0 if n < CARDS // 3 else n % 5], "cost": n % 5, "resource_mental": 1, "health": 3}


def _other(n: int) -> dict[str, Any]:
    return {"faction_code": "encounter", "card_set_code": f"set_{n % SETS}", "health": 4, "boost": n % 4, "quantity": 2}


def library(cards: int = CARDS) -> Content:
    """The pack of the game with so many cards more."""
    return merge_content(GAME.pack, convert_database(list(told(cards))).content)


def deck() -> dict[str, int]:
    """A deck of 50 of the first of them, two of each."""
    basic = [one for one in told(CARDS) if one.get("faction_code") == "basic" and one["type_code"] != "ally"]
    return {id_of_name(one["name"]): 2 for one in basic[:25]}


def at_table(services: Services, pack: Content | None = None) -> str:
    """The key of a game that is under way with every card by its name: a deck of 50, and six of them in hand."""
    name, opening = "With a library" if pack else "Without", {"tracks": list(GAME.table.areas)}
    made = services.campaigns.new(GAME.key, name, opening, services.new_command()).campaign
    if pack:
        services.campaigns.change_pack(made, pack, services.new_command())
    hand = list(deck())[:6]
    lines: list[dict[str, Any]] = [
        {"event": "hero-taken", "hero": SPIDER, "player": "Ann"},
        {"event": "deck-listed", "seat": SPIDER, "cards": deck()},
        {"event": "scenario-chosen", "scenario": "rhino", "health": 14, "target": 7, "acceleration": 1},
        {"event": "starting-hand-drawn", "seat": SPIDER, "cards": hand},
        {"event": "game-begun"},
        {"event": "form-changed", "seat": SPIDER},
        {"event": "minion-entered", "name": "shocker", "seat": SPIDER},
    ]
    for line in lines:
        services.campaigns.record(
            made, str(line.pop("event")), line, services.new_command(bend="All of it stands on the table")
        )
    return services.find_campaign(made).key
