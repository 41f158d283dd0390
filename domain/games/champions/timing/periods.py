"""Periods: what lasts no longer than one ends with it, and with every longer one (持续效果, 上限, 最多)."""

from domain.games.champions.numbers import body
from domain.games.champions.state.effects import Duration, Effect
from domain.games.champions.state.table import Champions

SHORTER: tuple[Duration, ...] = ("attack", "activation", "turn", "phase", "round")
"""Periods that come to an end, each within the next one."""


def expire(table: Champions, *periods: Duration) -> None:
    """Let go of what lasts no longer than these periods, and of what was used up in them; for `apply`.

    Of a round it comes before all that happens at its end (E11).
    """
    over = {shorter for period in periods for shorter in SHORTER[: SHORTER.index(period) + 1]}
    for id_ in [id_ for id_, effect in table.effects.items() if effect.until in over]:
        end(table, id_)
    table.usage = {id_: used for id_, used in table.usage.items() if used.period not in over}
    if "turn" in over:
        table.windows = []


def was_used(table: Champions, *periods: Duration) -> bool:
    """Whether anything was used up in these periods."""
    return any(used.period in periods for used in table.usage.values())


def use_again(table: Champions, *periods: Duration) -> None:
    """Let go of what was used up in these periods; for `apply`."""
    table.usage = {key: used for key, used in table.usage.items() if used.period not in periods}


def begin(table: Champions, id_: str, effect: Effect) -> None:
    """Let an effect last; a keyword that somebody gains has no second copy. For `apply`."""
    whom = body(table, effect.target)
    if effect.keyword and whom and effect.keyword not in whom.keywords:
        whom.keywords = [*whom.keywords, effect.keyword]
    else:
        effect = effect.model_copy(update={"keyword": ""})
    table.effects = {**table.effects, id_: effect}


def end(table: Champions, id_: str) -> None:
    """Let an effect end, with the keyword that somebody gained by it; for `apply`."""
    effect = table.effects.pop(id_, None)
    whom = body(table, effect.target) if effect else None
    if effect and whom and effect.keyword in whom.keywords:
        whom.keywords = [keyword for keyword in whom.keywords if keyword != effect.keyword]
