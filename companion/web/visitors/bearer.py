"""Requests of programs: their addresses are under `/api`, and they send a token instead of a session cookie."""

from flask import request

API = "/api"
"""The prefix of the addresses for programs."""
WAYS_IN = frozenset({f"{API}/join", f"{API}/host"})
"""The addresses that exchange a code or the host's token for an access token, and need no token themselves."""
BEARER = "bearer"


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


__all__ = ["API", "bearer_token", "is_api_request", "is_own_request"]
