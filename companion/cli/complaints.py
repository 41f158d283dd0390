"""Errors as exit codes, JSON objects and sentences, with hints."""

from collections.abc import Iterable
from typing import Any

import click

from companion.terminal import as_valid_json, json_line, strip_controls
from domain.framework.refusal import Misfit, NotFound, Refused, RefusedAll
from domain.framework.text import Tongue

DONE, USAGE, REFUSED, CONFLICT, NOT_FOUND, DAMAGED = 0, 2, 3, 4, 5, 6
STOPPED = 130
"""The exit code after Ctrl-C."""
SHOWN = 200
"""The number of characters shown of a script's line."""
SURE = 'If you mean it, add --sure, or "sure": true to the line of a file.'
HINTS = {
    "others-affected": "Add --those or --since. --preview shows what either would do.",
    "crosses-an-end": SURE,
    "leaves-undone": SURE,
}


class AtLine(Exception):
    """A line of a script failed because of `__cause__`. The lines before it stay recorded."""

    def __init__(self, number: int, line: bytes, recorded: int) -> None:
        super().__init__(number)
        self.number = number
        self.line = line.decode(errors="replace").strip()[:SHOWN]
        self.recorded = recorded


def describe_error(wrong: BaseException, tongue: Tongue) -> tuple[int, dict[str, Any]]:
    """The exit code of an error, and the error as an object; an unexpected error is raised again."""
    from domain.store import Busy, Conflict, Damaged  # noqa: PLC0415 - the event store takes long to import

    match wrong:
        case AtLine(__cause__=BaseException() as cause):
            code, error = describe_error(cause, tongue)
            return code, {**error, "line": wrong.number, "text": wrong.line, "recorded": wrong.recorded}
        case click.ClickException():
            return USAGE, _as_object("usage", wrong.format_message())
        case Misfit():
            fields = {name: fault.render(tongue) for name, fault in wrong.faults.items()}
            return USAGE, {**_as_object("misfit", " ".join(fields.values())), "fields": fields}
        case RefusedAll():
            refusals = _object_of_refusals(wrong.reasons, wrong.bendable, tongue)
            hints = getattr(wrong, "__notes__", ())
            return REFUSED, {**refusals, "hints": list(hints)} if hints else refusals
        case Conflict() | Busy():
            return CONFLICT, _as_object("conflict", wrong.text.render(tongue))
        case NotFound():
            return NOT_FOUND, _as_object("not-found", wrong.text.render(tongue))
        case Damaged():
            return DAMAGED, _as_object("damaged", wrong.text.render(tongue))
        case UnicodeEncodeError(reason="surrogates not allowed"):
            return USAGE, _as_object("usage", "The command line contains bytes that are not text.")
        case OSError():
            return _describe_system_error(wrong)
    raise wrong


def _as_object(error: str, message: str) -> dict[str, Any]:
    return {"error": error, "message": message}


def _object_of_refusals(reasons: Iterable[Refused], bendable: bool, tongue: Tongue) -> dict[str, Any]:
    refusals = [reason.as_json(tongue) for reason in reasons]
    return {"error": "refused", **refusals[0], "bendable": bendable, "reasons": refusals}


def _describe_system_error(wrong: OSError) -> tuple[int, dict[str, Any]]:
    """Describe an operating system error: a read-only folder, a full disk, a port in use."""
    about = f": {click.format_filename(wrong.filename)}" if isinstance(wrong.filename, str | bytes) else ""
    message = f"{wrong.strerror or wrong}{about}"
    missing = isinstance(wrong, FileNotFoundError)
    return (NOT_FOUND, _as_object("not-found", message)) if missing else (CONFLICT, _as_object("conflict", message))


def print_error(wrong: BaseException, error: dict[str, Any], *, as_json: bool) -> None:
    """Print an error on stderr: as one object, or as sentences with a hint."""
    if as_json:
        click.echo(json_line(as_valid_json(error)), err=True)
    elif isinstance(wrong, click.ClickException):
        wrong.show()
    else:
        click.echo(strip_controls("\n".join(_error_lines(error))), err=True)


def _error_lines(error: dict[str, Any]) -> Iterable[str]:
    if "line" in error:
        yield f"Line {error['line']}: {error['text']}"
    if error["error"] == "misfit":
        yield from error["fields"].values()
        return
    for reason in error.get("reasons", [error]):
        yield reason["message"] + (f"  [{reason['rule']}]" if reason.get("rule") else "")
    yield from error.get("hints", ())
    if error.get("code") in HINTS:
        yield HINTS[error["code"]]
    elif error.get("bendable"):
        yield "If a card or the table overrules this, record it with --bend REASON."
