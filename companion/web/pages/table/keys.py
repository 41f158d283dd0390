"""Keys: the values of a prompt's last open field, each recorded with one tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.names import Options
from companion.forms.values import names_offered
from companion.forms.widgets import MARK, Typed
from companion.view_context import ViewContext
from domain.framework.events.choice import Known
from domain.framework.fields.feasibility import can_be_recorded
from domain.framework.fields.field_shapes import ChoiceShape, ListShape, MappingShape, YesNoShape
from domain.framework.fields.fields import FieldInfo, fields_of, make_event
from domain.framework.game import Prompt
from domain.framework.text import sentence_case, text
from domain.log.reasons import reasons_against

MOST_KEYS = 10
"""The most values with a key each; if there are more, the form has a search."""
MOST_ROWS = 6
"""The most things that a pad counts; if there are more, the form counts them."""


@dataclass(frozen=True)
class CountRow:
    """A thing of a pad of counts: the name of its control, its own name, and its numbers."""

    control: str
    title: str
    numbers: Sequence[int]


@dataclass(frozen=True)
class KeyPad:
    """The values of a pad with their names: those that a tap records, and those that open the form.

    With `more`, the form accepts other values, such as a larger number. With `digits`, each value is a number. Any of
    `picks` may be chosen together, or none. `counts` are several things with their possible numbers, which are recorded
    together; with `some`, once there is a number for one of them.
    """

    taps: Options = ()
    forms: Options = ()
    more: bool = False
    digits: bool = False
    picks: Options = ()
    counts: Sequence[CountRow] = ()
    some: bool = False


def stands_anywhere(prompt: Prompt) -> bool:
    """Whether a pad is shown for prompts that are not the next one, too: numbers of one thing, and lists without
    further fields.
    """
    field = _field_of(prompt)
    return (bool(prompt.keypad_numbers) and not isinstance(field.shape, MappingShape)) or _is_of_picks(field)


def keys_of(prompt: Prompt, typed: Typed, here: ViewContext) -> KeyPad | None:
    """The keys of a prompt's pad; None if there are none or too many."""
    if prompt.keypad_numbers and isinstance(_field_of(prompt).shape, MappingShape):
        return _pad_of_counts(prompt, typed, here)
    if prompt.keypad_numbers:
        fitting = [number for number in prompt.keypad_numbers if _can_be_completed(prompt, number, here)]
        more = _can_be_completed(prompt, max(prompt.keypad_numbers) + 1, here)
        return KeyPad([(str(number), str(number)) for number in fitting], more=more, digits=True)
    field = _field_of(prompt)
    if isinstance(field.shape, YesNoShape):
        no = "" if isinstance(field.default, bool) else "no"
        return KeyPad([("yes", text("yes").render(here.tongue)), (no, text("no").render(here.tongue))])
    if _is_of_picks(field):
        return _tappable_items(prompt, field, typed, here)
    keys = _allowed_values(prompt, field, typed, here)
    return keys if 0 < len(keys.taps) + len(keys.forms) <= MOST_KEYS else _left_open(prompt, field, here)


def _pad_of_counts(prompt: Prompt, typed: Typed, here: ViewContext) -> KeyPad | None:
    """The numbers of each thing that a prompt counts; None where there are too many things, or none fits."""
    offered = names_offered(prompt.event, prompt.keypad, here.table, typed, here.tongue).options
    rows = [
        CountRow(f"{MARK}{prompt.keypad}.{id_}", name, fitting)
        for id_, name in (offered if len(offered) <= MOST_ROWS else ())
        if (fitting := [n for n in prompt.keypad_numbers if _can_be_completed(prompt, {id_: n}, here)])
    ]
    return KeyPad(counts=rows, more=True, some=_field_of(prompt).required) if rows else None


def _field_of(prompt: Prompt) -> FieldInfo:
    return next(field for field in fields_of(prompt.event) if field.name == prompt.keypad)


def _is_of_picks(field: FieldInfo) -> bool:
    return isinstance(field.shape, ListShape) and not field.shape.ordered


def _allowed_values(prompt: Prompt, field: FieldInfo, typed: Typed, here: ViewContext) -> KeyPad:
    """The values of a field that the rules allow; empty if the field is typed."""
    if not isinstance(field.shape, ChoiceShape):
        return KeyPad()
    offered = names_offered(prompt.event, prompt.keypad, here.table, typed, here.tongue).options
    options = _likely_options(field, offered, prompt.fields, here)
    taps = [(id_, name) for id_, name in options if _records_with_one_tap(prompt, id_, here)]
    forms = [(id_, name) for id_, name in options if (id_, name) not in taps and _can_be_completed(prompt, id_, here)]
    if _may_be_left(field) and field.name not in prompt.also_required and (taps or forms):
        taps.append(("", sentence_case(prompt.event.layout.keypad_none.render(here.tongue))))
    return KeyPad(taps, forms, more=len(options) < len(offered) or _takes_more(prompt, field, here))


def _tappable_items(prompt: Prompt, field: FieldInfo, typed: Typed, here: ViewContext) -> KeyPad | None:
    """The items of a list field that can be picked; None if there are too many or other fields are required."""
    offered = names_offered(prompt.event, prompt.keypad, here.table, typed, here.tongue).options
    is_whole = all(name in (*prompt.fields, prompt.keypad) for name in prompt.missing)
    return KeyPad(picks=offered) if is_whole and _may_be_left(field) and 0 < len(offered) <= MOST_KEYS else None


def _likely_options(field: FieldInfo, offered: Options, known: Known, here: ViewContext) -> Options:
    """The likely options if there are any, else all; the form has the others."""
    meant = field.choice.closest([id_ for id_, _ in offered], here.table, known) if field.choice else []
    return [(id_, name) for id_, name in offered if id_ in meant] if meant else offered


def _left_open(prompt: Prompt, field: FieldInfo, here: ViewContext) -> KeyPad | None:
    """A pad with one key that leaves the field empty, and a link to the form; None if the field is needed."""
    may_be_left = _may_be_left(field) and field.name not in prompt.also_required
    return KeyPad([("", text("Record").render(here.tongue))], more=True) if may_be_left else None


def _may_be_left(field: FieldInfo) -> bool:
    """Whether the field may be left empty."""
    return not field.required and not field.default


def _takes_more(prompt: Prompt, field: FieldInfo, here: ViewContext) -> bool:
    """Whether the form accepts values that are not listed, or has fields that are usually filled."""
    choice = field.choice
    typed_in = choice is not None and choice.free and not (choice.closed and choice.closed(here.table))
    return typed_in or any(name not in (*prompt.fields, field.name) for name in prompt.event.layout.usual)


def _with_value(prompt: Prompt, value: str | int | Mapping[str, int]) -> Mapping[str, Any]:
    return {**prompt.fields, prompt.keypad: value}


def _records_with_one_tap(prompt: Prompt, value: str, here: ViewContext) -> bool:
    """Whether a tap on a value records it: no other field is missing, and the rules allow it."""
    known = _with_value(prompt, value)
    is_whole = not prompt.opens_form and all(name in known for name in prompt.missing)
    return is_whole and not reasons_against(here.game, make_event(prompt.event, known), here.table)


def _can_be_completed(prompt: Prompt, value: str | int | Mapping[str, int], here: ViewContext) -> bool:
    """Whether a value can be recorded once further fields are filled."""
    return can_be_recorded(prompt.event, _with_value(prompt, value), here.table)


__all__ = ["KeyPad", "keys_of", "stands_anywhere"]
