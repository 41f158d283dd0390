"""Errors as programs read them: problem+json (RFC 9457), in the reader's language."""

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Response

PROBLEM = "application/problem+json"
KIND = "urn:companion:"
"""What the `type` of a problem begins with; what follows is its code, which stays the same in every language."""


def problem_response(
    status: int,
    code: str,
    title: str,
    detail: str = "",
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """An error for a program; `more` is what it says besides, such as the reasons of a refusal."""
    body = {"type": KIND + code, "title": title, "status": status, "detail": detail, **more}
    return Response(orjson.dumps(body), status, headers, mimetype=PROBLEM)


__all__ = ["KIND", "PROBLEM", "problem_response"]
