"""The n-th statement fails, for every n until all go well: all of a command is stored, or nothing."""

import sqlite3
from collections.abc import Callable
from random import Random

import pytest

from domain import campaigns as campaigns_module
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.store import Busy, StoreError
from tests.faults.check import sound
from tests.house import House
from tests.toy import CoinsGained, DiceRolled, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)


class Failing:
    """Lets `after` statements of every connection through, then fails one."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.hit = ""

    def arm(self, after: int) -> None:
        self.left, self.hit = after, ""

    def disarm(self) -> None:
        self.left = None

    def step(self, statement: str) -> None:
        if self.left is None:
            return
        if self.left == 0:
            self.left, self.hit = None, statement
            raise sqlite3.OperationalError("disk I/O error")
        self.left -= 1


FAILING = Failing()


class Cursor(sqlite3.Cursor):
    def execute(self, sql: str, *values: object) -> "Cursor":
        FAILING.step(sql)
        return super().execute(sql, *values)

    def executemany(self, sql: str, *values: object) -> "Cursor":
        FAILING.step(sql)
        return super().executemany(sql, *values)


class Connection(sqlite3.Connection):
    def cursor(self, factory: type[sqlite3.Cursor] = Cursor) -> sqlite3.Cursor:
        return super().cursor(factory)

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        return self.cursor().execute(sql, *values)

    def executemany(self, sql: str, *values: object) -> sqlite3.Cursor:
        return self.cursor().executemany(sql, *values)

    def commit(self) -> None:
        try:
            FAILING.step("COMMIT")
        except sqlite3.OperationalError:
            super().rollback()  # as SQLite does itself when a commit fails
            raise
        super().commit()


@pytest.fixture(autouse=True)
def _every_connection_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection that is opened from here on counts its statements."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **kw: connect(*args, **{"factory": Connection, **kw}))
    FAILING.disarm()


Act = Callable[[House, str], object]


def undo_and_redo(house: House, campaign: str) -> object:
    return house.undo(campaign, 4) and house.redo(campaign)


COMMANDS: dict[str, Act] = {
    "record": lambda house, campaign: house.record(campaign, DiceRolled(seat="Ann")),
    "end a session": lambda house, campaign: house.record(campaign, SessionEnded()),
    "undo": lambda house, campaign: house.undo(campaign),
    "undo an old one": lambda house, campaign: house.undo(campaign, 4, "those"),
    "amend": lambda house, campaign: house.amend(campaign, 4, amount=5),
    "begin": lambda house, campaign: house.new("Another"),
    "branch": lambda house, campaign: house.campaigns.branch(campaign, "B", 4, "harbour", house.command()),
    "rebuild": lambda house, campaign: house.rebuild(),
}


def begun(house: House) -> str:
    campaign = house.new()
    house.record(campaign, SessionStarted(), ANN, NINE, TowerBuilt(seat="Ann", tower="oak"))
    return campaign


def count(house: House) -> tuple[int, int, int]:
    with house.store.reading() as cursor:
        tables = ("entries", "commands", "log")
        return tuple(cursor.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in tables)  # type: ignore[return-value]


@pytest.mark.parametrize("act", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
def test_each_statement_of_a_command_may_fail(house: House, act: Act, warm: bool) -> None:
    campaign = begun(house)
    done = False
    for after in range(400):
        if not warm:
            house.campaigns.drop_from_memory(campaign)
        before = count(house)
        FAILING.arm(after)
        try:
            act(house, campaign)
            done = True
        except StoreError:
            done = False
        finally:
            hit = FAILING.hit
            FAILING.disarm()
        assert (count(house) != before) == done or act is COMMANDS["rebuild"], f"statement {after}: {hit}"
        assert house.table(campaign) == house.cold(campaign), f"statement {after}: {hit}"
        assert house.shown(campaign) == house.told(campaign), f"statement {after}: {hit}"
        if done:
            break
    assert done
    sound(house)


def test_a_read_model_that_fails_stores_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begun(house)
    before = count(house)

    def fails(db: sqlite3.Connection) -> None:
        raise ZeroDivisionError

    writer = house.models.writer
    with monkeypatch.context() as patch:
        patch.setattr(house.models, "writer", lambda batch: fails)
        with pytest.raises(ZeroDivisionError):
            house.record(campaign, NINE)
        patch.setattr(house.models, "writer", lambda batch: lambda db: (writer(batch)(db), fails(db)))
        with pytest.raises(ZeroDivisionError):
            house.undo(campaign)
    assert count(house) == before
    sound(house)
    house.record(campaign, NINE)
    sound(house)


def test_a_snapshot_that_fails_leaves_the_command_acknowledged(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns_module, "SNAPSHOT_EVERY", 1)
    campaign = begun(house)
    with house.store.writing() as db:
        db.execute("DROP TABLE snapshots")
        db.execute(
            "CREATE TABLE snapshots"
            " (originator_id TEXT, originator_version INT, topic TEXT, state BLOB NOT NULL CHECK (0))"
        )
    for _ in range(3):
        (receipt,) = house.record(campaign, NINE)
        assert receipt.entries
    assert house.table(campaign)["seats"]["Ann"]["coins"] == 34
    sound(house)


def test_random_statements_fail_in_a_long_evening(house: House) -> None:
    random = Random(7)
    campaign = begun(house)
    saved = 4 + 1
    for _ in range(60):
        FAILING.arm(random.randrange(30))
        try:
            house.record(campaign, NINE)
            saved += 1
        except Busy:
            pass
        finally:
            FAILING.disarm()
        assert house.head(campaign) == saved
    sound(house)
