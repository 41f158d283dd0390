"""Filling: the fields of an event from matched words, and the fields that are still missing."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from companion.quick_entry.matching import Match, is_amount
from companion.quick_entry.option_matches import Fits, Offers
from companion.quick_entry.typed import connecting_words
from companion.view_context import ViewContext
from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of
from domain.framework.fields.field_shapes import ChoiceShape, FieldShape, ListShape, MappingShape, NumberShape
from domain.framework.fields.fields import FieldInfo, fields_of

SEVERAL = 4
"""The maximum of candidates for an ambiguous name."""
NEARLY = 0.05
"""A candidate whose fit is within this of the best may be meant as well."""


def filled_fields(match: Match, typed: str, here: ViewContext, offers: Offers) -> Iterator[dict[str, Any]]:
    """The known fields of the event as JSON values; one result per candidate of an ambiguous name."""
    begun = {
        **match.idea.cls.prefilled(here.table),
        **match.idea.known,
        **_fill_numbers(match),
        **_by_name(match, offers),
    }
    for values in islice(_fill_choices(match, _in_order(match), begun, offers), SEVERAL):
        yield with_only_choices(match.idea.cls, {**values, **_fill_text(match, typed, values)}, here, offers)


def missing_fields(cls: type[Event[Any]], values: Mapping[str, Any], needs: Sequence[str] = ()) -> list[str]:
    """The required fields that have no value yet."""
    return [
        one.name
        for one in fields_of(cls)
        if (one.required or one.name in needs) and not one.settled and one.name not in values
    ]


def _fill_numbers(match: Match) -> dict[str, int]:
    shapes = {one.name: one.shape for one in fields_of(match.idea.cls)}
    return {name: _number_in_bounds(word.number or 0, shapes[name]) for name, word in match.numbers.items()}


def _by_name(match: Match, offers: Offers) -> dict[str, str]:
    """The required fixed words that the event's own name contains: “recovers” is not “heals”."""
    cls, found = match.idea.cls, dict[str, str]()
    for one in match.idea.open_fields:
        if one.required and isinstance(one.shape, ChoiceShape) and not one.choice and one.name not in match.chosen:
            names = offers.names(cls, one, match.idea.known)
            fits = [names.fits_of_word(word.folded) for word in match.named]
            if len(said := {id_ for some in fits for id_ in some}) == 1:
                found[one.name] = said.pop()
    return found


def _number_in_bounds(number: int, shape: FieldShape) -> int:
    return abs(number) if isinstance(shape, NumberShape) and is_amount(shape) else number


def _in_order(match: Match) -> list[str]:
    """The fields with matches, each after those that it depends on."""
    given = {one.name: one.choice.given if one.choice else () for one in fields_of(match.idea.cls)}
    return sorted(match.chosen, key=lambda name: sum(other in match.chosen for other in given[name]))


def _fill_text(match: Match, typed: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The text of a text field: the matched words as typed, without connecting words at the end."""
    field = match.idea.text_field
    if not match.texts or field is None or field.name in values:
        return {}
    words, last = list(match.texts), match.texts[-1]
    if all(other.at <= last.at for other in match.words_named):
        return {field.name: typed[words[0].at :].strip()}
    while len(words) > 1 and words[-1].folded in connecting_words():
        words.pop()
    return {field.name: typed[words[0].at : words[-1].at + len(words[-1].typed)].strip()}


def _fill_choices(match: Match, names: Sequence[str], values: Known, offers: Offers) -> Iterator[dict[str, Any]]:
    """Every combination of matches that is offered, best first."""
    if not names:
        yield dict(values)
        return
    cls, one = match.idea.cls, next(one for one in fields_of(match.idea.cls) if one.name == names[0])
    for known in _with_dependency(cls, one, values, offers):
        offered = offers.names(cls, one, known)
        meant = _ids_of_several if isinstance(one.shape, ListShape) else _ids_of_one
        if isinstance(one.shape, MappingShape):
            meant = partial(_counts_of_several, counts=match.counts.get(one.name, ()))
        for value in meant(match.chosen[one.name], offered):
            yield from _fill_choices(match, names[1:], {**known, one.name: value}, offers)


def _with_dependency(cls: type[Event[Any]], one: FieldInfo, values: Known, offers: Offers) -> Iterator[Known]:
    """The known fields, with each candidate of an unknown field that this one depends on."""
    known = known_of(cls, offers.table, values)
    if one.choice is None or one.choice.rests(known):
        yield values
    else:
        yield from ({**values, **more} for more in offers.possible_values(cls, one, values))


def _best_offered(fits: Fits, offered: Mapping[str, object]) -> list[str]:
    """The offered ids among the matches that fit about as well as the best."""
    here = {id_: worth for id_, worth in fits.items() if id_ in offered}
    return [id_ for id_, worth in here.items() if worth >= max(here.values()) - NEARLY]


def _ids_of_one(fits: Sequence[Fits], offered: Mapping[str, object]) -> Sequence[object]:
    """The candidate ids of a field that takes one value."""
    return _best_offered(fits[0], offered)


def _ids_of_several(fits: Sequence[Fits], offered: Mapping[str, object]) -> Sequence[object]:
    """A list of the best match for each word; none if one of them is not offered."""
    found = [_best_offered(one, offered) for one in fits]
    return [[best[0] for best in found]] if all(found) else []


def _counts_of_several(fits: Sequence[Fits], offered: Mapping[str, object], counts: Sequence[int]) -> Sequence[object]:
    """A count for each match, in typing order; 1 for matches without a count."""
    found = [_best_offered(one, offered) for one in fits]
    if not all(found) or len(counts) > len(found):
        return []
    numbers = [*counts, *[1] * (len(found) - len(counts))]
    return [{best[0]: number for best, number in zip(found, numbers, strict=True)}]


def with_only_choices(
    cls: type[Event[Any]], values: dict[str, Any], here: ViewContext, offers: Offers
) -> dict[str, Any]:
    """The fields, completed by those with a single possible value: the only option, or the author's seat."""
    for one in fields_of(cls):
        if one.required and not one.settled and one.name not in values and isinstance(one.shape, ChoiceShape):
            options = offers.names(cls, one, values) if _knows_dependencies(cls, one, values, offers) else {}
            own = [seat for seat in here.viewer.seats if seat in options and seat in here.table.chairs()]
            only = own if len(own) == 1 else list(options)
            if len(only) == 1 and not one.shape.free:
                values[one.name] = only[0]
    return values


def _knows_dependencies(cls: type[Event[Any]], one: FieldInfo, values: Known, offers: Offers) -> bool:
    return one.choice is None or one.choice.rests(known_of(cls, offers.table, values))


__all__ = ["filled_fields", "missing_fields", "with_only_choices"]
