"""Hints for beginners: one per page at most, until it is dismissed or followed; stored in a cookie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request

from companion.web.visitors.language import set_preference
from companion.web.visitors.page import page_asked
from companion.web.visitors.typed import local_path
from domain.framework.text import Text, text

hints = Blueprint("hints", __name__)

COOKIE = "hints"


@dataclass(frozen=True)
class Hint:
    """A hint: its key, its page, its text, its help area.

    `done` lists the endpoints of pages and forms that make the hint unnecessary once used.
    """

    key: str
    page: str
    said: Text
    more: str
    done: Sequence[str]


HINTS = (
    Hint(
        "primary",
        "play.board",
        text("Tap what comes next when you do it."),
        "play",
        ("play.record",),
    ),
    Hint(
        "undo",
        "play.board",
        text("This arrow takes back the last entry."),
        "log",
        ("corrections.undo_now", "corrections.undo"),
    ),
    Hint(
        "menu",
        "log.read",
        text("⋯ takes an entry back, or fixes it."),
        "log",
        ("corrections.undo", "corrections.amend", "corrections.insert_list", "log.branch", "log.comparison"),
    ),
    Hint(
        "why",
        "sheets.own",
        text("Tap a dotted number to see its history."),
        "sheets",
        ("log.why",),
    ),
    Hint(
        "joining",
        "campaigns.about",
        text("Others can play along on their phones."),
        "joining",
        ("people.present", "people.large"),
    ),
)
"""In the order in which a page shows them."""
BY_KEY = {hint.key: hint for hint in HINTS}


def hints_put_away() -> list[str]:
    """The keys of the hints that this device dismissed."""
    return [key for key in request.cookies.get(COOKIE, "").split(".") if key in BY_KEY]


def hints_done() -> list[str]:
    """The keys of the hints that this request makes unnecessary."""
    return [hint.key for hint in HINTS if request.endpoint in hint.done]


@hints.app_context_processor
def hints_shown() -> dict[str, Any]:
    """The hint of this page: the first that was not dismissed."""
    seen, page = {*hints_put_away(), *hints_done()}, page_asked().view
    return {"hint": next((hint for hint in HINTS if hint.page == page and hint.key not in seen), None)}


@hints.after_app_request
def put_away_done(response: Response) -> Response:
    """Dismiss the hints that the request makes unnecessary."""
    if (keys := hints_done()) and response.status_code < 400:  # noqa: PLR2004
        remember_dismissed(response, keys)
    return response


@hints.post("/hints/<hint>")
def dismiss(hint: str) -> Any:
    """Dismiss a hint."""
    response = back_to_page()
    remember_dismissed(response, [key for key in (hint,) if key in BY_KEY])
    return response


@hints.post("/hints")
def again() -> Any:
    """Show all hints again."""
    response = back_to_page()
    response.delete_cookie(COOKIE)
    return response


def back_to_page() -> Any:
    return redirect(local_path(request.form.get("back", "")), 303)


def remember_dismissed(response: Any, keys: Sequence[str]) -> None:
    """Add hints to the cookie; without new hints, no cookie is sent."""
    seen = hints_put_away()
    now = [*seen, *(key for key in keys if key not in seen)]
    if now != seen:
        set_preference(response, COOKIE, ".".join(now))


__all__ = ["HINTS", "Hint", "hints"]
