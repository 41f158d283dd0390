"""The log as one JSON object a line, for whoever gathers logs: one line a request, errors under the id of theirs.

Nothing that people type, no code, token or address is in it: views go by their names, what is not ours is told without
its values, and an exception by its kind and where it was raised.
"""

import logging
import re
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any
from uuid import uuid4

import orjson
from flask import Flask, Response, g, has_request_context, request

from companion.web.answered import Answered
from companion.web.proxies import PASSED_ON_BY

requests = logging.getLogger("companion.requests")
HEADER = "X-Request-ID"
OWN = ("companion", "domain", "projections")
"""The loggers whose sentences are ours, and hold nothing that was typed."""
BROKEN = 500


class JsonLines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        is_own = record.name.partition(".")[0] in OWN
        said = record.getMessage() if is_own else re.sub(r"\S*/\S*", "…", str(record.msg))  # an address may be in it
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": re.sub(r"://[^/\s@]+@", "://…@", said),  # a password in the address of a database
        }
        if asked := request_id():
            line["request"] = asked
        line |= getattr(record, "told", {})
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["raised"] = [f"{one.filename}:{one.lineno} {one.name}" for one in extract_tb(record.exc_info[2])]
        return orjson.dumps(line).decode()


def log_as_json() -> None:
    """Write all that is logged by this process to stderr as lines of JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("waitress").setLevel(logging.WARNING)  # else a line for each phone that is put away


def install_request_ids(app: Flask) -> None:
    """Give each request an id, and tell it in the answer's head."""
    app.before_request(give_request_id)
    app.after_request(tell_id)


def give_request_id() -> None:
    """The id that a trusted proxy gave the request, or a new one."""
    given = request.headers.get(HEADER, "") if PASSED_ON_BY in request.environ else ""
    g.request_id = given if re.fullmatch(r"[\w.-]{1,64}", given, re.ASCII) else uuid4().hex[:16]


def tell_id(response: Response) -> Response:
    if asked := request_id():
        response.headers[HEADER] = asked
    return response


def request_id() -> str:
    """The id of this request; empty where there is none, or none is given."""
    return str(g.get("request_id", "")) if has_request_context() else ""


def log_request(answered: Answered) -> None:
    """Log a request once it is answered."""
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
