"""A program that asks for JSON under `/api`, from the network, with a token of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.services import Services
from tests.companion.guest import PHONE, code_of

_NUMBERS = count(1)


@dataclass
class Program:
    """Somebody without a browser: no cookies, a token."""

    app: Flask
    key: str = "harbour"
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    address: str = PHONE

    @property
    def client(self) -> FlaskClient:
        client = self.app.test_client(use_cookies=False)
        client.environ_base["REMOTE_ADDR"] = self.address
        return client

    @property
    def shown(self) -> dict[str, str]:
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**bearer, **self.headers}

    def at(self, path: str) -> str:
        return path if path.startswith("/") else f"/api/c/{self.key}/{path}".rstrip("/")

    def get(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.at(path), headers={**self.shown, **headers})

    def post(self, path: str, sent: Any) -> TestResponse:
        return self.client.post(self.at(path), json=sent, headers=self.shown)

    def do(self, path: str, **sent: Any) -> TestResponse:
        """Send a command under an id of its own."""
        return self.post(path, {"id": f"command-{next(_NUMBERS)}", **sent})

    def record(self, event: str, **fields: Any) -> TestResponse:
        return self.do("commands", event=event, fields=fields)


def joining(app: Flask, services: Services, name: str, key: str = "harbour", **more: Any) -> TestResponse:
    """What a program is answered that joins with the code of a campaign."""
    return Program(app).post("/api/join", {"code": code_of(app, services, key), "name": name, **more})


def program(
    app: Flask, services: Services, name: str, *seats: str, key: str = "harbour", role: str = "player"
) -> Program:
    """A program that joined a campaign."""
    answer = joining(app, services, name, key, role=role, seats=list(seats))
    assert answer.status_code == 201, answer.get_data(as_text=True)
    return Program(app, key, answer.get_json()["token"])
