"""Typos: names typed in place of ids, and near misses of known names."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from domain.framework.cards.binding import EventT, as_bound, strangers_by_kind
from domain.framework.cards.kinds import ids_alike, names_of
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import all_choices_asked
from domain.framework.fields.choices import known_of_held
from domain.framework.refusal import Refused, refusal
from domain.framework.table import Table
from domain.framework.text import Term, Text, folded_words, text

LOOKS_LIKE_KNOWN = refusal(
    "looks-like-known", "“{name}” looks like something that is already known: {near}. Is it something else?"
)
LONG_ENOUGH, LONG_ENOUGH_IN_CHINESE = 4, 2
"""The length, in letters or Chinese characters, from which the beginning of a name may mean that name."""


def as_known(event: EventT, table: Table) -> EventT:
    """An event with ids in place of names of things, and of texts that are bound to things.

    If several things have a name, it means the one that is likely here. It is not replaced if several are likely, or if
    the name itself is offered.
    """
    event = as_bound(event, table)
    changed: dict[str, Any] = {}
    for asked in all_choices_asked(type(event)):
        value, choice = changed.get(asked.field, getattr(event, asked.field)), asked.choice
        unknown = _unknown_in(asked.ids_chosen(value), choice, table)
        ids = {typed: id_ for typed in unknown if (id_ := _id_of_name(typed, choice, event, table))}
        if ids:
            changed[asked.field] = asked.with_ids_changed(value, partial(_with_ids, ids))
    return event.copy_with(**changed) if changed else event


def _id_of_name(typed: str, choice: Choice, event: Event[Any], table: Table) -> str:
    """The id of a name; empty if there is none or several, or the name itself is offered."""
    if typed in _offered_values(choice, event, table):
        return ""
    wanted = folded_words(typed)
    found = [id_ for id_, names in _names(choice.kind, table.ids(choice.kind), table).items() if wanted in names]
    meant = choice.closest(found, table, dict(event))
    return meant[0] if len(meant) == 1 else ""


def _offered_values(choice: Choice, event: Event[Any], table: Table) -> Iterable[str]:
    """The values offered by a choice that is not content; none if a field it depends on is unknown here."""
    known = known_of_held(type(event), table, dict(event))
    return [] if choice.among is None or not choice.rests(known) else list(choice.ids(table, known))


def slips_of_spelling(event: Event[Any], table: Table, see: Callable[[], Table]) -> Iterator[Refused]:
    """The questions to ask about each new name that is nearly a known one.

    They are about content only. `see` returns the table as the author sees it; a name that is hidden from them is not
    suggested.
    """
    for asked in all_choices_asked(type(event)):
        if asked.choice.free:
            for typed in _unknown_in(asked.ids_chosen(getattr(event, asked.field)), asked.choice, table):
                yield from _near_misses(typed, asked.choice, event, see())


def _unknown_in(value: Any, choice: Choice, table: Table) -> Iterator[str]:
    """The values of a content field that are not known ids."""
    if choice.kind not in table.kinds:
        return
    for typed in (value,) if isinstance(value, str) else value or ():
        if isinstance(typed, str) and typed and not _is_id(typed, choice.kind, table):
            yield typed


def _is_id(typed: str, kind: str, table: Table) -> bool:
    printed = table.pack.thing(kind, typed) is not None or typed in table.library.get(kind, ())
    return printed or typed in table.ids(kind)


def _with_ids(ids: Mapping[str, str], value: Any) -> Any:
    match value:
        case None:
            return None
        case str():
            return ids.get(value, value)
        case Mapping():
            return {ids.get(key, key): part for key, part in value.items()}
    return tuple(ids.get(part, part) for part in value)


def _near_misses(typed: str, choice: Choice, event: Event[Any], table: Table) -> Iterator[Refused]:
    """The new names that are nearly a known one. After recording, they are known by that name."""
    others = dict.fromkeys((*strangers_by_kind(table).get(choice.kind, []), *_offered_values(choice, event, table)))
    if typed in others:
        return
    names = _names(choice.kind, dict.fromkeys((*table.ids(choice.kind), *filter(None, others))), table)
    if near := tuple(dict.fromkeys((*ids_alike(typed, names), *names_beginning(typed, names)))):
        yield LOOKS_LIKE_KNOWN(name=typed, near=tuple(distinguishing_names(choice.kind, near, table)))


def distinguishing_names(kind: str, ids: Iterable[str], table: Table) -> Iterator[Term | Text | str]:
    """The names of things, with what distinguishes those of the same name."""
    called = {id_: table.called(kind, id_) for id_ in ids}
    times = Counter(map(str, called.values()))
    for id_, name in called.items():
        more = table.apart(kind, id_)
        yield name if times[str(name)] == 1 else text("{name} ({more})", name=name, more=more)


def _names(kind: str, ids: Iterable[str], table: Table) -> Mapping[str, set[str]]:
    """All names of some things, as they are compared."""
    return {id_: {folded_words(name) for name in (id_, *names_of(table.called(kind, id_)))} for id_ in ids}


def names_beginning(typed: str, known: Mapping[str, Iterable[str]]) -> list[str]:
    """The ids of things with a folded name that begins with the typed words and continues with another word."""
    wanted = folded_words(typed)
    return [id_ for id_, names in known.items() if any(_goes_on(name, wanted) for name in names)]


def _goes_on(name: str, wanted: str) -> bool:
    if not name.startswith(wanted) or name == wanted:
        return False
    if wanted.isascii():
        return len(wanted) >= LONG_ENOUGH and name[len(wanted)] in " -"
    return len(wanted) >= LONG_ENOUGH_IN_CHINESE


__all__ = ["LOOKS_LIKE_KNOWN", "as_known", "slips_of_spelling"]
