"""Pages of the save sheets, of now or after any entry, on the screen and on paper."""

from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.view_context import ViewContext
from companion.web.drawing.fragments import fragment_response
from companion.web.log.points import ended_sessions
from companion.web.page import DeferredWork, with_live_campaign
from companion.web.typed import position_typed
from domain.language.refusal import NotFound

sheets = Blueprint("sheets", __name__, url_prefix="/c/<key>/sheets")


@sheets.get("/")
@with_live_campaign
def every(here: ViewContext) -> Any:
    """All sheets."""
    return show_sheets(here, "")


@sheets.get("/<sheet>")
@with_live_campaign
def one(here: ViewContext, sheet: str) -> Any:
    """One sheet."""
    return show_sheets(here, sheet)


def show_sheets(here: ViewContext, wanted: str) -> Any:
    """The page of sheets now; that of the past is made from a copy."""
    at = position_typed(request.args.get("at"))
    return page_now(here, wanted=wanted) if at is None else DeferredWork(lambda beside: page_at(beside, wanted, at))


@fragment_response
def page_now(here: ViewContext, wanted: str) -> str:
    """The page of sheets now."""
    return page_at(here, wanted, None)


def page_at(here: ViewContext, wanted: str, at: int | None) -> str:
    table = here.at(at)
    found = here.sheets(table)
    shown = [sheet for sheet in found if wanted in ("", sheet["key"])]
    if wanted and not shown:
        raise NotFound("There is no sheet “{sheet}”.", sheet=wanted)
    why = url_for("log.why", key=here.key) + "?path=" if at is None else ""
    ends = ended_sessions(here)
    seats = {sheet.key: sheet.seat for sheet in here.game.sheets(table)}
    return render_template(
        "table/sheets.html", sheets=found, shown=shown, wanted=wanted, at=at, ends=ends, why=why, seats=seats
    )


__all__ = ["sheets"]
