"""Errors for programs: problem+json (RFC 9457), in the reader's language."""

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Response

PROBLEM = "application/problem+json"
KIND = "urn:companion:"
"""The prefix of a problem's `type`, followed by its code, which is the same in every language."""


def problem_response(
    status: int,
    code: str,
    title: str,
    detail: str = "",
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """An error for a program; `more` are further members, such as the reasons of a refusal."""
    body = {"type": KIND + code, "title": title, "status": status, "detail": detail, **more}
    return Response(orjson.dumps(body), status, headers, mimetype=PROBLEM)


__all__ = ["KIND", "PROBLEM", "problem_response"]
