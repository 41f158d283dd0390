"""Requests of programs: their addresses are under `/api`, and they send a token instead of a session cookie."""

from collections.abc import Callable
from typing import Any

from flask import Flask, request

API = "/api"
"""The prefix of the addresses for programs."""
VERSION = "v1"
VERSIONED = f"{API}/{VERSION}"
"""The documented prefix. Without the version, the same addresses are those of releases before 1.1."""
WAYS_IN = frozenset({f"{API}/join", f"{API}/host"})
"""The addresses that exchange a code or the host's token for an access token, and need no token themselves."""
BEARER = "bearer"


def install_version(app: Flask) -> None:
    """Answer the addresses of this version of the API by those without a version."""
    app.wsgi_app = _without_version(app.wsgi_app)  # type: ignore[method-assign]


def _without_version(inner: Callable[..., Any]) -> Callable[..., Any]:
    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"]
        if path == VERSIONED or path.startswith(f"{VERSIONED}/"):
            environ["PATH_INFO"] = API + path.removeprefix(VERSIONED)
        return inner(environ, start_response)

    return answer


def is_api_request() -> bool:
    """Whether a request is for the API, which answers in JSON."""
    return request.path == API or request.path.startswith(f"{API}/")


def bearer_token() -> str | None:
    """The token of an API request, which may be empty; None without a token, and for pages."""
    if not is_api_request():
        return None
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == BEARER else None


def is_own_request() -> bool:
    """Whether a program authenticates the request itself, without the cookies that a browser adds."""
    return bearer_token() is not None or (is_api_request() and request.path in WAYS_IN)


__all__ = ["API", "VERSION", "VERSIONED", "bearer_token", "install_version", "is_api_request", "is_own_request"]
