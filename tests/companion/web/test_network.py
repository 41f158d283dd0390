"""A bad network: what phones send is lost, late, sent twice or never answered; at the end each thing is there once."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from projections.rebuild import verify_file
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Reader, Visitor
from tests.faults import seeded
from tests.suite.soak import SOAK, often

BUSY = 503
FATES = ("fine", "fine", "lost", "unheard", "twice", "late")
"""What becomes of a request: it is answered, or it is lost, or its answer is; it comes twice, or much later as well."""


@dataclass
class Sent:
    """A command on its way: its id, where it goes, what it says."""

    id: str
    path: str
    fields: dict[str, Any]


@dataclass
class Phone:
    """A phone that sends what was entered in order, each until it was answered, as the outbox of the pages does."""

    guest: Guest
    entered: list[Sent] = field(default_factory=list)
    waiting: list[Sent] = field(default_factory=list)
    saved: set[str] = field(default_factory=set)

    def enter(self, random: Random) -> None:
        number = len(self.entered)
        id_ = f"{self.guest.address.rpartition('.')[2]}{number:031}"
        path, fields = random.choice(
            [
                ("record/note-added", {"f.text": f"Note {number} of {self.guest.address}"}),
                ("record/coins-gained", {"f.seat": "Ann", "f.amount": "1"}),
                (f"undo/{random.randint(3, 12)}", {"choice": "those"}),
            ]
        )
        self.entered.append(Sent(id_, path, fields))
        self.waiting.append(self.entered[-1])

    def post(self, sent: Sent) -> int:
        return self.guest.send(sent.path, {**sent.fields, **self.guest.token, "command": sent.id}).status_code

    def hears(self, sent: Sent, status: int) -> None:
        """An answer: what was answered waits no more."""
        if status != BUSY:
            self.waiting.remove(sent)
        if status == 303:
            self.saved.add(sent.id)


class Network:
    """What is between the phones and the host, and what of it arrives late."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._late: list[tuple[Phone, Sent]] = []

    def send(self, phone: Phone) -> None:
        """A phone tries to send the oldest of what waits."""
        sent, fate = phone.waiting[0], self._random.choice(FATES)
        match fate:
            case "fine":
                phone.hears(sent, phone.post(sent))
            case "unheard":
                phone.post(sent)
            case "twice":
                phone.post(sent)
                phone.hears(sent, phone.post(sent))
            case "late":
                self._late.append((phone, sent))

    def deliver(self, chance: float) -> None:
        """Some of what is late arrives, in any order; nobody waits for the answer any more."""
        self._random.shuffle(self._late)
        while self._late and self._random.random() < chance:
            phone, sent = self._late.pop()
            phone.post(sent)


def recorded(services: Services) -> dict[str, tuple[int, int]]:
    with services.store.reading() as cursor:
        rows = cursor.execute("SELECT command, first, last FROM commands ORDER BY first").fetchall()
    return {command: (first, last) for command, first, last in rows}


@pytest.mark.soak
def test_whatever_the_network_does_each_thing_is_recorded_once_and_in_the_order_it_was_entered(
    app: Flask, visitor: Visitor, services: Services
) -> None:
    random = seeded()
    network = Network(random)
    phones = [
        Phone(joined(app, services, name, address=f"192.168.1.{n}")) for n, name in enumerate(("Pia", "Pat", "Kim"), 7)
    ]
    for _ in range(often(60)):
        phone = random.choice(phones)
        if random.random() < 0.6:
            phone.enter(random)
        if phone.waiting:
            network.send(phone)
        network.deliver(0.2)
    for phone in phones:
        while phone.waiting:
            network.send(phone)
    network.deliver(1.0)
    found = recorded(services)
    for phone in phones:
        assert phone.saved <= found.keys(), "what was said to be saved is there"
        ours = [found[sent.id] for sent in phone.entered if sent.id in found]
        assert ours == sorted(ours), "in the order in which it was entered"
    assert sum(last - first + 1 for first, last in found.values()) == services.health()["entries"]
    logs = {Reader(main(phone.guest)).text for phone in phones}
    assert len(logs) == 1, "all phones show the same log"
    assert list(verify_file(services.campaigns, services.models)) == []
    assert len(found) > 20 or SOAK


def main(guest: Guest) -> str:
    page = guest.get("log").get_data(as_text=True)
    return page[page.index("<main") : page.index("</main>")]
