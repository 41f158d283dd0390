"""A guest: somebody in the network, with a phone and a browser of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.services import Services
from tests.companion.visitor import Reader, Visitor

PHONE = "192.168.1.7"


@dataclass
class Guest(Visitor):
    """A visitor who comes from the network."""

    first_page: str = "people/"
    address: str = PHONE
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.client.environ_base["REMOTE_ADDR"] = self.address

    @property
    def token(self) -> dict[str, str]:
        """The token of this session, as every form sends it."""
        with self.client.session_transaction() as session:
            return {"token": str(session.get("token", "")), "command": "command-of-a-guest"}

    def send(self, path: str, sent: dict[str, Any]) -> TestResponse:
        """Send a form without opening its page first."""
        return self.client.post(self.at(path), data=sent, headers=self.headers)

    def read_of(self, answer: TestResponse) -> Reader:
        return Reader(answer.get_data(as_text=True))

    def type_code(self, code: str) -> TestResponse:
        """Type a code at the way in."""
        return self.client.post("/join", data={**self.fields("/join"), "code": code})

    def sit(self, name: str, place: str = "play") -> TestResponse:
        """Say who one is, and where one sits."""
        return self.client.post("/join/sit", data={**self.fields("/join"), "name": name, "place": place})


def code_of(app: Flask, services: Services, key: str = "harbour") -> str:
    """The code of a campaign."""
    return str(app.extensions["guests"].join_code(services.find_campaign(key).campaign))


def joined(
    app: Flask, services: Services, name: str, place: str = "play", key: str = "harbour", address: str = PHONE
) -> Guest:
    """Somebody who has joined a campaign."""
    guest = Guest(app, key, address=address)
    guest.get(f"/join/{code_of(app, services, key)}")
    answer = guest.sit(name, place)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    guest.get("")
    return guest
