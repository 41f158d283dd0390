"""How much whoever asks may bring: who has not joined, a form; players, a photo; the host, a whole campaign.

The server asks before it keeps anything of a large body; Flask holds every other server to the same.
"""

from typing import Any

from flask import Flask, current_app, request

from companion.web.door.connections import SMALL
from companion.web.door.gate import gate
from companion.web.who import Right, at_this_computer, who

BESIDE = 64 * 1024
"""Bytes of an upload beside the file itself."""


def install(app: Flask, photo: int) -> None:
    """Weigh every request, and let the server weigh it before; a photo has so many bytes at most."""
    app.config["MOST_OF_PLAYERS"] = photo + BESIDE
    app.before_request(limit)
    app.extensions["weigh"] = lambda environ: weigh(app, environ)


def limit() -> None:
    request.max_content_length = most()


def most() -> int:
    """Bytes that whoever asks may bring."""
    whole, right = int(current_app.config["MAX_CONTENT_LENGTH"]), who().right
    if right is Right.HOST:
        return whole
    return min(whole, int(current_app.config["MOST_OF_PLAYERS"])) if right is Right.RECORD else SMALL


def weigh(app: Flask, environ: dict[str, Any]) -> int:
    """The same for a request of which only the head is there; whom nobody can name brings little."""
    try:
        with app.request_context(environ):
            return most() if gate().lets_in or at_this_computer() else SMALL
    except Exception:  # whatever is wrong with it, the pages will say
        return SMALL


__all__ = ["BESIDE", "install"]
