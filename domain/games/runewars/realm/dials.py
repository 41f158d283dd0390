"""Resource dials and the orders that use them: Harvest, Acquire Power; influence, titles, and acts of an order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, Sets, Spends, move_numbers, room_above
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import Amount, Count, Merged, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import areas_of_unknown_yield, harvest_of
from domain.games.runewars.base import (
    DIAL_TOO_LOW,
    INFLUENCE_GAINED,
    INFLUENCE_PAID,
    Living,
    RunewarsEvent,
    SeatId,
    card_offers,
    not_at_turn,
    seats_at_turn,
    seats_clockwise,
    whose_turn,
)
from domain.games.runewars.cards import DrawnTactics, names_cards, take_tactics, why_not_dealt
from domain.games.runewars.state.kinds import FactionSheet, Resource
from domain.games.runewars.state.table import RESOURCES, Development, Runewars, end_of_dial, printed_spaces
from domain.games.runewars.units import seats_with_unknown_food
from domain.games.runewars.year.orders import (
    BASE_FIRST,
    not_in_bonus,
    order_at_turn,
    seat_resolving,
    take_bonus,
    used_before,
)

# === The right to act by an order: the seat at turn by its own order, and by its bonus if it has one

OTHER_ORDER = refusal(
    "other-order", "{seat} resolves {order} this turn.", rule=sections.PLAYER_TURNS, areas=("calendar",)
)
WITHOUT_ORDER = refusal(
    "without-order",
    "That belongs to {order}. If a card calls for it, say which one.",
    rule=sections.PLAYER_TURNS,
    areas=("calendar",),
)
CALLED_FOR = ("text", "secondary", "turns")
"""The steps in which an order is carried out, or a card may cause its acts."""


def not_by_order(table: Runewars, seat: str, order: str) -> Iterator[Refused]:
    """The refusals of an act of an order: another seat's turn, or another order. A season card may allow it."""
    yield from not_at_turn(table, seat)
    resolved = order_at_turn(table)
    if whose_turn(table) == seat and resolved != order:
        yield OTHER_ORDER(seat=table.called("seats", seat), order=table.called("orders", resolved))


def not_by_bonus(table: Runewars, seat: str, order: str) -> Iterator[Refused]:
    """The refusals of an act of an order's supremacy bonus."""
    yield from not_by_order(table, seat, order)
    if whose_turn(table) == seat and order_at_turn(table) == order:
        yield from not_in_bonus(table, seat)


def not_called_for(table: Runewars, order: str, source: str = "", *, by_text: bool = True) -> Iterator[Refused]:
    """The refusal of an act of an order in a step without orders, if no card causes it.

    Args:
        source: the cause, in the players' words.
        by_text: whether the text of a season card may be the cause without a `source`.
    """
    if not source and (table.step == "secondary" or (table.step == "text" and not by_text)):
        yield WITHOUT_ORDER(order=table.called("orders", order))


def base_first(table: Runewars, order: str, option: str) -> Iterator[Refused]:
    """The refusal of a supremacy bonus before the order itself was carried out."""
    if order_at_turn(table) == order and option not in table.turn.used:
        yield BASE_FIRST(order=table.called("orders", order))


def used_up(table: Runewars, order: str, option: str) -> Iterator[Refused]:
    """The refusal of a second use in the same order; a season card sets no limit."""
    if order_at_turn(table) == order:
        yield from used_before(table, option)


def use_order_option(table: Runewars, order: str, option: str) -> None:
    """Carry out an order by an act that it allows once. For `apply`."""
    if order_at_turn(table) == order:
        table.turn.base, table.turn.used = True, [*table.turn.used, option]


def use_bonus(table: Runewars, order: str, option: str) -> None:
    """Take the bonus of an order by an act that it allows once. For `apply`."""
    if order_at_turn(table) == order:
        use_order_option(table, order, option)
        take_bonus(table)


# === Resource dials: their positions, the icons at and below the pointer, and turning by hand (资源表盘)

DIAL_ENDS = never("dial-ends", "The dial of {resource} ends at {end}.", rule=sections.DIALS, areas=("dials",))
DialId = Annotated[Resource, Choice("resources")]
Spaces = Annotated[int, Field(ge=1, le=30)]
WOOD = MovesNumber("seats.{seat}.dials.wood", areas=("dials",))
ORE = MovesNumber("seats.{seat}.dials.ore", areas=("dials",))


DIAL_UNKNOWN = never(
    "dial-unknown",
    "The dial of {resource} is unknown: set it first.",
    rule=sections.DIALS,
    areas=("dials",),
)


def dial_of(table: Runewars, seat: str, resource: str) -> int | None:
    """The position of a dial; None if unknown."""
    dials: dict[Any, int] = table.seat(seat).dials
    return dials.get(resource)


def unknown_dials(table: Runewars, seat: str) -> list[Resource]:
    """The dials of a seat whose positions are unknown."""
    return [resource for resource in RESOURCES if dial_of(table, seat, resource) is None]


def without_dials(table: Runewars) -> list[str]:
    """The seats with unknown dials before the war, the starting player first (3.1)."""
    seats = seats_clockwise(table) if table.tracks("dials") and not table.season else ()
    return [seat for seat in seats if unknown_dials(table, seat)]


def turn_dial(table: Runewars, seat: str, resource: Resource, spaces: int) -> None:
    """Turn a dial up or down, never below 0. For `apply`."""
    if (have := dial_of(table, seat, resource)) is not None:
        table.seat(seat).dials[resource] = max(0, have + spaces)


def printed_starts(table: Runewars, seat: str, resources: Iterable[Resource]) -> dict[Resource, int]:
    """The red numbers of a seat's dials that are typed in."""
    sheet = FactionSheet.of(table, seat)
    starts: dict[Resource, int | None] = {"food": sheet.food, "wood": sheet.wood, "ore": sheet.ore}
    return {resource: start for resource in resources if (start := starts[resource]) is not None}


def is_start_printed(table: Runewars, seat: str) -> bool:
    """Whether the red numbers of all dials of a seat that are not set yet are typed in."""
    unknown = unknown_dials(table, seat)
    return len(printed_starts(table, seat, unknown)) == len(unknown)


def most_turned(table: Runewars, seat: str, resource: str, spaces: int) -> int:
    """The spaces that a dial goes up of a number of spaces; an unknown dial stays unknown."""
    if dial_of(table, seat, resource) is None:
        return 0
    room = room_above(table, ("seats", seat, "dials", resource))
    return spaces if room is None else min(spaces, room)


def reached_icons(table: Runewars, seat: str, resource: str) -> Sequence[str]:
    """The icons at the pointer of a dial and below it; none if its position is unknown."""
    at = dial_of(table, seat, resource)
    return [] if at is None else printed_spaces(table, seat, resource)[: at + 1]


def recruits_of(table: Runewars, seat: str, resource: str) -> dict[str, int]:
    """The units that a dial gives (C-08)."""
    units = set(table.ids("units"))
    icons = [icon for icon in reached_icons(table, seat, resource) if icon in units]
    return {unit: icons.count(unit) for unit in dict.fromkeys(icons)}


def is_dial_unknown(table: Runewars, seat: str, resource: str) -> bool:
    """Whether the position of a dial is unknown, or its icons are not typed in."""
    return dial_of(table, seat, resource) is None or not printed_spaces(table, seat, resource)


def icons_reached(table: Runewars, seat: str, icon: str) -> int | None:
    """The number of tactics or influence icons that a seat's dials reach (C-09, C-10); None if unknown."""
    # The icons of a dial that is not typed in are unknown, and so is the sum.
    if any(is_dial_unknown(table, seat, one) for one in RESOURCES):
        return None
    return sum(list(reached_icons(table, seat, resource)).count(icon) for resource in RESOURCES)


def dials_after_harvest(table: Runewars, seat: str) -> dict[Resource, int]:
    """The dials of a seat after a harvest: the yield of its areas, at most the end of a dial (C-07)."""
    totals = harvest_of(table, seat)
    ends = {resource: end_of_dial(table, ("seats", seat, "dials", resource)) for resource in RESOURCES}
    return {
        resource: totals[resource] if (end := ends[resource]) is None else min(totals[resource], end)
        for resource in RESOURCES
    }


class DialEvent(RunewarsEvent):
    heading = "Dials"
    tracked = ("dials",)


def beyond_end(table: Runewars, seat: str, resource: str, value: int) -> Iterator[Refused]:
    """The refusal of a position beyond the last space of a dial."""
    end = end_of_dial(table, ("seats", seat, "dials", resource))
    if end is not None and value > end:
        yield DIAL_ENDS(resource=table.called("resources", resource), end=end)


def below_zero(table: Runewars, seat: str, resource: str, spaces: int) -> Iterator[Refused]:
    """The refusals of turning a dial down: its position is unknown, or would be below 0."""
    have, name = dial_of(table, seat, resource), table.called("resources", resource)
    if have is None:
        yield DIAL_UNKNOWN(resource=name)
    elif have < spaces:
        yield DIAL_TOO_LOW(resource=name, have=have)


DIAL_RAISED = Gains("seats.{seat}.dials.{resource}", areas=("dials",), full=DIAL_ENDS, unknown=DIAL_UNKNOWN)
DIAL_LOWERED = Spends("seats.{seat}.dials.{resource}", areas=("dials",), too_few=DIAL_TOO_LOW, unknown=DIAL_UNKNOWN)


class DialSet(NumbersMoved[Runewars], DialEvent):
    after_the_end = True
    title = "Set a dial"
    help_text = "Set a dial by hand."
    sentence = "The {resource} dial of {seat} was set to {value}[ ({source})]"
    seat: Living
    resource: DialId
    value: Annotated[
        Count, Field(le=30), Sets("seats.{seat}.dials.{resource}", areas=("dials",), outside=DIAL_ENDS)
    ]  # fmt: skip
    source: Occasion = ""

    @classmethod
    def offers_at_start(cls, table: Runewars) -> Iterator[Offer]:
        """The first position of each dial, by a tap, for the seats whose faction sheet is not typed in."""
        for seat in without_dials(table):
            if not is_start_printed(table, seat):
                for resource in unknown_dials(table, seat):
                    name = table.called("resources", resource)
                    words = text("{seat}: {resource} at the start?", seat=table.called("factions", seat), resource=name)
                    known = {"seat": seat, "resource": resource}
                    yield Offer(words, known, required=True, keypad="value", keypad_numbers=FIRST_POSITIONS)


Position = Annotated[int, Field(ge=0, le=30)]
Dials = Mapping[DialId, Position]
BY_DIALS = ("recruit", "fortify")
"""The orders that cannot be carried out on the map without the positions of the dials."""
WHERE_DIALS = text("{seat}: where are the dials?")
FIRST_POSITIONS = range(6)
"""The positions of a dial at the start that are a tap each."""
DIALS_SET = Sets("seats.{seat}.dials", areas=("dials",))


class DialsSet(NumbersMoved[Runewars], DialEvent):
    title = "Set the dials"
    help_text = "Where the dials of a player are: at the start, on the red numbers of the faction sheet."
    sentence = "The dials of {seat} were set: {dials}"
    seat: Living
    dials: Annotated[Dials, Field(min_length=1), DIALS_SET]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers for unknown dials in the war: when winter needs the food, and during a seat's order."""
        if not table.season:
            return
        hungry = seats_with_unknown_food(table) if table.step == "text" and table.season_name == "winter" else []
        needed = [*hungry, *(seat_resolving(table, *BY_DIALS) if table.tracks("map") else ())]
        for seat in dict.fromkeys([*needed, *seats_at_turn(table)]):
            if unknown_dials(table, seat):
                yield Offer(WHERE_DIALS, {"seat": seat}, required=seat in needed)

    @classmethod
    def offers_at_start(cls, table: Runewars) -> Iterator[Offer]:
        """The first dials of each seat whose faction sheet is typed in, filled in."""
        for seat in filter(partial(is_start_printed, table), without_dials(table)):
            printed = printed_starts(table, seat, unknown_dials(table, seat))
            yield Offer(WHERE_DIALS, {"seat": seat, "dials": printed}, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        for resource, value in self.dials.items():
            yield from beyond_end(table, self.seat, resource, value)


class DialRaised(NumbersMoved[Runewars], DialEvent):
    after_the_end = True
    title = "Turn a dial up"
    help_text = "A dial goes up, thanks to a card or a development."
    sentence = "The {resource} dial of {seat} went up by {amount}[ ({source})]"
    seat: Living
    resource: DialId
    amount: Annotated[Spaces, Merged(), DIAL_RAISED]
    source: Occasion = ""


class DialLowered(NumbersMoved[Runewars], DialEvent):
    after_the_end = True
    title = "Turn a dial down"
    help_text = "A dial goes down, to pay for something or because of a card."
    sentence = "The {resource} dial of {seat} went down by {amount}[ ({source})]"
    seat: Living
    resource: DialId
    amount: Annotated[Spaces, Merged(), DIAL_LOWERED]
    source: Occasion = ""


# === Harvest: dials are set to the yield of own areas; with the bonus, developments pay (收获指令)

HARVEST = "harvest"
PAID, DEVELOP = "developments paid", "develop"
NOTHING_PAYS = never("nothing-pays", "{seat} has no development that pays.", rule=sections.DEVELOPMENTS)
PAYING = ("diplomacy", "training-ground", "resource")
# The payment of the bonus of Harvest for each such development: two influence, or one tactics card.
INFLUENCE_EACH, TACTICS_EACH = 2, 1
EVERY_HARVEST = "resource-every-harvest"
RAISED = Gains("seats.{seat}.dials", areas=("dials",))


def developments_of(table: Runewars, seat: str, kind: str = "") -> list[Development]:
    """The developments of a seat on the map, or those of a kind."""
    there = [area.development for area in table.land.values() if area.development]
    return [each for each in there if each.owner == seat and kind in ("", each.kind)]


def developments_that_pay(table: Runewars, seat: str) -> list[Development]:
    """The developments of a seat that the bonus of Harvest pays for: all but defences."""
    return [each for each in developments_of(table, seat) if each.kind in PAYING]


def resources_developed(table: Runewars, seat: str) -> dict[Resource, int]:
    """The spaces by which resource developments raise each dial (C-41)."""
    of = [each.resource for each in developments_of(table, seat, "resource")]
    return {resource: of.count(resource) for resource in RESOURCES if resource in of}


def dials_raised(table: Runewars, seat: str) -> dict[Resource, int]:
    """The spaces by which developments raise the dials, at most to their ends."""
    raising = resources_developed(table, seat).items()
    return {id_: spaces for id_, more in raising if (spaces := most_turned(table, seat, id_, more))}


def harvest_first(table: Runewars) -> Iterator[Refused]:
    """The refusal of the bonus of Harvest before the dials are set, if dials are tracked."""
    if table.tracks("dials"):
        yield from base_first(table, HARVEST, HARVEST)


YIELD_UNKNOWN = never(
    "yield-unknown",
    "The yield of {areas} is not typed in: say where all three dials are.",
    rule=sections.HARVEST,
    areas=("map", "dials"),
    asks=True,
)
YIELD_NOT_KNOWN = never(
    "yield-not-known",
    "Say where all three dials are after the harvest: {resources} missing.",
    rule=sections.HARVEST,
    areas=("dials",),
    asks=True,
)


class DialsHarvested(NumbersMoved[Runewars], DialEvent):
    """Sets the dials to the harvest. Without a map the yield is unknown, and players enter all three totals."""

    title = "Harvest: set the dials"
    help_text = "Set each dial to the yield of the player's areas: up, down or unchanged."
    sentence = "{seat} harvested: {dials}[ (the dial ends there: {beyond})][ ({source})]"
    during = CALLED_FOR
    layout = Layout(no_choice=("dials",))
    seat: Living
    dials: Annotated[Dials, DIALS_SET] = Field(default_factory=dict, title="where the dials are")
    source: Occasion = ""
    beyond: Annotated[tuple[DialId, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, HARVEST):
            by_hand = not table.tracks("map") or bool(areas_of_unknown_yield(table, seat))
            opens = by_hand or not any(harvest_of(table, seat).values())
            title, needs = text("Harvest: set the dials"), ("dials",) if by_hand else ()
            yield Offer(title, {"seat": seat}, required=True, opens_form=opens, also_required=needs)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_order(table, self.seat, HARVEST)
        yield from used_up(table, HARVEST, HARVEST)
        left = [resource for resource in RESOURCES if resource not in self.dials]
        if left and not table.tracks("map"):
            yield YIELD_NOT_KNOWN(resources=tuple(table.called("resources", resource) for resource in left))
        unknown = areas_of_unknown_yield(table, self.seat) if table.tracks("map") else ()
        if unknown and not {*RESOURCES} <= {*self.dials}:
            yield YIELD_UNKNOWN(areas=tuple(table.called("areas", area) for area in unknown))
        for resource, value in self.dials.items():
            yield from beyond_end(table, self.seat, resource, value)
        yield from not_called_for(table, HARVEST, self.source)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if not table.tracks("map"):
            return self.copy_with(dials={**table.seat(self.seat).dials, **self.dials})
        known, totals = dials_after_harvest(table, self.seat), harvest_of(table, self.seat)
        beyond = tuple(id_ for id_ in RESOURCES if totals[id_] > known[id_] and id_ not in self.dials)
        return self.copy_with(dials={**known, **self.dials}, beyond=beyond)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        use_order_option(table, HARVEST, HARVEST)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if table.ruled(EVERY_HARVEST) and (more := dials_raised(table, self.seat)):
            yield ResourcesDeveloped(seat=self.seat, dials=more)


class ResourcesDeveloped(NumbersMoved[Runewars], DialEvent):
    help_text = "Resource developments raise the dials."
    sentence = "The developments of {seat} raised the dials: {dials}"
    automatic = True
    seat: SeatId
    dials: Annotated[Dials, RAISED]


class DevelopmentsPaid(RunewarsEvent):
    """Pays for developments with the bonus of Harvest (C-41).

    Diplomacy brings 2 influence, a training ground a tactics card, and a resource development raises its dial. A
    resource development that was built with the same order raises nothing yet (G-03).
    """

    title = "Collect from developments"
    help_text = "Supremacy bonus of Harvest: all your developments pay out influence, tactics cards or resources."
    sentence = (
        "{seat} collected from developments[: {influence} influence][, {count|tactics card|tactics cards}]"
        "[: {cards}][, {dials}]"
    )
    heading = "Dials"
    during = CALLED_FOR
    tracked = ("map",)
    secrets = Secrets(("cards",))
    seat: Living
    cards: DrawnTactics = ()
    influence: Annotated[Count, Settled(), INFLUENCE_GAINED] = 0
    count: Annotated[Count, Settled()] = Field(default=0, title="tactics cards")
    dials: Annotated[Dials, Settled(), RAISED] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The payment for existing developments, which comes before building another one."""
        for seat in seat_resolving(table, HARVEST):
            opens = names_cards(table) and bool(developments_of(table, seat, "training-ground"))
            if DEVELOP not in table.turn.used:
                yield Offer(text("Collect from developments"), {"seat": seat}, opens_form=opens)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, HARVEST)
        yield from not_called_for(table, HARVEST)
        yield from harvest_first(table)
        yield from used_up(table, HARVEST, PAID)
        if not developments_that_pay(table, self.seat):
            yield NOTHING_PAYS(seat=table.called("seats", self.seat))
        yield from why_not_dealt(table, self.cards, _cards_of_training(table, self.seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        count = _cards_of_training(table, self.seat)
        paid = INFLUENCE_EACH * len(developments_of(table, self.seat, "diplomacy"))
        dials = {} if table.ruled(EVERY_HARVEST) or DEVELOP in table.turn.used else dials_raised(table, self.seat)
        return self.copy_with(
            cards=self.cards[:count],
            influence=paid if table.tracks("influence") else 0,
            count=count,
            dials=dials if table.tracks("dials") else {},
        )

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        take_tactics(table, self.seat, self.count, self.cards)
        use_bonus(table, HARVEST, PAID)


def _cards_of_training(table: Runewars, seat: str) -> int:
    """The number of tactics cards from training grounds."""
    grounds = len(developments_of(table, seat, "training-ground"))
    return TACTICS_EACH * grounds if table.tracks("cards") else 0


# === Acquire Power and Strategize: influence and tactics cards of the dials, and titles (谋权指令; 头衔卡)

POWER, STRATEGIZE = "acquire-power", "strategize"
CLAIMED, DRAWN = "title claimed", "tactics drawn"
PAY_MORE = refusal("pay-more", "Pay more than the {lying} influence on the title card.", rule=sections.ACQUIRE_POWER)
OWN_TITLE = refusal("own-title", "{seat} already holds that title.", rule=sections.TITLES)
SAY_HOW_MANY = never(
    "say-how-many", "The numbers on the dials are not typed in: say how many.", rule=sections.DIALS, asks=True
)
BY_THE_DIALS = refusal("by-the-dials", "The dials give {what}.", rule=sections.DIALS)
OWN_TITLE_AGAIN = "own-title-again"
Icons = Annotated[int, Field(ge=0, le=99)]
AsDialled = Annotated[bool, Settled()]
"""Whether the number is that of the dials, as far as they are typed in."""


def holder_of(table: Runewars, title: str) -> str:
    """The seat that holds a title; empty if the title is in the common area."""
    return next((id_ for id_, seat in table.seats.items() if title in seat.titles), "")


def least_price(table: Runewars, title: str) -> int:
    """The least price of a title: more than its influence (C-24)."""
    return table.on_titles.get(title, 0) + 1


def title_priced(table: Runewars, title: str) -> Text:
    """A title with its influence, since a claim has to pay more."""
    return text(
        "{title}[ ({lying} influence)]", title=table.called("titles", title), lying=table.on_titles.get(title) or None
    )


def titles_claimable(table: Runewars, seat: str) -> list[str]:
    """The titles that a seat can pay for, if its influence is known."""
    have = table.seat(seat).influence
    return [
        title
        for title in table.ids("titles")
        if (have is None or least_price(table, title) <= have)
        and (holder_of(table, title) != seat or table.ruled(OWN_TITLE_AGAIN))
    ]


class PowerEvent(RunewarsEvent):
    heading = "Power"
    tracked = ("influence",)
    seat: Living


class PowerGained(PowerEvent):
    title = "Gain influence by the dials"
    help_text = "Acquire Power: gain all the influence at or below the pointers of your dials."
    sentence = "{seat} gained {amount} influence[ {dialled|by the dials}][ ({source})]"
    during = CALLED_FOR
    layout = Layout(no_choice=("amount",))
    amount: Annotated[Icons | None, INFLUENCE_GAINED] = Field(default=None, title="influence gained")
    source: Occasion = ""
    dialled: AsDialled = True

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, POWER):
            needs = ("amount",) if icons_reached(table, seat, "influence") is None else ()
            yield Offer(text("Gain influence by the dials"), {"seat": seat}, required=True, also_required=needs)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_order(table, self.seat, POWER)
        yield from used_up(table, POWER, POWER)
        known = icons_reached(table, self.seat, "influence")
        if self.amount is None and known is None:
            yield SAY_HOW_MANY()
        if known is not None and self.amount not in (None, known):
            yield BY_THE_DIALS(what=text("{amount} influence", amount=known))
        yield from not_called_for(table, POWER, self.source)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        known = icons_reached(table, self.seat, "influence")
        amount = known or 0 if self.amount is None else self.amount
        return self.copy_with(amount=amount, dialled=known in (None, amount))

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        use_order_option(table, POWER, POWER)


class TitleClaimed(NumbersMoved[Runewars], PowerEvent):
    """Claims a title. Its former influence goes to the supply; the price is placed on it and is spent."""

    title = "Claim a title"
    help_text = "Supremacy bonus of Acquire Power: take a title by paying more influence than is on it."
    sentence = "{seat} claimed {title_card} for {paid} influence[, from {before}]"
    log = LogRole(memorable=True)
    during = CALLED_FOR
    title_card: Annotated[str, Choice("titles")] = Field(title="which title")
    paid: Annotated[Amount, Field(le=999), INFLUENCE_PAID]
    before: Annotated[str, Settled(), Choice("seats")] = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, POWER):
            if titles_claimable(table, seat):
                yield Offer(text("Claim a title"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, POWER)
        yield from not_called_for(table, POWER)
        yield from base_first(table, POWER, POWER)
        yield from used_up(table, POWER, CLAIMED)
        if self.paid < least_price(table, self.title_card):
            yield PAY_MORE(lying=table.on_titles.get(self.title_card, 0))
        if holder_of(table, self.title_card) == self.seat and not table.ruled(OWN_TITLE_AGAIN):
            yield OWN_TITLE(seat=table.called("seats", self.seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        before = holder_of(table, self.title_card)
        return self.copy_with(before="" if before == self.seat else before)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        give_title(table, self.title_card, self.seat)
        table.on_titles[self.title_card] = self.paid
        use_bonus(table, POWER, CLAIMED)


def give_title(table: Runewars, title: str, to: str) -> None:
    """Give a title to a seat, or return it to the common area. For `apply`."""
    for id_, seat in table.seats.items():
        others = [held for held in seat.titles if held != title]
        seat.titles = [*others, title] if id_ == to else others


class StrategyDrawn(RunewarsEvent):
    title = "Draw tactics cards by the dials"
    help_text = (
        "Supremacy bonus of Strategize: draw a tactics card for each such icon at or below your dials' pointers."
    )
    sentence = "{seat} drew {count|tactics card|tactics cards}[ {dialled|by the dials}][: {cards}]"
    heading = "Power"
    during = CALLED_FOR
    tracked = ("cards",)
    secrets = Secrets(("cards",))
    layout = Layout(no_choice=("count", "cards"))
    seat: Living
    count: Icons | None = Field(default=None, title="how many tactics cards")
    cards: DrawnTactics = ()
    dialled: AsDialled = True

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, STRATEGIZE):
            count = icons_reached(table, seat, "tactics")
            title = (
                text("Draw {count|tactics card|tactics cards}", count=count) if count else text("Draw tactics cards")
            )
            needs, opens = () if count else ("count",), names_cards(table)
            if count != 0:
                yield Offer(title, {"seat": seat}, opens_form=opens, also_required=needs)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, STRATEGIZE)
        yield from not_called_for(table, STRATEGIZE)
        yield from used_up(table, STRATEGIZE, DRAWN)
        reached = icons_reached(table, self.seat, "tactics")
        known = reached if self.count is None else self.count
        if reached is not None and known != reached:
            yield BY_THE_DIALS(what=text("{count|tactics card|tactics cards}", count=reached))
        if known is None and not self.cards:
            yield SAY_HOW_MANY()
        yield from why_not_dealt(table, self.cards, len(self.cards) if known is None else known)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        reached = icons_reached(table, self.seat, "tactics")
        known = reached if self.count is None else self.count
        count = len(self.cards) if known is None else known
        return self.copy_with(count=count, dialled=reached in (None, count))

    def apply(self, table: Runewars) -> None:
        take_tactics(table, self.seat, self.count or 0, self.cards)
        use_bonus(table, STRATEGIZE, DRAWN)


# === Influence: gained and spent by hand, if no other event does it (势力标记) ===================


AT_START = "seats.{seat}.starting_influence"
"""Breaks the last ties. Influence that a seat gains or loses before the war is part of it."""


class InfluenceEvent(NumbersMoved[Runewars], RunewarsEvent):
    heading = "Influence"
    after_the_end = True
    tracked = ("influence",)


COUNTED = never("influence-counted", "The influence of {seat} is known: change it by what was gained or spent.")
MOST_COUNTED = 12
"""The number of values of unknown influence that are a tap each."""
FIRST_INFLUENCE = range(1, 10)
"""The values of starting influence that are a tap each."""


def without_influence(table: Runewars) -> list[str]:
    """The seats without any influence before the war, whose sheets are unknown."""
    seats = table.seats.items() if table.tracks("influence") and not table.season else ()
    return [id_ for id_, seat in seats if not seat.influence and not seat.starting_influence]


def uncounted_seats(table: Runewars) -> list[str]:
    """The seats that are in the war with unknown influence."""
    is_at_war = table.season and table.step != "finished" and table.tracks("influence")
    seats = table.alive() if is_at_war else ()
    return [seat for seat in seats if table.seats[seat].influence is None]


class InfluenceGained(InfluenceEvent):
    title = "Gain influence"
    help_text = "A player takes influence from the supply."
    sentence = "{seat} received {amount} influence[ ({source})]"
    seat: Living
    amount: Annotated[Amount, Merged(), INFLUENCE_GAINED]
    source: Occasion = ""
    at_start: Annotated[Count, Settled(), Merged(), Gains(AT_START, areas=("influence",))] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The starting influence of each seat, from its sheet if typed in; what an unknown season card gives."""
        yield from card_offers(table, text("The card gives influence"))
        title = text("{seat}: how much influence at the start?")
        for seat in without_influence(table):
            if printed := FactionSheet.of(table, seat).influence:
                yield Offer(title, {"seat": seat, "amount": printed}, required=True, opens_form=True)
            else:
                numbers = FIRST_INFLUENCE
                yield Offer(title, {"seat": seat}, required=True, keypad="amount", keypad_numbers=numbers)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        """The event that also raises starting influence before the war."""
        return self.copy_with(at_start=0 if table.season else self.amount)

    def apply(self, table: Runewars) -> None:
        seat = table.seat(self.seat)
        if not table.season and seat.influence is None:
            seat.influence = 0
        super().apply(table)
        if self.at_start:
            seat.unsaid = False


class InfluenceSpent(InfluenceEvent):
    title = "Spend influence"
    help_text = "A player pays influence to the supply."
    sentence = "{seat} lost {amount} influence[ ({source})]"
    seat: Living
    amount: Annotated[Amount, Merged(), INFLUENCE_PAID]
    source: Occasion = ""
    at_start: Annotated[Count, Settled(), Merged(), Spends(AT_START, areas=("influence",))] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        yield from card_offers(table, text("The card costs influence"))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        """The event that also lowers starting influence before the war."""
        paid = super().settle(table, chance)
        less = min(paid.amount, table.seat(self.seat).starting_influence)
        return paid.copy_with(at_start=0 if table.season else less)


class InfluenceCounted(InfluenceEvent):
    """Enters influence that was unknown. The starting influence stays unknown, so the players decide last ties."""

    after_the_end = False
    title = "Count influence"
    help_text = "How much influence a player has, if the app does not know it."
    sentence = "{seat} had {amount} influence"
    seat: Living
    amount: Annotated[Count, Field(le=999), Sets("seats.{seat}.influence", areas=("influence",))]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The unknown influence of each seat; a bid cannot be held without it."""
        title, needed = text("{seat}: how much influence is there now?"), table.bid is not None
        for seat in uncounted_seats(table):
            yield Offer(title, {"seat": seat}, required=needed, keypad="amount", keypad_numbers=range(MOST_COUNTED))

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.seat(self.seat).influence is not None:
            yield COUNTED(seat=table.called("seats", self.seat))
