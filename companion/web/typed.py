"""What people typed, made safe to pass on: one line of text, a number, an address of our own, a name of their own."""

import re
from collections.abc import Mapping
from functools import cache
from unicodedata import category, combining, name, normalize
from urllib.parse import urlsplit

COMMAND = re.compile(r"[0-9A-Za-z_-]{8,64}")
HOSTS = frozenset({"host", "thehost", "gamehost", "房主", "主持人", "主持", "東道主", "东道主"})
"""What the host is called, as names are compared."""
ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU"})
"""Scripts with letters that look like those of another one; beside Chinese ones, Latin letters are at home."""
LETTER = re.compile(r"(?:.+ )?(?:LATIN|INDICATOR SYMBOL)\b.* ([A-Z])")
"""What Unicode calls a Latin letter, however it is drawn."""
BLANK = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5"
"""What counts as a letter or a sign and shows nothing."""


def one_line(value: str, longest: int) -> str:
    """Printable characters on one line, stripped, cut to a length."""
    return "".join(c if c.isprintable() else " " for c in value).strip()[:longest].strip()


def position_typed(value: str | None) -> int | None:
    """A position typed or linked: digits, nothing else."""
    return int(value) if value and re.fullmatch(r"[0-9]{1,7}", value) else None


def command_id(value: str) -> str:
    """A command's id as the page sent it; empty if it is none of ours."""
    return value if COMMAND.fullmatch(value) else ""


def local_path(value: str) -> str:
    """An address within these pages, "/" for anything else: nobody is sent elsewhere from here."""
    parts = urlsplit(value)
    inside = value.startswith("/") and not value.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    return value if inside and value.isprintable() else "/"


def shown(value: str) -> str:
    """What of a name is seen: no blanks at its ends, and nothing where it is nothing but blanks."""
    return value if any(sign not in BLANK and category(sign)[0] in "LNSP" for sign in value) else ""


def look_alike(one: str, other: str) -> bool:
    """Whether two names are taken for one another in dim light: case, accents, blanks and signs count for nothing."""
    return not _spellings_of(one).isdisjoint(_spellings_of(other))


def mixes_scripts(value: str) -> bool:
    """Whether a name has letters of several alphabets whose letters look alike."""
    letters = (sign for sign in normalize("NFKC", value) if sign.isalpha())
    return len(ALPHABETS & {name(letter, "").partition(" ")[0] for letter in letters}) > 1


def is_hosts_name(value: str) -> bool:
    """Whether a name says, or looks like it says, that its bearer is the host."""
    return any(look_alike(value, host) for host in HOSTS)


def _spellings_of(value: str) -> set[str]:
    """What a name is read as: by its letters, and by what they look like."""
    return {_bare(value), _drawn(value)}


def _plain(value: str) -> str:
    """A name without accents; whatever Unicode calls a Latin letter, in a box or turned round, is that letter."""
    return "".join(_letter(sign) for sign in normalize("NFKD", value) if not combining(sign))


def _letter(sign: str) -> str:
    called = "" if sign.isascii() else name(sign, "")
    found = LETTER.fullmatch(called)
    return (found[1].lower() if " SMALL LETTER " in called else found[1]) if found else sign


def _bare(value: str) -> str:
    """A name as it is compared: its letters and digits without case and accents; all of it where it has none."""
    plain = _plain(value).casefold()
    return "".join(sign for sign in plain if sign.isalnum() and sign not in BLANK) or plain


def _drawn(value: str) -> str:
    """The same by what it looks like: signs that are drawn alike, such as O and 0, are the same one."""
    drawn = _drawn_as()
    return _bare("".join(drawn.get(sign, sign) for sign in _plain(value)))


@cache
def _drawn_as() -> Mapping[str, str]:
    """For each sign that Unicode has for one that is drawn like others, that which stands for all of them (UTS 39).

    The table has both ways: what stands for others has all of them, each of these has it alone.
    """
    from confusable_homoglyphs.utils import load  # noqa: PLC0415 - brings what fetches pages; for who joins alone

    table = {
        _without_marks(sign): [_without_marks(one["c"]) for one in alike]
        for sign, alike in load("confusables.json").items()
    }
    return {sign: alike[0] for sign, alike in table.items() if len(alike) == 1 and _stands_for(alike[0], sign, table)}


def _stands_for(one: str, other: str, table: Mapping[str, list[str]]) -> bool:
    """Whether of two signs that are drawn alike it is this one that the other is told as."""
    return len(table[one]) > 1 or len(one) > len(other) or (len(one) == len(other) and one < other)


def _without_marks(sign: str) -> str:
    """A sign of the table without the marks around those that are written from the right."""
    return sign.strip("\u200e")


__all__ = [
    "command_id",
    "is_hosts_name",
    "local_path",
    "look_alike",
    "mixes_scripts",
    "one_line",
    "position_typed",
    "shown",
]
