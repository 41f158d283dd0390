"""The board: the villain and the main scheme as dials, then each hero with what lies there."""

from collections.abc import Iterator, Sequence

from domain.event import Event
from domain.games.champions.base import whose_turn
from domain.games.champions.harm.bodies import where
from domain.games.champions.harm.damage import DamageDealt, DamageHealed
from domain.games.champions.harm.statuses import StatusDiscarded, StatusGiven
from domain.games.champions.heroes.forms import FormChanged
from domain.games.champions.numbers import body, number
from domain.games.champions.state.bodies import STATUSES
from domain.games.champions.state.names import FORM_NAMES, NUMBER_NAMES, STATUS_NAMES
from domain.games.champions.state.scenario import MAIN, VILLAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import (
    AccelerationTokensPlaced,
    AccelerationTokensRemoved,
    ThreatPlaced,
    ThreatRemoved,
)
from domain.shown.board import Button, Counter, Handle, Piece, made
from domain.shown.sheet import Said
from domain.table import join
from domain.text import text


def board(table: Champions) -> Sequence[Piece]:
    """All of it; what is secret is covered by then."""
    begun = [villain(table), main_scheme(table)] if table.scenario.id else []
    return [*begun, *(hero(table, seat) for seat in table.seats)]


def villain(table: Champions) -> Piece:
    """The villain's dial, and the status cards by a tap."""
    name = table.called("enemies", VILLAIN)
    dial = hit_points(table, VILLAIN)
    stage = text("Stage {stage}", stage=table.villain.stage) if len(table.villain.stages) > 1 else ""
    return Piece(
        VILLAIN,
        name,
        note=stage,
        marks=list(strengths(table, VILLAIN, ("attack", "scheme"))),
        counters=[dial],
        buttons=list(status_cards(table, VILLAIN)),
        handle=Handle(name, icon="fight", numbers=[("life", dial)]),
    )


def main_scheme(table: Champions) -> Piece:
    """Threat against the target, and what comes on top in each villain phase."""
    main = table.main
    up, down = made(ThreatPlaced, scheme=MAIN, amount=1), made(ThreatRemoved, scheme=MAIN, amount=1)
    threat = Counter(text("Threat"), main.threat, "main.threat", main.target, up, down)
    more, less = made(AccelerationTokensPlaced, amount=1), made(AccelerationTokensRemoved, amount=1)
    tokens = Counter(text("Acceleration tokens"), main.tokens, "main.tokens", up=more, down=less)
    name = table.called("schemes", MAIN)
    marks = [text("+{threat} in each villain phase", threat=main.acceleration)] if main.acceleration else []
    return Piece(
        "main-scheme",
        name,
        marks=marks,
        counters=[threat, tokens],
        handle=Handle(name, icon="clock", numbers=[("threat", threat)]),
    )


def hero(table: Champions, id_: str) -> Piece:
    """What lies before a player."""
    seat = table.seats[id_]
    name = table.called("identities", id_)
    dial = hit_points(table, id_)
    return Piece(
        f"seat-{id_}",
        name,
        note=seat.player,
        marks=list(marks(table, id_)),
        counters=[dial],
        buttons=[Button(text("Change form"), FormChanged(seat=id_)), *status_cards(table, id_)],
        handle=Handle(name, seat=id_, numbers=[("life", dial)], active=whose_turn(table) == id_),
    )


def marks(table: Champions, id_: str) -> Iterator[Said]:
    """What is to be said of a hero."""
    seat = table.seats[id_]
    if seat.eliminated:
        yield text("out of the game")
    yield FORM_NAMES[seat.form]
    if table.first == id_:
        yield text("first player")
    powers = ("attack", "thwart", "defense") if seat.form == "hero" else ("recover",)
    yield from strengths(table, id_, powers)


def strengths(table: Champions, id_: str, names: Sequence[str]) -> Iterator[Said]:
    """The powers of somebody as they count now, as far as they are known."""
    for name in names:
        value = number(table, id_, name)
        if value is not None:
            yield text("{power} {value}", power=NUMBER_NAMES[name], value=value)


def hit_points(table: Champions, id_: str) -> Counter:
    """A dial; where nobody knows how many there are, the damage is counted."""
    whom = body(table, id_)
    path = join((*where(table, id_), "damage"))
    hurt, heal = made(DamageDealt, target=id_, amount=1), made(DamageHealed, target=id_, amount=1)
    if whom is None or whom.left is None:
        return Counter(text("Damage"), whom.damage if whom else 0, path, up=hurt, down=heal)
    return Counter(text("Hit points"), whom.left, path, whom.health, heal, hurt, most=whom.health)


def status_cards(table: Champions, id_: str) -> Iterator[Button]:
    """Each status card: given, or discarded where it lies there."""
    whom = body(table, id_)
    for status in STATUSES:
        if getattr(whom, status, False):
            yield _button(text("{status}: discard", status=STATUS_NAMES[status]), StatusDiscarded, id_, status)
        else:
            yield _button(STATUS_NAMES[status], StatusGiven, id_, status)


def _button(label: Said, cls: type[StatusGiven | StatusDiscarded], id_: str, status: str) -> Button:
    event: Event[Champions] = cls(target=id_, status=status)
    return Button(label, event)


__all__ = ["board"]
