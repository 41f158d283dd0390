"""The beginning of a combat: announced on a field, won at once, conceded, or fought by a garrison (p40, p46)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Spends, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import OFF_THE_MAP, HeroesEvent, Living, SideId, WhichHero, allied, seat_of
from domain.games.heroes3.combat.fighters import combat_of
from domain.games.heroes3.land.moving import foes_on
from domain.games.heroes3.land.visiting import HOMES, is_guarded
from domain.games.heroes3.state.combat import NEUTRAL, BoardKind, Combat, CombatKind, Stage
from domain.games.heroes3.state.kinds import Level, Price
from domain.games.heroes3.state.table import Arrival, Heroes3, Spot

NOT_NOW = never("not-now", "The combat is not at that point.", rule=sections.COMBAT)
COMBAT_OPEN = never("combat-open", "A combat is under way already.", rule=sections.COMBAT)
NO_SECOND_DEFENDS = never("no-second-defends", "Only a secondary hero concedes.", rule=sections.COMBAT)
LEVEL_TOO_LOW = refusal("level-too-low", "The level is not higher than that of the field.", rule=sections.COMBAT)
NO_GARRISON = never("no-garrison", "No town is attacked that has no hero in it.", rule=sections.SIEGE)
UNPAID = never("garrison-unpaid", "{seat} has not paid for a garrison: the town is taken.", rule=sections.SIEGE)
NOT_ATTACKER = refusal("not-attacker", "{seat} attacked, and begins.", rule=sections.COMBAT)
NO_FOE = never("no-foe", "A player cannot attack a unit of the same side.", rule=sections.COMBAT)
GARRISON_PRICE: Price = {"gold": 8}


class CombatEvent(HeroesEvent):
    """The base of the events of a combat, limited to the stages in `stages`."""

    heading = "Combats"
    tracked: ClassVar[tuple[str, ...]] = ("combats",)
    during = ("combat",)
    stages: ClassVar[tuple[Stage, ...]] = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.stages and (table.combat is None or table.combat.stage not in self.stages):
            yield NOT_NOW()


def combat_at(table: Heroes3, arrival: Arrival) -> Combat | None:
    """The combat that an arrival leads to (3.7): with a hero, with the holder of a town, or with guards; else None."""
    spot = table.fields.get(arrival.field, Spot())
    known = {
        "field": arrival.field, "attacker": arrival.seat, "attacker_second": arrival.whose == "secondary hero",
    }  # fmt: skip
    foes = foes_on(table, arrival.seat, arrival.field)
    if foes and spot.location != "sanctuary":
        foe, which = next((foe for foe in foes if foe[1] == "main hero"), foes[0])
        own_town = spot.town_of == foe and spot.flags in ([], [foe])
        kind: CombatKind = "siege" if own_town else "hero"
        return Combat(**known, kind=kind, defender=foe, defender_second=which != "main hero", own_town=own_town)
    holder = spot.flags[-1] if spot.flags else spot.town_of
    held = holder in table.alive() and not allied(table, arrival.seat, holder)
    if held and (spot.town_of or spot.location in HOMES):
        return Combat(**known, kind="garrison", defender=holder, own_town=spot.town_of == holder)
    if spot.token == "bank" and not spot.cube:
        return Combat(**known, kind="bank", bank=spot.bank)
    random_town = spot.location == "random-town"
    if (is_guarded(spot) or (random_town and not spot.cleared)) and not spot.flags:
        return Combat(**known, kind="random town" if random_town else "neutral", level=spot.level)
    return None


def is_limited(table: Heroes3, kind: CombatKind) -> bool:
    """Whether every combat round after the first costs a movement point, as against neutral units (p43; 9.2, 76)."""
    return kind == "neutral" or (kind == "random town" and not table.ruled("random-town-as-players"))


def is_quick(table: Heroes3, combat: Combat) -> bool:
    """Whether a combat is won at once: the level of the guards is below that of the attacker's main hero (5.3)."""
    return combat.kind == "neutral" and seat_of(table, combat.attacker).level > combat.level > 0


def announced(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The combat, or the quick victory, that follows from an arrival on an occupied field."""
    arrival = table.arrival
    if arrival and not arrival.fought and not table.combat and (combat := combat_at(table, arrival)):
        if is_quick(table, combat):
            yield QuickCombatWon(seat=arrival.seat, whose=arrival.whose, level=combat.level)
        else:
            yield CombatAnnounced(
                seat=arrival.seat, whose=arrival.whose, field=arrival.field, kind=combat.kind,
                defender=combat.defender, level=combat.level,
            )  # fmt: skip


class QuickCombatWon(HeroesEvent):
    title = "Win a combat at once"
    help_text = "A main hero of a higher level than the field wins without a fight, and without experience."
    sentence = "{seat} won against guards of level {level} without a fight"
    log = LogRole(headline=True)
    heading = "Combats"
    automatic = True
    seat: Living
    whose: WhichHero = "main hero"
    level: Level

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if seat_of(table, self.seat).level <= self.level:
            yield LEVEL_TOO_LOW()

    def apply(self, table: Heroes3) -> None:
        if (arrival := table.arrival) and (spot := table.fields.get(arrival.field)):
            spot.cleared = True


class CombatAnnounced(HeroesEvent):
    """Announces a combat. Towns may act until the attacker begins; then units are placed (3.11)."""

    title = "Announce a combat"
    help_text = "A combat begins, on the map or wherever the table says; towns may act before it."
    sentence = "{seat} attacked {defender}[ on {field}][ (level {level})][, {bank}]"
    heading = "Combats"
    during = ("turns",)
    acting_seat = "seat"
    layout = Layout(usual=("defender", "level"))
    offer = replace(OFF_THE_MAP, also_required=("level",))
    seat: Living
    whose: WhichHero = "main hero"
    defender: Annotated[SideId, Field(title="whom")] = NEUTRAL
    level: Annotated[Level, Field(title="level of the field")] = 0
    field: Annotated[str, Choice("fields")] | None = None
    kind: CombatKind = "neutral"
    defender_second: Annotated[bool, Settled()] = False
    own_town: Annotated[bool, Settled()] = False
    bank: Annotated[str, Settled(), Choice("banks")] = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.combat:
            yield COMBAT_OPEN()
        if self.defender in table.seats and allied(table, self.seat, self.defender):
            yield NO_FOE()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        arrival = table.arrival
        found = combat_at(table, arrival) if arrival and arrival.field == self.field else None
        kind: CombatKind = "hero" if self.kind == "neutral" and self.defender != NEUTRAL else self.kind
        if found is None:
            return self.copy_with(kind=kind)
        return self.copy_with(
            kind=found.kind, defender_second=found.defender_second, own_town=found.own_town, bank=found.bank
        )

    def apply(self, table: Heroes3) -> None:
        table.combat = Combat(
            kind=self.kind,
            field=self.field or "",
            attacker=self.seat,
            attacker_second=self.whose == "secondary hero",
            defender=self.defender,
            defender_second=self.defender_second,
            level=self.level,
            limited=is_limited(table, self.kind),
            own_town=self.own_town,
            bank=self.bank,
        )
        if self.kind == "garrison":
            table.agenda.put(FieldConceded, must=False, seat=self.defender)
            table.agenda.put(GarrisonPaid, must=False, seat=self.defender)
            table.combat.no_cards = [self.defender]


class FieldConceded(CombatEvent):
    """Concedes a field.

    A secondary hero that concedes is beaten; a town without a paid garrison is taken (p31, p40, p46).
    """

    title = "Concede"
    help_text = "A secondary hero gives up, or the town has no defender: there is no combat."
    sentence = "{seat} conceded"
    question = "{seat}: leave the town to the attacker"
    answers = "{seat}: pay a garrison?"
    stages = ("announced",)
    acting_seat = "seat"
    seat: Living

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "announced" and combat.defender_second:
            yield Offer(text("Concede"), {"seat": combat.defender})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if self.seat != combat.defender or not (combat.defender_second or combat.kind == "garrison"):
            yield NO_SECOND_DEFENDS()

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.outcome, table.combat.ended_by = "conceded", self.seat
            table.agenda.drop(lambda due: due.is_of(GarrisonPaid, FieldConceded))


class GarrisonPaid(NumbersMoved[Heroes3], HeroesEvent):
    title = "Pay a garrison"
    help_text = "For 8 gold, units defend a town or settlement without a hero; their player plays no cards."
    sentence = "{seat} paid {cost} for the garrison"
    question = "{seat}: pay 8 gold to defend"
    answers = "{seat}: pay a garrison?"
    heading = "Combats"
    during = ("combat",)
    acting_seat = "seat"
    layout = Layout(no_choice=("cost",))
    seat: Living
    cost: Annotated[Price, Spends("seats.{seat}.goods")] = Field(default=GARRISON_PRICE, title="costs")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if combat.kind != "garrison" or combat.defender != self.seat or combat.stage != "announced":
            yield NO_GARRISON()

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        if table.combat:
            table.combat.kind = "siege"
        table.agenda.drop(lambda due: due.is_of(FieldConceded))


def board_for(table: Heroes3, combat: Combat) -> BoardKind:
    """The board of squares for a combat: the naval one at sea, that of a bank, or the standard one (p66, p67)."""
    if combat.kind == "bank":
        return "bank"
    at_sea = table.fields.get(combat.field, Spot()).sea and table.owns("naval-battles")
    return "naval" if at_sea else "standard"


class CombatBegun(CombatEvent):
    title = "Begin the combat"
    help_text = "No player has another town action: units are placed."
    sentence = "{seat} began the combat"
    stages = ("announced",)
    acting_seat = "seat"
    seat: Living
    board: BoardKind = "none"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "announced" and combat.kind != "garrison":
            known, where = {"seat": combat.player}, text("With or without the combat board?")
            yield Offer(text("Begin the combat"), known, required=True, question=where)
            on_board = {**known, "board": board_for(table, combat)}
            yield Offer(text("Begin it on the combat board"), on_board, question=where)
            if "battlefield" in table.boxes and combat.defender in table.seats:
                large = {**known, "board": "battlefield"}
                yield Offer(text("Begin it on the battlefield board"), large, question=where)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if combat.kind == "garrison":
            yield UNPAID(seat=table.called("factions", combat.defender))
        if self.seat != combat.player:
            yield NOT_ATTACKER(seat=table.called("factions", combat.player))

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.stage, table.combat.board = "setup", self.board
            if self.board == "battlefield":
                table.combat.holder = table.combat.attacker
                table.combat.limited = table.combat.limited and table.combat.defender != NEUTRAL
            table.agenda.drop(lambda due: due.is_of(GarrisonPaid, FieldConceded))
