"""A campaign that a command looks at, and what changed between two of its tables."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.cli.base import Line
from companion.here import Here
from domain.game import Viewer
from domain.table import Change, Table, compare


@contextmanager
def here(call: Line, key: str, seat: str | None = None) -> Iterator[Here]:
    """A campaign, open, as a seat sees it."""
    listed = call.desk.find(key)
    with call.desk.campaigns.open(listed.campaign) as campaign:
        yield Here(listed, campaign, Viewer(seat), call.tongue)


def changed(before: Table, after: Table, now: Here) -> Sequence[Change]:
    """What changed between two tables as far as the viewer may see either."""
    return compare(now.seen(before), now.seen(after))
