"""What heroes are asked next: which events are offered, which one must be, and what is known of each by then."""

from typing import Any

import pytest

from domain.framework.game import Prompt
from domain.games.runewars import GAME
from domain.games.runewars.display.heroes import hero_prompts
from domain.games.runewars.state.heroes import Attempt, Duel, Duelist, Hero
from domain.games.runewars.state.table import Area, Runewars, Seat

HERO, FOE, SEAT = "astarra", "vyrah", "human"


def summer(here: str | None = SEAT, **hero: Any) -> Runewars:
    """Two heroes; the first stands in an area that somebody controls, or off the map."""
    table = GAME.table()
    assert isinstance(table, Runewars)
    table.seats = {SEAT: Seat(), "elf": Seat()}
    table.land = {} if here is None else {"1A": Area(controller=here)}
    table.heroes = {
        HERO: Hero.model_validate({"seat": SEAT, "area": "1A", **hero}),
        FOE: Hero(seat="elf", area="1A"),
    }
    table.library = {
        "heroes": {HERO: {"health": 3, "strength": 2}, FOE: {"health": 3}},
        "fate": {"won": {"destiny": "ally"}, "lost": {"destiny": "refuse"}, "blank": {}},
        "quests": {"dragon": {"success": ["ally"]}},
    }
    return table


def offered(prompts: Any) -> list[tuple[str, bool, bool]]:
    """What is offered: the event, whether it must be, and whether there is more to say."""
    return [(prompt.event.__name__, prompt.required, prompt.opens_form) for prompt in prompts]


def asked_in(table: Runewars, under_way: Attempt | Duel) -> list[Prompt]:
    """What is asked while a quest or a duel goes on."""
    table.attempt = under_way if isinstance(under_way, Attempt) else None
    table.duel = under_way if isinstance(under_way, Duel) else None
    return [*hero_prompts(table)]


HEAL, MOVE, TRAIN, NOTHING = "HeroHealed", "HeroMoved", "HeroTrained", "HeroActionSkipped"
FULL = {"training": {"strength": 2, "agility": 2, "wisdom": 2}}


@pytest.mark.parametrize(
    ("table", "may"),
    [
        (summer(), [MOVE, TRAIN, NOTHING]),
        (summer(damage=1), [HEAL, MOVE, TRAIN, NOTHING]),
        (summer("elf", damage=1), [MOVE, TRAIN, NOTHING]),
        (summer(None, damage=1), [HEAL, MOVE, TRAIN, NOTHING]),
        (summer(None), [MOVE, TRAIN, NOTHING]),
        (summer(routed=True), [TRAIN, NOTHING]),
        (summer(**FULL), [MOVE, NOTHING]),
        (summer(routed=True, **FULL), [NOTHING]),
    ],
)
def test_a_hero_heals_where_it_is_hurt_among_friends_moves_unless_routed_and_trains_as_far_as_it_goes(
    table: Runewars, may: list[str]
) -> None:
    table.season, table.step = 2, "secondary"
    *prompts, end = hero_prompts(table)
    assert end.event.__name__ == "QuestPhaseEnded"
    assert [prompt.event.__name__ for prompt in prompts] == may
    assert [prompt.required for prompt in prompts] == [True, *[False] * (len(may) - 1)]
    assert [prompt.opens_form for prompt in prompts] == [name in (MOVE, TRAIN) for name in may]
    assert all(prompt.fields == {"hero": HERO} for prompt in prompts)


DUEL, TEST = ("QuestDuelStarted", False, False), ("AttributeTested", True, False)
DONE, FAILED = ("QuestCompleted", False, False), ("QuestFailed", False, False)


@pytest.mark.parametrize(
    ("attempt", "asked"),
    [
        ({}, [TEST, DUEL, DONE, FAILED]),
        ({"attribute": "strength"}, [TEST, DONE, FAILED]),
        ({"unit": "giant"}, [("QuestDuelStarted", True, False), DONE, FAILED]),
        ({"unit": "giant", "tested": True, "chosen": True}, [(DONE[0], True, False), (FAILED[0], True, False)]),
        ({"tested": True, "chosen": True}, [(DONE[0], True, False), (FAILED[0], True, False)]),
        ({"tested": True}, [("CardOfTestChosen", True, False)]),
    ],
)
def test_a_quest_asks_for_the_duel_or_the_test_then_for_a_card_then_for_its_outcome(
    attempt: dict[str, Any], asked: list[tuple[str, bool, bool]]
) -> None:
    assert offered(asked_in(summer(), Attempt.model_validate({"hero": HERO, **attempt}))) == asked


@pytest.mark.parametrize(
    ("attribute", "needs"), [(None, ["attribute", "value"]), ("strength", []), ("agility", ["value"])]
)
def test_a_test_asks_for_what_nobody_knows_of_it(attribute: Any, needs: list[str]) -> None:
    prompt = asked_in(summer(), Attempt(hero=HERO, attribute=attribute))[0]
    assert (prompt.missing, prompt.required) == (needs, True)


def test_of_the_cards_of_a_test_those_that_succeed_come_first_and_an_unknown_one_is_asked_for() -> None:
    table, attempt = summer(), Attempt(hero=HERO, quest="dragon", tested=True)
    table.fate_open = ["lost", "blank", "won"]
    cards = asked_in(table, attempt)
    assert [(one.fields["card"], one.required, one.missing) for one in cards] == [
        ("won", True, []),
        ("lost", False, []),
        ("blank", False, ["mark"]),
    ]
    table.fate_open = []
    (mark,) = asked_in(table, attempt)
    assert (mark.missing, mark.required, mark.fields) == (["mark"], True, {"hero": HERO})


def duel(**sides: Any) -> Duel:
    fields = {name: sides.pop(name) for name in ("round", "drawn") if name in sides}
    attacker = Duelist.model_validate({"seat": SEAT, "hero": HERO, **sides.get("attacker", {})})
    defender = Duelist.model_validate(sides.get("defender", {"seat": "elf", "hero": FOE}))
    return Duel(area="1A", attacker=attacker, defender=defender, **fields)


START, ROUND, DRAWN = "StartOfDuelEffectUsed", "DuelRoundResolved", "DuelCardsDrawn"


@pytest.mark.parametrize(
    ("fight", "asked"),
    [
        (duel(), [DRAWN, START, START]),
        (duel(round=2), [DRAWN]),
        (duel(drawn=True), [ROUND]),
        (duel(defender={"unit": "giant"}), [DRAWN, START, "DuelUnitDefeated"]),
        (duel(drawn=True, attacker={"special": True, "symbol": "special"}), ["DuelIconResolved", ROUND]),
    ],
)
def test_a_duel_asks_for_cards_then_for_icons_then_for_the_round(fight: Duel, asked: list[str]) -> None:
    prompts = asked_in(summer(), fight)
    assert [prompt.event.__name__ for prompt in prompts] == asked
    assert next(prompt.required for prompt in prompts if prompt.event.__name__ in (DRAWN, ROUND))


def test_who_fights_on_until_the_last_round_ends_the_duel() -> None:
    assert [prompt.event.__name__ for prompt in asked_in(summer(), duel(round=5))] == ["DuelEnded"]


@pytest.mark.parametrize(
    ("side", "known", "opens"),
    [
        ({"hero": HERO, "symbol": "special"}, {"damage": 1}, False),
        ({"hero": HERO, "symbol": "damage 1"}, {}, True),
        ({"hero": "", "unit": "giant", "symbol": "special"}, {}, True),
    ],
)
def test_the_special_icon_of_a_hero_is_one_damage_and_any_other_is_said(
    side: dict[str, Any], known: dict[str, int], opens: bool
) -> None:
    prompt, resolved = asked_in(summer(), duel(drawn=True, attacker={**side, "special": True}))
    assert (prompt.fields, prompt.opens_form, prompt.required) == ({"side": "attacker", **known}, opens, True)
    assert resolved.event.__name__ == ROUND
    assert [one.event.__name__ for one in asked_in(summer(), duel(drawn=True, attacker=side))] == [ROUND]


def test_a_reward_is_used_while_the_cards_lie_open() -> None:
    table = summer(rewards=["sword"])
    assert [prompt.event.__name__ for prompt in asked_in(table, duel(drawn=True))] == [ROUND, "RewardUsed"]
    _, _, used = asked_in(table, duel(drawn=True, attacker={"special": True}))
    assert (used.event.__name__, used.opens_form) == ("RewardUsed", True)
    assert used.fields == {"seat": SEAT, "hero": HERO, "special": True}
    assert [prompt.event.__name__ for prompt in asked_in(table, duel(round=2))] == [DRAWN]
