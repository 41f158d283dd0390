"""A visitor: a browser without JavaScript, as far as tests need one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.rendering.fragments import HEADER


def tells(text: str, *secrets: int) -> bool:
    """Whether a text tells a number of a card: the minutes of a clock and parts of an id are none."""
    return any(re.search(rf"(?<![\w.:#-]){secret}(?![\w.:-])", text) for secret in secrets)


class Reader(HTMLParser):
    """The words of a page, its links, its forms with their hidden fields, and the names of all tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if tag == "form":
            self.forms.append((str(given.get("action") or ""), {}))
        if tag == "input" and given.get("type") == "hidden" and self.forms:
            self.forms[-1][1][str(given["name"])] = str(given.get("value") or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words)).strip()

    def part(self, id_: str) -> bool:
        """Whether the page has a part of that id."""
        return any(given.get("id") == id_ for _, given in self.tags)


@dataclass
class Visitor:
    """A visitor of the pages about one campaign."""

    app: Flask
    key: str = "harbour"
    first_page: str = "/more"
    """The page whose form gives them their token."""
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def at(self, path: str) -> str:
        return path if path.startswith("/") else f"/c/{self.key}/{path}"

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.client.get(self.at(path), **kwargs)

    def read(self, path: str) -> Reader:
        return Reader(self.get(path).get_data(as_text=True))

    def text(self, path: str) -> str:
        """The words of a page."""
        return self.read(path).text

    def fields(self, path: str = "") -> dict[str, str]:
        """The hidden fields of a form: those of the first form of a page; of none, the same without drawing one."""
        if path:
            return next(hidden for _, hidden in self.read(path).forms if "token" in hidden)
        with self.client.session_transaction() as session:
            token = session.get("token")
        return {"token": token, "command": uuid4().hex} if token else self.fields(self.first_page)

    def post(self, path: str, sent: dict[str, Any] | None = None, **values: Any) -> TestResponse:
        """Send a form as its page would; event fields are given by their own names, others with `sent`."""
        typed = {f"f.{name}": value for name, value in values.items()}
        return self.client.post(self.at(path), data={**self.fields(), **typed, **(sent or {})})

    def record(self, event: str, sent: dict[str, Any] | None = None, **values: Any) -> TestResponse:
        return self.post(f"record/{event}", sent, **values)

    def redo(self) -> TestResponse:
        """Tap on what the page Play offers to redo."""
        action, hidden = next(form for form in self.read("").forms if "/redo/" in form[0])
        return self.client.post(action, data=hidden)

    @property
    def log(self) -> str:
        return self.text("log")


DANGEROUS = {"script", "iframe", "object", "embed", "style", "base", "img", "b"}


def foreign(page: Reader) -> list[dict[str, str | None]]:
    """Tags that could do harm, our own scripts and numbers not among them."""
    return [given for tag, given in page.tags if tag in DANGEROUS and not _ours(given)]


def _ours(given: dict[str, str | None]) -> bool:
    return (given.get("src") or "").startswith("/static/") or given == {"class": "value"}


def asking(page: str) -> dict[str, str]:
    """What the script of a page says when it asks again: which view it has, and up to which stamp."""
    found = re.search(r'data-has="([^"]+)"', page)
    assert found
    return {HEADER: found[1]}


def body(response: TestResponse) -> str:
    return unescape(response.get_data(as_text=True))
