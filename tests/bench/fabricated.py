"""A file of very many campaigns, in a minute or two: a few that were recorded, copied under other names.

Each copy has a chain of digests of its own and the rows that a rebuild would give it: the file is sound, as `verify`
says of a smaller one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from domain.language.chance import Chance
from domain.language.event import Event
from domain.language.kernel import CampaignStarted, NoteAdded
from domain.log.campaign import Campaign
from domain.log.entries import Memory, Raw, digest_of
from projections.campaigns import POSITIONS, slug_of_name
from tests import toy
from tests.bench.logs import command, toy_story
from tests.house import House, rows_of

NAME = "Nameless"
"""What every pattern is called, and nothing else is."""
PATTERNS = 8
PREVIOUS, DIGEST = b'"previous":"', 64
"""What stands before a digest in an entry, and how long it is."""
TONGUES = ("the harbour was quiet", "港口今晚很安静", "la jetée était fermée", "Über Nacht schneit’s")
TOGETHER = 50
"""Campaigns in one transaction."""


class Part(NamedTuple):
    """An entry of a pattern, in two: between them stands the digest of the one before it."""

    position: int
    topic: str
    before: bytes
    after: bytes


def fabricated(path: Path, campaigns: int, lines: int) -> Path:
    """A file of so many campaigns with so many entries each."""
    pattern = path.with_name("patterns.db")
    logs = {id_: [_parted(raw) for raw in raws] for id_, raws in _recorded(pattern, lines)}
    House(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for setting in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-400000"):
            db.execute(f"PRAGMA {setting}")
        db.execute("ATTACH ? AS pattern", (str(pattern),))
        db.execute("INSERT INTO packs SELECT * FROM pattern.packs")
        copying = _statements(db)
        ids = list(logs)
        for number in range(campaigns):
            if number % TOGETHER == 0:
                db.execute("BEGIN")
            _copy(db, copying, logs, ids[number % PATTERNS], number)
            if number % TOGETHER == TOGETHER - 1 or number == campaigns - 1:
                db.execute("COMMIT")
        db.execute("DETACH pattern")
        db.execute("PRAGMA journal_mode=WAL")
    pattern.unlink()
    return path


def name_of(number: int) -> str:
    """The name of a copy: one word, as that of the patterns is."""
    return f"Table{number:04}"


# --- patterns --------------------------------------------------------------------------------


def _recorded(path: Path, lines: int) -> Iterator[tuple[str, list[Raw]]]:
    """The entries of each pattern; they and the words of their lines are in a file of their own."""
    house = House(path)
    house.store.add_pack("toy", toy.GAME.pack)
    for seed in range(PATTERNS):
        campaign = _played(seed, lines)
        house.campaigns.adopt_campaign(campaign)
        yield campaign.id, list(campaign.source.read())
    with house.store.writing() as db:
        rows = rows_of(house.models, db)["log_words"]
        words: dict[int, list[str]] = {}
        for line, _, term in rows:
            words.setdefault(line, []).append(term)
        db.execute("CREATE TABLE words (id INTEGER PRIMARY KEY, words TEXT NOT NULL)")
        db.executemany("INSERT INTO words VALUES (?,?)", [(line, " ".join(shown)) for line, shown in words.items()])
    house.close()


def _played(seed: int, lines: int) -> Campaign:
    """A campaign of exactly so many entries: evenings at the harbour, and now and then a note in some language."""
    random, memory, numbers = Random(seed), Memory(), count()
    campaign = Campaign(f"{seed:032x}", toy.GAME, memory)

    def record(event: Event[Any]) -> None:
        memory.raws += campaign.record(event, command(next(numbers)), Chance(random)).raws

    record(CampaignStarted(game="toy", name=NAME, pack=toy.GAME.pack.digest))
    vocabulary = ["".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(5_000)]
    for event in toy_story(campaign, random):
        if campaign.position >= lines:
            break
        record(event)
        if random.random() < 0.03:
            shown = " ".join(random.choices(vocabulary, k=6))
            record(NoteAdded(text=f"{shown}, {random.choice(TONGUES)}"))
    short = Campaign(campaign.id, toy.GAME, Memory(memory.raws[:lines]))
    short.catch_up()
    return short


def _parted(raw: Raw) -> Part:
    at = raw.state.rfind(PREVIOUS) + len(PREVIOUS)
    if raw.position == 1:
        return Part(1, raw.topic, raw.state, b"")
    return Part(raw.position, raw.topic, raw.state[:at], raw.state[at + DIGEST :])


# --- copies ----------------------------------------------------------------------------------


def _statements(db: sqlite3.Connection) -> list[str]:
    """What copies the rows of a pattern, all but its entries: one statement a table."""
    tables = db.execute(
        "SELECT name FROM pattern.sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%' AND"
        " name NOT LIKE 'log_words%' AND name NOT IN ('entries', 'packs', 'photos', 'quarantine', 'words', 'log_terms')"
    ).fetchall()
    words = "INSERT INTO log_words (rowid, words) SELECT {id}, replace(words, lower(:called), lower(:name))"
    words += f" FROM pattern.words WHERE id >> {POSITIONS} = :pattern_number"
    terms = "INSERT INTO log_terms SELECT :number, replace(term, lower(:called), lower(:name))"
    terms += " FROM pattern.log_terms WHERE number=:pattern_number"
    found = [words.format(id=_id("id")), terms]
    for (table,) in tables:
        columns = {name: kind for _, name, kind, *_ in db.execute(f"PRAGMA pattern.table_info({table})")}
        campaign = "campaign" if "campaign" in columns else "originator_id"
        values = ", ".join(_value(table, name, kind) for name, kind in columns.items())
        found.append(f"INSERT INTO {table} SELECT {values} FROM pattern.{table} WHERE {campaign}=:pattern")
    return found


def _id(column: str) -> str:
    """The id of a line, as that of another campaign."""
    return f"(:number << {POSITIONS}) | ({column} & {(1 << POSITIONS) - 1})"


def _value(table: str, column: str, kind: str) -> str:
    """What a copy has in a column."""
    own = {"campaign": ":id", "originator_id": ":id"}
    if table == "campaigns":
        own |= {"key": ":key", "number": ":number", "digest": ":digest"}
    if table == "log":
        own |= {"id": _id("id")}
    renamed = f"replace({column}, :called, :name)"
    if kind == "BLOB":
        renamed = f"CAST({renamed} AS BLOB)"
    return own.get(column, renamed if kind in ("TEXT", "BLOB") else column)


def _copy(db: sqlite3.Connection, copying: list[str], logs: dict[str, list[Part]], pattern: str, number: int) -> None:
    id_, name = f"{Random(number).getrandbits(128):032x}", name_of(number)
    row = db.execute("SELECT COALESCE(MAX(rowid), 0) + 1 FROM entries").fetchone()[0]
    raws = list(_chained(logs[pattern], name))
    statement = "INSERT INTO entries (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
    db.executemany(statement, [(id_, *raw) for raw in raws])
    values = {"id": id_, "name": name, "key": slug_of_name(name), "number": row, "digest": digest_of(raws[-1])}
    (number_of_pattern,) = db.execute("SELECT number FROM pattern.campaigns WHERE campaign=?", (pattern,)).fetchone()
    values |= {"called": NAME, "pattern": pattern, "pattern_number": number_of_pattern}
    for statement in copying:
        db.execute(statement, values)


def _chained(parts: list[Part], name: str) -> Iterator[Raw]:
    """The entries of a pattern under another name, with the digests that follow from that."""
    before = b""
    for position, topic, head, tail in parts:
        state = head + before + tail if before else head.replace(NAME.encode(), name.encode())
        raw = Raw(position, topic, state)
        before = digest_of(raw).encode()
        yield raw


__all__ = ["fabricated", "name_of"]
