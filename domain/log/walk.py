"""Walking on through the log with other entries counting: what a correction would lead to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from domain import kernel, veil
from domain.event import Event
from domain.log.campaign import SOMETHING_HIDDEN, Campaign, as_told
from domain.log.checkpoints import EVERY, Checkpoint, state_bytes
from domain.log.entries import CORRECTION_TOPICS, Entry, Raw, Row, encode, stamp
from domain.log.fold import Failure, failure, fold
from domain.log.guarding import is_kept_from
from domain.log.reading import Unreadable, document_of
from domain.log.standing import Amendment, Standing, standing
from domain.log.trace import Trace
from domain.refusal import NotFound, Refused
from domain.table import Table


@dataclass
class Walk:
    """Where a walk arrived: the table, its trace, checkpoints on the way, what was refused and what failed."""

    table: Table
    trace: Trace
    kept: list[tuple[int, bytes]] = field(default_factory=list)
    refused: list[tuple[Entry, list[Refused]]] = field(default_factory=list)
    public: dict[int, list[Refused]] = field(default_factory=dict)
    """The reasons of each refused entry in words that tell nobody a secret, by its position."""
    failures: list[Failure] = field(default_factory=list)

    def checkpoints(self, known: int) -> Iterator[Checkpoint]:
        """What the walk leaves to start later folds from; `known` is the last correction it took into account."""
        return (Checkpoint(position, known, state) for position, state in self.kept)


def standing_with(campaign: Campaign, corrections: Sequence[kernel.KernelEvent]) -> Standing:
    """What would count if corrections were recorded now."""
    raws = [
        Raw(campaign.position + 1 + n, correction.topic, encode(correction, {}))
        for n, correction in enumerate(corrections)
    ]
    return standing([*campaign.source.corrections(), *raws], campaign.reader)


def first_changed(before: Standing, after: Standing) -> int:
    """The first position whose standing a correction changes.

    Raises:
        NotFound: it changes none.
    """
    marks: tuple[tuple[Mapping[int, object], Mapping[int, object]], ...] = (
        (before.withdrawn, after.withdrawn),
        (before.replaced, after.replaced),
        (before.amended, after.amended),
    )
    changed = [p for old, new in marks for p in old.keys() | new.keys() if old.get(p) != new.get(p)]
    if not changed:
        raise NotFound("That would change nothing.")
    return min(changed)


def fold_on(campaign: Campaign, now: Standing, first: int) -> Walk:
    """Fold from a position to the head with what counts now, whatever the rules would say."""
    walk = _start(campaign, now, first)
    for rows in _stages(campaign, first, walk):
        walk.failures += fold(walk.table, rows, now, campaign.reader, walk.trace.note)
    walk.trace.tell(walk.table)
    return walk


def walk_on(campaign: Campaign, now: Standing, first: int, excused: frozenset[int]) -> Walk:
    """The same as if it were being recorded: what would be refused is left out, with all it caused, and listed."""
    walk = _start(campaign, now, first)
    skip, dropped = now.skips(), set[int]()
    for rows in _stages(campaign, first, walk):
        for row in rows:
            if row[0] not in skip and row[1] not in CORRECTION_TOPICS:
                with suppress(Unreadable):  # as in a fold: what cannot be read stops nothing
                    _step(campaign, walk, now, row, excused, dropped)
    walk.trace.tell(walk.table)
    return walk


def _start(campaign: Campaign, now: Standing, first: int) -> Walk:
    table = campaign.fold_to(first - 1, now, campaign.position)
    return Walk(table, Trace(campaign.game, table))


def _stages(campaign: Campaign, first: int, walk: Walk) -> Iterator[Iterable[Row]]:
    """The rows from a position to the head, with a checkpoint between stages."""
    for start in range(first - 1, campaign.position, EVERY):
        yield campaign.source.rows(start, min(start + EVERY, campaign.position))
        walk.kept.append((min(start + EVERY, campaign.position), state_bytes(walk.table)))


def _against(campaign: Campaign, table: Table, event: Event[Any], known: Mapping[str, Any]) -> list[Refused]:
    """Why an entry would no longer happen: a command that the rules refuse, a consequence that nothing calls for."""
    if known.get("cause") is not None:
        return table.held(event.lapses(table))
    reasons = campaign.against(event, table)  # what was recorded stays, whatever the table tracks by now
    if known.get("bent") or known.get("later"):
        reasons = campaign.past_the_gate(event, table, reasons)
        return [reason for reason in reasons if not reason.bendable]
    return reasons


def _public(campaign: Campaign, table: Table, event: Event[Any], reasons: list[Refused]) -> list[Refused]:
    """Reasons as anybody may hear them: what rests on a secret is only said to be there."""
    if is_kept_from(None, type(event), dict(event), table):
        return [SOMETHING_HIDDEN()]
    return as_told(reasons, campaign.against(event, campaign.packed(veil.side_by_side(campaign.table, table, ())[1])))


def _step(campaign: Campaign, walk: Walk, now: Standing, row: Row, excused: frozenset[int], dropped: set[int]) -> None:
    """One entry of a walk: its reasons against it if it is a command, else what it does."""
    position, topic, state = row
    event, known = campaign.reader.event(topic, state), stamp(document_of(state))
    if known.get("cause") in dropped:
        dropped.add(position)
        return
    counts = now.amended.get(position) or Amendment(position, (event,))
    try:
        reasons = [] if position in excused else _against(campaign, walk.table, counts.events[0], known)
        if reasons:
            walk.refused.append((campaign.reader.entry(Raw(*row)), reasons))
            walk.public[position] = _public(campaign, walk.table, counts.events[0], reasons)
            dropped.add(position)
            return
        counts.apply(walk.table)
    except Exception as error:  # a fault of the code, or of a file that nobody validated: told as a fold tells it
        walk.failures += failure(campaign.reader, row, error, amended=position in now.amended)
        return
    walk.trace.note(position, walk.table)
