"""Dials, powers and status cards of whoever can be hurt, wherever they lie."""

from collections.abc import Iterator, Sequence

from domain.games.champions.cards.counters import CountersPlaced, CountersRemoved, counters_on
from domain.games.champions.cards.handling import CardNumberSet
from domain.games.champions.harm.bodies import where
from domain.games.champions.harm.damage import DamageDealt, DamageHealed
from domain.games.champions.harm.statuses import StatusDiscarded, StatusGiven
from domain.games.champions.numbers import body, number
from domain.games.champions.state.bodies import STATUSES
from domain.games.champions.state.names import KEYWORD_NAMES, NUMBER_NAMES, STATUS_NAMES
from domain.games.champions.state.scenario import MAIN
from domain.games.champions.state.table import Champions
from domain.language.shown.board import Ask, Button, Counter, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import text

MAIN_PATH = "main"
"""Where the main scheme stands in the state."""


def strengths(table: Champions, id_: str, names: Sequence[str]) -> Iterator[Said]:
    """The powers of somebody as they count now, as far as they are known."""
    for name in names:
        value = number(table, id_, name)
        if value is not None:
            yield text("{power} {value}", power=NUMBER_NAMES[name], value=value)


def statuses_on(table: Champions, id_: str) -> Iterator[Said]:
    """The status cards that lie there, as they are seen by all."""
    whom = body(table, id_)
    yield from (STATUS_NAMES[status] for status in STATUSES if getattr(whom, status, False))


def hit_points(table: Champions, id_: str) -> Counter:
    """A dial; where nobody knows how many there are, the damage is counted."""
    whom = body(table, id_)
    path = join((*where(table, id_), "damage"))
    hurt, heal = made(DamageDealt, target=id_, amount=1), made(DamageHealed, target=id_, amount=1)
    if table.seat(id_).eliminated:
        hurt = heal = None
    if whom is None or whom.left is None:
        return Counter(text("Damage"), whom.damage if whom else 0, path, up=hurt, down=heal)
    return Counter(text("Hit points"), whom.left, path, whom.health, heal, hurt, most=whom.health)


def tokens_on(table: Champions, id_: str) -> Iterator[Counter]:
    """What else is counted on a hero, the villain or the main scheme, as their cards say."""
    at = (MAIN_PATH,) if id_ == MAIN else where(table, id_)
    for name, value in counters_on(table, id_).items():
        more, less = made(CountersPlaced, on=id_, name=name), made(CountersRemoved, on=id_, name=name)
        yield Counter(name, value, join((*at, "counters", name)), up=more, down=less)


def keywords_on(table: Champions, id_: str) -> Iterator[Said]:
    """The keywords that somebody has, and how much Retaliate."""
    whom = body(table, id_)
    yield from strengths(table, id_, ("retaliate",))
    yield from (KEYWORD_NAMES.get(name, name) for name in (whom.keywords if whom else ()))


def number_ask(table: Champions, id_: str, names: Sequence[str]) -> Iterator[Ask]:
    """The way to tell a number, as long as one of these powers is not known."""
    whom = body(table, id_)
    if whom and any(name not in whom.printed for name in names):
        yield Ask(text("Another number"), CardNumberSet, {"card": id_})


def status_discards(table: Champions, id_: str, *statuses: str) -> Iterator[Button]:
    """The status cards that lie there, or those of them that are named, each to be discarded."""
    whom = body(table, id_)
    for status in statuses or STATUSES:
        if getattr(whom, status, False):
            name = STATUS_NAMES[status]
            yield Button(text("{status}: discard", status=name), StatusDiscarded(target=id_, status=status))


def status_cards(table: Champions, id_: str) -> Iterator[Button]:
    """Each status card: given, or discarded where it lies there."""
    lying = {status: one for status in STATUSES for one in status_discards(table, id_, status)}
    for status in STATUSES:
        yield lying.get(status) or Button(STATUS_NAMES[status], StatusGiven(target=id_, status=status))
