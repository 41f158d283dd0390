"""The fold: a table made of the entries that count."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from domain.framework.table import Table
from domain.log.effective_entries import Standing
from domain.log.entries import Row
from domain.log.entry_decoding import Reader, Unreadable, document_of

Watch = Callable[[int, Table], None]
"""Called after each entry that counted, with its position and the table after it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An entry that counts and that this version cannot apply: its position, and the error."""

    position: int
    why: str


def fold_entries(
    table: Table, rows: Iterable[Row], now: Standing, reader: Reader, watch: Watch | None = None
) -> list[Failure]:
    """Apply what counts among entries to a table, in place; returns what could not be applied.

    An entry that cannot be read is skipped. An entry that can be read and not applied is a fault of the code, not of
    the file; it is skipped too, and returned as a failure. Every open, undo and look back waits for this loop, so for a
    row it calls only the function that makes its event, and `apply`.
    """
    skip, amended, makers = now.skips(), now.amended, reader.makers
    failures: list[Failure] = []
    for position, topic, state in rows:
        make = makers[topic]
        if make is None or position in skip:
            continue
        try:
            happened = make(state) if position not in amended else amended[position]
        except Unreadable:
            continue
        try:
            happened.record_on(table)
        except Exception as error:
            failures += failure_of(reader, (position, topic, state), error, amended=position in amended)
            continue
        if watch is not None:
            watch(position, table)
    return failures


def failure_of(reader: Reader, row: Row, error: Exception, *, amended: bool) -> Iterator[Failure]:
    """The failure of an entry; none if its fields do not fit its event, because then it is unreadable."""
    position, topic, state = row
    try:
        if not amended:
            reader.checked(topic, document_of(state))
    except Unreadable:
        return
    yield Failure(position, f"{type(error).__name__}: {error}")


__all__ = ["Failure", "Watch", "failure_of", "fold_entries"]
