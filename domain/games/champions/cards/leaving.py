"""Cards leave play: discarded, returned to a hand or deck, or removed; for a limit, or without uses left."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Delta, Occasion, Remark
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    CopyId,
    InGame,
    PlayedEvent,
    not_in_game,
    not_in_play,
)
from domain.games.champions.cards.entering import allies_of, allies_over, restricted_of, restricted_over
from domain.games.champions.defeats import follow_defeat
from domain.games.champions.harm import ALREADY_SO
from domain.games.champions.state.parts import InPlay
from domain.games.champions.state.table import Champions
from domain.games.champions.zones import (
    discard_from_play,
    leave_play,
    lends_to,
    name_of,
    piles_of,
)

OWNERLESS = never("ownerless", "{card} belongs to no player, so it cannot be in a hand.", rule=sections.CONTROL)
NOT_AWAY = never("not-away", "A card that comes back later is removed from the game until then.")
WITHIN_LIMIT = refusal("within-limit", "{seat} is not over the limit.", rule=sections.ALLY_LIMIT)

Destination = Literal["discard", "hand", "deck", "removed", "victory"]


class LeavingEvent(PlayedEvent):
    heading = "Cards in play"


class CardLeaving(LeavingEvent):
    """The base of events by which a card leaves play; a host that loses hit points by it may be defeated."""

    former_fields = ("host",)

    def leaving(self) -> str:
        """The card that leaves play."""
        return str(getattr(self, "card", ""))

    def plan(self, table: Champions) -> str:
        """The host that got hit points from the card."""
        return lends_to(table, self.leaving())

    def apply(self, table: Champions) -> None:
        discard_from_play(table, self.leaving())

    def follow_plan(self, table: Champions, plan: str) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, plan) if plan else ()


class CardLeft(CardLeaving):
    """A card leaves play for a pile of its owner; its attachments are discarded (所有权和控制权)."""

    title = "Take a card out of play"
    help_text = "A card leaves play: to its owner's discard pile, or where a card sends it."
    sentence = "{card} left play[: {to}][ until {until}][ ({source})]"
    layout = Layout(usual=("to",))
    card: CopyId
    to: Destination = "discard"
    until: Remark = Field(default="", title="until when, if it comes back")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        card = table.play.get(self.card)
        if self.to == "hand" and card and card.owner not in table.seats:
            yield OWNERLESS(card=table.called("copies", self.card))
        if self.until and self.to != "removed":
            yield NOT_AWAY()

    def apply(self, table: Champions) -> None:
        if card := leave_play(table, self.card):
            lay_down(table, card, self.to, self.until)


def lay_down(table: Champions, card: InPlay, to: Destination, until: str) -> None:
    """Put a card that left play on a pile; an ownerless card goes to the encounter piles. For `apply`."""
    piles, name = piles_of(table, card.owner), name_of(card)
    if to == "victory":
        table.scenario.victory.append(name)
    elif to == "hand" and card.owner not in table.seats:
        piles.put("discard", [name])
    else:
        piles.put(to, [name], until)


class DiscardedForLimit(CardLeaving):
    """The base of discards to keep a limit; the player over the limit chooses the card."""

    tracked = ("allies",)


class AllyDiscarded(DiscardedForLimit):
    help_text = "A player has too many allies: choose one to discard."
    sentence = "{seat} discarded {card}, to keep the ally limit"
    title = "Discard an ally over the limit"
    seat: InGame
    card: Annotated[str, Choice("copies", allies_of, given=("seat",), why_not=not_in_play)] = Field(title="which ally")

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in table.player_order() if table.under_way() else ():
            title = text("{seat}: too many allies, discard one", seat=table.called("identities", seat))
            yield Offer(title, {"seat": seat}, required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if not allies_over(table, self.seat):
            yield WITHIN_LIMIT(seat=table.called("identities", self.seat))


class RestrictedDiscarded(DiscardedForLimit):
    help_text = "A player has more than two restricted cards: choose one to discard."
    sentence = "{seat} discarded {card}: two restricted cards are the most"
    title = "Discard a restricted card"
    seat: InGame
    card: Annotated[str, Choice("copies", restricted_of, given=("seat",), why_not=not_in_play)] = Field(
        title="which restricted card"
    )

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in table.player_order() if table.under_way() else ():
            title = text("{seat}: too many restricted cards, discard one", seat=table.called("identities", seat))
            yield Offer(title, {"seat": seat}, required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if not restricted_over(table, self.seat):
            yield WITHIN_LIMIT(seat=table.called("identities", self.seat))


class AllyLimitChanged(LeavingEvent):
    title = "Change the ally limit"
    help_text = "A card lets a player control more allies, or that ends again."
    sentence = "The ally limit of {seat} changed by {by}[ ({source})]"
    tracked = ("allies",)
    seat: InGame
    by: Annotated[Delta, Field(title="by how much")]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        if not self.by:
            yield ALREADY_SO()

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.ally_limit += self.by


class DiscardedForNoUses(CardLeaving):
    help_text = "The card has no uses left: discard it."
    sentence = "{card} had no uses left, and was discarded"
    tracked = ("allies",)
    automatic = True
    card: CopyId


def used_up(table: Champions, copy: str) -> Iterable[Event[Champions]]:
    """The discard of a card that has no uses left."""
    card = table.play.get(copy)
    return [DiscardedForNoUses(card=copy)] if card and not card.counters.get(card.uses_of) else []
