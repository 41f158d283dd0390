"""Pages of the log: search, the history of a value, branches, comparisons."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.log_sentences import end_of_command_text, say_changes, say_line
from companion.value_history import moves_page
from companion.view_context import ViewContext
from companion.web.pages.log.lines import line_of
from companion.web.pages.log.logbook import (
    first_entry_on,
    page_of_chronicle,
    page_of_entry,
    page_of_log,
    parse_log_address,
    subjects_of_log,
    topics_by_area,
)
from companion.web.pages.log.menus import Menus
from companion.web.pages.log.points import ended_sessions, related_entries
from companion.web.pages.people.owning import begin_as_own
from companion.web.rendering.fragments import fragment_response
from companion.web.visitors.page import (
    DeferredCommand,
    command_of_form,
    current_services,
    with_campaign_copy,
    with_live_campaign,
)
from companion.web.visitors.typed import position_typed
from domain.campaigns import id_of_new
from domain.framework.table import Change, Table, changes_between, split_path, value_at
from domain.framework.views.changes import label_of_path, value_words
from domain.log.dependents import end_of_command

log = Blueprint("log", __name__, url_prefix="/c/<key>")


@log.get("/log")
@with_live_campaign
def read(here: ViewContext) -> Any:
    """A page of the log, by default the newest."""
    if day := request.args.get("day"):
        return redirect(url_for("log.entry", key=here.key, entry=first_entry_on(here, day)))
    return render_log(here)


@fragment_response
def render_log(here: ViewContext) -> str:
    """Render a page of the log."""
    wish = parse_log_address(request.args)
    return render_template(
        "log/log.html",
        wish=wish,
        leaf=(page_of_chronicle if wish.depth == "chronicle" else page_of_log)(here, wish),
        who=subjects_of_log(here),
        areas=topics_by_area(here),
        open=position_typed(request.args.get("open")),
        menus=Menus(here),
    )


@log.get("/log/<int:entry>")
@with_live_campaign
def entry(here: ViewContext, entry: int) -> Any:
    """Redirect to the log page with an entry; `#entry-4` is a permanent link."""
    before = page_of_entry(here, entry)
    return redirect(url_for("log.read", key=here.key, before=before, open=entry, _anchor=f"entry-{entry}"))


@log.get("/why")
@with_campaign_copy("preview")
def why(here: ViewContext) -> str:
    """The entries that moved a value, the newest first, one page at a time."""
    path = request.args.get("path", "")
    value = value_at(here.table, split_path(path))
    page = moves_page(path, here, position_typed(request.args.get("before")))
    single = value is None or isinstance(value, bool | int | str)
    return render_template(
        "log/why.html",
        path=path,
        where=label_of_path(path, here.table),
        page=page,
        value=value_words(path, value, here.table),
        single=single,
    )


@log.get("/branch")
@with_live_campaign
def branch(here: ViewContext) -> str:
    """The form of a branch: its name."""
    asked = position_typed(request.args.get("at")) or here.campaign.position
    at = end_of_command(here.campaign, asked)
    moved = end_of_command_text(asked, at).render(here.tongue) if asked != at else ""
    return render_template("log/branch.html", at=at, said=say_line(line_of(here, at), here), moved=moved)


@log.post("/branch")
@with_live_campaign
def branch_off(here: ViewContext) -> Any:
    """Create a branch of the campaign at an entry."""
    at, name = position_typed(request.form.get("at")), request.form.get("name", "")

    def do() -> Any:
        command, branch = command_of_form(), current_services().campaigns.branch
        made = begin_as_own(id_of_new(command), lambda: branch(here.id, name, at, here.key, command))
        return redirect(url_for("play.board", key=current_services().find_campaign(made.campaign).key), 303)

    return DeferredCommand(do)


@log.get("/compare")
def comparison(key: str) -> str:
    """A comparison of two points of one or two campaigns, in words. The campaigns are opened one after the other."""
    other = request.args.get("with") or key
    before, left = table_at(key=other, position=position_typed(request.args.get("a")))
    after, right = table_at(key=key, position=position_typed(request.args.get("b")))
    changes = changes_between(before, after) if type(before) is type(after) else []
    return with_live_campaign(show_comparison)(key=key, other=other, changes=changes, after=after, at=(left, right))  # type: ignore[no-any-return]


def show_comparison(here: ViewContext, other: str, changes: list[Change], after: Table, at: tuple[int, int]) -> str:
    others = related_entries(here)
    with_other = current_services().find_campaign(other) if other != here.key else None
    if with_other and with_other not in others:
        others = [with_other, *others]
    besides = [change for change in changes if split_path(change.path)[0] in Table.model_fields]
    return render_template(
        "log/compare.html",
        other=with_other,
        at=at,
        said=[said_at(here, at[0]) if other == here.key else "", said_at(here, at[1])],
        family=others,
        ends=ended_sessions(here),
        changes=say_changes([change for change in changes if change not in besides], here, after),
        besides=say_changes(besides, here, after),
    )


def said_at(here: ViewContext, position: int) -> str:
    """The sentence of the entry at either end of a comparison."""
    return say_line(line_of(here, position), here) if position else ""


@with_campaign_copy("preview")
def table_at(here: ViewContext, position: int | None) -> tuple[Table, int]:
    """The table of a campaign after an entry, by default the newest, as the visitor may see it, and the position."""
    return here.at(position), here.campaign.position if position is None else position


__all__ = ["log"]
