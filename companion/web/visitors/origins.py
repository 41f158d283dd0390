"""Pages of other origins that may call the API (CORS): off unless the host lists their origins.

Cookies are never admitted: such a page sends a token, and without one it is a stranger.
"""

from typing import Any

from flask import Flask, Response, current_app, request

from companion.web.visitors.bearer import is_api_request, is_own_request

ORIGINS = "ORIGINS"
"""The setting with the admitted origins, such as `https://stats.example`."""
DAY = str(24 * 60 * 60)


def install_origins(app: Flask) -> None:
    """Answer the questions of browsers before a request, and mark the answers that an admitted page may read."""
    app.before_request(answer_preflight)
    app.after_request(admit_origin)


def is_admitted() -> bool:
    """Whether an API request is from a page of a listed origin."""
    return is_api_request() and request.headers.get("Origin") in current_app.config[ORIGINS]


def is_admitted_with_token() -> bool:
    """Whether such a request authenticates itself, without cookies."""
    return is_admitted() and is_own_request()


def answer_preflight() -> Any:
    """The answer to the question that a browser asks before a request with a token; None for other requests."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers or not is_admitted():
        return None
    answer = Response(status=204)
    answer.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE"
    answer.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type, If-None-Match"
    answer.headers["Access-Control-Max-Age"] = DAY
    return answer


def admit_origin(response: Response) -> Response:
    """Let an admitted page read an answer."""
    if is_api_request() and current_app.config[ORIGINS]:
        response.vary.add("Origin")
    if is_admitted():
        response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


__all__ = ["ORIGINS", "install_origins", "is_admitted_with_token"]
