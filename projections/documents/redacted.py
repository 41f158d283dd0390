"""The fields of a line as anybody may see them, also where a correction repeats another event's fields."""

from collections.abc import Mapping
from typing import Any

import orjson

from domain.game import AnyGame
from domain.kernel import Amended
from projections.log import Line


def public_fields(line: Line, game: AnyGame) -> str:
    """A line's fields as JSON; an amendment tells whole events, so their secrets are left out of it."""
    if line.topic != Amended.topic or line.unreadable:
        return line.fields
    fields = dict(line.values)
    fields["now"] = [_public_event(told, game) for told in fields["now"]]
    return orjson.dumps(fields).decode()


def _public_event(told: Mapping[str, Any], game: AnyGame) -> dict[str, Any]:
    cls = game.by_topic.get(told["topic"])
    if cls is None:
        return {**told, "event": {}}
    return {**told, "event": {name: value for name, value in told["event"].items() if name not in cls.secret}}
