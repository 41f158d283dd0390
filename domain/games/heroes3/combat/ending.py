"""The end of a combat: its continuation, its winner, the rewards and the losses (3.12, 3.15)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, Spends, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.events.value_names import with_names
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import HeroesEvent, Living, SeatId, allied, hero_of, seat_of
from domain.games.heroes3.cards.decks import combat_cards_end
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.morale import events_of_morale
from domain.games.heroes3.combat.acting import CombatRoundStarted, to_act
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import combat_of, sides_left
from domain.games.heroes3.combat.placing import guards_due
from domain.games.heroes3.combat.striking import is_discarded
from domain.games.heroes3.land.laying import no_movement
from domain.games.heroes3.land.moving import foes_on, friends_on, put_down
from domain.games.heroes3.rounds import SeatEliminated, holds_home
from domain.games.heroes3.state.combat import NEUTRAL, Combat, Outcome
from domain.games.heroes3.state.kinds import Level, Price
from domain.games.heroes3.state.table import CombatRecord, Heroes3
from domain.games.heroes3.town.buildings import own_homes
from domain.games.heroes3.town.goods import GoodsSpent
from domain.games.heroes3.town.units import return_starting_units

NO_RETREAT = refusal("no-retreat", "You may not retreat from this combat.", rule=sections.COMBAT_END)
NO_SURRENDER = refusal("no-surrender", "You may not surrender here.", rule=sections.COMBAT_END)
NOT_AT_TURN = refusal("surrender-at-turn", "{seat} surrenders in place of activating a unit.", rule=sections.COMBAT_END)
NO_WINNER = never("nobody-wins", "{seat} fights no other player.", rule=sections.COMBAT_END)
STILL_FIGHTING = refusal("still-fighting", "Both sides still have units.", rule=sections.COMBAT_END)
NO_LIMIT = never("no-limit", "This combat goes on without input.", rule=sections.COMBAT_ROUND)
SURRENDER_PRICE: Price = {"gold": 10}
DEFEAT_PRICE = 5
AGAINST_NEUTRALS = ("neutral", "bank", "random town")


class CombatExtended(CombatEvent):
    title = "Fight on"
    help_text = "One more round against neutral units, for a movement point of the hero who began it."
    sentence = "{seat} fights on"
    stages = ("round end",)
    acting_seat = "seat"
    seat: Living

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "round end" and combat.limited:
            yield Offer(text("Fight on"), {"seat": combat.attacker}, required=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not combat_of(table).limited:
            yield NO_LIMIT()
        else:
            yield from too_weary(table, combat_of(table))

    def apply(self, table: Heroes3) -> None:
        combat = combat_of(table)
        if combat.field and not table.plays("free-combat-extension"):
            hero_of(table, combat.attacker, "secondary hero" if combat.attacker_second else "main hero").spend(1)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield CombatRoundStarted()


class CombatRetreated(CombatEvent):
    title = "Retreat"
    help_text = "Against neutral units, after a combat round: the hero goes back to the field visited last."
    sentence = "{seat} retreated"
    stages = ("round end",)
    acting_seat = "seat"
    seat: Living

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "round end" and may_retreat(table, combat):
            yield Offer(text("Retreat"), {"seat": combat.attacker}, required=any(too_weary(table, combat)))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not may_retreat(table, combat_of(table)) or self.seat != combat_of(table).attacker:
            yield NO_RETREAT()

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.outcome, table.combat.ended_by = "retreat", self.seat


def too_weary(table: Heroes3, combat: Combat) -> Iterator[Refused]:
    """The refusal of another round if the hero who began the combat lacks its movement point (p43)."""
    if table.tracks("map") and combat.field and not table.plays("free-combat-extension"):
        yield from no_movement(table, combat.attacker, "secondary hero" if combat.attacker_second else "main hero")


def may_retreat(table: Heroes3, combat: Combat) -> bool:
    """Whether a player may leave a combat after a round: against neutral units without an azure one (p43; 9.2, 19)."""
    as_players = combat.kind == "random town" and table.ruled("random-town-as-players")
    return combat.kind in AGAINST_NEUTRALS and not combat.azure and not as_players


class CombatSurrendered(NumbersMoved[Heroes3], HeroesEvent):
    """Surrenders instead of activating a unit. The other player gets 10 gold, and no side wins (p43)."""

    title = "Surrender"
    help_text = "For 10 gold to the other player the combat ends at once, without a winner."
    sentence = "{seat} surrendered to {to}, for {cost}"
    heading = "Combats"
    tracked = ("combats",)
    during = ("combat",)
    acting_seat = "seat"
    layout = Layout(no_choice=("cost",))
    seat: Living
    to: Annotated[str, Settled(), Choice("factions")] = ""
    cost: Annotated[Price, Spends("seats.{seat}.goods"), Gains("seats.{to}.goods")] = Field(
        default=SURRENDER_PRICE, title="costs"
    )

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat in dict.fromkeys(seat for seat, unit in to_act(table) if unit != combat_of(table).at):
            name, gold = table.called("factions", seat), SURRENDER_PRICE["gold"]
            words = text("{seat}: surrender, for {gold} gold", seat=name, gold=gold)
            yield Offer(words, {"seat": seat})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        other = combat.foe_of(self.seat)
        if other not in table.seats or self.seat not in (combat.attacker, combat.defender):
            yield NO_WINNER(seat=table.called("factions", self.seat))
        own_town = combat.own_town and self.seat == combat.defender
        hero_there = other in table.seats and combat.kind in ("hero", "siege") and not combat.no_cards
        at_turn = any(seat == self.seat and unit != combat.at for seat, unit in to_act(table))
        homeless = table.tracks("map") and not holds_home(table, self.seat) and not table.ruled("surrender-homeless")
        if combat.stage != "round" or not hero_there or own_town or homeless:
            yield NO_SURRENDER()
        elif not at_turn:
            yield NOT_AT_TURN(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(to=combat_of(table).foe_of(self.seat))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        if table.combat:
            table.combat.outcome, table.combat.ended_by = "surrender", self.seat


def decided(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The end of a combat that a player ended, or in which one side has no units left."""
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
            yield ended(table, combat, left[0])


def ended(table: Heroes3, combat: Combat, winner: str) -> "CombatEnded":
    """The end of a combat that a side won.

    Against neutral units, a loser with units left in the deck retreats (3.15).
    """
    others = table.tracks("towns") and seat_of(table, combat.attacker).units
    if winner == NEUTRAL and combat.kind in AGAINST_NEUTRALS and others:
        return CombatEnded(outcome="retreat")
    return CombatEnded(winner=winner, outcome="victory")


def experience_for(own: int, other: int) -> int:
    """The experience for a victory: 2 against a higher level, 1 against an equal one (5.2)."""
    return 2 if other > own else 1 if other == own else 0


Fought = Annotated[
    str, Choice("sides", lambda table: [combat_of(table).attacker, combat_of(table).defender]), Field(title="who won")
]


class CombatEnded(HeroesEvent):
    """Ends a combat. Units heal and go home; the winner gains experience, then visits; the loser pays (3.15)."""

    title = "End the combat"
    help_text = "Who won, and what it comes to."
    sentence = (
        "The combat[ on {field}] is over ({outcome})[: {winner} won]"
        "[{beaten_second|; the secondary hero of} {loser} is gone]"
        "[{hero_left|; the secondary hero of} {surrendered} is gone][; starting units came back: {returned}]"
    )
    log = LogRole(headline=True, concludes=True)
    heading = "Combats"
    during = ("combat",)
    winner: Fought | None = None
    outcome: Annotated[Outcome, Field(title="how it ended")] = "victory"
    field: Annotated[str, Settled(), Choice("fields")] = ""
    loser: Annotated[str, Settled(), Choice("sides")] = ""
    level: Annotated[Level, Settled()] = 0
    xp: Annotated[Count, Settled()] = 0
    azure: Annotated[bool, Settled()] = False
    beaten_main: Annotated[bool, Settled()] = False
    beaten_second: Annotated[bool, Settled()] = False
    punished: Annotated[bool, Settled()] = False
    surrendered: Annotated[str, Settled(), Choice("sides")] = ""
    hero_left: Annotated[bool, Settled()] = False
    ai_hero: Annotated[str, Settled(), Choice("ai-heroes")] = ""
    returned: Annotated[
        Mapping[SeatId, tuple[Annotated[str, Choice("units")], ...]],
        Settled(), Field(title="starting units that came back"),
    ] = Field(default_factory=dict)  # fmt: skip

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """The outcome and winner for the sentence: a victory of neutral units is a defeat; an AI hero is named."""
        came_back = {"returned": tuple(units_of_seats(fields.get("returned"), table))}
        if fields.get("winner") != NEUTRAL:
            return came_back
        outcome = {"outcome": text("defeat")} if fields.get("outcome") == "victory" else {}
        hero = fields.get("ai_hero")
        return came_back | outcome | ({"winner": with_names(cls, "ai_hero", hero, table)} if hero else {})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if self.outcome == "victory" and combat.stage == "round" and len(list(sides_left(combat))) > 1:
            yield STILL_FIGHTING()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        loser = combat.foe_of(self.winner) if self.winner else ""
        main_won = self.winner in table.seats and leads(combat, self.winner or "")
        main_lost = loser in table.seats and leads(combat, loser)
        gave_up = combat.ended_by if self.outcome == "surrender" else ""
        return self.copy_with(
            field=combat.field,
            ai_hero=combat.ai_hero,
            loser=loser,
            azure=bool(main_won and is_azure(table, combat) and self.winner == combat.attacker),
            xp=learned(table, combat, self.winner or "", loser) if main_won and self.outcome == "victory" else 0,
            beaten_main=main_lost and self.outcome == "victory" and combat.kind != "final",
            beaten_second=loser in table.seats and by_second(combat, loser),
            punished=self.winner in table.seats or (combat.kind == "ai hero" and table.ruled("ai-defeat-penalty")),
            surrendered=gave_up,
            hero_left=bool(gave_up) and by_second(combat, gave_up),
            returned={id_: tuple(table.seats[id_].first_units) for id_ in unit_decks_lost(table, combat)},
        )

    def apply(self, table: Heroes3) -> None:
        combat = combat_of(table)
        note_combat(table, combat, self.winner or "", self.outcome)
        if self.winner in table.seats and (ai_hero := table.ai_heroes.get(combat.ai_hero)):
            ai_hero.beaten = True
        if self.winner and self.winner == combat.attacker:
            if spot := table.fields.get(combat.field):
                spot.cleared = True
            again = self.outcome == "conceded" and self.beaten_second and table.ruled("garrison-after-concede")
            if table.arrival:
                table.arrival.fought = not again
        elif self.surrendered == combat.defender and self.surrendered and not table.ruled("no-visit-after-surrender"):
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
        if self.hero_left:
            seat_of(table, self.surrendered).second = None
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
        elif self.beaten_main and self.punished:
            if gold := defeat_gold(table, self.loser):
                yield GoodsSpent(seat=self.loser, good="gold", amount=gold, source="defeat")
            yield from events_of_morale(self.loser, "defeat", rises=False)
        if self.beaten_main:
            yield HeroWentHome(seat=self.loser)
        elif self.surrendered and not self.hero_left:
            yield HeroWentHome(seat=self.surrendered)


def units_of_seats(units: object, table: Heroes3) -> Iterator[Text]:
    """Units with their players, for a sentence."""
    for seat, its in units.items() if isinstance(units, Mapping) else ():
        names = tuple(table.called("units", unit) for unit in its)
        yield text("{units} ({seat})", units=names, seat=table.called("factions", seat))


def is_azure(table: Heroes3, combat: Combat) -> bool:
    """Whether an azure unit guarded the field; by the level of the field if the drawn units are unknown (6.4)."""
    return combat.azure or ("azure" in guards_due(table, combat) and not combat.drawn)


def leads(combat: Combat, side: str) -> bool:
    """Whether a main hero leads a side, and not a secondary hero or a garrison without a hero."""
    return not by_second(combat, side) and (side == combat.attacker or side not in combat.no_cards)


def defeat_gold(table: Heroes3, seat: str) -> int:
    """The gold that a defeat costs: 5, or all there is (9.2, 16)."""
    return min(DEFEAT_PRICE, seat_of(table, seat).goods.get("gold", 0))


def by_second(combat: Combat, side: str) -> bool:
    """Whether a side is led by a secondary hero."""
    return combat.attacker_second if side == combat.attacker else combat.defender_second


def learned(table: Heroes3, combat: Combat, winner: str, loser: str) -> int:
    """The experience of the winning main hero: by the level of the field, or of the beaten main hero (5.2)."""
    own = seat_of(table, winner).level
    if combat.kind == "neutral":
        return experience_for(own, combat.level) if combat.level else 0
    if loser in table.seats and combat.kind in ("hero", "siege") and leads(combat, loser):
        return experience_for(own, seat_of(table, loser).level)
    return 0


def note_combat(table: Heroes3, combat: Combat, winner: str, outcome: str) -> None:
    """Add a combat to the log of combats and to the deeds of its players. For `apply`."""
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
    """Move a hero who did not win its attack back to the field visited last, if possible. For `apply`."""
    if combat.attacker == NEUTRAL:
        return
    hero = hero_of(table, combat.attacker, "secondary hero" if combat.attacker_second else "main hero")
    if combat.field and outcome in ("retreat", "victory"):
        hero.field = hero.last


def disband(table: Heroes3, combat: Combat) -> None:
    """Put away the rest of a combat: neutral units are discarded, an empty unit deck is replaced. For `apply`."""
    table.gone += [one.unit for one in combat.fighters.values() if is_discarded(combat, one) and not one.summoned]
    for side in (combat.attacker, combat.defender):
        if seat := table.seats.get(side):
            combat_cards_end(seat)
    for id_ in unit_decks_lost(table, combat):
        return_starting_units(table.seats[id_])


def unit_decks_lost(table: Heroes3, combat: Combat) -> list[str]:
    """The players whose unit deck a combat emptied, and which the starting units replace (p36)."""
    sides = (combat.attacker, combat.defender) if combat.lost and table.tracks("towns") else ()
    return [side for side in sides if side in table.seats and not table.seats[side].units]


class DefeatPaid(NumbersMoved[Heroes3], HeroesEvent):
    """A beaten main hero pays the winning player 5 gold, or all there is, and loses morale (3.15; 9.2, 16)."""

    title = "Pay for a defeat"
    help_text = "A main hero that was beaten pays the winner 5 gold, as far as there are any."
    sentence = "{seat} was beaten[, and paid {to} {cost}]"
    heading = "Combats"
    automatic = True
    seat: SeatId
    to: SeatId
    cost: Annotated[Price, Settled(), Spends("seats.{seat}.goods"), Gains("seats.{to}.goods")] = Field(
        default_factory=dict
    )

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        gold = defeat_gold(table, self.seat)
        return self.copy_with(cost={"gold": gold} if gold else {})

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from events_of_morale(self.seat, "defeat", rises=False)


def friendly_homes(table: Heroes3, seat: str) -> list[str]:
    """The towns and settlements of a player, then of allies, that have room for a main hero (9.2, 17)."""
    owners = sorted((other for other in table.seats if allied(table, seat, other)), key=lambda other: other != seat)
    homes = [home for other in owners for home in own_homes(table, other) if not foes_on(table, seat, home)]
    return [home for home in homes if not friends_on(table, seat, "main hero", home)] or homes


class HeroWentHome(HeroesEvent):
    """Moves a beaten main hero to an own or allied town or settlement. Without one, the player is eliminated (3.15)."""

    title = "Go home"
    help_text = "A beaten main hero goes to one of its towns or settlements."
    sentence = "The main hero of {seat} went home[ to {to}]"
    heading = "Combats"
    tracked = ("map",)
    acting_seat = "seat"
    seat: SeatId
    to: Annotated[str, Choice("fields", friendly_homes, given=("seat",))] | None = None

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        homes = friendly_homes(table, self.seat)
        return self.copy_with(to=self.to or (homes[0] if homes else None))

    def apply(self, table: Heroes3) -> None:
        if self.to:
            put_down(table, seat_of(table, self.seat).main, self.to)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.to is None and seat_of(table, self.seat).housed:
            yield SeatEliminated(seat=self.seat, reason="defeat")


class CombatTold(HeroesEvent):
    """Enters the winner of a combat, for a table that does not track combats or does not play this one out (3.15)."""

    title = "Say how the combat ended"
    help_text = "The winner; experience, flags and visits follow. Lost units are recorded separately."
    sentence = "The combat was fought: {winner} won"
    heading = "Combats"
    during = ("combat",)
    layout = Layout(keypad="winner")
    winner: Fought

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.combat and not table.tracks("combats"):
            yield Offer(text("Who won the combat?"), required=True, keypad="winner")

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.stage = "round end"

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield ended(table, combat_of(table), self.winner)
