"""What leaves for a terminal: words and JSON in which nothing drives it."""

import re
from typing import Any

import orjson

_DRIVING = "\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IN_WORDS = re.compile(rf"[\x00-\x09\x0b-\x1f{_DRIVING}\ud800-\udfff]")
_IN_JSON = re.compile(rf"[{_DRIVING}]")
"""What JSON may hold as it is; everything else that drives a terminal it escapes by itself."""


def strip_controls(words: str) -> str:
    """Words without controls, marks that turn the writing direction and half characters; lines stay lines."""
    return _IN_WORDS.sub("\ufffd", words)


def indented(words: str, columns: int) -> str:
    """Words of several lines, the further ones as far in as the first."""
    return words.replace("\n", "\n" + " " * columns)


def json_text(data: Any) -> str:
    """JSON that says the same as any other and can be looked at."""
    made = orjson.dumps(data, default=str, option=orjson.OPT_INDENT_2).decode()
    return escaped(made)


def json_line(data: Any) -> str:
    """JSON on one line."""
    return escaped(orjson.dumps(data, default=str).decode())


def escaped(made: str) -> str:
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", made)


def whole(value: Any) -> Any:
    """A value as JSON can hold it: bytes on the command line that are no text become question marks."""
    match value:
        case str():
            return value.encode(errors="replace").decode()
        case dict():
            return {name: whole(part) for name, part in value.items()}
        case list() | tuple():
            return [whole(part) for part in value]
    return value
