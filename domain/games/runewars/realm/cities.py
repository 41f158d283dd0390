"""Rally Support: each controlled city gives one of its benefits; the bonus hires a hero (支援指令)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, move_numbers
from domain.components.piles import too_many_named, with_blanks
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole, Secrets
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import held_by, strongholds_of
from domain.games.runewars.base import (
    INFLUENCE_GAINED,
    INFLUENCE_PAID,
    HeroName,
    Living,
    RunewarsEvent,
    not_controlled,
    not_to_gain,
)
from domain.games.runewars.cards import DrawnQuests, DrawnTactics, names_cards, take_quests, take_tactics, why_not_dealt
from domain.games.runewars.realm.dials import (
    CALLED_FOR,
    not_by_bonus,
    not_by_order,
    not_called_for,
    use_bonus,
    use_order_option,
    used_up,
)
from domain.games.runewars.state.kinds import CityToken
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars
from domain.games.runewars.units import NeutralUnit, left_in_box, none_left, put_units, settle_down
from domain.games.runewars.year.orders import base_first, seat_resolving

RALLY, HIRED = "rally-support", "hero cards drawn"
MOST_HERO_CARDS = 3
NAMED = ("tactics", "quests")
"""The benefits whose cards may be named."""
Benefit = Literal["units", "tactics", "influence", "quests"]
AREAS = {"units": "units", "tactics": "cards", "influence": "influence", "quests": "cards"}
BENEFITS = {
    "units": text("neutral units"),
    "tactics": text("tactics cards"),
    "influence": text("influence"),
    "quests": text("quest cards"),
}
NO_CITY = never("no-city", "There is no city in {area}.", rule=sections.RALLY_SUPPORT, areas=("map",))
NOT_ON_OFFER = refusal(
    "not-on-offer", "That city does not offer {benefit}.", rule=sections.RALLY_SUPPORT, areas=("map",)
)
WHICH_UNITS = never(
    "which-units", "Say which units the city sends: that is not typed in.", rule=sections.RALLY_SUPPORT, asks=True
)
AMOUNT_UNKNOWN = never(
    "amount-unknown",
    "Say how much the city gives: that is not typed in.",
    rule=sections.RALLY_SUPPORT,
    asks=True,
)
AT_MOST_THREE = never("at-most-three", "At most 3 influence may be spent here.", rule=sections.RALLY_SUPPORT)
NOWHERE_FOR_A_HERO = refusal(
    "nowhere-for-a-hero", "{seat} has no stronghold for a new hero.", rule=sections.RALLY_SUPPORT, areas=("map",)
)


def cities_of(table: Runewars, seat: str) -> list[str]:
    """The areas with a city that a seat controls."""
    return [id_ for id_ in held_by(table, seat) if table.land[id_].city]


def cities_left(table: Runewars, seat: str) -> list[str]:
    """The cities of a seat that have not given support by the current order."""
    return [id_ for id_ in cities_of(table, seat) if id_ not in table.turn.used]


def benefits_of(table: Runewars, city: str) -> dict[Benefit, int]:
    """The benefits of a city, with amounts; none if unknown."""
    token = CityToken.of(table, city)
    printed: dict[Benefit, int] = {
        "units": token.units,
        "tactics": token.tactics,
        "influence": token.influence,
        "quests": token.quests,
    }
    return {benefit: count for benefit, count in printed.items() if count}


class CityEvent(RunewarsEvent):
    heading = "Cities"
    tracked = ("map",)


class CitySupported(CityEvent):
    title = "Ask a city for support"
    help_text = "Rally Support: each city the player controls gives one of its printed bonuses."
    sentence = (
        "{city} supported {seat}[: {influence} influence][: {placed} {unit}][: {tactics|tactics card|tactics cards}]"
        "[: {quests|quest card|quest cards}][: {cards}][: {quest_cards}]"
    )
    log = LogRole(memorable=True)
    during = CALLED_FOR
    secrets = Secrets(("cards", "quest_cards"))
    seat: Living
    area: Annotated[Line, Choice("areas", cities_left, free=True, given=("seat",))]
    benefit: Benefit
    amount: Annotated[int, Field(ge=1, le=30)] | None = Field(default=None, title="how much, if unknown")
    unit: NeutralUnit | None = Field(default=None, title="which neutral unit, if unknown")
    cards: DrawnTactics = Field(default=(), title="which tactics cards")
    quest_cards: DrawnQuests = ()
    city: Annotated[str, Settled(), Choice("cities")] = ""
    placed: Annotated[Count, Settled()] = 0
    influence: Annotated[Count, Settled(), INFLUENCE_GAINED] = 0
    tactics: Annotated[Count, Settled()] = 0
    quests: Annotated[Count, Settled()] = 0
    on_tap = {"areas": At("area", text("Ask the city"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The benefits of each city; an unknown city opens the form."""
        for seat in seat_resolving(table, RALLY):
            for area in cities_left(table, seat):
                city, fields = table.land[area].city, {"seat": seat, "area": area}
                name = table.called("cities", city)
                left = text("the support of {city}", city=name)
                if not (known := benefits_of(table, city)):
                    title, needs = text("Ask {city} for support", city=name), ("benefit", "amount")
                    yield Offer(title, fields, True, left, opens_form=True, also_required=needs)
                for number, (benefit, count) in enumerate(known.items()):
                    title = text("{city}: {what}", city=name, what=say_benefit(table, city, benefit, count))
                    more, opens = {**fields, "benefit": benefit}, benefit in NAMED and names_cards(table)
                    yield Offer(title, more, required=not number, opens_form=opens, reminder=None if number else left)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_order(table, self.seat, RALLY)
        yield from not_called_for(table, RALLY)
        yield from not_controlled(table, self.seat, self.area)
        yield from used_up(table, RALLY, self.area)
        yield from _not_offered(table, self.area, self.benefit)
        if self.benefit == "units" and table.tracks("units"):
            yield from _no_units(table, self.unit or CityToken.of(table, _city(table, self.area)).unit)
        if _is_amount_unknown(self, table):
            yield AMOUNT_UNKNOWN()
        yield from why_not_dealt(table, self.cards, _amount_given(self, table, "tactics"))
        yield from too_many_named(self.quest_cards, _amount_given(self, table, "quests"))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        unit = self.unit or CityToken.of(table, _city(table, self.area)).unit or None
        return self.copy_with(
            city=_city(table, self.area),
            unit=unit if self.benefit == "units" else None,
            placed=_figures_in_box(table, unit, _amount_given(self, table, "units")),
            influence=_amount_given(self, table, "influence"),
            tactics=_amount_given(self, table, "tactics"),
            quests=_amount_given(self, table, "quests"),
        )

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        take_tactics(table, self.seat, self.tactics, self.cards)
        take_quests(table, self.seat, self.quests, self.quest_cards)
        if self.unit and self.placed:
            put_units(table.area(self.area), self.unit, NEUTRAL, self.placed)
            settle_down(table, self.seat, self.area)
        use_order_option(table, RALLY, self.area)


def say_benefit(table: Runewars, city: str, benefit: Benefit, count: int) -> Text:
    """An amount of a benefit, in words."""
    match benefit:
        case "units":
            return text("{count} {unit}", count=count, unit=table.called("units", CityToken.of(table, city).unit))
        case "tactics":
            return text("{count|tactics card|tactics cards}", count=count)
        case "quests":
            return text("{count|quest card|quest cards}", count=count)
    return text("{count} influence", count=count)


def _city(table: Runewars, area: str) -> str:
    return (table.land.get(area) or Area()).city


def _is_amount_unknown(event: CitySupported, table: Runewars) -> bool:
    """Whether the amount of the benefit matters to the table, and is neither given nor typed in."""
    known = event.amount or benefits_of(table, _city(table, event.area)).get(event.benefit)
    return not known and table.tracks(AREAS[event.benefit])


def _amount_given(event: CitySupported, table: Runewars, benefit: Benefit) -> int:
    """The amount of a benefit of a city; 0 if unknown, or if it gives another benefit."""
    if benefit != event.benefit or not table.tracks(AREAS[benefit]):
        return 0
    return event.amount or benefits_of(table, _city(table, event.area)).get(benefit, 0)


def _figures_in_box(table: Runewars, unit: str | None, count: int) -> int:
    """The number of figures, at most those in the box."""
    left = left_in_box(table, unit) if unit else 0
    return count if left is None else min(count, left)


def _no_units(table: Runewars, unit: str) -> Iterator[Refused]:
    """The refusals of units: their type is unknown, or the box has none (X05)."""
    if not unit:
        yield WHICH_UNITS()
    else:
        yield from none_left(table, {unit: 1})


def _not_offered(table: Runewars, area: str, benefit: Benefit) -> Iterator[Refused]:
    """The refusal of a benefit that is not printed on the city, if its benefits are known (X66)."""
    city = _city(table, area)
    known = benefits_of(table, city)
    if not city:
        yield NO_CITY(area=table.called("areas", area))
    elif known and benefit not in known:
        yield NOT_ON_OFFER(benefit=BENEFITS[benefit])


class HeroCardsDrawn(NumbersMoved[Runewars], CityEvent):
    """Draws hero cards. One of them is kept; the others are shuffled back."""

    title = "Draw hero cards"
    help_text = "Supremacy bonus of Rally Support: pay 1 to 3 influence, draw that many hero cards, keep one."
    sentence = "{seat} paid {influence} influence for {influence|hero card|hero cards}[: {heroes}]"
    during = CALLED_FOR
    tracked = ("heroes",)
    secrets = Secrets(("heroes",))
    seat: Living
    influence: Annotated[int, Field(ge=1, le=30), INFLUENCE_PAID]
    heroes: Annotated[tuple[HeroName, ...], Field(max_length=MOST_HERO_CARDS)] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer once all cities have given their support."""
        for seat in seat_resolving(table, RALLY):
            have = table.seat(seat).influence
            if not cities_left(table, seat) and (have or not table.tracks("influence")):
                count = min(have, MOST_HERO_CARDS) or MOST_HERO_CARDS
                title = text("Draw up to {count|hero card|hero cards}", count=count)
                yield Offer(title, {"seat": seat}, reminder=text("a new hero"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, RALLY)
        yield from not_called_for(table, RALLY)
        yield from base_first(table, self.seat)
        yield from used_up(table, RALLY, HIRED)
        if not strongholds_of(table, self.seat):
            yield NOWHERE_FOR_A_HERO(seat=table.called("seats", self.seat))
        yield from too_many_named(self.heroes, self.influence)
        for hero in self.heroes:
            yield from not_to_gain(table, hero)
        if self.influence > MOST_HERO_CARDS:
            yield AT_MOST_THREE()

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        table.seat(self.seat).hero_cards = with_blanks(self.heroes, self.influence)
        use_bonus(table, RALLY, HIRED)
