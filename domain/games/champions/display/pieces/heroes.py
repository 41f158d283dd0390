"""Powers of heroes and allies by a tap."""

from collections.abc import Iterator

from domain.games.champions.display.coming.heroes import (
    Attack,
    Thwart,
    comes_to,
    only_one,
    possible,
    schemes,
    targets,
)
from domain.games.champions.display.pieces.bodies import number_ask
from domain.games.champions.heroes.attacks import AllyAttacked, HeroAttacked
from domain.games.champions.heroes.recovering import RecoveryTaken
from domain.games.champions.heroes.thwarts import AllyThwarted, HeroThwarted
from domain.games.champions.numbers import number
from domain.games.champions.state.scenario import MAIN, VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.shown.board import Ask, Button, Pad
from domain.language.shown.sheet import Said
from domain.language.text import text


def powers_of(table: Champions, user: str) -> tuple[Attack, Thwart]:
    """How somebody attacks and thwarts."""
    if user in table.seats:
        return HeroAttacked(seat=user, target=VILLAIN), HeroThwarted(seat=user, scheme=MAIN)
    return AllyAttacked(card=user, target=VILLAIN), AllyThwarted(card=user, scheme=MAIN)


def power_buttons(table: Champions, user: str) -> Iterator[Button]:
    """The powers that one tap uses: their number is known, and there is one thing that can be meant."""
    attack, thwart = powers_of(table, user)
    if (value := comes_to(table, attack.used())) and len(among := targets(table, attack)) == 1:
        told: dict[str, Said] = {"value": value, "whom": only_one(table, "enemies", among)}
        yield Button(text("Attack[ {whom}]: {value}", **told), attack.but(target=among[0]))
    if (value := comes_to(table, thwart.used())) and len(among := schemes(table, thwart)) == 1:
        told = {"value": value, "scheme": only_one(table, "schemes", among)}
        yield Button(text("Thwart[ {scheme}]: {value}", **told), thwart.but(scheme=among[0]))
    if user in table.seats and (value := number(table, user, "recover")) is not None:
        recovery = RecoveryTaken(seat=user)
        if possible(table, recovery):
            yield Button(text("Recover: {value}", value=value), recovery)


def power_pads(table: Champions, user: str) -> Iterator[tuple[Said, Pad]]:
    """The powers for which one of several enemies or schemes is tapped."""
    attack, thwart = powers_of(table, user)
    if (value := comes_to(table, attack.used())) and len(among := targets(table, attack)) > 1:
        choices = [(id_, table.called("enemies", id_)) for id_ in among]
        yield text("Attack: {value}", value=value), Pad(attack, "target", choices)
    if (value := comes_to(table, thwart.used())) and len(among := schemes(table, thwart)) > 1:
        choices = [(id_, table.called("schemes", id_)) for id_ in among]
        yield text("Thwart: {value}", value=value), Pad(thwart, "scheme", choices)


def power_asks(table: Champions, seat: str) -> Iterator[Ask]:
    """Attacks and thwarts by a card, and those of which nobody knows how much they do; not at a table of dials."""
    if not table.tracks("turns") or table.seat(seat).eliminated:
        return
    by_card = {"seat": seat, "by_ability": True}
    yield Ask(text("Attack by a card"), HeroAttacked, by_card)
    yield Ask(text("Thwart by a card"), HeroThwarted, by_card)
    hero = table.seat(seat).form == "hero"
    if hero and number(table, seat, "attack") is None:
        yield Ask(text("Attack"), HeroAttacked, {"seat": seat})
    if hero and number(table, seat, "thwart") is None:
        yield Ask(text("Thwart"), HeroThwarted, {"seat": seat})
    if not hero and number(table, seat, "recover") is None:
        yield Ask(text("Recover"), RecoveryTaken, {"seat": seat})
    yield from number_ask(table, seat, ("attack", "thwart", "defense") if hero else ("recover",))
