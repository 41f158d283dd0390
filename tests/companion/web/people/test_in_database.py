"""Guests of a shared log: who joined by one process is known to all, and a cookie is worth the same everywhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.web.visitors.guests import Guests, PlaceTaken, QuotaReached
from companion.web.visitors.in_database import (
    SharedGuests,
    SharedTries,
    create_tables,
    give_guests,
    shared_session_key,
    take_guests,
)
from companion.web.visitors.tries import EACH, TooManyTries
from domain.store import Busy
from domain.store.beside import BesideLog
from domain.store.postgres import open_datastore
from tests.shared import Database
from tests.suite.patience import HANG


@pytest.fixture
def beside(database: Database) -> Iterator[BesideLog]:
    datastore = open_datastore(database.new_database())
    create_tables(BesideLog(datastore))
    yield BesideLog(datastore)
    datastore.close()


@pytest.fixture
def here(beside: BesideLog, tmp_path: Path) -> Iterator[SharedGuests]:
    """The guests as one process knows them."""
    with closing(SharedGuests(tmp_path / "here.db", beside)) as guests:
        yield guests


@pytest.fixture
def there(beside: BesideLog, tmp_path: Path) -> Iterator[SharedGuests]:
    """As another one does."""
    with closing(SharedGuests(tmp_path / "there.db", beside)) as guests:
        yield guests


def wait_until(come: Callable[[], object]) -> None:
    until = time.monotonic() + HANG
    while not come():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_who_joins_by_one_process_is_known_to_the_other(here: SharedGuests, there: SharedGuests) -> None:
    code, told = here.join_code("war"), there.changes
    secret = here.join("war", "Ann", "player", ("castle", "dungeon"))
    wait_until(lambda: there.guest_of_secret(secret))
    found = there.guest_of_secret(secret)
    assert found
    assert (found.name, found.seats, there.invited_to(code)) == ("Ann", ("castle", "dungeon"), "war")
    wait_until(lambda: there.changes > told)


def test_a_code_is_the_same_by_whichever_process_it_is_asked_for(here: SharedGuests, there: SharedGuests) -> None:
    assert here.join_code("war") == there.join_code("war")


def test_a_seat_taken_by_one_process_is_taken_for_the_other(here: SharedGuests, there: SharedGuests) -> None:
    here.join("war", "Ann", "player", ("castle",))
    with pytest.raises(PlaceTaken, match="has just been taken"):
        there.join("war", "Bob", "player", ("castle",))
    with pytest.raises(PlaceTaken, match="Ann"):
        there.join("war", "ann", "spectator", ())
    there.seat_host("war", ("dungeon",))
    assert list(there.players_of("war")) == ["castle", "dungeon"]


def test_who_is_removed_by_one_process_is_gone_for_the_other(here: SharedGuests, there: SharedGuests) -> None:
    secret = here.join("war", "Ann", "player", ("castle",))
    wait_until(lambda: there.guest_of_secret(secret))
    guest = here.guest_of_secret(secret)
    assert guest
    here.remove(guest)
    wait_until(lambda: there.guest_of_secret(secret) is None)
    assert there.players_of("war") == {}


def test_a_new_code_lets_everybody_go_and_limits_hold_for_both(here: SharedGuests, there: SharedGuests) -> None:
    secret, before = here.join("war", "Ann", "spectator", ()), here.join_code("war")
    assert there.change_code("war") != before
    wait_until(lambda: here.guest_of_secret(secret) is None)
    there.set_limit("war", 1)
    here.join("war", "Bob", "spectator", ())
    with pytest.raises(PlaceTaken, match="limit"):
        here.join("war", "Cleo", "spectator", ())


def test_a_campaign_that_one_process_begins_for_a_host_is_theirs_in_the_other(
    here: SharedGuests, there: SharedGuests
) -> None:
    assert here.claim_campaign("war", "ann", 1)
    assert not there.claim_campaign("war", "bob", 1)
    with pytest.raises(QuotaReached):
        there.claim_campaign("peace", "ann", 1)
    wait_until(lambda: there.owner_of("war") == "ann")
    there.disown_campaign("war")
    wait_until(lambda: not here.campaigns_of("ann"))


def test_a_visit_is_noted_for_all(beside: BesideLog, tmp_path: Path) -> None:
    now = time.time()
    with closing(SharedGuests(tmp_path / "a.db", beside, clock=lambda: now)) as guests:
        secret = guests.join("war", "Ann", "spectator", ())
        now += 1_000
        assert guests.guest_of_secret(secret)
    with closing(SharedGuests(tmp_path / "b.db", beside, clock=lambda: now)) as others:
        assert [guest.seen for guest in others.guests_of_campaign("war")] == [now]


BEFORE = """
CREATE TABLE guests (id bigserial PRIMARY KEY, campaign text NOT NULL, name text NOT NULL, role text NOT NULL,
    joined double precision NOT NULL, seen double precision NOT NULL, secret text NOT NULL UNIQUE);
CREATE TABLE seats (rowid bigserial, campaign text NOT NULL, seat text NOT NULL,
    guest bigint REFERENCES guests (id) ON DELETE CASCADE, PRIMARY KEY (campaign, seat));
INSERT INTO guests (campaign, name, role, joined, seen, secret) VALUES ('war', 'Ann', 'player', 1000, 1000,
    encode(sha256('phone'), 'hex'));
INSERT INTO seats (campaign, seat, guest) VALUES ('war', 'castle', 1);
"""


def test_guests_of_a_database_of_before_have_one_device_each(database: Database, tmp_path: Path) -> None:
    with closing(open_datastore(database.new_database())) as datastore:
        beside = BesideLog(datastore)
        with beside.transaction() as db:
            for statement in filter(str.strip, BEFORE.split(";")):
                db.execute(statement)
        for _ in range(2):
            create_tables(beside)
        with closing(SharedGuests(tmp_path / "a.db", beside, clock=lambda: 1000.0)) as guests:
            found = guests.guest_of_secret("phone")
            assert found
            assert (found.name, found.seats, found.devices) == ("Ann", ("castle",), 1)


def test_a_device_added_by_one_process_is_known_to_the_other(here: SharedGuests, there: SharedGuests) -> None:
    here.join("war", "Ann", "player", ("castle",), "phone")
    guest = here.guest_of_secret("phone")
    assert guest
    here.request_device(guest, "tablet")
    wait_until(lambda: there.requests_of_campaign("war"))
    there.accept_request(there.requests_of_campaign("war")[0])
    wait_until(lambda: here.guest_of_secret("tablet"))
    assert [here.is_joined_by_another(secret) for secret in ("phone", "tablet")] == [True, False]
    there.forget_device("phone")
    wait_until(lambda: here.guest_of_secret("phone") is None)
    assert [one.devices for one in here.guests_of_campaign("war")] == [1]


def test_a_cookie_is_worth_the_same_in_every_process(beside: BesideLog, tmp_path: Path) -> None:
    key = shared_session_key(beside, 32, tmp_path / "here.key")
    assert (len(key), shared_session_key(beside, 32, tmp_path / "there.key")) == (32, key)


def test_wrong_codes_are_counted_together(beside: BesideLog) -> None:
    here, there = SharedTries(beside), SharedTries(beside)
    for n in range(EACH):
        (here, there)[n % 2].count_try("10.0.0.7")
    with pytest.raises(TooManyTries):
        there.count_try("10.0.0.7")
    there.count_try("10.0.0.8")
    here.discount_try("10.0.0.7")
    here.count_try("10.0.0.7")


@pytest.mark.slow
def test_while_the_database_is_down_guests_are_known_and_nobody_joins(tmp_path: Path) -> None:
    with closing(Database()) as own:
        datastore = open_datastore(own.url)
        create_tables(BesideLog(datastore))
        guests = SharedGuests(tmp_path / "guests.db", BesideLog(datastore))
        secret = guests.join("war", "Ann", "player", ("castle",))
        own.kill()
        assert guests.guest_of_secret(secret)
        with pytest.raises(Busy, match="shared database"):
            guests.join("war", "Bob", "player", ())
        SharedTries(BesideLog(datastore)).count_try("10.0.0.7")
        told = guests.changes
        own.start()
        wait_until(lambda: guests.changes > told)
        assert guests.join("war", "Bob", "player", ())
        guests.close()
        datastore.close()


@pytest.mark.slow
def test_a_start_while_the_database_is_down_finds_the_key_and_the_guests_of_before(tmp_path: Path) -> None:
    key, path = tmp_path / "shared.key", tmp_path / "guests.db"
    with closing(Database()) as own:
        datastore = open_datastore(own.url)
        beside = BesideLog(datastore)
        create_tables(beside)
        before = shared_session_key(beside, 32, key)
        with closing(SharedGuests(path, beside)) as guests:
            secret = guests.join("war", "Ann", "player", ("castle",))
        own.kill()
        with closing(SharedGuests(path, beside)) as guests:
            assert guests.guest_of_secret(secret)
        assert shared_session_key(beside, 32, key) == before
        assert key.stat().st_mode & 0o077 == 0
        with pytest.raises(Busy):
            shared_session_key(beside, 32, tmp_path / "none.key")
        datastore.close()


def test_guests_are_moved_there_and_back(beside: BesideLog, tmp_path: Path) -> None:
    before = Guests(tmp_path / "before.db")
    before.join_code("war")
    before.join("war", "Ann", "player", ("dungeon", "castle"))
    before.set_limit("war", 3)
    before.claim_campaign("war", "cleo")
    give_guests(before, beside)
    after = Guests(tmp_path / "after.db")
    take_guests(after, beside)
    assert after.guests_of_campaign("war") == before.guests_of_campaign("war")
    assert (after.join_code("war"), after.limit_of("war")) == (before.join_code("war"), 3)
    assert after.owner_of("war") == "cleo"
    with closing(SharedGuests(tmp_path / "shared.db", beside)) as shared:
        shared.join("war", "Bob", "spectator", ())
        assert [guest.name for guest in shared.guests_of_campaign("war")] == ["Ann", "Bob"]
