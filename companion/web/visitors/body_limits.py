"""Limits of request bodies by address: form size, or more for uploads of photos and campaigns.

The server checks the limit before it stores a large body; Flask applies the same limit under other servers.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, current_app, request

from companion.web.network.connections import SMALL
from companion.web.network.gate import gate_of_app
from companion.web.network.local_requests import at_this_computer
from companion.web.visitors.visitor import Right, current_visitor

BESIDE = 64 * 1024
"""Bytes of an upload request in addition to the file."""
FILES: Mapping[str, str] = {
    "exports.bring": "MAX_CONTENT_LENGTH",
    "photos.take": "MOST_OF_A_PHOTO",
    "portraits.hang": "MOST_OF_A_PHOTO",
}
"""The views that take a file, by endpoint, each with the setting that limits its size."""


def install_body_limits(app: Flask, photo: int, needed: Callable[[str], Right]) -> None:
    """Add body limits to an app, for Flask and for the server; `photo` is the limit of a photo in bytes.

    `needed` returns the right that an endpoint requires.
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
    """The limit of the current request's body in bytes. Without a file it is that of a form, for every address."""
    view = request.endpoint or ""
    file = FILES.get(view) if request.mimetype == "multipart/form-data" else None
    if file is None or current_visitor().right < current_app.extensions["needed"](view):
        return SMALL
    return min(int(current_app.config["MAX_CONTENT_LENGTH"]), int(current_app.config[file]))


def body_limit_before_body(app: Flask, environ: dict[str, Any]) -> int:
    """The limit in bytes of a body that has not arrived, from the request's head; `SMALL` if its sender is unknown."""
    try:
        app.extensions["proxies"].resolve_client(environ)
        with app.request_context(environ):
            return body_limit() if gate_of_app().is_open or at_this_computer() else SMALL
    except Exception:  # the page of the request reports the error
        return SMALL


__all__ = ["BESIDE", "install_body_limits"]
