"""The hero sheets: the identity, the dial, what lies before the player, and the piles, counted."""

from collections.abc import Iterator

from domain.games.champions.cards.rules import ally_limit
from domain.games.champions.display.paper.bodies import (
    counted_besides_uses,
    counted_on,
    dial_in_row,
    grid,
    hurt,
    statuses,
    statuses_in_row,
    uses_of,
    with_attached,
)
from domain.games.champions.display.paper.notes import notes_on
from domain.games.champions.state.kinds import IdentitySheet
from domain.games.champions.state.names import FORM_NAMES, NUMBER_NAMES
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Block, Box, Cell, Fact, Facts, Sheet
from domain.language.table import join
from domain.language.text import spoken, text

BESIDE = ("upgrade", "support", "obligation")
"""Cards before a player that nobody can hurt."""
POWERS = ("attack", "thwart", "defense", "recover")


def hero_sheets(table: Champions) -> Iterator[Sheet]:
    """A sheet for every seat, as everybody sees it."""
    for id_ in table.seats:
        yield Sheet(f"hero-{id_}", table.called("identities", id_), list(blocks(table, id_)), seat=id_)


def blocks(table: Champions, id_: str) -> Iterator[Block]:
    seat = table.seats[id_]
    yield Facts(text("Hero"), list(identity(table, id_)))
    yield hurt(table, id_)
    tired = [Box(text("Exhausted"), seat.exhausted, join(("seats", id_, "exhausted")))] if table.tracks("turns") else []
    yield statuses(table, id_, *tired)
    if table.tracks("allies"):
        heads = (text("Ally"), text("Hit points"), text("Exhausted"), text("Status cards"), text("Counters"))
        title = text("Allies (at most {limit})", limit=ally_limit(table, id_))
        yield grid(title, heads, list(allies(table, id_)), kept=4)
        columns = (text("Card"), text("Type"), text("Exhausted"), text("Uses"), text("Counters"))
        yield grid(text("Upgrades and supports"), columns, list(others(table, id_)), kept=3)
    if table.tracks("hands"):
        yield Facts(text("Cards"), list(piles(table, id_)))
    yield from notes_on(table, id_)


def identity(table: Champions, id_: str) -> Iterator[Fact]:
    """Who plays it, the form, the dial, and the numbers that are known."""
    seat = table.seats[id_]
    if seat.player:
        yield Fact(text("Player"), seat.player, path=join(("seats", id_, "player")))
    yield Fact(text("Form"), FORM_NAMES[seat.form], path=join(("seats", id_, "form")))
    if alter_ego := IdentitySheet.of(table, id_).alter_ego:
        yield Fact(text("Alter-ego"), alter_ego)
    if seat.eliminated:
        yield Fact(text("State"), text("out of the game"), path=join(("seats", id_, "eliminated")))
    if lying := counted_on(seat.counters):
        yield Fact(text("Counters"), lying)
    for name in (*POWERS, "hand", "alter_hand"):
        if name in seat.printed:
            yield Fact(NUMBER_NAMES[name], seat.printed[name], path=join(("seats", id_, "printed", name)))
    if table.tracks("encounter"):
        yield Fact(text("Encounter cards dealt"), seat.dealt, path=join(("seats", id_, "dealt")))


def allies(table: Champions, id_: str) -> Iterator[list[Cell]]:
    for copy in table.copies("ally"):
        if table.play[copy].controller == id_:
            yield [
                with_attached(table, copy),
                dial_in_row(table, copy),
                exhausted(table, copy),
                statuses_in_row(table, copy),
                counted_besides_uses(table, copy),
            ]


def others(table: Champions, id_: str) -> Iterator[list[Cell]]:
    """Upgrades, supports and obligations, with what is counted on them."""
    for copy in table.copies(*BESIDE):
        card = table.play[copy]
        if card.controller == id_:
            yield [
                table.called("copies", copy),
                spoken(card.type),
                exhausted(table, copy),
                uses_of(table, copy),
                counted_besides_uses(table, copy),
            ]


def exhausted(table: Champions, copy: str) -> Box:
    return Box("", table.play[copy].exhausted, join(("play", copy, "exhausted")))


def piles(table: Champions, id_: str) -> Iterator[Fact]:
    """A player's cards, counted; how many are in a hand everybody sees."""
    seat = table.seats[id_]
    yield Fact(text("Hand"), len(seat.hand))
    if seat.counted:
        yield Fact(text("Deck"), seat.deck, path=join(("seats", id_, "deck")))
    yield Fact(text("Discard pile"), len(seat.discard), path=join(("seats", id_, "discard")))
    if seat.removed:
        yield Fact(text("Removed from the game"), len(seat.removed), path=join(("seats", id_, "removed")))


__all__ = ["hero_sheets"]
