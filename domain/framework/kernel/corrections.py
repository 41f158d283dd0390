"""Corrections: entries about entries. They stay in the log like all others, and can be withdrawn themselves."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from domain.framework.events.event import Event, LogRole
from domain.framework.kernel.base import KernelEvent, Key, Position


class Withdrawn(KernelEvent):
    title = "Take back"
    help_text = "Undo entries. They stay in the log, crossed out, and no longer count."
    sentence = "Took back {entries}"
    log = LogRole(bookkeeping=True)
    entries: tuple[Position, ...] = Field(min_length=1)
    choice: Literal["alone", "those", "since"] = "alone"


class Restored(KernelEvent):
    title = "Restore"
    help_text = "Undone entries count again, just as before."
    sentence = "Restored {entries}"
    log = LogRole(bookkeeping=True)
    entries: tuple[Position, ...] = Field(min_length=1)
    correction: Position | None = None


class StoredEvent(BaseModel):
    """An event inside an amendment, as an entry would store it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    topic: Key
    event: dict[str, JsonValue]
    version: int = 1


def as_stored_event(event: Event[Any]) -> StoredEvent:
    """An event in the form that an amendment stores."""
    return StoredEvent(topic=event.topic, event=event.model_dump(mode="json"), version=event.version)


class Amended(KernelEvent):
    """Replaces an entry. `now` counts in its place: the amended event, then its consequences.

    The former consequences, `replaces`, no longer count.
    """

    title = "Fix"
    help_text = "Fix an entry right where it is."
    sentence = "Fixed entry {entry}"
    log = LogRole(bookkeeping=True)
    entry: Position
    now: tuple[StoredEvent, ...] = Field(min_length=1)
    replaces: tuple[Position, ...] = ()


CORRECTIONS: tuple[type[KernelEvent], ...] = (Withdrawn, Restored, Amended)
