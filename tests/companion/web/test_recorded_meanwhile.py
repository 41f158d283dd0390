"""A page shows one moment, also if another process records while it is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from flask import Flask

from companion.services import Services
from domain.log.campaign import Campaign
from tests.companion.visitor import Visitor
from tests.companion.web.test_pages import every_get

FIRST_COINS = 4


class OtherProcess:
    """Another process at the same file, which records when a campaign was opened and when it was closed."""

    def __init__(self, services: Services) -> None:
        self._there = Services(services.settings)
        self._there.campaigns.games = services.campaigns.games
        self._open = services.campaigns.open
        self._amounts = count(10)
        self.records = False

    @contextmanager
    def open(self, id_: str) -> Iterator[Campaign]:
        with self._open(id_) as campaign:
            self._record(id_)
            yield campaign
        self._record(id_)

    def _record(self, id_: str) -> None:
        """An event, and a correction of an earlier one."""
        if not self.records:
            return
        campaigns, command = self._there.campaigns, self._there.new_command
        campaigns.record(id_, "coins-gained", {"seat": "Bob", "amount": 1}, command())
        campaigns.amend(id_, FIRST_COINS, {"amount": next(self._amounts)}, command())

    def close(self) -> None:
        self._there.close()


@pytest.fixture
def other(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[OtherProcess]:
    process = OtherProcess(services)
    monkeypatch.setattr(services.campaigns, "open", process.open)
    yield process
    process.close()


def test_a_page_is_there_while_another_process_records(app: Flask, visitor: Visitor, other: OtherProcess) -> None:
    visitor.record("coins-gained", seat="Bob", amount="1")
    differs = list[tuple[str, int]]()
    for path in every_get(app):
        with visitor.get(path) as alone:
            before = alone.status_code
        other.records = True
        with visitor.get(path) as answer:
            if answer.status_code != before:
                differs.append((path, answer.status_code))
        other.records = False
    assert not differs
