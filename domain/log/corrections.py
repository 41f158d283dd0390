"""Corrections: undo, redo and amend (withdrawing, restoring and changing entries), with a preview of each.

Everything here is recorded as one correction entry; nothing is ever removed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from domain.language import kernel, veil
from domain.language.chance import Chance
from domain.language.event import Event
from domain.language.fields import make_event
from domain.language.refusal import Already, NotFound, Refused, RefusedAll, never
from domain.language.table import Change, Table, changes_between
from domain.language.typed_over import typed_over_reasons
from domain.log import reach
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command, Seats, stored_bend
from domain.log.entries import Entry, targets_of
from domain.log.guarding import kept_from, why_not_to_correct, why_not_to_record, why_not_to_reveal_back
from domain.log.reach import (
    FOUNDING,
    LASTING,
    Scope,
    everything_since,
    last_withdrawal,
    reasons_withheld,
    with_consequences,
    withdrawn_with,
)
from domain.log.stale import StaleOutcome, amendments_of_stale, stale_outcomes
from domain.log.trace import Trace
from domain.log.walk import Leaves, Walk, changed_positions, fold_on, recorded_walk, standing_if_recorded, walk_on

CROSSES_AN_END = never(
    "crosses-an-end",
    "That reaches back across {count|finished session or scenario|finished sessions or scenarios}. Tick that "
    "you are sure.",
)
OTHERS_AFFECTED = never(
    "others-affected",
    "Later entries would then no longer be possible: {count}. Choose: this alone, those too, or everything since.",
)
PAST_SECRETS = CROSSES_AN_END.saying(
    "This also takes back hidden entries of other players, which are not shown here. Tick that you are sure."
)
TURNED_OVER = CROSSES_AN_END.saying("That takes back something everybody has already seen. Tick that you are sure.")
WOULD_TURN_OVER = never(
    "would-turn-over",
    "That would show what somebody keeps hidden. Choose: those too, or everything since.",
)
SAYS_SO_ALREADY = never("says-so-already", "It already says that.")
Chosen = Literal["alone", "those", "since"]


@dataclass
class Preview:
    """The effects of a correction, before it is made.

    `goes` is what it takes back, restores or puts right.
    """

    correction: kernel.KernelEvent
    goes: list[Entry]
    walk: Walk
    before: Table
    bent: Mapping[str, Any] | None = None
    """What an amendment bends."""

    @property
    def after(self) -> Table:
        """The table if only this is done; if what would be refused goes too, it is that of the walk."""
        return (self.walk.alone or self.walk).table

    @property
    def refused(self) -> list[tuple[Entry, list[Refused]]]:
        """What would no longer be possible, each with its reasons; nothing where the table goes back to a moment."""
        return [] if self.is_moment else self.walk.refused

    @property
    def counts_anyway(self) -> list[tuple[Entry, list[Refused]]]:
        """What counts again where the table goes back to a moment, each with why the rules would refuse it."""
        return self.walk.refused if self.is_moment else []

    @property
    def is_moment(self) -> bool:
        """Whether it goes back to a moment: the table is as it was then, whatever the rules say of what counted."""
        return isinstance(self.correction, kernel.Withdrawn) and self.correction.choice == "since"

    @cached_property
    def alone(self) -> list[Change]:
        """What changes on the table if only this is done."""
        return changes_between(self.before, self.after)

    @cached_property
    def those(self) -> list[Change]:
        """What changes on the table if everything that would be refused is withdrawn too."""
        return changes_between(self.before, self.walk.table)

    @property
    def crosses(self) -> list[Entry]:
        """The ends of sessions and scenarios among what is withdrawn: going back across them asks for confirmation."""
        return reach.ends_crossed(self.goes)

    @property
    def turned_over(self) -> list[Entry]:
        """The reveals among the withdrawn entries: others have seen them, so that needs a confirmation too."""
        return reach.entries_revealing(self.goes)

    def corrections(self, choice: Chosen, also: Iterable[int]) -> list[kernel.KernelEvent]:
        """What to record for a choice; `also` are the entries that the choice takes back besides."""
        others = tuple(sorted(also))
        if choice == "alone" or not others:
            return [self.correction]
        if isinstance(self.correction, kernel.Withdrawn):
            return [kernel.Withdrawn(entries=tuple(sorted({*self.correction.entries, *others})), choice=choice)]
        return [self.correction, kernel.Withdrawn(entries=others, choice=choice)]

    def stale(self, campaign: Campaign, seats: Collection[str]) -> list[StaleOutcome]:
        """Outcomes that would differ, as far as some seats can tell, if what would be refused is withdrawn too."""
        if self.is_moment:
            return []
        done = self.corrections("those", (entry.position for entry in _no_longer_possible(campaign, self)))
        return stale_outcomes(campaign, standing_if_recorded(campaign, done), seats)


# --- previews --------------------------------------------------------------------------------


def preview_withdrawal(
    campaign: Campaign, position: int, choice: Chosen = "alone", scope: Scope = "entry", leaves: Leaves = Walk
) -> Preview:
    """Preview withdrawing an entry, or its whole command; with `since`, that and everything after it."""
    if isinstance(campaign.entry(position).event, FOUNDING):
        raise NotFound("The start of a campaign cannot be taken back.")
    if choice == "alone" and isinstance(campaign.entry(position).event, LASTING):
        raise NotFound("That stays in the log: whoever took that seat has seen its secrets.")
    now, at_once = campaign.standing(), withdrawn_with(campaign, position, scope)
    goes = [entry for entry in at_once if now.counts(entry.position)]
    if choice == "since":
        goes = everything_since(campaign, at_once[0].position)
    elif not goes or (scope == "entry" and not now.counts(position)):
        raise Already("Entry {position} is already taken back.", position=position)
    if not goes:
        raise Already("Everything since entry {position} is already taken back.", position=position)
    taken = kernel.Withdrawn(entries=tuple(e.position for e in goes), choice=choice)
    return preview_correction(campaign, taken, goes, leaves=leaves)


def preview_restoration(campaign: Campaign, position: int, leaves: Leaves = Walk) -> Preview:
    """Preview restoring an entry and its consequences."""
    now = campaign.standing()
    goes = [entry for entry in with_consequences(campaign, position) if entry.position in now.withdrawn]
    if not goes:
        raise NotFound("Entry {position} is not taken back.", position=position)
    return preview_correction(campaign, kernel.Restored(entries=tuple(e.position for e in goes)), goes, leaves=leaves)


def preview_amendment(
    campaign: Campaign,
    position: int,
    changes: Mapping[str, Any],
    command: Command,
    chance: Chance,
    leaves: Leaves = Walk,
) -> Preview:
    """Preview giving an entry other fields. Raises as `plan_amendment` does."""
    correction, touched, bent = plan_amendment(campaign, position, changes, command, chance)
    return replace(preview_correction(campaign, correction, touched, frozenset({position}), leaves), bent=bent)


def preview_correction(
    campaign: Campaign,
    correction: kernel.KernelEvent,
    goes: list[Entry],
    excused: frozenset[int] = frozenset(),
    leaves: Leaves = Walk,
) -> Preview:
    """Preview any correction: later entries refused, and the table it leads to; `excused` are not checked."""
    walk = walk_on(campaign, campaign.standing(), standing_if_recorded(campaign, [correction]), excused, leaves)
    return Preview(correction, goes, walk, campaign.table)


# --- doing it --------------------------------------------------------------------------------


def withdraw(
    campaign: Campaign,
    position: int,
    command: Command,
    choice: Chosen | None = None,
    sure: bool = False,
    mend: bool = False,
    scope: Scope = "entry",
) -> Batch:
    """Withdraw an entry and everything it caused, or its whole command; with `mend`, correct later outcomes too.

    Raises:
        RefusedAll: later entries would be refused and no choice was made, or the end of a session
            or a scenario would be crossed and nobody said they are sure.
    """
    found = preview_withdrawal(campaign, position, "since" if choice == "since" else "alone", scope, recorded_walk)
    if barred := list(why_not_to_reveal_back(campaign.game, command.author, found.turned_over)):
        raise RefusedAll(barred)
    if choice == "since":
        _ask_if_sure(campaign, found.goes, command, sure)
        return _record_corrections(campaign, [found.correction], command, found.walk.alone or found.walk)
    if not sure and found.turned_over:
        raise RefusedAll([TURNED_OVER()])
    return _record_chosen(campaign, found, command, choice, sure, mend)


def _ask_if_sure(campaign: Campaign, goes: Sequence[Entry], command: Command, sure: bool) -> None:
    """Raise `RefusedAll` without a confirmation, where a withdrawal crosses an end, a reveal or another seat's
    secret.
    """
    if sure:
        return
    if reach.ends_crossed(goes):
        raise RefusedAll([CROSSES_AN_END(count=len(reach.ends_crossed(goes)))])
    if reach.entries_revealing(goes):
        raise RefusedAll([TURNED_OVER()])
    if any(_is_kept_from_author(campaign, entry, command.seats) for entry in goes):
        raise RefusedAll([PAST_SECRETS()])


def _is_kept_from_author(campaign: Campaign, entry: Entry, seats: Seats) -> bool:
    """Whether an entry may not be corrected by its author alone."""
    return entry.event is not None and any(kept_from(seats, type(entry.event), entry.fields, campaign.table))


def redo(campaign: Campaign, command: Command, of: int | None = None) -> Batch:
    """Restore the last withdrawal; with `of`, only if that is the one meant.

    Raises:
        NotFound: there is nothing to restore, or somebody restored what was meant.
    """
    withdrawal = last_withdrawal(campaign)
    if of is not None and withdrawal.position != of:
        raise Already("That has already been restored.")
    back = kernel.Restored(entries=targets_of(withdrawal.event), correction=withdrawal.position)
    return _record_corrections(campaign, [back], command)


def restore(
    campaign: Campaign,
    position: int,
    command: Command,
    choice: Chosen | None = None,
    sure: bool = False,
    mend: bool = False,
) -> Batch:
    """Let an entry and its consequences count again, whatever its position."""
    return _record_chosen(campaign, preview_restoration(campaign, position, recorded_walk), command, choice, sure, mend)


def _record_chosen(
    campaign: Campaign,
    found: Preview,
    command: Command,
    choice: Chosen | None,
    sure: bool,
    mend: bool,
) -> Batch:
    """Record the corrections of a preview, as they were chosen.

    Raises:
        RefusedAll: a choice is needed, or somebody has to be sure.
    """
    if not found.refused and choice != "since":
        return _record_corrections(campaign, [found.correction], command, found.walk, found.bent, mend)
    if choice is None:
        raise RefusedAll([OTHERS_AFFECTED(count=len(found.refused))])
    also: list[Entry] = []
    walk = found.walk.alone
    if choice == "since":
        also, walk = everything_since(campaign, max(e.position for e in found.goes) + 1), None
        _ask_if_sure(campaign, also, command, sure)
    elif choice == "those":
        also, walk = _no_longer_possible(campaign, found), found.walk
    done = found.corrections(choice, (e.position for e in also))
    return _record_corrections(campaign, done, command, walk, found.bent, mend)


def _no_longer_possible(campaign: Campaign, found: Preview) -> list[Entry]:
    """The entries that would be refused, with all they caused."""
    return [entry for refused, _ in found.refused for entry in with_consequences(campaign, refused.position)]


def _record_corrections(
    campaign: Campaign,
    corrections: Sequence[kernel.KernelEvent],
    command: Command,
    walk: Walk | None = None,
    bent: Mapping[str, Any] | None = None,
    mend: bool = False,
) -> Batch:
    """Record corrections; the table is that of the walk they led to, or folded anew from the first change.

    What the rules would settle otherwise then is put right with them, if it is to `mend`: that is the rules' doing, so
    nobody is asked whose it is.

    Raises:
        RefusedAll: what is another's is among what they correct, or a secret would lie open by it.
    """
    if reasons := [
        reason for correction in corrections for reason in reasons_withheld(campaign, correction, command.author)
    ]:
        raise RefusedAll(reasons)
    now = standing_if_recorded(campaign, corrections)
    right = amendments_of_stale(campaign, now) if mend else []
    now = standing_if_recorded(campaign, [*corrections, *right]) if right else now
    restood = changed_positions(campaign.standing(), now)
    first = restood[0]
    walk = walk if walk and not right else fold_on(campaign, now, first)
    if not isinstance(corrections[0], kernel.Restored) and veil.opened_secrets(campaign.table, walk.table):
        raise RefusedAll([WOULD_TURN_OVER()])
    trace = Trace(campaign.game, walk.table)
    batch = Batch(campaign.id, campaign.game, walk.table, trace, since=first, standing=now, restood=restood)
    for correction in corrections:
        campaign.append(batch, correction, command, None, bent)
    for correction in right:
        campaign.append(batch, correction, command, None, None)
    campaign.checkpoints.drop_since(first)
    campaign.failures = [failure for failure in campaign.failures if failure.position < first] + walk.failures
    for checkpoint in () if campaign.failures else walk.checkpoints(known=campaign.position):
        campaign.checkpoints.keep(checkpoint)
    campaign.table, campaign.trace = walk.table, trace
    return batch


# --- amending --------------------------------------------------------------------------------


def amendable_event(campaign: Campaign, position: int) -> Event[Any]:
    """The event that counts at an entry, if it can be amended.

    Raises:
        NotFound: the entry is unknown, unreadable, taken back, a correction, or how the campaign came to be.
    """
    now, entry = campaign.standing(), campaign.entry(position)
    event = campaign.entry_as_it_counts(position, now).event
    if event is None or entry.is_correction or isinstance(entry.event, LASTING) or not now.counts(position):
        raise NotFound("Entry {position} cannot be fixed.", position=position)
    return event


def plan_amendment(
    campaign: Campaign, position: int, changes: Mapping[str, Any], command: Command, chance: Chance
) -> tuple[kernel.Amended, list[Entry], Mapping[str, Any] | None]:
    """The amendment that gives an entry other fields, the entries it touches, and what it bends.

    Raises:
        NotFound: it cannot be put right.
        Misfit: the new fields do not fit.
        RefusedAll: the rules would have refused the new event there, or it says the same already.
    """
    now, counted = campaign.standing(), amendable_event(campaign, position)
    event = make_event(type(counted), {**counted.model_dump(mode="json"), **changes})
    touched = with_consequences(campaign, position)
    table = campaign.fold_to(position - 1, now, campaign.position)
    kept = [
        kept_from(command.seats, type(counted), dict(counted), table),
        why_not_to_record(command.author, event, table),
    ]
    kept.append(why_not_to_correct(campaign.game, command.author, campaign.entry_as_it_counts(position, now)))
    kept.append(typed_over_reasons(event, table, lambda: campaign.table_seen(table, command.seats), changes))
    bent = stored_bend(list(chain.from_iterable(kept)) or campaign.reasons_to(command, event, table), command)
    now_stored = []
    for happened, _ in campaign.event_and_consequences(event, table, chance, position):
        happened.happen(table)
        now_stored.append(kernel.as_stored_event(happened))
    if now_stored == reach.counting_events_of(campaign, touched) and bent in (
        None,
        campaign.entry_as_it_counts(position, now).bent,
    ):
        raise RefusedAll([SAYS_SO_ALREADY()])
    amended = kernel.Amended(entry=position, now=tuple(now_stored), replaces=tuple(e.position for e in touched[1:]))
    return amended, touched, bent


def amend(
    campaign: Campaign,
    position: int,
    changes: Mapping[str, Any],
    command: Command,
    chance: Chance,
    choice: Chosen | None = None,
    sure: bool = False,
    mend: bool = False,
) -> Batch:
    """Amend an entry; preview and choices are those of a withdrawal."""
    found = preview_amendment(campaign, position, changes, command, chance, recorded_walk)
    return _record_chosen(campaign, found, command, choice, sure, mend)
