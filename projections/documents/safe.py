"""Text typed by players, made safe for every output."""

import re
import unicodedata

_UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def without_controls(value: object) -> str:
    """A text without control characters; line breaks are kept."""
    return _UNPRINTABLE.sub("\ufffd", str(value))


def shown_safely(value: object) -> str:
    """A value of a sheet on one line; a dash if it is empty."""
    return "–" if value in (None, "") else " ".join(without_controls(value).split("\n"))


def columns_of(value: str) -> int:
    """The width of a text in a terminal: wide characters count two columns, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in value)


def pad_to_width(value: str, columns: int) -> str:
    return value + " " * (columns - columns_of(value))


def tally_marks(count: int) -> str:
    """Tally marks in fives: 7 is `||||| ||`."""
    fives, rest = divmod(count, 5)
    return " ".join(["|||||"] * fives + (["|" * rest] if rest else []))
