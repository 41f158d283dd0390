"""Rewriting what counts: taking entries back, restoring and amending them, with a look at it first.

Everything here is told as one correction entry; nothing is ever removed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from domain import kernel
from domain.campaign import Batch, Campaign, Command, bending
from domain.chance import Chance
from domain.event import Event
from domain.fields import make
from domain.history import Entry, Raw, Standing, encode, fold, standing, targets_of
from domain.refusal import NotFound, Refused, RefusedAll
from domain.table import Change, Table, compare
from domain.trace import Trace

Chosen = Literal["alone", "those", "since"]
WINDOW = 64
FOUNDING = kernel.CampaignStarted | kernel.CampaignBranched
"""How a campaign came to be is not taken back."""


@dataclass
class Preview:
    """What a correction would do.

    `goes` is what it takes back or restores, `refused` what would then no longer be possible, each
    with its reasons. `alone` is what changes if only it is done; `those` if the refused go too.
    """

    correction: kernel.KernelEvent
    goes: list[Entry]
    refused: list[tuple[Entry, list[Refused]]]
    alone: list[Change]
    those: list[Change]

    @property
    def crosses(self) -> list[Entry]:
        """The ends of sessions and scenarios among what goes: taking back across them asks once more."""
        return crossed(self.goes)

    def corrections(self, choice: Chosen, also: Iterable[int]) -> list[kernel.KernelEvent]:
        """What to record for a choice; `also` are the entries that the choice takes back besides."""
        others = tuple(sorted(also))
        if choice == "alone" or not others:
            return [self.correction]
        if isinstance(self.correction, kernel.Withdrawn):
            return [kernel.Withdrawn(entries=tuple(sorted({*self.correction.entries, *others})), choice=choice)]
        return [self.correction, kernel.Withdrawn(entries=others, choice=choice)]


# --- what to correct -------------------------------------------------------------------------


def last_command(campaign: Campaign) -> int:
    """The position of the newest command that counts.

    Raises:
        NotFound: there is nothing to take back.
    """
    now = campaign.standing()
    for entry in backwards(campaign):
        is_command = entry.cause is None and not isinstance(entry.event, FOUNDING | kernel.Withdrawn | kernel.Restored)
        if is_command and entry.event is not None and now.counts(entry.position):
            return entry.position
    raise NotFound("There is nothing to take back.")


def last_withdrawal(campaign: Campaign) -> Entry:
    """The newest withdrawal that still counts, if nothing else was recorded since.

    Raises:
        NotFound: there is nothing to restore.
    """
    now = campaign.standing()
    for entry in backwards(campaign):
        if not now.counts(entry.position):
            continue
        if isinstance(entry.event, kernel.Withdrawn) and now.withdrawn.keys() & set(entry.event.entries):
            return entry
        if not entry.is_correction:
            break
    raise NotFound("There is nothing to restore: something else was recorded since.")


def backwards(campaign: Campaign) -> Iterator[Entry]:
    """The log from its end."""
    for end in range(campaign.position, 0, -WINDOW):
        yield from reversed(list(campaign.entries(max(0, end - WINDOW), end)))


def with_consequences(campaign: Campaign, position: int) -> list[Entry]:
    """An entry and everything it caused; consequences stand right behind their command."""
    group = [campaign.entry(position)]
    positions = {position}
    for entry in campaign.entries(position):
        if entry.cause is None:
            break
        if entry.cause in positions:
            positions.add(entry.position)
            group.append(entry)
    return group


def everything_since(campaign: Campaign, position: int) -> list[Entry]:
    """What must go so that the table is as it was before an entry.

    That is what counts from there on, and the corrections from there on that reach further back.
    """
    now = campaign.standing()
    goes: dict[int, Entry] = {}
    for entry in campaign.entries(position - 1):
        targets = targets_of(entry)
        if targets and min(targets) < position:
            goes[entry.position] = entry
            goes.update((t, campaign.entry(t)) for t in targets if t >= position)
        elif now.counts(entry.position) and not entry.is_correction:
            goes[entry.position] = entry
    return [goes[p] for p in sorted(goes)]


# --- previews --------------------------------------------------------------------------------


def preview_withdrawal(campaign: Campaign, position: int, choice: Chosen = "alone") -> Preview:
    """What taking back an entry would do; with `since`, that entry and everything after it."""
    if isinstance(campaign.entry(position).event, FOUNDING):
        raise NotFound("The start of a campaign cannot be taken back.")
    now = campaign.standing()
    if not now.counts(position):
        raise NotFound("Entry {position} is already taken back.", position=position)
    if choice == "since":
        goes = everything_since(campaign, position)
    else:
        goes = [entry for entry in with_consequences(campaign, position) if now.counts(entry.position)]
    return preview(campaign, kernel.Withdrawn(entries=tuple(e.position for e in goes), choice=choice), goes)


def preview_restoration(campaign: Campaign, position: int) -> Preview:
    """What letting an entry and its consequences count again would do."""
    now = campaign.standing()
    goes = [entry for entry in with_consequences(campaign, position) if entry.position in now.withdrawn]
    if not goes:
        raise NotFound("Entry {position} is not taken back.", position=position)
    return preview(campaign, kernel.Restored(entries=tuple(e.position for e in goes)), goes)


def preview_amendment(
    campaign: Campaign, position: int, changes: Mapping[str, Any], command: Command, chance: Chance
) -> Preview:
    """What giving an entry other fields would do. Raises as `amendment` does."""
    correction, touched, _ = amendment(campaign, position, changes, command, chance)
    return preview(campaign, correction, touched, frozenset({position}))


def preview(
    campaign: Campaign, correction: kernel.KernelEvent, goes: list[Entry], excused: frozenset[int] = frozenset()
) -> Preview:
    """What any correction would do to what was recorded after it, and to the table; `excused` need no check."""
    before, now = campaign.standing(), _standing_with(campaign, [correction])
    first = _first_changed(before, now)
    table, refused = _walk(campaign, now, first, excused)
    if refused:
        _, anyway = _walk(campaign, before, first, excused)
        excused |= frozenset(entry.position for entry, _ in anyway)
        table, refused = _walk(campaign, now, first, excused) if anyway else (table, refused)
    those = compare(campaign.table, table)
    alone = compare(campaign.table, _table_with(campaign, now, first)) if refused else those
    return Preview(correction, goes, refused, alone, those)


def _standing_with(campaign: Campaign, corrections: Sequence[kernel.KernelEvent]) -> Standing:
    """What would count if corrections were recorded now."""
    raws = [
        Raw(campaign.position + 1 + n, correction.topic, encode(correction, {}))
        for n, correction in enumerate(corrections)
    ]
    return standing([*campaign.source.corrections(), *raws], campaign.readers)


def _table_with(campaign: Campaign, now: Standing, first: int) -> Table:
    table = campaign.fold_to(first - 1, now, campaign.position)
    fold(table, campaign.source.rows(first - 1), now, campaign.readers)
    return table


def _walk(
    campaign: Campaign, now: Standing, first: int, excused: frozenset[int]
) -> tuple[Table, list[tuple[Entry, list[Refused]]]]:
    """Fold on from a position as if it were being recorded; what would be refused is left out, and listed."""
    table = campaign.fold_to(first - 1, now, campaign.position)
    refused: list[tuple[Entry, list[Refused]]] = []
    dropped: set[int] = set()
    for entry in campaign.entries(first - 1):
        if entry.event is None or entry.is_correction or not now.counts(entry.position):
            continue
        if entry.cause in dropped:
            dropped.add(entry.position)
            continue
        amendment = now.amended.get(entry.position)
        events = amendment.events if amendment else (entry.event,)
        if entry.cause is None and entry.position not in excused:
            reasons = _reasons(campaign, entry, events[0], table)
            if reasons:
                refused.append((entry, reasons))
                dropped.add(entry.position)
                continue
        with suppress(Exception):  # as in a fold: what cannot be applied stops nothing
            for event in events:
                event.apply(table)
    return table, refused


def _reasons(campaign: Campaign, entry: Entry, event: Event[Any], table: Table) -> list[Refused]:
    try:
        reasons = campaign.refusals(event, table)
    except Exception:  # a check that finds its ground gone has no reason to tell
        return []
    waived = bool(entry.bent or entry.later)
    return [reason for reason in reasons if not (waived and reason.bendable)]


# --- doing it --------------------------------------------------------------------------------


def withdraw(
    campaign: Campaign, position: int, command: Command, choice: Chosen | None = None, sure: bool = False
) -> Batch:
    """Take an entry back, with everything it caused.

    Raises:
        RefusedAll: later entries would be refused and no choice was made, or the end of a session
            or a scenario would be crossed and nobody said they are sure.
    """
    if choice == "since":
        _ask(everything_since(campaign, position), sure)
        return _correct(campaign, [preview_withdrawal(campaign, position, "since").correction], command)
    found = preview_withdrawal(campaign, position)
    return _correct(campaign, found.corrections(*_chosen(campaign, found, choice, sure)), command)


def crossed(goes: Sequence[Entry]) -> list[Entry]:
    """The ends of sessions and scenarios among entries."""
    return [entry for entry in goes if entry.event is not None and entry.event.closes]


def _ask(goes: Sequence[Entry], sure: bool) -> None:
    """Crossing the end of a session or a scenario asks once more.

    Raises:
        RefusedAll: somebody has to say that they are sure.
    """
    if crossed(goes) and not sure:
        raise RefusedAll(
            [
                Refused(
                    "crosses-an-end",
                    "That reaches back across {count} finished sessions or scenarios. Say that you are sure.",
                    count=len(crossed(goes)),
                )
            ]
        )


def redo(campaign: Campaign, command: Command) -> Batch:
    """Undo the last taking back."""
    withdrawal = last_withdrawal(campaign)
    back = kernel.Restored(entries=targets_of(withdrawal), correction=withdrawal.position)
    return _correct(campaign, [back], command)


def restore(
    campaign: Campaign, position: int, command: Command, choice: Chosen | None = None, sure: bool = False
) -> Batch:
    """Let an entry and its consequences count again, wherever it stands."""
    found = preview_restoration(campaign, position)
    return _correct(campaign, found.corrections(*_chosen(campaign, found, choice, sure)), command)


def _chosen(campaign: Campaign, found: Preview, choice: Chosen | None, sure: bool) -> tuple[Chosen, list[int]]:
    """The choice made, and what goes besides.

    Raises:
        RefusedAll: a choice is needed.
    """
    if found.refused and choice is None:
        raise RefusedAll(
            [
                Refused(
                    "others-affected",
                    "Later entries would then no longer be possible: {count}. "
                    "Choose: this alone, those too, or everything since.",
                    count=len(found.refused),
                )
            ]
        )
    if choice == "since":
        goes = everything_since(campaign, max(e.position for e in found.goes) + 1)
        _ask(goes, sure)
        return "since", [e.position for e in goes]
    if choice == "those":
        return "those", [e.position for r, _ in found.refused for e in with_consequences(campaign, r.position)]
    return "alone", []


def _correct(
    campaign: Campaign,
    corrections: Sequence[kernel.KernelEvent],
    command: Command,
    bent: Mapping[str, Any] | None = None,
) -> Batch:
    """Record corrections and fold anew from the first entry they concern."""
    now = _standing_with(campaign, corrections)
    first, upto = _first_changed(campaign.standing(), now), campaign.position
    table = campaign.fold_to(first - 1, now, upto)
    batch = Batch(campaign.id, campaign.game, table, Trace(campaign.game, table), since=first, standing=now)
    for correction in corrections:
        campaign.append(batch, correction, command, None, bent)
    fold(table, campaign.source.rows(first - 1, upto), now, campaign.readers, batch.trace.note)
    campaign.checkpoints.forget(first)
    campaign.table, campaign.trace = table, batch.trace
    campaign.keep_checkpoint()
    return batch


def _first_changed(before: Standing, after: Standing) -> int:
    """The first position whose standing a correction changes."""
    gone = before.withdrawn.keys() ^ after.withdrawn.keys()
    swapped = before.replaced.keys() ^ after.replaced.keys()
    put_right = {
        p for p in before.amended.keys() | after.amended.keys() if before.amended.get(p) != after.amended.get(p)
    }
    return min(gone | swapped | put_right)


# --- amending --------------------------------------------------------------------------------


def amendment(
    campaign: Campaign, position: int, changes: Mapping[str, Any], command: Command, chance: Chance
) -> tuple[kernel.Amended, list[Entry], Mapping[str, Any] | None]:
    """The amendment that gives an entry other fields, the entries it touches, and what it bends.

    Raises:
        NotFound: the entry is unknown, unreadable, taken back, or a correction.
        Misfit: the new fields do not fit.
        RefusedAll: the rules would have refused the new event there.
    """
    now = campaign.standing()
    entry = campaign.entry(position)
    is_fixed = entry.event is None or entry.is_correction or isinstance(entry.event, FOUNDING)
    if entry.event is None or is_fixed or not now.counts(position):
        raise NotFound("Entry {position} cannot be put right.", position=position)
    counted = now.amended[position].events[0] if position in now.amended else entry.event
    event = make(type(counted), {**counted.model_dump(mode="json"), **changes})
    touched = with_consequences(campaign, position)
    table = campaign.fold_to(position - 1, now, campaign.position)
    bent = bending(campaign.refusals(event, table), command)
    told = []
    for happened, _ in campaign.unfold(event, table, chance, position):
        happened.apply(table)
        told.append(kernel.Told(topic=happened.topic, event=happened.model_dump(mode="json"), version=happened.version))
    amended = kernel.Amended(entry=position, now=tuple(told), replaces=tuple(e.position for e in touched[1:]))
    return amended, touched, bent


def amend(
    campaign: Campaign,
    position: int,
    changes: Mapping[str, Any],
    command: Command,
    chance: Chance,
    choice: Chosen | None = None,
    sure: bool = False,
) -> Batch:
    """Put an entry right where it stands; the same preview and choices as taking it back."""
    correction, touched, bent = amendment(campaign, position, changes, command, chance)
    found = preview(campaign, correction, touched, frozenset({position}))
    return _correct(campaign, found.corrections(*_chosen(campaign, found, choice, sure)), command, bent)
