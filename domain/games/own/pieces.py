"""Piles, bags, hands and dice."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.decks import Deck
from domain.components.piles import take_cards, too_many_named, with_blanks
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, Secrets
from domain.framework.events.marks import KeepsOrder, Settled
from domain.framework.refusal import Refused, never
from domain.games.own.base import Few, OwnEvent, Sitter, in_play
from domain.games.own.kinds import DieCard, FaceCard, PieceCard, PileCard
from domain.games.own.table import Hand, OwnTable

NONE_LEFT = never("none-left", "Nothing is left to draw from {pile}.")
NOT_THERE = never("not-there", "Not all of these can be drawn from {pile} now.")
NOTHING_CHANGED = never("nothing-changed", "Say how many more or fewer.")
MOST_COPIES = 99


def copies_of(table: OwnTable, piece: str) -> int:
    """How many copies of a piece the campaign has now."""
    return min(max(0, PieceCard.of(table, piece).copies + table.copies.get(piece, 0)), MOST_COPIES)


def pieces_of(table: OwnTable, pile: str) -> list[str]:
    """The pieces that belong to a pile, by id."""
    return [id_ for id_, piece in table.cards(PieceCard).items() if piece.pile == pile]


def deck_of(table: OwnTable, pile: str) -> Deck:
    """A pile as a deck: all its pieces, those discarded, and those in hands."""
    pieces = pieces_of(table, pile)
    cards = [piece for piece in pieces for _ in range(copies_of(table, piece))]
    hands = [seat.hands[pile] for seat in table.seats.values() if pile in seat.hands]
    held = [piece for hand in hands for piece in hand.pieces]
    return Deck(cards, discard=table.discards.get(pile, []), held=held)


def piles_that(*ways: str) -> Any:
    """The choice of the piles from which a draw goes one of these ways."""
    return Choice("piles", lambda table: [id_ for id_, pile in table.cards(PileCard).items() if pile.then in ways])


Piece = Annotated[str, Choice("pieces", pieces_of, given=("pile",))]
Pieces = Annotated[tuple[Piece, ...], Field(max_length=12), KeepsOrder()]


class DrawEvent(OwnEvent):
    """The base of draws: at random, or as typed in."""

    heading = "Piles and dice"
    layout = Layout(usual=("count",), no_choice=("pieces",))

    def check(self, table: OwnTable) -> Iterator[Refused]:
        pile: str = self.pile  # type: ignore[attr-defined]
        pieces: tuple[str, ...] = self.pieces  # type: ignore[attr-defined]
        deck = deck_of(table, pile)
        if not deck.drawable:
            yield NONE_LEFT(pile=table.called("piles", pile))
        yield from too_many_named(pieces, self.count)  # type: ignore[attr-defined]
        if not deck.may_bring(pieces):
            yield NOT_THERE(pile=table.called("piles", pile))

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        drawn = deck_of(table, self.pile).draw(self.count, chance, self.pieces)  # type: ignore[attr-defined]
        known = tuple(filter(None, drawn.cards))
        return self.copy_with(count=max(1, len(drawn.cards)), pieces=known, shuffled=drawn.shuffled)


class PieceDrawn(DrawEvent):
    title = "Draw"
    help_text = "Drawn at random, or at the table and typed in. Into a bag it goes back at once."
    sentence = "[{seat}: ]{pile}: {pieces}"
    pile: Annotated[str, piles_that("discard", "back")]
    count: Few = 1
    pieces: Pieces = ()
    seat: Annotated[str, Choice("owners", in_play)] | None = None
    shuffled: Annotated[bool, Settled()] = False
    kept: Annotated[bool, Settled()] = True

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(kept=PileCard.of(table, self.pile).then != "back")

    def apply(self, table: OwnTable) -> None:
        if self.kept:
            before = [] if self.shuffled else table.discards.get(self.pile, [])
            table.discards[self.pile] = [*before, *self.pieces]


class HandDrawn(DrawEvent):
    title = "Draw into the hand"
    help_text = "Drawn at random, or at the table and typed in. Others do not see which."
    sentence = "{seat}: {pile} +{count}[: {pieces}]"
    secrets = Secrets(("pieces",))
    acting_seat = "seat"
    seat: Sitter
    pile: Annotated[str, piles_that("hand")]
    count: Few = 1
    pieces: Pieces = ()
    shuffled: Annotated[bool, Settled()] = False

    def apply(self, table: OwnTable) -> None:
        if self.shuffled:
            table.discards[self.pile] = []
        if seat := table.seats.get(self.seat):
            seat.hands.setdefault(self.pile, Hand()).pieces += with_blanks(self.pieces, self.count)


def pieces_held(table: OwnTable, seat: str, pile: str) -> list[str]:
    """The pieces of a pile that a player holds."""
    hand = table.seats[seat].hands.get(pile) if seat in table.seats else None
    return hand.pieces if hand else []


class HandPlayed(OwnEvent):
    title = "Show from the hand"
    heading = "Piles and dice"
    help_text = "A piece of the hand is shown, used, and discarded."
    sentence = "{seat} showed {piece}"
    acting_seat = "seat"
    seat: Sitter
    pile: Annotated[str, piles_that("hand")]
    piece: Annotated[str, Choice("pieces", pieces_held, given=("seat", "pile"))]

    def apply(self, table: OwnTable) -> None:
        table.discards.setdefault(self.pile, []).append(self.piece)
        if (seat := table.seats.get(self.seat)) and self.pile in seat.hands:
            take_cards(1, (self.piece,), seat.hands[self.pile].pieces)


class PileChanged(OwnEvent):
    title = "Change what is in a pile"
    heading = "Piles and dice"
    help_text = "For the rest of the campaign, the pile or bag has more or fewer of a piece."
    sentence = "{pile}: {change} × {piece}"
    pile: Annotated[str, Choice("piles", lambda table: table.live("piles"))]
    piece: Piece
    change: Annotated[int, Field(ge=-20, le=20, title="more or fewer")]

    def check(self, table: OwnTable) -> Iterator[Refused]:
        if (
            not -copies_of(table, self.piece) <= self.change <= MOST_COPIES - copies_of(table, self.piece)
            or not self.change
        ):
            yield NOTHING_CHANGED()

    def apply(self, table: OwnTable) -> None:
        table.copies[self.piece] = table.copies.get(self.piece, 0) + self.change


class PileShuffled(OwnEvent):
    title = "Shuffle"
    heading = "Piles and dice"
    help_text = "The discarded pieces go back into the pile."
    sentence = "Shuffled {pile}"
    pile: Annotated[str, Choice("piles", lambda table: [pile for pile, gone in table.discards.items() if gone])]

    def apply(self, table: OwnTable) -> None:
        table.discards.pop(self.pile, None)


def faces_of(table: OwnTable, die: str) -> list[str]:
    """The faces of a die, those of several sides once: its own, or its numbers."""
    own = [id_ for id_, face in table.cards(FaceCard).items() if face.die == die]
    return own or [str(number) for number in range(1, DieCard.of(table, die).sides + 1)]


def sides_of(table: OwnTable, die: str) -> list[str]:
    """The faces of a die, one for each side."""
    faces = Counter({id_: face.copies for id_, face in table.cards(FaceCard).items() if face.die == die})
    return [*faces.elements()] or faces_of(table, die)


class DiceRolled(OwnEvent):
    title = "Roll"
    heading = "Piles and dice"
    help_text = "Rolled at random, or at the table and typed in."
    sentence = "[{seat}: ]{die}: {rolled}"
    layout = Layout(usual=("count", "seat"), no_choice=("rolled",))
    die: Annotated[str, Choice("dice", lambda table: table.live("dice"))]
    count: Few | None = None
    rolled: Annotated[
        tuple[Annotated[str, Choice("faces", faces_of, given=("die",))], ...], Field(max_length=12), KeepsOrder()
    ] = ()
    seat: Annotated[str, Choice("owners", in_play)] | None = None

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        if self.rolled:
            return self.copy_with(count=len(self.rolled))
        sides, count = sides_of(table, self.die), self.count or DieCard.of(table, self.die).count
        return self.copy_with(count=count, rolled=tuple(sides[n - 1] for n in chance.dice(count, len(sides))))
