"""Menus: what can be done with an entry, on its line of the log; drawn once a page for all that offer the same."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from companion.view_context import ViewContext
from companion.web.log.lines import PageLine
from domain.language import kernel
from domain.log.reach import first_after

NUMBER = "\0"
"""What stands in a menu for the number of its entry; no page has it anywhere else."""


@dataclass(frozen=True)
class MenuWays:
    """Addresses that end with the number of an entry, without it."""

    undo: str
    restore: str
    undo_to: str
    amend: str
    note: str
    branch: str
    was: str
    compare: str
    link: str


@dataclass(frozen=True)
class MenuOffers:
    """What the menu of a line offers, beside what those of all lines do."""

    undo: bool
    restore: bool
    undo_to: bool
    amend: bool


STAYS = (kernel.CampaignStarted.topic, kernel.CampaignBranched.topic, kernel.ChairTaken.topic)
"""How a campaign came to be, and who sat down where something is hidden, is neither taken back nor put right."""
Drawing = Callable[[str, MenuOffers, MenuWays], str]
"""How a menu is drawn: for the number of an entry, with what it offers and where that leads."""


class Menus:
    """The menus of the lines on a page of the log."""

    def __init__(self, here: ViewContext) -> None:
        self._ways = _ways(here)
        self._campaign = here.campaign
        self._drawn: dict[MenuOffers, str] = {}

    def of(self, row: PageLine, draw: Drawing) -> Markup:
        """The menu of a line."""
        offered = self._offered(row)
        if offered not in self._drawn:
            self._drawn[offered] = str(draw(NUMBER, offered, self._ways))  # its own replace would escape
        numbered = self._drawn[offered].replace(NUMBER, str(row.line.position))
        return Markup(numbered)  # noqa: S704 - a template escaped it

    def _offered(self, row: PageLine) -> MenuOffers:
        line = row.line
        undo = line.topic not in STAYS and not line.struck
        return MenuOffers(
            undo=undo,
            restore=bool(line.withdrawn_by),
            undo_to=first_after(self._campaign, line.position) is not None,
            amend=undo and not row.correction and not line.unreadable,
        )


def _ways(here: ViewContext) -> MenuWays:
    """The ways from the entries of a campaign."""
    return MenuWays(
        undo=_before("corrections.undo", here, "entry"),
        restore=_before("corrections.restore", here, "entry"),
        undo_to=_before("corrections.undo_to", here, "entry"),
        amend=_before("corrections.amend", here, "entry"),
        note=_before("play.form", here, "entry", event="note-added"),
        branch=_before("log.branch", here, "at"),
        was=_before("timeline.at", here, "at"),
        compare=_before("log.comparison", here, "a"),
        link=_before("log.entry", here, "entry"),
    )


def _before(endpoint: str, here: ViewContext, name: str, **rest: str) -> str:
    """The address of a view up to a number, with which it ends."""
    return url_for(endpoint, key=here.key, **rest, **{name: 0}).removesuffix("0")  # type: ignore[arg-type]


__all__ = ["Menus"]
