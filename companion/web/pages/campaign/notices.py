"""The page of notices to another program: the host's receiver of a campaign, a test, and the last delivery."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import ceil
from time import time
from typing import Any
from uuid import uuid4

from flask import Blueprint, current_app, redirect, render_template, request, url_for

from companion.notices.notice import NoticeKind
from companion.notices.notifier import Notifier
from companion.notices.outbox import Delivery
from companion.notices.receivers import KINDS, SHAPES, Receiver, Shape, make_receiver
from companion.view_context import ViewContext
from companion.web.rendering.clock import clock
from companion.web.visitors.language import interface_language, preference_of_request, say_value
from companion.web.visitors.page import DeferredCommand, with_live_campaign
from companion.web.visitors.visitor import current_visitor
from domain.framework.refusal import Misfit, NotFound
from domain.framework.text import Text, text

notices = Blueprint("notices", __name__, url_prefix="/c/<key>/notices")
CALLED: Mapping[NoticeKind, Text] = {
    "evening-started": text("The evening has started"),
    "evening-ended": text("The evening has ended, with its recap"),
    "turn": text("Whose turn it is"),
    "test": text("Test"),
}
SHAPED: Mapping[Shape, Text] = {"json": text("Signed JSON"), "discord": text("Message for Discord")}
ARRIVED = text("{notice}: sent at {time}, and it arrived.")
AGAIN = text("{notice}: sent at {time}, {answer}. The next attempt is in {minutes|minute|minutes}.")
GIVEN_UP = text("{notice}: sent at {time}, {answer}. It is not sent again.")
PATIENCE = 3.0
"""Seconds for which the page waits for the answer to a test."""


@notices.get("/")
@with_live_campaign
def show(here: ViewContext) -> str:
    """The receiver of the campaign, if there is one, and its last delivery."""
    found = notifier().receivers.find(here.id)
    return render_notices(here, found, found.url if found else "", found.on if found else KINDS)


@notices.post("/")
@with_live_campaign
def keep(here: ViewContext) -> Any:
    """Keep a receiver, or show the form again with its faults."""
    known, sent = notifier().receivers.find(here.id), request.form
    url, on = sent.get("url", "").strip(), [kind for kind in KINDS if kind in sent.getlist("on")]
    shape = next((shape for shape in SHAPES if shape == sent.get("shape")), SHAPES[0])
    wanted = {"campaign": here.id, "url": url, "shape": shape, "on": on}
    voice = {"language": interface_language(), "content": preference_of_request("content")}
    try:
        receiver = make_receiver({**wanted, **voice}, known, local=current_visitor().administers)
    except Misfit as wrong:
        return render_notices(here, known, url, on, shape, [say_value(fault) for fault in wrong.faults.values()]), 422
    notifier().receivers.keep(receiver)
    return back_to_page(here)


@notices.post("/test")
@with_live_campaign
def try_out(here: ViewContext) -> Any:
    """Send a test, and wait a moment for the answer.

    Raises:
        NotFound: the campaign has no receiver.
    """
    receiver = notifier().receivers.find(here.id)
    if receiver is None:
        raise NotFound("This campaign sends no notices.")

    def do() -> Any:
        sample = notifier().sample(receiver, str(uuid4()))
        notifier().outbox.put(here.id, sample)
        notifier().outbox.await_delivery(here.id, sample.id, PATIENCE)
        return back_to_page(here)

    return DeferredCommand(do)


@notices.post("/remove")
@with_live_campaign
def remove(here: ViewContext) -> Any:
    """Remove the receiver with its secret; nothing more is sent."""
    notifier().receivers.remove(here.id)
    notifier().outbox.forget(here.id)
    return back_to_page(here)


def notifier() -> Notifier:
    """The notifier of the current app.

    Raises:
        NotFound: the log is shared by several computers, each of which would send every notice.
    """
    found: Notifier = current_app.extensions["notifier"]
    if not found.is_available:
        raise NotFound("Notices are not available with a shared database.")
    return found


def back_to_page(here: ViewContext) -> Any:
    """Back to the page."""
    return redirect(url_for("notices.show", key=here.key), 303)


def render_notices(
    here: ViewContext,
    known: Receiver | None,
    url: str,
    on: Sequence[str],
    shape: str = "",
    faults: Sequence[str] = (),
) -> str:
    """The page with a form as typed, and the faults of that."""
    last = notifier().outbox.last_delivery(here.id) if known else None
    return render_template(
        "campaign/notices.html",
        receiver=known,
        url=url,
        on=on,
        shape=shape or (known.shape if known else SHAPES[0]),
        faults=faults,
        kinds={kind: CALLED[kind] for kind in KINDS},
        shapes=SHAPED,
        last=say_value(delivery_in_words(last)) if last else "",
    )


def delivery_in_words(last: Delivery) -> Text:
    """The last notice, its time and the answer, as a sentence."""
    sent = clock(datetime.fromtimestamp(last.at, UTC).isoformat())
    values: dict[str, Any] = {"notice": CALLED[last.kind], "time": sent, "answer": last.answer.said}
    if last.answer.arrived:
        return ARRIVED.copy_with(**values)
    if last.again is None:
        return GIVEN_UP.copy_with(**values)
    return AGAIN.copy_with(**values, minutes=max(1, ceil((last.again - time()) / 60)))


__all__ = ["notices"]
