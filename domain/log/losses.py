"""Losses: duties and offers that the end of a moment discards for good, and that need a confirmation."""

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from domain.components.agenda import agenda_of
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Moment, name_of
from domain.framework.game import Prompt, Viewer
from domain.framework.refusal import RefusedAll, never
from domain.framework.table import Table
from domain.framework.text import Text
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.consequences import settle_chain
from domain.log.open_prompts import open_prompts
from domain.log.reasons import reasons_against

LEAVES_UNDONE = never("leaves-undone", "Still open, and lost with this: {left}")
SHORT: tuple[Moment, ...] = ("turn", "visit")
"""Moments that players often end with something unused: only due events and musts need a confirmation."""


def ask_if_lost(campaign: Campaign, event: Event[Any], command: Command) -> None:
    """Raise `RefusedAll` if an event would lose something unconfirmed, unless it is refused anyway.

    A command that overrules the rules, or records later what happened before, is not asked.
    """
    if not command.asks or command.overrules:
        return
    left = losses(campaign, type(event), event, Viewer(command.seats or frozenset()))
    if left and not reasons_against(campaign.game, event, campaign.table, command.seats):
        raise RefusedAll([LEAVES_UNDONE(left=tuple(left))])


def losses(
    campaign: Campaign,
    cls: type[Event[Any]],
    event: Event[Any] | None,
    viewer: Viewer,
    prompts: Sequence[Prompt] | None = None,
) -> list[Text]:
    """The prompts that an event discards for good, as seen by a viewer: open before it, and not after it.

    Args:
        event: the event; None if its fields are not known yet; then everything at stake is listed.
        prompts: the prompts of all seats for the viewer, if they are known.
    """
    if cls.ends in ("", "evening") and cls.log.confirm_undo != "scenario":
        return []
    before = campaign.prompts_of_all(viewer) if prompts is None else prompts
    if told := next((one.leaves for one in before if one.event is cls and one.leaves), None):
        return list(told)
    at_stake = [one for one in before if _is_at_stake(one, cls, campaign.table)]
    kept = _kept_or_done(campaign, event, viewer) if at_stake and event else ()
    found = {str(one.undone): one.undone for one in at_stake if one.undone and one.event not in kept}
    return [left for said, left in found.items() if said not in kept]


def _is_at_stake(prompt: Prompt, cls: type[Event[Any]], table: Table) -> bool:
    """Whether a prompt may be lost with the moment that an event ends.

    The end of a scenario before its time discards its musts, but not the events that it still brings.
    """
    if not prompt.undone or prompt.event is cls or prompt.event.log.starts_round:
        return False
    if cls.ends in SHORT:
        if prompt.event.comes_again and not prompt.required:
            return False
        return prompt.required or any(
            due.event == name_of(prompt.event) for due in agenda_of(table).of(**prompt.fields)
        )
    return bool(cls.ends) or not prompt.required


def _kept_or_done(campaign: Campaign, event: Event[Any], viewer: Viewer) -> Collection[object]:
    """The open prompts after an event, in words, and the events that follow from it, tried on a copy.

    Nothing follows from an event that the rules refuse. They need not work there, so only then an error is ignored.
    """
    table, done = campaign.table.model_copy(deep=True), list[object]()
    try:
        chance = Chance(Random(0))  # noqa: S311 - what it rolls is not recorded
        for happened, _ in settle_chain(campaign.game, event, table, chance):
            happened.record_on(table)
            done.append(type(happened))
        after = open_prompts(campaign.game, campaign.game.view(table, viewer))
    except Exception:
        if reasons_against(campaign.game, event, campaign.table):
            return ()
        raise
    return [*done, *(str(one.undone) for one in after if one.undone)]


__all__ = ["LEAVES_UNDONE", "ask_if_lost", "losses"]
