"""What locations do: a visit's symbols as printed or typed in, and the few that need more than symbols (p73 to p85)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.games.heroes3 import sections
from domain.games.heroes3.base import NO_SUCH_BOX, Earns, FieldId, Living, Pays, WhichHero, hero_of, owned, seat_of
from domain.games.heroes3.cards.decks import gain_card
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.morale import MoraleGained, MoraleLost
from domain.games.heroes3.land.moving import MapEvent
from domain.games.heroes3.state.kinds import GOODS, STACKED, BankCard, LocationCard, Price, SearchedDeck, Small
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town.goods import GoodsGained, ResourceDiceRolled
from domain.games.heroes3.town.units import NeutralUnitGained
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Remark, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal
from domain.things.numbers import PricedEvent, move_numbers

GRAIL_TAKEN = never("grail-taken", "The Grail was found already.", rule=sections.LOCATIONS)
NOT_THERE = refusal("not-there", "No hero of {seat} is on that field.", rule=sections.LOCATIONS)
ON_CARD = Printed(LocationCard, by="location")
TAVERN_PRICE: Price = {"gold": 7}
PRISON_GOLD, ENOUGH_STACKED = 3, 2


class FieldUsed(PricedEvent[Heroes3], MapEvent):
    """A field's symbols: what is paid, what comes in, what is searched and rolled; declined by leaving it (3.8)."""

    title = "Use a field"
    help_text = "What the field brings, as printed on it; typed in once where nobody said it yet. Leave it to decline."
    says = (
        "{seat} used {field}[, for {cost}][: {goods}][, {xp} experience]"
        "[, {movement|movement point|movement points} more][: {effect}]"
    )
    asks = "{seat}: what does {field} bring?"
    mine = "seat"
    seat: Living
    whose: WhichHero = "main hero"
    field: FieldId
    location: Annotated[str, Choice("locations")] | None = None
    pay_other: bool = Field(default=False, title="pay the other price")
    cost: Annotated[Price, Pays, ON_CARD, Field(title="is paid")] = Field(default_factory=dict)
    goods: Annotated[Price, Earns, ON_CARD, Field(title="brings")] = Field(default_factory=dict)
    xp: Annotated[Small | None, ON_CARD, Field(title="experience")] = None
    movement: Annotated[Small | None, ON_CARD, Field(title="movement points")] = None
    morale: Annotated[Annotated[int, Field(ge=-1, le=1)] | None, ON_CARD] = None
    deck: Annotated[SearchedDeck | None, ON_CARD, Field(title="searches which deck")] = None
    search: Annotated[Small | None, ON_CARD, Field(title="searches how many cards")] = None
    dice: Annotated[Small | None, ON_CARD, Field(title="resource dice")] = None
    keep_one: Annotated[bool | None, ON_CARD, Field(title="keeps one of the dice")] = None
    effect: Remark = ""

    @classmethod
    def needed(cls, table: Heroes3, known: Mapping[str, Any]) -> Iterator[str]:
        """A field of which nobody said what it brings asks for it, in the table's own words at least."""
        card = LocationCard.of(table, str(known.get("location") or ""))
        said = (card.cost, card.goods, card.xp, card.movement, card.morale, card.search, card.dice, card.known)
        if not any(said):
            yield "effect"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.location == "grail" and table.grail:
            yield GRAIL_TAKEN()
        if hero_of(table, self.seat, self.whose).field != self.field:
            yield NOT_THERE(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        other = LocationCard.of(table, self.location or "").other_cost
        chosen = self.but(cost=dict(other)) if self.pay_other and other else self
        return PricedEvent.settle(chosen, table, chance)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        hero_of(table, self.seat, self.whose).bonus += self.movement or 0
        if self.location == "grail":
            table.grail = self.seat
        if self.deck and self.search and table.tracks("cards"):
            table.agenda.put("search-begun", seat=self.seat, deck=self.deck, count=self.search)
        if more := MORE.get(self.location or ""):
            more(table, self)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.xp:
            yield ExperienceGained(seat=self.seat, amount=self.xp, source="field")
        if self.morale:
            yield (MoraleGained if self.morale > 0 else MoraleLost)(seat=self.seat, source="field")
        if self.location == "prison" and seat_of(table, self.seat).second:
            yield GoodsGained(seat=self.seat, good="gold", amount=PRISON_GOLD, source="field")
        if self.dice:
            yield ResourceDiceRolled(seat=self.seat, dice=self.dice, keep_one=bool(self.keep_one), source="field")


# === Locations that ask for more than symbols: what is due then, with what is known =================


def _hill_fort(table: Heroes3, used: FieldUsed) -> None:
    table.agenda.put("unit-reinforced", must=False, seat=used.seat, means="hill fort")


def _prison(table: Heroes3, used: FieldUsed) -> None:
    if not seat_of(table, used.seat).second:
        table.agenda.put("second-hero-hired", must=False, seat=used.seat, source="field", cost={}, field=used.field)


def _tavern(table: Heroes3, used: FieldUsed) -> None:
    table.agenda.put(
        "second-hero-hired", must=False, seat=used.seat, source="field", cost=dict(TAVERN_PRICE), field=used.field
    )


def _observatory(table: Heroes3, used: FieldUsed) -> None:
    table.agenda.put("tile-discovered", must=False, seat=used.seat, free=True)


def _swap(table: Heroes3, used: FieldUsed) -> None:
    """A card of the hand leaves the game, for a search of two (Faerie Ring, Market of Time)."""
    if table.tracks("cards"):
        table.agenda.put("search-begun", must=False, seat=used.seat, count=2)
        table.agenda.put("card-removed", must=False, seat=used.seat, pile="hand")


def _trade(table: Heroes3, used: FieldUsed) -> None:
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
}
"""What a location asks for besides its symbols, by its id."""

# === Creature banks and shops =======================================================================


class BankRewardTaken(MapEvent):
    """The bank's reward, and more for each stacked unit that was defeated (6.13)."""

    title = "Take a creature bank's reward"
    help_text = "What a creature bank brings, and more for each stacked unit that fell."
    says = "{seat} took the reward of {bank}[: {goods}][, {unit}]"
    asks = "{seat}: take the reward of {bank}"
    mine = "seat"
    seat: Living
    bank: Annotated[str, Choice("banks")]
    stacked: Annotated[Annotated[int, Field(ge=0, le=20)] | None, Field(title="stacked units defeated")] = None
    goods: Annotated[Price, Settled(), Earns] = Field(default_factory=dict)
    unit: Annotated[str | None, Settled(), Choice("units")] = None

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        card = BankCard.of(table, self.bank)
        stacked = STACKED.get(table.difficulty, 0) if self.stacked is None else self.stacked
        total: dict[str, int] = {good: card.goods.get(good, 0) + stacked * card.more.get(good, 0) for good in GOODS}
        return self.but(stacked=stacked, goods=owned(total), unit=card.unit or None)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.unit:
            stacked = (self.stacked or 0) >= ENOUGH_STACKED
            yield NeutralUnitGained(seat=self.seat, unit=self.unit, stacked=stacked, source="creature bank")


class WarMachineBought(PricedEvent[Heroes3], MapEvent):
    title = "Buy a war machine"
    help_text = "At a factory cheaply, at a trading post for more, and for nothing else in that visit."
    says = "{seat} bought {card}[, for {cost}]"
    mine = "seat"
    likely = ("cost",)
    seat: Living
    card: Annotated[Line, Choice("cards", free=True)]
    cost: Annotated[Price, Pays, Field(title="costs")] = Field(default_factory=dict)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not (table.owns("rampart") or table.owns("cove")):
            yield NO_SUCH_BOX(box=table.called("boxes", "rampart"))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        gain_card(table, self.seat, self.card)


EVENTS: tuple[type[Event[Any]], ...] = (FieldUsed, BankRewardTaken, WarMachineBought)
