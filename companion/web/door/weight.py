"""How much may be brought to an address: a form; a photo where one is asked for, and a campaign, by those who may.

The server asks before it keeps anything of a large body; Flask holds every other server to the same.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, current_app, request

from companion.web.door.connections import SMALL
from companion.web.door.gate import gate
from companion.web.who import Right, at_this_computer, who

BESIDE = 64 * 1024
"""Bytes of an upload beside the file itself."""
FILES: Mapping[str, str] = {
    "exports.bring": "MAX_CONTENT_LENGTH",
    "photos.take": "MOST_OF_A_PHOTO",
    "portraits.hang": "MOST_OF_A_PHOTO",
}
"""The addresses that take a file, by the name of their view, and the setting that says how large it may be."""


def install(app: Flask, photo: int, needed: Callable[[str], Right]) -> None:
    """Weigh every request, and let the server weigh it before; a photo has so many bytes at most.

    `needed` says the right that an address needs, by the name of its view.
    """
    app.config["MOST_OF_A_PHOTO"] = photo + BESIDE
    app.config["MAX_FORM_MEMORY_SIZE"] = SMALL
    app.before_request(limit)
    app.extensions["needed"] = needed
    app.extensions["weigh"] = lambda environ: weigh(app, environ)


def limit() -> None:
    request.max_content_length = most()


def most() -> int:
    """Bytes that whoever asks may bring there; a form that brings no file is a form wherever it is sent."""
    view = request.endpoint or ""
    file = FILES.get(view) if request.mimetype == "multipart/form-data" else None
    if file is None or who().right < current_app.extensions["needed"](view):
        return SMALL
    return min(int(current_app.config["MAX_CONTENT_LENGTH"]), int(current_app.config[file]))


def weigh(app: Flask, environ: dict[str, Any]) -> int:
    """The same for a request of which only the head is there; whom nobody can name brings little."""
    try:
        with app.request_context(environ):
            return most() if gate().lets_in or at_this_computer() else SMALL
    except Exception:  # whatever is wrong with it, the pages will say
        return SMALL


__all__ = ["BESIDE", "install"]
