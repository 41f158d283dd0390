"""Errors of a shared database, translated into those of the store."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError
from psycopg import Error

from domain.framework.text import text
from domain.store.errors import Busy, Conflict

log = logging.getLogger(__name__)
FAULTS = (PersistenceError, Error)
"""Errors that the library and the driver raise if the database cannot be reached."""


def unreachable(*, recording: bool) -> Busy:
    also = text("Nothing was recorded.") if recording else ""
    return Busy("The shared database cannot be reached.[ {also}] Try again in a moment.", also=also)


@contextmanager
def reached(*, recording: bool = False) -> Iterator[None]:
    """Translate errors of the database into errors of the store.

    Raises:
        Conflict: a position is taken, or a command was recorded before.
        Busy: the database cannot be reached.
    """
    try:
        yield
    except IntegrityError as error:
        raise Conflict("Someone else recorded something at the same moment.") from error
    except FAULTS as error:
        log.warning("the database cannot be used: %s", error)
        raise unreachable(recording=recording) from error


__all__ = ["FAULTS", "reached", "unreachable"]
