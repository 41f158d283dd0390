"""What people typed, made safe to pass on: one line of text, a number, an address of our own."""

import re
from urllib.parse import urlsplit

COMMAND = re.compile(r"[0-9A-Za-z_-]{8,64}")


def one_line(value: str, longest: int) -> str:
    """Printable characters on one line, stripped, cut to a length."""
    return "".join(c if c.isprintable() else " " for c in value).strip()[:longest].strip()


def whole(value: str | None) -> int | None:
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


__all__ = ["command_id", "local_path", "one_line", "whole"]
