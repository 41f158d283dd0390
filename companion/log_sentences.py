"""Entries and changes as sentences in the visitor's language, without secrets of other seats."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from companion.view_context import ViewContext
from domain.framework import kernel
from domain.framework.events.event import Event, sentence_of_event
from domain.framework.events.value_names import with_names
from domain.framework.fields.fields import fields_of
from domain.framework.refusal import Refused
from domain.framework.table import Change, Table, changes_between, join_path, split_path
from domain.framework.text import Text, sentence_case, text, value_as_words
from domain.framework.views import visibility
from domain.framework.views.changes import change_text
from domain.framework.views.sheet import Sheet
from domain.log.corrections import Added, Preview
from domain.log.entries import CORRECTION_TOPICS, Entry, targets_of
from domain.log.permissions import is_kept_from
from projections.documents.record import record_of_log, sessions_of
from projections.log import LogLine, as_json, render_line
from projections.placed import place_lines, restated
from projections.search.public_fields import mask_secrets

UNSEEN = text("Things hidden from you may change, too.")
ROLLED_LATER = text("rolled or drawn when this is recorded")
NAMED = 3
"""The maximum of entries that a correction's sentence names."""
LISTED = 100
"""The maximum of withdrawn entries and crossed ends that a preview lists; of more it gives the number."""


def say_entry(entry: Entry, here: ViewContext) -> str:
    """The sentence of an entry."""
    if entry.event is None:
        return text("An entry that cannot be read here: {topic}", topic=entry.topic).render(here.tongue)
    return say_event(type(entry.event), entry.fields, here, entry.position)


def say_event(cls: type[Event[Any]], fields: Any, here: ViewContext, at: int | None = None) -> str:
    """The sentence of an event with these fields; with the names as of an entry, if one is given."""
    shown = fields if knows_all_fields(cls, fields, here) else mask_secrets(cls, fields)
    table = here.table if at is None else here.campaign.names.at(at, here.table, here.campaign.position)
    return sentence_of_event(cls, shown, table).render(here.tongue)


def knows_all_fields(cls: type[Event[Any]], fields: Any, here: ViewContext) -> bool:
    """Whether the viewer may know all fields of an event by now."""
    return not is_kept_from(here.viewer.seats, cls, fields, here.campaign.table)


def say_line(line: LogLine, here: ViewContext) -> str:
    """The sentence of a log line with the fields it has; a correction's sentence names its target."""
    if line.topic in CORRECTION_TOPICS and not line.unreadable:
        return say_at(line.position, here)
    return render_line(line, here.campaign, here.table, here.tongue)


def line_object(line: LogLine, here: ViewContext) -> dict[str, Any]:
    """A line of the log for programs, in the visitor's language."""
    told = as_json(line) | {"text": say_line(line, here)}
    if line.now:
        told["now"] = told["now"] | {"text": say_line(line.as_it_counts, here)}
    return told


def _first_few(said: Sequence[str], count: int | None = None) -> str:
    """The first few sentences, and the number of further ones."""
    more = (len(said) if count is None else count) - NAMED
    return " · ".join(said[:NAMED]) + (f" · +{more}" if more > 0 else "")


def say_command(entries: Sequence[Entry], here: ViewContext) -> str:
    """The sentences of a command as it counts now."""
    standing = here.campaign.standing()

    def said(entry: Entry) -> str:
        if entry.is_correction:
            return say_at(entry.position, here)
        return say_entry(here.campaign.entry_as_it_counts(entry.position, standing), here)

    return _first_few([said(entry) for entry in entries[:NAMED]], len(entries))


def say_at(position: int, here: ViewContext) -> str:
    """The sentence of the entry at a position; for a correction, with that of its target."""
    entry = here.campaign.entry(position)
    if not entry.is_correction:
        return say_entry(entry, here)
    targets = targets_of(entry.event)
    what = _first_few([say_at(target, here) for target in targets[:NAMED]], len(targets))
    match entry.event:
        case kernel.Withdrawn() if entry.cause is None and _is_consequence_alone(entry.event, here):
            return text("Took back only this consequence: {what}", what=what).render(here.tongue)
        case kernel.Withdrawn():
            return text("Took back: {what}", what=what).render(here.tongue)
        case kernel.Restored():
            return text("Restored: {what}", what=what).render(here.tongue)
        case kernel.Amended():
            return _say_amended(position, here) or text("Fixed: {what}", what=what).render(here.tongue)
    return say_entry(entry, here)


def _say_amended(position: int, here: ViewContext) -> str:
    """The sentence of an amendment: the lines that it changed, added or removed; empty if it is unreadable."""
    here.campaign.standing()  # reads the corrections up to now
    correction = here.campaign.corrected.correction(position)
    if correction is None or correction.amendment is None:
        return ""
    entries = here.campaign.entries_found((*correction.targets, *correction.replaces))
    one = restated(position, list(entries.values()), correction.amendment)

    def said(event: Event[Any]) -> str:
        return say_event(type(event), event.model_dump(mode="json"), here, one.entry)

    changed = [(say_entry(entries[at], here), said(event)) for at, event in one.changed]
    parts = [text("Fixed: {what} → {right}", what=was, right=now) for was, now in changed if was != now]
    parts += [text("Added after entry {entry}: {what}", entry=one.entry, what=said(event)) for event in one.added]
    parts += [text("No longer follows: {what}", what=say_entry(entries[at], here)) for at in one.gone]
    return _first_few([part.render(here.tongue) for part in parts])


def _is_consequence_alone(taken: kernel.Withdrawn, here: ViewContext) -> bool:
    """Whether a withdrawal begins with a consequence whose cause was kept."""
    cause = here.campaign.entry(min(taken.entries)).cause
    return taken.choice != "since" and cause is not None and cause not in taken.entries


def end_of_command_text(entry: int, end: int) -> Text:
    """A note that a branch ends later than the requested entry."""
    return text("Entry {entry} is part of a command that ends with entry {end}. The branch ends there.").copy_with(
        entry=entry, end=end
    )


def record_of(log_lines: Iterable[LogLine], here: ViewContext) -> Iterator[Sheet]:
    """The record sheet, from the lines of the log."""
    found = place_lines(log_lines, here.campaign, here.viewer.seats)
    sat = sessions_of(found, here.tongue)
    yield from record_of_log(found, sat, lambda line: here.called(line.place), lambda line: say_line(line, here))


# --- changes ---------------------------------------------------------------------------------


def visible_changes(before: Table, after: Table, here: ViewContext) -> Sequence[Change]:
    """The changes between two tables as the viewer may see them."""
    return changes_between(here.as_seen(before), here.as_seen(after))


def supposed_changes(before: Table, after: Table, here: ViewContext) -> Sequence[Change]:
    """The changes between the table and a hypothetical one, as far as the viewer may know them."""
    return changes_between(*visibility.cover_both_tables(before, after, here.viewer.seats))


def say_changes(changes: Sequence[Change], here: ViewContext, table: Table) -> list[str]:
    """Changes as sentences, with the names that a table knows."""
    return [sentence_case(change_text(change, table).render(here.tongue)) for change in changes]


# --- secrets ---------------------------------------------------------------------------------


def conceals_from_viewer(path: str, here: ViewContext) -> bool:
    """Whether the part at a path is a secret of another seat than the viewer's."""
    return visibility.is_hidden_from(here.campaign.table, path, here.viewer.seats)


def known_part(path: str, value: Any, here: ViewContext) -> Any:
    """A part of a state as JSON, without other seats' secrets."""
    if not isinstance(value, dict):
        return value
    inside = {name: join_path((*split_path(path), name)) for name in value}
    return {n: known_part(inside[n], v, here) for n, v in value.items() if not conceals_from_viewer(inside[n], here)}


# --- previews --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Concerned:
    """An entry in a preview: its sentence, and the place of the table before it."""

    position: int
    said: str
    where: str


@dataclass(frozen=True)
class AgainstRules(Concerned):
    """A later entry that the rules would refuse after a correction, with the reasons."""

    reasons: Sequence[str]
    flipped: bool = False
    """Whether the table withdraws it although it could stay."""


@dataclass(frozen=True)
class OtherLine(Concerned):
    """A later entry with other values: `now` is its new sentence; `rolled` if its dice or draws are made again."""

    now: str
    rolled: bool


@dataclass(frozen=True)
class AddedLine(Concerned):
    """A line that the correction adds after the entry at the position."""

    rolled: bool


@dataclass(frozen=True)
class Outlook:
    """A preview of a correction, in sentences.

    `asked` is the sentence of an amendment or insertion; a withdrawal and a restoration list their entries in `goes`.
    """

    asked: str
    goes: Sequence[Concerned]
    """The first of the requested entries; `going` is the number of all."""
    going: int
    otherwise: Sequence[OtherLine]
    added: Sequence[AddedLine]
    lapsed: Sequence[Concerned]
    returned: Sequence[Concerned]
    """Later commands that an earlier correction had withdrawn, and that count again."""
    dropped: Sequence[AgainstRules]
    """Later commands that are also withdrawn."""
    bent: Sequence[AgainstRules]
    """Later commands that stay although the rules would refuse them."""
    still_open: Sequence[str]
    changes: Sequence[str]
    hides: bool
    is_moment: bool
    crosses: Sequence[str]
    turned_over: Sequence[str]

    def rounds(self, listed: Sequence[Concerned]) -> list[tuple[str, list[Concerned]]]:
        """Entries grouped by the place of the table before them, in order."""
        return [(where, list(part)) for where, part in groupby(listed, lambda one: one.where)]


def describe_preview(found: Preview, here: ViewContext, flipped: Collection[int] = (), asked: str = "") -> Outlook:
    """A preview in the visitor's language; `flipped` are later commands that the table chose to withdraw."""
    return Outlook(
        asked=asked,
        goes=[Concerned(*_place_of(_as_it_counts(entry, here), here)) for entry in found.goes[:LISTED]],
        going=len(found.goes),
        otherwise=list(_other_lines(found, here)),
        added=[_added_line(one, here) for one in found.added],
        lapsed=[Concerned(*_place_of(entry, here)) for entry in found.lapsed],
        returned=[Concerned(*_place_of(entry, here)) for entry in found.returned],
        dropped=_against_rules(found.dropped, here, flipped),
        bent=_against_rules(found.bent, here),
        still_open=[value_as_words(prompt.title, here.tongue) for prompt in found.still_open],
        changes=say_changes(found.changes, here, here.table),
        hides=found.hides,
        is_moment=found.is_moment,
        crosses=_first_sentences([say_entry(entry, here) for entry in found.crosses[:LISTED]], len(found.crosses)),
        turned_over=[say_entry(entry, here) for entry in found.turned_over],
    )


def say_amendment(found: Preview, event: Event[Any], changes: Mapping[str, Any], entry: int, here: ViewContext) -> str:
    """The sentences of an entry before and after an amendment; if they are equal, with the changed fields."""
    fields = event.model_dump(mode="json")
    typed = {**fields, **changes}
    right = typed if found.amended is None else found.amended.model_dump(mode="json")
    was, now = (say_event(type(event), one, here, entry) for one in (fields, right))
    if was != now:
        return text("{what} → {right}", what=was, right=now).render(here.tongue)
    changed = _say_fields(type(event), fields, typed, here)
    return text("{what} ({changes})", what=was, changes=changed).render(here.tongue)


def _say_fields(
    cls: type[Event[Any]], before: Mapping[str, Any], after: Mapping[str, Any], here: ViewContext
) -> list[Text]:
    """The fields of an event that differ, with their labels; hidden from a viewer who may not know them."""
    if not (knows_all_fields(cls, before, here) and knows_all_fields(cls, after, here)):
        return [text("hidden")]
    changed = [field for field in fields_of(cls) if before[field.name] != after[field.name]]
    named = partial(with_names, cls, table=here.table)
    return [
        text(
            "{where}: {before} → {after}",
            where=Text(field.label),
            before=named(field.name, before[field.name]),
            after=named(field.name, after[field.name]),
        )
        for field in changed
    ]


def say_insertion(event: Event[Any], after: int, here: ViewContext) -> str:
    """The sentence of an event that is inserted after an entry."""
    said = say_event(type(event), event.model_dump(mode="json"), here, after)
    return text("After entry {entry}: {what}", entry=after, what=said).render(here.tongue)


def _place_of(entry: Entry, here: ViewContext) -> tuple[int, str, str]:
    """The position of an entry, its sentence, and the chapter and round of the table before it."""
    where = here.game.whereabouts(entry.chapter, entry.round).render(here.tongue)
    said = say_at(entry.position, here) if entry.is_correction else say_entry(entry, here)
    return entry.position, said, where


def _as_it_counts(entry: Entry, here: ViewContext) -> Entry:
    """An entry with the event that a correction put in its place."""
    return here.campaign.entry_as_it_counts(entry.position, here.campaign.standing())


def _against_rules(
    entries: Iterable[tuple[Entry, Sequence[Refused]]], here: ViewContext, flipped: Collection[int] = ()
) -> list[AgainstRules]:
    return [
        AgainstRules(*_place_of(entry, here), describe_reasons(reasons, here), entry.position in flipped)
        for entry, reasons in entries
    ]


def _first_sentences(said: list[str], count: int) -> list[str]:
    """The first few sentences, and the number of further ones."""
    return [*said, f"+{count - len(said)}"] if count > len(said) else said


def _other_lines(found: Preview, here: ViewContext) -> Iterator[OtherLine]:
    """The later entries with other values, if their sentence changes or their dice are rolled again."""
    for one in found.otherwise:
        position, _, where = _place_of(one.entry, here)
        said, now = (
            say_event(type(event), event.model_dump(mode="json"), here, position) for event in (one.was, one.now)
        )
        if said != now or one.rolled:
            yield OtherLine(position, said, where, now, one.rolled)


def _added_line(one: Added, here: ViewContext) -> AddedLine:
    position, _, where = _place_of(one.after, here)
    said = say_event(type(one.event), one.event.model_dump(mode="json"), here, position)
    return AddedLine(position, said, where, one.rolled)


def outlook_object(found: Outlook) -> dict[str, Any]:
    """A preview of a correction as plain values, for programs."""
    return {
        "asked": found.asked,
        "goes": [_concerned_object(one) for one in found.goes],
        "going": found.going,
        "otherwise": [_concerned_object(one) | {"now": one.now, "rolled": one.rolled} for one in found.otherwise],
        "added": [{"after": one.position, "text": one.said, "rolled": one.rolled} for one in found.added],
        "lapsed": [_concerned_object(one) for one in found.lapsed],
        "returned": [_concerned_object(one) for one in found.returned],
        "dropped": [_concerned_object(one) | {"reasons": list(one.reasons)} for one in found.dropped],
        "bent": [_concerned_object(one) | {"reasons": list(one.reasons)} for one in found.bent],
        "still_open": list(found.still_open),
        "changes": list(found.changes),
        "hides": found.hides,
        "crosses": list(found.crosses),
        "turned_over": list(found.turned_over),
    }


def _concerned_object(one: Concerned) -> dict[str, object]:
    return {"entry": one.position, "text": one.said}


def describe_reasons(refused: Sequence[Refused], here: ViewContext) -> list[str]:
    return [reason.text.render(here.tongue) for reason in refused]


__all__ = [
    "ROLLED_LATER",
    "UNSEEN",
    "AddedLine",
    "AgainstRules",
    "Concerned",
    "OtherLine",
    "Outlook",
    "describe_preview",
    "describe_reasons",
    "line_object",
    "outlook_object",
    "say_amendment",
    "say_changes",
    "say_command",
    "say_entry",
    "say_event",
    "say_insertion",
    "say_line",
    "visible_changes",
]
