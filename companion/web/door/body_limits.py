"""The largest request body of each address: a form; a photo or a campaign where one is uploaded by those who may.

The server asks before it keeps anything of a large body; Flask holds every other server to the same.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, current_app, request

from companion.web.door.connections import SMALL
from companion.web.door.gate import gate_of_app
from companion.web.who import Right, at_this_computer, current_visitor

BESIDE = 64 * 1024
"""Bytes of an upload beside the file itself."""
FILES: Mapping[str, str] = {
    "exports.bring": "MAX_CONTENT_LENGTH",
    "photos.take": "MOST_OF_A_PHOTO",
    "portraits.hang": "MOST_OF_A_PHOTO",
}
"""The addresses that take a file, by the name of their view, and the setting that says how large it may be."""


def install_body_limits(app: Flask, photo: int, needed: Callable[[str], Right]) -> None:
    """Add body limits to an app, for Flask and for the server; `photo` is the most bytes of a photo.

    `needed` says the right that an address needs, by the name of its view.
    """
    app.config["MOST_OF_A_PHOTO"] = photo + BESIDE
    app.config["MAX_FORM_MEMORY_SIZE"] = SMALL
    app.before_request(limit_request_body)
    app.extensions["needed"] = needed
    app.extensions["weigh"] = lambda environ: body_limit_before_body(app, environ)


def limit_request_body() -> None:
    """Set Flask's limit for the body of the current request."""
    request.max_content_length = body_limit()


def body_limit() -> int:
    """The most bytes of the current request's body; one without a file is a form, whatever its address."""
    view = request.endpoint or ""
    file = FILES.get(view) if request.mimetype == "multipart/form-data" else None
    if file is None or current_visitor().right < current_app.extensions["needed"](view):
        return SMALL
    return min(int(current_app.config["MAX_CONTENT_LENGTH"]), int(current_app.config[file]))


def body_limit_before_body(app: Flask, environ: dict[str, Any]) -> int:
    """The most bytes of a body that has not arrived, from the request's head; `SMALL` where its sender is unknown."""
    try:
        app.extensions["proxies"].resolve_client(environ)
        with app.request_context(environ):
            return body_limit() if gate_of_app().is_open or at_this_computer() else SMALL
    except Exception:  # whatever is wrong with it, the pages will say
        return SMALL


__all__ = ["BESIDE", "install_body_limits"]
