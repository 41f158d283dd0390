"""Prompts as a whole: what is left undone in the moment at hand, and which of them is the next thing to do."""

from collections.abc import Sequence
from typing import Any

from domain.language.event import Event, Moment
from domain.language.game import Prompt
from domain.language.text import Text

ASKED: tuple[Moment, ...] = ("round", "step", "scenario")
"""Moments whose end asks once where something is left undone.

A turn is short, and its end is as soon taken back; with an evening nothing is lost: the table stands as it was.
"""


def undone(prompts: Sequence[Prompt]) -> list[Text]:
    """What is left undone in the moment at hand, in the order of the rulebook."""
    return [left for prompt in prompts if (left := prompt.undone)]


def large(prompts: Sequence[Prompt]) -> Prompt | None:
    """The next thing to do: the first that is left undone; the end of the moment only where nothing is."""
    first = next((prompt for prompt in prompts if prompt.undone), None)
    return first or next((prompt for prompt in prompts if prompt.must), None)


def skipped(event: type[Event[Any]], prompts: Sequence[Prompt]) -> list[Text]:
    """What recording an event would skip; nothing unless it ends the moment at hand, or the evening."""
    ending = next((prompt for prompt in prompts if prompt.event is event), None)
    if not event.ends or (ending is None and event.ends != "evening"):
        return []
    return list(ending.leaves) if ending and ending.leaves else undone(prompts)


def asks(event: type[Event[Any]], prompts: Sequence[Prompt]) -> bool:
    """Whether whoever records an event is asked once first, because of what it would skip."""
    return event.ends in ASKED and bool(skipped(event, prompts))


__all__ = ["ASKED", "asks", "large", "skipped", "undone"]
