"""Locations: the symbols of a visit, printed or typed in, and locations with additional rules (p73 to p85)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field

from domain.components.decks import cards_without
from domain.components.numbers import Gains, NumbersMoved, move_numbers
from domain.components.piles import cards_missing, take_cards
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, Line, Remark, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.games.heroes3 import sections
from domain.games.heroes3.base import (
    AT_A_POST,
    NO_SUCH_BOX,
    ONE_SERVICE,
    Earns,
    FieldId,
    Living,
    Pays,
    WhichHero,
    allied,
    at_a_post,
    hero_of,
    in_combat,
    owned,
    post_served,
    post_used,
    seat_of,
)
from domain.games.heroes3.cards.decks import DICE, SAY_FACES, gain_card, is_kept, kind_of, take_from_hand
from domain.games.heroes3.cards.handling import DeckEvent, Held, Named
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.morale import events_of_morale
from domain.games.heroes3.land.laying import hidden_beside
from domain.games.heroes3.land.moving import MapEvent
from domain.games.heroes3.land.tiles import touching
from domain.games.heroes3.state.kinds import GOODS, STACKED, BankCard, LocationCard, Price, SearchedDeck, Small
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town.goods import NOT_ALLIED, TO_ONESELF, GoodsGained, ask_for_dice, resource_dice
from domain.games.heroes3.town.units import NeutralUnitGained

GRAIL_TAKEN = never("grail-taken", "The Grail was found already.", rule=sections.LOCATIONS)
NOT_THERE = refusal("not-there", "No hero of {seat} is on that field.", rule=sections.LOCATIONS)
USED_UP = refusal("used-up", "{field} was used in this visit, or counts as empty.", rule=sections.FIELDS)
NOT_BESIDE_ALLY = refusal(
    "not-beside-ally", "Their heroes are not adjacent.", rule=sections.TRADE, areas=("map",)
)  # fmt: skip
AS_MANY = refusal("as-many", "As many cards are given as are received.", rule=sections.TRADE)
NOT_SWAPPED = refusal("not-swapped", "{card} is not swapped: only spells and artifacts are.", rule=sections.TRADE)
ON_CARD = Printed(LocationCard, by="location")
PRICE = Printed(LocationCard, by="priced_at", given=("location", "pay_other"))
OTHER_PRICE = Printed(LocationCard, by="priced_otherwise_at", given=("location", "pay_other"))
TAVERN_PRICE: Price = {"gold": 7}
NO_REWARD_DUE = refusal(
    "no-bank-reward", "The guards of {bank} were not defeated just now, or its reward was taken.", rule=sections.FIELDS
)
NO_MACHINES_HERE = refusal(
    "no-war-machines-here", "{seat} visits no place that sells a war machine now.", rule=sections.FIELDS
)
PRISON_GOLD, CHEST_GOLD, SCROLL_GOLD, ENOUGH_STACKED = 3, 5, 2, 2
Die = Literal["-1", "0", "1"]
DIE: tuple[Die, ...] = get_args(Die)
ROLLED = ("scholar", "sea-chest", "jetsam")
"""Locations whose reward depends on an attack die (6.12)."""
JETSAM_DICE: Mapping[str, int] = {"0": 1, "1": 2}
TOP_CARDS = {"university": ("ability", 4), "black-market": ("artifact", 4)}
"""Locations with a choice of top cards of a shared discard pile, and their number (6.11, 6.12)."""


class FieldUsed(NumbersMoved[Heroes3], MapEvent):
    """Uses the symbols of a field: price, goods, searches and dice; an empty event declines (3.8)."""

    title = "Use a field"
    help_text = (
        "What the field brings, in words and in numbers where it is unknown; “declined” if the hero does. A Pandora's "
        "Box card comes from its own deck and goes to its own discard pile; a permanent one replaces the permanent "
        "card in play."
    )
    sentence = (
        "{seat} used {field}[, for {cost}][, for {other_cost}][: {goods}][, {xp} experience]"
        "[, {movement|movement point|movement points} more][: the die shows {die}][: {effect}]"
    )
    question = "{seat}: use {field}"
    acting_seat = "seat"
    layout = Layout(
        usual=("goods", "xp", "dice", "treasure"),
        no_choice=(
            "pay_other",
            "cost",
            "other_cost",
            "goods",
            "xp",
            "movement",
            "morale",
            "deck",
            "search",
            "dice",
            "keep_one",
            "treasure",
            "die",
        ),
    )
    seat: Living
    whose: WhichHero = "main hero"
    field: FieldId
    location: Annotated[str, Choice("locations")] | None = None
    pay_other: bool = Field(default=False, title="pay the other price")
    cost: Annotated[Price, Pays, PRICE, Field(title="is paid")] = Field(default_factory=dict)
    other_cost: Annotated[Price, Pays, OTHER_PRICE, Field(title="or is paid instead")] = Field(default_factory=dict)
    goods: Annotated[Price, Earns, ON_CARD, Field(title="brings")] = Field(default_factory=dict)
    xp: Annotated[Small | None, ON_CARD, Field(title="experience")] = None
    movement: Annotated[Small | None, ON_CARD, Field(title="movement points")] = None
    morale: Annotated[Annotated[int, Field(ge=-1, le=1)] | None, ON_CARD] = None
    deck: Annotated[SearchedDeck | None, ON_CARD, Field(title="searches which deck")] = None
    search: Annotated[Small | None, ON_CARD, Field(title="searches how many cards")] = None
    dice: Annotated[Small | None, ON_CARD, Field(title="resource dice")] = None
    keep_one: Annotated[bool | None, ON_CARD, Field(title="keeps one of the dice")] = None
    treasure: Annotated[Small | None, ON_CARD, Field(title="treasure dice")] = None
    die: Annotated[Die | None, Field(title="what the attack die shows")] = None
    effect: Remark = ""

    @classmethod
    def needed(cls, table: Heroes3, known: Mapping[str, Any]) -> Iterator[str]:
        """The reward in the players' own words, if it is unknown or on a drawn card; and the choice of a price."""
        card = LocationCard.of(table, str(known.get("location") or ""))
        said = (card.cost, card.goods, card.xp, card.movement, card.morale, card.search, card.dice, card.treasure)
        drawn = known.get("location") == "pandoras-box" and table.plays("pandora-cards")
        if drawn or not (any(said) or card.known):
            yield "effect"
        if card.other_cost:
            yield "pay_other"
        if known.get("location") in ROLLED and not is_kept(table, DICE):
            yield "die"

    @property
    def priced_at(self) -> str:
        """The location whose first price is paid; empty if the other one is."""
        return "" if self.pay_other else self.location or ""

    @property
    def priced_otherwise_at(self) -> str:
        """The location whose other price is paid, of two printed ones."""
        return self.location or "" if self.pay_other else ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.location == "grail" and table.grail:
            yield GRAIL_TAKEN()
        if hero_of(table, self.seat, self.whose).field != self.field:
            yield NOT_THERE(seat=table.called("factions", self.seat))
        spot, due = table.fields[self.field], table.agenda.of(FieldUsed, seat=self.seat, field=self.field)
        if not due and (spot.cube or spot.category == "revisit"):
            yield USED_UP(field=table.called("fields", self.field))
        if self.location in ROLLED and self.die is None and not is_kept(table, DICE):
            yield SAY_FACES()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        rolls = self.location in ROLLED and self.die is None
        return super().settle(table, chance).copy_with(die=chance.draw(DIE) if rolls else self.die)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        hero_of(table, self.seat, self.whose).bonus += self.movement or 0
        if self.location == "grail":
            table.grail = self.seat
        if self.deck and self.search and table.tracks("cards"):
            table.agenda.put("search-begun", seat=self.seat, deck=self.deck, count=self.search)
        if more := MORE.get(self.location or ""):
            more(table, self)
        if count := self.jetsam:
            ask_for_dice(table, self.seat, count, "field")
        if self.dice:
            ask_for_dice(table, self.seat, self.dice, "field", keep_one=bool(self.keep_one))
        for _ in range(self.treasure or 0):
            table.agenda.put("treasure-die-rolled", seat=self.seat, source="field")

    @property
    def jetsam(self) -> int:
        """The number of resource dice that a Jetsam brings for its die."""
        return JETSAM_DICE.get(self.die or "", 0) if self.location == "jetsam" else 0

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.xp:
            yield ExperienceGained(seat=self.seat, amount=self.xp, source="field")
        if self.morale:
            yield from events_of_morale(self.seat, "field", rises=self.morale > 0)
        if self.location == "prison" and seat_of(table, self.seat).second:
            yield GoodsGained(seat=self.seat, good="gold", amount=PRISON_GOLD, source="field")
        if self.location == "sea-chest" and self.die == "0":
            yield GoodsGained(seat=self.seat, good="gold", amount=CHEST_GOLD, source="field")
        if count := self.jetsam:
            yield from resource_dice(table, self.seat, count, "field")
        if self.dice:
            yield from resource_dice(table, self.seat, self.dice, "field", keep_one=bool(self.keep_one))


# === Locations with more than symbols: their due events with the known fields =====================


def _hill_fort(table: Heroes3, used: FieldUsed) -> None:
    table.agenda.put("unit-reinforced", must=False, seat=used.seat, means="hill fort")


def _put_cards(table: Heroes3, seat: str, *due: tuple[str, dict[str, Any]]) -> None:
    """Put events of cards on the agenda in this order, if cards are tracked; each is optional."""
    for event, fields in reversed(due) if table.tracks("cards") else ():
        table.agenda.put(event, must=False, seat=seat, **fields)


def _top_cards(table: Heroes3, used: FieldUsed) -> None:
    deck, count = TOP_CARDS[used.location or ""]
    known = {"deck": deck, "how": "top of the discard pile", "count": count}
    _put_cards(table, used.seat, ("search-begun", known))
    if used.location == "black-market":
        table.agenda.put("goods-spent", must=False, seat=used.seat, good="gold", source="black market")


def _library(table: Heroes3, used: FieldUsed) -> None:
    _put_cards(table, used.seat, ("card-removed", {}), ("card-gained", {"source": "field"}))


def _spring(table: Heroes3, used: FieldUsed) -> None:
    _put_cards(table, used.seat, ("card-taken-back", {"source": "field"}))


def _hut(table: Heroes3, used: FieldUsed) -> None:
    _put_cards(table, used.seat, ("card-removed", {"pile": "hand"}), ("search-begun", {"deck": "ability", "count": 1}))


def _scholar(table: Heroes3, used: FieldUsed) -> None:
    if used.die == "1":
        _put_cards(table, used.seat, ("card-gained", {"source": "field"}))
    else:
        _put_cards(table, used.seat, ("search-begun", {"deck": "ability" if used.die == "0" else "spell", "count": 2}))


def _chest(table: Heroes3, used: FieldUsed) -> None:
    if used.die == "1":
        _put_cards(table, used.seat, ("search-begun", {"deck": "artifact", "count": 1}))


def _conflux(table: Heroes3, used: FieldUsed) -> None:
    table.agenda.put("neutral-unit-gained", must=False, seat=used.seat, source="field")


def _factory(table: Heroes3, used: FieldUsed) -> None:
    table.agenda.put("war-machine-bought", must=False, seat=used.seat)


def _prison(table: Heroes3, used: FieldUsed) -> None:
    if not seat_of(table, used.seat).second:
        table.agenda.put("second-hero-hired", must=False, seat=used.seat, source="field", cost={}, field=used.field)


def _tavern(table: Heroes3, used: FieldUsed) -> None:
    foes = [id_ for id_ in table.alive() if not allied(table, id_, used.seat)]
    if table.tracks("cards") and foes:
        known = {"seat": foes[0]} if len(foes) == 1 else {}
        table.agenda.put("cards-discarded", must=False, count=1, source="field", **known)
    table.agenda.put(
        "second-hero-hired", must=False, seat=used.seat, source="field", cost=dict(TAVERN_PRICE), field=used.field
    )


def _observatory(table: Heroes3, used: FieldUsed) -> None:
    if table.mode == "tournament":
        table.agenda.put("tile-rotated", must=False)
        return
    if hidden_beside(table, used.seat, used.whose):
        table.agenda.put("tile-discovered", must=False, seat=used.seat, whose=used.whose, free=True)
    if seat_of(table, used.seat).supply:
        table.agenda.put("tile-placed", must=False, seat=used.seat, whose=used.whose, free=True)


def _swap(table: Heroes3, used: FieldUsed) -> None:
    """Exchange a card of the hand for a search of two. A Faerie Ring does not take every card."""
    source = "field" if used.location == "faerie-ring" else "market"
    _put_cards(table, used.seat, ("card-removed", {"pile": "hand", "source": source}), ("search-begun", {"count": 2}))


def _trade(table: Heroes3, used: FieldUsed) -> None:
    if table.plays("trade-anytime"):
        _put_cards(table, used.seat, ("card-gained", {"deck": "artifact", "source": "field"}))
        return
    if has_war_machines(table):
        table.agenda.put("war-machine-bought", must=False, seat=used.seat)
    _put_cards(table, used.seat, ("card-removed", {"pile": "hand", "source": "trading post"}))
    table.agenda.put("goods-traded", must=False, seat=used.seat)


def _scroll(table: Heroes3, used: FieldUsed) -> None:
    if table.tracks("cards"):
        table.agenda.put("scroll-gained", must=False, seat=used.seat)


MORE: Mapping[str, Callable[[Heroes3, FieldUsed], None]] = {
    "hill-fort": _hill_fort,
    "prison": _prison,
    "tavern": _tavern,
    "redwood-observatory": _observatory,
    "faerie-ring": _swap,
    "market-of-time": _swap,
    "trading-post": _trade,
    "spell-scroll": _scroll,
    "university": _top_cards,
    "black-market": _top_cards,
    "library": _library,
    "magic-spring": _spring,
    "witch-hut": _hut,
    "scholar": _scholar,
    "sea-chest": _chest,
    "elemental-conflux": _conflux,
    "war-machine-factory": _factory,
}
"""The additional rules of locations, by id."""

# === Creature banks and shops =======================================================================


class BankRewardTaken(MapEvent):
    """Takes the bank's reward, and more for each stacked unit that was defeated (6.13)."""

    title = "Take a creature bank's reward"
    help_text = "The reward of a creature bank, and more for each stacked unit that fell."
    sentence = "{seat} took the reward of {bank}[: {goods}][, {unit}]"
    question = "{seat}: take the reward of {bank}"
    acting_seat = "seat"
    seat: Living
    bank: Annotated[str, Choice("banks")]
    stacked: Annotated[Annotated[int, Field(ge=0, le=20)] | None, Field(title="stacked units defeated")] = None
    goods: Annotated[Price, Settled(), Earns] = Field(default_factory=dict)
    unit: Annotated[str | None, Settled(), Choice("units")] = None

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_combat(table)
        if not table.agenda.of(BankRewardTaken, seat=self.seat, bank=self.bank):
            yield NO_REWARD_DUE(bank=table.called("banks", self.bank))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        card = BankCard.of(table, self.bank)
        stacked = STACKED.get(table.difficulty, 0) if self.stacked is None else self.stacked
        total: dict[str, int] = {good: card.goods.get(good, 0) + stacked * card.more.get(good, 0) for good in GOODS}
        return self.copy_with(stacked=stacked, goods=owned(total), unit=card.unit or None)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.unit:
            stacked = (self.stacked or 0) >= ENOUGH_STACKED
            yield NeutralUnitGained(seat=self.seat, unit=self.unit, stacked=stacked, source="creature bank")


class WarMachineBought(NumbersMoved[Heroes3], MapEvent):
    title = "Buy a war machine"
    limits = {ONE_SERVICE: {}}
    help_text = "At a factory cheaply, at a trading post for more, and for nothing else in that visit."
    sentence = "{seat} bought {card}[, for {cost}]"
    question = "{seat} may buy a war machine: which?"
    acting_seat = "seat"
    layout = Layout(usual=("cost",))
    seat: Living
    card: Annotated[Line, Choice("cards", free=True)]
    cost: Annotated[Price, Pays, Field(title="costs")] = Field(default_factory=dict)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not has_war_machines(table):
            yield NO_SUCH_BOX(box=table.called("boxes", "rampart"))
        if not (table.agenda.of(WarMachineBought, seat=self.seat) or at_a_post(table, self.seat)):
            yield NO_MACHINES_HERE(seat=table.called("factions", self.seat))
        yield from post_served(table, self.seat, "war machine")

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        gain_card(table, self.seat, self.card)
        post_used(table, self.seat, "war machine")


def has_war_machines(table: Heroes3) -> bool:
    """Whether war machines are in the game (9.2, 63)."""
    return table.owns("rampart") or table.owns("cove")


def scroll_spells(table: Heroes3, seat: str, scroll: str) -> list[str]:
    found = seat_of(table, seat).scrolls.get(scroll)
    return [spell for spell in found.spells if spell] if found else []


class ScrollSpellSold(DeckEvent):
    """Sells a spell, which leaves the game with its scroll if that is empty (3.18)."""

    title = "Sell a spell of a scroll"
    help_text = "On a Trading Post, a spell of a Spell Scroll leaves the game for 2 gold."
    sentence = "{seat} sold {spell}, and gained {gold} gold"
    during = ("turns",)
    layout = Layout(keypad="spell")
    seat: Living
    scroll: Annotated[str, Choice("scrolls", lambda table, seat: seat_of(table, seat).scrolls, given=("seat",))]
    spell: Annotated[str, Choice("cards", scroll_spells, given=("seat", "scroll"))]
    gold: Annotated[Count, Settled(), Gains("seats.{seat}.goods.gold")] = 0

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not at_a_post(table, self.seat):
            yield AT_A_POST()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(gold=SCROLL_GOLD)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        scrolls = seat_of(table, self.seat).scrolls
        if here := scrolls.get(self.scroll):
            here.spells = cards_without(here.spells, [self.spell])
            table.removed.append(self.spell)
            if not here.spells:
                del scrolls[self.scroll]


class CardsSwapped(DeckEvent):
    """Swaps an equal number of spells and artifacts between two hands; the heroes must be adjacent (交易, p52)."""

    title = "Swap cards with an ally"
    help_text = "Spells and artifacts of the hand for as many of an ally whose hero is adjacent."
    sentence = "{seat} and {to} swapped {count|card|cards}"
    during = ("turns",)
    secrets = Secrets(("given", "received"))
    layout = Layout(usual=("given", "received"))
    seat: Living
    to: Annotated[Living, Field(title="with whom")]
    given: Annotated[tuple[Held, ...], Field(max_length=20, title="cards given")] = ()
    received: Annotated[tuple[Named, ...], Field(max_length=20, title="cards received")] = ()
    count: Annotated[Count, Settled()] = 0

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.seat == self.to:
            yield TO_ONESELF()
        elif not allied(table, self.seat, self.to):
            yield NOT_ALLIED()
        if not are_beside(table, self.seat, self.to):
            yield NOT_BESIDE_ALLY()
        if len(self.given) != len(self.received):
            yield AS_MANY()
        yield from cards_missing(table, "cards", seat_of(table, self.to).hand, len(self.received), ())
        for card in (*self.given, *self.received):
            if kind_of(table, card) not in ("", "spell", "artifact"):
                yield NOT_SWAPPED(card=table.called("cards", card))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(count=max(len(self.given), len(self.received)))

    def apply(self, table: Heroes3) -> None:
        ways = ((self.seat, self.to, self.given), (self.to, self.seat, self.received))
        for giver, taker, cards in ways if self.seat in table.seats and self.to in table.seats else ():
            gone = take_from_hand(table.seats[giver], len(cards), cards)
            take_cards(len(gone), gone, table.seats[giver].cards)
            table.seats[taker].hand += gone
            table.seats[taker].cards += gone


def are_beside(table: Heroes3, seat: str, other: str) -> bool:
    """Whether a hero of one player is adjacent to one of another player."""
    here = {hero.field for hero in seat_of(table, seat).heroes()}
    return any(here & set(touching(table, hero.field)) for hero in seat_of(table, other).heroes())
