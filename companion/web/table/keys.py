"""Keys: the values of a prompt's last open field, each recorded with one tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.names import Options
from companion.forms.values import names_offered
from companion.forms.widgets import MARK, Typed
from companion.view_context import ViewContext
from domain.language.choice import Known
from domain.language.fields import FieldInfo, fields_of, make_event
from domain.language.game import Prompt
from domain.language.judge import is_open_to
from domain.language.shapes import ChoiceShape, ListShape, MappingShape, YesNoShape
from domain.language.text import sentence_case, text

MOST_KEYS = 10
"""How many values are a tap each; more are looked for in the form."""
MOST_ROWS = 6
"""Of how many things a pad counts; more are counted in the form."""


@dataclass(frozen=True)
class CountRow:
    """A thing of a pad of counts: the name of its control, its own name, and its numbers."""

    control: str
    title: str
    numbers: Sequence[int]


@dataclass(frozen=True)
class KeyPad:
    """The values of a pad with their names: those that are recorded with a tap, and those that open the form.

    With `more` the form takes others, too, such as a larger number; of `digits` each is but a number. Of `picks` any
    may be taken together, or none. `counts` are several things, each with the numbers that may be recorded of it: all
    of them are recorded at once.
    """

    taps: Options = ()
    forms: Options = ()
    more: bool = False
    digits: bool = False
    picks: Options = ()
    counts: Sequence[CountRow] = ()


def stands_anywhere(prompt: Prompt) -> bool:
    """Whether a pad is shown beside the prompts, too: numbers of one thing, and lists without further fields."""
    field = _field_of(prompt)
    return (bool(prompt.numbers) and not isinstance(field.shape, MappingShape)) or _is_of_picks(field)


def keys_of(prompt: Prompt, typed: Typed, here: ViewContext) -> KeyPad | None:
    """The keys of a prompt's pad; None where there are none or too many."""
    if prompt.numbers and isinstance(_field_of(prompt).shape, MappingShape):
        return _pad_of_counts(prompt, typed, here)
    if prompt.numbers:
        fitting = [number for number in prompt.numbers if _can_be_completed(prompt, number, here)]
        more = _can_be_completed(prompt, max(prompt.numbers) + 1, here)
        return KeyPad([(str(number), str(number)) for number in fitting], more=more, digits=True)
    field = _field_of(prompt)
    if isinstance(field.shape, YesNoShape):
        no = "" if isinstance(field.default, bool) else "no"
        return KeyPad([("yes", text("yes").render(here.tongue)), (no, text("no").render(here.tongue))])
    if _is_of_picks(field):
        return _tappable_items(prompt, field, typed, here)
    keys = _allowed_values(prompt, field, typed, here)
    return keys if 0 < len(keys.taps) + len(keys.forms) <= MOST_KEYS else _left_open(field, here)


def _pad_of_counts(prompt: Prompt, typed: Typed, here: ViewContext) -> KeyPad | None:
    """The numbers of each thing that a prompt counts; None where there are too many things, or none fits."""
    offered = names_offered(prompt.event, prompt.pad, here.table, typed, here.tongue).options
    rows = [
        CountRow(f"{MARK}{prompt.pad}.{id_}", name, fitting)
        for id_, name in (offered if len(offered) <= MOST_ROWS else ())
        if (fitting := [n for n in prompt.numbers if _can_be_completed(prompt, {id_: n}, here)])
    ]
    return KeyPad(counts=rows, more=True) if rows else None


def _field_of(prompt: Prompt) -> FieldInfo:
    return next(field for field in fields_of(prompt.event) if field.name == prompt.pad)


def _is_of_picks(field: FieldInfo) -> bool:
    return isinstance(field.shape, ListShape) and not field.shape.ordered


def _allowed_values(prompt: Prompt, field: FieldInfo, typed: Typed, here: ViewContext) -> KeyPad:
    """The values of a field that the rules allow; empty where it is typed."""
    if not isinstance(field.shape, ChoiceShape):
        return KeyPad()
    offered = names_offered(prompt.event, prompt.pad, here.table, typed, here.tongue).options
    options = _likely_options(field, offered, prompt.fields, here)
    taps = [(id_, name) for id_, name in options if _records_with_one_tap(prompt, id_, here)]
    forms = [(id_, name) for id_, name in options if (id_, name) not in taps and _can_be_completed(prompt, id_, here)]
    if _may_be_left(field) and field.name not in prompt.needs and (taps or forms):
        taps.append(("", sentence_case(prompt.event.pad_none.render(here.tongue))))
    return KeyPad(taps, forms, more=len(options) < len(offered) or _takes_more(prompt, field, here))


def _tappable_items(prompt: Prompt, field: FieldInfo, typed: Typed, here: ViewContext) -> KeyPad | None:
    """The items of a list field that may be tapped, where there are few and nothing else is required."""
    offered = names_offered(prompt.event, prompt.pad, here.table, typed, here.tongue).options
    is_whole = all(name in (*prompt.fields, prompt.pad) for name in prompt.missing)
    return KeyPad(picks=offered) if is_whole and _may_be_left(field) and 0 < len(offered) <= MOST_KEYS else None


def _likely_options(field: FieldInfo, offered: Options, known: Known, here: ViewContext) -> Options:
    """The likely options, where some are: the others are in the form."""
    meant = field.choice.closest([id_ for id_, _ in offered], here.table, known) if field.choice else []
    return [(id_, name) for id_, name in offered if id_ in meant] if meant else offered


def _left_open(field: FieldInfo, here: ViewContext) -> KeyPad | None:
    """A pad whose one key leaves the field empty, with the form for the rest; None where it must be filled."""
    return KeyPad([("", text("Record").render(here.tongue))], more=True) if _may_be_left(field) else None


def _may_be_left(field: FieldInfo) -> bool:
    """Whether an empty field is an answer, too."""
    return not field.required and not field.default


def _takes_more(prompt: Prompt, field: FieldInfo, here: ViewContext) -> bool:
    """Whether the form accepts values that are not listed, or has fields that are usually filled."""
    choice = field.choice
    typed_in = choice is not None and choice.free and not (choice.closed and choice.closed(here.table))
    return typed_in or any(name not in (*prompt.fields, field.name) for name in prompt.event.likely)


def _with_value(prompt: Prompt, value: str | int | Mapping[str, int]) -> Mapping[str, Any]:
    return {**prompt.fields, prompt.pad: value}


def _records_with_one_tap(prompt: Prompt, value: str, here: ViewContext) -> bool:
    """Whether a tap on a value records it: there is nothing more to say, and the rules allow it."""
    known = _with_value(prompt, value)
    is_whole = not prompt.opens and all(name in known for name in prompt.missing)
    return is_whole and not here.campaign.refusals(make_event(prompt.event, known), here.table)


def _can_be_completed(prompt: Prompt, value: str | int | Mapping[str, int], here: ViewContext) -> bool:
    """Whether a value can be recorded once further fields are filled."""
    return is_open_to(prompt.event, _with_value(prompt, value), here.table)


__all__ = ["KeyPad", "keys_of", "stands_anywhere"]
