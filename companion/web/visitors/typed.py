"""Validation of typed text: one line, a number, a local address, a distinct name."""

import re
from collections.abc import Mapping
from functools import cache
from unicodedata import category, combining, name, normalize
from urllib.parse import urlsplit

COMMAND = re.compile(r"[0-9A-Za-z_-]{8,64}")
HOSTS = frozenset({"host", "thehost", "gamehost", "房主", "主持人", "主持", "東道主", "东道主"})
"""Names of the host, in the form that is compared."""
ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU"})
"""Scripts whose letters resemble those of another. Chinese is not among them: Latin letters are usual next to it."""
LETTER = re.compile(r"(?:.+ )?(?:LATIN|INDICATOR SYMBOL)\b.* ([A-Z])")
"""The Unicode name of a Latin letter in any style."""
BLANK = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5"
"""Letters and symbols that are invisible."""


def one_line(value: str, longest: int) -> str:
    """Printable characters on one line, stripped and cut to a length."""
    return "".join(c if c.isprintable() else " " for c in value).strip()[:longest].strip()


def position_typed(value: str | None) -> int | None:
    """A typed or linked position: digits only; None if it is invalid."""
    return int(value) if value and re.fullmatch(r"[0-9]{1,7}", value) else None


def command_id(value: str) -> str:
    """A command id as the page sent it; empty if it is invalid."""
    return value if COMMAND.fullmatch(value) else ""


def local_path(value: str) -> str:
    """An address within these pages; "/" for any other, so that no redirect leaves them."""
    parts = urlsplit(value)
    inside = value.startswith("/") and not value.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    return value if inside and value.isprintable() else "/"


def visible_part(value: str) -> str:
    """A name, or an empty string if nothing of it is visible."""
    return value if any(sign not in BLANK and category(sign)[0] in "LNSP" for sign in value) else ""


def look_alike(one: str, other: str) -> bool:
    """Whether two names could be confused: case, accents, blanks and punctuation are ignored."""
    return not _spellings_of(one).isdisjoint(_spellings_of(other))


def mixes_scripts(value: str) -> bool:
    """Whether a name has letters of several alphabets that look alike."""
    letters = (sign for sign in normalize("NFKC", value) if sign.isalpha())
    return len(ALPHABETS & {name(letter, "").partition(" ")[0] for letter in letters}) > 1


def is_hosts_name(value: str) -> bool:
    """Whether a name is, or resembles, a name of the host."""
    return any(look_alike(value, host) for host in HOSTS)


def _spellings_of(value: str) -> set[str]:
    """The forms in which a name is compared: by its letters, and by their looks."""
    return {_compared_form(value), _lookalike_form(value)}


def _plain(value: str) -> str:
    """A name without accents; decorated Latin letters become plain ones."""
    return "".join(_letter(sign) for sign in normalize("NFKD", value) if not combining(sign))


def _letter(sign: str) -> str:
    called = "" if sign.isascii() else name(sign, "")
    found = LETTER.fullmatch(called)
    return (found[1].lower() if " SMALL LETTER " in called else found[1]) if found else sign


def _compared_form(value: str) -> str:
    """The compared form of a name: letters and digits without case and accents, or everything if it has none."""
    plain = _plain(value).casefold()
    return "".join(sign for sign in plain if sign.isalnum() and sign not in BLANK) or plain


def _lookalike_form(value: str) -> str:
    """The compared form, with look-alike characters such as O and 0 replaced by one of them."""
    drawn = _drawn_as()
    return _compared_form("".join(drawn.get(sign, sign) for sign in _plain(value)))


@cache
def _drawn_as() -> Mapping[str, str]:
    """For each character with look-alikes, the one that represents all of them (UTS 39).

    The table has both directions: the representative lists all others, and each of them lists only the representative.
    """
    from confusable_homoglyphs.utils import load  # noqa: PLC0415 - it loads an HTTP client; only joining needs it

    table = {
        _without_marks(sign): [_without_marks(one["c"]) for one in alike]
        for sign, alike in load("confusables.json").items()
    }
    return {sign: alike[0] for sign, alike in table.items() if len(alike) == 1 and _stands_for(alike[0], sign, table)}


def _stands_for(one: str, other: str, table: Mapping[str, list[str]]) -> bool:
    """Whether this one of two look-alike characters represents the other."""
    return len(table[one]) > 1 or len(one) > len(other) or (len(one) == len(other) and one < other)


def _without_marks(sign: str) -> str:
    """An entry of the table without direction marks."""
    return sign.strip("\u200e")


__all__ = [
    "command_id",
    "is_hosts_name",
    "local_path",
    "look_alike",
    "mixes_scripts",
    "one_line",
    "position_typed",
    "visible_part",
]
