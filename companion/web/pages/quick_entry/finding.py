"""Search results for typed words: lines of the log, sheets, pages, help."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import nlargest
from typing import Any

from flask import url_for

from companion.log_sentences import say_line
from companion.quick_entry.candidates import Names, best_fit, in_all_languages
from companion.quick_entry.letters import share_mentioned, spelling_of
from companion.quick_entry.typed import words_in
from companion.view_context import ViewContext
from companion.web.pages.help.help import AREAS
from companion.web.pages.log.lines import wanted_lines
from companion.web.pages.log.logbook import Asked, wanted_of_asked
from companion.web.rendering.part_cache import cached_at_position
from companion.web.visitors.language import say_value
from companion.web.visitors.roles import may
from domain.framework.text import Text, text, value_as_words

LINES, PAGES = 4, 4
"""Log lines and pages in a result, at most."""
PLACES: Sequence[tuple[str, Text]] = (
    ("play.board", text("Play")),
    ("play.every", text("Record something else")),
    ("sheets.own", text("Sheets")),
    ("log.read", text("Log")),
    ("corrections.undo_list", text("Undo something else")),
    ("timeline.at", text("As it was")),
    ("charts.board", text("Charts")),
    ("screen.large", text("For a large screen")),
    ("campaigns.about", text("Campaign")),
    ("people.present", text("People")),
    ("campaigns.more", text("More")),
)
"""The pages of a campaign, by endpoint."""
HELP, SHEET, PLACE = text("Help"), text("Sheets"), text("Places")


@dataclass(frozen=True)
class Findable:
    """A page that can be found: its endpoint, and the names and sentences that are matched."""

    sort: Text
    name: Any
    endpoint: str
    values: Mapping[str, str]
    called: Names
    sentences: Names

    def fit_of_word(self, word: str) -> float:
        """How well a folded word matches the page, from 0 to 1."""
        return best_fit(word, self.called) or max(
            (share_mentioned(word, spelling_of(one)) for one in self.sentences), default=0
        )


@dataclass(frozen=True)
class Found:
    """A search result: its kind, its title, its address."""

    sort: str
    said: str
    address: str


def find_pages(here: ViewContext, words: str) -> list[Found]:
    """Pages and log lines that match words, pages first."""
    typed = [word.folded for word in words_in(words)]
    best = nlargest(PAGES, _matching_pages(here, typed), key=lambda one: one[0])
    return [*(_led_to(page, here) for _, page in best), *_matching_log_lines(here, words)]


def _led_to(page: Findable, here: ViewContext) -> Found:
    address = url_for(page.endpoint, **{"key": here.key, **page.values})  # type: ignore[arg-type]
    return Found(say_value(page.sort), value_as_words(page.name, here.tongue), address)


def _matching_log_lines(here: ViewContext, words: str) -> Iterator[Found]:
    """The newest log lines that contain all words."""
    wanted = replace(wanted_of_asked(Asked(search=words), here), limit=LINES)
    for line in reversed(wanted_lines(here, wanted)):
        address = url_for("log.entry", key=here.key, entry=line.position)
        yield Found(f"#{line.address}", say_line(line.as_it_counts, here), address)


def _matching_pages(here: ViewContext, typed: Sequence[str]) -> Iterator[tuple[float, Findable]]:
    """The pages that match all words, each with its fit."""
    places = (page for page in _campaign_pages(here.game.key) if may(page.endpoint))
    for page in (
        *places,
        *cached_at_position(here, ["sheets"], lambda: _sheet_pages(here)),
        *_help_pages(here.game.key),
    ):
        fits = [page.fit_of_word(word) for word in typed]
        if fits and all(fits):
            yield sum(fits) / len(fits), page


@cache
def _campaign_pages(game: str) -> Sequence[Findable]:
    return [Findable(PLACE, name, endpoint, {}, tuple(in_all_languages(name, game)), ()) for endpoint, name in PLACES]


def _sheet_pages(here: ViewContext) -> Sequence[Findable]:
    """The sheets of the table, found by their titles only."""
    titles: list[tuple[str, Any]] = [(sheet.key, sheet.title) for sheet in here.game.sheets(here.table)]
    game = here.game.key
    return [
        Findable(SHEET, title, "sheets.one", {"sheet": key}, tuple(in_all_languages(title, game)), ())
        for key, title in titles
    ]


@cache
def _help_pages(game: str) -> Sequence[Findable]:
    named = ((one, tuple(in_all_languages(one.title, game)), tuple(in_all_languages(one.about, game))) for one in AREAS)
    return [Findable(HELP, one.title, "help.one_here", {"area": one.key}, *names) for one, *names in named]


__all__ = ["Found", "find_pages"]
