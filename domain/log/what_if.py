"""Walk: folding the log on from a position, with other entries counting."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from domain.framework.refusal import NotFound
from domain.framework.table import Table
from domain.log.campaign import Campaign
from domain.log.checkpoints import EVERY, Checkpoint, state_bytes
from domain.log.effective_entries import Standing
from domain.log.fold import Failure, fold_entries


@dataclass
class Walk:
    """The result of a fold: the table, tables on the way with their positions, and what failed."""

    table: Table
    kept: list[tuple[int, bytes]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def checkpoints(self, known: int) -> Iterator[Checkpoint]:
        """The checkpoints that later folds start from; `known` is the last correction it took into account."""
        return (Checkpoint(position, known, state) for position, state in self.kept)


def changed_between(before: Standing, after: Standing) -> set[int]:
    """The positions of the entries that count differently."""
    marks: tuple[tuple[Mapping[int, object], Mapping[int, object]], ...] = (
        (before.withdrawn, after.withdrawn),
        (before.replaced, after.replaced),
        (before.amended, after.amended),
    )
    return {p for old, new in marks for p in old.keys() | new.keys() if old.get(p) != new.get(p)}


def changed_positions(before: Standing, after: Standing) -> list[int]:
    """The positions of the entries that a correction makes count differently, in order; at least one.

    Raises:
        NotFound: it changes none.
    """
    found = changed_between(before, after)
    if not found:
        raise NotFound("That would change nothing.")
    return sorted(found)


def fold_on(campaign: Campaign, now: Standing, first: int) -> Walk:
    """Fold the entries that count from a position to the head, without asking the rules.

    Before that position, the same entries count as today.
    """
    walk = Walk(campaign.table_counting_today(first - 1))
    rows = iter(campaign.source.rows(first - 1, campaign.position))
    while stage := list(islice(rows, EVERY)):
        walk.failures += fold_entries(walk.table, stage, now, campaign.reader)
        walk.kept.append((stage[-1][0], state_bytes(walk.table)))
    return walk


__all__ = ["Walk", "changed_between", "changed_positions", "fold_on"]
