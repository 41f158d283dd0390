"""Reasons: why an event may not be recorded now, for forms, the API, the command line, offers and corrections."""

from typing import Any

from domain.framework.cards.typos import slips_of_spelling
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import typed_over_reasons
from domain.framework.fields.choices import unknown_choices
from domain.framework.game import AnyGame
from domain.framework.offers.tracked_areas import why_untracked
from domain.framework.refusal import Refused
from domain.framework.table import WRONG_STEP, Table
from domain.framework.views import visibility
from domain.log.command import Command, Seats, stored_bend
from domain.log.permissions import reasons_as_seen, why_not_to_record


def reasons_against(
    game: AnyGame,
    event: Event[Any],
    table: Table,
    seats: Seats = None,
    *,
    past_step: bool = False,
    though_untracked: bool = False,
) -> list[Refused]:
    """The reasons why the rules refuse an event on a table; none if it may be recorded.

    Reasons come in stages, and a later stage is only asked if the earlier ones have none: untracked areas, then unknown
    ids and a closed step, then the event's own `check`, which may rely on both.

    Args:
        seats: the seats that read the reasons; all reasons that depend on what is hidden from them become one.
        past_step: also ask `check` if a closed step is the only other reason. A command that bends the step, or records
            later what happened in it, must still obey the refusals that no card overrules.
        though_untracked: do not ask whether the areas of the event are tracked, because they once were.

    Raises:
        Exception: a rule of the game is faulty; no error of a rule is an answer.
    """
    if not though_untracked and (untracked := [*why_untracked(game, type(event), table)]):
        return untracked
    seen = table_seen(table, seats)
    if seen is table:
        return _reasons_on(table, event, past_step=past_step)
    if unknown := unknown_choices(event, seen):
        return unknown
    reasons = _reasons_on(table, event, past_step=past_step)
    return reasons_as_seen(reasons, _reasons_on(seen, event, past_step=past_step)) if reasons else []


def _reasons_on(table: Table, event: Event[Any], *, past_step: bool) -> list[Refused]:
    """The reasons on one table, without regard to the reader."""
    reasons = [*unknown_choices(event, table), *table.gate(event.during)]
    is_only_the_step = all(reason.code == WRONG_STEP.code for reason in reasons)
    if reasons and not (past_step and is_only_the_step):
        return reasons
    found: list[Refused] = []
    try:
        found += event.refusals(table)
    except Refused as refused:  # a rule may raise its refusal instead of yielding it
        found.append(refused)
    return [*reasons, *table.held(found)]


def table_seen(table: Table, seats: Seats) -> Table:
    """The table as some seats see it; the same object if nothing is hidden from them."""
    return table if seats is None or not visibility.has_secrets(type(table)) else visibility.table_seen_by(table, seats)


def bend_for(game: AnyGame, event: Event[Any], command: Command, table: Table) -> dict[str, Any] | None:
    """The reason why a command bends a rule, as it is stored; None if it bends none.

    A command is also refused for the seats of its author, the spelling of names, and values that the rules fill in.

    Raises:
        RefusedAll: the event may not be recorded.
    """
    if not_theirs := list(why_not_to_record(command.author, event, table)):
        return stored_bend(not_theirs, command)
    reasons = reasons_against(game, event, table, command.seats, past_step=command.overrules)
    seen = lambda: table_seen(table, command.seats)  # noqa: E731
    doubts = [*event.warnings(table), *slips_of_spelling(event, table, seen), *typed_over_reasons(event, table, seen)]
    return stored_bend([*reasons, *doubts], command)


__all__ = ["bend_for", "reasons_against", "table_seen"]
