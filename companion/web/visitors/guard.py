"""CSRF protection, the key of session cookies, and security headers."""

import hmac
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, request, session

from companion.web.network.slow_work import SAFE
from companion.web.visitors.bearer import is_api_request, is_own_request
from companion.web.visitors.origins import is_admitted_with_token

KEY_BYTES = 32
FORM_HEADER = "X-Form-Token"
"""The header in which a page's script sends the CSRF token to an API address."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class CrossSiteRequest(Exception):
    """A request that changes something came from another site; nothing was recorded."""


class CrossSiteLink(Exception):
    """A link from another site to a page for the host only; it was not rendered."""


class ExpiredForm(Exception):
    """A form came from a page of another session; nothing was recorded."""


class NoToken(Exception):
    """An API request had neither an access token nor a CSRF token; nothing was recorded."""


class NotAllowed(Exception):
    """The visitor may not do that; nothing was recorded."""


class NotJoined(NotAllowed):
    """The visitor has not joined; nothing was recorded."""


def install_guard(app: Flask) -> None:
    """Check every request that could change something, and add headers to every response."""
    app.before_request(check_form)
    app.after_request(add_security_headers)


def check_form() -> None:
    """Refuse a form that is not from a page of this session. Requests with an access token need no form.

    Raises:
        CrossSiteRequest: another site sent it.
        ExpiredForm: the CSRF token is not this session's.
        NoToken: the same for an API request.
    """
    if request.method in SAFE:
        return
    if not same_origin() and not is_admitted_with_token():
        raise CrossSiteRequest
    if is_own_request():
        return
    kept = str(session.get("token", ""))
    if not kept or not hmac.compare_digest(sent_token().encode(), kept.encode()):
        raise NoToken if is_api_request() else ExpiredForm


def sent_token() -> str:
    """The CSRF token of a form, or of a page's script that calls the API."""
    return request.headers.get(FORM_HEADER, "") if is_api_request() else request.form.get("token", "")


def same_origin() -> bool:
    """Whether the headers say that a request comes from these pages; old browsers send none, and rely on the token."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site not in ("same-origin", "none"):
        return False
    return origin is None or urlsplit(origin).netloc == request.host


def csrf_token() -> str:
    """The session's CSRF token, for a hidden field of every form."""
    if "token" not in session:
        session["token"] = secrets.token_urlsafe(24)
        session.permanent = True
    return str(session["token"])


def new_command() -> str:
    """A command id for a form, so that a double tap records once."""
    return secrets.token_urlsafe(16)


def add_security_headers(response: Response) -> Response:
    """Add security headers; pages are always revalidated, because the table may have changed."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def session_key(folder: Path) -> bytes:
    """The key of session cookies, stored next to the campaigns; if it cannot be stored, it lasts for this run only."""
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


__all__ = [
    "SAFE",
    "CrossSiteLink",
    "CrossSiteRequest",
    "ExpiredForm",
    "NoToken",
    "NotAllowed",
    "NotJoined",
    "csrf_token",
    "install_guard",
    "new_command",
    "session_key",
]
