"""Menus of log lines: the actions on an entry, rendered once per page for all lines with the same ones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from flask import url_for
from markupsafe import Markup

from companion.view_context import ViewContext
from companion.web.pages.log.lines import PageLine
from domain.framework import kernel
from domain.log.dependents import first_entry_after

NUMBER, CORRECTION = "\0", "\1"
"""Placeholders in a cached menu for the numbers of its entry and of the correction that added the line.

No page contains these characters otherwise.
"""


@dataclass(frozen=True)
class MenuWays:
    """Address prefixes, to be completed with an entry's number."""

    undo: str
    restore: str
    undo_to: str
    amend: str
    insert: str
    note: str
    branch: str
    was: str
    compare: str
    link: str


@dataclass(frozen=True)
class MenuOffers:
    """The actions on a line, in addition to those of all lines."""

    undo: bool
    restore: bool
    undo_to: bool
    amend: bool
    insert: bool
    added: bool = False
    """Whether a correction added the line; withdrawing the correction removes it."""


STAYS = tuple(cls.topic for cls in (kernel.CampaignStarted, kernel.CampaignBranched, *get_args(kernel.SAT_DOWN)))
"""Topics that can be neither withdrawn nor amended: the start of a campaign, and the seating."""
Drawing = Callable[[str, str, MenuOffers, MenuWays], str]
"""Renders a menu from the numbers of an entry and a correction, the offers, and the address prefixes."""


class Menus:
    """The menus of the lines on a page of the log."""

    def __init__(self, here: ViewContext) -> None:
        self._ways = _entry_addresses(here)
        self._campaign = here.campaign
        self._drawn: dict[MenuOffers, str] = {}

    def of(self, row: PageLine, draw: Drawing) -> Markup:
        """The menu of a line."""
        offered = self._offered(row)
        if offered not in self._drawn:
            self._drawn[offered] = str(draw(NUMBER, CORRECTION, offered, self._ways))  # Markup.replace would escape it
        line = row.line
        numbered = self._drawn[offered].replace(NUMBER, str(line.position)).replace(CORRECTION, str(line.amended_by))
        return Markup(numbered)  # noqa: S704 - a template escaped it

    def _offered(self, row: PageLine) -> MenuOffers:
        line = row.line
        undo = line.topic not in STAYS and not line.struck and not line.number
        return MenuOffers(
            undo=undo,
            restore=bool(line.withdrawn_by),
            undo_to=first_entry_after(self._campaign, line.position) is not None,
            amend=undo and not row.correction and not line.unreadable,
            insert=line.counts and not row.correction,
            added=bool(line.number),
        )


def _entry_addresses(here: ViewContext) -> MenuWays:
    """The address prefixes of the actions on a campaign's entries."""
    return MenuWays(
        undo=_address_prefix("corrections.undo", here, "entry"),
        restore=_address_prefix("corrections.restore", here, "entry"),
        undo_to=_address_prefix("corrections.undo_to", here, "entry"),
        amend=_address_prefix("corrections.amend", here, "entry"),
        insert=_address_prefix("corrections.insert_list", here, "entry"),
        note=_address_prefix("play.form", here, "entry", event="note-added"),
        branch=_address_prefix("log.branch", here, "at"),
        was=_address_prefix("timeline.at", here, "at"),
        compare=_address_prefix("log.comparison", here, "a"),
        link=_address_prefix("log.entry", here, "entry"),
    )


def _address_prefix(endpoint: str, here: ViewContext, name: str, **rest: str) -> str:
    """The address of a view up to the number at its end."""
    return url_for(endpoint, key=here.key, **rest, **{name: 0}).removesuffix("0")  # type: ignore[arg-type]


__all__ = ["Menus"]
