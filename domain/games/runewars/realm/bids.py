"""Influence bids: declared, hidden in a hand, opened together, and spent; ties are decided (势力竞标)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Spends, move_numbers
from domain.components.simultaneous_choices import seats_undecided
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole, Secrets
from domain.framework.events.marks import Count, Occasion, Settled
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import INFLUENCE_UNKNOWN, Living, RunewarsEvent, is_card_unknown, is_influence_unknown
from domain.games.runewars.runes import RuneGainBegun, none_left
from domain.games.runewars.state.table import Bid, Runewars, SealedBid, Wins
from domain.games.runewars.year.seasons import COUNCIL, bid_called_for, past_of

BID_UNDER_WAY = never("bid-under-way", "One bid after the other: this one is still open.", rule=sections.BIDS)
NO_BID = never("no-bid", "There is no influence bid.", rule=sections.BIDS)
BID_TOO_HIGH = never("bid-too-high", "A bid is between 0 and {most}.", rule=sections.BIDS, areas=("influence",))
STILL_BIDDING = refusal("still-bidding", "Bids are missing: waiting for {seats}.", rule=sections.BIDS)
TIE_OPEN = never("tie-open", "The bids are open: say who wins.", rule=sections.BIDS)
NOT_TIED = never("not-tied", "No tie is open that {seat} could win.", rule=sections.BIDS)

MOST_KEYS = 15
"""The highest bid with a button; a higher one is typed in."""
Bids = Mapping[Living, Count]


def seats_that_win(bids: Mapping[str, int], wins: Wins) -> list[str]:
    """The seats with the most, or the fewest, influence in their hands."""
    if not bids:
        return []
    top = max(bids.values()) if wins == "most" else min(bids.values())
    return [seat for seat, amount in bids.items() if amount == top]


def decider_of(table: Runewars, tied: list[str], remaining: Mapping[str, int]) -> str:
    """The seat that decides a tie (C-17); empty if the players decide.

    It is the Primarch, or else the tied seat with the most influence left. If these are equal, too, it is the one that
    began with the most. While the influence of one of them is unknown, the players decide.
    """
    for seat in table.alive():
        if COUNCIL in table.seats[seat].titles:
            return seat
    if is_influence_unknown(table, *tied):
        return ""
    ranks = {seat: (remaining.get(seat, 0), table.seat(seat).starting_influence) for seat in tied}
    first = [seat for seat in tied if ranks[seat] == max(ranks.values())]
    return first[0] if len(first) == 1 else ""


def known_influence(table: Runewars) -> dict[str, int]:
    """The influence of each seat in the war, if it is known."""
    found = {seat: table.seat(seat).influence for seat in table.alive()}
    return {seat: have for seat, have in found.items() if have is not None}


def still_to_bid(table: Runewars) -> list[str]:
    """The seats whose bids are not closed."""
    return seats_undecided(table.alive(), {id_: seat.bid for id_, seat in table.seats.items()})


def close_bid(table: Runewars, winner: str) -> None:
    """Close the bid. A rune as the prize makes the gain of its winner due. For `apply`."""
    if winner and table.bid and table.bid.rune and not any(none_left(table)):
        table.agenda.put(RuneGainBegun, seat=winner)
    table.bid, table.this_season.bid_won = None, winner


def no_open_bid(table: Runewars) -> Iterator[Refused]:
    """The refusals of closing or opening hands: there is no bid, or its hands are open."""
    if table.bid is None:
        yield NO_BID()
    elif table.bid.tied:
        yield TIE_OPEN()


class BidEvent(RunewarsEvent):
    heading = "Influence bids"
    tracked = ("influence",)


class BidOpened(BidEvent):
    """Opens a bid. The known influence of each seat counts as declared."""

    help_text = "A card calls for a bid: each player secretly bids influence."
    sentence = "An influence bid began[ for {prize}][, for {rune|a dragon rune}]: {declared}"
    title = "Call for an influence bid"
    during = ("text", "secondary", "turns")
    prize: Occasion = Field(default="", title="what is at stake")
    wins: Wins = Field(default="most", title="who wins")
    rune: bool = Field(default=False, title="the prize is a dragon rune")
    declared: Annotated[Bids, Settled()] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        if table.step == "text" and bid_called_for(table):
            yield Offer(text("Influence bid"), required=True, opens_form=True, reminder=text("an influence bid"))
        elif table.step == "text" and is_card_unknown(table) and not past_of(table).bids:
            yield Offer(text("The card calls for an influence bid"), opens_form=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.bid:
            yield BID_UNDER_WAY()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(declared=known_influence(table))

    def apply(self, table: Runewars) -> None:
        table.bid = Bid(prize=self.prize, wins=self.wins, rune=self.rune, declared=dict(self.declared))
        table.this_season.bids += 1
        table.this_season.bid_won = ""
        # Bids of an earlier auction would count as placed.
        for seat in table.seats.values():
            seat.bid = SealedBid()


class BidPlaced(BidEvent):
    title = "Place a bid"
    help_text = "Hide influence in your fist. You can change your bid until all fists open, and no one else sees it."
    sentence = "{seat} placed a bid[: {amount}]"
    during = ("bid",)
    secrets = Secrets(("amount",))
    acting_seat = "seat"
    seat: Living
    amount: Annotated[int, Field(ge=0, le=999)]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in still_to_bid(table):
            title = text("{seat}: how much do you bid?", seat=table.called("seats", seat))
            # There is a key for each number up to the bound; a higher bid is typed in the form.
            have = table.seat(seat).influence
            most = MOST_KEYS if have is None else min(have, MOST_KEYS)
            yield Offer(title, {"seat": seat}, required=True, keypad="amount", keypad_numbers=range(most + 1))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from no_open_bid(table)
        most = table.seat(self.seat).influence
        if most is None:
            yield INFLUENCE_UNKNOWN(seat=table.called("seats", self.seat))
        elif self.amount > most:
            yield BID_TOO_HIGH(most=most)

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).bid = SealedBid(chosen=True, amount=self.amount)


class BidsRevealed(BidEvent):
    """Reveals all bids. Every bid is spent, even if it does not win."""

    help_text = "Everyone opens their fists, and all the influence bid is spent. Ties are broken next."
    sentence = "Bids: {bids}[; {winner} won][; {tied} tied][, {decider} decided]"
    title = "Open the bids"
    during = ("bid",)
    log = LogRole(confirm_undo="revealed")
    bids: Annotated[Bids, Settled(), Spends("seats.*.influence", areas=("influence",))] = Field(default_factory=dict)
    winner: Annotated[str, Settled(), Choice("seats")] = ""
    tied: Annotated[tuple[Living, ...], Settled()] = ()
    decider: Annotated[str, Settled(), Choice("seats")] = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        yield Offer(text("Open all bids"), required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from no_open_bid(table)
        if left := still_to_bid(table):
            yield STILL_BIDDING(seats=tuple(table.called("seats", seat) for seat in left))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        # Influence may have changed since the bid, by a correction or a card.
        known = known_influence(table)
        placed = {id_: table.seat(id_).bid.amount for id_ in table.alive()}
        bids = {id_: min(amount, known.get(id_, amount)) for id_, amount in placed.items()}
        first = seats_that_win(bids, table.bid.wins if table.bid else "most")
        # The influence left after all bids are spent decides ties, so it is computed first.
        remaining = {id_: have - bids[id_] for id_, have in known.items()}
        if len(first) == 1:
            return self.copy_with(bids=bids, winner=first[0], tied=(), decider="")
        return self.copy_with(bids=bids, winner="", tied=tuple(first), decider=decider_of(table, first, remaining))

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        for id_, amount in self.bids.items():
            table.seat(id_).bid = SealedBid(chosen=True, open=True, amount=amount)
        if table.bid and self.tied:
            table.bid.tied, table.bid.decider = list(self.tied), self.decider
        else:
            close_bid(table, self.winner)


def tied_now(table: Runewars) -> list[str]:
    return table.bid.tied if table.bid else []


def why_not_tied(table: Runewars, seat: str) -> Refused:
    return NOT_TIED(seat=table.called("seats", seat))


class BidTieBroken(BidEvent):
    title = "Break the tie"
    help_text = "The bid is tied. The player who breaks ties names the winner, themselves included."
    sentence = "{winner} won the bid[, as {decider} decided]"
    during = ("bid",)
    winner: Annotated[str, Choice("seats", tied_now, why_not=why_not_tied), Field(title="who wins")]
    decider: Annotated[str, Settled(), Choice("seats")] = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        decider = table.bid.decider if table.bid else ""
        title = text("[{seat}: ]who wins the bid?", seat=table.called("seats", decider) if decider else "")
        yield Offer(title, required=True, seats=seat_alone(decider))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(decider=table.bid.decider if table.bid else "")

    def apply(self, table: Runewars) -> None:
        close_bid(table, self.winner)


class BidCalledOff(BidEvent):
    title = "Call off the bid"
    help_text = "The bid is off; no one pays anything."
    sentence = "The bid was called off"
    during = ("bid",)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from no_open_bid(table)

    def apply(self, table: Runewars) -> None:
        table.bid = None
