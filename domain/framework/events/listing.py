"""The events that modules define, in the order in which they are listed."""

from types import ModuleType
from typing import Any

from domain.framework.events.event import Event


def events_defined_in(*modules: ModuleType) -> tuple[type[Event[Any]], ...]:
    """The events of modules, module by module, in the order of their classes.

    A class without a topic is a base class: it has no sentence of its own.
    """
    return tuple(
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Event) and one.__module__ == module.__name__ and _has_topic(one)
    )


def _has_topic(event: type[Event[Any]]) -> bool:
    return "topic" in vars(event)
