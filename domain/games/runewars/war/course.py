"""The course of a battle: draws, duties of each side, stages; helpers of its events."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.games.runewars import sections
from domain.games.runewars.areas import units_of
from domain.games.runewars.base import RunewarsEvent, Some, UnitId
from domain.games.runewars.cards import discard_open
from domain.games.runewars.state.table import MOST_IN_AREA, NEUTRAL, Runewars
from domain.games.runewars.state.war import Battle, Stage
from domain.games.runewars.units import nobody_is_routed
from domain.games.runewars.war.armies import (
    army_of,
    battle_of,
    contested_area,
    left_behind,
    muster_fighters,
    room_for,
    sides_of_battle,
    standing_fighters,
)

# === Shared parts of the events of a battle: base class, types of fields, common refusals ========

NO_BATTLE = never("no-battle", "No battle is being fought.", rule=sections.BATTLES)
NOT_NOW = never("not-now", "The battle is not at that step.", rule=sections.BATTLES)

SideId = Annotated[str, Choice("owners", sides_of_battle)]
"""A side of the battle: a faction, or neutral units."""


def own_fighters(table: Runewars, side: str) -> list[str]:
    return list(army_of(battle_of(table), side))


def own_standing(table: Runewars, side: str) -> list[str]:
    return list(standing_fighters(battle_of(table), side))


def foes_first(table: Runewars, side: str) -> list[str]:
    """All fighters, first those of the other side."""
    battle = battle_of(table)
    return [*army_of(battle, battle.foe(side)), *army_of(battle, side)]


def of_unknown_health(table: Runewars, side: str) -> list[str]:
    """The fighters of a side with unknown health, whose destruction the players enter."""
    return [id_ for id_, fighter in army_of(battle_of(table), side).items() if fighter.health is None]


def in_area(table: Runewars) -> list[str]:
    """The types of units that take part."""
    return list(dict.fromkeys(fighter.unit for fighter in battle_of(table).fighters.values()))


def own_types(table: Runewars, side: str) -> list[str]:
    """The types of standing units of a side, first those that have yet to draw."""
    here = standing_fighters(battle_of(table), side).values()
    return list(dict.fromkeys(f.unit for f in sorted(here, key=lambda f: (f.drawn, f.initiative or 0))))


def foes_of(table: Runewars, side: str | None) -> Iterator[list[str]]:
    """The likely targets: the fighters of the other side."""
    if side:
        yield list(army_of(battle_of(table), battle_of(table).foe(side)))


def friends_of(table: Runewars, side: str | None) -> Iterator[list[str]]:
    """The likely targets: the fighters of the same side."""
    if side:
        yield own_fighters(table, side)


def health_left(table: Runewars, *_: str) -> dict[str, int]:
    """The remaining health of each fighter whose health is known."""
    return {id_: lacks for id_, fighter in battle_of(table).fighters.items() if (lacks := fighter.lacks) is not None}


def damage_taken(table: Runewars, *_: str) -> dict[str, int]:
    """The damage that each fighter has taken."""
    return {id_: fighter.damage for id_, fighter in battle_of(table).fighters.items()}


FoeId = Annotated[
    str, Choice("fighters", foes_first, given=("side",), likely=foes_of, beside=("side",), most=health_left)
]
"""A fighter that the side in an earlier field harms: of either side, the other one first."""
FriendId = Annotated[
    str, Choice("fighters", foes_first, given=("side",), likely=friends_of, beside=("side",), most=damage_taken)
]
"""A fighter that the side in an earlier field helps: of either side, its own first."""
Losses = Annotated[dict[UnitId, Some], Field(max_length=20)]
MOST_FIGHTERS = 60


class BattleEvent(RunewarsEvent):
    """The base of events in a battle; `stages` are those that it belongs to, none: any stage."""

    heading = "Battles"
    tracked = ("units",)
    during = ("battle",)
    stages: ClassVar[tuple[Stage, ...]] = ()

    @classmethod
    def battle_at_stage(cls, table: Runewars) -> Battle | None:
        """The battle if it is at a stage of the event; None otherwise."""
        battle = table.battle
        return battle if battle and (not cls.stages or battle.stage in cls.stages) else None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer of the class, at its stages."""
        if cls.battle_at_stage(table):
            yield from super().offers(table)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.battle is None:
            yield NO_BATTLE()
        elif self.stages and table.battle.stage not in self.stages:
            yield NOT_NOW()


def seats_of_side(battle: Battle, side: str) -> frozenset[str]:
    """The seats that choose for a side: for unallied neutral units, the seat that plays them; none if unknown."""
    return frozenset({battle.player_of(side)} - {"", NEUTRAL})


# === The course of a battle: draws, duties, and the order of stages (3.7 战斗流程) ===============
# A stage ends as soon as nothing in it is open, so the battle continues whatever a card does in between.

# The number of rounds; units with initiative 1 to 5 fight in the round of that number.
ROUNDS = 5
TOMB, SPAWN, WARDS, WALLS = "cursed-tomb", "hungry-spawn", "protective-wards", "reinforced-walls"
TOMB_ROUTS, SPAWN_DAMAGE, WALLS_STRENGTH = 3, 4, 2
"""The effects of fortifications (设施)."""
FORTIFICATIONS: Mapping[str, Stage] = {TOMB: "tomb", SPAWN: "spawn", WARDS: "wards", WALLS: "tally"}
"""Defensive developments, each with the stage that its use leads to."""
ROUTING: tuple[Stage, ...] = ("routs", "tomb")
DAMAGING: tuple[Stage, ...] = ("damage", "spawn")
AFTER_OWED: Mapping[str, Stage] = {
    "specials": "routs",
    "routs": "damage",
    "damage": "drawing",
    "tomb": "tally",
    "spawn": "tally",
}
AFTERMATH: tuple[Stage, ...] = ("flip", "behind", "retreat", "conquest", "excess", "end")
"""The stages after the victory, in this order; those without open duties are skipped."""


# --- the start ---


def next_at_start(battle: Battle) -> str:
    """The side that may use cards and abilities now, the attacker first; empty if the start of the battle is over."""
    return next((side for side in battle.sides if side not in battle.passed), "") if battle.stage == "opening" else ""


# --- draws ---


def types_undrawn(battle: Battle, side: str) -> dict[str, int | None]:
    """The types of a side with standing units that have not drawn, each with its initiative."""
    drew = {fighter.unit for fighter in army_of(battle, side).values() if fighter.drawn}
    return {f.unit: f.initiative for f in standing_fighters(battle, side).values() if f.unit not in drew}


def drawing_now(battle: Battle, side: str) -> list[str]:
    """The types of a side that may draw in this round.

    A type of unknown initiative may always, unless it is held back.
    """
    # Once held back, only units of a known initiative draw in this round.
    fits = (battle.round,) if side in battle.held else (battle.round, None)
    return [unit for unit, initiative in types_undrawn(battle, side).items() if initiative in fits]


def next_to_draw(battle: Battle) -> str:
    """The side that draws next in this exchange, the attacker first; empty if there is none."""
    return next((side for side in battle.sides if side not in battle.volleys and drawing_now(battle, side)), "")


def may_hold_back(battle: Battle, side: str) -> bool:
    """Whether it is unknown if a side has to draw in this round."""
    here = drawing_now(battle, side)
    return battle.round < ROUNDS and bool(here) and all(types_undrawn(battle, side)[unit] is None for unit in here)


def next_round(battle: Battle) -> int | None:
    """The next round with draws; initiatives without units are skipped."""
    waiting = [initiative for side in battle.sides for initiative in types_undrawn(battle, side).values()]
    # A type with an unknown initiative may draw in any round, so none may be skipped while one is left.
    rounds = range(battle.round + 1, ROUNDS + 1)
    return next((number for number in rounds if number in waiting or None in waiting), None)


# --- duties ---


def due_of_side(battle: Battle, side: str) -> int:
    """The number of open duties of a side in this stage: special abilities, routs or damage, limited by the targets."""
    owed = battle.owed.get(side, 0)
    if battle.stage in ROUTING:
        return min(owed, len(standing_fighters(battle, side)))
    if battle.stage in DAMAGING:
        left = army_of(battle, side)
        room = room_for(left)
        return min(owed, room) if room is not None else owed
    return owed


def next_due(battle: Battle) -> str:
    """The side with the next open duty, the attacker first; empty if there is none."""
    return next((side for side in battle.sides if due_of_side(battle, side) > 0), "")


def side_at_work(battle: Battle) -> str:
    """The side that acts next in a battle; empty if there is none, or the battle is decided."""
    match battle.stage:
        case "opening":
            return next_at_start(battle)
        case "drawing":
            return next_to_draw(battle)
        case "specials" | "routs" | "tomb" | "damage" | "spawn":
            return next_due(battle)
    return ""


# --- stages ---


def fortification_of(table: Runewars) -> str:
    """The defensive development that the defender may use here."""
    here, battle = contested_area(table).development, battle_of(table)
    own = here is not None and here.owner == battle.defender and here.kind in FORTIFICATIONS
    return here.kind if here and own else ""


def enemy_stronghold(table: Runewars) -> bool:
    """Whether the defender has a stronghold here."""
    stronghold = contested_area(table).stronghold
    return stronghold is not None and stronghold.owner == battle_of(table).defender


def _stronghold_falls(table: Runewars) -> bool:
    """Whether surviving attackers destroy the stronghold, standing or routed (G-30)."""
    battle, stronghold = battle_of(table), contested_area(table).stronghold
    # The rulebook does not say whether routed attackers count (G-30). They do, unless the table rules otherwise.
    left = standing_fighters if table.ruled("standing-attackers-flip") else army_of
    return enemy_stronghold(table) and bool(stronghold and stronghold.intact and left(battle, battle.attacker))


def loser_of(battle: Battle) -> str:
    return battle.foe(battle.report.winner)


def units_over_limit(table: Runewars) -> int:
    """The number of the winner's units beyond the limit (B6d); 0 for neutral units."""
    winner = battle_of(table).report.winner
    if winner == NEUTRAL:
        return 0
    here = contested_area(table)
    others = sum(stack.size for stack in here.stacks.values() if stack.owner == NEUTRAL and here.allied != winner)
    return max(0, units_of(here, winner) + others - MOST_IN_AREA)


def _aftermath(table: Runewars) -> Iterator[Stage]:
    """The stages after the tally that have open duties."""
    battle = battle_of(table)
    attacked = battle.report.winner == battle.attacker
    busy: dict[Stage, Callable[[], object]] = {
        "flip": lambda: _stronghold_falls(table),
        "behind": lambda: left_behind(table, loser_of(battle)),
        "retreat": lambda: army_of(battle, loser_of(battle)),
        "conquest": lambda: attacked and enemy_stronghold(table),
        "excess": lambda: units_over_limit(table) > 0,
        "end": lambda: True,
    }
    yield from (stage for stage, is_busy in busy.items() if is_busy())


def _after_drawing(battle: Battle) -> Stage | None:
    if next_to_draw(battle):
        return None
    return "specials" if battle.volleys else "round"


def _stage_after(table: Runewars, battle: Battle) -> Stage | None:
    """The stage after this one; None while this one has open duties."""
    match battle.stage:
        case "opening":
            return "round" if set(battle.sides) <= set(battle.passed) else None
        case "round":
            return None if next_round(battle) else "fortification"
        case "drawing":
            return _after_drawing(battle)
        case "specials" | "routs" | "damage" | "tomb" | "spawn":
            return None if next_due(battle) else AFTER_OWED[battle.stage]
        case "fortification":
            return None if fortification_of(table) and not battle.report.fortification else "tally"
        case "wards":
            return None if standing_fighters(battle, battle.attacker) else "tally"
    if battle.stage in AFTERMATH:
        return next(stage for stage in AFTERMATH if stage in tuple(_aftermath(table)))
    return None


def _duties_of_stage(table: Runewars, battle: Battle, stage: Stage) -> dict[str, int]:
    """The duties of each side in a stage, from the cards of this exchange."""
    match stage:
        case "routs" | "tomb" if nobody_is_routed(table):
            return {}
        case "specials":
            return {side: volley.specials for side, volley in battle.volleys.items()}
        case "routs":
            return {battle.foe(side): volley.routs for side, volley in battle.volleys.items()}
        case "damage":
            return {battle.foe(side): volley.damage for side, volley in battle.volleys.items()}
        case "tomb":
            return {battle.attacker: TOMB_ROUTS}
        case "spawn":
            return {battle.attacker: SPAWN_DAMAGE}
    return {}


def come_to(table: Runewars, stage: Stage) -> None:
    """Begin a stage. For `apply`."""
    battle = battle_of(table)
    battle.stage, battle.owed = stage, _duties_of_stage(table, battle, stage)
    if stage in ("drawing", "round") and battle.volleys:
        battle.volleys = {}
        discard_open(table)


def advance_battle(table: Runewars) -> None:
    """Advance the battle to the next open duty. For `apply`."""
    muster_fighters(table)
    while table.battle and (stage := _stage_after(table, table.battle)) not in (None, table.battle.stage):
        come_to(table, stage)
