"""Killed at any moment (SIGKILL): what was acknowledged is there, and nothing is half there."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tests.faults import KILLS, seeded
from tests.faults.check import sound
from tests.house import House
from tests.suite.patience import HANG
from tests.toy import SeatTaken

ROOT = Path(__file__).parents[2]


def writer(house: House, seed: int, count: int, *campaigns: str) -> "subprocess.Popen[str]":
    """A child that records and prints what was acknowledged."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.writer", str(house.path), str(seed), str(count), *campaigns],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def harbours(house: House, count: int) -> list[str]:
    """Campaigns with Ann at the table."""
    ids = [house.new(f"Harbour {n}") for n in range(count)]
    for id_ in ids:
        house.record(id_, SeatTaken(seat="Ann"))
    return ids


def recorded(house: House) -> dict[tuple[str, str], int]:
    """The last position of every command in the file."""
    with house.store.reading() as cursor:
        rows = cursor.execute("SELECT campaign, command, last FROM commands").fetchall()
    return {(campaign, command): last for campaign, command, last in rows}


def acknowledged(output: str) -> dict[tuple[str, str], int]:
    """What the child said was saved; a line that was cut off says nothing."""
    whole = output[: output.rfind("\n") + 1].splitlines()
    return {(campaign, command): int(last) for campaign, command, last in map(str.split, whole)}


def killed(house: House, random: Random, campaigns: list[str]) -> dict[tuple[str, str], int]:
    """Let a child record for a random while, then kill it; what it had acknowledged."""
    child = writer(house, random.randrange(10**9), 10**6, *campaigns)
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(random.random() ** 2 * 0.15)
    child.send_signal(signal.SIGKILL)
    rest, errors = child.communicate()
    assert child.returncode == -signal.SIGKILL, errors
    return acknowledged(first + rest)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_however_often_it_is_killed(house: House) -> None:
    random, campaigns = seeded(), harbours(house, 2)
    promised: dict[tuple[str, str], int] = {}
    for _ in range(KILLS):
        promised |= killed(house, random, campaigns)
        found = recorded(house)
        assert {key: found.get(key) for key in promised} == promised
    sound(house)


def test_several_processes_record_in_the_same_and_in_different_campaigns(house: House) -> None:
    random, campaigns = seeded(), harbours(house, 2)
    seeds = random.sample(range(10**9), 4)
    children = [writer(house, seed, 40, *campaigns[: n % 2 + 1]) for n, seed in enumerate(seeds)]
    outputs = [child.communicate(timeout=HANG) for child in children]
    assert [(child.returncode, errors) for child, (_, errors) in zip(children, outputs, strict=True)] == [(0, "")] * 4
    promised: dict[tuple[str, str], int] = {}
    for output, _ in outputs:
        promised |= acknowledged(output)
    assert len(promised) > 40
    found = recorded(house)
    assert {key: found.get(key) for key in promised} == promised
    assert len(found) == len(promised) + 4
    sound(house)


def test_several_threads_record_in_the_same_campaign(house: House) -> None:
    (campaign,) = harbours(house, 1)
    again = house.again()
    failures: list[BaseException] = []

    def record(services: House) -> None:
        try:
            services.record(campaign, *[SeatTaken(seat=f"{id(services)} {n} {time.monotonic_ns()}") for n in range(15)])
        except BaseException as failure:
            failures.append(failure)

    threads = [Thread(target=record, args=(services,)) for services in (house, house, again, again)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(house.table(campaign)["seats"]) == 61
    again.close()
    sound(house)
