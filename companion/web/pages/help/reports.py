"""Pages of problem reports, to read and to save as a file. Nothing is sent anywhere."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, g, redirect, render_template, request, url_for

from companion.view_context import ViewContext
from companion.web.network.slow_work import slow_work_of_app
from companion.web.pages.campaign.exports import send_export
from companion.web.pages.help.report import EVERYTHING, KNOWN, PARTS, USUAL, Reported, pack_report, write_report
from companion.web.visitors.language import preferences_of_visitor, say_value, tongue_of_visitor
from companion.web.visitors.page import campaign_of, current_services
from companion.web.visitors.typed import one_line
from companion.web.visitors.visitor import current_visitor, with_seats
from domain.framework.refusal import NotFound
from domain.store import StoreError

reports = Blueprint("report", __name__, url_prefix="/c/<key>/report")

LOOKS = ("language", "content", "theme", "scale", "touch", "shortcuts", "awake", "signal")


@reports.get("")
def read(key: str) -> str:
    """The text of the report."""
    chosen = wanted_parts()
    with slow_work_of_app().wait_for_turn("file"):
        subject = subject_of(key)
        report = write_report(subject, chosen)
    return render_template("help/report.html", key=key, parts=PARTS, chosen=chosen, report=report, opened=subject.here)


@reports.get("/report.zip")
def take(key: str) -> Any:
    """Send the report as a file without secrets."""
    if EVERYTHING in wanted_parts():
        return redirect(f"{url_for('report.take_everything', key=key)}?{request.query_string.decode()}")
    return zip_report(key, wanted_parts())


@reports.get("/everything.zip")
def take_everything(key: str) -> Response:
    """Send the report with the whole campaign and every secret."""
    return zip_report(key, wanted_parts() | {EVERYTHING})


def zip_report(key: str, parts: frozenset[str]) -> Response:
    with slow_work_of_app().wait_for_turn("file"):
        return send_export(pack_report(subject_of(key), parts), f"{key}-report.zip", "zip")


def wanted_parts() -> frozenset[str]:
    """The chosen parts; the default ones until some are chosen."""
    return frozenset(request.args.getlist("with")) & KNOWN if "asked" in request.args else USUAL


def subject_of(key: str) -> Reported:
    """A campaign as the visitor may see it, from a private copy, or the reason why it cannot be opened.

    Raises:
        NotFound: there is no such campaign.
    """
    listed = campaign_of(key)
    source = slow_work_of_app().yielding_source(current_services().store.source(listed.campaign))
    whole = current_visitor().administers
    subject = Reported(current_services(), listed, tongue_of_visitor(), source, whole=whole, browser=describe_browser())
    try:
        campaign = current_services().campaigns.copy_from_file(listed.campaign, source)
    except (NotFound, StoreError) as trouble:
        return replace(subject, trouble=say_value(trouble.text))
    g.here = ViewContext(
        listed, campaign, with_seats(listed.campaign, campaign.table.chairs()).viewer, tongue_of_visitor()
    )
    return replace(subject, here=g.here)


def describe_browser() -> dict[str, str]:
    """The browser's headers and display preferences, without other cookies."""
    known = preferences_of_visitor()
    return {
        "User-Agent": one_line(request.user_agent.string, 300),
        "Accept-Language": one_line(request.headers.get("Accept-Language", ""), 200),
        **{name: str(known[name] or "–") for name in LOOKS},
    }


__all__ = ["reports"]
