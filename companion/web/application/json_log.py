"""The log as one JSON object per line: one line per request, and errors with the id of their request.

It contains no typed text, code, token or address. Views are named by endpoint, foreign messages lack their values, and
exceptions are given by class and place.
"""

import logging
import re
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any
from uuid import uuid4

import orjson
from flask import Flask, Response, g, has_request_context, request

from companion.web.network.proxies import PASSED_ON_BY
from companion.web.network.request_record import Answered

requests = logging.getLogger("companion.requests")
HEADER = "X-Request-ID"
OWN = ("companion", "domain", "projections")
"""The loggers of this project, whose messages contain no typed text."""
BROKEN = 500


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        is_own = record.name.partition(".")[0] in OWN
        said = record.getMessage() if is_own else re.sub(r"\S*/\S*", "…", str(record.msg))  # it may contain an address
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": re.sub(r"://[^/\s@]+@", "://…@", said),  # the address of a database may contain a password
        }
        if asked := request_id():
            line["request"] = asked
        line |= getattr(record, "told", {})
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["raised"] = [f"{one.filename}:{one.lineno} {one.name}" for one in extract_tb(record.exc_info[2])]
        return orjson.dumps(line).decode()


def log_as_json() -> None:
    """Write this process's log to stderr as lines of JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("waitress").setLevel(logging.WARNING)  # it logs a line whenever a phone disconnects


def install_request_ids(app: Flask) -> None:
    """Give each request an id, and send it in a response header."""
    app.before_request(give_request_id)
    app.after_request(tell_id)


def give_request_id() -> None:
    """Store the id that a trusted proxy gave the request, or a new one."""
    given = request.headers.get(HEADER, "") if PASSED_ON_BY in request.environ else ""
    g.request_id = given if re.fullmatch(r"[\w.-]{1,64}", given, re.ASCII) else uuid4().hex[:16]


def tell_id(response: Response) -> Response:
    if asked := request_id():
        response.headers[HEADER] = asked
    return response


def request_id() -> str:
    """The id of this request; empty outside of requests, or without ids."""
    return str(g.get("request_id", "")) if has_request_context() else ""


def log_request(answered: Answered) -> None:
    """Log an answered request."""
    told = {
        "endpoint": answered.endpoint,
        "method": answered.method,
        "status": answered.status,
        "milliseconds": round(answered.seconds * 1000, 1),
    }
    if answered.error:
        told["error"] = type(answered.error).__name__
    level = logging.ERROR if answered.status >= BROKEN else logging.INFO
    requests.log(level, "answered", extra={"told": told})


__all__ = ["install_request_ids", "log_as_json", "log_request", "request_id"]
