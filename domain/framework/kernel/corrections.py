"""Corrections: entries about entries. They stay in the log like all others, and can be taken back themselves."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from domain.framework.events.event import Event, LogLine
from domain.framework.kernel.base import KernelEvent, Key, Position


class Withdrawn(KernelEvent):
    title = "Take back"
    help_text = "Undo entries. They stay in the log, crossed out, and no longer count."
    sentence = "Took back {entries}"
    log = LogLine(bookkeeping=True)
    entries: tuple[Position, ...] = Field(min_length=1)
    choice: Literal["alone", "those", "since"] = "alone"


class Restored(KernelEvent):
    title = "Restore"
    help_text = "Undone entries count again, just as before."
    sentence = "Restored {entries}"
    log = LogLine(bookkeeping=True)
    entries: tuple[Position, ...] = Field(min_length=1)
    correction: Position | None = None


class StoredEvent(BaseModel):
    """An event inside an amendment, as an entry would store it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    topic: Key
    event: dict[str, JsonValue]
    version: int = 1


def as_stored_event(event: Event[Any]) -> StoredEvent:
    """An event as an amendment keeps it."""
    return StoredEvent(topic=event.topic, event=event.model_dump(mode="json"), version=event.version)


class Amended(KernelEvent):
    """`now` counts in place of the entry: its own event, put right, then what follows from it; what had followed
    before, `replaces`, no longer counts.
    """

    title = "Fix"
    help_text = "Fix an entry right where it is."
    sentence = "Fixed entry {entry}"
    log = LogLine(bookkeeping=True)
    entry: Position
    now: tuple[StoredEvent, ...] = Field(min_length=1)
    replaces: tuple[Position, ...] = ()


CORRECTIONS: tuple[type[KernelEvent], ...] = (Withdrawn, Restored, Amended)
