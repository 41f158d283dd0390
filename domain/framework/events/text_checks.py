"""Validation of typed text, so that every screen can show it."""

from unicodedata import category

_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def refuse_unprintable(value: str) -> str:
    """Refuse text with control characters, lone surrogates or direction marks."""
    if value.isprintable():  # has none of these; most text is so
        return value.strip()
    if any(c in _OVERRIDES or (c != "\n" and category(c) in _UNPRINTABLE) for c in value.replace("\r\n", "\n")):
        raise ValueError("unprintable")
    return value.replace("\r\n", "\n").strip()


def refuse_line_breaks(value: str) -> str:
    """Refuse such text, and line breaks."""
    if "\n" in value:
        raise ValueError("unprintable")
    return refuse_unprintable(value)


def refuse_blank(value: str) -> str:
    """Refuse text without a visible character."""
    if all(category(c) in ("Cf", "Zs") for c in value):
        raise ValueError("blank")
    return value
