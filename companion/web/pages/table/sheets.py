"""Pages of the save sheets, now or after any entry, for the screen and for paper."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.view_context import ViewContext
from companion.web.pages.log.points import ended_sessions
from companion.web.rendering.fragments import fragment_response
from companion.web.visitors.page import DeferredWork, with_live_campaign
from companion.web.visitors.typed import position_typed
from companion.web.visitors.visitor import current_visitor
from domain.framework.refusal import NotFound

sheets = Blueprint("sheets", __name__, url_prefix="/c/<key>")


@sheets.get("/sheet")
@with_live_campaign
def own(here: ViewContext) -> Any:
    """The sheet of the visitor's seat; without a seat the first sheet."""
    return show_sheets(here, None)


@sheets.get("/sheets/")
@with_live_campaign
def every(here: ViewContext) -> Any:
    """All sheets."""
    return show_sheets(here, "")


@sheets.get("/sheets/<sheet>")
@with_live_campaign
def one(here: ViewContext, sheet: str) -> Any:
    """One sheet."""
    return show_sheets(here, sheet)


def show_sheets(here: ViewContext, wanted: str | None) -> Any:
    """The page of sheets; for an earlier entry, computed from a copy. `wanted` is None for the visitor's own, "" for
    all.
    """
    at = position_typed(request.args.get("at"))
    return page_now(here, wanted=wanted) if at is None else DeferredWork(lambda beside: page_at(beside, wanted, at))


@fragment_response
def page_now(here: ViewContext, wanted: str | None) -> str:
    """The page of current sheets."""
    return page_at(here, wanted, None)


def page_at(here: ViewContext, wanted: str | None, at: int | None) -> str:
    table = here.at(at)
    found = here.sheets(table)
    seats = {sheet.key: sheet.seat for sheet in here.game.sheets(table)}
    if wanted is None:
        wanted = own_sheet(seats)
    shown = [sheet for sheet in found if wanted in ("", sheet["key"])]
    if wanted and not shown:
        raise NotFound("There is no sheet “{sheet}”.", sheet=wanted)
    why = url_for("log.why", key=here.key) + "?path=" if at is None else ""
    ends = ended_sessions(here)
    return render_template(
        "table/sheets.html", sheets=found, shown=shown, wanted=wanted, at=at, ends=ends, why=why, seats=seats
    )


def own_sheet(seats: Mapping[str, str]) -> str:
    """The first sheet of the visitor's seats, else the first sheet; "" if there is none."""
    mine = current_visitor().seats
    return next((sheet for sheet, seat in seats.items() if seat in mine), next(iter(seats), ""))


__all__ = ["sheets"]
