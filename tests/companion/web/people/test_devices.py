"""Devices: a guest is one person, on whichever of their phones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web.visitors.guest_file import UNUSED
from companion.web.visitors.guests import Guests
from tests.companion.web.people.before import write_guests_of_before

DAY = 24 * 60 * 60


class Clock:
    """A clock that is set by hand."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guests(tmp_path: Path, clock: Clock) -> Guests:
    return Guests(tmp_path / "guests.db", clock)


def another_device(guests: Guests, secret: str) -> str:
    """Another phone of the guest of a secret; returns its secret."""
    guest = guests.guest_of_secret(secret)
    assert guest
    guests.request_device(guest, "another phone")
    asked = guests.request_of_secret("another phone")
    assert asked
    guests.accept_request(asked)
    return "another phone"


def test_two_devices_of_a_person_are_one_guest(guests: Guests) -> None:
    phone = guests.join("c", "Ann", "player", ("Ann",))
    tablet = another_device(guests, phone)
    assert guests.guest_of_secret(phone) == guests.guest_of_secret(tablet)
    assert [(guest.name, guest.devices) for guest in guests.guests_of_campaign("c")] == [("Ann", 2)]


def test_a_person_with_two_devices_counts_once(guests: Guests) -> None:
    guests.set_limit("c", 2)
    another_device(guests, guests.join("c", "Ann", "player", ()))
    assert guests.join("c", "Bob", "player", ())


def test_who_leaves_on_one_device_stays_on_the_other(guests: Guests) -> None:
    phone = guests.join("c", "Ann", "player", ("Ann",))
    tablet = another_device(guests, phone)
    guests.forget_device(phone)
    assert guests.guest_of_secret(phone) is None
    left = guests.guest_of_secret(tablet)
    assert left
    assert (left.seats, left.devices) == (("Ann",), 1)


def test_who_leaves_on_the_last_device_is_gone_with_the_seats(guests: Guests) -> None:
    phone = guests.join("c", "Ann", "player", ("Ann",))
    for secret in (another_device(guests, phone), phone):
        guests.forget_device(secret)
    assert (guests.guests_of_campaign("c"), guests.players_of("c")) == ([], {})


def test_who_is_removed_is_removed_on_all_devices(guests: Guests) -> None:
    phone = guests.join("c", "Ann", "player", ("Ann",))
    tablet = another_device(guests, phone)
    guests.remove(guests.guests_of_campaign("c")[0])
    assert [guests.guest_of_secret(secret) for secret in (phone, tablet)] == [None, None]


def test_a_phone_that_stays_away_for_a_month_is_forgotten_and_its_person_stays(guests: Guests, clock: Clock) -> None:
    phone = guests.join("c", "Ann", "player", ("Ann",))
    tablet = another_device(guests, phone)
    clock.now += UNUSED - DAY
    assert guests.guest_of_secret(tablet)
    clock.now += 2 * DAY
    assert guests.guest_of_secret(phone) is None
    guests.set_limit("c", 2)
    assert [(guest.devices, guest.seen) for guest in guests.guests_of_campaign("c")] == [(1, clock.now - 2 * DAY)]


def test_a_guest_of_an_older_file_has_one_device(tmp_path: Path) -> None:
    write_guests_of_before(tmp_path / "guests.db", version=3, seat="castle", secret="a secret")
    found = Guests(tmp_path / "guests.db").guest_of_secret("a secret")
    assert found
    assert (found.name, found.seats, found.devices) == ("Ann", ("castle",), 1)
