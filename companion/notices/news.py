"""News: the notices about the new entries of a campaign, as a spectator may know them.

News is what just happened and is still true. So an import, a correction, and an evening that is entered afterwards
give no notice.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from companion.notices.notice import Notice, NoticeKind
from companion.notices.receivers import Kind
from companion.recap import make_recap
from companion.view_context import ViewContext
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.text import Text, text, value_as_words
from domain.log.entries import Entry
from projections.local_time import local_time

NAMESPACE = UUID("5d0c2b5e-6b0f-5a35-9c55-0b1c7d0f6a41")
FRESH = timedelta(minutes=2)
"""The age of entries that are news. Entries of an import are older, since they were recorded elsewhere."""
MOST_READ = 500
"""New entries that are read at once; of more, the last ones."""


def find_news(
    now: ViewContext, known: int, on: Sequence[Kind], clock: datetime, cursor: sqlite3.Cursor
) -> Iterator[Notice]:
    """The wanted notices about the entries after the `known` position.

    Args:
        now: a copy of the campaign as a spectator sees it.
    """
    entries = list(now.campaign.entries(max(known, now.campaign.position - MOST_READ)))
    counting = now.campaign.standing()
    fresh = [one for one in entries if counting.counts(one.position) and _is_fresh(one, clock)]
    last = next((one for one in reversed(fresh) if isinstance(one.event, SessionStarted | SessionEnded)), None)
    if last and not _is_afterwards(last, now):
        if isinstance(last.event, SessionStarted) and now.table.sitting and "evening-started" in on:
            yield _started(last, now)
        elif isinstance(last.event, SessionEnded) and not now.table.sitting and "evening-ended" in on:
            yield _ended(last, now, cursor)
    if "turn" in on and fresh and fresh[-1] == entries[-1] and not any(one.is_correction for one in entries):
        yield from _turn(fresh[-1], known, now)


def _is_fresh(entry: Entry, clock: datetime) -> bool:
    recorded = local_time(entry.time)
    return recorded is not None and abs(clock - recorded) <= FRESH


def _is_afterwards(entry: Entry, now: ViewContext) -> bool:
    """Whether an evening is entered afterwards, with its own day or a remark."""
    rows = now.campaign.source.of_topics((SessionStarted.topic,), 0, entry.position)
    counting = now.campaign.standing()
    begun = [row[0] for row in rows if counting.counts(row[0])][-1:]
    starts = [now.campaign.entry_as_it_counts(position, counting) for position in begun]
    return bool(entry.later) or any(one.later or one.fields.get("when") for one in starts)


def _started(entry: Entry, now: ViewContext) -> Notice:
    evening = now.table.evenings[-1]
    players = tuple(evening.players)
    said = text("{name}: the evening has started[. At the table: {players}].", name=now.table.name, players=players)
    facts = {"evening": {"number": evening.number, "day": evening.day, "players": evening.players}}
    return _notice("evening-started", entry, now, said, facts=facts)


def _ended(entry: Entry, now: ViewContext, cursor: sqlite3.Cursor) -> Notice:
    """The end of an evening, with its recap; an evening without a game event has none."""
    evening, newest = now.table.evenings[-1], make_recap(now, cursor)
    recap = newest if newest.session == evening.number else None
    chapter = recap.chapters[0] if recap and recap.chapters else None
    facts = {"number": evening.number, "day": evening.day, "players": evening.players}
    result = {"result": chapter.summary} if chapter else {}
    return _notice(
        "evening-ended",
        entry,
        now,
        text("{name}: the evening has ended.", name=now.table.name),
        story=[
            *filter(None, (chapter.about, chapter.summary) if chapter else ()),
            *(recap.sentences() if recap else ()),
        ],
        changes=recap.changes if recap else (),
        facts={"evening": facts | result},
    )


def _turn(entry: Entry, known: int, now: ViewContext) -> Iterator[Notice]:
    """The seat whose turn has come since the `known` position, with its player."""
    before, turn = now.game.turn(now.at(known)), now.game.turn(now.table)
    if turn is None or not turn.seat or (before and before.seat == turn.seat):
        return
    seat = value_as_words(now.chairs.get(turn.seat, turn.said), now.tongue)
    player = now.table.played_by().get(turn.seat, "")
    said = text("{name}: it is the turn of {seat}[ ({player})].", name=now.table.name, seat=seat, player=player)
    facts = {"turn": {"seat": turn.seat, "name": seat, "player": player}}
    yield _notice("turn", entry, now, said, facts=facts)


def sample_notice(now: ViewContext, id_: str, time: str) -> Notice:
    """A notice that only shows that notices arrive."""
    said = text("{name}: a test. Notices arrive here.", name=now.table.name)
    return Notice(id_, "test", time, _campaign(now), said.render(now.tongue))


def _notice(
    kind: NoticeKind,
    entry: Entry,
    now: ViewContext,
    said: Text,
    *,
    story: Sequence[str] = (),
    changes: Sequence[str] = (),
    facts: Mapping[str, object],
) -> Notice:
    id_ = str(uuid5(NAMESPACE, f"{now.id} {entry.position} {kind}"))
    return Notice(id_, kind, entry.time, _campaign(now), said.render(now.tongue), story, changes, facts)


def _campaign(now: ViewContext) -> dict[str, str]:
    return {"key": now.key, "name": now.table.name, "game": now.game.key}


__all__ = ["find_news", "sample_notice"]
