"""Safe output for a terminal: text and JSON without control sequences."""

import re
from typing import Any

import orjson

_DRIVING = "\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IN_WORDS = re.compile(rf"[\x00-\x09\x0b-\x1f{_DRIVING}\ud800-\udfff]")
_IN_JSON = re.compile(rf"[{_DRIVING}]")
"""Control characters that are valid in JSON strings; orjson escapes the others."""


def strip_controls(words: str) -> str:
    """A text without control characters, direction marks and lone surrogates; line breaks are kept."""
    return _IN_WORDS.sub("\ufffd", words)


def indent_after_first(words: str, columns: int) -> str:
    """A text of several lines, with all lines after the first indented."""
    return words.replace("\n", "\n" + " " * columns)


def json_text(data: Any) -> str:
    """Indented JSON, with control characters escaped."""
    made = orjson.dumps(data, default=str, option=orjson.OPT_INDENT_2).decode()
    return escape_control(made)


def json_line(data: Any) -> str:
    """JSON on one line."""
    return escape_control(orjson.dumps(data, default=str).decode())


def escape_control(made: str) -> str:
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", made)


def as_valid_json(value: Any) -> Any:
    """A value that is valid JSON: undecodable bytes of the command line become question marks."""
    match value:
        case str():
            return value.encode(errors="replace").decode()
        case dict():
            return {name: as_valid_json(part) for name, part in value.items()}
        case list() | tuple():
            return [as_valid_json(part) for part in value]
    return value
