"""Following: the full-text index is brought up to the log: before a search, when a desk is closed, in quiet moments."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from domain.campaigns import Campaigns
from domain.log.reading import reader_of
from domain.refusal import NotFound
from domain.store import StoreError
from projections.search.index import add, followed, lagging
from projections.search.told import told

log = logging.getLogger(__name__)
BATCH = 500
"""Lines that are put into the index at once: whoever records waits no longer than for these."""


@contextmanager
def searching(campaigns: Campaigns, id_: str, search: str) -> Iterator[sqlite3.Cursor]:
    """A cursor on the read models by which words are found in every line of a campaign, if words are searched for."""
    if search.strip():
        catch_up(campaigns, id_)
    with campaigns.store.reading() as cursor:
        yield cursor


def catch_up(campaigns: Campaigns, id_: str) -> None:
    """Let the words of a campaign follow its log; what the file refuses is left for the next time."""
    try:
        while not campaigns.store.stopped and _next(campaigns, id_):
            pass
    except (StoreError, NotFound) as error:
        log.info("the words of %s are not all found yet: %s", id_, error)


def catch_up_all(campaigns: Campaigns) -> None:
    """The same, for every campaign of the file."""
    try:
        with campaigns.store.reading() as cursor:
            behind = lagging(cursor)
    except StoreError as error:
        log.info("it cannot be told which words are not found yet: %s", error)
        return
    for id_ in behind:
        catch_up(campaigns, id_)


def _next(campaigns: Campaigns, id_: str) -> bool:
    """The next batch, told before the file is taken for writing; whether there was one."""
    with campaigns.store.reading() as cursor:
        after = followed(cursor, id_)
    raws = list(campaigns.store.source(id_).read(after, after + BATCH))
    if not raws:
        return False
    game = campaigns.game_of(id_)
    reader = reader_of(game)
    words = [line.words for line in told(game, reader.entries(raws))]
    with campaigns.store.writing() as db:
        if followed(db, id_) == after:  # else somebody else was faster
            add(db, id_, words)
    return True


__all__ = ["catch_up", "catch_up_all", "searching"]
