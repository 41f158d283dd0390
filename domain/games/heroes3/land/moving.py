"""Heroes on the map: steps, other ways to move, and arrivals (移动行动, p17)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self, get_args

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import (
    TRADING_POST,
    FieldId,
    HeroesEvent,
    Living,
    OwnTurn,
    Source,
    WhichHero,
    Whose,
    allied,
    hero_of,
    seat_of,
)
from domain.games.heroes3.cards.decks import DICE, SAY_FACES, is_kept
from domain.games.heroes3.land.laying import hero_name, no_movement
from domain.games.heroes3.land.tiles import (
    MOVING_TOKENS,
    border_between,
    fields_beside,
    is_below,
    touching,
    twin_of,
)
from domain.games.heroes3.rounds import seat_acting
from domain.games.heroes3.state.seat import Hero
from domain.games.heroes3.state.table import Arrival, Heroes3, Spot
from domain.games.heroes3.town.units import UnitLost

SEA_ENDS = refusal("sea-ends-movement", "Movement ended: this hero entered the sea this turn.", rule=sections.MOVEMENT)
ALLY_THERE = refusal("ally-there", "A hero cannot stop on a field with an allied hero.", rule=sections.MOVEMENT)
SANCTUARY = refusal("sanctuary", "The hero on this Sanctuary cannot be attacked.", rule=sections.LOCATIONS)
BLOCKED = refusal("blocked", "The field is blocked: it cannot be entered.", rule=sections.FIELDS)
BORDER = refusal("border", "A yellow border line cannot be crossed.", rule=sections.MOVEMENT)
OTHER_LEVEL = refusal(
    "other-level", "Surface and underground are only linked by a Subterranean Gate or Town Portal.",
    rule=sections.MOVEMENT,
)  # fmt: skip
TOO_FAR = refusal("not-beside-hero", "{hero} is not next to that field.", rule=sections.MOVEMENT)
NOT_REVISITED = refusal("not-revisited", "Only a revisitable field can be visited again.", rule=sections.MOVEMENT)
NO_HERO = never("no-hero", "{seat} has no such hero on the map.")
WHERE_TO = never("where-to", "Say on which field the hero ends.", rule=sections.MOVEMENT, asks=True)
FROM_TOKEN = "field"
"""The cause of a move by the token of a field."""
WHOSE: tuple[Whose, ...] = get_args(Whose)
THROUGH = 2
"""The movement points to pass through a hero: one for each entered field."""


def heroes_on(table: Heroes3, field: str) -> Iterator[tuple[str, Whose]]:
    """The heroes on a field, or on the other side of its gate."""
    fields = {field, twin_of(table, field)} - {""}
    for id_, seat in table.seats.items():
        if seat.main.field in fields:
            yield id_, "main hero"
        if seat.second and seat.second.field in fields:
            yield id_, "secondary hero"


def friends_on(table: Heroes3, seat: str, whose: str, field: str) -> bool:
    """Whether another allied hero is on a field."""
    return any(
        allied(table, seat, other) and (other, which) != (seat, whose) for other, which in heroes_on(table, field)
    )


def foes_on(table: Heroes3, seat: str, field: str) -> list[tuple[str, Whose]]:
    """The enemy heroes on a field."""
    return [(other, which) for other, which in heroes_on(table, field) if not allied(table, seat, other)]


def is_passed(table: Heroes3, seat: str, whose: str, field: str) -> bool:
    """Whether a hero may pass a field without stopping: it has an ally, or an enemy on a Sanctuary."""
    safe = table.fields[field].location == "sanctuary" and bool(foes_on(table, seat, field))
    return safe or friends_on(table, seat, whose, field)


def steps_of(table: Heroes3, seat: str, whose: str) -> dict[str, int]:
    """The fields that a hero can reach in one move, each with its cost.

    They are adjacent to the hero, or to a field that the hero passes.
    """
    here = hero_of(table, seat, "secondary hero" if whose == "secondary hero" else "main hero").field
    near = fields_beside(table, here) if here else []
    behind = {
        other: THROUGH
        for field in near
        if is_passed(table, seat, whose, field)
        for other in fields_beside(table, field)
        if other != here
    }
    return {**behind, **dict.fromkeys(near, 1)}


def to_go(table: Heroes3, seat: str, whose: str) -> list[str]:
    return [field for field in steps_of(table, seat, whose) if not stops_there(table, seat, whose, field)]


def stops_there(table: Heroes3, seat: str, whose: str, field: str) -> Refused | None:
    """The refusal of stopping on an adjacent field."""
    if friends_on(table, seat, whose, field):
        return ALLY_THERE()
    if table.fields[field].location == "sanctuary" and foes_on(table, seat, field):
        return SANCTUARY()
    return None


def why_not_there(table: Heroes3, field: str, seat: str, whose: str) -> Refused | None:
    """The refusal of a field of the map as a destination."""
    here = hero_of(table, seat, "secondary hero" if whose == "secondary hero" else "main hero").field
    if field in steps_of(table, seat, whose):
        return stops_there(table, seat, whose, field)
    if field not in table.fields or field not in touching(table, here):
        return TOO_FAR(hero=hero_name(table, seat, whose)) if field in table.fields else None
    if table.fields[field].category == "blocked":
        return BLOCKED()
    if is_below(table, here) != is_below(table, field):
        return OTHER_LEVEL()
    return BORDER() if border_between(table, here, field) else None


class MapEvent(HeroesEvent):
    heading = "Map"
    tracked = ("map",)


def heroes_moving(table: Heroes3) -> Iterator[tuple[str, Whose]]:
    """The heroes on the map of the seat at turn that have movement points left; for offers."""
    if seat := seat_acting(table):
        yield from ((seat, whose) for whose in WHOSE if has_movement(hero_of(table, seat, whose)))


def has_movement(hero: Hero) -> bool:
    """Whether a hero is on the map and has movement points left."""
    return bool(hero.field and hero.left)


class HeroMoved(MapEvent, OwnTurn):
    title = "Move a hero"
    help_text = "A hero goes to an adjacent field, for a movement point; past an ally, for two."
    sentence = "{seat} moved the {whose} to {to}"
    layout = Layout(keypad="to")
    ends = "visit"
    seat: Living
    whose: WhichHero = "main hero"
    to: Annotated[
        str, Choice("fields", to_go, given=("seat", "whose"), why_not=why_not_there), Field(title="where to")
    ]  # fmt: skip
    points: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The moves of the seat at turn; they come before the end of the turn."""
        for seat, whose in heroes_moving(table):
            if not hero_of(table, seat, whose).locked and to_go(table, seat, whose):
                words = text("{hero}: move where?", hero=hero_name(table, seat, whose))
                yield Offer(words, {"seat": seat, "whose": whose}, required=True, keypad="to")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if hero_of(table, self.seat, self.whose).locked:
            yield SEA_ENDS()
        yield from no_movement(table, self.seat, self.whose, steps_of(table, self.seat, self.whose).get(self.to, 1))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(points=steps_of(table, self.seat, self.whose).get(self.to, 1))

    def apply(self, table: Heroes3) -> None:
        hero = hero_of(table, self.seat, self.whose)
        arrive(table, self.seat, self.whose, self.to)
        hero.spend(self.points)


def arrive(table: Heroes3, seat: str, whose: Whose, field: str) -> None:
    """Move a hero to a field; a combat or a visit follows. For `apply`."""
    hero = hero_of(table, seat, whose)
    before, there = table.fields.get(hero.field), table.fields.get(field)
    if before and there and there.sea and not before.sea:
        hero.locked = True
    hero.field = field
    table.arrival = Arrival(seat=seat, whose=whose, field=field)


def category_of(table: Heroes3, spot: Spot) -> str:
    """The category that decides how a field is visited; by an option, a Trading Post is visited once (6.17)."""
    once = spot.location == TRADING_POST and table.plays("trade-anytime")
    return "visit" if once else spot.category


class FieldRevisited(MapEvent, OwnTurn):
    title = "Visit again"
    help_text = "A hero visits its field once more, for a movement point."
    sentence = "{seat} visited {field} again"
    seat: Living
    whose: WhichHero = "main hero"
    field: Annotated[str, Settled(), Choice("fields")] = ""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, whose in heroes_moving(table):
            spot = table.fields.get(hero_of(table, seat, whose).field, Spot())
            if category_of(table, spot) == "revisit" or spot.token in MOVING_TOKENS:
                kind, shown = ("field-tokens", spot.token) if spot.token else ("locations", spot.location)
                words = text("Visit {location} again", location=table.called(kind, shown))
                yield Offer(words, {"seat": seat, "whose": whose})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        spot = table.fields.get(hero_of(table, self.seat, self.whose).field)
        if spot is None:
            yield NO_HERO(seat=table.called("factions", self.seat))
        elif category_of(table, spot) != "revisit" and spot.token not in MOVING_TOKENS:
            yield NOT_REVISITED()
        yield from no_movement(table, self.seat, self.whose)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(field=hero_of(table, self.seat, self.whose).field)

    def apply(self, table: Heroes3) -> None:
        hero_of(table, self.seat, self.whose).spend(1)
        table.arrival = Arrival(seat=self.seat, whose=self.whose, field=self.field)


def exits(table: Heroes3, field: str) -> list[str]:
    """The exits of a monolith or a whirlpool: the other token of its number, or all other whirlpools (p83)."""
    here = table.fields[field]
    token = "one-way-out" if here.token == "one-way-in" else here.token
    others = ((id_, spot) for id_, spot in table.fields.items() if id_ != field and spot.token == token)
    found = [id_ for id_, spot in others if token == "whirlpool" or spot.pair == here.pair]
    return found if here.token in MOVING_TOKENS else []


def keeps_from_whirlpools(table: Heroes3, seat: str, whose: WhichHero) -> bool:
    """Whether a hero who came to the sea this turn may enter no whirlpool, by a ruling (9.2, 75)."""
    return hero_of(table, seat, whose).locked and table.ruled("sea-ends-whirlpools")


class HeroPlaced(MapEvent):
    """Puts a hero on a field without a step: Town Portal, a monolith, a whirlpool, a card, or going home (4.4).

    With three whirlpools, a die decides the exit; the own one is rolled again (p83). A whirlpool takes a unit. Its
    owner chooses which, unless the table rules otherwise (9.2, 73 and 74). A hero who came to the sea this turn may use
    it, too, unless the table rules that arriving at sea prevents that (9.2, 75).
    """

    title = "Put a hero on a field"
    help_text = "A hero comes to a field otherwise than by a step: by a spell, a monolith, or as it goes home."
    question = "{seat}: the {whose} goes through[ to {to}]"
    sentence = "{seat} put the {whose} on {to}[, {source}]"
    acting_seat = "seat"
    seat: Living
    whose: WhichHero = "main hero"
    to: FieldId | None = None
    visits: bool = Field(default=False, title="visits the field")
    source: Source = ""
    lost: Annotated[str | None, Settled(), Choice("units")] = None

    @classmethod
    def needed(cls, table: Heroes3, known: Mapping[str, Any]) -> Iterator[str]:
        """The destination, unless a token or a die of the app decides it."""
        here = hero_of(table, str(known.get("seat")), known.get("whose", "main hero")).field
        is_sure = here in table.fields and len(exits(table, here)) == 1
        if known.get("source") != FROM_TOKEN or not (is_sure or is_kept(table, DICE)):
            yield "to"

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """The values of the sentence; a token as the cause is left out, because the field's name contains it."""
        from_token = {"source": ""} if fields.get("source") == FROM_TOKEN else {}
        return {**super().sentence_values(fields, table), **from_token}

    def check(self, table: Heroes3) -> Iterator[Refused]:
        hero = hero_of(table, self.seat, self.whose)
        ways = self.ways(table)
        if not self.to and not ways:
            yield WHERE_TO()
        elif not self.to and len(ways) > 1 and not is_kept(table, DICE):
            yield SAY_FACES()
        if hero.locked and (self.source != FROM_TOKEN or keeps_from_whirlpools(table, self.seat, self.whose)):
            yield SEA_ENDS()
        if self.to and friends_on(table, self.seat, self.whose, self.to) and not hero.left:
            yield ALLY_THERE()

    def ways(self, table: Heroes3) -> list[str]:
        """The fields that the token at the hero's field leads to."""
        here = hero_of(table, self.seat, self.whose).field
        return exits(table, here) if self.source == FROM_TOKEN and here in table.fields else []

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        if not self.to and (ways := self.ways(table)):
            return self.copy_with(to=chance.draw(ways)).settle(table, chance)
        visits = self.visits or (self.source == FROM_TOKEN and table.ruled("teleport-visits"))
        by_chance = table.ruled("whirlpool-random-loss") and is_kept(table, DICE)
        units = list(seat_of(table, self.seat).units) if by_chance else []
        return self.copy_with(visits=visits, lost=chance.draw(units) if units and self.swirls(table) else None)

    def swirls(self, table: Heroes3) -> bool:
        """Whether the hero goes through a whirlpool, which takes a unit."""
        there = table.fields.get(self.to or "")
        return self.source == FROM_TOKEN and there is not None and there.token == "whirlpool"

    def apply(self, table: Heroes3) -> None:
        hero = hero_of(table, self.seat, self.whose)
        if not self.to:
            return
        arrive(table, self.seat, self.whose, self.to)
        if not self.visits and not foes_on(table, self.seat, self.to):
            table.arrival = None
            put_down(table, hero, self.to)
        if self.swirls(table) and seat_of(table, self.seat).units and not self.lost:
            table.agenda.put(UnitLost, seat=self.seat, source="field")

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.lost:
            yield UnitLost(seat=self.seat, unit=self.lost, source="field")


def put_down(table: Heroes3, hero: Hero, field: str) -> None:
    """Put a hero on a field without a visit. The field counts as visited last, unless the table rules otherwise."""
    hero.field = field
    if not table.ruled("relocation-visits-nothing"):
        hero.last = field


class MovementGained(MapEvent):
    title = "Gain movement points"
    help_text = "Movement points of this turn alone, by a card or a field."
    sentence = "{seat}: {amount|movement point|movement points} more for the {whose}[, {source}]"
    acting_seat = "seat"
    seat: Living
    whose: WhichHero = "main hero"
    amount: Annotated[int, Field(ge=1, le=20)] = 1
    source: Source = ""

    def apply(self, table: Heroes3) -> None:
        hero_of(table, self.seat, self.whose).bonus += self.amount
