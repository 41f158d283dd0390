"""Whom an enemy attacks, and what its attack does, as its card says (敌人攻击)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.games.agemonia import sections
from domain.games.agemonia.console.map.terrain import distance, in_plain_sight, lines_from, strikes_into
from domain.games.agemonia.figures import allies_up, enemy_of, heroes_up, taunt_of
from domain.games.agemonia.state.scenario import Enemy
from domain.games.agemonia.state.table import Agemonia
from domain.language.refusal import Refused, refusal

OTHER_TARGET = refusal("other-target", "It must attack {figures}.", rule=sections.ENEMY_ATTACKS)
NOT_FROM_HERE = refusal("not-from-here", "{figure} cannot be attacked from here.", rule=sections.ENEMY_ATTACKS)

Effect = Literal["damage", "stamina loss", "condition"]


def rightful(table: Agemonia, figure: str, attack: str | None = None) -> list[str]:
    """Whom an enemy attacks first where places are known: in melee the highest taunt, else the nearest, then taunt.

    It attacks as its card says, unless another attack is named. Where it reaches nobody for certain, those count whom
    it may reach.
    """
    kind = _kind(table, figure, attack)
    reached = {friend: attackable(table, figure, friend, kind) for friend in _friends(table)}
    sure = [friend for friend, known in reached.items() if known]
    maybe = [friend for friend, known in reached.items() if known is None and friend in table.scene.places]
    return _first(table, figure, kind, sure or maybe)


def wrong_target(table: Agemonia, figure: str, target: str, attack: str | None) -> Iterator[Refused]:
    """Why an enemy attacks somebody else: whom it reaches for certain comes first. What nobody wrote down blocks none.

    An enemy that reaches anybody from where it stands does not move.
    """
    kind = _kind(table, figure, attack)
    sure = [friend for friend in _friends(table) if attackable(table, figure, friend, kind)]
    known = attackable(table, figure, target, kind)
    before = [friend for friend in sure if known is False or _comes_before(table, figure, friend, target, kind)]
    if before:
        due = _first(table, figure, kind, sure)
        yield OTHER_TARGET(figures=tuple(table.called("figures", friend) for friend in due))


def out_of_its_reach(table: Agemonia, figure: str, target: str, attack: str | None) -> Iterator[Refused]:
    """Why an enemy cannot attack somebody from where it stands now."""
    if attackable(table, figure, target, _kind(table, figure, attack)) is False:
        yield NOT_FROM_HERE(figure=table.called("figures", target))


def not_a_target(table: Agemonia, figure: str, target: str, attack: str | None) -> Iterator[Refused]:
    """Why an enemy does not hit somebody: another comes first, or it does not reach that far."""
    wrong = list(wrong_target(table, figure, target, attack))
    yield from wrong or out_of_its_reach(table, figure, target, attack)


def _friends(table: Agemonia) -> list[str]:
    return [*heroes_up(table), *allies_up(table)]


def _kind(table: Agemonia, figure: str, attack: str | None) -> str:
    return attack or enemy_of(table, figure).attack or "melee"


def attackable(table: Agemonia, figure: str, friend: str, attack: str) -> bool | None:
    """Whether an enemy can attack somebody from where it stands; None where the map does not say."""
    here, there = table.scene.places.get(figure), table.scene.places.get(friend)
    if here is None or there is None:
        return None
    if attack == "melee":
        return strikes_into(table, figure, there)
    steps, reach = distance(table, here, there), enemy_of(table, figure).attack_range
    if steps is None:
        return False if lines_from(table, here) and lines_from(table, there) else None
    if reach and steps > reach:
        return False
    return True if in_plain_sight(table, here, there) else None


def _comes_before(table: Agemonia, figure: str, rival: str, target: str, attack: str) -> bool:
    """Whether an enemy must attack the one rather than the other, as far as everything about that is known."""
    places = table.scene.places
    if attack != "melee" and target in places:
        near, far = (distance(table, places[figure], places[one]) for one in (rival, target))
        if near is None or far is None or far < near:
            return False
        if near < far:
            return True
    return target in places and _taunts_more(table, rival, target)


def _taunts_more(table: Agemonia, rival: str, target: str) -> bool:
    found = table.heroes.get(target) or table.scene.allies.get(target)
    return bool(found and found.taunt is not None) and taunt_of(table, rival) > taunt_of(table, target)


def _first(table: Agemonia, figure: str, attack: str, among: Sequence[str]) -> list[str]:
    """Those of these that an enemy attacks rather than the others; several if the table decides."""
    places, near = table.scene.places, list(among)
    here = places.get(figure)
    if here is None:
        return []
    if attack != "melee":
        steps = {friend: distance(table, here, places[friend]) for friend in near}
        least = min((n for n in steps.values() if n is not None), default=None)
        near = [friend for friend in near if steps[friend] == least]
    highest = max((taunt_of(table, friend) for friend in near), default=0)
    return [friend for friend in near if taunt_of(table, friend) == highest]


def printed_effect(card: Enemy, value: int | None = None) -> Effect:
    """What an enemy's attack does, as its card says: a card with nothing but a condition gives that."""
    if card.damage or value is not None:
        return "damage"
    if card.stamina:
        return "stamina loss"
    return "condition" if card.condition else "damage"
