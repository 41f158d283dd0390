"""Read models that lag behind the log: updated before they are read, when the server is idle, and when it stops.

These are the full-text index and, after a correction, the numbers and the save sheets.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from domain.campaigns import Campaigns
from domain.framework.refusal import NotFound
from domain.log.entry_decoding import reader_of
from domain.store import StoreError
from domain.store.replaying import replay_since
from projections import saves, series
from projections.behind import (
    campaigns_without_numbers,
    campaigns_without_words,
    followed_position,
    mark_projected,
    stale_since,
)
from projections.search.index import index_lines
from projections.search.public_fields import describe_entries

log = logging.getLogger(__name__)
BATCH = 500
"""Lines that are indexed at once; recording waits at most for one such batch."""
TRIES = 4
"""How often numbers are computed again because an entry was recorded meanwhile, before they are left for later."""


@contextmanager
def search_when_followed(campaigns: Campaigns, id_: str, search: str) -> Iterator[sqlite3.Cursor]:
    """A cursor on the read models; for a search by words, the full-text index is completed first."""
    if search.strip():
        complete_index(campaigns, id_)
    with campaigns.store.reading() as cursor:
        yield cursor


@contextmanager
def numbers_when_followed(campaigns: Campaigns, id_: str) -> Iterator[sqlite3.Cursor]:
    """A cursor on the read models, with the numbers and save sheets up to date."""
    project_numbers(campaigns, id_)
    with campaigns.store.reading() as cursor:
        yield cursor


def complete_index(campaigns: Campaigns, id_: str) -> None:
    """Complete the full-text index of a campaign; errors of the store are logged, and the next call tries again."""
    try:
        while not campaigns.store.stopped and _index_next_batch(campaigns, id_):
            pass
    except (StoreError, NotFound) as error:
        log.info("the full-text index of %s is not complete yet: %s", id_, error)


def project_numbers(campaigns: Campaigns, id_: str) -> None:
    """Update a campaign's numbers and save sheets after corrections; errors of the store are logged."""
    try:
        for _ in range(TRIES):
            if campaigns.store.stopped or not _project_next_numbers(campaigns, id_):
                return
    except (StoreError, NotFound) as error:
        log.info("the numbers of %s are not up to date yet: %s", id_, error)


def catch_up_all(campaigns: Campaigns) -> None:
    """Update the index, numbers and save sheets of every campaign in the store."""
    try:
        with campaigns.store.reading() as cursor:
            lacking_words, lacking_numbers = campaigns_without_words(cursor), campaigns_without_numbers(cursor)
    except StoreError as error:
        log.info("read models that lag behind cannot be found: %s", error)
        return
    for id_ in lacking_words:
        complete_index(campaigns, id_)
    for id_ in lacking_numbers:
        project_numbers(campaigns, id_)


def _index_next_batch(campaigns: Campaigns, id_: str) -> bool:
    """Index the next batch and return whether there was one; sentences are rendered before the file is locked."""
    with campaigns.store.reading() as cursor:
        after = followed_position(cursor, id_)
    raws = list(campaigns.store.source(id_).read(after, after + BATCH))
    if not raws:
        return False
    game = campaigns.game_of(id_)
    if game.origin == "missing":
        return False  # only the game has the words
    reader = reader_of(game)
    words = [line.words for line in describe_entries(game, reader.entries(raws))]
    with campaigns.store.writing() as db:
        if followed_position(db, id_) == after:  # another process may have indexed this batch meanwhile
            index_lines(db, id_, words)
    return True


def _project_next_numbers(campaigns: Campaigns, id_: str) -> bool:
    """Project what a correction left stale and return whether there was any; computed before the file is locked."""
    with campaigns.store.reading() as cursor:
        since = stale_since(cursor, id_)
    if since is None or campaigns.game_of(id_).origin == "missing":
        return False
    aside = campaigns.copy_from_memory(id_)
    batch = replay_since(aside, since)
    sheets = saves.rows_of_saves(batch)
    with campaigns.store.writing() as db:
        head = campaigns.store.source(id_).head()
        if (head, stale_since(db, id_)) == (aside.position, since):  # otherwise an entry was recorded meanwhile
            series.project(db, batch)
            saves.replace_saves(db, batch, sheets)
            mark_projected(db, id_)
    return True


__all__ = ["catch_up_all", "complete_index", "numbers_when_followed", "project_numbers", "search_when_followed"]
