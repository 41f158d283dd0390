"""The set-up of the battlefield board: obstacles, deployment zones, and units placed one at a time (战场战斗, p61).

The app knows the zone of each side and the units on the board. It does not know the hexes: their distances,
and the rule that obstacles are not adjacent to each other or to a zone, are left to the table.
"""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import combat_of
from domain.games.heroes3.combat.placing import controller_of, has_walls
from domain.games.heroes3.state.combat import Combat, Zone
from domain.games.heroes3.state.kinds import TOWER
from domain.games.heroes3.state.table import Heroes3

OTHER_BOARD = refusal(
    "other-board", "Obstacle tokens and deployment zones belong to the battlefield board.", rule=sections.BATTLEFIELD
)
OBSTACLES_STAND = never("obstacles-stand", "The obstacles are on the board already.", rule=sections.BATTLEFIELD)
OBSTACLES_FIRST = refusal(
    "obstacles-first", "The obstacles are placed before a deployment zone is chosen.", rule=sections.BATTLEFIELD
)
HOLDER_CHOOSES = refusal(
    "holder-chooses", "{seat} has the initiative token, and chooses the deployment zone.", rule=sections.BATTLEFIELD
)
ZONES_CHOSEN = never("zones-chosen", "The deployment zones are chosen already.", rule=sections.BATTLEFIELD)
ZONE_FIRST = refusal("zone-first", "Units are placed after the deployment zones are chosen.", rule=sections.BATTLEFIELD)
OTHER_ZONE = refusal(
    "other-deployment-zone", "{unit} is placed in the deployment zone of its own side, {zone}.",
    rule=sections.BATTLEFIELD,
)  # fmt: skip
OTHER_DEPLOYS = refusal(
    "other-deploys", "Units are placed in turn: {side} places the next one.", rule=sections.BATTLEFIELD
)


class DeployingEvent(CombatEvent):
    """The base of events before the first combat round on the battlefield board."""

    stages = ("setup",)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if combat_of(table).board != "battlefield":
            yield OTHER_BOARD()


def is_deploying(combat: Combat) -> bool:
    """Whether the battlefield board is being set up."""
    return combat.board == "battlefield" and combat.stage == "setup"


def holder_of(combat: Combat) -> str:
    """The side with the initiative token: in a game with a map, the attacker (p63)."""
    return combat.holder or combat.attacker


class ObstaclesPlaced(DeployingEvent):
    """Places all obstacle tokens. In a siege of a town with a Citadel only walls and gate are placed (p61, p63)."""

    title = "Place the obstacles"
    help_text = (
        "In turn, until all obstacle tokens are on the board, none next to another or to a deployment zone. "
        "The app does not know the hexes."
    )
    sentence = "The obstacles were placed[, {first} first][{walls|: walls and gate alone}]"
    first: Annotated[str, Settled(), Choice("sides")] = ""
    walls: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if is_deploying(combat) and not combat.obstacles:
            first = table.called("sides", holder_of(combat))
            walled = text("Put up walls and gate as the rulebook shows: there are no other obstacles")
            words = text("Place all obstacle tokens in turn: {first} begins", first=first)
            yield Offer(walled if has_walls(table, combat) else words, required=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if combat_of(table).obstacles:
            yield OBSTACLES_STAND()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        walls = has_walls(table, combat_of(table))
        return self.copy_with(first="" if walls else holder_of(combat_of(table)), walls=walls)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.obstacles = True


def other_zone(zone: Zone) -> Zone:
    return "on the right" if zone == "on the left" else "on the left"


class ZoneChosen(DeployingEvent):
    """Chooses a deployment zone. The other side has the other one (p61)."""

    title = "Choose a deployment zone"
    help_text = "The player with the initiative token takes one of the two zones of the board; the other one is left."
    sentence = "{seat} chose the deployment zone {zone}"
    acting_seat = "seat"
    layout = Layout(keypad="zone")
    seat: Living
    zone: Zone

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if is_deploying(combat) and combat.obstacles and not combat.zones:
            words = text("Which deployment zone does {side} take?", side=table.called("sides", holder_of(combat)))
            yield Offer(words, {"seat": controller_of(table, holder_of(combat))}, required=True, keypad="zone")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if not combat.obstacles:
            yield OBSTACLES_FIRST()
        if combat.zones:
            yield ZONES_CHOSEN()
        if self.seat != controller_of(table, holder_of(combat)):
            yield HOLDER_CHOOSES(seat=table.called("sides", holder_of(combat)))

    def apply(self, table: Heroes3) -> None:
        if combat := table.combat:
            first = holder_of(combat)
            combat.zones = {first: self.zone, combat.foe_of(first): other_zone(self.zone)}


def undeployed(combat: Combat, side: str) -> list[str]:
    """The units of a side that are not on the battlefield board yet."""
    return [id_ for id_ in combat.fighters_of(side) if id_ not in combat.deployed and id_ != TOWER]


def side_to_deploy(combat: Combat) -> str:
    """The side that places the next unit.

    The sides take turns, the holder of the token first; a side whose units are all placed is passed over. Empty if all
    units are on the board.
    """
    first = holder_of(combat)
    if combat.deployed and (last := combat.fighters.get(combat.deployed[-1])):
        first = combat.foe_of(last.side)
    return next((side for side in (first, combat.foe_of(first)) if undeployed(combat, side)), "")


def is_deployed(combat: Combat) -> bool:
    """Whether the units may fight: on the battlefield board obstacles, zones and all units are there."""
    return combat.board != "battlefield" or (combat.obstacles and bool(combat.zones) and not side_to_deploy(combat))


def units_to_deploy(table: Heroes3, seat: str) -> list[str]:
    """The units of both sides that a player may still place: their own, and neutral ones that they play."""
    combat = combat_of(table)
    sides = [side for side in (combat.attacker, combat.defender) if controller_of(table, side) == seat]
    return [unit for side in sides for unit in undeployed(combat, side)]


class UnitDeployed(DeployingEvent):
    """Places a unit in the deployment zone of its side, in turn with the other side (p61)."""

    title = "Place a unit in its deployment zone"
    help_text = "The players place one unit each in turn; the hex is chosen on the board, and not known to the app."
    sentence = "{unit} was placed in the deployment zone[ {zone}]"
    acting_seat = "seat"
    layout = Layout(keypad="unit", no_choice=("zone",))
    seat: Living
    unit: Annotated[str, Choice("fighters", units_to_deploy, given=("seat",))]
    zone: Zone | None = None

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        ready = is_deploying(combat) and combat.zones and {combat.attacker, combat.defender} <= {*combat.placed}
        if ready and (side := side_to_deploy(combat)):
            where = {"side": table.called("sides", side), "zone": Text(combat.zones.get(side, ""))}
            words = text("Place a unit of {side} in the deployment zone {zone}", **where)
            known = {"seat": controller_of(table, side)}
            units = undeployed(combat, side)
            alone = {"unit": units[0]} if len(units) == 1 else {}
            yield Offer(words, {**known, **alone}, required=True, keypad="" if alone else "unit")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if not combat.zones:
            yield ZONE_FIRST()
            return
        side = combat.fighters[self.unit].side
        if (following := side_to_deploy(combat)) != side:
            yield OTHER_DEPLOYS(side=table.called("sides", following))
        if self.zone and self.zone != combat.zones.get(side):
            yield OTHER_ZONE(unit=table.called("fighters", self.unit), zone=Text(combat.zones.get(side, "")))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        own = combat.zones.get(combat.fighters[self.unit].side)
        return self.copy_with(zone=self.zone or own)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.deployed = [*table.combat.deployed, self.unit]
