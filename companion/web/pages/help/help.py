"""Help pages, one for each area; the frame links each page to its area."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import metadata
from typing import Any

from flask import Blueprint, render_template, url_for

from companion.config import DISTRIBUTION
from companion.view_context import ViewContext
from companion.web.visitors.language import interface_language
from companion.web.visitors.page import page_asked, view_of_request, with_live_campaign
from domain.framework.refusal import NotFound
from domain.framework.text import Text, text

manual = Blueprint("help", __name__)


@dataclass(frozen=True)
class HelpArea:
    """A page of the help, whose sentences are in `templates/help/areas/<key>.html`.

    Args:
        key: the area in the address.
        title: the heading of the page.
        about: the subject of the page, in one line.
        pages: the endpoints or blueprints whose pages link to it.
        place: the endpoint of the page it describes, in a campaign; empty if there is no single one.
        guide: the page of the documentation that says more, one of `GUIDES`; empty if there is none.
    """

    key: str
    title: Text
    about: Text
    pages: Sequence[str] = ()
    place: str = ""
    guide: str = ""


GUIDES = {
    "start": text("Start an evening"),
    "phones": text("Let phones join"),
    "correct": text("Correct a mistake"),
    "print": text("Print and export"),
    "backup": text("Back up and move"),
}
"""The pages of the documentation for players, by their file in `docs/play/`, with their headings."""
AREAS = (
    HelpArea(
        "play", text("Play"), text("The next step, and how to record what happens."), ("play",), "play.board", "start"
    ),
    HelpArea(
        "scenario", text("A scenario"), text("Rounds, dice, enemies and timers, as much as you like."), guide="start"
    ),
    HelpArea(
        "sheets",
        text("Sheets"),
        text("The save sheets, earlier ones, and the history of each number."),
        ("sheets", "log.why"),
        "sheets.own",
        guide="print",
    ),
    HelpArea(
        "log",
        text("Log and undoing"),
        text("Read, undo and fix entries."),
        ("log", "timeline", "corrections"),
        "log.read",
        guide="correct",
    ),
    HelpArea(
        "campaigns",
        text("Campaigns"),
        text("Start, branch, move and back up campaigns."),
        ("campaigns", "exports", "log.branch", "log.comparison"),
        "campaigns.about",
        guide="backup",
    ),
    HelpArea(
        "joining",
        text("Joining and roles"),
        text("Everyone can use their own phone."),
        ("joining", "people"),
        guide="phones",
    ),
    HelpArea(
        "offline", text("Offline"), text("Entries and pages while the host's computer is out of reach."), guide="phones"
    ),
    HelpArea(
        "comfort",
        text("Languages, colours and paper"),
        text("Languages, themes, sizes, charts and printing."),
        ("campaigns.more", "campaigns.preferences", "charts"),
        "campaigns.more",
        guide="print",
    ),
    HelpArea("keys", text("Keyboard"), text("Shortcuts for a keyboard.")),
    HelpArea(
        "packs",
        text("Packs and names of your own"),
        text("Cards and numbers that the companion does not know yet."),
        ("packs",),
        "packs.offered",
        guide="start",
    ),
    HelpArea(
        "trouble",
        text("Something went wrong"),
        text("What to do, and how to report it."),
        ("report",),
        "report.read",
        guide="backup",
    ),
)
BY_KEY = {area.key: area for area in AREAS}
BY_PAGE = {page: area for area in AREAS for page in area.pages}


def area_here() -> HelpArea | None:
    """The help area of the current page; None if it has none."""
    view = page_asked().view
    return BY_PAGE.get(view) or BY_PAGE.get(view.rpartition(".")[0])


def help_at(area: str) -> str:
    """The address of an area, within the current campaign if there is one; for an unknown area, that of the list."""
    within: dict[str, Any] = {"key": found.key} if (found := view_of_request()) else {}
    if area not in BY_KEY:
        return url_for("help.every_here" if within else "help.every", **within)
    return url_for("help.one_here" if within else "help.one", area=area, **within)


@manual.app_context_processor
def add_help_address() -> dict[str, Any]:
    """Add the address of the page's help to every template."""
    found = area_here()
    return {"help_url": help_at(found.key if found else "")}


@manual.get("/help")
def every() -> str:
    """The list of areas."""
    return render_template("help/help.html", areas=AREAS)


@manual.get("/help/<area>")
def one(area: str) -> str:
    """The page of an area."""
    return show_area(area)


@manual.get("/c/<key>/help")
@with_live_campaign
def every_here(_: ViewContext) -> str:
    """The list of areas, within the campaign."""
    return every()


@manual.get("/c/<key>/help/<area>")
@with_live_campaign
def one_here(_: ViewContext, area: str) -> str:
    """The page of an area, within the campaign."""
    return show_area(area)


@cache
def documentation_address() -> str:
    """The address of the documentation, from the metadata of the installed distribution."""
    listed: list[str] = metadata(DISTRIBUTION).get_all("Project-URL") or []
    return next(url for name, _, url in (one.partition(", ") for one in listed) if name == "Documentation")


def guide_at(guide: str) -> str:
    """The address of a page for players, in the visitor's language."""
    folder = "play/zh" if interface_language().startswith("zh") else "play"
    return f"{documentation_address()}/{folder}/{guide}.md"


def show_area(key: str) -> str:
    """The page of an area with links to its neighbours.

    Raises:
        NotFound: there is no such area.
    """
    if key not in BY_KEY:
        raise NotFound("There is no help about “{area}”.", area=key)
    found = BY_KEY[key]
    others = [other for other in AREAS if other is not found]
    guide = (GUIDES[found.guide], guide_at(found.guide)) if found.guide else None
    return render_template("help/help-area.html", area=found, others=others, guide=guide)


__all__ = ["AREAS", "GUIDES", "HelpArea", "guide_at", "help_at", "manual"]
