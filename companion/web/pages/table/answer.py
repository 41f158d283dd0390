"""Answers: the response to a command, which is the page Play with the result of the command."""

from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit

from flask import current_app, g, redirect, request, url_for
from werkzeug import Response

from companion.view_context import ViewContext
from companion.web.network.slow_work import slow_work_of_app
from companion.web.pages.table.late_answers import ANSWERED, LateAnswer
from companion.web.pages.table.play_page import draw_play
from companion.web.rendering.fragments import HEADER
from companion.web.visitors.language import store_name
from companion.web.visitors.page import PageAsked, campaign_view
from domain.campaigns import Receipt

PLAY = "play.board"
"""The view of the page that every command leads to."""
POSITION = "X-Position"
"""The response header with the last entry of a command whose page comes later."""


def answer_recorded(here: ViewContext, receipt: Receipt) -> Response:
    """The response to a recorded command: the page that shows its toast. The author's name is stored in a cookie.

    A script that sends `X-Has` gets the page itself: a second request would wait behind all clients that were notified
    of the change. While others wait to record, it learns only the last entry of its command, and asks for the page
    later.
    """
    command = receipt.entries[0].command
    address = url_for(PLAY, key=here.key, saved=command)
    if HEADER not in request.headers:
        return store_name(redirect(address, 303))
    if slow_work_of_app().requests.is_crowded:
        later = Response(status=HTTPStatus.NO_CONTENT)
        later.headers["Content-Location"] = address
        later.headers[POSITION] = str(receipt.entries[-1].position)
        return store_name(later)
    return store_name(_page_if_drawn(here.key, address, command) or redirect(address, 303))


def answer_late(here: ViewContext, late: LateAnswer) -> Response:
    """The page with a note naming the player who answered first; another answer can be recorded from there."""
    g.late = late
    page = _page_after_command(here.key, url_for(PLAY, key=here.key))
    if late.own:
        page.status_code = ANSWERED
    return page


def _page_if_drawn(key: str, address: str, command: str) -> Response | None:
    """The page after a command; None if it cannot be drawn, because what was recorded stays acknowledged."""
    try:
        page = _page_after_command(key, address, command)
    except Exception:
        current_app.logger.exception("The page after a command could not be rendered.")
        return None
    return page if page.status_code == HTTPStatus.OK else None


def _page_after_command(key: str, address: str, command: str = "") -> Response:
    """The page Play of a campaign, as if its address was requested."""
    g.page = PageAsked(PLAY, unquote(urlsplit(address).path), command)
    with campaign_view(key) as here:
        drawn: Any = draw_play(here)
        page = current_app.make_response(drawn)
    page.headers["Content-Location"] = address
    return page


__all__ = ["answer_late", "answer_recorded"]
