"""Who is led to a page after a command, and has it open already, is sent it with the answer.

Without scripts a browser is led there and asks again. A script that says what it has of a page would do the same, and
wait behind everybody else who heard meanwhile that the table moved; so the page is asked for here, as it would ask.
"""

from contextvars import Context
from http import HTTPStatus
from io import BytesIO
from typing import Any, cast
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, Response, current_app, request

from companion.web.table.regions import HEADER

WHERE = "Content-Location"
"""The header that says which page was sent, since the address that was asked is that of the command."""


def install(app: Flask) -> None:
    """Lead nobody on who says what of a page they have; others hear that the table moved once that is answered."""
    app.after_request(led)


def led(response: Response) -> Response:
    """The page that an answer leads to, in the place of that answer, if it can be had."""
    if response.status_code != HTTPStatus.SEE_OTHER or HEADER not in request.headers:
        return response
    page = cast(Response, Context().run(Response.from_app, current_app.wsgi_app, _asking(response), buffered=True))
    if page.status_code != HTTPStatus.OK:
        return response
    page.headers[WHERE] = response.location
    page.headers.extend([("Set-Cookie", cookie) for cookie in response.headers.getlist("Set-Cookie")])
    return page


def _asking(response: Response) -> dict[str, Any]:
    """The request of a browser that is led to a page, with the cookies that it was given on the way."""
    to = urlsplit(response.location or "")
    given = [cookie.partition(";")[0] for cookie in response.headers.getlist("Set-Cookie")]
    asked = {"REQUEST_METHOD": "GET", "QUERY_STRING": to.query, "CONTENT_LENGTH": "0", "wsgi.input": BytesIO()}
    path, cookies = unquote_to_bytes(to.path).decode("latin-1"), "; ".join([*given, request.headers.get("Cookie", "")])
    return request.environ | asked | {"PATH_INFO": path, "HTTP_COOKIE": cookies}


__all__ = ["WHERE", "install"]
