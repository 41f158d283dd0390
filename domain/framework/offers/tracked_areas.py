"""Tracking: leaving out events in areas that a table does not track."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from domain.framework.events.event import Event, title_of_event
from domain.framework.game import AnyGame, Prompt
from domain.framework.refusal import Refused, never
from domain.framework.table import AREAS, Table
from domain.framework.text import Text

NOT_TRACKED = never("not-tracked", "This table does not keep track of: {areas}. To change that, open “{event}”.")


def why_untracked(game: AnyGame, cls: type[Event[Any]], table: Table) -> Iterator[Refused]:
    """The refusal of an event in an area that this table does not track."""
    missing = tuple(table.called(AREAS, area) for area in cls.tracked if not table.tracks(area))
    if missing:
        yield NOT_TRACKED(areas=missing, event=Text(title_of_event(game.tracking)))


def tracked_of(prompts: Iterable[Prompt], table: Table) -> list[Prompt]:
    """The prompts in areas that a table tracks, including those on their cards."""
    asked = (prompt for prompt in prompts if table.tracks(*prompt.event.tracked))
    return [replace(one, then=tracked_of(one.then, table)) if one.then else one for one in asked]
