"""Parts of a chronicle for the separate program that typesets: consecutive chapters, of a bounded length together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TypeVar

from projections.documents.chronicle import Chapter, Item, Round, Step
from projections.photos import Photo

T = TypeVar("T")
MOST_LINES = 1000
"""The most lines of a part, about ten pages: the program takes 0.2 seconds of CPU and 90 MB for it.

A part of one line takes 0.06 seconds and 50 MB. Each part begins a page, so the last page of a part may have room left.
"""
LINES_OF_PHOTO = 20
"""The lines that have room where a photo is."""
CONTINUED = Chapter(title="", date="", length="", players="", summary="", rounds=[], photos=[])
"""A chapter that began in an earlier part: its title is there."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """An item with its round and step."""

    round: Round
    step: Step
    item: Item


def divide_into_parts(chapters: Iterable[Chapter]) -> Iterator[list[Chapter]]:
    """The parts of a chronicle, with at most `MOST_LINES` each; a longer chapter is cut.

    An entry is not cut: it stays together with its notes and consequences.
    """
    return _fill(chain.from_iterable(map(_cut, chapters)), _lines_of_chapter)


def last_position(part: Sequence[Chapter]) -> int:
    """The position of the last entry in a part; 0 if there is none."""
    return max((item.position for chapter in part for item in _items(chapter)), default=0)


def _cut(chapter: Chapter) -> Iterator[Chapter]:
    """A chapter in pieces, each no longer than a part; titles are at the first line below them only."""
    placed = [_Placed(round_, step, one) for round_ in chapter.rounds for step in round_.steps for one in step.items]
    pieces: list[Photo | _Placed] = [*chapter.photos, *placed]
    begun = chapter
    for piece in _fill(pieces, _lines) if pieces else [pieces]:
        items = [one for one in piece if isinstance(one, _Placed)]
        photos = [one for one in piece if isinstance(one, Photo)]
        yield replace(begun, rounds=_rounds(items), photos=photos)
        begun = CONTINUED


def _fill(things: Iterable[T], lines_of: Callable[[T], int]) -> Iterator[list[T]]:
    """Consecutive things with at most `MOST_LINES` together; a thing that is longer is alone."""
    found: list[T] = []
    lines = 0
    for thing in things:
        more = lines_of(thing)
        if found and lines + more > MOST_LINES:
            yield found
            found, lines = [], 0
        found.append(thing)
        lines += more
    if found:
        yield found


def _rounds(placed: Sequence[_Placed]) -> list[Round]:
    return [_round(list(group)) for _, group in groupby(placed, lambda one: id(one.round))]


def _round(placed: Sequence[_Placed]) -> Round:
    first, whole = placed[0].item, placed[0].round
    steps = [_step(list(group)) for _, group in groupby(placed, lambda one: id(one.step))]
    return Round(whole.title if first is whole.steps[0].items[0] else "", steps)


def _step(placed: Sequence[_Placed]) -> Step:
    first, whole = placed[0].item, placed[0].step
    return Step(whole.title if first is whole.items[0] else "", [one.item for one in placed])


def _items(chapter: Chapter) -> Iterator[Item]:
    return (item for round_ in chapter.rounds for step in round_.steps for item in step.items)


def _lines_of_chapter(chapter: Chapter) -> int:
    return sum(map(_lines, _items(chapter))) + sum(map(_lines, chapter.photos))


def _lines(thing: Photo | _Placed | Item) -> int:
    """The lines of a photo, or of an item with its notes and consequences."""
    match thing:
        case Photo():
            return LINES_OF_PHOTO
        case _Placed():
            return _lines(thing.item)
    return 1 + sum(map(_lines, (*thing.notes, *thing.followed)))


__all__ = ["MOST_LINES", "divide_into_parts", "last_position"]
