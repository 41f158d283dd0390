"""Command: one act of an author, with its id."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from domain.framework.events.marks import Remark
from domain.framework.refusal import Misfit, Refused, RefusedAll, most_decisive_first
from domain.framework.text import text

# Most values are short ASCII, and need no further validation.
PLAINLY_SHORT = 100
Seats = frozenset[str] | None
"""The seats that an author speaks for; None is the table itself, from which nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who records and corrects: their seats, their name in the log, whether they are the host, and former names."""

    seats: Seats = None
    name: str = ""
    host: bool = True
    former: frozenset[str] = frozenset()


THE_TABLE = Author()
"""The table itself: the terminal, or a host without a seat or a name."""


@dataclass(frozen=True, slots=True)
class Command:
    """The author, time and device of a command; `bend` is the reason to overrule a refusal.

    `later` says when it happened, if that was before: refusals of a card or a step do not apply then. The `id` makes it
    one command, however often it arrives. With `seats`, events about secrets of other seats are refused. `host` is
    whether the host sent it. If it `asks`, the player has not confirmed yet that something is lost with it.
    The author recorded earlier entries under `former` names. `request` is the digest of a program's request, by which
    a repeat is distinguished from another request with the same id; empty if that need not be known.
    """

    id: str
    time: str
    actor: str = ""
    device: str = ""
    bend: str = ""
    later: str = ""
    seats: frozenset[str] | None = None
    host: bool = True
    asks: bool = False
    former: frozenset[str] = frozenset()
    day: str = ""
    """The day on the clock of the table, such as `2026-11-20`; empty if unknown."""
    offset: int | None = None
    """Minutes that the clock of the table is ahead of UTC; None if unknown."""
    request: str = ""

    @property
    def overrules(self) -> bool:
        """Whether a closed step does not stop the command: it bends the rules, or happened before."""
        return bool(self.bend or self.later)

    @property
    def author(self) -> Author:
        """The author of the command."""
        return Author(self.seats, self.actor, self.host, self.former)

    def __post_init__(self) -> None:
        faults = {name: text("{field}: one line of at most 200 characters", field=name) for name in _bad_texts(self)}
        if faults:
            raise Misfit(faults)


_REMARK = TypeAdapter(Remark)


def _bad_texts(command: Command) -> Iterator[str]:
    for name in ("id", "time", "actor", "device", "bend", "later"):
        value = getattr(command, name)
        if isinstance(value, str) and len(value) <= PLAINLY_SHORT and value.isascii() and value.isprintable():
            continue
        try:
            _REMARK.validate_python(value, strict=True)
        except ValidationError:
            yield name


def stored_bend(reasons: Sequence[Refused], command: Command) -> dict[str, Any] | None:
    """The reason for bending a rule, as it is stored in an entry.

    Raises:
        RefusedAll: it may not be bent, or the command has no reason to bend it.
    """
    if command.later:
        reasons = [reason for reason in reasons if not reason.bendable]
    if not reasons:
        return None
    if not command.bend or not all(reason.bendable for reason in reasons):
        raise RefusedAll(most_decisive_first(reasons))
    return {"reason": command.bend, "codes": [reason.code for reason in reasons]}


__all__ = ["THE_TABLE", "Author", "Command", "Seats", "stored_bend"]
