"""Acquire Power and Strategize: what the dials give of influence and tactics cards, and titles (谋权指令; 头衔卡)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import (
    INFLUENCE_GAINED,
    INFLUENCE_PAID,
    Living,
    RunewarsEvent,
)
from domain.games.runewars.hands import DrawnTactics, misdealt, names_cards, take_tactics
from domain.games.runewars.realm.acting import (
    CALLED_FOR,
    base_first,
    not_by_bonus,
    not_by_order,
    use,
    use_bonus,
    used_up,
)
from domain.games.runewars.realm.dials import icons_reached
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.turns import resolving
from domain.language.chance import Chance
from domain.language.event import Amount, Choice, Occasion, Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import Text, text
from domain.things.numbers import PricedEvent, move_numbers

POWER, STRATEGIZE = "acquire-power", "strategize"
CLAIMED, DRAWN = "title claimed", "tactics drawn"
PAY_MORE = refusal("pay-more", "Pay more than the {lying} influence on the title card.", rule=sections.ACQUIRE_POWER)
OWN_TITLE = refusal("own-title", "{seat} holds that title already.", rule=sections.TITLES)
SAY_HOW_MANY = never("say-how-many", "What stands at the dials is not typed in: say how many.", rule=sections.DIALS)
BY_THE_DIALS = refusal("by-the-dials", "The dials give {what}.", rule=sections.DIALS)
OWN_TITLE_AGAIN = "own-title-again"
Icons = Annotated[int, Field(ge=0, le=99)]
AsDialled = Annotated[bool, Settled()]
"""Whether that is what the dials give, as far as the table typed them in."""


def holder_of(table: Runewars, title: str) -> str:
    """The seat that holds a title; empty where it lies in the common area."""
    return next((id_ for id_, seat in table.seats.items() if title in seat.titles), "")


def least_price(table: Runewars, title: str) -> int:
    """What a title costs at least: more than lies on it (C-24)."""
    return table.on_titles.get(title, 0) + 1


def title_priced(table: Runewars, title: str) -> Text:
    """A title with the influence that lies on it: whoever claims it pays more."""
    return text(
        "{title}[ ({lying} influence)]", title=table.called("titles", title), lying=table.on_titles.get(title) or None
    )


def claimable(table: Runewars, seat: str) -> list[str]:
    """The titles that a seat can pay for."""
    have = table.seat(seat).influence
    return [
        title
        for title in table.ids("titles")
        if least_price(table, title) <= have and (holder_of(table, title) != seat or table.ruled(OWN_TITLE_AGAIN))
    ]


class PowerEvent(RunewarsEvent):
    area_of_play = "Power"
    tracked = ("influence",)
    seat: Living


class PowerGained(PowerEvent):
    help_text = "Acquire Power: as much influence as stands at the pointers of all dials and below them."
    says = "{seat} gained {amount} influence[ {dialled|by the dials}][, {source}]"
    during = CALLED_FOR
    amount: Annotated[Icons | None, INFLUENCE_GAINED] = Field(default=None, title="influence, where it is another")
    source: Occasion = ""
    dialled: AsDialled = True

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in resolving(table, POWER):
            needs = ("amount",) if icons_reached(table, seat, "influence") is None else ()
            yield Offer(text("Gain influence by the dials"), {"seat": seat}, must=True, needs=needs)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_order(table, self.seat, POWER)
        yield from used_up(table, POWER, POWER)
        known = icons_reached(table, self.seat, "influence")
        if self.amount is None and known is None:
            yield SAY_HOW_MANY()
        if known is not None and self.amount not in (None, known):
            yield BY_THE_DIALS(what=text("{amount} influence", amount=known))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        known = icons_reached(table, self.seat, "influence")
        amount = known or 0 if self.amount is None else self.amount
        return self.but(amount=amount, dialled=known in (None, amount))

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        use(table, POWER, POWER)


class TitleClaimed(PricedEvent[Runewars], PowerEvent):
    """What lay on it goes to the supply; what is paid lies on it and is spent."""

    help_text = "The bonus of Acquire Power: a title, for more influence than lies on it."
    says = "{seat} claimed {title_card} for {paid} influence[, from {before}]"
    during = CALLED_FOR
    title_card: Annotated[str, Choice("titles")] = Field(title="title")
    paid: Annotated[Amount, Field(le=999), INFLUENCE_PAID]
    before: Annotated[str, Settled(), Choice("seats")] = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in resolving(table, POWER):
            if claimable(table, seat):
                yield Offer(text("Claim a title"), {"seat": seat}, left=text("a title"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, POWER)
        yield from base_first(table, POWER, POWER)
        yield from used_up(table, POWER, CLAIMED)
        if self.paid < least_price(table, self.title_card):
            yield PAY_MORE(lying=table.on_titles.get(self.title_card, 0))
        if holder_of(table, self.title_card) == self.seat and not table.ruled(OWN_TITLE_AGAIN):
            yield OWN_TITLE(seat=table.called("seats", self.seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        before = holder_of(table, self.title_card)
        return self.but(before="" if before == self.seat else before)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        give_title(table, self.title_card, self.seat)
        table.on_titles[self.title_card] = self.paid
        use_bonus(table, POWER, CLAIMED)


def give_title(table: Runewars, title: str, to: str) -> None:
    """A title goes to a seat, or back to the common area; for `apply`."""
    for id_, seat in table.seats.items():
        others = [held for held in seat.titles if held != title]
        seat.titles = [*others, title] if id_ == to else others


class StrategyDrawn(RunewarsEvent):
    help_text = "The bonus of Strategize: as many tactics cards as stand at the pointers of all dials and below them."
    says = "{seat} drew {count|tactics card|tactics cards}[ {dialled|by the dials}][: {cards}]"
    area_of_play = "Power"
    during = CALLED_FOR
    tracked = ("cards",)
    secret = ("cards",)
    seat: Living
    count: Icons | None = Field(default=None, title="how many, where it is another number")
    cards: DrawnTactics = ()
    dialled: AsDialled = True

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in resolving(table, STRATEGIZE):
            count = icons_reached(table, seat, "tactics")
            title = (
                text("Draw {count|tactics card|tactics cards}", count=count) if count else text("Draw tactics cards")
            )
            needs, opens = () if count else ("count",), names_cards(table)
            if count != 0:
                yield Offer(title, {"seat": seat}, opens=opens, needs=needs, left=text("tactics cards"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, STRATEGIZE)
        yield from used_up(table, STRATEGIZE, DRAWN)
        reached = icons_reached(table, self.seat, "tactics")
        known = reached if self.count is None else self.count
        if reached is not None and known != reached:
            yield BY_THE_DIALS(what=text("{count|tactics card|tactics cards}", count=reached))
        if known is None and not self.cards:
            yield SAY_HOW_MANY()
        yield from misdealt(table, self.cards, len(self.cards) if known is None else known)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        reached = icons_reached(table, self.seat, "tactics")
        known = reached if self.count is None else self.count
        count = len(self.cards) if known is None else known
        return self.but(count=count, dialled=reached in (None, count))

    def apply(self, table: Runewars) -> None:
        take_tactics(table, self.seat, self.count or 0, self.cards)
        use_bonus(table, STRATEGIZE, DRAWN)


EVENTS = (PowerGained, TitleClaimed, StrategyDrawn)
