"""Read models that follow the log later: brought up to date before they are read, in quiet moments, and at the end.

These are the full-text index, and after a correction the numbers of the rounds and the sheets put away.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from domain.campaigns import Campaigns
from domain.language.refusal import NotFound
from domain.log.reading import reader_of
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
from projections.search.told import describe_entries

log = logging.getLogger(__name__)
BATCH = 500
"""Lines that are put into the index at once: whoever records waits no longer than for these."""
TRIES = 4
"""How often numbers are told anew because somebody recorded meanwhile; then they are left for the next time."""


@contextmanager
def search_when_followed(campaigns: Campaigns, id_: str, search: str) -> Iterator[sqlite3.Cursor]:
    """A cursor on the read models; if words are searched for, the full-text index is completed first."""
    if search.strip():
        complete_index(campaigns, id_)
    with campaigns.store.reading() as cursor:
        yield cursor


@contextmanager
def numbers_when_followed(campaigns: Campaigns, id_: str) -> Iterator[sqlite3.Cursor]:
    """A cursor on the read models, after the numbers and sheets were brought up to date."""
    project_numbers(campaigns, id_)
    with campaigns.store.reading() as cursor:
        yield cursor


def complete_index(campaigns: Campaigns, id_: str) -> None:
    """Complete the full-text index of a campaign; errors of the file are logged, and it is tried again next time."""
    try:
        while not campaigns.store.stopped and _index_next_batch(campaigns, id_):
            pass
    except (StoreError, NotFound) as error:
        log.info("the full-text index of %s is not complete yet: %s", id_, error)


def project_numbers(campaigns: Campaigns, id_: str) -> None:
    """Bring a campaign's numbers and sheets up to date after corrections; errors likewise."""
    try:
        for _ in range(TRIES):
            if campaigns.store.stopped or not _project_next_numbers(campaigns, id_):
                return
    except (StoreError, NotFound) as error:
        log.info("the numbers of %s are not up to date yet: %s", id_, error)


def catch_up_all(campaigns: Campaigns) -> None:
    """Bring both up to date for every campaign of the file."""
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
    """Index the next batch, described before the file is locked; returns whether there was one."""
    with campaigns.store.reading() as cursor:
        after = followed_position(cursor, id_)
    raws = list(campaigns.store.source(id_).read(after, after + BATCH))
    if not raws:
        return False
    game = campaigns.game_of(id_)
    reader = reader_of(game)
    words = [line.words for line in describe_entries(game, reader.entries(raws))]
    with campaigns.store.writing() as db:
        if followed_position(db, id_) == after:  # else somebody else was faster
            index_lines(db, id_, words)
    return True


def _project_next_numbers(campaigns: Campaigns, id_: str) -> bool:
    """Project the numbers and sheets since a correction, computed before the file is locked; returns whether any."""
    with campaigns.store.reading() as cursor:
        since = stale_since(cursor, id_)
    if since is None:
        return False
    aside = campaigns.copy_from_memory(id_)
    batch = replay_since(aside, since)
    sheets = saves.rows_of_saves(batch)
    with campaigns.store.writing() as db:
        head = campaigns.store.source(id_).head()
        if (head, stale_since(db, id_)) == (aside.position, since):  # else somebody recorded meanwhile
            series.project(db, batch)
            saves.replace_saves(db, batch, sheets)
            mark_projected(db, id_)
    return True


__all__ = ["catch_up_all", "complete_index", "numbers_when_followed", "project_numbers", "search_when_followed"]
