"""A browser without scripts that talks to a server over a connection of its own, and keeps cookies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from time import monotonic
from urllib.parse import quote, urlencode, urljoin, urlsplit

from companion.web.table.regions import AROUND, HEADER
from tests.companion.visitor import Reader
from tests.suite.patience import HANG

SOURCES = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
"""What a page is made of besides its words, by tag."""
TICKED = ("checkbox", "radio")
END: tuple[str, dict[str, str | None]] = ("form", {"method": "post"})
LEADS_ON = (301, 302, 303, 307, 308)


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

    @property
    def regions(self) -> dict[str, str]:
        """The header by which a script asks for all regions of this page; nothing where it has none."""
        given = [attrs["data-regions"] or "" for _, attrs in Reader(self.page).tags if "data-regions" in attrs]
        around = [part for part in "".join(given).split() if part.startswith(f"{AROUND}=")]
        return {HEADER: around[0].partition("=")[2]} if around else {}

    def leads(self) -> Iterator[str]:
        """All that the page leads to by itself: links, forms that look something up, pictures, scripts, styles."""
        read = Reader(self.page)
        for link in [*read.links, *_sources(read), *_looked_up(read)]:
            address = urlsplit(urljoin(f"http://here{self.path}", link))
            if address.scheme == "http" and address.netloc == "here":
                path = quote(address.path, safe="/%~-._!$&'()*+,;=:@")
                yield f"{path}?{address.query}" if address.query else path


def _sources(read: Reader) -> Iterator[str]:
    yield from (source for tag, given in read.tags if tag in SOURCES and (source := given.get(SOURCES[tag])))


def _looked_up(read: Reader) -> Iterator[str]:
    """The address of each form that looks something up, as it is sent where nothing was typed."""
    action, fields = "", list[tuple[str, str]]()
    for tag, given in (*read.tags, END):
        if tag == "form":
            if action:
                yield f"{action}?{urlencode(fields)}"
            action, fields = "" if given.get("method") == "post" else given.get("action") or "", []
        elif tag == "input" and given.get("name") and (given.get("type") not in TICKED or "checked" in given):
            fields.append((str(given["name"]), given.get("value") or ""))


@dataclass
class Browser:
    """A browser at one address of a server."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._connection = HTTPConnection(self.host, self.port, timeout=HANG)

    def close(self) -> None:
        self._connection.close()

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """An answer, wherever it leads to."""
        answer = self.ask("GET", path, headers=headers)
        while answer.status in LEADS_ON:
            answer = self.ask("GET", answer.body.decode(), headers=headers)
        return answer

    def send(self, path: str, fields: Mapping[str, str] | Sequence[tuple[str, str]]) -> Answer:
        """Send a form."""
        typed = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields).encode(), typed)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer itself; of one that leads elsewhere, the body is where it leads."""
        began = monotonic()
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        self._connection.request(method, path, body, {**cookie, "Accept": "text/html", **(headers or {})})
        answer = self._connection.getresponse()
        read, seconds = answer.read(), monotonic() - began
        for cookie_set in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie_set.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status in LEADS_ON:
            to = urlsplit(answer.headers["Location"])
            read = (f"{to.path}?{to.query}" if to.query else to.path).encode()
        return Answer(path, answer.status, answer.headers.get_content_type(), read, seconds)


__all__ = ["Answer", "Browser"]
