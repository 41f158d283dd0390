"""Permissions of authors: which events belong to another seat. `views/visibility.py` decides what a seat sees."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.refusal import Refused, never
from domain.framework.table import Table
from domain.log.command import Author, Seats
from domain.log.entries import Entry

NOT_YOUR_DOING = never("not-yours", "That is for another seat to record[: {seat}].")
NOT_YOURS = never("not-yours", "That is a secret of another seat[: {seat}].")
NOT_YOUR_ENTRY = never("not-your-entry", "Among rivals, players fix only their own entries. Ask the host.")
SEEN_BY_ALL = never("seen-by-all", "All players have seen it, so only the host can take it back.")
FOR_THE_HOST = never("for-the-host", "That is for the host to record.")
SOMETHING_HIDDEN = never("something-hidden", "Something you cannot see rules this out.")


def kept_from(seats: Seats, cls: type[Event[Any]], fields: Mapping[str, Any], table: Table) -> Iterator[Refused]:
    """The refusal of an event that is another seat's secret, or another seat's own action.

    A secret that no seat may know belongs to no seat.
    """
    if seats is None:
        return
    guarding = cls.keepers(fields, table)
    if guarding and not set(guarding) & seats:
        yield NOT_YOURS(seat=_seat_names(guarding, table))
    elif cls.acting_seat and fields.get(cls.acting_seat) and fields[cls.acting_seat] not in seats:
        yield NOT_YOUR_DOING(seat=_seat_names((fields[cls.acting_seat],), table))


def why_not_to_record(author: Author, event: Event[Any], table: Table) -> Iterator[Refused]:
    """The refusal of recording an event of another seat."""
    if isinstance(event, kernel.BY_HOST) and not author.host:
        yield FOR_THE_HOST()
    if isinstance(event, kernel.OF_A_SEAT) and not (author.host or author.seats is None or event.seat in author.seats):
        yield NOT_YOUR_DOING(seat=_seat_names((event.seat,), table))
    if author.seats is not None:
        yield from kept_from(author.seats, type(event), dict(event), table)


def is_authors_own(author: Author, entry: Entry) -> bool:
    """Whether an author recorded an entry, also under a former name, or speaks for its seat."""
    if author.seats is None or (entry.actor and entry.actor in (author.name, *author.former)):
        return True
    event = entry.event
    return event is not None and str(entry.fields.get(event.acting_seat or event.secret_of)) in author.seats


def why_not_to_correct(game: AnyGame, author: Author, entry: Entry) -> Iterator[Refused]:
    """The refusal of correcting an entry of another seat, whether or not it hides anything."""
    if game.rivals and not author.host and not is_authors_own(author, entry):
        yield NOT_YOUR_ENTRY()


def why_not_to_reveal_back(game: AnyGame, author: Author, reveals: Collection[Entry]) -> Iterator[Refused]:
    """The refusal of withdrawing a reveal: among rivals, one would choose again knowing the others' choices."""
    if reveals and game.rivals and not author.host and author.seats is not None:
        yield SEEN_BY_ALL()


def _seat_names(seats: Collection[str], table: Table) -> tuple[object, ...]:
    return tuple(table.chairs().get(seat, seat) for seat in seats)


def is_kept_from(seats: Seats, cls: type[Event[Any]], fields: Mapping[str, Any], table: Table) -> bool:
    """Whether an author may not know the fields of such an event, by the public table."""
    knowing = cls.keepers(fields, table)
    return knowing is not None and not set(knowing) & (seats or frozenset())


def reasons_as_seen(reasons: Iterable[Refused], shown: Iterable[Refused]) -> list[Refused]:
    """The reasons that also hold on the public table; for all others, one that only says there is one.

    Their number is hidden too. If the event is refused without them, their existence is hidden as well.
    """
    known = {(one.code, str(one)) for one in shown}
    reasons = list(reasons)
    open_ = [one for one in reasons if (one.code, str(one)) in known]
    if len(open_) == len(reasons) or any(not one.bendable for one in open_):
        return open_
    return [*open_, SOMETHING_HIDDEN()]


__all__ = [
    "SOMETHING_HIDDEN",
    "is_authors_own",
    "is_kept_from",
    "kept_from",
    "reasons_as_seen",
    "why_not_to_correct",
    "why_not_to_record",
    "why_not_to_reveal_back",
]
