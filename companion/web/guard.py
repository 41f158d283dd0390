"""Who may change something: forms of our own pages only; the key of their cookie; the headers of every answer."""

import hmac
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, request, session

KEY_BYTES = 32
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Foreign(Exception):
    """The request was made by a page of somebody else; nothing was recorded."""


class Led(Exception):
    """A page of somebody else leads to one that is for whoever sits here alone; it was not made."""


class Stale(Exception):
    """The form came from a page of another session; nothing was recorded."""


class Barred(Exception):
    """Whoever asked may not do that; nothing was recorded."""


class Outside(Barred):
    """Whoever asked has not joined; nothing was recorded."""


def install(app: Flask) -> None:
    """Check every request that could change something, and put the headers on every answer."""
    app.before_request(check)
    app.after_request(protect)


def check() -> None:
    """Refuse what does not come from a form of this session.

    Raises:
        Foreign: another site sent it.
        Stale: the token is not this session's.
    """
    if request.method in SAFE:
        return
    if not same_origin():
        raise Foreign
    kept = str(session.get("token", ""))
    if not kept or not hmac.compare_digest(request.form.get("token", "").encode(), kept.encode()):
        raise Stale


def same_origin() -> bool:
    """What the browser says about where a request comes from; old ones say nothing, and the token must do."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site not in ("same-origin", "none"):
        return False
    return origin is None or urlsplit(origin).netloc == request.host


def token() -> str:
    """The session's token, for a hidden field of every form."""
    if "token" not in session:
        session["token"] = secrets.token_urlsafe(24)
        session.permanent = True
    return str(session["token"])


def new_command() -> str:
    """An id for the command that a form will send, so that a double tap records once."""
    return secrets.token_urlsafe(16)


def protect(response: Response) -> Response:
    """The headers; pages are asked for anew each time, for the table may have changed."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def session_key(folder: Path) -> bytes:
    """The key kept beside the campaigns, made the first time; where none can be kept, one of this run alone."""
    path = folder / "session.key"
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_bytes()
        return kept if len(kept) >= KEY_BYTES else secrets.token_bytes(KEY_BYTES)
    except OSError:
        return secrets.token_bytes(KEY_BYTES)
    key = secrets.token_bytes(KEY_BYTES)
    try:
        with os.fdopen(made, "wb") as file:
            file.write(key)
    except OSError:  # the disk is full
        path.unlink(missing_ok=True)
    return key


__all__ = ["SAFE", "Barred", "Foreign", "Led", "Outside", "Stale", "install", "new_command", "session_key", "token"]
