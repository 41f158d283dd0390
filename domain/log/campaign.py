"""Campaign: one live table and its history; decides what a command records.

Nothing here reads a clock or a file: entries come from a `Source`, time and ids come with the
`Command`. What a command decides is a `Batch`; whoever cannot store it must drop the campaign.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from pydantic import ValidationError
from pydantic_core import to_jsonable_python

from domain.language import kernel, veil
from domain.language.cards.slips import as_known, slips_of_spelling
from domain.language.chance import Chance, RandomOutcome, RecordedChance
from domain.language.choices import unknown_choices
from domain.language.content import Content
from domain.language.event import Event, question_of
from domain.language.fields import make_event
from domain.language.game import AnyGame, Prompt, Viewer
from domain.language.judge import is_open_to
from domain.language.prompts import seats_of
from domain.language.refusal import NotFound, Refused
from domain.language.table import WRONG_STEP, Table, as_json, split_path, value_at
from domain.language.tracking import tracked_of, why_untracked
from domain.language.typed_over import fields_said, settle_without_dice, typed_over_reasons
from domain.log import guarding
from domain.log.checkpoints import EVERY, Checkpoint, Checkpoints, state_bytes
from domain.log.command import Author, Command, Seats, stored_bend
from domain.log.entries import Entry, Raw, Source, digest_of, encode_state
from domain.log.fold import Failure, fold_entries
from domain.log.naming import MomentNames
from domain.log.reading import reader_of
from domain.log.standing import Counting, Standing
from domain.log.trace import Trace
from domain.things import agenda

AT_MOST_FOLLOWING = 200
"""More consequences than this of one command means a rule that chases its own tail."""
# Read piece by piece, so that a long log is never in memory as a whole.
CHUNK = 1_000
REMEMBERED = 128
"""Entries that were read one by one and are remembered: what pages tell of the newest, and what these are about."""
See = Callable[[Table, tuple[str, ...]], Any]
"""What somebody sees at a path of a table."""
Settle = Callable[[Event[Any], Table], Event[Any] | None]
"""Settles an event on a table; None if the event is left out."""
Packs = Callable[[str], Content | None]
"""Content packs by digest; None where one is not known here."""


@dataclass(frozen=True)
class OthersSince:
    """A cache of the newest positions of a log that contain nothing of an author's own."""

    standing: Standing
    positions: range


@dataclass
class Batch:
    """The result of one command, with all that readers of the log need to follow it.

    `since` is set after a correction: the first position whose meaning changed; `standing` then says what counts now,
    and `restood` of which positions that is something else. Where a log is told anew, the trace tells everything from
    there on, and `failures` what could not be applied.
    """

    campaign: str
    game: AnyGame
    table: Table
    trace: Trace
    entries: list[Entry] = field(default_factory=list)
    digest: str = ""
    """That of its last entry."""
    since: int | None = None
    standing: Standing | None = None
    restood: Sequence[int] = ()
    failures: Sequence[Failure] = ()
    raws: list[Raw] = field(default_factory=list)


class Campaign:
    """A campaign in memory, at the head of its log."""

    def __init__(
        self,
        id_: str,
        game: AnyGame,
        source: Source,
        packs: Packs | None = None,
        checkpoints: Checkpoints | None = None,
        corrected: Counting | None = None,
        remembered: Mapping[int, Entry] | None = None,
    ) -> None:
        self.id = id_
        self.game = game
        self.source = source
        self.packs = packs or (lambda digest: None)
        self.checkpoints = checkpoints or Checkpoints()
        self.reader = reader_of(game)
        self.corrected = corrected or Counting(source, self.reader)
        self._remembered = dict(remembered or {})
        self.others_since: dict[Author, OthersSince] = {}
        self.names = MomentNames(source, self.reader, self.corrected)
        self.table: Table = self.with_content(game.table())
        self.position, self.digest = 0, ""
        self.failures: list[Failure] = []  # to apply something; of a campaign that has any, no table is kept for later
        self.recomputations: list[Any] | None = None  # continued if a correction is decided again
        self.catch_up()

    # --- folding ---

    def catch_up(self) -> None:
        """Fold the entries stored since, from a checkpoint where a correction is among them."""
        head = self.source.head()
        if head < self.position:
            self._remembered.clear()  # the file was put back
        if not 0 < self.position <= head or self.corrected.earliest_affected(self.position, head):
            if self.position:
                self.checkpoints.drop_since(1)
            self.table, self.position = self._nearest_table(head, head)
            self.failures = []
        now = self.corrected.at(head)
        for start in range(self.position, head, CHUNK):
            rows = self.source.rows(start, min(start + CHUNK, head))
            self.failures += fold_entries(self.table, rows, now, self.reader)
            self._keep_if_old(min(start + CHUNK, head), known=head)
        self.position = head
        self.digest = next((digest_of(raw) for raw in self.source.read(head - 1, head)), "")
        self.trace = Trace(self.game, self.table)

    def _nearest_table(self, upto: int, view: int) -> tuple[Table, int]:
        """The table of the nearest checkpoint and its position; an empty one, at 0, where there is none to read."""
        kept = self.checkpoints.newest_before(upto, view, self.corrected)
        if kept is not None:
            with suppress(ValidationError):
                return self.with_content(self.game.table.model_validate_json(kept.state)), kept.position
        return self.with_content(self.game.table()), 0

    def with_content(self, table: Table) -> Table:
        """The table, able to find the content it is pinned to; the game's own where that is not known here."""
        return table.with_packs(lambda digest: self.packs(digest) or self.game.pack)

    def checkpoint(self) -> Checkpoint:
        """The table as it is now."""
        return Checkpoint(self.position, self.position, state_bytes(self.table))

    def checkpoint_if_sound(self) -> tuple[Checkpoints, Counting, Mapping[int, Entry]]:
        """The table and, unless something failed, its checkpoint, from which another `Campaign` can begin.

        The newest corrections are read first, so that all copies share one `Standing`.
        """
        self.standing()
        here = () if self.failures else (self.checkpoint(),)
        return self.checkpoints.copy(*here), self.corrected.copy(), {**self._remembered}

    def keep_checkpoint(self) -> None:
        """Store a checkpoint of the table, if the last one is old enough."""
        self._keep_if_old(self.position, known=self.position)

    def _keep_if_old(self, position: int, known: int) -> None:
        if position - self.checkpoints.newest >= EVERY:
            self._keep_table(self.table, position, known)

    def _keep_table(self, table: Table, position: int, known: int) -> None:
        """Keep a table, unless something could not be applied: then every fold is to find that out anew."""
        if not self.failures:
            self.checkpoints.keep(Checkpoint(position, known, state_bytes(table)))

    def fold_to(self, upto: int, now: Standing, view: int) -> Table:
        """The table after what counts among the entries up to a position."""
        table, position = self._nearest_table(upto, view)
        fold_entries(table, self.source.rows(position, upto), now, self.reader)
        return table

    def at(self, position: int) -> Table:
        """The table as it was after an entry, with the corrections known by then."""
        if not 0 <= position <= self.position:
            last = self.position
            raise NotFound("There is no entry {position}; the last one is {last}.", position=position, last=last)
        return self._look_back(position, self.corrected.back_at(position), position)

    def table_counting_today(self, position: int) -> Table:
        """The table after what counts today among the entries up to a position."""
        return self._look_back(position, self.standing(), self.position)

    def _look_back(self, upto: int, now: Standing, view: int) -> Table:
        """Fold as `fold_to` does, keeping checkpoints on the way: who looks back once looks there again."""
        table, position = self._nearest_table(upto, view)
        near = upto - upto % EVERY
        for stop in (*range(position // CHUNK * CHUNK + CHUNK, near, CHUNK), near):
            if position < stop:
                fold_entries(table, self.source.rows(position, stop), now, self.reader)
                self._keep_table(table, stop, known=view)
                position = stop
        fold_entries(table, self.source.rows(position, upto), now, self.reader)
        return table

    def standing(self) -> Standing:
        """The standing now; the result is shared, so it must not be changed."""
        return self.corrected.at(self.position)

    # --- reading ---

    def entries(self, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The lines of the log, whatever counts."""
        return (self.reader.entry(raw) for raw in self.source.read(after, upto))

    def entry(self, position: int) -> Entry:
        """One line of the log.

        Raises:
            NotFound: there is none at that position.
        """
        return self.entries_at((position,))[0]

    def entries_at(self, positions: Sequence[int]) -> list[Entry]:
        """Some lines of the log, in the order of their positions as given.

        Raises:
            NotFound: there is none at one of them.
        """
        found, last = self.entries_found(positions), self.position
        for position in positions:
            if position not in found:
                raise NotFound("There is no entry {position}; the last one is {last}.", position=position, last=last)
        return [found[position] for position in positions]

    def entries_found(self, positions: Sequence[int]) -> Mapping[int, Entry]:
        """The lines of the log at some positions, as far as there are any, read at once.

        One that was read lately is not read again: what is stored at a position never changes, only whether it counts.
        """
        known = self._remembered
        found = {position: known[position] for position in positions if position in known}
        if missing := [one for one in positions if one not in found and 1 <= one <= self.position]:
            read = {raw.position: self.reader.entry(raw) for raw in self.source.at(missing)}
            found |= read
            known |= read
            for oldest in list(known)[: max(0, len(known) - REMEMBERED)]:
                del known[oldest]
        return found

    def why(self, path: str) -> list[tuple[Entry, Any, Any]]:
        """The entries that moved a value, oldest first, each with what it was and became."""
        now = self.standing()
        return [
            (self.entry_as_it_counts(position, now), old, new) for position, old, new in self.positions_that_moved(path)
        ]

    def positions_that_moved(self, path: str, see: See = value_at) -> list[tuple[int, Any, Any]]:
        """The positions of the entries that moved a value, oldest first, each with what it was and became.

        To who sees less of a table, what moved is what they see move: how often a secret changed is one, too.

        Raises:
            NotFound: there is nothing at that path.
        """
        segments = split_path(path)
        value_at(self.table, segments)
        table, now = self.with_content(self.game.table()), self.standing()
        moved: list[tuple[int, Any, Any]] = []
        # The value before the first entry, so that an entry that sets the default does not count as a move.
        last = _value_at(table, segments, see)

        def watch(position: int, after: Table) -> None:
            nonlocal last
            value = _value_at(after, segments, see)
            if value != last:
                moved.append((position, last, value))
                last = value

        fold_entries(table, self.source.rows(), now, self.reader, watch)
        return moved

    def entry_as_it_counts(self, position: int, now: Standing) -> Entry:
        """An entry as it counts: an amended one with the event that replaces its own."""
        entry = self.entry(position)
        amendment = now.amended.get(position)
        if amendment is None or not amendment.events:
            return entry
        event, stamp = amendment.events[0], amendment.stamp
        said, fell = (stamp.said, stamp.fell) if stamp else (None, ())
        return entry._replace(event=event, fields=event.model_dump(mode="json"), said=said, fell=fell)

    def prompts(self, viewer: Viewer) -> list[Prompt]:
        """The prompts for a viewer, or for everybody, without those that would be refused in any case."""
        mine = viewer.seats
        return [one for one in self.prompts_of_all(viewer) if not (mine and one.seats) or one.seats & mine]

    def prompts_of_all(self, viewer: Viewer) -> list[Prompt]:
        """The prompts of all seats, as far as a viewer may know."""
        return self.prompts_on(self.with_content(self.game.view(self.table, viewer)), {})

    def prompts_on(self, seen: Table, judged: dict[Hashable, bool]) -> list[Prompt]:
        """The prompts of a table as a viewer sees it; verdicts found for other viewers are reused."""
        due = agenda.due_prompts(seen, self.game.by_name)
        asked = tracked_of((*self._left_open_prompts(seen), *due, *self.game.prompts(seen)), seen)
        return [
            replace(one, seats=one.seats or seats_of(one, seen)) for one in asked if self._is_open(one, seen, judged)
        ]

    def _left_open_prompts(self, seen: Table) -> Iterator[Prompt]:
        """What the rules bring about now as prompts, before all others: a correction left it out, for as soon as a
        command makes the table so it follows.
        """
        for event in self.game.compelled(seen):
            fields = event.model_dump(mode="json", exclude_unset=True)
            settled = settle_without_dice(event, seen) or event
            words = question_of(type(event), settled.model_dump(mode="json"), seen)
            yield Prompt(words, type(event), must=True, fields=fields)

    def _is_open(self, prompt: Prompt, seen: Table, judged: dict[Hashable, bool]) -> bool:
        is_asked = bool(prompt.missing)
        # Seats see tables that mostly agree, and a verdict depends on the event and its known fields alone.
        key = (
            prompt.event,
            is_asked,
            orjson.dumps(prompt.fields, default=str, option=orjson.OPT_NON_STR_KEYS),
        )
        if key not in judged:
            judged[key] = (
                is_open_to(prompt.event, prompt.fields, seen)
                if is_asked
                else not self.refusals(make_event(prompt.event, prompt.fields), seen)
            )
        return judged[key]

    # --- recording ---

    def refusals(self, event: Event[Any], table: Table | None = None) -> list[Refused]:
        """Every reason why an event may not be recorded on a table, that of now if none is given."""
        table = self.table if table is None else table
        return [*why_untracked(self.game, type(event), table)] or self.reasons_against(event, table)

    def reasons_against(self, event: Event[Any], table: Table) -> list[Refused]:
        """Every reason against an event where its areas are tracked, or were; `check` only runs if its step is open."""
        # `check` may rely on known ids, so it is asked last; a closed step is the only reason reported then.
        return [*unknown_choices(event, table), *table.gate(event.during)] or self.refusals_of_check(event, table)

    def refusals_of_check(self, event: Event[Any], table: Table) -> list[Refused]:
        """The refusals of the event's own `check`, whatever step is open."""
        reasons: list[Refused] = []
        try:
            reasons += event.refusals(table)
        # A rule may raise its refusal instead of yielding it; those yielded before it count as well.
        except Refused as refused:
            reasons.append(refused)
        return table.held(reasons)

    def reasons_besides_step(self, event: Event[Any], table: Table, reasons: list[Refused]) -> list[Refused]:
        """Reasons, with those of `check` added where a closed step is the only thing against the event.

        Whoever bends the step, or records later what happened in it, is still held to what no card overrules. So
        `check` must work on a table that is in another step; an error in it is a fault of the rule and is raised.
        """
        if not reasons or any(reason.code != WRONG_STEP.code for reason in reasons):
            return reasons
        return [*reasons, *self.refusals_of_check(event, table)]

    def reasons(self, event: Event[Any], table: Table, seats: Seats) -> list[Refused]:
        """Every reason why an event may not be recorded on a table, worded so that no seat learns a secret."""
        return self._reasons_seen_by(event, table, seats, self.refusals)

    def reasons_to(self, command: Command, event: Event[Any], table: Table) -> list[Refused]:
        """Every reason against a command; one that bends the step, or is recorded later, gets all others too."""
        ask = self._past_the_gate if command.bend or command.later else self.refusals
        return self._reasons_seen_by(event, table, command.seats, ask)

    def _past_the_gate(self, event: Event[Any], table: Table) -> list[Refused]:
        return self.reasons_besides_step(event, table, self.refusals(event, table))

    def _reasons_seen_by(
        self, event: Event[Any], table: Table, seats: Seats, ask: Callable[[Event[Any], Table], list[Refused]]
    ) -> list[Refused]:
        """The reasons on the table as some seats see it; hidden reasons are not even computed."""
        if (seen := self.table_seen(table, seats)) is table:
            return ask(event, table)
        if shut := [*why_untracked(self.game, type(event), table)] or unknown_choices(event, seen):
            return shut
        true = ask(event, table)
        return guarding.reasons_as_seen(true, ask(event, seen)) if true else []

    def table_seen(self, table: Table, seats: Seats) -> Table:
        """A table as these seats see it; itself where nothing of it is hidden from them."""
        return (
            table
            if seats is None or not veil.has_secrets(type(table))
            else self.with_content(veil.table_seen_by(table, seats))
        )

    def record(self, event: Event[Any], command: Command, chance: Chance, onto: Batch | None = None) -> Batch:
        """Record an event and all that follows from it, onto a batch of the same command if there is one.

        Raises:
            RefusedAll: the rules forbid it; nothing changed.
        """
        event = as_known(event, self.table)
        bent = self.bend_for(event, command, self.table)
        batch = onto or Batch(self.id, self.game, self.table, self.trace.take_over())
        left_open, said = self.game.compelled(self.table), fields_said(event, self.table)
        outcomes = RecordedChance(chance)
        for happened, cause in self.event_and_consequences(event, self.table, outcomes, self.position, left_open):
            self.append(
                batch,
                happened,
                command,
                cause,
                bent=None if cause else bent,
                said=None if cause else said,
                fell=outcomes.take(),
            )
            happened.happen(self.table)
            batch.trace.note(self.position, self.table)
        batch.trace.note_numbers(self.table)
        self.keep_checkpoint()
        return batch

    def bend_for(self, event: Event[Any], command: Command, table: Table) -> dict[str, Any] | None:
        """The reason for bending a rule on a table, as it is stored; None if no rule is bent.

        Raises:
            RefusedAll: the rules forbid the event.
        """
        kept = list(guarding.why_not_to_record(command.author, event, table))
        seen = lambda: self.table_seen(table, command.seats)  # noqa: E731
        doubts = [
            *event.doubts(table),
            *slips_of_spelling(event, table, seen),
            *typed_over_reasons(event, table, seen),
        ]
        return stored_bend(kept or [*self.reasons_to(command, event, table), *doubts], command)

    def event_and_consequences(
        self, event: Event[Any], table: Table, chance: Chance, position: int, left_open: Sequence[Event[Any]] = ()
    ) -> Iterator[tuple[Event[Any], int | None]]:
        """Yield an event and its consequences, settled, in order, each with its cause; the caller applies each.

        Events that the table compelled before it (`left_open`) are no consequences of it.
        """
        chain = self.chain_of_events(event, table, lambda one, on: one.complete(on, chance), left_open)
        for happened, cause in chain:
            yield happened, None if cause is None else position + cause

    def chain_of_events(
        self, event: Event[Any], table: Table, settle: Settle, left_open: Sequence[Event[Any]] = ()
    ) -> Iterator[tuple[Event[Any], int | None]]:
        """Yield an event and its consequences in order, each with the number of its cause, from 1; the caller applies
        each before the next.

        A consequence that would lapse right away, such as healing a hero without damage, does not happen.
        """
        pending: list[tuple[Event[Any], int | None]] = [(event, None)]
        count, never_again = 0, [*left_open]
        while pending:
            next_, cause = pending.pop(0)
            if (happened := settle(next_, table)) is None:
                never_again.append(next_)
            else:
                count += 1
                yield happened, cause
                pending[:0] = [(follower, count) for follower in self.game.followers(happened, table)]
            while pending and table.held(pending[0][0].lapses(table)):
                del pending[0]
            if not pending:
                pending = [(one, count) for one in self.game.compelled(table) if one not in never_again]
            if pending and count == AT_MOST_FOLLOWING:
                raise RuntimeError(f"{event.topic} has no end of consequences")

    def append(
        self,
        batch: Batch,
        event: Event[Any],
        command: Command,
        cause: int | None,
        bent: Mapping[str, Any] | None,
        said: frozenset[str] | None = None,
        fell: Sequence[RandomOutcome] = (),
        inserted: Sequence[int] = (),
    ) -> None:
        """Add an entry to a batch, stamped with the place of the table before it.

        Args:
            said: the fields that a person typed or chose; None if that is unknown or follows from the cause.
            fell: the random outcomes while the event was completed.
            inserted: the places of forgotten events in an amendment.
        """
        meta = {**self._stamp(f"{command.id}.{len(batch.raws)}", event, command), "cause": cause, "bent": bent}
        meta |= {"said": said, "fell": fell, "inserted": inserted, "previous": self.digest}
        fields = to_jsonable_python(event)
        state = encode_state(event, {**meta, "fell": to_jsonable_python(fell)}, fields)
        raw = Raw(self.position + 1, event.topic, state)
        batch.raws.append(raw)
        batch.entries.append(Entry(raw.position, raw.topic, fields, event, **meta))
        self.position = raw.position
        self.digest = batch.digest = digest_of(raw)

    def _stamp(self, id_: str, event: Event[Any], command: Command) -> dict[str, Any]:
        """The part of an entry's stamp about its author and the place of the table."""
        round_, step = self.table.place
        return {
            "id": id_,
            "time": command.time,
            "actor": command.actor,
            "device": command.device,
            "session": _session_after(event, self.table),
            "chapter": self.table.chapter,
            "round": round_,
            "step": step,
            "later": command.later,
        }


def _session_after(event: Event[Any], table: Table) -> int | None:
    if isinstance(event, kernel.SessionStarted):
        return table.sittings + 1
    return (table.sitting.number or None) if table.sitting else None  # a nought is stored as nothing


def _value_at(table: Table, segments: tuple[str, ...], see: See) -> Any:
    try:
        value = see(table, segments)
    except NotFound:
        return None
    return as_json(value)
