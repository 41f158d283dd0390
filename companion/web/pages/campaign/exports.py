"""Exporting a campaign as a file, and importing one."""

from dataclasses import asdict, replace
from io import BytesIO
from typing import Any, BinaryIO, cast

from flask import Blueprint, Response, jsonify, redirect, render_template, request, send_file, url_for

from companion.arrivals import describe_arrival, import_file
from companion.log_sentences import record_of
from companion.recap import make_recap
from companion.view_context import ViewContext
from companion.web.network.file_progress import progress_of_app
from companion.web.network.slow_work import slow_work_of_app
from companion.web.pages.people.owning import begin_as_own, may_change
from companion.web.pages.table.recent_lines import last_session
from companion.web.visitors.language import say_value, translate_sentence
from companion.web.visitors.page import campaign_of, current_services, with_campaign_copy
from companion.web.visitors.typed import one_line, position_typed
from domain.framework.game import PUBLIC
from domain.framework.refusal import Misfit, NotFound
from domain.store import Conflict
from projections.documents.archive import write_archive
from projections.documents.arrivals import Importer
from projections.documents.export import export_campaign, render_sheets
from projections.log import Wanted, select_lines_until_now

exports = Blueprint("exports", __name__)

MIME = {
    "jsonl": "application/x-ndjson",
    "json": "application/json",
    "md": "text/markdown",
    "html": "text/html",
    "csv": "text/csv",
    "pdf": "application/pdf",
    "bgsplay": "application/json",
    "plays.csv": "text/csv",
    "ics": "text/calendar",
    "text": "text/plain",
    "zip": "application/zip",
}


@exports.get("/c/<key>/export/jsonl")
@with_campaign_copy("file")
def take_everything(here: ViewContext) -> Response:
    """Send a campaign as a lossless file, with every secret."""
    return export_response(here, "jsonl")


@exports.get("/c/<key>/export/zip")
@with_campaign_copy("file")
def take_archive(here: ViewContext) -> Response:
    """Send a campaign with its photos as an archive, with every secret."""
    return send_export(write_archive(current_services().campaigns, [here.listed]), f"{here.key}.zip", "zip")


@exports.get("/c/<key>/export/<suffix>")
@with_campaign_copy("file")
def take(here: ViewContext, suffix: str) -> Response:
    """Send a campaign as a file without secrets; with `mine`, with those that the visitor may read."""
    return export_response(here, suffix)


def export_response(here: ViewContext, suffix: str) -> Response:
    """The response that sends a campaign as a file."""
    viewer = here.viewer if "mine" in request.args else PUBLIC
    reading = current_services().store.reading
    with progress_of_app().follow(here.id, making_typed()) as progressed:
        pieces = export_campaign(here.campaign, here.listed, reading, f".{suffix}", here.tongue, viewer, progressed)
        made = b"".join(slow_work_of_app().yielding(pieces))
    return send_export(made, f"{here.key}.{suffix}", suffix)


@exports.get("/c/<key>/export/progress")
def progress(key: str) -> Response:
    """The progress of the file that a page waits for, as JSON."""
    found = progress_of_app().of_file(campaign_of(key).campaign, making_typed())
    return jsonify(asdict(found))


def making_typed() -> str:
    """The number by which a page asks for the progress of its file; empty if it does not ask."""
    return one_line(request.args.get("making", ""), 40)


@exports.get("/c/<key>/export/sheets/<form>")
@with_campaign_copy("file")
def take_sheets(here: ViewContext, form: str) -> Response:
    """Send the sheets, now or after an entry, with the record of the log.

    Raises:
        NotFound: there is no such sheet.
    """
    wanted = request.args.get("sheet", "")
    at = position_typed(request.args.get("at"))
    with current_services().store.reading() as cursor:
        log_lines = select_lines_until_now(cursor, here.campaign, Wanted(before=at and at + 1))
    every = [*here.game.sheets(here.at(at)), *record_of(log_lines, here)]
    drawn = [one for one in every if wanted in ("", one.key)]
    if not drawn:
        raise NotFound("There is no sheet “{sheet}”.", sheet=wanted)
    made = render_sheets(drawn, form, here.tongue, here.on_paper(at), here.one_language)
    return send_export(made, f"{here.key}-sheets.{'txt' if form == 'text' else form}", form)


@exports.get("/c/<key>/export/recap")
@with_campaign_copy("file")
def take_recap(here: ViewContext) -> Response:
    """Send the recap of the last session as text, without secrets."""
    with current_services().store.reading() as cursor:
        found = make_recap(replace(here, viewer=PUBLIC), cursor)
    if not last_session(here) or not found.chapters:
        raise NotFound("No session has ended yet.")
    chapter = found.chapters[0]
    head = [f"{here.table.name} · {chapter.title}", chapter.about, chapter.summary]
    items = [f"– {said}" for said in found.sentences()]
    text_file = "\n".join((*filter(None, head), "", *items, "", *found.changes, ""))
    return send_export(text_file.encode(), f"{here.key}-{found.session}.txt", "text")


def send_export(made: bytes, name: str, kind: str) -> Response:
    """A file as an attachment, so that browsers never show it within these pages."""
    return send_file(BytesIO(made), MIME.get(kind, "application/octet-stream"), as_attachment=True, download_name=name)


@exports.get("/import")
def ask() -> str:
    """The page to import a file, with the file formats."""
    return render_template("campaign/import.html", faults=[])


@exports.post("/import")
def bring() -> Any:
    """Import the campaigns in a file, and show the results; a single new campaign is opened."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return render_template("campaign/import.html", faults=[translate_sentence("Choose a file first.")]), 422
    services = current_services()
    try:
        arrivals = import_file(services, cast(BinaryIO, file.stream), Importer(may_change, begin_as_own))
    except Misfit as wrong:
        return render_template(
            "campaign/import.html", faults=[say_value(fault) for fault in wrong.faults.values()]
        ), 422
    except Conflict as taken:
        return render_template("campaign/import.html", faults=[say_value(taken.text)]), 409
    keys = [services.find_campaign(one.campaign).key for one in arrivals]
    if len(keys) == 1 and arrivals[0].outcome == "new":
        return redirect(url_for("play.board", key=keys[0]), 303)
    results = [(key, say_value(describe_arrival(one, services))) for key, one in zip(keys, arrivals, strict=True)]
    return render_template("campaign/import.html", faults=[], results=results)


__all__ = ["exports"]
