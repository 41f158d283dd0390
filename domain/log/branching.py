"""Branching: a new campaign with the first entries of another one, and with later corrections of these entries."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.fields.fields import make_event
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command
from domain.log.dependents import end_of_command
from domain.log.effective_entries import Standing
from domain.log.entries import Memory
from domain.log.recomputation.request import restorations, withdrawals


def branch_off(
    parent: Campaign, id_: str, at: int | None, name: str, parent_key: str, command: Command, chance: Chance
) -> Campaign:
    """A campaign in memory that shares another one's entries up to the end of the command at a position.

    Corrections that were recorded later, of entries that it shares, are recorded in the branch too.

    Raises:
        NotFound: there is no entry at that position.
    """
    upto = parent.position if at is None else end_of_command(parent, at)
    memory = Memory(parent.source.read(0, upto))
    shared = Campaign(id_, parent.game_at_start, memory, parent.packs)
    batch = Batch(shared.id, shared.game_at_start, shared.table, shared.trace)
    _append_later_corrections(shared, parent, upto, batch, command)
    memory.raws += batch.raws
    branch, along = Campaign(id_, parent.game_at_start, memory, parent.packs), len(batch.raws)
    batch.table, batch.trace = branch.table, branch.trace
    fields = {"name": name, "parent": parent.table.name, "parent_key": parent_key, "entry": upto}
    branch.record(make_event(kernel.CampaignBranched, fields), command, chance, onto=batch)
    memory.raws += batch.raws[along:]
    return branch


def _append_later_corrections(shared: Campaign, parent: Campaign, upto: int, batch: Batch, command: Command) -> None:
    """Append the corrections that players requested, and then, with the first as cause, their results."""
    here, there, head = shared.corrected, parent.corrected, parent.position
    asked = list(_corrections_between(here.asked_for(upto), there.asked_for(head), upto))
    made = here.standing_after(upto, [correction for correction, _ in asked])
    results = list(_corrections_between(made, there.at(head), upto))
    for correction, stamp in asked:
        shared.append(batch, correction, command, None, None, **stamp)
    for correction, stamp in results:
        shared.append(batch, correction, command, upto + 1 if asked else None, None, **stamp)


def _corrections_between(
    before: Standing, after: Standing, upto: int
) -> Iterator[tuple[kernel.KernelEvent, Mapping[str, Any]]]:
    """The corrections after which the entries up to a position count as in `after`, each with its stamp."""
    back = restorations(_shared(before.withdrawn, after.withdrawn, upto))
    gone = withdrawals(_shared(after.withdrawn, before.withdrawn, upto), "alone")
    yield from ((correction, {}) for correction in (*back, *gone))
    replaced, were_replaced = _entries_by_correction(after.replaced), _entries_by_correction(before.replaced)
    for position, amendment in sorted(after.amended.items()):
        replaces, was = replaced.get(amendment.by, ()), before.amended.get(position)
        is_the_same = was and was.events == amendment.events and were_replaced.get(was.by, ()) == replaces
        if position <= upto and not is_the_same:
            now = tuple(map(kernel.as_stored_event, amendment.events))
            stamp = {} if amendment.stamp is None else amendment.stamp._asdict()
            yield kernel.Amended(entry=position, now=now, replaces=replaces), {**stamp, "inserted": amendment.inserted}


def _shared(more: Mapping[int, int], fewer: Mapping[int, int], upto: int) -> list[int]:
    return [position for position in more.keys() - fewer.keys() if position <= upto]


def _entries_by_correction(replaced: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for entry, by in sorted(replaced.items()):
        found[by] = (*found.get(by, ()), entry)
    return found


__all__ = ["branch_off"]
