"""Whoever can be hurt, on paper: the dial, the status cards, and the cards in play with what lies on them."""

from collections.abc import Mapping, Sequence

from domain.games.champions.harm.bodies import where
from domain.games.champions.numbers import attached, body
from domain.games.champions.state.bodies import STATUSES
from domain.games.champions.state.kinds import CardSheet
from domain.games.champions.state.names import STATUS_NAMES
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Block, Box, Boxes, Cell, Fact, Facts, Grid, Said, Track, Tracks
from domain.language.table import join
from domain.language.text import text


def dial(table: Champions, id_: str) -> Fact:
    """Hit points left, of how many; where nobody knows, the damage."""
    whom = body(table, id_)
    path = join((*where(table, id_), "damage"))
    if whom is None or whom.left is None:
        return Fact(text("Damage"), whom.damage if whom else 0, path=path)
    return Fact(text("Hit points"), whom.left, whom.health, path)


def hurt(table: Champions, id_: str) -> Block:
    """The hit points left, to be ticked off; where nobody knows how many there are, the damage."""
    whom = body(table, id_)
    if whom is None or whom.left is None:
        return Facts("", [dial(table, id_)])
    path = join((*where(table, id_), "damage"))
    return Tracks("", [[Track(text("Hit points"), whom.left, max(whom.left, whom.health or 0), path=path)]])


def statuses(table: Champions, id_: str, *besides: Box) -> Boxes:
    """The status cards of somebody, and what else is to be ticked."""
    at = where(table, id_)
    whom = body(table, id_)
    lying = [Box(STATUS_NAMES[one], bool(getattr(whom, one, False)), join((*at, one))) for one in STATUSES]
    return Boxes(text("Status cards"), [*lying, *besides])


def dial_in_row(table: Champions, id_: str) -> Fact:
    """Hit points left in a cell of a grid; where nobody knows, the damage in words."""
    told = dial(table, id_)
    whom = body(table, id_)
    if whom is None or whom.left is None:
        return Fact("", text("{damage} damage", damage=told.value), path=told.path)
    return Fact("", told.value, told.of, told.path)


def statuses_in_row(table: Champions, id_: str) -> Said:
    """The status cards that lie there, in a cell of a grid."""
    whom = body(table, id_)
    found = tuple(STATUS_NAMES[one] for one in STATUSES if getattr(whom, one, False))
    return text("{statuses}", statuses=found) if found else ""


def attached_to(table: Champions, host: str) -> Said:
    """What is attached to somebody or something, in a cell of a grid."""
    found = tuple(table.called("copies", copy) for copy in attached(table, host))
    return text("{cards}", cards=found) if found else ""


def with_attached(table: Champions, copy: str) -> Said:
    """A card in play, with what is attached to it behind its name."""
    return text("{card}[ + {attached}]", card=table.called("copies", copy), attached=attached_to(table, copy))


def grid(title: Said, heads: Sequence[Said], rows: Sequence[Sequence[Cell]], kept: int) -> Grid:
    """A grid with so many columns, and of those after them the ones in which something stands."""
    columns = [n for n in range(len(heads)) if n < kept or any(row[n] != "" for row in rows)]
    return Grid(title, [heads[n] for n in columns], [[row[n] for n in columns] for row in rows])


def counted_on(counters: Mapping[str, int]) -> Said:
    """What is counted on a card, in a cell of a grid."""
    found = tuple(text("{name} {count}", name=name, count=count) for name, count in counters.items())
    return text("{counters}", counters=found) if found else ""


def counted_besides_uses(table: Champions, copy: str) -> Said:
    """What is counted on a card in play, but for its uses."""
    card = table.play[copy]
    return counted_on({name: count for name, count in card.counters.items() if name != card.uses_of})


def uses_of(table: Champions, copy: str) -> Cell:
    """The uses that a card has left, to be ticked off; nothing where it has none."""
    card = table.play[copy]
    if card.uses_of not in card.counters:
        return ""
    left = card.counters[card.uses_of]
    printed = CardSheet.of(table, card.card).uses
    path = join(("play", copy, "counters", card.uses_of))
    return Track(card.uses_of, left, max(left, printed), path=path)
