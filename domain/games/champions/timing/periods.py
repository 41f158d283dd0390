"""Periods: what lasts no longer than one ends with it, and with every longer one (持续效果, 上限, 最多)."""

from collections.abc import Sequence

from domain.games.champions.numbers import body, more_hit_points
from domain.games.champions.state.effects import PERIODS, Duration, Effect
from domain.games.champions.state.table import Champions


def expire(table: Champions, period: Duration) -> None:
    """Let go of what lasts no longer than a period, and of what was used up in it; for `apply`.

    Of a round it comes before all that happens at its end (E11).
    """
    over = PERIODS.over_with(period)
    for id_ in [id_ for id_, effect in table.effects.items() if effect.until in over]:
        if not ends_by_itself(table, table.effects[id_]):
            end(table, id_)
    table.usage = {id_: used for id_, used in table.usage.items() if used.period not in over}
    PERIODS.end(table, period)


def ends_by_itself(table: Champions, effect: Effect) -> bool:
    """Whether the end of an effect is an entry of its own, since somebody may have no hit points left by it."""
    return bool(gained(effect)) and table.tracks("timing")


def was_used(table: Champions, *periods: Duration) -> bool:
    """Whether anything was used up in these periods."""
    return any(used.period in periods for used in table.usage.values())


def use_again(table: Champions, *periods: Duration) -> None:
    """Let go of what was used up in these periods; for `apply`."""
    table.usage = {key: used for key, used in table.usage.items() if used.period not in periods}


GAINED = {"keyword": "keywords", "trait": "traits"}
LOST = {"loses": "keywords", "loses_trait": "traits"}
"""What an effect gives and takes, each with the words on a body that it is among."""


def begin(table: Champions, id_: str, effect: Effect) -> None:
    """Let an effect last; what somebody has is not gained, what nobody has is not lost, but with another effect.

    For `apply`.
    """
    whom = body(table, effect.target)
    for name, words in {**GAINED, **LOST}.items():
        what, have = getattr(effect, name), getattr(whom, words, ())
        if whom and what and (what in have) == (name in LOST):
            setattr(whom, words, turned(have, what))
        elif not effect.shared:
            effect = effect.model_copy(update={name: ""})
    table.effects = {**table.effects, id_: effect}
    more_hit_points(table, effect.target, gained(effect))


def end(table: Champions, id_: str) -> None:
    """Let an effect end, with the keyword or trait that somebody gained or lost by it alone; for `apply`."""
    effect = table.effects.pop(id_, None)
    whom = body(table, effect.target) if effect else None
    if effect is None or whom is None:
        return
    more_hit_points(table, effect.target, -gained(effect))
    for name, words in {**GAINED, **LOST}.items():
        what, have = getattr(effect, name), getattr(whom, words)
        if what and (what in have) == (name in GAINED) and not also(table, effect.target, name, what):
            setattr(whom, words, turned(have, what))


def gained(effect: Effect) -> int:
    """The hit points that somebody has by an effect."""
    return effect.amount if effect.number == "health" and effect.operation == "plus" else 0


def turned(have: Sequence[str], what: str) -> list[str]:
    """Words on a body, without one that is there, or with one that is not."""
    return [one for one in have if one != what] if what in have else [*have, what]


def also(table: Champions, target: str, name: str, what: str) -> bool:
    """Whether an effect gives or takes this of somebody already."""
    return any(effect.target == target and getattr(effect, name) == what for effect in table.effects.values())
