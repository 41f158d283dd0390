"""Whom routs and damage fall on: the legal order, one token after the other (C-16)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Fighter
from domain.games.runewars.war.armies import Fighters

Candidates = Callable[[Fighters], list[str]]
"""The fighters that the next token may fall on."""


def _first_of(*groups: list[str]) -> list[str]:
    return next((group for group in groups if group), [])


def _those(fighters: Fighters, fits: Callable[[Fighter], bool]) -> list[str]:
    return [id_ for id_, fighter in fighters.items() if fits(fighter)]


def for_rout(fighters: Fighters) -> list[str]:
    """Undamaged standing units first, damaged ones only if all are damaged."""
    return _first_of(
        _those(fighters, lambda fighter: not fighter.routed and not fighter.damage),
        _those(fighters, lambda fighter: not fighter.routed),
    )


def for_damage(fighters: Fighters) -> list[str]:
    """Units that are damaged already, standing or routed; then standing ones; then routed ones (G-41)."""
    return _first_of(
        _those(fighters, lambda fighter: fighter.damage > 0),
        _those(fighters, lambda fighter: not fighter.routed),
        list(fighters),
    )


def standing_first(fighters: Fighters) -> list[str]:
    """The same, but no routed unit before the last standing one, as some tables rule."""
    return _first_of(
        _those(fighters, lambda fighter: not fighter.routed and fighter.damage > 0),
        _those(fighters, lambda fighter: not fighter.routed),
        _those(fighters, lambda fighter: fighter.damage > 0),
        list(fighters),
    )


def damage_order(table: Runewars) -> Candidates:
    """How damage is assigned at this table."""
    return standing_first if table.ruled("damage-standing-first") else for_damage


# --- damage ---


def room_for(fighters: Fighters) -> int | None:
    """How much damage destroys all of them; None where the health of one is not known."""
    lacking = [fighter.lacks for fighter in fighters.values()]
    return None if None in lacking else sum(lack for lack in lacking if lack is not None)


def _one_token(fighters: dict[str, Fighter], id_: str) -> None:
    """A damage token beside a fighter of an army that somebody only thinks of."""
    fighter = fighters[id_]
    if fighter.lacks == 1:
        del fighters[id_]
    else:
        fighters[id_] = fighter.model_copy(update={"damage": fighter.damage + 1})


def ought_to(fighters: Fighters, damage: Mapping[str, int], candidates: Candidates) -> list[str]:
    """The fighters that a token ought to fall on where it cannot fall as somebody said; none if all of them can.

    The order in which they fall is free: those who are destroyed by them come before one who is left damaged.
    """
    thought, left = dict(fighters), Counter(damage)
    while +left:
        allowed = candidates(thought)
        chosen = [id_ for id_ in allowed if left[id_] > 0]
        if not chosen:
            return allowed
        one = min(chosen, key=lambda id_: left[id_] < (thought[id_].lacks or 0))
        left[one] -= 1
        _one_token(thought, one)
    return []


def _kinds(fighters: Fighters, ids: Iterable[str]) -> set[tuple[str, int, bool]]:
    """What differs among fighters: of those alike it is all the same which one it is."""
    return {(fighters[id_].unit, fighters[id_].damage, fighters[id_].routed) for id_ in ids}


def _falling(fighters: Fighters, count: int, candidates: Candidates) -> Iterator[tuple[str, bool]]:
    """The tokens as they fall if the first that may is always chosen, and whether there was a choice."""
    thought = dict(fighters)
    for _ in range(count):
        if not (allowed := candidates(thought)):
            return
        yield allowed[0], len(_kinds(thought, allowed)) > 1
        _one_token(thought, allowed[0])


ENDLESS = 99
"""Health that no damage reaches."""


def as_told(fighters: Fighters, damage: Mapping[str, int], destroyed: Iterable[str]) -> dict[str, Fighter]:
    """Fighters with the health that they have as the table tells it, where nobody typed one in."""
    fallen = set(destroyed)
    told = {id_: max(1, f.damage + damage.get(id_, 0)) if id_ in fallen else ENDLESS for id_, f in fighters.items()}
    return {id_: f if f.lacks else f.model_copy(update={"health": told[id_]}) for id_, f in fighters.items()}


def likely_damage(fighters: Fighters, count: int, candidates: Candidates) -> dict[str, int] | None:
    """A legal way for damage to fall; None where the health of somebody is not known."""
    if room_for(fighters) is None:
        return None
    return dict(Counter(id_ for id_, _ in _falling(fighters, count, candidates)))


def only_damage(fighters: Fighters, count: int, candidates: Candidates) -> dict[str, int] | None:
    """How damage falls where there is nothing to choose; None where there is."""
    room = room_for(fighters)
    if room is not None and count >= room:
        return {id_: fighter.lacks or 0 for id_, fighter in fighters.items()}
    falling = list(_falling(fighters, count, candidates))
    unsure = any(chosen or fighters[id_].lacks is None for id_, chosen in falling)
    return None if unsure else dict(Counter(id_ for id_, _ in falling))


# --- routs ---


def _routed_too(fighters: Fighters, id_: str) -> dict[str, Fighter]:
    return {**fighters, id_: fighters[id_].model_copy(update={"routed": True})}


def unfit_for_rout(fighters: Fighters, routed: Iterable[str]) -> bool:
    """Whether a damaged unit would be routed while an undamaged one stands."""
    chosen = set(routed)
    whole = {id_ for id_, fighter in fighters.items() if not fighter.routed and not fighter.damage}
    return bool(whole - chosen) and bool(chosen - whole)


def _lying(fighters: Fighters, count: int) -> Iterator[tuple[str, bool]]:
    """Who lies down if the first that may is always chosen, and whether there was a choice."""
    for _ in range(count):
        if not (allowed := for_rout(fighters)):
            return
        yield allowed[0], len(_kinds(fighters, allowed)) > 1
        fighters = _routed_too(fighters, allowed[0])


def likely_routs(fighters: Fighters, count: int) -> list[str]:
    """A legal choice of units to rout."""
    return [id_ for id_, _ in _lying(fighters, count)]


def only_routs(fighters: Fighters, count: int) -> list[str] | None:
    """Who is routed where there is nothing to choose; None where there is."""
    standing = _those(fighters, lambda fighter: not fighter.routed)
    if count >= len(standing):
        return standing
    lying, whole = list(_lying(fighters, count)), len(for_rout(fighters))
    if any(chosen for _, chosen in lying[whole:]) or (count < whole and any(chosen for _, chosen in lying)):
        return None
    return [id_ for id_, _ in lying]


def only_figures(fighters: Fighters, count: int) -> list[str] | None:
    """The same where the owner chooses freely among those who stand."""
    standing = _those(fighters, lambda fighter: not fighter.routed)
    alike = len(_kinds(fighters, standing)) == 1
    return standing[:count] if alike or count >= len(standing) else None
