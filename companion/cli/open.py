"""A campaign that a command looks at, and what changed between two of its tables."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.cli.base import Line
from companion.here import Here
from companion.telling import sentence_case
from domain.game import Viewer
from domain.table import Change, Table, compare
from domain.tell import change_text


@contextmanager
def here(call: Line, key: str, seat: str | None = None) -> Iterator[Here]:
    """A campaign, open, as a seat sees it."""
    listed = call.desk.find(key)
    with call.desk.campaigns.open(listed.campaign) as campaign:
        yield Here(listed, campaign, Viewer(seat), call.tongue)


def changed(before: Table, after: Table, now: Here) -> Sequence[Change]:
    """What changed between two tables as far as the viewer may see either."""
    return compare(now.seen(before), now.seen(after))


def in_words(changes: Sequence[Change], now: Here) -> list[str]:
    return [sentence_case(change_text(change, now.table).render(now.tongue)) for change in changes]
