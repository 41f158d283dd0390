"""House: one file of campaigns with its read models, as tests use it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import orjson

from domain.campaigns import Campaigns, Receipt
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.table import as_json
from domain.log import corrections
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.effective_entries import Standing
from domain.log.entries import Raw
from domain.store import FileStore
from projections import PROJECTIONS, Models
from projections.current import current_state
from projections.following import catch_up_all, search_when_followed
from projections.log import LogLine, Wanted, select_lines
from projections.rebuild import Fault, fold_from_zero, rebuild_read_models, verify_file
from tests import toy
from tests.suite.patience import HANG

PATIENT = int(HANG)
"""Seconds that a lock is waited for where a test is not about waiting."""
Rows = dict[str, list[tuple[Any, ...]]]
_NUMBERS = count(1)


def rows_of(models: Models, db: sqlite3.Connection) -> Rows:
    """Every row of every table that goes with the newest entry, by table in the order of its key: to compare."""
    found = {}
    for table in models._in_step():
        found[table.name] = db.execute(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}").fetchall()
    for name in models._virtual():
        db.execute(f"CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', '{name}', 'instance')")
        found[name] = db.execute("SELECT doc, offset, term FROM temp.terms ORDER BY doc, offset").fetchall()
        db.execute("DROP TABLE temp.terms")
    return found


class House:
    """A store at a path; `again` opens the same file once more, as another process would."""

    def __init__(
        self,
        path: Path,
        games: tuple[AnyGame, ...] = (toy.GAME,),
        lock_timeout: int = PATIENT,
        models: Models | None = None,
    ) -> None:
        self.path = path
        self.games = {game.key: game for game in games}
        self.models = models or Models(PROJECTIONS)
        self.store = self._opened(lock_timeout)
        self.campaigns = Campaigns(self.store, self.games, self.models, Chance(Random(1)))

    def _opened(self, lock_timeout: int) -> FileStore:
        return FileStore(self.path, self.models.setup, lock_timeout=lock_timeout)

    def again(self, lock_timeout: int = PATIENT) -> House:
        return House(self.path, tuple(self.games.values()), lock_timeout)

    def close(self) -> None:
        self.store.close()

    # --- commands ---

    @staticmethod
    def command(id_: str = "", bend: str = "") -> Command:
        number = next(_NUMBERS)
        return Command(id_ or f"command-{number}", f"2026-01-01T12:{number // 60 % 60:02}:{number % 60:02}Z", bend=bend)

    def new(self, name: str = "Harbour", opening: Mapping[str, Any] | None = None, game: str = "") -> str:
        key = game or next(iter(self.games))
        return self.campaigns.new(key, name, opening or {}, self.command()).campaign

    def record(self, campaign: str, *events: Event[Any], bend: str = "") -> list[Receipt]:
        return [self.record_as(campaign, event, self.command(bend=bend)) for event in events]

    def record_as(self, campaign: str, event: Event[Any], command: Command) -> Receipt:
        return self.campaigns.run(campaign, command, lambda live: live.record(event, command, self.campaigns.chance))

    def undo(
        self, campaign: str, entry: int | None = None, choice: corrections.Reach | None = None, sure: bool = False
    ) -> Receipt:
        return self.campaigns.undo(campaign, entry, self.command(), corrections.TableDecision(choice, sure))

    def redo(self, campaign: str) -> Receipt:
        return self.campaigns.redo(campaign, self.command())

    def restore(self, campaign: str, entry: int, choice: corrections.Reach | None = None) -> Receipt:
        return self.campaigns.restore(campaign, entry, self.command(), corrections.TableDecision(choice))

    def amend(
        self, campaign: str, entry: int, choice: corrections.Reach | None = None, /, bend: str = "", **changes: Any
    ) -> Receipt:
        return self.campaigns.amend(
            campaign, entry, changes, self.command(bend=bend), corrections.TableDecision(choice)
        )

    def plant(self, campaign: str, *states: tuple[str, object]) -> None:
        """Store entries past all rules, as an older, newer or broken program would have."""
        raws, read_models = [], self.models
        position = self.store.source(campaign).head()
        for n, (topic, document) in enumerate(states, 1):
            data = document if isinstance(document, bytes) else orjson.dumps(document)
            raws.append(Raw(position + n, topic, data))
        self.store.append(campaign, raws, [])
        rebuild_read_models(self.campaigns, read_models)

    # --- reading ---

    def table(self, campaign: str) -> Any:
        """The live table, as JSON."""
        with self.campaigns.open(campaign) as live:
            return as_json(live.table)

    def cold(self, campaign: str) -> Any:
        """The table folded from zero, as JSON."""
        return as_json(fold_from_zero(self.campaigns, campaign).table)

    def shown(self, campaign: str) -> tuple[int, Any]:
        """The read model of the table, as JSON, with the position it goes with."""
        with self.store.reading() as cursor:
            position, kept = current_state(cursor, campaign)
        return position, orjson.loads(kept)

    def told(self, campaign: str) -> tuple[int, Any]:
        """What the read model of the table has to say: the table folded from zero up to where it is."""
        position, _ = self.shown(campaign)
        return position, as_json(fold_from_zero(self.campaigns, campaign).at(position))

    def put_away(self, campaign: str) -> None:
        """Keep a snapshot, as it is done now and then."""
        with self.campaigns.open(campaign) as live:
            self.store.keep_snapshot(campaign, live.checkpoint(), self.models.keeper(live))

    def log(self, campaign: str, search: str = "") -> list[LogLine]:
        with search_when_followed(self.campaigns, campaign, search) as cursor:
            return select_lines(cursor, campaign, Wanted(search=search))

    def head(self, campaign: str) -> int:
        return self.store.source(campaign).head()

    def standing(self, campaign: str) -> Standing:
        with self.campaigns.open(campaign) as live:
            return live.standing()

    def at(self, campaign: str, position: int) -> Any:
        with self.campaigns.open(campaign) as live:
            return as_json(live.at(position))

    def fresh(self, campaign: str) -> Campaign:
        return fold_from_zero(self.campaigns, campaign)

    # --- the whole file ---

    def rows(self) -> Rows:
        catch_up_all(self.campaigns)
        with self.store.reading() as cursor:
            return rows_of(self.models, cursor.connection)

    def rebuild(self) -> Rows:
        rebuild_read_models(self.campaigns, self.models)
        return self.rows()

    def verify(self) -> list[Fault]:
        return list(verify_file(self.campaigns, self.models))
