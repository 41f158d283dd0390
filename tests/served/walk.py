"""A walk through all that pages lead to, by several viewers at once: an address is followed by one who is led there."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import parse_qsl

from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter, RequestRedirect

from tests.served.browser import Answer, Browser
from tests.served.tags import Form

MOMENTS = frozenset({"a", "at", "b", "before", "entry", "of", "open"})
"""What an address is asked for that is an entry of the log."""
EACH = ("corrections.undo_to",)
"""Views that lead elsewhere from one entry and not from another: they are followed for every entry."""
ALIKE = {"exports.take_sheets": "sheet"}
"""Views whose answers are alike, whatever they are asked for by this name: the file of all sheets has each of them."""
NAMED = frozenset({"exports.take", "play.form"})
"""Views of which each one is another: the formats of a log, the forms of events."""
PAPERS = frozenset({"exports.take", "exports.take_sheets"})
"""Views that give paper, besides other files: each paper is followed by one viewer, and the first other file by all."""
OF_EACH = 1
"""So many addresses of each kind are followed by every viewer, in both views; the rest by one of them, in one view."""
EMPTY = "/offline"
"""A page with nothing on it."""
PAGE = 60
"""So many times as long as an empty page any other takes at most."""
LONGER = {
    **dict.fromkeys(("timeline.", "log.comparison", "log.why", "report.read", "saying."), 120),
    "corrections.": 200,
    **dict.fromkeys(("exports.", "report.take"), 4_000),
}
"""The same for what is made of older entries, for previews of corrections and for files, by how a view is called.

Paper is set in a process that lets everybody else go first: where both processors are at work it is four times as slow.
"""
TRIES = 6
"""What is slow is asked for so often before it is called slow: others use this computer, too."""
EVERY = 10
"""After so many answers the page with nothing on it is asked for again."""


@dataclass(frozen=True)
class Place:
    """What an address is one of: its view, and what it is asked for; entries of the log by themselves."""

    view: str
    named: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, str], ...]
    entries: tuple[int, ...] = ()
    """The entries that it is a page about; those at which it shows the table are none."""
    fields: tuple[str, ...] | None = None
    """What a form sends there; nothing where it is only looked at."""

    @property
    def kind(self) -> object:
        return self.view, self.fields is not None, tuple(sorted({name for name, _ in self.asked}))

    @property
    def shape(self) -> object:
        """What is the same of all addresses that differ only in the moment."""
        alike = {*MOMENTS, ALIKE.get(self.view)}
        asked = tuple((name, "" if name in alike else value) for name, value in self.asked)
        return self.view, self.named, asked, self.fields, self.entries if self.view in EACH else ()

    @property
    def sort(self) -> object:
        """What is the same of all addresses that differ only in what they are about, and in what they fill in."""
        return self.kind, self.named if self.view in NAMED else (), self.fields

    @property
    def is_paper(self) -> bool:
        """Whether it is a file that takes seconds to be set; who may have it, may have it in any other format."""
        return self.view in PAPERS and "pdf" in dict(self.named).values()

    @property
    def most(self) -> int:
        """So many times as long as an empty page it takes at most."""
        return next((most for views, most in LONGER.items() if self.view.startswith(views)), PAGE)


@dataclass
class Walker:
    """One viewer: what they were led to and did not follow yet, and the forms that they met."""

    name: str
    browser: Browser
    waiting: deque[tuple[str, str]]
    met: set[str] = field(default_factory=set)
    kinds: Counter[object] = field(default_factory=Counter)
    forms: list[Form] = field(default_factory=list)


@dataclass
class Walk:
    """All that can be come to from the first page of a campaign, and what was wrong on the way."""

    addresses: MapAdapter
    first: str
    others: Collection[str]
    """The campaigns that are walked through by themselves."""
    event_of: Callable[[int], object]
    """What happened in an entry: two entries of one event are alike."""
    every: bool = False
    """Whether each that fills in or is about something else is followed; else one of each sort."""
    by_all: bool = True
    """Whether every viewer follows one of each kind; else whoever is led there first."""
    walkers: list[Walker] = field(default_factory=list)
    followed: set[object] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)
    asked: int = 0

    def follow_all(self, browsers: Mapping[str, Browser]) -> None:
        """Every viewer follows what nobody followed before them, one address each in turn."""
        self.walkers = [Walker(name, one, deque([(self.first, "typed")])) for name, one in browsers.items()]
        going = list(self.walkers)
        while going:
            going = [walker for walker in going if self.follow_next(walker)]

    def follow_next(self, walker: Walker) -> bool:
        """Follow one address; false where nothing is left."""
        while walker.waiting:
            path, origin = walker.waiting.popleft()
            place = self.place_of(path)
            if self.is_new(walker, place):
                self.follow(walker, path, origin, place)
                return True
        return False

    def is_new(self, walker: Walker, place: Place) -> bool:
        """Whether nobody looked at anything like this yet, or this viewer at hardly anything of its kind."""
        walker.kinds[place.kind] += not place.is_paper
        events = {(place.kind, self.event_of(entry)) for entry in place.entries}
        alike = {place.shape, *events} if self.every else {place.sort}
        own = self.by_all and walker.kinds[place.kind] <= OF_EACH and not place.is_paper
        new = own or not alike <= self.followed
        self.followed |= alike
        return new

    def follow(self, walker: Walker, path: str, origin: str, place: Place) -> None:
        for answer in self.open_views(walker.browser, path, both=walker.kinds[place.kind] <= OF_EACH):
            shown = f"{path} ({walker.name}, from {origin})"
            if answer.status != 200 and not answer.leads_elsewhere:
                self.wrong.append(f"{answer.status} {shown}")
            elif slow := self.measure_slowness(walker.browser, answer, place.most):
                self.wrong.append(f"{slow:.0f} times an empty page: {shown}")
            for found in answer.leads():
                if found not in walker.met and not found.startswith(tuple(f"/c/{key}/" for key in self.others)):
                    walker.met.add(found)
                    walker.waiting.append((found, path))
            for form in answer.forms():
                if self.is_new(walker, self.place_of(form.action, tuple(name for name, _ in form.fields))):
                    walker.forms.append(form)

    def open_views(self, browser: Browser, path: str, *, both: bool) -> Iterator[Answer]:
        """The page as it is opened, and perhaps as a script asks for what of it differs."""
        yield (page := browser.ask("GET", path))
        if both and (headers := page.known):
            yield browser.ask("GET", path, headers=headers)

    def measure_slowness(self, browser: Browser, answer: Answer, most: int) -> float:
        """How many times as long as an empty page an answer takes where that is too long; 0 where it is not."""
        times = 0.0
        for attempt in range(TRIES):
            if attempt or self.asked % EVERY == 0:
                self.empty.append(browser.get(EMPTY).seconds)
            self.asked += 1
            times = answer.seconds / median(self.empty)
            if times <= most:
                return 0
            answer = browser.get(answer.path)
        return times

    def place_of(self, path: str, fields: tuple[str, ...] | None = None) -> Place:
        where, _, query = path.partition("?")
        try:
            view, given = self.addresses.match(where, "GET" if fields is None else "POST")
        except (HTTPException, RequestRedirect):
            return Place(where, (), (), fields=fields)
        numbers = tuple(value for value in given.values() if isinstance(value, int))
        named = tuple((name, str(value)) for name, value in given.items() if not isinstance(value, int))
        return Place(view, named, tuple(sorted(parse_qsl(query, keep_blank_values=True))), numbers, fields)


__all__ = ["Walk", "Walker"]
