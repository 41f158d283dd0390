"""Hints for the first evening: one a page at most, until it is put away or done; kept on the device."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request

from companion.web.language import set_preference
from companion.web.page import page_asked
from companion.web.typed import local_path
from domain.language.text import Text, text

hints = Blueprint("hints", __name__)

COOKIE = "hints"


@dataclass(frozen=True)
class Hint:
    """A hint: its key, the page it helps on, what it says, the area of the help that says more.

    `done` are the pages and forms that only somebody opens or sends who needs it no more.
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
        text("The large button is what comes next at the table. Tap it when you do it; the rest follows."),
        "play",
        ("play.record",),
    ),
    Hint(
        "undo",
        "play.board",
        text("Anything can be taken back at any time. This button says what it will undo."),
        "log",
        ("corrections.undo_now", "corrections.undo"),
    ),
    Hint(
        "menu",
        "log.read",
        text("Behind ⋯ is all that can be done with an entry: take it back, fix it, branch from there."),
        "log",
        ("corrections.undo", "corrections.amend", "log.branch", "log.comparison"),
    ),
    Hint(
        "why",
        "sheets.every",
        text("Tap any number with dots below it: the page says where it came from, entry by entry."),
        "sheets",
        ("log.why",),
    ),
    Hint(
        "joining",
        "campaigns.about",
        text("The others can play along on their own phones. Nothing needs to be installed."),
        "joining",
        ("people.present", "people.large"),
    ),
)
"""Those of a page in the order they are shown."""
BY_KEY = {hint.key: hint for hint in HINTS}


def put_away() -> list[str]:
    """The keys of the hints this device has seen enough of."""
    return [key for key in request.cookies.get(COOKIE, "").split(".") if key in BY_KEY]


def done_now() -> list[str]:
    """The keys of the hints about what is done by this request: who has used the thing needs no hint about it."""
    return [hint.key for hint in HINTS if request.endpoint in hint.done]


@hints.app_context_processor
def hints_shown() -> dict[str, Any]:
    """The hint of this page: the first that is not put away."""
    seen, page = {*put_away(), *done_now()}, page_asked().view
    return {"hint": next((hint for hint in HINTS if hint.page == page and hint.key not in seen), None)}


@hints.after_app_request
def put_away_done(response: Response) -> Response:
    """Put away what is done."""
    if (keys := done_now()) and response.status_code < 400:  # noqa: PLR2004
        remember_dismissed(response, keys)
    return response


@hints.post("/hints/<hint>")
def dismiss(hint: str) -> Any:
    """Put a hint away."""
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
    """Add to the hints put away; nothing is sent where nothing is new."""
    seen = put_away()
    now = [*seen, *(key for key in keys if key not in seen)]
    if now != seen:
        set_preference(response, COOKIE, ".".join(now))


__all__ = ["HINTS", "Hint", "hints"]
