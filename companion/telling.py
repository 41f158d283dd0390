"""Entries and changes as sentences in the visitor's language, without secrets of others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.view_context import ViewContext
from domain.language import kernel, veil
from domain.language.changes import change_text
from domain.language.event import Event, sentence_of_event
from domain.language.refusal import Refused
from domain.language.shown.sheet import Sheet
from domain.language.table import Change, Table, changes_between, join_path, split_path
from domain.language.text import sentence_case, text
from domain.log.corrections import Preview
from domain.log.entries import CORRECTION_TOPICS, Entry, targets_of
from domain.log.guarding import is_kept_from
from projections.documents.record import record_of_log, sessions_of
from projections.known import reveal_known
from projections.log import LogLine, render_line
from projections.search.told import mask_secrets

NAMED = 3
"""How many entries a correction names."""
LISTED = 100
"""How many a preview lists of what goes, and of the ends it reaches across; of more it says how many."""


def say_entry(entry: Entry, here: ViewContext) -> str:
    """An entry's sentence."""
    if entry.event is None:
        return text("An entry that cannot be read here: {topic}", topic=entry.topic).render(here.tongue)
    return say_event(type(entry.event), entry.fields, here, entry.position)


def say_event(cls: type[Event[Any]], fields: Any, here: ViewContext, at: int | None = None) -> str:
    """The sentence of an event with these fields; with the names of the moment after an entry, if one is given."""
    shown = fields if knows_all_fields(cls, fields, here) else mask_secrets(cls, fields)
    table = here.table if at is None else here.campaign.names.at(at, here.table, here.campaign.position)
    return sentence_of_event(cls, shown, table).render(here.tongue)


def knows_all_fields(cls: type[Event[Any]], fields: Any, here: ViewContext) -> bool:
    """Whether the viewer may know all fields of an event by now."""
    return not is_kept_from(here.viewer.seats, cls, fields, here.campaign.table)


def say_line(line: LogLine, here: ViewContext) -> str:
    """The sentence of a log line, as far as it was read for the viewer; a correction names its target."""
    if line.topic in CORRECTION_TOPICS and not line.unreadable:
        return say_at(line.position, here)
    return render_line(line, here.campaign, here.table, here.tongue)


def say_together(positions: Sequence[int], here: ViewContext, read: Callable[[int], Entry]) -> str:
    """A few sentences of entries that belong together, and the number of further ones."""
    said = " · ".join(say_entry(read(position), here) for position in positions[:NAMED])
    return said + (f" · +{len(positions) - NAMED}" if len(positions) > NAMED else "")


def say_command(entries: Sequence[Entry], here: ViewContext) -> str:
    """The sentences of a command as it counts now."""
    standing = here.campaign.standing()
    return say_together(
        [e.position for e in entries], here, lambda position: here.campaign.entry_as_it_counts(position, standing)
    )


def say_at(position: int, here: ViewContext) -> str:
    """The sentence of the entry at a position; of a correction with that of its target."""
    entry = here.campaign.entry(position)
    what = say_together(targets_of(entry.event), here, here.campaign.entry)
    match entry.event:
        case kernel.Withdrawn():
            return text("Took back: {what}", what=what).render(here.tongue)
        case kernel.Restored():
            return text("Restored: {what}", what=what).render(here.tongue)
        case kernel.Amended(entry=amended, now=now):
            cls = here.game.by_topic.get(now[0].topic)
            right = say_event(cls, now[0].event, here, amended) if cls else "–"
            return text("Fixed: {what} → {right}", what=what, right=right).render(here.tongue)
    return say_entry(entry, here)


def record_of(log_lines: Iterable[LogLine], here: ViewContext) -> Iterator[Sheet]:
    """The record behind the sheets on paper, from the lines of the log."""
    found = reveal_known(log_lines, here.campaign, here.viewer.seats)
    sat = sessions_of(found, here.campaign.standing().amended, here.tongue)
    yield from record_of_log(found, sat, lambda line: here.called(line.place), lambda line: say_line(line, here))


# --- changes ---------------------------------------------------------------------------------


def visible_changes(before: Table, after: Table, here: ViewContext) -> Sequence[Change]:
    """What changed between two tables, as far as the viewer may see both."""
    return changes_between(here.as_seen(before), here.as_seen(after))


def supposed_changes(before: Table, after: Table, here: ViewContext) -> Sequence[Change]:
    """What would change between the table and a supposed one, as far as the viewer may know."""
    return changes_between(*veil.cover_both_tables(before, after, here.viewer.seats))


def say_changes(changes: Sequence[Change], here: ViewContext, table: Table) -> list[str]:
    """Changes as sentences, with the names that a table knows."""
    return [sentence_case(change_text(change, table).render(here.tongue)) for change in changes]


# --- secrets ---------------------------------------------------------------------------------


def conceals_from_viewer(path: str, here: ViewContext) -> bool:
    """Whether the part at a path is a secret of another seat than the viewer's."""
    return veil.is_hidden_from(here.campaign.table, path, here.viewer.seats)


def known_part(path: str, value: Any, here: ViewContext) -> Any:
    """A part of a state as JSON, without other seats' secrets."""
    if not isinstance(value, dict):
        return value
    inside = {name: join_path((*split_path(path), name)) for name in value}
    return {n: known_part(inside[n], v, here) for n, v in value.items() if not conceals_from_viewer(inside[n], here)}


# --- previews --------------------------------------------------------------------------------


@dataclass(frozen=True)
class AgainstRules:
    """An entry that the rules would refuse after a correction, with the reasons."""

    position: int
    said: str
    reasons: Sequence[str]


@dataclass(frozen=True)
class Otherwise:
    """A later entry whose outcome would change: its sentence now, and then."""

    position: int
    said: str
    now: str


@dataclass(frozen=True)
class Outlook:
    """A preview of a correction, in sentences."""

    goes: Sequence[tuple[int, str]]
    """The first of what goes; `going` is how many there are."""
    going: int
    refused: Sequence[AgainstRules]
    """What would no longer be possible."""
    counts_anyway: Sequence[AgainstRules]
    """What counts again as it did at the moment that one goes back to."""
    alone: Sequence[str]
    those: Sequence[str]
    crosses: Sequence[str]
    turned_over: Sequence[str]
    otherwise: Sequence[Otherwise]


def describe_preview(found: Preview, here: ViewContext) -> Outlook:
    """Describe a preview in the visitor's language."""
    alone = say_changes(supposed_changes(found.before, found.after, here), here, here.table)
    return Outlook(
        goes=[(entry.position, say_entry(entry, here)) for entry in found.goes[:LISTED]],
        going=len(found.goes),
        refused=_against_rules(found.refused, found, here),
        counts_anyway=_against_rules(found.counts_anyway, found, here),
        alone=alone,
        those=say_changes(supposed_changes(found.before, found.walk.table, here), here, here.table)
        if found.refused
        else alone,
        crosses=_first_sentences([say_entry(entry, here) for entry in found.crosses[:LISTED]], len(found.crosses)),
        turned_over=[say_entry(entry, here) for entry in found.turned_over],
        otherwise=list(_changed_outcomes(found, here)),
    )


def _against_rules(
    entries: Iterable[tuple[Entry, Sequence[Refused]]], found: Preview, here: ViewContext
) -> list[AgainstRules]:
    return [
        AgainstRules(entry.position, say_entry(entry, here), _reasons_for_viewer(entry, why, found, here))
        for entry, why in entries
    ]


def _first_sentences(said: list[str], count: int) -> list[str]:
    """The first few sentences, and the number of further ones."""
    return [*said, f"+{count - len(said)}"] if count > len(said) else said


def _changed_outcomes(found: Preview, here: ViewContext) -> Iterator[Otherwise]:
    """The outcomes that would change, as far as the viewer can tell the difference."""
    for stale in found.stale(here.campaign, here.viewer.seats):
        said, now = (
            say_event(type(one), one.model_dump(mode="json"), here, stale.entry.position)
            for one in (stale.event, stale.now)
        )
        if said != now:
            yield Otherwise(stale.entry.position, said, now)


def _reasons_for_viewer(entry: Entry, refused: Sequence[Refused], found: Preview, here: ViewContext) -> list[str]:
    """Why an entry would be refused, in full only for those who know its secret."""
    cls = type(entry.event) if entry.event is not None else None
    own = cls is not None and bool(cls.hidden(entry.fields)) and knows_all_fields(cls, entry.fields, here)
    return describe_reasons(refused if own else found.walk.public[entry.position], here)


def outlook_object(found: Outlook) -> dict[str, Any]:
    """A preview of a correction, as plain values for programs."""
    return {
        "goes": [{"entry": position, "text": said} for position, said in found.goes],
        "going": found.going,
        "refused": [_against_object(one) for one in found.refused],
        "counts_anyway": [_against_object(one) for one in found.counts_anyway],
        "changes": {"alone": list(found.alone), "those": list(found.those)},
        "crosses": list(found.crosses),
        "turned_over": list(found.turned_over),
        "otherwise": [{"entry": one.position, "text": one.said, "now": one.now} for one in found.otherwise],
    }


def _against_object(one: AgainstRules) -> dict[str, object]:
    return {"entry": one.position, "text": one.said, "reasons": list(one.reasons)}


def describe_reasons(refused: Sequence[Refused], here: ViewContext) -> list[str]:
    return [reason.text.render(here.tongue) for reason in refused]


__all__ = [
    "AgainstRules",
    "Otherwise",
    "Outlook",
    "describe_preview",
    "describe_reasons",
    "outlook_object",
    "say_changes",
    "say_command",
    "say_entry",
    "say_event",
    "say_line",
    "visible_changes",
]
