"""Previews of corrections as their viewer may see them.

An amendment or insertion is planned with the rights of its author, but shown with the seats of the viewer: the host
and the terminal may correct entries that they cannot see.
"""

from collections.abc import Mapping
from typing import Any

from companion.view_context import ViewContext
from domain.framework.events.event import Event
from domain.log import corrections
from domain.log.command import Command
from domain.log.corrections import Preview, TableDecision
from domain.log.dependents import Scope


def preview_withdrawal(here: ViewContext, entry: int, decision: TableDecision, scope: Scope) -> Preview:
    return corrections.preview_withdrawal(here.campaign, entry, here.viewer.seats, decision, scope)


def preview_restoration(here: ViewContext, entry: int, decision: TableDecision) -> Preview:
    return corrections.preview_restoration(here.campaign, entry, here.viewer.seats, decision)


def preview_amendment(
    here: ViewContext, entry: int, changes: Mapping[str, Any], command: Command, decision: TableDecision
) -> Preview:
    return corrections.preview_amendment(here.campaign, entry, changes, command, decision, here.viewer.seats)


def preview_insertion(
    here: ViewContext, after: int, event: Event[Any], command: Command, decision: TableDecision
) -> Preview:
    return corrections.preview_insertion(here.campaign, after, event, command, decision, here.viewer.seats)


__all__ = ["preview_amendment", "preview_insertion", "preview_restoration", "preview_withdrawal"]
