"""Short tables that reach the limits of the game, for `tests/test_limits.py`: the events that lead there, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.framework.events.event import Event

TABLES: Mapping[str, Sequence[Event[Any]]] = {}
