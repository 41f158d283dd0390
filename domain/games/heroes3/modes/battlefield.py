"""The Battlefield: rounds of adventure cards, and the final combat (战场, p56)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.numbers import Gains, move_numbers
from domain.components.piles import may_hold, take_cards
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, KeepsOrder, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import TURNS, WRONG_MODE, Earns, HeroesEvent, Living, seat_of, turns_left
from domain.games.heroes3.cards.decks import DICE, SAY_FACES, choosable, is_kept, lose_card, why_not_there
from domain.games.heroes3.cards.handling import CardsDrawn
from domain.games.heroes3.combat.announcing import COMBAT_OPEN
from domain.games.heroes3.combat.striking import rolled_faces
from domain.games.heroes3.rounds import BATTLEFIELD_MODES, GameEnded, awaits_final, is_last_round
from domain.games.heroes3.state.combat import Combat
from domain.games.heroes3.state.kinds import GoodId, Price, Small, UnitCard
from domain.games.heroes3.state.seat import Unit
from domain.games.heroes3.state.table import Heroes3, Length
from domain.games.heroes3.town.goods import FACES
from domain.games.heroes3.town.units import OwnUnit

WHICH_ATTACK = never(
    "which-attack",
    "Say the attack on the card of {units}: it counts for the power.",
    rule=sections.BATTLEFIELD,
    asks=True,
)
ONE_A_ROUND = refusal("one-adventure", "Only one adventure card is resolved a round.", rule=sections.BATTLEFIELD)
KEPT_ALREADY = refusal("kept-adventure", "{seat} has kept an adventure card this round.", rule=sections.BATTLEFIELD)
NO_MORE_CARDS = refusal("no-more-adventures", "In the last round no cards are drawn.", rule=sections.BATTLEFIELD)
NOT_HELD = refusal("adventure-not-held", "{card} is not among the adventure cards held.", rule=sections.BATTLEFIELD)
RAISED_ALREADY = refusal("raised-already", "{seat} has raised an income this round already.", rule=sections.BATTLEFIELD)
NOT_ASTROLOGERS = refusal("not-astrologers", "Incomes are raised in astrologers' rounds.", rule=sections.BATTLEFIELD)
NAME_GOOD = refusal("name-income", "Say which income rises, or roll for it.", rule=sections.BATTLEFIELD, asks=True)
TWO_UNITS = refusal("two-units", "Choose {need|unit|units} for it.", rule=sections.BATTLEFIELD)
ROUNDS_LEFT = refusal("rounds-left", "The final combat comes after round {round}.", rule=sections.BATTLEFIELD)
ROUNDS_OF: Mapping[Length, int] = {"short": 9, "medium": 13, "large": 16}
"""The number of adventure rounds for each length (p58)."""
TRACK: Mapping[str, int] = {"gold": 5, "materials": 2, "valuables": 1}
"""The value of a space of each income track (9.2, 9)."""
CHOSEN_UNITS = 2


class BattlefieldEvent(HeroesEvent):
    heading = "Battlefield"
    modes: ClassVar[tuple[str, ...]] = ("adventure",)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode not in self.modes:
            yield WRONG_MODE()


class LengthChosen(BattlefieldEvent):
    title = "Choose the length"
    help_text = "Short, medium or large: 9, 13 or 16 rounds of adventure, or what a skirmish prepares."
    sentence = "The game is {length}"
    during = ("setup",)
    modes = BATTLEFIELD_MODES
    layout = Layout(keypad="length")
    length: Length

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode in BATTLEFIELD_MODES and not table.rounds:
            yield Offer(text("How long is the game?"), required=True, keypad="length")

    def apply(self, table: Heroes3) -> None:
        table.length = self.length
        table.rounds = ROUNDS_OF[self.length] if table.mode == "adventure" else 1


# === Adventure cards: the first player keeps one of three, the second player one of the other two (p58) ===


class AdventureCardTaken(BattlefieldEvent):
    """Keeps an adventure card, one per round. Two may be held until the turn ends; then one of them goes (p58)."""

    title = "Keep an adventure card"
    help_text = "The first player draws three, keeps one and passes two; of these the other one keeps one."
    sentence = "{seat} kept an adventure card[: {card}]"
    during = ("turns",)
    acting_seat = "seat"
    secrets = Secrets(("card",))
    seat: Living
    card: Annotated[Line, Choice("adventures", free=True)]

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "adventure" and not is_last_round(table) and not table.combat:
            for id_, seat in table.seats.items():
                if not seat.chosen:
                    words = text("{seat}: which adventure card is kept?", seat=table.called("factions", id_))
                    yield Offer(words, {"seat": id_}, required=True, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if seat_of(table, self.seat).chosen:
            yield KEPT_ALREADY(seat=table.called("factions", self.seat))
        if is_last_round(table):
            yield NO_MORE_CARDS()

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.adventure, seat.chosen = [*seat.adventure, self.card], True


def held_cards(table: Heroes3, seat: str) -> list[str]:
    """The adventure cards that a seat holds; any card if one is unnamed, or hidden from this viewer."""
    hand = seat_of(table, seat).adventure
    known = [card for card in hand if card]
    return known if "" not in hand else list(dict.fromkeys([*known, *table.ids("adventures")]))


def to_resolve(table: Heroes3) -> Iterator[tuple[str, list[str]]]:
    """The seat at turn in an adventure with cards in hand, and these cards; an unnamed card is empty."""
    seat = TURNS.whose_turn(table)
    if seat and table.mode == "adventure" and not table.combat:
        here = seat_of(table, seat)
        if here.adventure and (here.chosen or is_last_round(table)):
            yield seat, list(dict.fromkeys(here.adventure))


Adventure = Annotated[Line, Choice("adventures", held_cards, given=("seat",), free=True)]


class HeldEvent(BattlefieldEvent):
    """The base of events of an adventure card in hand. If a held card is unnamed, any card is accepted."""

    during = ("turns",)
    acting_seat = "seat"
    seat: Living
    card: Adventure

    def check(self, table: Heroes3) -> Iterator[Refused]:
        held = seat_of(table, self.seat).adventure
        if held and "" not in held and self.card not in held:
            yield NOT_HELD(card=table.called("adventures", self.card))

    def apply(self, table: Heroes3) -> None:
        hand = seat_of(table, self.seat).adventure
        if may_hold(hand, self.card):
            take_cards(1, (self.card,), hand)


class AdventureDiscarded(HeldEvent):
    title = "Discard an adventure card"
    help_text = "At the end of a turn one card stays in hand; Magic Spring never does."
    sentence = "{seat} discarded {card}"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, held in to_resolve(table):
            if len(seat_of(table, seat).adventure) > 1:
                for card in filter(None, held):
                    words = text("Discard {card}", card=table.called("adventures", card))
                    yield Offer(words, {"seat": seat, "card": card})
                if "" in held:
                    yield Offer(text("Discard an adventure card"), {"seat": seat}, opens_form=True)


class AdventureResolved(HeldEvent):
    """Resolves an adventure card. For a combat card, one of its three powers is declared (p59).

    The attack of two units with their dice must reach that power.
    """

    title = "Resolve an adventure card"
    help_text = "One adventure card a round; of a combat card say the power declared, and which two units fight."
    sentence = (
        "{seat} resolved {card}[ ({earlier} earlier)][: declared {declared}, power {power}][, with {units}]"
        "[, {won|the battle reward too}][: {goods}][; {effect}]"
    )
    layout = Layout(usual=("declared", "units", "goods"))
    seat: Living
    card: Adventure
    declared: Small | None = None
    units: Annotated[tuple[OwnUnit, ...], Field(max_length=CHOSEN_UNITS)] = ()
    dice: Annotated[
        tuple[Annotated[int, Field(ge=-1, le=1)], ...],
        Field(max_length=CHOSEN_UNITS, title="what the dice show"),
        KeepsOrder(),
    ] = ()
    goods: Annotated[Price, Earns, Field(title="resources")] = Field(default_factory=dict)
    effect: Remark = ""
    attacks: Annotated[
        Mapping[OwnUnit, Small], Field(max_length=CHOSEN_UNITS, title="attack on their cards, if not typed in yet")
    ] = Field(default_factory=dict)
    power: Annotated[Annotated[int, Field(ge=-9, le=999)] | None, Settled()] = None
    won: Annotated[bool, Settled()] = False
    earlier: Annotated[Count, Settled()] = 0

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        seat = str(known.get("seat") or "")
        if known.get("declared") is not None and attacks_unknown(table, seat, known.get("units") or ()):
            yield "attacks"
        if known.get("declared") is not None and not is_kept(table, DICE):
            yield "dice"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The offers to resolve cards.

        With two cards in hand they are a must, because only one stays after the turn.
        """
        for seat, held in to_resolve(table):
            must = len(seat_of(table, seat).adventure) > 1
            if seat_of(table, seat).adventured:
                continue
            for card in filter(None, held):
                words = text("Resolve {card}", card=table.called("adventures", card))
                yield Offer(words, {"seat": seat, "card": card}, required=must, opens_form=True)
            if "" in held:
                yield Offer(text("Resolve an adventure card"), {"seat": seat}, required=must, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from TURNS.not_at_turn(table, self.seat)
        seat = seat_of(table, self.seat)
        if seat.adventured:
            yield ONE_A_ROUND()
        need = min(CHOSEN_UNITS, len(seat.units))
        if self.declared is not None and len(self.units) != need:
            yield TWO_UNITS(need=need)
        unsaid = [unit for unit in attacks_unknown(table, self.seat, self.units) if unit not in self.attacks]
        if self.declared is not None and unsaid:
            yield WHICH_ATTACK(units=tuple(table.called("units", unit) for unit in unsaid))
        if self.declared is not None and len(self.dice) < len(self.units) and not is_kept(table, DICE):
            yield SAY_FACES()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        earlier = seat_of(table, self.seat).adventures.count(self.card)
        if self.declared is None:
            return self.copy_with(earlier=earlier)
        dice = self.dice or rolled_faces(chance, len(self.units))
        own = seat_of(table, self.seat).units
        attacks = (self._attack(table, unit, own[unit]) for unit in self.units if unit in own)
        power = sum(attacks) + sum(dice)
        return self.copy_with(dice=dice, power=power, won=power >= self.declared, earlier=earlier)

    def _attack(self, table: Heroes3, unit: str, it: Unit) -> int:
        attack = attack_of(table, unit, it)
        return self.attacks.get(unit, 0) if attack is None else attack

    def apply(self, table: Heroes3) -> None:
        super().apply(table)
        move_numbers(table, self)
        seat = seat_of(table, self.seat)
        for unit, attack in self.attacks.items():
            side = "pack_attack" if unit in seat.units and seat.units[unit].side == "pack" else "attack"
            table.keep_typed(UnitCard.kind_name, unit, {side: attack})
        seat.adventured = True
        seat.adventures = [*seat.adventures, self.card]
        for unit in self.units:
            if it := seat.units.get(unit):
                it.stunned = False
        if self.units and not self.won:
            table.agenda.put(UnitStunned, seat=self.seat)


def attack_of(table: Heroes3, unit: str, it: Unit) -> int | None:
    """The attack that a unit adds in an adventure: 0 while it is stunned (5.12). None if unknown."""
    card = UnitCard.of(table, unit)
    if it.stunned:
        return 0
    return card.pack_attack if it.side == "pack" else card.attack


def attacks_unknown(table: Heroes3, seat: str, units: Iterable[str]) -> list[str]:
    """The units of a player whose attack is unknown."""
    own = seat_of(table, seat).units
    return [unit for unit in units if unit in own and attack_of(table, unit, own[unit]) is None]


class UnitStunned(BattlefieldEvent):
    title = "Stun a unit"
    help_text = (
        "Without the battle reward one of the units that fought is stunned: next time its attack is not counted."
    )
    sentence = "{unit} of {seat} is stunned"
    question = "{seat}: which of the units that fought is stunned?"
    acting_seat = "seat"
    layout = Layout(keypad="unit")
    seat: Living
    unit: OwnUnit

    def apply(self, table: Heroes3) -> None:
        if it := seat_of(table, self.seat).units.get(self.unit):
            it.stunned = True


# === Income, and cards without a use in a combat =====================================================


class IncomeTrackRaised(BattlefieldEvent):
    """Raises an income track, chosen or rolled by a resource die.

    A rolled one also brings a space of it at once (p58).
    """

    title = "Raise an income track"
    help_text = "In astrologers' rounds each player raises one income; rolled, it also brings that much at once."
    sentence = "{seat}: income +{amount} {good}[, {at_once} at once]"
    during = ("turns",)
    acting_seat = "seat"
    layout = Layout(keypad="good")
    seat: Living
    good: GoodId | None = None
    rolled: bool = Field(default=False, title="a die says which")
    amount: Annotated[Count, Settled(), Gains(lambda event, table: ("seats", event.seat, "income", event.good))] = 0
    at_once: Annotated[Count, Settled(), Gains(lambda event, table: ("seats", event.seat, "goods", event.good))] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "adventure" and table.round % 2 == 0 and table.round and not table.combat:
            for id_, seat in table.seats.items():
                if not seat.raised:
                    words = text("{seat}: which income rises?", seat=table.called("factions", id_))
                    yield Offer(words, {"seat": id_}, required=True, also_required=("good",), keypad="good")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.round % 2:
            yield NOT_ASTROLOGERS()
        if seat_of(table, self.seat).raised:
            yield RAISED_ALREADY(seat=table.called("factions", self.seat))
        if not self.good and not (self.rolled and is_kept(table, DICE)):
            yield NAME_GOOD()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        sides = tuple(FACES.values())
        good = self.good or sides[chance.dice(1, len(sides))[0] - 1][0]
        amount = TRACK[good]
        return self.copy_with(good=good, amount=amount, at_once=amount if self.rolled else 0)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat_of(table, self.seat).raised = True


def deck_cards(table: Heroes3, seat: str) -> list[str]:
    here = seat_of(table, seat)
    return [card for card in choosable(table, here, here.cards) if card not in here.aside]


class CardSetAside(BattlefieldEvent):
    title = "Set a card aside"
    help_text = "A new card that is of no use in a combat is not shuffled into the deck: it is used once, then removed."
    sentence = "{seat} set {card} aside"
    tracked = ("cards",)
    acting_seat = "seat"
    seat: Living
    card: Annotated[str, Choice("cards", deck_cards, given=("seat",), why_not=why_not_there)]

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.aside = [*seat.aside, self.card]


class SetAsideCardUsed(BattlefieldEvent):
    title = "Use a card set aside"
    help_text = "A card set aside is used once and removed; movement only lets adventure cards be drawn again."
    sentence = "{seat} used {card}, which is removed[: {effect}]"
    tracked = ("cards",)
    acting_seat = "seat"
    seat: Living
    card: Annotated[str, Choice("cards", lambda table, seat: seat_of(table, seat).aside, given=("seat",))]
    effect: Remark = ""

    def apply(self, table: Heroes3) -> None:
        lose_card(table, self.seat, self.card, seat_of(table, self.seat).aside)


# === The final combat ================================================================================


class FinalCombatStarted(BattlefieldEvent):
    """Begins the final combat. Expert effects return, decks are shuffled, hands drawn, and stunned units recover.

    See p59 and p60.
    """

    title = "Begin the final combat"
    help_text = "After the last round both armies meet: hands are drawn, and all units fight."
    sentence = "The final combat began"
    during = ("turns",)
    ends = "step"
    modes = BATTLEFIELD_MODES

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        over = table.mode == "skirmish" or not (TURNS.whose_turn(table) or turns_left(table))
        if awaits_final(table) and over and not table.combat and not table.combats:
            yield Offer(text("Begin the final combat"), required=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.combat:
            yield COMBAT_OPEN()
        if not awaits_final(table):
            yield ROUNDS_LEFT(round=table.rounds)

    def apply(self, table: Heroes3) -> None:
        first, second = [*sorted(table.seats, key=lambda id_: id_ != table.starting), "", ""][:2]
        table.combat = Combat(
            kind="final", attacker=first, defender=second, stage="setup", board="battlefield", holder=first
        )
        table.agenda.drop(lambda _: True)
        for seat in table.seats.values():
            seat.experts, seat.adventure, seat.begun, seat.done = 0, [], True, True
            seat.hand, seat.discard, seat.in_play = [], [], []
            for unit in seat.units.values():
                unit.stunned = False

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if table.tracks("cards"):
            for id_, seat in table.seats.items():
                yield CardsDrawn(seat=id_, count=seat.hand_limit)


class FinalRoundRefreshed(BattlefieldEvent):
    title = "Refresh for the next round"
    help_text = "At the end of each round of the final combat both regain an expert use, and draw two cards."
    sentence = "Both players regained an expert use and drew cards"
    during = ("combat",)
    modes = BATTLEFIELD_MODES
    automatic = True

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.refreshed = True
        for seat in table.seats.values():
            seat.experts = max(0, seat.experts - 1)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if table.tracks("cards"):
            for id_ in table.seats:
                yield CardsDrawn(seat=id_, count=2)


def final_combat(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The refreshed hands between the rounds of the final combat; and the victory of its winner (p59)."""
    combat = table.combat
    if combat and combat.kind == "final" and combat.stage == "round" and combat.round > 1 and not combat.refreshed:
        yield FinalRoundRefreshed()
    if table.phase == "turns" and not combat and awaits_final(table) and table.combats and table.combats[-1].winner:
        yield GameEnded(winners=(table.combats[-1].winner,), reason="final combat")
