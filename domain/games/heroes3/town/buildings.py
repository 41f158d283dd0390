"""Town actions: building, the secondary hero, and the Spell Book (城镇行动, p18)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.agenda import still_due
from domain.components.limits import Limit
from domain.components.numbers import NumbersMoved, move_numbers
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Remark
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import HeroesEvent, Living, Pays, Source, in_combat, seat_of
from domain.games.heroes3.rounds import seats_in_town
from domain.games.heroes3.state.kinds import BuildingTile, Price
from domain.games.heroes3.state.seat import SECOND_MOVES, Hero, Seat
from domain.games.heroes3.state.table import Heroes3

TOKEN_USED = refusal("token-used", "The {token} was used this round already.", rule=sections.TOWN)
BUILT_ALREADY = never("built-already", "{building} is already built.", rule=sections.TOWN)
BUILD_FIRST = refusal("build-first", "{other} must be built first.", rule=sections.TOWN)
NO_GUILD = refusal(
    "no-guild", "The Spell Book needs a Mage Guild that was built in an earlier round.", rule=sections.TOWN
)  # fmt: skip
HAS_SECOND = refusal("has-second-hero", "{seat} has a secondary hero already.", rule=sections.SECOND_HERO)
NO_HOME = refusal("no-home", "{seat} controls no town or settlement.", rule=sections.SECOND_HERO, areas=("map",))
ONE_OR_OTHER = refusal(
    "hero-or-units", "The population token cannot both hire a hero and recruit or reinforce.", rule=sections.TOWN
)  # fmt: skip


SAY_COST = refusal(
    "say-cost", "Say what {what} costs, 0 if nothing: its price is not known.", rule=sections.TOWN, asks=True
)  # fmt: skip


def _one_use(token: str) -> Limit[Heroes3]:
    """The limit of a town token: one use a round."""
    return Limit(lambda table, seat: seat_of(table, seat).used.count(token), TOKEN_USED)


ONE_BUILDING, ONE_SPELL_BOOK, ONE_POPULATION = _one_use("build"), _one_use("spell-book"), _one_use("population")
ONCE_A_ROUND = {"build": ONE_BUILDING, "spell-book": ONE_SPELL_BOOK, "population": ONE_POPULATION}
"""The limit of each town token (p18)."""

DWELLINGS = ("dwelling-bronze", "dwelling-silver", "dwelling-golden")
"""Dwellings in the order in which they are built."""
HERO_PRICE: Price = {"gold": 10}
BUILDINGS = ("city-hall", "citadel", "mage-guild", "faction-a", "faction-b", *DWELLINGS)


class TownEvent(NumbersMoved[Heroes3], HeroesEvent):
    """The base of a town action (p18).

    It is allowed in any player's turn, but not during a combat or another action, and once per round.
    """

    heading = "Towns"
    tracked = ("towns",)
    during = ("turns", "combat")
    acting_seat = "seat"
    seat: Living

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_combat(table)
        if not table.combat:
            yield from still_due(table, HeroesEvent)


def token_used(table: Heroes3, seat: str, token: str) -> Iterator[Refused]:
    """The refusal of a town token that is used in this round."""
    yield from ONCE_A_ROUND[token].reasons(table, seat, token=table.called("town-tokens", token))


def use_token(seat: Seat, token: str) -> None:
    """Use a town token for this round; the population token stays open for a whole action. For `apply`."""
    if token not in seat.used:
        seat.used.append(token)
    seat.recruiting = token == "population"


def no_population(table: Heroes3, seat: str) -> Iterator[Refused]:
    """The refusal of recruiting and reinforcing: the token hired a hero, or its action is over (p18)."""
    here = seat_of(table, seat)
    if here.hiring:
        yield ONE_OR_OTHER()
    elif not here.recruiting:
        yield from token_used(table, seat, "population")


def to_build(table: Heroes3, seat: str) -> list[str]:
    """The buildings that a town lacks and whose predecessor stands."""
    stand = seat_of(table, seat).buildings
    return [kind for kind in BUILDINGS if kind not in stand and needed_before(table, seat, kind) in ("", *stand)]


def affords(table: Heroes3, seat: str, price: Price) -> bool:
    """Whether a player can pay a price, as far as it is known."""
    goods = seat_of(table, seat).goods
    return all(goods.get(good, 0) >= amount for good, amount in price.items())


def price_unknown(known: object, said: Price, what: object) -> Iterator[Refused]:
    """The question what something costs, if neither its card nor the player says so."""
    if not known and not said:
        yield SAY_COST(what=what)


def buildable(table: Heroes3, seat: str) -> list[str]:
    """The buildings that a player may build and can pay now, as far as prices are known; for offers."""
    here = seat_of(table, seat)
    return [
        kind
        for kind in (to_build(table, seat) if "build" not in here.used else ())
        if affords(table, seat, BuildingTile.of(table, f"{seat} {kind}").cost)
    ]


def why_not_built(table: Heroes3, kind: str, seat: str) -> Refused | None:
    stand = seat_of(table, seat).buildings
    if kind in stand:
        return BUILT_ALREADY(building=table.called("building-kinds", kind))
    before = needed_before(table, seat, kind)
    return BUILD_FIRST(other=table.called("building-kinds", before)) if before not in ("", *stand) else None


class BuildingBuilt(TownEvent):
    """Builds a building. Dwellings are built in the order bronze, silver, golden; others as the town board says."""

    title = "Build"
    help_text = "A building of one's town, once a round; what it costs is typed in once."
    limits = {ONE_BUILDING: {"free": False}}
    sentence = "{seat} built {building}[, for {cost}][: {effect}]"
    log = LogRole(memorable=True)
    layout = Layout(usual=("cost",))
    building: Annotated[
        str, Choice("building-kinds", to_build, given=("seat",), why_not=why_not_built)
    ]  # fmt: skip
    cost: Annotated[Price, Pays, Printed(BuildingTile, by="tile", given=("seat", "building"))] = Field(
        default_factory=dict, title="costs"
    )
    free: bool = Field(default=False, title="without the build token")
    effect: Remark = ""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat in seats_in_town(table):
            if kinds := buildable(table, seat):
                words = text("{seat}: build", seat=table.called("factions", seat))
                needs = () if any(BuildingTile.of(table, f"{seat} {kind}").cost for kind in kinds) else ("cost",)
                yield Offer(words, {"seat": seat}, also_required=needs)

    @property
    def tile(self) -> str:
        """The id of the building in content: faction and kind."""
        return f"{self.seat} {self.building}"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not self.free:
            yield from token_used(table, self.seat, "build")
        before = needed_before(table, self.seat, self.building)
        if before and before not in seat_of(table, self.seat).buildings:
            yield BUILD_FIRST(other=table.called("building-kinds", before))

    def warnings(self, table: Heroes3) -> Iterator[Refused]:
        known = BuildingTile.of(table, self.tile).model_fields_set & {"cost"}
        yield from price_unknown(known, self.cost, table.called("building-kinds", self.building))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat = seat_of(table, self.seat)
        seat.buildings[self.building] = table.round
        if not self.free:
            use_token(seat, "build")


def needed_before(table: Heroes3, seat: str, kind: str) -> str:
    """The building that another one requires; empty if there is none."""
    if kind in DWELLINGS[1:]:
        return DWELLINGS[DWELLINGS.index(kind) - 1]
    return BuildingTile.of(table, f"{seat} {kind}").after.rpartition(" ")[2]


class SpellBookUsed(TownEvent):
    title = "Use the Spell Book"
    limits = {ONE_SPELL_BOOK: {}}
    help_text = "With a Mage Guild of an earlier round: pay what the town board says, then search two spells."
    sentence = "{seat} used the Spell Book[, for {cost}]"
    layout = Layout(usual=("cost",))
    cost: Annotated[Price, Pays, Printed(BuildingTile, by="book", given=("seat",))] = Field(
        default_factory=dict, title="costs"
    )

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat in seats_in_town(table):
            price = BuildingTile.of(table, f"{seat} spell-book")
            if "mage-guild" in seat_of(table, seat).buildings and affords(table, seat, price.cost):
                words = text("{seat}: use the Spell Book", seat=table.called("factions", seat))
                needs = () if price.cost else ("cost",)
                yield Offer(words, {"seat": seat}, opens_form=True, also_required=needs)

    @property
    def book(self) -> str:
        """The id of the Spell Book in content: faction and kind."""
        return f"{self.seat} spell-book"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from token_used(table, self.seat, "spell-book")
        built = seat_of(table, self.seat).buildings.get("mage-guild")
        if built is None or (built == table.round and table.round > 0):
            yield NO_GUILD()

    def warnings(self, table: Heroes3) -> Iterator[Refused]:
        known = BuildingTile.of(table, self.book).model_fields_set & {"cost"}
        yield from price_unknown(known, self.cost, text("the Spell Book"))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        use_token(seat_of(table, self.seat), "spell-book")
        if table.tracks("cards"):
            table.agenda.put("search-begun", seat=self.seat, deck="spell", count=2)


def own_homes(table: Heroes3, seat: str) -> list[str]:
    """The fields on which a player may place a hero: their own towns and settlements that no enemy holds.

    An AI hero who stands there holds it, too.
    """
    held = {hero.field for hero in table.ai_heroes.values() if not hero.beaten}
    return [
        id_
        for id_, spot in table.fields.items()
        if not spot.ai
        and id_ not in held
        and (
            (spot.town_of == seat and not spot.flags)
            or (seat in spot.flags and (spot.town_of or spot.location in ("settlement", "random-town")))
        )
    ]


def places_to_hire(table: Heroes3, seat: str) -> list[str]:
    """The fields for a secondary hero: homes, and a Tavern or Prison with a hero of the player (6.11, 6.12)."""
    stand = [hero.field for hero in seat_of(table, seat).heroes()]
    inns = [id_ for id_ in stand if id_ in table.fields and table.fields[id_].location in ("tavern", "prison")]
    return list(dict.fromkeys([*own_homes(table, seat), *inns]))


class SecondHeroHired(TownEvent):
    """Hires a hero with the population token for 10 gold.

    The token either does this or recruits and reinforces (p18).
    """

    title = "Hire a secondary hero"
    help_text = "For 10 gold and the population token, a secondary hero in one's own town or settlement."
    sentence = "{seat} hired a secondary hero[ in {field}][, for {cost}][, {source}]"
    question = "{seat} may hire a secondary hero"
    layout = Layout(no_choice=("cost",))
    field: Annotated[str, Choice("fields", places_to_hire, given=("seat",))] | None = None
    cost: Annotated[Price, Pays] = Field(default=HERO_PRICE, title="costs")
    source: Source = ""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_ in seats_in_town(table):
            seat = seat_of(table, id_)
            if not seat.second and "population" not in seat.used and affords(table, id_, HERO_PRICE):
                words = text("{seat}: hire a secondary hero", seat=table.called("factions", id_))
                yield Offer(words, {"seat": id_}, opens_form=bool(own_homes(table, id_)))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        seat = seat_of(table, self.seat)
        if seat.second:
            yield HAS_SECOND(seat=table.called("factions", self.seat))
        if not self.source:
            if "population" in seat.used:
                yield ONE_OR_OTHER()
            if not own_homes(table, self.seat):
                yield NO_HOME(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        homes = own_homes(table, self.seat)
        return super().settle(table, chance).copy_with(field=self.field or (homes[0] if homes else None))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat = seat_of(table, self.seat)
        seat.second = Hero(moves=SECOND_MOVES, field=self.field or "", last=self.field or "")
        if not self.source:
            use_token(seat, "population")
            seat.hiring = True
