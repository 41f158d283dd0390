"""Without one value of a card or of the table, an outcome is the same, asked for, or left open; never another one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from domain.games import BY_KEY
from domain.games.own.kinds import CARDS
from tests.forgotten import EVERY, differences_in_log
from tests.played_again import GOLDEN

pytestmark = pytest.mark.slow

EXCUSED: Mapping[str, Mapping[tuple[str, str], str]] = {
    "agemonia": {
        **dict.fromkeys(
            [("skills", one) for one in ("at", "condition", "dice", "items", "maneuver")],
            "a skill has only the effects and conditions on its card; one that is not typed in is not on it",
        ),
        ("actions", "maneuvers"): "most tokens give no maneuver; one that is not typed in is not on the token",
        ("followers", "health"): "the ally is offered by a prompt that asks for its health",
        ("levels", "xp_total"): "nothing follows: the level is not ticked",
    },
    "runewars": {
        ("orders", "number"): "printed in the content of the game",
        ("units", "health"): "without a cap all damage is shown; the players enter who is defeated",
        ("heroes", "health"): "as that of a unit",
        ("Seat", "influence"): "two seats with the same order are tied; the players enter who comes first",
        ("Fighter", "health"): "as that of a unit",
        ("Fighter", "initiative"): "no round follows by itself; the players enter who acts",
        ("quests", "success"): "nothing follows; the players enter the outcome",
        ("explorations", "category"): "the token stays until a player removes it",
        ("season-cards", "council"): "a tick box: without a tick it is not on the card",
        ("season-cards", "lasting"): "a tick box: without a tick it is not on the card",
        **dict.fromkeys(
            [("areas", one) for one in ("food", "wood", "ore", "city", "borders", "tile")],
            "the print of a tile: what is left out is not printed",
        ),
        ("areas", "q"): "packs leave out 0; two areas at one place are refused",
        ("areas", "r"): "packs leave out 0; two areas at one place are refused",
    },
    "champions": {
        ("cards", "uses_of"): "a name: they are called uses without one",
        ("cards", "identity"): "without a hero the player who reveals it decides (p. 12)",
        ("cards", "boost_star"): "a tick box, and the event has a field for it",
        ("cards", "keywords"): "a list, and the event has fields for what is on it",
        ("cards", "threat_each"): "a tick box: without a tick the symbol is not printed",
        ("main-schemes", "threat_each"): "a tick box: without a tick the symbol is not printed",
        **dict.fromkeys(
            [("InPlay", "health"), ("Villain", "health"), ("MainScheme", "target")],
            "nothing follows; the players enter that it is defeated or completed",
        ),
        ("InPlay", "printed"): "bonuses, icons and the like: what is missing is not printed",
        ("villains", "*"): "a stage without any number drops the numbers of the last one, with a mark",
    },
    "own": {
        (card.kind_name, name): "a definition that says less describes another game"
        for card in CARDS
        for name in (*card.model_fields, "*")
    },
    "odalin": {
        ("action-cards", "pays_hp"): "a card that lists no cost costs nothing; hit points paid besides have an event",
        ("action-cards", "pays_cards"): "as its cost in hit points",
        ("classes", "heals_more"): "a class that says nothing of it heals as all others do",
        **dict.fromkeys(
            [("Hero", "hp"), ("Villain", "hp"), ("Hero", "most")],
            "hit points that are unknown stay so, and nothing follows; the players enter who is defeated",
        ),
    },
    "heroes3": {
        ("units", "hp"): "the damage stays on the unit, and its card is asked for",
        ("Fighter", "hp"): "as that of its card",
        ("units", "tier"): "a unit of unknown tier is in no neutral deck; drawn units are named",
        ("units", "neutral"): "as its tier",
        ("units", "copies"): "as its tier",
        ("units", "faction"): "a unit that a faction begins with or recruits is kept as one of that faction",
        ("cards", "kind"): "a card of unknown kind is in no shared deck",
        ("cards", "copies"): "a card of unknown copies is in no shared deck",
        ("printed-fields", "tile"): "it identifies the field",
    },
}
"""Fields of cards and states, by kind or class and name, that an outcome may lose without a word, with the reason."""


LOGS = [(key, path) for key in BY_KEY for path in sorted((GOLDEN / key).glob("*.jsonl"))]


@pytest.mark.parametrize(("key", "path"), LOGS, ids=[f"{key}-{path.stem}" for key, path in LOGS])
def test_a_forgotten_value_never_leads_to_another_outcome(key: str, path: Path) -> None:
    found = {
        f"{one.event}.{one.field} without {one.forgotten.kind}.{one.forgotten.field}: {one.before} → {one.after}"
        for one in differences_in_log(path, EVERY, EXCUSED[key])
        if (one.forgotten.kind, one.forgotten.field) not in EXCUSED[key]
    }
    assert not found, "\n".join(sorted(found))
