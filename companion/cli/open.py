"""A campaign that a command looks at."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.cli.base import Line
from companion.here import Here
from domain.game import Viewer


@contextmanager
def here(call: Line, key: str, seat: str | None = None) -> Iterator[Here]:
    """A campaign, open, as a seat sees it."""
    listed = call.desk.find(key)
    with call.desk.campaigns.open(listed.campaign) as campaign:
        yield Here(listed, campaign, Viewer(seat), call.tongue)
