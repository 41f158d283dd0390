"""Tracking: what a table leaves untracked is let go of, and who wants it after all is told how to track it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from domain.language.event import Event, title_of_event
from domain.language.game import AnyGame, Prompt
from domain.language.refusal import Refused, never
from domain.language.table import AREAS, Table
from domain.language.text import Text

NOT_TRACKED = never("not-tracked", "This table does not keep track of: {areas}. To change that, open “{event}”.")


def why_untracked(game: AnyGame, cls: type[Event[Any]], table: Table) -> Iterator[Refused]:
    """Why such an event is none for this table: it leaves out an area that the event needs."""
    missing = tuple(table.called(AREAS, area) for area in cls.tracked if not table.tracks(area))
    if missing:
        yield NOT_TRACKED(areas=missing, event=Text(title_of_event(game.tracking)))


def tracked_of(prompts: Iterable[Prompt], table: Table) -> list[Prompt]:
    """The prompts, and what is answered with them, of which a table tracks what they need."""
    asked = (prompt for prompt in prompts if table.tracks(*prompt.event.tracked))
    return [replace(one, then=tracked_of(one.then, table)) if one.then else one for one in asked]
