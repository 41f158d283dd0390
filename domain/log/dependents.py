"""Reach: the entries that an undo withdraws, searched from the end of the log or from an entry on."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, dropwhile, groupby, islice, takewhile
from typing import Any, Literal

from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.refusal import NotFound, Refused
from domain.log.campaign import Campaign
from domain.log.command import THE_TABLE, Author
from domain.log.effective_entries import Correction, Standing
from domain.log.entries import Entry, targets_of
from domain.log.history import OthersSince
from domain.log.permissions import is_authors_own, kept_from, why_not_to_correct

WINDOW, GLANCE = 64, 4
"""Entries that are read at a time, from the end of a log or from an entry on; fewer at first."""
FOUNDING = kernel.CampaignStarted | kernel.CampaignBranched
"""The start of a campaign, which is not withdrawn."""
LASTING = FOUNDING | kernel.SAT_DOWN
"""Entries that are never withdrawn: the start, and taking a seat with secrets, because its player has seen them."""
Scope = Literal["entry", "command", "consequence"]
"""The entries that are withdrawn together: an entry with its consequences; all of its command, as on one card; or one
consequence alone, which is a deliberate act.
"""


def last_command(campaign: Campaign, author: Author = THE_TABLE) -> int:
    """The position of the command that an undo without a position withdraws.

    Raises:
        NotFound: there is nothing to take back.
    """
    for entries in own_commands(campaign, author):
        return entries[0].position
    raise NotFound("There is nothing to take back.")


def own_commands(campaign: Campaign, author: Author) -> Iterator[Sequence[Entry]]:
    """An author's own commands that they may withdraw, the newest first; every command if players are no rivals."""
    if not campaign.game.rivals:
        return commands_to_take_back(campaign, author)
    found = _correctable_commands(campaign, author, _recorded_with_own(campaign, author))
    return (entries for entries in found if all(is_authors_own(author, entry) for entry in entries))


def commands_to_take_back(campaign: Campaign, author: Author = THE_TABLE) -> Iterator[Sequence[Entry]]:
    """The commands that an author may withdraw, the newest first, each with its counting entries.

    The consequences of an entry are withdrawn with it, and are not listed.
    """
    return _correctable_commands(campaign, author, _entries_by_command(what_counts_backwards(campaign)))


def _entries_by_command(entries_backwards: Iterable[Entry]) -> Iterator[Sequence[Entry]]:
    """The entries of each command, the newest command first."""
    return (list(entries) for _, entries in groupby(entries_backwards, _command_of))


def _recorded_with_own(campaign: Campaign, author: Author) -> Iterator[Sequence[Entry]]:
    """The entries of each command, from the newest on of which the author recorded all that is listed.

    The positions after it are cached, so that the entries of others are not searched again at each of their taps.
    """
    now, end = campaign.standing(), campaign.position
    known = campaign.others_since.get(author)
    others = known.positions if known and _is_still_known(known, now) else range(end + 1, end + 1)
    rest = chain(range(end, others.stop - 1, -1), range(others.start - 1, 0, -1))
    recorded = _entries_by_command(what_counts_backwards(campaign, rest))
    found = dropwhile(lambda entries: not _is_own_command(author, entries), recorded)
    newest = next(found, ())
    upto = newest[0].position if newest else 0
    campaign.others_since[author] = OthersSince(now, range(upto + 1, end + 1))
    return chain([newest], found)


def _is_still_known(known: OthersSince, now: Standing) -> bool:
    """Whether no entry at the cached positions counts again since."""
    before = known.standing
    return now is before or not any(
        position in known.positions and now.counts(position) for position in (*before.withdrawn, *before.replaced)
    )


def _is_own_command(author: Author, entries: Sequence[Entry]) -> bool:
    """Whether an author recorded all that is listed of a command; not the one by which a phone only sat down."""
    listed = _listed_entries(entries)
    return bool(listed) and all(is_authors_own(author, entry) for entry in listed)


def _correctable_commands(
    campaign: Campaign, author: Author, recorded: Iterable[Sequence[Entry]]
) -> Iterator[Sequence[Entry]]:
    """The author's own entries of each command, in order, if the author may correct all of it."""
    for entries in map(_listed_entries, recorded):
        if entries and all(_may_correct(campaign, author, entry) for entry in entries):
            yield entries[::-1]


def _listed_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a command that are listed; none of the first of a branch, with the corrections that it copied."""
    if any(isinstance(entry.event, kernel.CampaignBranched) for entry in entries):
        return []
    return [entry for entry in entries if _is_listed(entry)]


def _command_of(entry: Entry) -> str:
    """The key that groups entries by command; an entry without a command id is a separate group."""
    return entry.command or f"#{entry.position}"


def _is_listed(entry: Entry) -> bool:
    """Whether an author recorded an entry directly, and it is neither the start of the campaign nor a withdrawal."""
    others = LASTING | kernel.Withdrawn | kernel.Restored
    return entry.event is not None and entry.cause is None and not isinstance(entry.event, others)


def _may_correct(campaign: Campaign, author: Author, entry: Entry) -> bool:
    kept = entry.event is not None and any(kept_from(author.seats, type(entry.event), entry.fields, campaign.table))
    return not kept and not any(why_not_to_correct(campaign.game, author, entry))


def reasons_withheld(campaign: Campaign, correction: kernel.KernelEvent, author: Author) -> list[Refused]:
    """The refusal of a correction by its author; consequences are corrected with their cause."""
    return list(_withheld_entries(campaign, correction, author))


def _withheld_entries(campaign: Campaign, correction: kernel.KernelEvent, author: Author) -> Iterator[Refused]:
    # going back to a moment reveals nothing hidden, and has asked for a confirmation
    is_moment = isinstance(correction, kernel.Withdrawn) and correction.choice == "since"
    seats = None if is_moment else author.seats
    if seats is None and (author.host or not campaign.game.rivals):
        return
    now = campaign.standing()
    for entry in _entries_corrected(campaign, correction):
        counted = campaign.entry_as_it_counts(entry.position, now)
        yield from why_not_to_correct(campaign.game, author, counted)
        for one in (entry, counted):
            if one.event is not None:
                yield from kept_from(seats, type(one.event), one.fields, campaign.table)


def _entries_corrected(campaign: Campaign, correction: kernel.KernelEvent) -> Iterator[Entry]:
    """The entries that a correction is about, and those that corrections among them are about."""
    targets = targets_of(correction)
    for entry in campaign.entries_at(targets):
        if isinstance(entry.event, kernel.CORRECTIONS):
            yield from _entries_corrected(campaign, entry.event)
        elif entry.cause not in targets:
            yield entry


def last_withdrawal(campaign: Campaign) -> Entry:
    """The newest withdrawal that still counts, if nothing else was recorded since.

    Raises:
        NotFound: there is nothing to restore.
    """
    now = campaign.standing()
    for position in range(campaign.position, 0, -1):
        correction = campaign.corrected.correction(position)
        is_result = correction is not None and correction.cause is not None
        if not now.counts(position) or is_result or _is_spent(correction, now):
            continue
        entry = campaign.entry(position)
        if isinstance(entry.event, kernel.Withdrawn) and now.withdrawn.keys() & set(entry.event.entries):
            return entry
        if not isinstance(entry.event, kernel.Withdrawn | kernel.Restored | kernel.SAT_DOWN):
            break
    raise NotFound("There is nothing to restore: something else was recorded since.")


def _is_spent(correction: Correction | None, now: Standing) -> bool:
    """Whether a correction is a restoration, or a withdrawal whose targets count again."""
    if correction is None or correction.amendment:
        return False
    return not correction.takes or now.withdrawn.keys().isdisjoint(correction.targets)


def what_counts_backwards(campaign: Campaign, positions: Iterable[int] | None = None) -> Iterator[Entry]:
    """The entries that count and are no withdrawal or restoration, newest first; all, or those at some positions.

    All others are skipped without reading them, so a long run of corrections costs nothing.
    """
    now, corrected = campaign.standing(), campaign.corrected

    def is_wanted(position: int) -> bool:
        correction = corrected.correction(position)
        return now.counts(position) and (correction is None or correction.amendment is not None)

    return read_in_windows(
        campaign, filter(is_wanted, range(campaign.position, 0, -1) if positions is None else positions)
    )


def entries_backwards(campaign: Campaign, upto: int | None = None) -> Iterator[Entry]:
    """The entries from the end of the log, or from an entry, newest first."""
    return read_in_windows(campaign, range(campaign.position if upto is None else upto, 0, -1))


def entries_forwards(campaign: Campaign, after: int) -> Iterator[Entry]:
    """The entries after an entry, oldest first."""
    return read_in_windows(campaign, range(after + 1, campaign.position + 1))


def read_in_windows(campaign: Campaign, positions: Iterable[int]) -> Iterator[Entry]:
    """The entries at some positions, read a few at a time at first: most callers stop after the first few."""
    ahead, window = iter(positions), GLANCE
    while wanted := list(islice(ahead, window)):
        found = campaign.entries_found(wanted)
        yield from (found[position] for position in wanted if position in found)
        window = min(2 * window, WINDOW)


def with_consequences(campaign: Campaign, position: int) -> list[Entry]:
    """An entry and everything it caused; consequences directly follow their command."""
    group = [campaign.entry(position)]
    positions = {position}
    for entry in entries_forwards(campaign, position):
        if entry.cause is None:
            break
        if entry.cause in positions:
            positions.add(entry.position)
            group.append(entry)
    return group


def root_of(campaign: Campaign, position: int) -> int:
    """The position of the recorded entry that an entry follows from; its own if it follows from none."""
    cause = campaign.entry(position).cause
    while cause is not None:
        position, cause = cause, campaign.entry(cause).cause
    return position


def end_of_command(campaign: Campaign, position: int) -> int:
    """The position of the last entry of a command: all that was recorded at once, with its consequences."""
    command = _command_of(campaign.entry(position))
    for entry in entries_forwards(campaign, position):
        if entry.cause is None and _command_of(entry) != command:
            break
        position = entry.position
    return position


def first_entry_after(campaign: Campaign, position: int) -> int | None:
    """The first entry after the command of one that can still be taken back; None if nothing is left."""
    now = campaign.standing()
    later = entries_forwards(campaign, end_of_command(campaign, position))
    left = (one for one in later if now.counts(one.position) and not isinstance(one.event, LASTING))
    return next((one.position for one in left), None)


def counting_events_of(campaign: Campaign, group: Sequence[Entry]) -> list[kernel.StoredEvent]:
    """The events of an entry and its consequences as they count now, in order, as a correction stores them."""
    now, counting = campaign.standing(), list[Event[Any]]()
    for entry in group:
        if now.counts(entry.position):
            amended = now.amended.get(entry.position)
            counting += amended.events if amended else (entry.event,) if entry.event else ()
    return [kernel.as_stored_event(event) for event in counting]


def with_command(campaign: Campaign, position: int) -> list[Entry]:
    """An entry and everything recorded by the same command, in order, except how a campaign was created."""
    command = _command_of(campaign.entry(position))
    first = list(takewhile(lambda entry: _command_of(entry) == command, entries_backwards(campaign, position)))[
        -1
    ].position
    all_of_it = takewhile(lambda entry: _command_of(entry) == command, entries_forwards(campaign, first - 1))
    return [entry for entry in all_of_it if not isinstance(entry.event, FOUNDING)]


def withdrawn_with(campaign: Campaign, position: int, scope: Scope) -> list[Entry]:
    """The entries that are withdrawn together with one, whether or not all of them count."""
    if scope == "command":
        return with_command(campaign, position)
    return with_consequences(campaign, position if scope == "consequence" else root_of(campaign, position))


def everything_since(campaign: Campaign, position: int) -> list[Entry]:
    """The entries to withdraw to restore the table from before an entry.

    That is what counts from there on, what only resulted from a correction does not count, and the corrections from
    there on that reach further back.
    """
    now, asked_for = campaign.standing(), campaign.corrected.asked_for(campaign.position)
    goes: dict[int, Entry] = {}
    for entry in campaign.entries(position - 1):
        targets = targets_of(entry.event)
        if targets and min(targets) < position:
            goes[entry.position] = entry
            goes.update((t, campaign.entry(t)) for t in targets if t >= position)
        elif (now.counts(entry.position) or asked_for.counts(entry.position)) and not (
            entry.is_correction or isinstance(entry.event, kernel.SAT_DOWN)
        ):
            goes[entry.position] = entry
    return [goes[p] for p in sorted(goes)]


def ends_crossed(goes: Sequence[Entry]) -> list[Entry]:
    """The ends of sessions and scenarios among entries."""
    return [
        entry for entry in goes if entry.event is not None and entry.event.log.confirm_undo in ("session", "scenario")
    ]


def entries_revealing(goes: Sequence[Entry]) -> list[Entry]:
    """The entries that revealed something, among some."""
    return [entry for entry in goes if entry.event is not None and entry.event.log.confirm_undo == "revealed"]
