"""Errors: one table from exception to status and text, as a page or, for programs, as problem+json."""

import logging
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from companion.web.network.gate import NotOpenToNetwork
from companion.web.network.request_record import note_error
from companion.web.network.slow_work import TooManyWaiting
from companion.web.visitors.bearer import is_api_request
from companion.web.visitors.guard import (
    SAFE,
    CrossSiteLink,
    CrossSiteRequest,
    ExpiredForm,
    NotAllowed,
    NotJoined,
    NoToken,
)
from companion.web.visitors.guests import QuotaReached
from companion.web.visitors.language import say_value, tongue_of_visitor
from companion.web.visitors.page import current_services
from companion.web.visitors.problems import problem_response
from companion.web.visitors.typed import local_path
from companion.web.visitors.visitor import current_visitor
from domain.framework.refusal import Already, IdReused, Misfit, NotFound, RefusedAll
from domain.framework.text import Text, kebab_case, text
from domain.log.corrections import CROSSES_AN_END
from domain.log.losses import LEAVES_UNDONE
from domain.store import Busy, Conflict, Damaged, StoreMoved

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Page:
    """An error page: its status, its heading, and its advice."""

    status: int
    title: Text
    advice: Text
    unrecorded: bool = False
    """Whether to add that nothing was recorded, if the request was to record something."""


TABLE: dict[type[Exception], Page] = {
    Already: Page(409, text("Already done"), text("Another player may have been faster."), unrecorded=True),
    NotFound: Page(404, text("Not here"), text("It may have another name here.")),
    RefusedAll: Page(422, text("The rules say no"), text("Go back to change it."), unrecorded=True),
    Misfit: Page(422, text("That does not fit"), text("Go back to change it."), unrecorded=True),
    IdReused: Page(422, text("This id was used before"), text("Send a new command with a new id."), unrecorded=True),
    Conflict: Page(409, text("Two at the same moment"), text("Go back, look, and try once more."), unrecorded=True),
    QuotaReached: Page(
        403,
        text("No more campaigns"),
        text("Give up a finished campaign on its page Campaign, or ask the administrator for more."),
    ),
    StoreMoved: Page(
        503,
        text("The campaign file is not in its place"),
        text("Put it back where it was. If it is lost, export all campaigns before you stop the companion."),
    ),
    Busy: Page(503, text("One moment"), text("Try again."), unrecorded=True),
    TooManyWaiting: Page(
        503,
        text("In a moment"),
        text("The computer is busy with work for other players. Wait a moment, then try again."),
    ),
    Damaged: Page(
        500, text("The campaign file is damaged"), text("Nothing is recorded until the host has run: companion repair")
    ),
    NotOpenToNetwork: Page(
        403,
        text("The table is not open"),
        text("Ask the host to open it to the network, on the page People of the campaign."),
    ),
    NoToken: Page(
        401,
        text("A token is missing"),
        text("Join with a code to get a token, and send it with each request."),
        unrecorded=True,
    ),
    NotJoined: Page(
        403, text("Join the table first"), text("Ask the host for the code, and join with it."), unrecorded=True
    ),
    NotAllowed: Page(403, text("You may not do this"), text("Ask the host if you need to do this."), unrecorded=True),
    CrossSiteRequest: Page(
        403, text("This form came from another site"), text("Use the forms of these pages."), unrecorded=True
    ),
    CrossSiteLink: Page(
        403,
        text("A link from another site led here"),
        text("Nothing was shown or recorded. Continue if you meant to come here."),
    ),
    ExpiredForm: Page(
        403,
        text("This page was open for a long time"),
        text("Nothing has been recorded yet. Send it again if you meant it."),
    ),
}
MENDED = Page(503, text("One moment"), text("A part of the file was rebuilt. Open the page again."))
BY_STATUS = {
    400: Page(400, text("This request is invalid"), text("Go back and try again.")),
    404: Page(404, text("Not here"), text("There is no page at this address.")),
    405: Page(405, text("That does not work here"), text("Open the page first, then use its form.")),
    415: Page(415, text("That is not JSON"), text("Send it as JSON.")),
    413: Page(413, text("That is too large"), text("Nothing was read. Choose a smaller file.")),
}
UNKNOWN_VISITOR, UNAVAILABLE = 401, 503
FOR_PROGRAMS_BY_ERROR = {NotJoined: UNKNOWN_VISITOR, Damaged: UNAVAILABLE}
"""The statuses for programs that differ from those of pages: a missing token, and a store that cannot record."""
CODES: dict[type[Exception], str] = {RefusedAll: "refused"}
"""The problem codes that differ from the name of their exception."""
CONFIRMED = (CROSSES_AN_END.code, LEAVES_UNDONE.code)
"""Codes of warnings: a command with `sure` records in spite of them."""
FOR_PROGRAMS: dict[int, Text] = {
    400: text("The body is not JSON."),
    404: text("There is nothing at this address."),
    405: text("This address does not accept the method. The Allow header lists those it accepts."),
    413: text("Nothing was read."),
}
"""The details of HTTP errors for programs, without mention of pages."""
BROKEN = Page(500, text("Something went wrong"), text("The campaign is safe; go back and try again."), unrecorded=True)


def install_error_pages(app: Flask) -> None:
    """Handle every exception in the table, every HTTP error, and unexpected exceptions."""
    app.before_request(of_another_name)
    for kind in TABLE:
        app.register_error_handler(kind, error_answer)
    app.register_error_handler(HTTPException, handle_http_error)


def of_another_name() -> None:
    """Answer a request for an untrusted host name at once, without links.

    Raises:
        SecurityError: the host name is not trusted.
    """
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception


def error_answer(error: Exception) -> Any:
    """The response to an exception in the table: a page, or a problem for a program."""
    note_error(error)
    page = page_of_error(error)
    return problem_of_error(page, error) if is_api_request() else error_page(page, error)


def page_of_error(error: Exception) -> Page:
    """The texts of an exception in the table. If a damaged file could be repaired, they ask for another try."""
    if isinstance(error, Damaged):
        log.error("%s", error)
        if not current_services().store.stopped and current_services().rebuild_caches():
            return MENDED
    return next(page for kind, page in TABLE.items() if isinstance(error, kind))


def problem_of_error(page: Page, error: Exception) -> Response:
    """An exception in the table as a problem, with its reasons or faults one by one."""
    more: dict[str, Any] = {}
    match error:
        case RefusedAll():
            tongue = tongue_of_visitor()
            more = {"bendable": error.bendable, "reasons": [reason.as_json(tongue) for reason in error.reasons]}
            if all(reason.code in CONFIRMED for reason in error.reasons):
                more["confirm"] = "sure"
        case Misfit():
            more = {"fields": {name: say_value(fault) for name, fault in error.faults.items()}}
    details = [] if page is MENDED else details_of_error(error)
    if not details or isinstance(error, Damaged | StoreMoved):
        details.append(say_value(say_advice(page)))
    kind = Busy if page is MENDED else next(kind for kind in TABLE if isinstance(error, kind))
    status = next((status for kind, status in FOR_PROGRAMS_BY_ERROR.items() if isinstance(error, kind)), page.status)
    headers = {"WWW-Authenticate": "Bearer"} if status == UNKNOWN_VISITOR else {}
    return problem_response(
        status, CODES.get(kind, kebab_case(kind.__name__)), say_value(page.title), "\n".join(details), headers, **more
    )


def error_page(page: Page, error: Exception) -> tuple[str, int]:
    """The page of an exception in the table."""
    if page is MENDED:
        return show_error(MENDED, []), MENDED.status
    on = local_path(request.full_path.removesuffix("?")) if isinstance(error, CrossSiteLink) else ""
    return show_error(page, details_of_error(error), again=fields_to_resend(error), on=on), page.status


def handle_http_error(error: HTTPException) -> Any:
    """The response to an HTTP error; redirects pass, and an untrusted host name gets a page without links."""
    if error.code is None or error.code < 400:  # noqa: PLR2004
        return error
    note_error(getattr(error, "original_exception", None) or error)
    page = BY_STATUS.get(error.code, BROKEN)
    if is_api_request():
        allowed = error.get_headers() if isinstance(error, MethodNotAllowed) else []
        headers = {name: value for name, value in allowed if name == "Allow"}
        code = HTTPStatus(error.code).name.lower().replace("_", "-")
        said = say_value(FOR_PROGRAMS.get(error.code) or say_advice(page))
        return problem_response(error.code, code, say_value(page.title), said, headers)
    return error if isinstance(error, SecurityError) else (show_error(page, []), error.code)


def details_of_error(error: Exception) -> list[str]:
    """The details of an error, in the visitor's language."""
    match error:
        case NotFound():
            return [say_value(error.text)]
        case QuotaReached():
            return [say_value(text("You have {count|campaign|campaigns}, the most allowed.", count=error.most))]
        case RefusedAll():
            return [say_value(reason.text) for reason in error.reasons]
        case Misfit():
            return [say_value(fault) for fault in error.faults.values()]
        case Damaged() if not current_visitor().administers:
            return []  # the damage may concern another campaign
        case IdReused() | Conflict() | Busy() | Damaged():
            return [say_value(error.text)]
    return []


def fields_to_resend(error: Exception) -> list[tuple[str, str]]:
    """The fields of an expired form, to send it again; files cannot be kept."""
    if not isinstance(error, ExpiredForm) or request.files:
        return []
    return [(name, value) for name, value in request.form.items(multi=True) if name != "token"]


def say_advice(page: Page) -> Text:
    """The advice on an error, and that nothing was recorded if the request was to record something."""
    if page.unrecorded and request.method not in SAFE:
        return text("Nothing was recorded. {advice}", advice=page.advice)
    return page.advice


def show_error(page: Page, what: list[str], again: Any = (), on: str = "") -> str:
    return render_template(
        "error.html", page=page, advice=say_advice(page), what=what, again=again, to=request.path, on=on
    )


__all__ = ["TABLE", "error_answer", "install_error_pages", "say_advice"]
