"""What a seat keeps to itself: its hand, its objective, the runes it knows. Others see how much, not what."""

from collections.abc import Iterator, Sequence

from domain.games.runewars.runes.tokens import known_real, real_range, rune_in
from domain.games.runewars.state.table import Runewars
from domain.language.shown.sheet import Block, Fact, Facts, Grid, Said, Sheet
from domain.language.table import join
from domain.language.text import text


def kept(table: Runewars, seat: str) -> Sheet:
    """The secret sheet of a seat."""
    title = text("{seat}: secrets", seat=table.called("seats", seat))
    return Sheet(f"secrets-{seat}", title, list(_blocks(table, seat)))


def _blocks(table: Runewars, id_: str) -> Iterator[Block]:
    seat = table.seats[id_]
    if table.tracks("cards"):
        objective = table.called("objectives", seat.objective) if seat.objective else _covered(seat.has_objective)
        yield Facts(text("Objective"), [Fact(text("Objective"), objective, path=join(("seats", id_, "objective")))])
        yield _hand(table, id_, "tactics", (*seat.tactics, *seat.fresh))
        yield _hand(table, id_, "quests", seat.quests)
    if table.tracks("runes"):
        yield _runes(table, id_)


def _covered(there: bool) -> Said:
    return text("face down") if there else text("none")


def _hand(table: Runewars, seat: str, kind: str, cards: Sequence[str]) -> Grid:
    """A hand; a card that is covered, or was not written down, is a blank."""
    title = {"tactics": text("Tactics cards"), "quests": text("Quest cards")}[kind]
    path = join(("seats", seat, kind))
    return Grid(
        title, [text("Card")], [[Fact("", table.called(kind, card) if card else "?", path=path)] for card in cards]
    )


def _runes(table: Runewars, seat: str) -> Grid:
    """The runes that a seat has seen, wherever they lie, and how many real ones it may control."""
    seen = [
        [table.called("areas", id_), {"real": text("real"), "fake": text("false")}.get(rune.kind, "?")]
        for id_ in table.land
        if (rune := rune_in(table, id_)) and (rune.up or seat in rune.known)
    ]
    return Grid(_seen(table, seat), [text("Area"), text("Rune")], seen)


def _seen(table: Runewars, seat: str) -> Said:
    """How many runes a seat has seen to be real, and how many all can tell it has, where it is known what it holds."""
    if not table.tracks("map"):
        return text("Runes seen")
    least, most = real_range(table, seat)
    known = len(known_real(table, seat))
    return text(
        "Runes seen: {known} real in own areas, {least} to {most} as all can tell", known=known, least=least, most=most
    )


__all__ = ["kept"]
