"""Whoever can be hurt, on paper: the dial, the status cards, and the cards in play with what lies on them."""

from domain.games.champions.harm.bodies import where
from domain.games.champions.numbers import attached, body
from domain.games.champions.state.bodies import STATUSES
from domain.games.champions.state.names import STATUS_NAMES
from domain.games.champions.state.table import Champions
from domain.shown.sheet import Box, Boxes, Fact, Said
from domain.table import join
from domain.text import text


def dial(table: Champions, id_: str) -> Fact:
    """Hit points left, of how many; where nobody knows, the damage."""
    whom = body(table, id_)
    path = join((*where(table, id_), "damage"))
    if whom is None or whom.left is None:
        return Fact(text("Damage"), whom.damage if whom else 0, path=path)
    return Fact(text("Hit points"), whom.left, whom.health, path)


def statuses(table: Champions, id_: str) -> Boxes:
    """The status cards of somebody."""
    at = where(table, id_)
    whom = body(table, id_)
    return Boxes(
        text("Status cards"),
        [Box(STATUS_NAMES[one], bool(getattr(whom, one, False)), join((*at, one))) for one in STATUSES],
    )


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


def counters_on(table: Champions, copy: str) -> Said:
    """What is counted on a card in play, such as its uses."""
    found = tuple(text("{name} {count}", name=name, count=count) for name, count in table.play[copy].counters.items())
    return text("{counters}", counters=found) if found else ""
