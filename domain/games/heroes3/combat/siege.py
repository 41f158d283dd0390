"""Sieges: the walls, the gate and the Arrow Tower of a town with a Citadel (攻城战, p46)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.map_geometry import Square
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Settled
from domain.framework.events.offer import Offer
from domain.framework.events.value_names import with_names
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import SeatId
from domain.games.heroes3.combat.acting import ONE_ACTION, Acting, activate, fighter, has_acted, must_attack, to_act
from domain.games.heroes3.combat.aiming import is_ai
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import combat_of, fighter_of, middle_row, speed_of, square_of
from domain.games.heroes3.combat.placing import are_walls_due, controller_of, has_walls
from domain.games.heroes3.state.combat import NEUTRAL, Combat, Fighter
from domain.games.heroes3.state.kinds import TOWER
from domain.games.heroes3.state.table import COLUMNS, Heroes3

NO_WALLS = refusal("no-walls", "Only an own town with a Citadel has walls.", rule=sections.SIEGE)
WALLS_STAND = never("walls-stand", "The walls are already up.", rule=sections.SIEGE)
WALL_GONE = never("wall-gone", "There is no wall.", rule=sections.SIEGE)
WALLED_IN = never("walled-in", "{unit} is there: walls are placed on empty spaces.", rule=sections.SIEGE)
NOT_BESIDE_WALL = refusal(
    "not-beside-wall", "Only an adjacent ground or flying unit destroys a wall.", rule=sections.SIEGE
)


AI_GATE = refusal("ai-gate", "The gate is in front of {unit}, in column {column}.", rule=sections.AI)
AI_SPARES_WALLS = refusal(
    "ai-spares-walls", "Units of the AI destroy no walls, unless the scenario says so.", rule=sections.AI
)


def unit_at_gate(table: Heroes3) -> str:
    """The defending AI unit that has the gate in front of it: the ground unit with the highest initiative (p48).

    It is empty if the AI does not defend, or if a space, a type or an initiative is unknown or equal.
    """
    combat = combat_of(table)
    own = {id_: combat.fighters[id_] for id_ in combat.fighters_of(combat.defender) if id_ != TOWER}
    if not is_ai(table, combat.defender) or not all(one.space and one.type for one in own.values()):
        return ""
    speeds = {id_: speed_of(one) for id_, one in own.items() if one.type == "ground"}
    known = [speed for speed in speeds.values() if speed is not None]
    if len(known) < len(speeds) or not known:
        return ""
    fastest = [id_ for id_, speed in speeds.items() if speed == max(known)]
    return fastest[0] if len(fastest) == 1 else ""


def gate_by_rule(table: Heroes3) -> str:
    """The column of the gate of a defending AI; empty if the rule does not decide it."""
    unit = unit_at_gate(table)
    return combat_of(table).fighters[unit].space.partition(" ")[0] if unit else ""


def may_have_walls(table: Heroes3) -> bool:
    """Whether a scenario may give a defending AI hero walls, before any unit has acted (AI攻城, p48)."""
    combat = combat_of(table)
    begun = combat.stage == "round" and combat.round == 1 and not combat.acted
    return begun and combat.kind == "ai hero" and combat.defender == NEUTRAL and not combat.walls


class WallsPlaced(CombatEvent):
    """Places three walls and a gate on the middle row, and the Arrow Tower next to the board.

    A Random Town has no tower.
    """

    title = "Put the walls up"
    help_text = (
        "The defender of a town with a Citadel chooses the column of the gate; the others have walls. An AI has it in "
        "front of its fastest ground unit."
    )
    sentence = "Walls in front of {seat}; the gate is in column {gate}[{tower|, with the Arrow Tower}]"
    stages = ("setup", "round")
    acting_seat = "seat"
    layout = Layout(keypad="gate")
    seat: Annotated[str, Choice("sides", lambda table: [controller_of(table, combat_of(table).defender)])]
    gate: Annotated[str, Choice("columns"), Field(title="column of the gate")]
    tower: Annotated[Mapping[str, Any], Settled()] = Field(default_factory=dict)
    side: Annotated[str, Settled(), Choice("sides")] = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """The side that the walls defend, which may be neutral; older logs name the seat that placed them."""
        side, tower = fields.get("side"), {"tower": bool(fields.get("tower"))}
        return tower | ({"seat": with_names(cls, "side", side, table)} if side else {})

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if are_walls_due(table):
            seat, column = controller_of(table, combat_of(table).defender), gate_by_rule(table)
            if column:
                words = text("Put the walls up, with the gate in column {column}", column=column)
                yield Offer(words, {"seat": seat, "gate": column}, required=True)
            else:
                yield Offer(text("In which column is the gate?"), {"seat": seat}, required=True, keypad="gate")
        elif may_have_walls(table):
            seat, column = controller_of(table, NEUTRAL), gate_by_rule(table)
            words = text("Put walls up before the AI, if the scenario says so")
            yield Offer(words, {"seat": seat, **({"gate": column} if column else {})}, keypad="gate")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if combat_of(table).walls:
            yield WALLS_STAND()
        if not has_walls(table, combat_of(table)) and combat_of(table).kind != "ai hero":
            yield NO_WALLS()
        unit, column = unit_at_gate(table), gate_by_rule(table)
        if unit and self.gate != column:
            yield AI_GATE(unit=table.called("fighters", unit), column=column)
        for id_, one in combat_of(table).fighters.items():
            square = square_of(one.space)
            through = one.side == combat_of(table).defender and square and str(square.column) == self.gate
            if square and square.row == int(middle_row()) and not through:
                yield WALLED_IN(unit=table.called("fighters", id_))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        if combat.kind == "random town":
            return self.copy_with(side=combat.defender)
        one = fighter_of(table, combat.defender, TOWER, "single", tier="silver", type="ranged")
        return self.copy_with(side=combat.defender, tower=one.model_dump(mode="json", exclude_defaults=True))

    def apply(self, table: Heroes3) -> None:
        combat = table.combat
        if combat is None:
            return
        combat.walls, combat.gate = dict.fromkeys(COLUMNS, True), self.gate
        if self.tower:
            combat.tower = True
            combat.fighters.setdefault(TOWER, Fighter(**self.tower))


def wall_words(combat: Combat, column: str) -> Text:
    """The obstacle in a column of the middle row: the gate, or a wall."""
    return text("gate") if column == combat.gate else text("wall")


def walls_left(table: Heroes3) -> list[str]:
    return [column for column, stands in combat_of(table).walls.items() if stands]


def reaches_wall(one: Fighter | None, column: str) -> bool:
    """Whether a ground or flying unit is next to a wall; true if its space is unknown."""
    square = square_of(one.space) if one else None
    wall = Square(int(column), int(middle_row()))
    return bool(one and one.type != "ranged" and (square is None or wall in square.beside()))


def walls_to_hit(table: Heroes3, unit: str) -> list[str]:
    """The columns of the walls next to a unit that may destroy one now.

    A neutral unit that can attack a unit does that; a unit of the AI destroys none (p48).
    """
    one = fighter(table, unit)
    if one is None or not one.space or must_attack(table, unit) or is_ai(table, one.side):
        return []
    return [column for column in walls_left(table) if reaches_wall(one, column)]


class WallDestroyed(CombatEvent):
    """Destroys a wall.

    Any ground or flying unit next to it may do so as its attack, without dice or cards (p46, E34).
    """

    title = "Destroy a wall"
    help_text = "A ground or flying unit next to a wall or the gate destroys it instead of attacking; or a card does."
    sentence = "The {gate} in column {column} was destroyed[ by {unit}][{tower|, and the Arrow Tower with it}]"
    stages = ("round",)
    acting_seat = "seat"
    layout = Layout(usual=("unit",))
    seat: SeatId
    limits = {ONE_ACTION: {}}
    column: Annotated[str, Choice("columns", walls_left, why_not=lambda table, column: WALL_GONE())]
    unit: Acting | None = None
    gate: Annotated[bool, Settled()] = False
    tower: Annotated[bool, Settled()] = False

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        return {"gate": text("gate") if fields.get("gate") else text("wall")}

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, unit in to_act(table):
            name = table.called("fighters", unit)
            for column in walls_to_hit(table, unit):
                words = text("{unit}: destroy the wall in column {column}", unit=name, column=column)
                if column == combat_of(table).gate:
                    words = text("{unit}: destroy the gate", unit=name)
                yield Offer(words, {"seat": seat, "unit": unit, "column": column})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        one = fighter(table, self.unit) if self.unit else None
        if one and not reaches_wall(one, self.column):
            yield NOT_BESIDE_WALL()
        if one and is_ai(table, one.side):
            yield AI_SPARES_WALLS()
        if self.unit:
            yield from has_acted(table, self.unit)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        return self.copy_with(
            gate=self.column == combat.gate, tower=combat.tower and walls_left(table) == [self.column]
        )

    def apply(self, table: Heroes3) -> None:
        combat = table.combat
        if combat is None:
            return
        if self.unit:
            activate(table, self.unit)
            if one := fighter(table, self.unit):
                one.attacked = True
        combat.walls[self.column] = False
        if not any(combat.walls.values()):
            combat.tower = False
            combat.fighters.pop(TOWER, None)


class TowerDestroyed(CombatEvent):
    title = "Destroy the Arrow Tower"
    help_text = "A card destroys the Arrow Tower, or a ranged attack that took all its hit points."
    sentence = "The Arrow Tower was destroyed"
    stages = ("round",)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.tower = False
            table.combat.fighters.pop(TOWER, None)
