"""Hits: what an attack does beside its damage: Overkill, consequential damage, Retaliate (贯穿, 反制伤害, 反击X)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from domain.games.champions import sections
from domain.games.champions.base import CharacterId
from domain.games.champions.harm.damage import DamageDealt
from domain.games.champions.numbers import body, changes_of, modified
from domain.games.champions.state.bodies import Body
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.seats import Seat
from domain.games.champions.state.table import Champions
from domain.language.event import Event
from domain.language.refusal import Refused, never

NOT_THERE = never("not-there-any-more", "{whom} is not there any more.", rule=sections.KEYWORDS)


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack that hits: who attacks whom for how much, for which seat it counts, and its keywords."""

    attacker: str
    target: str
    amount: int
    by: str | None = None
    keywords: Collection[str] = ()


class OverkillDealt(DamageDealt):
    help_text = "Overkill: damage beyond what defeats a minion hits the villain, beyond a defending ally its hero."
    says = "Overkill: {target} takes {amount} damage[ by {by}][, {stopped|prevented by Tough}]"
    automatic = True


class ConsequentialDamageTaken(DamageDealt):
    help_text = "An ally that attacked or thwarted takes the damage printed below that power."
    says = "{target}: {amount} consequential damage[, {stopped|prevented by Tough}]"
    automatic = True

    def lapses(self, table: Champions) -> Iterator[Refused]:
        yield from gone(table, self.target)


class RetaliateDealt(DamageDealt):
    """Nothing comes back from who was defeated by the attack (F15), or to who is gone by then."""

    help_text = "Retaliate: who was attacked and is still there strikes back."
    says = "{whose} retaliates: {target} takes {amount} damage[, {stopped|prevented by Tough}]"
    automatic = True
    whose: CharacterId

    def lapses(self, table: Champions) -> Iterator[Refused]:
        yield from gone(table, self.whose, self.target)


def gone(table: Champions, *ids: str) -> Iterator[Refused]:
    """Who of these is not there to deal damage, or to take it."""
    for id_ in ids:
        whom = body(table, id_)
        if whom is None or whom.left == 0 or (isinstance(whom, Seat) and whom.eliminated):
            yield NOT_THERE(whom=table.called("characters", id_))


def excess(damage: int, left: int | None) -> int:
    """Damage beyond what defeats somebody (F14); none where nobody knows how much that is."""
    return 0 if left is None else max(0, damage - left)


def overkill(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """What Overkill does beyond an ally or a minion: to the hero who controls it, or to the villain (F14).

    Damage that a Tough status card prevents leaves no excess.
    """
    whom = table.play.get(assault.target)
    if whom is None or (whom.tough and "piercing" not in assault.keywords):
        return
    heir = VILLAIN if whom.type == "minion" else whom.controller
    beyond = excess(assault.amount, whom.left)
    if beyond and body(table, heir):
        yield OverkillDealt(target=heir, amount=beyond, by=assault.by)


def hits(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """The damage of an attack, and what it lets follow at once but for Retaliate; for `follow`."""
    beyond = list(overkill(table, assault)) if "overkill" in assault.keywords else []
    if assault.amount:
        yield DamageDealt(
            target=assault.target,
            amount=assault.amount,
            by=assault.by,
            piercing="piercing" in assault.keywords,
        )
    yield from beyond


def consequential(table: Champions, ally: str, power: str) -> Iterator[Event[Champions]]:
    """What an ally takes for using a power (F16)."""
    card = table.play.get(ally)
    if card and (damage := card.printed.get(f"{power}_damage", 0)):
        yield ConsequentialDamageTaken(target=ally, amount=damage)


def retaliation(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """What comes back to the attacker (F15); it lapses where either is gone by then.

    Of a villain whose stage is defeated, nothing comes back, though the next stage has begun by then.
    """
    whom = body(table, assault.target)
    if whom is None or not survives(whom, assault):
        return
    printed = whom.printed.get("retaliate", 0)
    if back := modified(printed, changes_of(table, assault.target, "retaliate")):
        yield RetaliateDealt(target=assault.attacker, amount=back, whose=assault.target)


def survives(whom: Body, assault: Assault) -> bool:
    """Whether somebody is still there after an attack, as far as that can be known."""
    if whom.left is None or (whom.tough and "piercing" not in assault.keywords):
        return whom.left != 0
    return assault.amount < whom.left


def strike(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """What an enemy's attack does; an alter-ego strikes nobody back, and who is gone or out of the game takes none."""
    target = table.seats.get(assault.target)
    if body(table, assault.target) is None or (target and target.eliminated):
        return
    yield from hits(table, assault)
    if target is None or target.form == "hero":
        yield from retaliation(table, assault)


EVENTS = (OverkillDealt, ConsequentialDamageTaken, RetaliateDealt)
