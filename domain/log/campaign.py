"""Campaign: the history of a table, and the events that are recorded at its head.

Time and ids come with the `Command`. The entries of a command are a `Batch`; a caller that cannot store it must drop
the campaign.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_jsonable_python

from domain.framework import kernel
from domain.framework.cards.typos import as_known
from domain.framework.events.chance import Chance, RandomOutcome, RecordedChance
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import fields_said
from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.log.command import Command
from domain.log.consequences import settle_chain
from domain.log.effective_entries import Standing
from domain.log.entries import Entry, Raw, digest_of, encode_state
from domain.log.fold import Failure
from domain.log.history import History
from domain.log.reasons import bend_for
from domain.log.trace import Trace


@dataclass
class Batch:
    """The entries of one command, with everything that the read models need to follow the log.

    Attributes:
        digest: the digest of the last entry.
        since: after a correction, the first position whose meaning changed; None otherwise.
        standing: after a correction, the entries that count.
        restood: after a correction, the positions that changed in that.
        failures: the entries that could not be applied, if a whole log is replayed.
    """

    campaign: str
    game: AnyGame
    table: Table
    trace: Trace
    entries: list[Entry] = field(default_factory=list)
    digest: str = ""
    since: int | None = None
    standing: Standing | None = None
    restood: Sequence[int] = ()
    failures: Sequence[Failure] = ()
    raws: list[Raw] = field(default_factory=list)


class Campaign(History):
    """A campaign in memory that commands are recorded on."""

    def record(self, event: Event[Any], command: Command, chance: Chance, onto: Batch | None = None) -> Batch:
        """Record an event and its consequences; `onto` is the batch of earlier events of the same command.

        Raises:
            RefusedAll: the rules forbid the event; nothing changed.
        """
        event = as_known(event, self.table)
        if isinstance(event, kernel.SessionStarted):
            event = event.dated(command.day, command.offset, command.later)
        bent = bend_for(self.game, event, command, self.table)
        batch = onto or Batch(self.id, self.game_at_start, self.table, self.trace.take_over())
        left_open, said = self.game.compelled(self.table), fields_said(event, self.table)
        outcomes, before = RecordedChance(chance), self.position
        for happened, cause in settle_chain(self.game, event, self.table, outcomes, left_open):
            if cause is None:
                self.append(batch, happened, command, None, bent=bent, said=said, fell=outcomes.take())
            else:
                self.append(batch, happened, command, before + cause, bent=None, fell=outcomes.take())
            happened.record_on(self.table)
            batch.trace.note(self.position, self.table)
        batch.trace.note_numbers(self.table)
        self.keep_checkpoint()
        return batch

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
            said: the fields that a person typed or chose; None if that is unknown or the event is a consequence.
            fell: the random outcomes while the event was completed.
            inserted: the places of forgotten events in an amendment.
        """
        meta = {**self._stamp(f"{command.id}.{len(batch.raws)}", event, command), "cause": cause, "bent": bent}
        meta |= {"said": said, "fell": fell, "inserted": inserted, "previous": self.digest}
        meta["request"] = "" if batch.raws else command.request
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
    """The number of the session that an entry belongs to; None outside of one."""
    if isinstance(event, kernel.SessionStarted):
        return table.sittings + 1
    return (table.sitting.number or None) if table.sitting else None


__all__ = ["Batch", "Campaign"]
