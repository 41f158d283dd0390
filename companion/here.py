"""Where a page is: the campaign it is about, the table as its visitor may see it, and who is asking."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from flask import current_app, flash, g, request

from companion.desk import Desk
from companion.language import tongue
from companion.typed import command_id, one_line
from domain.campaign import Campaign, Command
from domain.campaigns import Receipt
from domain.game import ANYBODY, AnyGame, Viewer
from domain.table import Table
from domain.text import Tongue
from projections.campaigns import Listed


@dataclass(frozen=True)
class Here:
    """A campaign that is open for as long as a page about it is made."""

    listed: Listed
    campaign: Campaign
    viewer: Viewer
    tongue: Tongue

    @property
    def key(self) -> str:
        return self.listed.key

    @property
    def id(self) -> str:
        return self.listed.campaign

    @property
    def game(self) -> AnyGame:
        return self.campaign.game

    @cached_property
    def table(self) -> Table:
        """The table as the visitor may see it."""
        return self.seen(self.campaign.table)

    def seen(self, table: Table) -> Table:
        """Any table of this campaign as the visitor may see it."""
        return self.campaign.packed(self.game.view(table, self.viewer))


def desk() -> Desk:
    """The desk that the pages are served from."""
    found: Desk = current_app.extensions["desk"]
    return found


def here() -> Here | None:
    """The campaign of this page, if it is about one."""
    found: Here | None = g.get("here")
    return found


def viewer() -> Viewer:
    """Who looks; until people join with a seat, anybody."""
    return ANYBODY


def at_table(view: Callable[..., Any]) -> Callable[..., Any]:
    """Open the campaign of the address for a view and its template, and close it behind them."""

    @wraps(view)
    def opened(key: str, **rest: Any) -> Any:
        listed = desk().find(key)
        with desk().campaigns.open(listed.campaign) as campaign:
            g.here = Here(listed, campaign, viewer(), tongue())
            return view(g.here, **rest)

    return opened


def command(form: Mapping[str, str] | None = None) -> Command:
    """The command that the form of a page sends: its id, who, why it may be bent, when it was."""
    sent = request.form if form is None else form
    actor = one_line(sent.get("by", request.cookies.get("by", "")), 80)
    bend, later = one_line(sent.get("bend", ""), 200), one_line(sent.get("when", ""), 80)
    return desk().command(command_id(sent.get("command", "")), actor, "web", bend, later)


def saved(receipt: Receipt) -> None:
    """Tell the next page what was recorded; it shows the words, and a way back."""
    flash(f"{receipt.campaign} {receipt.entries[0].position}", "saved")


__all__ = ["Here", "at_table", "command", "desk", "here", "saved", "viewer"]
