"""A browser without scripts that talks to a server over a connection of its own, and keeps cookies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPConnection
from time import monotonic
from urllib.parse import quote, urlencode, urljoin, urlsplit
from uuid import uuid4

from companion.web.rendering.fragments import HEADER
from tests.served.tags import Form, Tag, forms_of, leads_of, tags_of
from tests.suite.patience import HANG

LEADS_ON = (301, 302, 303, 307, 308)
IDLE = 60.0
"""Seconds after which a connection on which nothing was asked is not used again: the server lets go of it in time."""
SAFE = "/%~-._!$&'()*+,;=:@"
"""What stands in an address as it is."""


@dataclass(frozen=True)
class Answer:
    """An answer, how long it took, and the address that it came from."""

    path: str
    status: int
    kind: str
    body: bytes
    seconds: float

    @property
    def page(self) -> str:
        return self.body.decode() if self.kind == "text/html" else ""

    @cached_property
    def tags(self) -> Sequence[Tag]:
        return tags_of(self.page)

    @property
    def leads_elsewhere(self) -> bool:
        return self.status in LEADS_ON

    @property
    def says_something(self) -> bool:
        """Whether it is a page with a sentence in its middle, or says in short what it says."""
        middle = re.sub(r"<[^>]*>", " ", self.page.partition("<main")[2]) if self.page else self.body.decode()
        return len(middle.split()) > 1 or self.status == 204

    @property
    def known(self) -> Mapping[str, str]:
        """The header by which a script asks for what changed of this page; nothing where it is always sent whole."""
        given = [str(tag.given["data-has"]) for tag in self.tags if tag.given.get("data-has")]
        return {HEADER: given[0]} if given else {}

    def leads(self) -> Iterator[str]:
        """All that the page leads to by itself: links, forms that look something up, pictures, scripts, styles."""
        found = [self.body.decode()] if self.leads_elsewhere else leads_of(self.tags)
        yield from filter(None, map(self._address_here, found))

    def forms(self) -> Iterator[Form]:
        """The forms of the page that change something, as they are sent where nothing was typed."""
        for form in forms_of(self.tags):
            if action := self._address_here(form.action or self.path):
                yield Form(action, form.fields, form.brings_files)

    def _address_here(self, link: str) -> str:
        """An address of this server that a link leads to; empty for one of another."""
        address = urlsplit(urljoin(f"http://here{self.path}", link))
        if address.scheme != "http" or address.netloc != "here":
            return ""
        path = quote(address.path, safe=SAFE)
        return f"{path}?{address.query}" if address.query else path


@dataclass
class Browser:
    """A browser at one address of a server."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._connection = HTTPConnection(self.host, self.port, timeout=HANG)
        self._asked_at = monotonic()

    def close(self) -> None:
        self._connection.close()

    def elsewhere(self, port: int) -> Browser:
        """The same browser at another server of that computer."""
        return Browser(self.host, port, dict(self.cookies))

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """An answer, wherever it leads to."""
        answer = self.ask("GET", path, headers=headers)
        while answer.leads_elsewhere:
            answer = self.ask("GET", next(answer.leads()), headers=headers)
        return answer

    def send(self, path: str, fields: Sequence[tuple[str, str]], **files: bytes) -> Answer:
        """Send a form, with its files where it takes any."""
        kind, body = _encode_multipart(fields, files) if files else (PLAIN, urlencode(fields).encode())
        return self.ask("POST", path, body, {"Content-Type": kind})

    def hidden_fields(self, path: str, action: str) -> Sequence[tuple[str, str]]:
        """The fields of a form on a page, by what its address ends in."""
        return next(form.fields for form in self.get(path).forms() if form.action.endswith(action))

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer itself; of one that leads elsewhere, the body is where it leads."""
        if monotonic() - self._asked_at > IDLE:
            self._connection.close()  # it opens again by itself
        began = monotonic()
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        self._connection.request(method, path, body, {**cookie, "Accept": "text/html", **(headers or {})})
        answer = self._connection.getresponse()
        read, seconds = answer.read(), monotonic() - began
        self._asked_at = began + seconds
        for cookie_set in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie_set.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status in LEADS_ON:
            to = urlsplit(answer.headers["Location"])
            read = (f"{to.path}?{to.query}" if to.query else to.path).encode()
        return Answer(path, answer.status, answer.headers.get_content_type(), read, seconds)


PLAIN = "application/x-www-form-urlencoded"


def _encode_multipart(fields: Sequence[tuple[str, str]], files: Mapping[str, bytes]) -> tuple[str, bytes]:
    """A form with files, as it is sent."""
    between = uuid4().hex
    parts = [(f'name="{name}"', value.encode()) for name, value in fields]
    parts += [(f'name="{name}"; filename="{name}"', body) for name, body in files.items()]
    written = [
        f"--{between}\r\nContent-Disposition: form-data; {shown}\r\n\r\n".encode() + body + b"\r\n"
        for shown, body in parts
    ]
    return f"multipart/form-data; boundary={between}", b"".join([*written, f"--{between}--\r\n".encode()])


__all__ = ["Answer", "Browser"]
