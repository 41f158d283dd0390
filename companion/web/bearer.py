"""Requests of programs: they stand under `/api`, and show a token where a browser has its session."""

from flask import request

API = "/api"
"""What the addresses for programs begin with."""
WAYS_IN = frozenset({f"{API}/join", f"{API}/host"})
"""Where a token is given for a code, or for the host's token: nothing else is needed there."""
BEARER = "bearer"


def is_api_request() -> bool:
    """Whether a program asks, which reads JSON and no pages."""
    return request.path == API or request.path.startswith(f"{API}/")


def bearer_token() -> str | None:
    """The token that a program shows, perhaps an empty one; None where it shows none, and for pages."""
    if not is_api_request():
        return None
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == BEARER else None


def is_own_request() -> bool:
    """Whether a program speaks for itself: nothing that a browser adds by itself lets it in."""
    return bearer_token() is not None or (is_api_request() and request.path in WAYS_IN)


__all__ = ["API", "bearer_token", "is_api_request", "is_own_request"]
