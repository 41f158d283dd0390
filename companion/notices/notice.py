"""A notice, and its body for a receiver: as JSON with all facts, or as a message for Discord."""

import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson

from companion.notices.receivers import Kind, Shape

NoticeKind = Kind | Literal["test"]
LONGEST_LINE = 300
"""Characters of a line of the recap: with its number of lines, a body has less than 64 kB."""
LONGEST_MESSAGE = 2_000
"""Characters of a message, a limit of Discord; counted in UTF-16, so that it holds however they are counted."""
MARKUP = re.compile(r"([\\*_~`|<>\[\]()])")
MORE = "…"


@dataclass(frozen=True)
class Notice:
    """What happened at a table, as a spectator may know it.

    Attributes:
        id: the same for the same entry, so that a receiver can recognise a repeat.
        time: when it was recorded, in UTC.
        campaign: its key, name and game.
        said: one sentence.
        story: the recap of an evening that ended.
        changes: how its charted numbers changed.
        facts: further values for programs.
    """

    id: str
    kind: NoticeKind
    time: str
    campaign: Mapping[str, str]
    said: str
    story: Sequence[str] = ()
    changes: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


def body_of(notice: Notice, shape: Shape) -> bytes:
    """The body of a notice."""
    return orjson.dumps(_message(notice) if shape == "discord" else _facts(notice))


def _facts(notice: Notice) -> dict[str, Any]:
    facts = {"id": notice.id, "notice": notice.kind, "time": notice.time, "campaign": notice.campaign}
    recap = {"recap": [*map(_cut, notice.story)], "changes": [*map(_cut, notice.changes)]}
    return {**facts, "text": notice.said, **notice.facts, **(recap if notice.kind == "evening-ended" else {})}


def _message(notice: Notice) -> dict[str, Any]:
    """A message for Discord. It mentions no one, and names have no effect on its form."""
    lines = [f"**{_escape(notice.said)}**", *(f"• {_escape(_cut(one))}" for one in (*notice.story, *notice.changes))]
    return {"content": _fit(lines), "allowed_mentions": {"parse": []}}


def _fit(lines: Sequence[str]) -> str:
    """The first lines that fit a message, with a mark if there are more."""
    for count in range(len(lines), 0, -1):
        whole = "\n".join([*lines[:count], *([MORE] if count < len(lines) else [])])
        if len(whole.encode("utf-16-le")) // 2 <= LONGEST_MESSAGE:
            return whole
    return MORE


def _escape(words: str) -> str:
    return MARKUP.sub(r"\\\1", words)


def _cut(words: str) -> str:
    """Words on one line, not too long."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + MORE


def sign_body(body: bytes, secret: str) -> str:
    """The signature of a body, as its header has it."""
    return "sha256=" + hmac.new(secret.encode(), body, "sha256").hexdigest()


__all__ = ["Notice", "NoticeKind", "body_of", "sign_body"]
