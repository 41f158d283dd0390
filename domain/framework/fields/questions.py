"""Questions: the empty fields without which the rules refuse an event and ask for a value."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of_held
from domain.framework.fields.feasibility import questions_so_far, values_of_shape
from domain.framework.fields.field_shapes import ChoiceShape, YesNoShape
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.table import Table

MOST_TRIED = 12
"""The most values of a field that are tried."""
AnyEvent = type[Event[Any]]


def questions_of(cls: AnyEvent, known: Known, table: Table) -> Mapping[str, Sequence[str]]:
    """The refusals that ask for a value, each with the empty fields of which any one answers it.

    While one required choice is open, a question counts only if it is asked whatever is chosen.
    """
    asked = questions_so_far(cls, known, table)
    found = {code: [*_answering(cls, code, known, table)] for code in sorted(asked)}
    open_ = [info for info in fields_of(cls) if info.required and not info.settled and info.name not in known]
    if len(open_) == 1 and isinstance(open_[0].shape, ChoiceShape):
        each = [
            {code: [*_answering(cls, code, filled, table)] for code in questions_so_far(cls, filled, table)}
            for filled in _each_filling(cls, open_[0], known, table)
        ]
        always = set[str]().union(*each[:1]).intersection(*each)
        found |= {code: each[0][code] for code in sorted(always - asked)}
    return found


def fields_deciding(cls: AnyEvent, known: Known, table: Table) -> Iterator[str]:
    """The choices of which another value asks for more, or for less."""
    if not any(_is_empty(info, known) for info in fields_of(cls)):
        return
    now = questions_so_far(cls, known, table)
    for info in fields_of(cls):
        is_choice = isinstance(info.shape, ChoiceShape | YesNoShape) and not info.settled and not _is_empty(info, known)
        others = _each_filling(cls, info, known, table) if is_choice else ()
        if any(questions_so_far(cls, one, table) != now for one in others):
            yield info.name


def _answering(cls: AnyEvent, code: str, known: Known, table: Table) -> Iterator[str]:
    """The empty fields with a value of which a question is no longer asked."""
    for info in fields_of(cls):
        filled = _each_filling(cls, info, known, table) if _is_empty(info, known) else ()
        if any(code not in questions_so_far(cls, one, table) for one in filled):
            yield info.name


def _each_filling(cls: AnyEvent, info: FieldInfo, known: Known, table: Table) -> Iterator[Known]:
    """The known fields with each of some values of a field."""
    values = values_of_shape(info.shape, table, known_of_held(cls, table, known))
    yield from ({**known, info.name: value} for value in islice(values, MOST_TRIED))


def _is_empty(info: FieldInfo, known: Known) -> bool:
    """Whether an optional field says nothing; a number and a yes or no always say something."""
    said = known.get(info.name, info.default)
    return not (info.required or info.settled or said or isinstance(said, int))


__all__ = ["fields_deciding", "questions_of"]
