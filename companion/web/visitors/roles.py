"""Access rights: the right that each address needs. Addresses that are not listed are for the host only."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, jsonify, redirect, request, url_for

from companion.web.visitors.bearer import is_api_request
from companion.web.visitors.errors import TABLE, error_answer, say_advice
from companion.web.visitors.guard import SAFE, CrossSiteLink, NotAllowed, NotJoined
from companion.web.visitors.language import say_value
from companion.web.visitors.page import campaign_of
from companion.web.visitors.visitor import Right, current_visitor, is_cross_site, is_host_request

ADDRESSES: Mapping[Right, tuple[str, ...]] = {
    Right.OPEN: (
        "api_documents.document",
        "api_index.start",
        "api_joining.host",
        "api_joining.join",
        "asking.request_device",
        "asking.withdraw_request",
        "asking.wait_for_answer",
        "healthz",
        "help.every",
        "help.one",
        "hosting.door",
        "hosting.knock",
        "joining.show_code_form",
        "joining.door",
        "joining.knock",
        "joining.scan",
        "joining.sit",
        "readyz",
        "reference.every",
        "reference.game",
        "shell.manifest",
        "shell.offline",
        "shell.worker",
        "static",
    ),
    Right.LOOK: (
        "api_joining.leave",
        "api_joining.sit",
        "api_reading.about",
        "api_reading.every",
        "api_reading.log",
        "api_reading.moves",
        "api_reading.positions",
        "api_reading.possible",
        "api_reading.sheets",
        "api_reading.state",
        "api_reading.statistics",
        "campaigns.about",
        "campaigns.every",
        "campaigns.more",
        "campaigns.preferences",
        "charts.board",
        "devices.answer_request",
        "devices.confirm_devices",
        "exports.progress",
        "exports.take",
        "game_files.save",
        "game_files.show",
        "exports.take_recap",
        "exports.take_sheets",
        "help.every_here",
        "help.one_here",
        "hints.again",
        "hints.dismiss",
        "log.comparison",
        "log.entry",
        "log.read",
        "log.why",
        "live.stream",
        "people.give_seat",
        "people.leave",
        "people.present",
        "people.change_own_name",
        "people.sit",
        "photos.every",
        "photos.one",
        "play.board",
        "play.fold_recap",
        "play.put_conclusion_away",
        "portraits.one",
        "preferences.prefer",
        "report.read",
        "report.take",
        "screen.large",
        "sheets.every",
        "sheets.one",
        "sheets.own",
        "statistics.every",
        "timeline.at",
    ),
    Right.RECORD: (
        "api_correcting.amend",
        "api_correcting.amend_preview",
        "api_correcting.insert",
        "api_correcting.insert_preview",
        "api_correcting.redo",
        "api_correcting.redo_preview",
        "api_correcting.undo",
        "api_correcting.undo_preview",
        "api_recording.record",
        "api_recording.why",
        "corrections.amend",
        "corrections.amend_now",
        "corrections.insert",
        "corrections.insert_list",
        "corrections.insert_now",
        "corrections.redo",
        "corrections.restore",
        "corrections.restore_now",
        "corrections.undo",
        "corrections.undo_list",
        "corrections.undo_now",
        "corrections.undo_to",
        "cards.form",
        "cards.record",
        "claims.answer",
        "compose.add_thing",
        "compose.change_thing",
        "compose.game",
        "compose.new_thing",
        "compose.one_thing",
        "photos.take",
        "play.every",
        "play.form",
        "play.found",
        "play.opened",
        "play.record",
        "portraits.choose",
        "portraits.colour",
        "portraits.hang",
        "portraits.head",
        "portraits.take_down",
        "together.card",
        "together.record",
        "saying.page",
        "saying.part",
    ),
}
"""The addresses that are not for the host only, by endpoint."""
NEEDS: Mapping[str, Right] = {endpoint: right for right, endpoints in ADDRESSES.items() for endpoint in endpoints}


def install_roles(app: Flask) -> None:
    """Check the visitor's right at every request, and let templates check it, too."""
    app.before_request(check_right)
    app.after_request(forbid_shared_caches)
    for kind in (NotAllowed, NotJoined):
        app.register_error_handler(kind, show_refusal)
    app.jinja_env.globals.update(may=may, role=role_of_visitor)


def right_needed(endpoint: str | None) -> Right:
    """The right that an address needs."""
    return NEEDS.get(endpoint or "", Right.HOST)


def may(what: str) -> bool:
    """Whether the visitor may `look`, `record`, `host`, or open an endpoint (`play.form`)."""
    return current_visitor().right >= (right_needed(what) if "." in what else Right[what.upper()])


def role_of_visitor() -> str:
    """The visitor's role: `host`, `player`, `spectator` or `nobody`."""
    return current_visitor().role


def check_right() -> Any:
    """Refuse a request without the right to it; visitors who have not joined are redirected to the join form.

    Raises:
        NotFound: the campaign is not one of the visitor's.
        NotAllowed, NotJoined: the visitor lacks the right.
        CrossSiteLink: the visitor has the right, but another site led here.
    """
    asking, right = current_visitor(), right_needed(request.endpoint)
    if asking.right >= right:
        _of_their_campaign()
        return None
    if is_cross_site() and is_host_request():
        raise CrossSiteLink
    if asking.right > Right.OPEN:
        if request.endpoint is None:
            return None  # Flask answers 404
        _of_their_campaign()
    elif request.method in SAFE and not wants_json():
        return redirect(url_for("joining.door"), 303)
    raise NotAllowed if asking.guest else NotJoined


def forbid_shared_caches(response: Response) -> Response:
    """Forbid caches to store pages with restricted access; pictures set their own lifetime."""
    if right_needed(request.endpoint) > Right.OPEN and response.cache_control.max_age is None:
        response.headers["Cache-Control"] = "no-store"
    return response


def _of_their_campaign() -> None:
    key, me = (request.view_args or {}).get("key"), current_visitor()
    if key is not None and (me.guest or me.account):
        campaign_of(key)


def wants_json() -> bool:
    """Whether the request expects JSON: a program's, or a script's."""
    return is_api_request() or request.accept_mimetypes.best == "application/json"


def show_refusal(error: NotAllowed) -> Any:
    """A refusal as a page or as JSON."""
    if is_api_request() or not wants_json():
        return error_answer(error)
    page = TABLE[type(error)]
    code = "not-joined" if isinstance(error, NotJoined) else "not-allowed"
    return jsonify({"error": code, "message": say_value(say_advice(page))}), page.status


__all__ = ["ADDRESSES", "NEEDS", "install_roles", "may", "right_needed", "role_of_visitor", "wants_json"]
