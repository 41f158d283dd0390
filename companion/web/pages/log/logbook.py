"""Paging of the log: two depths, filters, and the page with an entry."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel

from companion.view_context import ViewContext
from companion.web.pages.log.lines import PAGE, PageLine, Section, page_lines, sections_of_log, wanted_lines
from companion.web.rendering.part_cache import cached_at_position
from companion.web.visitors.page import current_services
from companion.web.visitors.typed import one_line, position_typed
from domain.framework.events.marked_fields import all_choices
from domain.framework.kernel import PhotoTaken
from domain.framework.refusal import NotFound
from domain.framework.table import Keys, kind_marked
from domain.framework.text import sentence_case, spaced_words, value_as_words
from projections.following import search_when_followed
from projections.log import (
    LogLine,
    Wanted,
    count_lines,
    first_on,
    newer_page_position,
    older_page_position,
    texts_lately,
)
from projections.photos import Photo, photo_of_line
from projections.placed import corrected_lines_about, found_outside_index
from projections.search.index import indexed_terms
from projections.search.meaning import Meaning
from projections.search.near import similar_words, vocabulary_of_log, with_similar_words
from projections.search.words import no_other_meanings, words_sought

Depth = Literal["everything", "chronicle"]
NAMED = 3
"""Similar words that are listed for each word without matches."""
NEWEST = 2_000
"""Lines in which misspelled words are searched for as they are spelled there, also in Chinese."""
BELOW = PAGE // 2
"""Entries after a linked one on its page."""


@dataclass(frozen=True)
class Asked:
    """The filters of the log, from an address."""

    depth: Depth = "everything"
    search: str = ""
    about: str = ""
    area: str = ""
    session: int | None = None
    before: int | None = None
    after: int | None = None

    @property
    def narrows(self) -> bool:
        """Whether there are filters in addition to the depth."""
        return bool(self.search or self.about or self.area or self.session)

    def link(self, **changes: Any) -> dict[str, Any]:
        """The address of these filters with changes."""
        return {
            name: value for name, value in vars(replace(self, **changes)).items() if value and value != "everything"
        }


def parse_log_address(sent: Mapping[str, str]) -> Asked:
    """Parse an address; invalid filters are ignored."""
    return Asked(
        "chronicle" if sent.get("depth") == "chronicle" else "everything",
        one_line(sent.get("search", ""), 200),
        one_line(sent.get("about", ""), 200),
        one_line(sent.get("area", ""), 80),
        position_typed(sent.get("session")),
        position_typed(sent.get("before")),
        position_typed(sent.get("after")),
    )


@dataclass(frozen=True)
class Leaf:
    """A page of the log, with the positions where its older and newer page end; in the chronicle, where they begin.

    For a search, `count` is the number of lines found, and `instead` lists the similar words used if nothing matched
    exactly.
    """

    sections: Sequence[Section]
    older: int | None
    newer: int | None
    count: int = 0
    instead: Sequence[str] = ()


def page_of_log(here: ViewContext, wish: Asked) -> Leaf:
    """A page of the log with some filters, the newest by default."""
    wanted, found_in_all, instead = search_lines(here, wanted_of_asked(wish, here))
    found = wanted_lines(here, replace(wanted, limit=PAGE + 1))
    with current_services().store.reading() as cursor:
        newer = newer_page_position(cursor, here.id, wanted, PAGE)
    shown = page_lines(found[-PAGE:], here)
    folding = () if wish.narrows else here.game.begin_rounds
    older = found[1].position if len(found) > PAGE else None
    return Leaf(sections_of_log(shown, here, folding), older, newer, found_in_all, instead)


def page_of_chronicle(here: ViewContext, wish: Asked) -> Leaf:
    """A page of the chronicle with some filters, the oldest by default."""
    wanted, found_in_all, instead = search_lines(here, wanted_of_asked(wish, here))
    found = wanted_lines(here, replace(wanted, limit=PAGE + 1, oldest=True))
    with current_services().store.reading() as cursor:
        older = older_page_position(cursor, here.id, wanted, PAGE)
    told = list(_rows_of_story(page_lines(found[:PAGE], here), here))
    newer = found[PAGE - 1].position if len(found) > PAGE else None
    return Leaf(sections_of_log(told, here, ()), older, newer, found_in_all, instead)


def _rows_of_story(shown: Sequence[PageLine], here: ViewContext) -> Iterator[PageLine]:
    """The lines that count, without bookkeeping; a photo is shown in its session, after the line before it."""
    last: LogLine | None = None
    for row in shown:
        if row.line.topic == PhotoTaken.topic and row.line.counts and not row.line.unreadable:
            photo = photo_of_line(row.line)
            if current_services().store.has_photo(photo.digest):
                yield replace(row, line=_line_of_photo(row.line.as_it_counts, photo, last), photo=photo.digest)
        elif row.line.counts and row.line.topic not in here.game.bookkeeping:
            last = row.line
            yield _as_it_counts(row)


def _line_of_photo(line: LogLine, photo: Photo, last: LogLine | None) -> LogLine:
    """The line of a photo, moved to the round of the line before it if both are of the same session."""
    if last is None or last.session != photo.session:
        return line
    return line._replace(session=last.session, chapter=last.chapter, round=last.round, step=last.step)


def _as_it_counts(row: PageLine) -> PageLine:
    """A line without its fields from before a correction."""
    return replace(row, line=row.line.as_it_counts._replace(amended_by=None), said=row.now or row.said, now="")


def wanted_of_asked(wish: Asked, here: ViewContext) -> Wanted:
    """The selection of lines for some filters.

    Raises:
        NotFound: no event matches the subject and area.
    """
    kind, _, id_ = wish.about.partition(":")
    topics = [set(topics_about(kind, id_, here))] if wish.about else []
    topics += [set(topics_by_area(here).get(wish.area, ()))] if wish.area else []
    named = set.intersection(*topics) if topics else set()
    if topics and not named:
        raise NotFound("There is nothing at “{path}”.", path=" · ".join(filter(None, (wish.about, wish.area))))
    means = meaning_of_search(here) if wish.search else no_other_meanings
    with search_when_followed(current_services().campaigns, here.id, wish.search) as cursor:
        also = found_outside_index(cursor, here.campaign, here.viewer.seats, wish.search, means)
    return Wanted(
        wish.session,
        wish.search,
        wish.before,
        after=wish.after or 0,
        about=id_,
        topics=sorted(named),
        also=also,
        placed=corrected_lines_about(here.campaign, here.viewer.seats, named, id_) if topics else (),
        depth=wish.depth,
        left_out=here.game.bookkeeping - {PhotoTaken.topic},
        means=means,
    )


# --- search ----------------------------------------------------------------------------------


def meaning_of_search(here: ViewContext) -> Meaning:
    """The synonyms of words at the table, cached at a position so that each typed letter reuses them."""
    return cached_at_position(here, ["meaning"], lambda: Meaning(here.campaign.game_at_start, here.table, here.tongue))


def known_words_of(here: ViewContext, cursor: sqlite3.Cursor) -> Mapping[str, str]:
    """The words to which a misspelled one may be similar: those of the newest lines as spelled there, and all others.

    The index has the words of all lines, but of Chinese only the single characters.
    """
    names = meaning_of_search(here).folded_names
    return vocabulary_of_log((*texts_lately(cursor, here.id, NEWEST), *names, *indexed_terms(cursor, here.id)))


def search_lines(here: ViewContext, wanted: Wanted) -> tuple[Wanted, int, Sequence[str]]:
    """The matching selection, the number of its lines, and the similar words used if nothing matched exactly."""
    with current_services().store.reading() as cursor:
        found = count_lines(cursor, here.id, wanted) if wanted.search else 0
        if found or not wanted.search:
            return wanted, found, ()
        known_words = known_words_of(here, cursor)
        means = with_similar_words(meaning_of_search(here), known_words)
        also = found_outside_index(cursor, here.campaign, here.viewer.seats, wanted.search, means)
        near_ones = replace(wanted, means=means, also=also)
        found = count_lines(cursor, here.id, near_ones)
    nearest = [word for piece in words_sought(wanted.search) for word in similar_words(piece, known_words)[:NAMED]]
    return near_ones, found, nearest if found else ()


# --- filters ---------------------------------------------------------------------------------


def topics_about(kind: str, id_: str, here: ViewContext) -> Iterator[str]:
    """The topics of events that may refer to a thing."""
    for topic, cls in here.game.by_topic.items():
        if any(choice.kind == kind or id_ in choice.ids(here.table) for choice in all_choices(cls)):
            yield topic


def subjects_of_log(here: ViewContext) -> Mapping[str, Mapping[str, str]]:
    """The filters by subject: for each kind, names by `kind:id`."""
    found: dict[str, dict[str, str]] = {}
    for name, info in type(here.table).model_fields.items():
        kind = kind_marked(info, Keys)
        part = getattr(here.table, name)
        if kind and any(isinstance(value, BaseModel) for value in part.values()):
            named = {f"{kind}:{id_}": value_as_words(here.table.called(kind, id_), here.tongue) for id_ in part}
            found.setdefault(sentence_case(spaced_words(kind).render(here.tongue)), {}).update(named)
    return found


def topics_by_area(here: ViewContext) -> Mapping[str, list[str]]:
    """The topics by area of play."""
    found: dict[str, list[str]] = {}
    for topic, cls in here.game.by_topic.items():
        found.setdefault(cls.heading, []).append(topic)
    return found


# --- paging ----------------------------------------------------------------------------------


def page_of_entry(here: ViewContext, position: int) -> int | None:
    """The position at the end of the log page with an entry; None for the newest page.

    Raises:
        NotFound: there is no such entry.
    """
    here.campaign.entry(position)
    return position + BELOW if position + BELOW <= here.campaign.position else None


def first_entry_on(here: ViewContext, day: str) -> int:
    """The first entry on a local day, or on the next day with one; the day of an evening is that of its table.

    Raises:
        NotFound: nothing was recorded on that day or later.
    """
    try:
        since = datetime.fromisoformat(day).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        since = "9"
    days = {evening.number: evening.day for evening in here.campaign.table.evenings if evening.day}
    then = [number for number, on in days.items() if on >= day]
    before = days.keys() - {*then}
    with current_services().store.reading() as cursor:
        found = first_on(cursor, here.id, since.replace("+00:00", "Z"), then, before)
    if found is None:
        raise NotFound("Nothing was recorded on that day or later.")
    return found


__all__ = [
    "Asked",
    "Leaf",
    "first_entry_on",
    "page_of_chronicle",
    "page_of_entry",
    "page_of_log",
    "parse_log_address",
    "subjects_of_log",
    "topics_by_area",
]
