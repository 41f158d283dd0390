"""The end of a combat: on with it or not, who won, and what that brings and costs (3.12, 3.15)."""

from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import Field

from domain.games.heroes3 import sections
from domain.games.heroes3.base import HeroesEvent, Living, SeatId, SideId, Source, hero_of, seat_of
from domain.games.heroes3.cards.decks import combat_cards_end
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.morale import MoraleLost
from domain.games.heroes3.combat.acting import CombatRoundStarted
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import combat_of, sides_left
from domain.games.heroes3.land.laying import no_movement
from domain.games.heroes3.land.moving import foes_on, put_down
from domain.games.heroes3.rounds import SeatEliminated, holds_home
from domain.games.heroes3.state.combat import NEUTRAL, Combat, Outcome
from domain.games.heroes3.state.kinds import GoodId, Level, Price
from domain.games.heroes3.state.seat import Unit
from domain.games.heroes3.state.table import CombatRecord, Heroes3
from domain.games.heroes3.town.buildings import own_homes
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text
from domain.things.numbers import Gains, PricedEvent, Spends, move_numbers

NO_RETREAT = refusal("no-retreat", "You may not retreat from this combat.", rule=sections.COMBAT_END)
NO_SURRENDER = refusal("no-surrender", "You may not surrender here.", rule=sections.COMBAT_END)
STILL_FIGHTING = refusal("still-fighting", "Both sides still have units.", rule=sections.COMBAT_END)
NO_LIMIT = never("no-limit", "This combat goes on by itself.", rule=sections.COMBAT_ROUND)
SURRENDER_PRICE: Price = {"gold": 10}
DEFEAT_PRICE = 5
AZURE_LEVEL = 7


def second_of(combat: Combat) -> bool:
    return combat.attacker_second


class CombatExtended(CombatEvent):
    title = "Fight on"
    help_text = "One more round against neutral units, for a movement point of the hero who began it."
    says = "{seat} fights on"
    stages = ("round end",)
    mine = "seat"
    seat: Living

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "round end" and combat.limited:
            yield Offer(text("Fight on"), {"seat": combat.attacker}, must=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if not combat.limited:
            yield NO_LIMIT()
        elif table.tracks("map") and combat.field and not table.plays("free-combat-extension"):
            yield from no_movement(
                table, combat.attacker, "secondary hero" if combat.attacker_second else "main hero"
            )  # fmt: skip

    def apply(self, table: Heroes3) -> None:
        combat = combat_of(table)
        if combat.field and not table.plays("free-combat-extension"):
            hero_of(table, combat.attacker, "secondary hero" if combat.attacker_second else "main hero").spend(1)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield CombatRoundStarted()


class CombatRetreated(CombatEvent):
    title = "Retreat"
    help_text = "Against neutral units, after a combat round: the hero goes back to the field visited last."
    says = "{seat} retreated"
    stages = ("round end",)
    mine = "seat"
    seat: Living

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "round end" and may_retreat(combat):
            yield Offer(text("Retreat"), {"seat": combat.attacker})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not may_retreat(combat_of(table)) or self.seat != combat_of(table).attacker:
            yield NO_RETREAT()

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.outcome, table.combat.ended_by = "retreat", self.seat


def may_retreat(combat: Combat) -> bool:
    """Whether a combat may be left after a round: against neutral units of which none is azure (p43; 9.2, 19)."""
    return combat.kind in ("neutral", "bank", "random town") and not combat.azure


class CombatSurrendered(PricedEvent[Heroes3], HeroesEvent):
    """In place of activating one of the own units: 10 gold go to the other player, and nobody wins (p43)."""

    title = "Surrender"
    help_text = "For 10 gold to the other player the combat ends at once, and nobody wins or loses."
    says = "{seat} surrendered to {to}, for {cost}"
    area_of_play = "Combats"
    tracked = ("combats",)
    during = ("combat",)
    mine = "seat"
    seat: Living
    to: Annotated[str, Settled(), Choice("factions")] = ""
    cost: Annotated[Price, Spends("seats.{seat}.goods"), Gains("seats.{to}.goods")] = Field(
        default=SURRENDER_PRICE, title="costs"
    )

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        other = combat.foe_of(self.seat)
        own_town = combat.own_town and self.seat == combat.defender
        hero_there = other in table.seats and combat.kind in ("hero", "siege") and self.seat not in combat.no_cards
        homeless = table.tracks("map") and not holds_home(table, self.seat) and not table.ruled("surrender-homeless")
        if combat.stage != "round" or not hero_there or own_town or homeless:
            yield NO_SURRENDER()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return super().settle(table, chance).but(to=combat_of(table).foe_of(self.seat))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        if table.combat:
            table.combat.outcome, table.combat.ended_by = "surrender", self.seat


def decided(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The end of a combat that somebody ended, or in which one side has no units left."""
    combat = table.combat
    if combat is None:
        return
    if combat.outcome == "conceded":
        yield CombatEnded(winner=combat.foe_of(combat.ended_by), outcome="conceded")
    elif combat.outcome:
        yield CombatEnded(outcome=combat.outcome)
    elif combat.stage in ("round", "round end"):
        left = list(sides_left(combat))
        if len(left) == 1:
            yield CombatEnded(winner=left[0], outcome="victory")


def experience_for(own: int, other: int) -> int:
    """What a victory teaches: 2 against a higher level, 1 against an equal one (5.2)."""
    return 2 if other > own else 1 if other == own else 0


class CombatEnded(HeroesEvent):
    """Units heal and go home; the winner learns, then visits; the loser pays (3.15)."""

    title = "End the combat"
    help_text = "Who won, and what it comes to."
    says = "{winner|The combat is over} won[ on {field}][ ({outcome})]"
    area_of_play = "Combats"
    during = ("combat",)
    winner: Annotated[SideId, Field(title="who won")] | None = None
    outcome: Annotated[Outcome, Field(title="how it ended")] = "victory"
    field: Annotated[str, Settled(), Choice("fields")] = ""
    loser: Annotated[str, Settled(), Choice("sides")] = ""
    level: Annotated[Level, Settled()] = 0
    xp: Annotated[Count, Settled()] = 0
    azure: Annotated[bool, Settled()] = False
    beaten_main: Annotated[bool, Settled()] = False
    beaten_second: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if self.outcome == "victory" and combat.stage == "round" and len(list(sides_left(combat))) > 1:
            yield STILL_FIGHTING()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        loser = combat.foe_of(self.winner) if self.winner else ""
        main_won = self.winner in table.seats and not by_second(combat, self.winner or "")
        main_lost = loser in table.seats and not by_second(combat, loser) and is_hero_there(table, combat, loser)
        return self.but(
            field=combat.field,
            loser=loser,
            azure=bool(main_won and combat.azure and self.winner == combat.attacker),
            xp=learned(table, combat, self.winner or "", loser) if main_won and self.outcome == "victory" else 0,
            beaten_main=main_lost and self.outcome == "victory" and combat.kind != "final",
            beaten_second=loser in table.seats and by_second(combat, loser),
        )

    def apply(self, table: Heroes3) -> None:
        combat = combat_of(table)
        note_combat(table, combat, self.winner or "", self.outcome)
        if self.winner and self.winner == combat.attacker and (spot := table.fields.get(combat.field)):
            spot.cleared = True
            if table.arrival:
                table.arrival.fought = True
        else:
            table.arrival = None
            go_back(table, combat, self.outcome)
        disband(table, combat)
        table.combat = None
        winner, loser = seat_of(table, self.winner or ""), seat_of(table, self.loser)
        if self.beaten_second:
            loser.second = None
            winner.deeds.second_beaten += 1
        if self.loser in table.seats and (self.beaten_second or self.beaten_main) and self.winner in table.seats:
            winner.cubes[self.loser] = winner.cubes.get(self.loser, 0) + 1
        winner.deeds.main_beaten = winner.deeds.main_beaten or self.beaten_main

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.azure:
            yield ExperienceGained(seat=self.winner or "", amount=12, source="combat")
        elif self.xp:
            yield ExperienceGained(seat=self.winner or "", amount=self.xp, source="combat")
        if self.beaten_main and self.winner in table.seats:
            yield DefeatPaid(seat=self.loser, to=self.winner or "")
        if self.beaten_main:
            yield HeroWentHome(seat=self.loser)


def by_second(combat: Combat, side: str) -> bool:
    """Whether a side is led by a secondary hero."""
    return combat.attacker_second if side == combat.attacker else combat.defender_second


def is_hero_there(table: Heroes3, combat: Combat, side: str) -> bool:
    """Whether a hero fights for a side: not so for a garrison."""
    return side == combat.attacker or side not in combat.no_cards


def learned(table: Heroes3, combat: Combat, winner: str, loser: str) -> int:
    """The experience of the main hero who won: by the level of the field, or of the main hero beaten (5.2)."""
    own = seat_of(table, winner).level
    if combat.kind == "neutral":
        return experience_for(own, combat.level) if combat.level else 0
    if loser in table.seats and combat.kind in ("hero", "siege") and is_hero_there(table, combat, loser):
        return 0 if by_second(combat, loser) else experience_for(own, seat_of(table, loser).level)
    return 0


def note_combat(table: Heroes3, combat: Combat, winner: str, outcome: str) -> None:
    """A combat goes into the log of combats, and what players did; for `apply`."""
    table.combats.append(
        CombatRecord(
            round=table.round, attacker=combat.attacker, defender=combat.defender, field=combat.field,
            level=combat.level, rounds=combat.round, outcome=outcome, winner=winner, lost=list(combat.lost),
        )
    )  # fmt: skip
    for side in (combat.attacker, combat.defender):
        if winner and (seat := table.seats.get(side)):
            seat.deeds.combats_won += side == winner
            seat.deeds.combats_lost += side != winner


def go_back(table: Heroes3, combat: Combat, outcome: str) -> None:
    """A hero who did not win its attack goes back to the field visited last, where it can; for `apply`."""
    hero = hero_of(table, combat.attacker, "secondary hero" if combat.attacker_second else "main hero")
    if combat.field and outcome in ("retreat", "victory"):
        hero.field = hero.last


def disband(table: Heroes3, combat: Combat) -> None:
    """What is left of a combat goes where it belongs: neutral units are discarded, an empty deck is replaced."""
    if combat.kind != "bank":
        table.gone += [one.unit for one in combat.fighters.values() if one.side == NEUTRAL and not one.summoned]
    for side in (combat.attacker, combat.defender):
        seat = table.seats.get(side)
        if seat:
            combat_cards_end(seat)
        if seat and combat.lost and not seat.units and table.tracks("towns"):
            seat.units = {unit: Unit(side=face) for unit, face in seat.first_units.items()}


class DefeatPaid(PricedEvent[Heroes3], HeroesEvent):
    """A main hero beaten by a player's army pays 5 gold, as far as there are any, and loses morale (3.15; 9.2, 16)."""

    title = "Pay for a defeat"
    help_text = "A main hero that was beaten pays the winner 5 gold, as far as there are any."
    says = "{seat} paid {to} {cost|nothing} for the defeat"
    area_of_play = "Combats"
    automatic = True
    seat: SeatId
    to: SeatId
    cost: Annotated[Price, Settled(), Spends("seats.{seat}.goods"), Gains("seats.{to}.goods")] = Field(
        default_factory=dict
    )

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        gold = min(DEFEAT_PRICE, seat_of(table, self.seat).goods.get("gold", 0))
        return self.but(cost={"gold": gold} if gold else {})

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield MoraleLost(seat=self.seat, source="defeat")


class HeroWentHome(HeroesEvent):
    """To an own or allied town or settlement; where there is none, the player is out (3.15)."""

    title = "Go home"
    help_text = "A beaten main hero goes to a town or settlement of its own."
    says = "The main hero of {seat} went home[ to {to}]"
    area_of_play = "Combats"
    tracked = ("map",)
    mine = "seat"
    seat: SeatId
    to: Annotated[str, Choice("fields", own_homes, given=("seat",))] | None = None

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        homes = [home for home in own_homes(table, self.seat) if not foes_on(table, self.seat, home)]
        return self.but(to=self.to or (homes[0] if homes else None))

    def apply(self, table: Heroes3) -> None:
        if self.to:
            put_down(table, seat_of(table, self.seat).main, self.to)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.to is None and seat_of(table, self.seat).housed:
            yield SeatEliminated(seat=self.seat, reason="defeat")


class CombatTold(HeroesEvent):
    """A table that does not track combats, or has no patience for one, says how it ended (3.15)."""

    title = "Say how the combat ended"
    help_text = "Who won; experience, flags and visits follow. What was lost of units is recorded by itself."
    says = "The combat was fought: {winner} won"
    area_of_play = "Combats"
    during = ("combat",)
    pad = "winner"
    winner: Annotated[
        str, Choice("sides", lambda table: [combat_of(table).attacker, combat_of(table).defender]),
        Field(title="who won"),
    ]  # fmt: skip

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.combat and not table.tracks("combats"):
            yield Offer(text("Who won the combat?"), must=True)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.stage = "round end"

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield CombatEnded(winner=self.winner, outcome="victory")


EVENTS: tuple[type[Event[Any]], ...] = (
    CombatExtended, CombatRetreated, CombatSurrendered, CombatEnded, DefeatPaid, HeroWentHome, CombatTold,
)  # fmt: skip
__all__ = ["AZURE_LEVEL", "EVENTS", "CombatEnded", "GoodId", "Source", "decided"]
