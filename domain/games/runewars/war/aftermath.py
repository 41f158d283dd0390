"""The aftermath of a battle: retreats, strongholds, units left behind (结算; 撤退)."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.events.value_names import with_names
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import no_retreat, retreat_areas, strongholds_of, units_stranded, update_control
from domain.games.runewars.base import Some, UnitId
from domain.games.runewars.realm.holdings import SeatEliminated, landless_seats
from domain.games.runewars.state.table import NEUTRAL, STRONGHOLDS, Runewars, Stronghold
from domain.games.runewars.units import put_units, routed_first, settle_down, take_units
from domain.games.runewars.war.armies import (
    army_of,
    battle_of,
    contested_area,
    count_by_type,
    destroy_fighters,
    dismiss_fighters,
    lead_off,
    left_behind,
)
from domain.games.runewars.war.course import (
    BattleEvent,
    SideId,
    advance_battle,
    loser_of,
    seats_of_side,
    units_over_limit,
)

# === Retreats: all together, and routed (撤退): C-22. Excess units in the new area are destroyed there

MUST_GO_SOMEWHERE = refusal(
    "must-go-somewhere", "{side} can retreat, to: {areas}.", rule=sections.RETREAT, areas=("map",)
)
NOT_THE_EXCESS = refusal(
    "not-the-excess",
    "The winner has more than eight units: choose {excess} to retreat; so far {chosen|is|are} chosen.",
    rule=sections.MOVEMENT_LIMITS,
)


def ways_of(table: Runewars, side: str) -> list[str]:
    """The areas to which all units of a side may retreat."""
    battle = battle_of(table)
    return retreat_areas(table, side, battle.area, count_by_type(army_of(battle, side).values()))


def losers_way(table: Runewars) -> list[str]:
    return ways_of(table, loser_of(battle_of(table)))


def winners_way(table: Runewars) -> list[str]:
    return ways_of(table, battle_of(table).report.winner)


def way_for(ways: Callable[[Runewars], Container[str]]) -> Choice:
    """The choice of an area to retreat to: the likely ones first, then any other, since a card may name it."""

    def first(table: Runewars) -> Iterator[Container[str]]:
        if table.battle:
            yield ways(table)

    return Choice("areas", Runewars.areas_there, free=True, closed=Runewars.has_map, likely=first)


@dataclass(frozen=True, slots=True)
class RetreatPlan:
    """A possible retreat; `forced` if there is no other. Of several ways, or types of units, the owner chooses."""

    side: str
    ways: Sequence[str]
    units: Mapping[str, int]
    forced: bool

    @property
    def to(self) -> str | None:
        """The first way; None if there is none."""
        return next(iter(self.ways), None)

    @property
    def begun(self) -> dict[str, object]:
        """The initial values of its form: the only way."""
        return {"to": self.to} if self.to and not self.ways[1:] else {}

    @property
    def asked(self) -> tuple[str, ...]:
        """The fields that the owner has to fill in, since there are several ways."""
        return ("to",) if self.ways[1:] else ()


def plan_retreat(table: Runewars) -> RetreatPlan:
    """The possible retreat of the loser."""
    loser = loser_of(battle_of(table))
    ways = losers_way(table)
    return RetreatPlan(loser, ways, count_by_type(army_of(battle_of(table), loser).values()), not ways[1:])


def planned_excess(table: Runewars) -> RetreatPlan:
    """The possible retreat of the winner's units beyond the limit."""
    winner = battle_of(table).report.winner
    here = winners_units(table)
    going = some_of(here, units_over_limit(table))
    ways = retreat_areas(table, winner, battle_of(table).area, going)
    return RetreatPlan(winner, ways, going, not ways[1:] and not list(here)[1:])


def winners_units(table: Runewars) -> dict[str, int]:
    """The number of the winner's units in the area, by type; none without a battle."""
    return (
        {unit: stack.size for unit, stack in contested_area(table).stacks.items() if stack.size} if table.battle else {}
    )


def some_of(units: Mapping[str, int], count: int) -> dict[str, int]:
    """A number of units, taken from the first types."""
    left, chosen = count, {}
    for unit, have in units.items():
        if taken := min(left, have):
            chosen[unit] = taken
        left -= taken
    return chosen


def why_no_retreat(table: Runewars, side: str, to: str | None, units: Mapping[str, int]) -> Iterator[Refused]:
    """The refusals of a retreat to an area, or of the destruction of units that could retreat."""
    area = battle_of(table).area
    if to:
        yield from no_retreat(table, side, area, to, units)
    elif ways := retreat_areas(table, side, area, units):
        names = tuple(table.called("areas", way) for way in ways)
        yield MUST_GO_SOMEWHERE(side=table.called("owners", side), areas=names)


def left_to_die(table: Runewars, side: str, to: str | None, units: Mapping[str, int]) -> dict[str, int]:
    """The units that cannot follow over mountains or water, and are lost (G-09)."""
    lost = units_stranded(table, side, battle_of(table).area, to, units) if to else ()
    return {unit: units[unit] for unit in lost}


def units_without(units: Mapping[str, int], lost: Mapping[str, int]) -> dict[str, int]:
    return {unit: count for unit, count in units.items() if unit not in lost}


def retreat_units(table: Runewars, side: str, fighters: list[str], to: str | None) -> None:
    """Move fighters to another area, or destroy them if there is none. For `apply`."""
    if to:
        lead_off(table, fighters, to)
        settle_down(table, battle_of(table).player_of(side), to)
    else:
        destroy_fighters(table, fighters, "nowhere to go")


def units_by_fate(cls: type[Event[Runewars]], fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
    """The units of a retreat for its sentence: those that went, and those that were destroyed."""
    units, lost = fields.get("units"), fields.get("lost")
    if not (isinstance(units, Mapping) and isinstance(lost, Mapping)):
        return {}
    gone = lost if fields.get("to") else {**units, **lost}
    went = {unit: count for unit, count in units.items() if unit not in gone}
    return {"units": with_names(cls, "units", went, table), "lost": with_names(cls, "lost", gone, table)}


class Retreat(BattleEvent):
    """Moves all of the loser's units together. Those on foot are lost if only flying units have a way."""

    stages = ("retreat",)
    to: Annotated[Line, way_for(losers_way)] | None = None
    side: Annotated[SideId | None, Settled()] = None
    units: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)
    lost: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, object]:
        return plan_retreat(table).begun if table.battle else {}

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        return units_by_fate(cls, fields, table)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.battle:
            plan = plan_retreat(table)
            yield from why_no_retreat(table, plan.side, self.to, plan.units)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        plan = plan_retreat(table)
        lost = left_to_die(table, plan.side, self.to, plan.units)
        return self.copy_with(side=plan.side, units=units_without(plan.units, lost), lost=lost)

    def apply(self, table: Runewars) -> None:
        battle, side = battle_of(table), self.side or ""
        fighters = army_of(battle, side)
        destroy_fighters(
            table, [id_ for id_, fighter in fighters.items() if fighter.unit in self.lost], "nowhere to go"
        )
        retreat_units(table, side, list(army_of(battle, side)), self.to)
        battle.report.army(side).retreat = self.to or ""
        advance_battle(table)


class ExcessRetreat(BattleEvent):
    """Moves the winner's units beyond the limit. Routed ones go first; units without a way are lost."""

    stages = ("excess",)
    units: Mapping[Annotated[str, Choice("units", winners_units, most=winners_units)], Some]
    to: Annotated[Line, way_for(winners_way)] | None = None
    side: Annotated[SideId | None, Settled()] = None
    lost: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, object]:
        plan = planned_excess(table) if table.battle else None
        is_chosen = bool(list(winners_units(table))[1:])
        return {**plan.begun, **({} if is_chosen else {"units": dict(plan.units)})} if plan else {}

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        return units_by_fate(cls, fields, table)

    def check(self, table: Runewars) -> Iterator[Refused]:
        chosen, over = sum(self.units.values()), units_over_limit(table)
        if chosen != over:
            yield NOT_THE_EXCESS(excess=over, chosen=chosen)
        if table.battle:
            yield from why_no_retreat(table, table.battle.report.winner, self.to, self.units)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        winner = battle_of(table).report.winner
        return self.copy_with(side=winner, lost=left_to_die(table, winner, self.to, self.units))

    def apply(self, table: Runewars) -> None:
        battle, here, side = battle_of(table), contested_area(table), self.side or ""
        owners = {unit: stack.owner for unit, stack in here.stacks.items()}
        lying = routed_first(table, battle.area, self.units)
        for unit, count in self.units.items():
            take_units(here, unit, count - lying.get(unit, 0), lying.get(unit, 0))
            if self.to and unit not in self.lost:
                put_units(table.area(self.to), unit, owners.get(unit, NEUTRAL), 0, count)
            else:
                battle.report.army(side).lose(unit, "nowhere to go", count)
        dismiss_fighters(table)
        settle_down(table, battle.player_of(side), *([self.to] if self.to else []))
        advance_battle(table)


# === The end of a decided battle: strongholds and units left behind (结算; 摧毁/征服要塞) ========

STILL_IN_BOX = refusal(
    "still-in-box", "{seat} has a stronghold left to place.", rule=sections.CONQUERED_STRONGHOLDS, areas=("units",)
)


def attackers_strongholds(table: Runewars) -> list[str]:
    return strongholds_of(table, battle_of(table).attacker)


def has_stronghold_left(table: Runewars) -> bool:
    """Whether the attacker has a stronghold left to place (C-23)."""
    return len(attackers_strongholds(table)) < STRONGHOLDS


class StrongholdDamaged(BattleEvent):
    title = "Turn the stronghold to its destroyed side"
    help_text = "Attackers survived: flip the stronghold to its destroyed side."
    sentence = "The stronghold in {area} was destroyed[; {development} was lost]"
    stages = ("flip",)
    area: Annotated[str, Choice("areas"), Settled()] = ""
    development: Annotated[str, Choice("developments"), Settled()] = ""

    def settle(self, table: Runewars, chance: Chance) -> Self:
        beside = contested_area(table).development if table.ruled("development-lost-on-flip") else None
        return self.copy_with(area=battle_of(table).area, development=beside.kind if beside else "")

    def apply(self, table: Runewars) -> None:
        here = table.area(self.area)
        if here.stronghold:
            here.stronghold.intact = False
        if self.development:
            here.development = None
        battle_of(table).report.stronghold = "destroyed"
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)


class PreRoutedUnitsDestroyed(BattleEvent):
    title = "Destroy who was routed before"
    help_text = "The loser's units that were routed before the battle cannot retreat: they are destroyed."
    sentence = "{side} lost units that were routed before the battle: {units}"
    stages = ("behind",)
    side: Annotated[SideId | None, Settled()] = None
    units: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        loser = loser_of(battle_of(table))
        return self.copy_with(side=loser, units=left_behind(table, loser))

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        for unit, count in self.units.items():
            take_units(table.area(battle.area), unit, 0, count)
            battle.report.army(self.side or "").lose(unit, "routed before", count)
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)


class ArmyRetreated(Retreat):
    help_text = "The losing army retreats to an adjacent area, routed. With nowhere to go, it is destroyed."
    sentence = "{side}[ retreated to {to}][: {units}][ – destroyed, with nowhere to go: {lost}]"
    title = "The loser retreats"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The retreat, by the loser; of unallied neutral units, by the seat that plays them."""
        if battle := cls.battle_at_stage(table):
            plan = plan_retreat(table)
            words = text("{side} retreats", side=table.called("owners", plan.side))
            if plan.side == NEUTRAL and battle.player:
                player = table.called("seats", battle.player)
                words = text("{seat}: where do the neutral units retreat to?", seat=player)
            seats = seats_of_side(battle, plan.side)
            yield Offer(words, plan.begun, required=True, also_required=plan.asked, keypad="to", seats=seats)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)


class ExcessWinnersRetreated(ExcessRetreat):
    help_text = "At most eight units of the winning army stay. The others retreat, routed."
    sentence = (
        "{side} had more than eight units[; the rest retreated to {to}][: {units}][; destroyed, with nowhere to go: "
        "{lost}]"
    )
    title = "Who does not fit retreats"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        if battle := cls.battle_at_stage(table):
            winner = battle.report.winner
            yield Offer(
                text("{side}: more than eight units", side=table.called("owners", winner)),
                cls.prefilled(table),
                required=True,
                opens_form=True,
                also_required=planned_excess(table).asked,
                seats=seats_of_side(battle, winner),
            )

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)


class StrongholdConquered(BattleEvent):
    title = "Conquer the stronghold"
    help_text = (
        "Remove the loser's stronghold; the winner puts one there, destroyed side up. None left in the box? "
        "Take one from another area."
    )
    sentence = "{seat} conquered the stronghold in {area}[, with the one from {instead}][; {development} was lost]"
    log = LogRole(headline=True)
    stages = ("conquest",)
    offer = Offer(text("The stronghold is conquered"), required=True, opens_form=True)
    instead: Annotated[str, Choice("areas", attackers_strongholds)] | None = Field(
        default=None, title="which of yours do you move"
    )
    seat: Annotated[SideId | None, Settled()] = None
    area: Annotated[str, Choice("areas"), Settled()] = ""
    placed: Annotated[bool, Settled()] = False
    development: Annotated[str, Choice("developments"), Settled()] = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.instead and has_stronghold_left(table):
            yield STILL_IN_BOX(seat=table.called("seats", battle_of(table).attacker))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        battle, beside = battle_of(table), contested_area(table).development
        return self.copy_with(
            seat=battle.attacker,
            area=battle.area,
            placed=bool(self.instead) or has_stronghold_left(table),
            development=beside.kind if beside else "",
        )

    def apply(self, table: Runewars) -> None:
        if self.instead:
            left = table.area(self.instead)
            left.stronghold = left.development = None
            update_control(table, self.instead)
        here = table.area(self.area)
        here.development = None
        here.stronghold = Stronghold(owner=self.seat or "", intact=False) if self.placed else None
        battle_of(table).report.stronghold = "conquered" if self.placed else "removed"
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)


class BattleEnded(BattleEvent):
    help_text = "The battle is over: heal all damage, and remove the battle marker. The winner holds the area."
    sentence = "The battle in {area} ended"
    log = LogRole(headline=True)
    title = "End the battle"
    stages = ("end",)
    area: Annotated[str, Choice("areas"), Settled()] = ""

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(area=battle_of(table).area)

    def apply(self, table: Runewars) -> None:
        attacker = table.battle.attacker if table.battle else ""
        if table.battle:
            table.battles.append(table.battle.report)
            table.battle = None
        table.area(self.area).contested = False
        update_control(table, *table.land)
        settle_down(table, attacker, self.area)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from (SeatEliminated(seat=seat) for seat in landless_seats(table))


def forced_event_after_battle(table: Runewars) -> Iterator[Event[Runewars]]:
    """The next event without any choice; at most one."""
    match battle_of(table).stage:
        case "flip":
            yield StrongholdDamaged()
        case "behind":
            yield PreRoutedUnitsDestroyed()
        case "retreat" if (plan := plan_retreat(table)) and plan.forced:
            yield ArmyRetreated(to=plan.to)
        case "conquest" if has_stronghold_left(table):
            yield StrongholdConquered()
        case "excess" if (plan := planned_excess(table)) and plan.forced:
            yield ExcessWinnersRetreated(to=plan.to, units=plan.units)
        case "end":
            yield BattleEnded()
