"""Units: recruited, reinforced, gained, sold and lost (单位, p36)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, move_numbers, payment_refusals, settled_numbers
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import (
    OFF_THE_MAP,
    Earns,
    HeroesEvent,
    Living,
    Pays,
    Source,
    in_combat,
    owned,
    seat_of,
    takes_turns,
)
from domain.games.heroes3.rounds import seats_in_town
from domain.games.heroes3.state.kinds import GOODS, TOWER, Price, Tier, UnitCard
from domain.games.heroes3.state.seat import Seat, Unit
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town.buildings import (
    DWELLINGS,
    ONE_POPULATION,
    TownEvent,
    affords,
    no_population,
    price_unknown,
    use_token,
)

NO_DWELLING = refusal("no-dwelling", "There is no dwelling of that tier.", rule=sections.TOWN)
WHICH_TIER = never(
    "which-tier", "Say which tier {unit} is: that decides about its dwelling.", rule=sections.TOWN, asks=True
)
WHICH_TIER_THERE = never(
    "which-tier-there", "Say which tier {unit} is: only a bronze or silver one is reinforced there.",
    rule=sections.FIELDS, asks=True,
)  # fmt: skip
NOT_OFFERED_THERE = refusal(
    "no-reinforcement", "A {means} reinforces one unit when a hero comes there.", rule=sections.FIELDS
)
NO_CITADEL = refusal("no-citadel", "Reinforcing with the population token needs a Citadel.", rule=sections.TOWN)
RECRUITED = never("recruited-already", "{unit} is in the unit deck already.", rule=sections.UNITS)
IS_PACK = never("is-pack", "{unit} is a Pack already.", rule=sections.UNITS)
IS_NEUTRAL = refusal("neutral-unit", "Neutral units cannot be reinforced.", rule=sections.UNITS)
OTHER_FACTION = refusal("other-faction", "{unit} is of another faction.", rule=sections.UNITS)
LOW_TIERS = refusal("low-tiers", "Only a bronze or silver unit can be chosen.", rule=sections.FIELDS)
USED_ABILITY = refusal("ability-used", "Only once a turn.", rule=sections.UNITS)

NO_AZURE = refusal("no-azure", "A faction building brings no azure unit.", rule=sections.UNITS)
DRAW_AGAIN = refusal("draw-again", "Draw again: another player has {unit} already.", rule=sections.UNITS)
NEUTRAL_ARMY = refusal(
    "neutral-army", "With the Neutral Army, neutral units are recruited instead.", rule=sections.UNITS
)
NO_POOL = refusal("no-gold-pool", "Units are sold only with the Gold Pool.", rule=sections.UNITS)
TIER_OF_DWELLING: dict[Tier, str] = {
    "bronze": "dwelling-bronze", "silver": "dwelling-silver", "golden": "dwelling-golden",
}  # fmt: skip
FORT_DISCOUNT = 3
LOW: tuple[Tier, ...] = ("bronze", "silver")
"""The tiers that a place on the map reinforces."""
Means = Literal["population token", "settlement", "first settlement flag", "hill fort", "card"]
"""The means of reinforcing a unit; only the token needs a dwelling and a Citadel."""
PLACES: tuple[Means, ...] = ("settlement", "first settlement flag", "hill fort")


def recruits(table: Heroes3, seat: str) -> list[str]:
    """The units of a faction that are not in its unit deck yet, including those whose faction is unknown."""
    have = seat_of(table, seat).units
    return [
        id_
        for id_ in table.ids("units")
        if id_ not in (*have, TOWER) and (card := UnitCard.of(table, id_)).faction in ("", seat) and not card.neutral
    ]


def why_not_recruited(table: Heroes3, unit: str, seat: str) -> Refused | None:
    if unit in seat_of(table, seat).units:
        return RECRUITED(unit=table.called("units", unit))
    faction = UnitCard.of(table, unit).faction
    return OTHER_FACTION(unit=table.called("units", unit)) if faction not in ("", seat) else None


def no_dwelling(table: Heroes3, seat: str, unit: str, said: Tier | None = None) -> Iterator[Refused]:
    """The refusal of buying a unit: its dwelling is not built, or its tier is unknown."""
    tier = UnitCard.of(table, unit).tier or said
    built = [each for each, dwelling in TIER_OF_DWELLING.items() if dwelling in seat_of(table, seat).buildings]
    if tier is None and 0 < len(built) < len(TIER_OF_DWELLING):
        yield WHICH_TIER(unit=table.called("units", unit))
    elif not built or (tier and tier not in built):
        yield NO_DWELLING()


def tier_decides(table: Heroes3, seat: str, unit: str) -> bool:
    """Whether the tier of a unit is unknown, and some of the dwellings are built."""
    return bool(seat and unit) and any(reason.code == WHICH_TIER.code for reason in no_dwelling(table, seat, unit))


TierOfUnit = Annotated[Tier | None, Field(title="tier")]
"""The tier of a unit, asked for if its dwelling depends on it, and known from then on."""


def keep_tier(table: Heroes3, unit: str, tier: Tier | None) -> None:
    """Store the tier of a unit as given by the player. For `apply`."""
    table.keep_typed(UnitCard.kind_name, unit, {"tier": tier} if tier else {})


class UnitRecruited(TownEvent):
    """Recruits a unit. One population action recruits any number; any other act of the player ends it (p18)."""

    title = "Recruit a unit"
    limits = {ONE_POPULATION: {}}
    help_text = "A unit of the player's faction joins the unit deck, as a Few; its cost is typed in once."
    sentence = "{seat} recruited {unit}[, for {cost}]"
    layout = Layout(usual=("cost", "tier"))
    unit: Annotated[Line, Choice("units", recruits, given=("seat",), why_not=why_not_recruited, free=True)]
    cost: Annotated[Price, Pays, Printed(UnitCard, by="unit")] = Field(default_factory=dict, title="costs")
    tier: TierOfUnit = None
    faction: Annotated[str, Settled(), Choice("factions")] = ""
    """The faction of a unit whose faction was unknown: that of the player who recruits it."""

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        if tier_decides(table, str(known.get("seat") or ""), str(known.get("unit") or "")):
            yield "tier"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat in seats_in_town(table):
            housed = not takes_turns(table) or any(one in seat_of(table, seat).buildings for one in DWELLINGS)
            if housed and not any(no_population(table, seat)):
                words, units = (
                    text("{seat}: recruit a unit", seat=table.called("factions", seat)),
                    recruits(table, seat),
                )
                needs = () if any(UnitCard.of(table, unit).cost for unit in units) else ("cost",)
                yield Offer(words, {"seat": seat}, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if reason := why_not_recruited(table, self.unit, self.seat):
            yield reason
        if table.plays("neutral-army"):
            yield NEUTRAL_ARMY()
        yield from no_population(table, self.seat)
        yield from no_dwelling(table, self.seat, self.unit, self.tier)

    def warnings(self, table: Heroes3) -> Iterator[Refused]:
        known = UnitCard.of(table, self.unit).model_fields_set & {"cost"}
        yield from price_unknown(known, self.cost, table.called("units", self.unit))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        faction = "" if UnitCard.of(table, self.unit).faction else self.seat
        return super().settle(table, chance).copy_with(faction=faction)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat = seat_of(table, self.seat)
        seat.units[self.unit] = Unit(paid=dict(self.cost))
        keep_tier(table, self.unit, self.tier)
        table.keep_typed(UnitCard.kind_name, self.unit, {"faction": self.faction} if self.faction else {})
        use_token(seat, "population")


def own_units(table: Heroes3, seat: str) -> list[str]:
    return list(seat_of(table, seat).units)


OwnUnit = Annotated[str, Choice("units", own_units, given=("seat",))]


def reinforceable(table: Heroes3, seat: str) -> list[str]:
    """The units that the population token may reinforce and the player can pay now, as far as known; for offers."""
    few = [unit for unit, it in seat_of(table, seat).units.items() if it.side == "few"]
    return [
        unit
        for unit in few
        if not any(reason.code == NO_DWELLING.code for reason in no_dwelling(table, seat, unit))
        and affords(table, seat, UnitCard.of(table, unit).pack_cost)
    ]


class UnitReinforced(TownEvent):
    """Reinforces a unit. A settlement costs half of each resource, rounded up; a hill fort costs 3 gold less.

    The first flag of a settlement reinforces for free.
    """

    title = "Reinforce a unit"
    limits = {ONE_POPULATION: {"means": "population token"}}
    help_text = "A Few becomes a Pack; what it costs is typed in once."
    sentence = "{seat} reinforced {unit}[, for {paid}][ ({means})]"
    question = "{seat} may reinforce a unit[ ({means})]: which?"
    layout = Layout(usual=("cost", "tier"))
    during = ("turns", "combat")
    unit: OwnUnit
    means: Annotated[Means, Field(title="by what")] = "population token"
    cost: Annotated[Price, Printed(UnitCard, by="unit", field="pack_cost"), Field(title="costs")] = Field(
        default_factory=dict
    )
    paid: Annotated[Price, Settled(), Pays] = Field(default_factory=dict)
    tier: TierOfUnit = None

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat in seats_in_town(table):
            units = reinforceable(table, seat)
            if units and "citadel" in seat_of(table, seat).buildings and not any(no_population(table, seat)):
                words = text("{seat}: reinforce a unit", seat=table.called("factions", seat))
                needs = ("tier",) if all(tier_decides(table, seat, unit) for unit in units) else ()
                yield Offer(words, {"seat": seat}, also_required=needs)

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        seat, unit = str(known.get("seat") or ""), str(known.get("unit") or "")
        means = known.get("means", "population token")
        of_place = means in PLACES and bool(unit) and UnitCard.of(table, unit).tier is None
        if of_place or (means == "population token" and tier_decides(table, seat, unit)):
            yield "tier"

    def priced(self) -> Self:
        """The event with the price for its means (3.8, hill fort)."""
        return self.copy_with(paid=reduced(self.cost, self.means))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from payment_refusals(table, self.priced())
        unit, card = seat_of(table, self.seat).units.get(self.unit, Unit()), UnitCard.of(table, self.unit)
        called = table.called("units", self.unit)
        if unit.side == "pack":
            yield IS_PACK(unit=called)
        elif unit.side == "single" or card.neutral:
            yield IS_NEUTRAL()
        if self.means == "population token":
            yield from no_population(table, self.seat)
            if "citadel" not in seat_of(table, self.seat).buildings:
                yield NO_CITADEL()
            yield from no_dwelling(table, self.seat, self.unit, self.tier)
        elif table.tracks("map") and self.means != "card" and not table.agenda.awaits(self):
            yield NOT_OFFERED_THERE(means=Text(self.means))
        elif self.means in PLACES:
            yield from self.too_high(table, card.tier or self.tier)

    def warnings(self, table: Heroes3) -> Iterator[Refused]:
        known = UnitCard.of(table, self.unit).model_fields_set & {"pack_cost"}
        if self.means != "first settlement flag":
            yield from price_unknown(known, self.cost, table.called("units", self.unit))

    def too_high(self, table: Heroes3, tier: Tier | None) -> Iterator[Refused]:
        """The refusal of a unit that a place does not reinforce, or whose tier is unknown."""
        if tier is None:
            yield WHICH_TIER_THERE(unit=table.called("units", self.unit))
        elif tier not in LOW:
            yield LOW_TIERS()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        priced = self.priced()
        return settled_numbers(priced, table)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        keep_tier(table, self.unit, self.tier)
        seat = seat_of(table, self.seat)
        if unit := seat.units.get(self.unit):
            unit.side = "pack"
            unit.paid = owned({good: unit.paid.get(good, 0) + self.paid.get(good, 0) for good in GOODS})
            unit.reinforced = dict(self.paid)
            if self.means == "population token":
                use_token(seat, "population")


def reduced(cost: Price, means: Means) -> Price:
    """The price of reinforcing: half of each, rounded up, or nothing at a settlement; less gold at a hill fort."""
    if means == "first settlement flag":
        return {}
    if means == "settlement":
        return {good: -(-amount // 2) for good, amount in cost.items()}
    if means == "hill fort":
        return owned({**cost, "gold": max(0, cost.get("gold", 0) - FORT_DISCOUNT)})
    return cost


class NeutralUnitGained(NumbersMoved[Heroes3], HeroesEvent):
    """Gains a neutral unit: by Diplomacy, a location or the scenario, or with the population token (4.7, 3.23).

    The token requires the Neutral Army.
    """

    title = "Gain a unit"
    limits = {ONE_POPULATION: {"source": ""}}
    help_text = "A neutral unit, or one of a creature bank, joins the unit deck."
    sentence = "{seat} gained {unit}[, for {cost}][{stacked|, stacked}][, {source}]"
    question = "{seat}: which unit is gained?"
    heading = "Towns"
    tracked = ("towns",)
    acting_seat = "seat"
    layout = Layout(usual=("cost",))
    seat: Living
    unit: Annotated[Line, Choice("units", free=True)]
    cost: Annotated[Price, Pays, Printed(UnitCard, by="unit")] = Field(default_factory=dict, title="costs")
    stacked: bool = False
    source: Source = ""
    tier: TierOfUnit = None
    id: Annotated[str, Settled(), Choice("units")] = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.by_token(table):
            yield from in_combat(table)
            yield from no_population(table, self.seat)
            yield from no_dwelling(table, self.seat, self.unit, self.tier)
        if self.source == "faction building" and UnitCard.of(table, self.unit).tier == "azure":
            yield NO_AZURE()
        if table.plays("miniatures") and any(self.unit in seat.units for seat in table.seats.values()):
            yield DRAW_AGAIN(unit=table.called("units", self.unit))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        have = seat_of(table, self.seat).units
        copies = (f"{self.unit} {n}" for n in range(2, 30))
        free = self.unit if self.unit not in have else next(id_ for id_ in copies if id_ not in have)
        return super().settle(table, chance).copy_with(id=free)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        unit = Unit(side="single", stacked=self.stacked, paid=dict(self.cost))
        seat = seat_of(table, self.seat)
        seat.units[self.id or self.unit] = unit
        keep_tier(table, self.unit, self.tier)
        if self.by_token(table):
            use_token(seat, "population")

    def by_token(self, table: Heroes3) -> bool:
        """Whether it is recruited with the population token."""
        return table.plays("neutral-army") and table.phase == "turns" and not self.source


class UnitLost(HeroesEvent):
    """Removes a unit from the unit deck. The starting units of the scenario replace an empty deck at once (3.15)."""

    title = "Lose a unit"
    help_text = "A unit leaves the unit deck: to a whirlpool, a card, or in a combat that was fought at the table."
    sentence = "{seat} lost {unit}[, {source}][; {back} came back][; the starting units came back: {returned}]"
    log = LogRole(memorable=True)
    question = "{seat}: which unit is lost?"
    layout = Layout(keypad="unit")
    heading = "Towns"
    tracked = ("towns",)
    acting_seat = "seat"
    offer = replace(OFF_THE_MAP, words=text("Lose a unit"))
    seat: Living
    unit: OwnUnit
    source: Source = ""
    back: Annotated[Price, Settled(), Earns] = Field(default_factory=dict)
    returned: Annotated[tuple[str, ...], Settled(), Choice("units"), Field(title="starting units that came back")] = ()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        seat = seat_of(table, self.seat)
        paid, is_last = seat.units[self.unit].paid, [*seat.units] == [self.unit]
        return self.copy_with(
            back=owned(paid) if table.plays("gold-pool") else {}, returned=tuple(seat.first_units) if is_last else ()
        )

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat = seat_of(table, self.seat)
        lost = seat.units.pop(self.unit, None)
        if lost and lost.side == "single":
            table.gone.append(self.unit)
        seat.deeds.units_lost += 1
        if not seat.units:
            return_starting_units(seat)


def return_starting_units(seat: Seat) -> None:
    """Replace an empty unit deck by the starting units of the scenario (p36). For `apply`."""
    seat.units = {unit: Unit(side=side) for unit, side in seat.first_units.items()}


class UnitSold(HeroesEvent):
    """Sells a unit with a Gold Pool for the price that was paid for it (3.23)."""

    title = "Sell a unit"
    limits = {ONE_POPULATION: {}}
    help_text = "With the Gold Pool: a unit is sold in a population action, and what was paid comes back."
    sentence = "{seat} sold {unit}[ for {back}]"
    heading = "Towns"
    tracked = ("towns",)
    acting_seat = "seat"
    seat: Living
    unit: OwnUnit
    back: Annotated[Price, Settled(), Earns] = Field(default_factory=dict)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.plays("gold-pool"):
            yield NO_POOL()
        yield from in_combat(table)
        yield from no_population(table, self.seat)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(back=owned(seat_of(table, self.seat).units[self.unit].paid))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat_of(table, self.seat).units.pop(self.unit, None)
        use_token(seat_of(table, self.seat), "population")


class MapAbilityUsed(HeroesEvent):
    title = "Use a unit's map ability"
    help_text = "The map ability of a unit, once a turn and not in a combat; record its effect separately."
    sentence = "{seat} used the ability of {unit}[: {effect}]"
    heading = "Towns"
    tracked = ("towns",)
    acting_seat = "seat"
    seat: Living
    unit: OwnUnit
    effect: Remark = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_combat(table)
        if seat_of(table, self.seat).units[self.unit].used:
            yield USED_ABILITY()

    def apply(self, table: Heroes3) -> None:
        if unit := seat_of(table, self.seat).units.get(self.unit):
            unit.used = True
