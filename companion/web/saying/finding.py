"""Finding: what else typed words lead to, besides what can be recorded: lines of the log, sheets, places, help."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from typing import Any

from flask import url_for

from companion.here import Here
from companion.saying.ideas import best_fit, in_all
from companion.saying.letters import mentioned, spelled
from companion.saying.typed import words_in
from companion.telling import say_line
from companion.web.help.help import AREAS, help_at
from companion.web.language import spoken
from companion.web.log.lines import wanted_lines
from companion.web.log.logbook import Asked, wanted_of
from companion.web.roles import may
from domain.text import Text, say, text

LINES, PAGES = 4, 4
"""So many lines of the log are listed, and so many pages."""
PLACES: Sequence[tuple[str, Text]] = (
    ("play.board", text("Play")),
    ("play.every", text("Everything that can be recorded")),
    ("sheets.every", text("Sheets")),
    ("log.read", text("Log")),
    ("corrections.undo_list", text("Undo something else")),
    ("timeline.at", text("As it was")),
    ("charts.board", text("Charts")),
    ("screen.large", text("For a large screen")),
    ("campaigns.about", text("Campaign")),
    ("people.present", text("People")),
    ("campaigns.more", text("More")),
)
"""The pages of a campaign, by the name of their view."""
HELP, SHEET, PLACE = text("Help"), text("Sheets"), text("Places")


@dataclass(frozen=True)
class Found:
    """Something that words lead to: what sort of thing it is, what it is called, and its address."""

    sort: str
    said: str
    address: str


def found(here: Here, words: str) -> list[Found]:
    """Pages and lines of the log that words lead to, pages first."""
    typed = [word.folded for word in words_in(words)]
    best = nlargest(PAGES, _pages(here, typed), key=lambda one: one[0])
    return [*(page for _, page in best), *_lines(here, words)]


def _lines(here: Here, words: str) -> Iterator[Found]:
    """The newest lines of the log with all words in them."""
    wanted = replace(wanted_of(Asked(search=words), here), limit=LINES)
    for line in reversed(wanted_lines(here, wanted)):
        yield Found(f"#{line.position}", say_line(line, here), url_for("log.entry", key=here.key, entry=line.position))


def _pages(here: Here, typed: Sequence[str]) -> Iterator[tuple[float, Found]]:
    """The pages that are called by all words, each with how well they fit."""
    for sort, name, about, address in _every(here):
        called = tuple(in_all(name, here.game.key))
        told = [spelled(sentence) for sentence in (in_all(about, here.game.key) if about else ())]
        fits = [best_fit(word, called) or max((mentioned(word, one) for one in told), default=0) for word in typed]
        if fits and all(fits):
            yield sum(fits) / len(fits), Found(spoken(sort), say(name, here.tongue), address)


def _every(here: Here) -> Iterable[tuple[Text, Any, Text | None, str]]:
    """Every page: what sort it is, its name, what it is about, its address."""
    for endpoint, name in PLACES:
        if may(endpoint):
            yield PLACE, name, None, url_for(endpoint, key=here.key)
    for sheet in here.game.sheets(here.table):
        yield SHEET, sheet.title, None, url_for("sheets.one", key=here.key, sheet=sheet.key)
    for area in AREAS:
        yield HELP, area.title, area.about, help_at(area.key)


__all__ = ["Found", "found"]
