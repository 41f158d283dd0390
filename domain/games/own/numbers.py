"""Numbers: how they begin, move and turn over, and the four forms of rules about them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from domain.components.numbers import (
    Gains,
    Lowers,
    NumbersMoved,
    Sets,
    number_at,
    part_at,
    room_above,
    room_below,
    upper_end,
)
from domain.components.periods import Cycle
from domain.components.ranks import rank_at, rank_reached
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Amount, Delta, Merged, NamedAs, Occasion, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.games.own.base import FILE, OwnEvent, Rule, in_play, owner_missing, owners_of_number
from domain.games.own.definition import holds_at, start_of
from domain.games.own.kinds import BoxCard, DealCard, FigureCard, HeroCard, ListCard, NumberCard, RankCard, RuleCard
from domain.games.own.records import BoxMarked, StatusEnded, StatusGained, mark_of
from domain.games.own.table import OwnTable, Path

AT_MOST = never("at-most", "[{owner}: ]{number} cannot go higher.", rule=FILE)
AT_LEAST = never("at-least", "[{owner}: ]{number} cannot go lower.", rule=FILE)
TOO_LITTLE = refusal("too-little", "[{owner}: ]{number} is {have}, not {need}.", rule=FILE)
NOT_KNOWN = never("not-known", "[{owner}: ]{number} is not known yet. Set it first.")
NEEDS_SEAT = never("needs-seat", "Say who makes the deal.", asks=True)


def path_of(event: Any, table: OwnTable) -> Path:
    return (*table.path_to(event.owner), "numbers", event.number)


def path_of_numbers(event: Any, table: OwnTable) -> Path:
    return (*table.path_to(event.owner), "numbers")


def ranks_of(table: OwnTable, number: str) -> dict[str, int]:
    """The ranks of a number, each with its threshold."""
    return {id_: rank.at for id_, rank in table.cards(RankCard).items() if rank.number == number}


def rank_of(table: OwnTable, number: str, value: int) -> str:
    """The rank that a number of this value has; empty if it has none."""
    return rank_at(ranks_of(table, number), value)


class NumbersSet(OwnEvent):
    """Sets numbers to where the definition begins them: at the start, for a new seat, at the end of a period."""

    heading = "Numbers"
    help_text = "Numbers begin where the game's file says."
    sentence = "[{owner}: ]{numbers}"
    log = LogRole(bookkeeping=True)
    automatic: ClassVar[bool] = True
    owner: Annotated[str, NamedAs("owners"), Settled()] | None = None
    numbers: Annotated[Mapping[Annotated[str, Choice("numbers")], Delta], Settled(), Sets(path_of_numbers)] = Field(
        default_factory=dict
    )

    def apply(self, table: OwnTable) -> None:
        if owned := table.owner(self.owner):
            owned.numbers.update(self.numbers)


class NumberMoved(NumbersMoved[OwnTable], OwnEvent):
    """The base of the events by which a number goes up or down."""

    heading = "Numbers"
    sign: ClassVar[int] = 1
    number: Annotated[str, Choice("numbers", lambda table: table.live("numbers"))]
    owner: Annotated[str, Choice("owners", owners_of_number, given=("number",))] | None = None

    @classmethod
    def needed(cls, table: OwnTable, known: Mapping[str, Any]) -> Iterator[str]:
        if known.get("number") and NumberCard.of(table, known["number"]).owner != "table":
            yield "owner"

    def check(self, table: OwnTable) -> Iterator[Refused]:
        yield from owner_missing(table, "numbers", self.number, NumberCard.of(table, self.number).owner, self.owner)

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        settled = super().settle(table, chance)
        before = number_at(table, path_of(self, table))
        after = before + self.sign * settled.amount  # type: ignore[attr-defined]
        return settled.copy_with(rank=rank_reached(ranks_of(table, self.number), before, after))

    def follow(self, table: OwnTable) -> Iterator[Event[OwnTable]]:
        yield from brought_about(table, self.owner, self.number, self.sign)


class NumberRaised(NumberMoved):
    title = "Raise a number"
    help_text = "A number of a seat, a figure or the table goes up, at most to its upper end."
    sentence = "[{owner}: ]{number} +{amount}[: {rank}][, {why}][ ({rule})]"
    layout = Layout(usual=("owner", "amount"))
    amount: Annotated[Amount, Merged(), Gains(path_of, none=AT_MOST, unknown=NOT_KNOWN)] = 1
    why: Occasion = ""
    rank: Annotated[str, NamedAs("ranks"), Settled()] = ""
    rule: Rule = ""


class NumberLowered(NumberMoved):
    title = "Lower a number"
    help_text = "A number of a seat, a figure or the table goes down, at most to its lower end."
    sentence = "[{owner}: ]{number} −{amount}[: {rank}][, {why}][ ({rule})]"
    layout = Layout(usual=("owner", "amount"))
    sign = -1
    amount: Annotated[Amount, Merged(), Lowers(path_of, none=AT_LEAST)] = 1
    why: Occasion = ""
    rank: Annotated[str, NamedAs("ranks"), Settled()] = ""
    rule: Rule = ""

    def check(self, table: OwnTable) -> Iterator[Refused]:
        room = room_below(table, path_of(self, table))
        if part_at(table, path_of(self, table)) is None:
            yield NOT_KNOWN(**_named(table, self.owner, self.number))
        elif NumberCard.of(table, self.number).paid and room is not None and 0 < room < self.amount:
            yield _too_little(table, self.owner, self.number, self.amount)


def _named(table: OwnTable, owner: str | None, number: str) -> dict[str, object]:
    return {"owner": table.called("owners", owner) if owner else "", "number": table.called("numbers", number)}


def _too_little(table: OwnTable, owner: str | None, number: str, need: int) -> Refused:
    have = number_at(table, (*table.path_to(owner), "numbers", number))
    return TOO_LITTLE(**_named(table, owner, number), have=have, need=need)


def moved(table: OwnTable, owner: str | None, number: str, by: int, rule: str = "") -> Iterator[NumberMoved]:
    """The event that moves a number as far as there is room; none if there is none."""
    path = (*table.path_to(owner), "numbers", number)
    room = room_above(table, path) if by > 0 else room_below(table, path)
    amount = abs(by) if room is None else min(abs(by), room)
    if amount and part_at(table, path) is not None:
        cls = NumberRaised if by > 0 else NumberLowered
        yield cls(number=number, owner=owner, amount=amount, rule=rule)


def amounts_moved(table: OwnTable, amounts: Mapping[str, int], seat: str | None) -> Iterator[NumberMoved]:
    """The events that move several numbers, of a seat and of the table."""
    for number, by in amounts.items():
        shared = NumberCard.of(table, number).owner == "table"
        if by and (shared or seat):
            yield from moved(table, None if shared else seat, number, by)


# === Deals ========================================================================================


class DealMade(OwnEvent):
    title = "Make a deal"
    heading = "Numbers"
    help_text = "An exchange that the game's file names: so much of one for so much of another."
    sentence = "[{seat}: ]{deal}"
    layout = Layout(usual=("seat",))
    deal: Annotated[str, Choice("deals", lambda table: table.live("deals"))]
    seat: Annotated[str, Choice("owners", in_play)] | None = None

    @classmethod
    def needed(cls, table: OwnTable, known: Mapping[str, Any]) -> Iterator[str]:
        if known.get("deal") and is_of_seat(table, DealCard.of(table, known["deal"])):
            yield "seat"

    def check(self, table: OwnTable) -> Iterator[Refused]:
        deal = DealCard.of(table, self.deal)
        if self.seat is None and is_of_seat(table, deal):
            yield NEEDS_SEAT()
            return
        for number, by in deal.gains.items():
            owner = None if NumberCard.of(table, number).owner == "table" else self.seat
            path = (*table.path_to(owner), "numbers", number)
            room = room_above(table, path) if by > 0 else room_below(table, path)
            if part_at(table, path) is None:
                yield NOT_KNOWN(**_named(table, owner, number))
            elif room is not None and room < abs(by):
                yield AT_MOST(**_named(table, owner, number)) if by > 0 else _too_little(table, owner, number, -by)

    def follow(self, table: OwnTable) -> Iterator[Event[OwnTable]]:
        deal, owned = DealCard.of(table, self.deal), table.owner(self.seat)
        yield from amounts_moved(table, deal.gains, self.seat)
        if deal.status and self.seat and owned and deal.status not in owned.statuses:
            yield StatusGained(owner=self.seat, status=deal.status)


def is_of_seat(table: OwnTable, deal: DealCard) -> bool:
    """Whether a deal changes something of a seat."""
    return bool(deal.status) or any(NumberCard.of(table, number).owner == "seat" for number in deal.gains)


# === What the definition brings about =============================================================


def start_for(table: OwnTable, owner: str | None, number: str) -> int | None:
    """The value that a number begins with: its hero's or figure's, or that of the definition; None if unknown."""
    own: Mapping[str, int] = {}
    if owner in table.seats:
        own = HeroCard.of(table, str(owner)).numbers
    elif owner in table.figures:
        own = FigureCard.of(table, table.figures[str(owner)].figure).numbers
    card, owned = NumberCard.of(table, number), table.owner(owner)
    if number not in own and card.full and owned:
        return owned.numbers.get(card.most_of, start_for(table, owner, card.most_of))
    return own.get(number, start_of(card, {}))


def missing_starts(table: OwnTable) -> Iterator[NumbersSet]:
    """The numbers that the definition has and an owner has not yet: at the start, and after it was changed."""
    cards = table.cards(NumberCard)
    for owner in (None, *table.seats, *table.figures):
        owned, kind = table.owner(owner), table.kind_of_owner(owner)
        new = [number for number, card in cards.items() if card.owner == kind and owned and number not in owned.numbers]
        starts = {number: start_for(table, owner, number) for number in new}
        if known := {number: start for number, start in starts.items() if start is not None}:
            yield NumbersSet(owner=owner, numbers=known)


def outside_their_ends(table: OwnTable) -> Iterator[NumberMoved]:
    """The numbers beyond an end that moved: the number that limits them fell, or the definition was changed."""
    for number, card in table.cards(NumberCard).items():
        for owner in table.owners_of(card.owner):
            path = (*table.path_to(owner), "numbers", number)
            value, most = part_at(table, path), upper_end(table, path)
            if value is not None and most is not None and value > (end := max(most, card.least)):
                yield NumberLowered(number=number, owner=owner, amount=value - end)
            elif value is not None and value < card.least:
                yield NumberRaised(number=number, owner=owner, amount=card.least - value)


def compelled(table: OwnTable) -> Iterator[Event[OwnTable]]:
    """What the definition brings about on any table that is pinned to one."""
    if not table.content:
        return
    yield from missing_starts(table)
    yield from outside_their_ends(table)


def ended_numbers(
    table: OwnTable, over: Iterable[str], owners: Iterable[str | None], points: bool = False
) -> Iterator[Event[OwnTable]]:
    """The numbers that begin again or drift after periods ended, the longest period last.

    Args:
        points: whether the numbers with points begin again, and no others.
    """
    periods = [*over]
    for owner in owners:
        owned, again = table.owner(owner), {}
        for number, card in table.cards(NumberCard).items():
            if owned is None or card.owner != table.kind_of_owner(owner) or bool(card.points) is not points:
                continue
            until = periods[-1] if points else card.until
            cycle = Cycle(until, start_for(table, owner, number), 0 if points else card.drift)
            value = owned.numbers.get(number)
            change = cycle.change_after(periods, value)
            if cycle.drift:
                yield from moved(table, owner, number, change)
            elif change and value is not None:
                again[number] = value + change
        if again:
            yield NumbersSet(owner=owner, numbers=again)


def brought_about(table: OwnTable, owner: str | None, number: str, sign: int) -> Iterator[Event[OwnTable]]:
    """The consequences of a number that moved up (1) or down (−1), by the rules of the definition."""
    owned = table.owner(owner)
    value = owned.numbers.get(number) if owned else None
    for id_, rule in table.cards(RuleCard).items() if value is not None else ():
        if rule.number == number and owned is not None and value is not None:
            if holds_at(rule, value) and (sign > 0) is (rule.at_least is not None):
                yield from _by_rule(table, id_, rule, owner, value)
            elif rule.only_while and not holds_at(rule, value) and owner and rule.status in owned.statuses:
                yield StatusEnded(owner=owner, status=rule.status, rule=id_)


def _by_rule(table: OwnTable, id_: str, rule: RuleCard, owner: str | None, value: int) -> Iterator[Event[OwnTable]]:
    owned = table.owner(owner)
    if owner and rule.status and owned and rule.status not in owned.statuses:
        yield StatusGained(owner=owner, status=rule.status, rule=id_)
    if rule.box:
        list_ = BoxCard.of(table, rule.box).list
        of = None if ListCard.of(table, list_).owner == "table" else owner
        if (holder := table.owner(of)) and mark_of(table, holder, rule.box) != "done":
            yield BoxMarked(list=list_, box=rule.box, mark="done", owner=of, rule=id_)
    if rule.turns_over:
        start = start_for(table, owner, rule.number)
        times = value // rule.at_least if rule.at_least else 1
        by = -times * rule.at_least if rule.at_least else (start or 0) - value
        yield from moved(table, owner, rule.number, by, id_)
        other = None if NumberCard.of(table, rule.turns_over).owner == "table" else owner
        yield from moved(table, other, rule.turns_over, times, id_)
