"""A combat on the board: the units in order with their hit points, and the open attack."""

from collections.abc import Iterator
from dataclasses import replace

from domain.components.map_geometry import SQUARE, Square
from domain.framework.text import Text, text
from domain.framework.views.board import (
    Ask,
    Badge,
    BadgeKind,
    Chip,
    Counter,
    Pad,
    Piece,
    Plan,
    Space,
    SpaceKind,
    event_if_valid,
)
from domain.framework.views.sheet import Said
from domain.games.heroes3.cards.decks import DICE, is_kept
from domain.games.heroes3.combat.acting import UnitMoved, shot, spaces_to_go, to_act
from domain.games.heroes3.combat.aiming import targets_now
from domain.games.heroes3.combat.ending import CombatEnded, CombatSurrendered
from domain.games.heroes3.combat.fighters import (
    combat_of,
    initiative_order,
    middle_row,
    naval_gaps,
    obstacles,
    square_of,
    walls_standing,
)
from domain.games.heroes3.combat.placing import UnitStationed, are_walls_due, controller_of, spaces_free, to_station
from domain.games.heroes3.combat.siege import WallDestroyed, WallsPlaced, wall_words, walls_to_hit
from domain.games.heroes3.combat.striking import AttackDeclared, AttackMade, DamageDealt, DamageHealed, damage_to_say
from domain.games.heroes3.state.combat import NEUTRAL, SQUARE_BOARDS, Combat, Fighter
from domain.games.heroes3.state.table import COLUMNS, ROWS, Heroes3


def unit_at_turn(table: Heroes3) -> tuple[str, Text] | None:
    """The seat that plays the unit at turn in a combat, and the names of side and unit; None if several may act."""
    combat = table.combat
    if combat is None or not table.tracks("combats"):
        return None
    units = [combat.at] if combat.strike and combat.at in combat.fighters else [unit for _, unit in to_act(table)]
    if len(units) != 1:
        return None
    side = combat.fighters[units[0]].side
    unit = table.called("fighters", units[0])
    return controller_of(table, side), text("{side}: {unit}", side=side_called(table, side), unit=unit)


def side_called(table: Heroes3, side: str) -> Said:
    """The name of a side of a combat."""
    return text("Neutral units") if side == NEUTRAL else table.called("sides", side)


def combat_piece(table: Heroes3) -> Iterator[Piece]:
    """The current combat, drawn large before all other pieces; then each side with its units in rows."""
    combat = table.combat
    if combat is None:
        return
    who = {"attacker": table.called("sides", combat.attacker), "defender": table.called("sides", combat.defender)}
    yield Piece(
        "combat",
        text("{attacker} against {defender}", **who),
        note=_where(table, combat),
        chips=[_in_order(table, combat, id_) for id_ in initiative_order(combat)],
        plan=board_plan(table, combat),
        asks=list(_asks(table, combat)),
        look="moment",
    )
    for side in (combat.attacker, combat.defender):
        if combat.fighters_of(side):
            yield _side(table, combat, side)


def _asks(table: Heroes3, combat: Combat) -> Iterator[Ask]:
    """The events that end the combat early, for the players who take part in it only."""
    seats = frozenset({combat.attacker, combat.defender} & table.seats.keys())
    if combat.kind in ("hero", "siege") and not combat.no_cards:
        free = seats - {combat.defender} if combat.own_town else seats
        yield Ask(text("Surrender"), CombatSurrendered, seats=free)
    yield Ask(text("End the combat"), CombatEnded, seats=seats)


def _where(table: Heroes3, combat: Combat) -> Said:
    if combat.round:
        return text("Combat round {round}", round=combat.round)
    return table.called("fields", combat.field) if combat.field else ""


def _in_order(table: Heroes3, combat: Combat, id_: str) -> Chip:
    one, name = combat.fighters[id_], table.called("fighters", id_)
    said = name if one.initiative is None else text("{unit} · {initiative}", unit=name, initiative=one.initiative)
    return Chip(said, look="on" if id_ == combat.at else "")


def _side(table: Heroes3, combat: Combat, side: str) -> Piece:
    """The piece of a side: its units in rows, hit points first."""
    rows = [_row(table, id_, combat.fighters[id_]) for id_ in combat.fighters_of(side)]
    zone = combat.zones.get(side)
    note = text("deployment zone {zone}", zone=Text(zone)) if zone else ""
    return Piece(f"side-{side}", side_called(table, side), note=note, rows=rows)


def _row(table: Heroes3, id_: str, one: Fighter) -> Piece:
    hurt, healed = event_if_valid(DamageDealt, target=id_, damage=1), event_if_valid(DamageHealed, target=id_, amount=1)
    left = Counter(text("Hit points"), None, up=healed, down=hurt, look="life", lost=one.damage or None)
    if one.hp is not None:
        left = replace(left, value=one.hp - one.damage, of=one.hp, lost=None)
    stats = [
        ""
        if None in (one.attack, one.defense)
        else text("attack {attack}, defense {defense}", attack=one.attack, defense=one.defense),
        text("Pack") if one.face == "pack" else "",
        text("struck back") if one.retaliated else "",
        text("defense token") if one.shield else "",
        text("paralysed") if one.paralysed else "",
        text("stacked") if one.stack else "",
    ]
    at = bool(table.combat and table.combat.at == id_)
    return Piece(
        f"fighter-{id_}", table.called("fighters", id_), marks=[mark for mark in stats if mark], counters=[left],
        look="active" if at else "done" if one.activated else "",
    )  # fmt: skip


def board_plan(table: Heroes3, combat: Combat) -> Plan | None:
    """The spaces of a combat on a board of squares, else None. A tap on an enemy attacks, on a free space moves."""
    if combat.board not in SQUARE_BOARDS:
        return None
    at = {one.space: id_ for id_, one in combat.fighters.items() if one.space}
    spaces = [_space(table, combat, f"{column} {row}", at) for row in ROWS for column in COLUMNS]
    return Plan(text("The combat board"), spaces, pads=list(_pads(table)))


def ground_of(combat: Combat, id_: str) -> Said:
    """The thing on a space without a unit: a wall, the gate, a token."""
    column, _, row = id_.partition(" ")
    if row == middle_row() and combat.walls.get(column):
        return wall_words(combat, column)
    if id_ not in combat.tokens and id_ in naval_gaps(combat):
        return text("open water")
    return text("{kind}", kind=combat.tokens[id_].kind) if id_ in combat.tokens else ""


def _space(table: Heroes3, combat: Combat, id_: str, at: dict[str, str]) -> Space:
    square = square_of(id_) or Square(0, 0)
    who = at.get(id_, "")
    one = combat.fighters.get(who)
    name: Said = table.called("fighters", who) if one else ground_of(combat, id_)
    place, (column, _, row), wall = id_, id_.partition(" "), id_ in walls_standing(combat) and not one
    kind: SpaceKind = "rock" if wall else "sea" if id_ in naval_gaps(combat) else "land"
    if (wall and id_ in obstacles(combat, side_to_act(table))) or (row == middle_row() and are_walls_due(table)):
        id_ = column
    signs = [hit_points_sign(one)] if one and one.hp is not None else []
    return Space(who or id_, name, square.middle, SQUARE, one.side if one else "", badges=signs, kind=kind, place=place)


def hit_points_sign(one: Fighter) -> Badge:
    """The hit points of a unit; neutral units are marked as guards of their space."""
    kind: BadgeKind = "guard" if one.side == NEUTRAL else "figure"
    return Badge("heart", text("hit points"), str((one.hp or 0) - one.damage), kind)


def side_to_act(table: Heroes3) -> str:
    """The side of the next unit. The gate is open to its defenders, and a wall to the other side."""
    return next((combat_of(table).fighters[unit].side for _, unit in to_act(table)), "")


def _pads(table: Heroes3) -> Iterator[Pad]:
    """The placement of units and walls; then the attack or move of the next unit.

    A ranged unit that shot may move by one space.
    """
    for seat, unit in to_station(table):
        free = [(space, text("{space}", space=space)) for space in spaces_free(table, seat, unit)]
        if free and (event := event_if_valid(UnitStationed, seat=seat, unit=unit, to=free[0][0])):
            yield Pad(event, "to", free)
    if are_walls_due(table):
        gates = [(column, text("gate")) for column in COLUMNS]
        seat = controller_of(table, combat_of(table).defender)
        if walls_up := event_if_valid(WallsPlaced, seat=seat, gate=COLUMNS[0]):
            yield Pad(walls_up, "gate", gates)
        return
    yield from (pad for seat, unit in shot(table) for pad in _moves(table, seat, unit))
    for seat, unit in to_act(table):
        yield from _attacks(table, seat, unit)
        yield from _moves(table, seat, unit)
        walls = [(column, wall_words(combat_of(table), column)) for column in walls_to_hit(table, unit)]
        if walls and (hit := event_if_valid(WallDestroyed, seat=seat, unit=unit, column=walls[0][0])):
            yield Pad(hit, "column", walls)
        return


def _attacks(table: Heroes3, seat: str, unit: str) -> Iterator[Pad]:
    """The targets that a unit may attack now; if cards are unknown, a tap asks for the damage.

    If the dice are on the table, a tap declares the attack, and they are asked for next.
    """
    if not is_kept(table, DICE):
        targets = [(target, table.called("fighters", target)) for target in targets_now(table, unit)]
        if targets and (declared := event_if_valid(AttackDeclared, seat=seat, unit=unit, target=targets[0][0])):
            yield Pad(declared, "target", targets)
        return
    found = {target: damage_to_say(table, unit, target) for target in targets_now(table, unit)}
    for needs in dict.fromkeys(found.values()):
        named = [(target, table.called("fighters", target)) for target, asked in found.items() if asked == needs]
        if attack := event_if_valid(AttackMade, seat=seat, unit=unit, target=named[0][0]):
            yield Pad(attack, "target", named, needs=needs)


def _moves(table: Heroes3, seat: str, unit: str) -> Iterator[Pad]:
    """The free spaces that a unit may move to now."""
    one = table.combat and table.combat.fighters.get(unit)
    free = [(space, text("{space}", space=space)) for space in spaces_to_go(table, unit)]
    if one and not one.moved and free and (move := event_if_valid(UnitMoved, seat=seat, unit=unit, to=free[0][0])):
        yield Pad(move, "to", free)
