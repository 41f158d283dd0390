"""The form of an event: its fields as controls, with the complaints about them.

Every control's name is `f.` plus its field, so that it cannot be confused with the form's own inputs
(who, when, why). The values of a form are `Typed`: strings, as browsers send them.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.forms.complaints import Complaint, complaints_of
from companion.forms.controls import Control, Filled, control_of
from companion.forms.values import form_strings, known_values
from companion.forms.widgets import MARK, Typed, widgets_of
from domain.framework.events.event import Event, title_of_event
from domain.framework.events.marked_fields import fields_depended_on
from domain.framework.fields.questions import fields_deciding, questions_of
from domain.framework.game import Prompt
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table
from domain.framework.text import Tongue

FEW = 2
"""A form of up to this many fields shows them all; otherwise, and in a card's row, optional ones are folded."""


@dataclass(frozen=True)
class Form:
    """An event's form: visible and folded controls, complaints, and whether these can be bent.

    `preset` are the controls of values that the prompt knows, summarised in one line until they are changed.
    `reminders` are the table's notes on the cards involved. `narrows` are the names of the controls that others depend
    on, or whether they are needed; when one changes, the form is requested again.
    """

    title: str
    about: str
    shown: Sequence[Control]
    folded: Sequence[Control]
    complaints: Sequence[Complaint]
    bendable: bool = False
    barred: bool = False
    narrows: Sequence[str] = ()
    preset: Sequence[Control] = ()
    reminders: Sequence[str] = ()


def title_of(cls: type[Event[Any]], tongue: Tongue) -> str:
    """An event's name: `toy.tower-built` → Tower built."""
    return tongue.translate(title_of_event(cls))


def form_of(
    cls: type[Event[Any]],
    table: Table,
    tongue: Tongue,
    typed: Typed,
    wrong: Misfit | RefusedAll | None = None,
    row: str = "",
    needs: Sequence[str] = (),
    prompts: Sequence[Prompt] = (),
    preset: Container[str] | None = None,
) -> Form:
    """An event's form with its typed values and complaints.

    Args:
        row: the prefix of its names in the row of a card.
        needs: optional fields that must be filled in here.
        prompts: the open prompts. A form that answers one has its title and its fields; another has the assumed fields.
        preset: the fields that the form did not ask for when it was first shown.
    """
    said = known_values(cls, table, typed, tongue)
    questions = questions_of(cls, said, table)
    needs = [*needs, *(fields[0] for fields in questions.values() if len(fields) == 1)]
    filled = Filled(cls, table, tongue, typed, complaints_of(cls, wrong, tongue, questions), row, needs)
    prompt, controls = _prompt_and_controls(cls, filled, prompts)
    names = [name for name in _known_fields(cls, controls, prompt) if preset is None or name in preset]
    known = [one for one in controls if one.widget.field.name in names and not one.faults]
    asked = [control for control in controls if control not in known]
    folded = _controls_to_fold(cls, asked, questions.values()) if row or len(controls) > FEW else []
    return Form(
        prompt.title.render(tongue) if prompt else title_of(cls, tongue),
        tongue.translate(cls.help_text),
        [control for control in asked if control not in folded],
        folded,
        filled.complaints,
        isinstance(wrong, RefusedAll) and wrong.bendable,
        isinstance(wrong, RefusedAll) and not wrong.bendable,
        [row + MARK + name for name in dict.fromkeys((*fields_depended_on(cls), *fields_deciding(cls, said, table)))],
        known,
        [said.render(tongue) for said in cls.reminders(table, filled.known_fields)],
    )


def _prompt_and_controls(
    cls: type[Event[Any]], filled: Filled, prompts: Sequence[Prompt]
) -> tuple[Prompt | None, list[Control]]:
    """The prompt that a form answers, and its controls, with those needed that the prompt needs."""
    controls = [control_of(widget, filled) for widget in widgets_of(cls)]
    prompt = _answered_prompt(cls, controls, prompts)
    needed_too = prompt.also_required if prompt else ()
    return prompt, [replace(one, needed=one.needed or one.widget.field.name in needed_too) for one in controls]


def _known_fields(cls: type[Event[Any]], controls: Sequence[Control], prompt: Prompt | None) -> Iterable[str]:
    """The fields that the prompt knows; without a prompt, those that the event assumes and that have a value."""
    if prompt:
        return prompt.fields
    return [
        one.widget.field.name for one in controls if one.widget.field.name in cls.layout.assumed and any(one.values)
    ]


def _answered_prompt(cls: type[Event[Any]], controls: Sequence[Control], prompts: Sequence[Prompt]) -> Prompt | None:
    """The prompt that a form answers: all its fields are in the form; of several, the one with the most fields.

    Of those with as many, it is one that a tap does not answer.
    """
    fitting = [one for one in prompts if one.event is cls and _still_says(controls, one)]
    return max(fitting, key=lambda prompt: (len(prompt.fields), not prompt.complete), default=None)


def _still_says(controls: Sequence[Control], prompt: Prompt) -> bool:
    said = form_strings(prompt.event, prompt.fields)
    asked = [one for one in controls if one.widget.field.name in prompt.fields]
    return all(one.values == one.widget.displayed_values(said, one.options) for one in asked)


def _controls_to_fold(
    cls: type[Event[Any]], controls: Sequence[Control], answers: Iterable[Sequence[str]]
) -> list[Control]:
    """The controls to fold: optional ones at their defaults; none if that is all of them.

    Those of `Layout.usual` are kept, and the `answers` to questions without which the event would be refused, unless
    the question has an answer in a required one.
    """
    required = {c.widget.field.name for c in controls if c.required}
    answering = {name for fields in answers if required.isdisjoint(fields) for name in fields}
    usual = [c for c in controls if c.widget.field.name in cls.layout.usual and not c.is_idle]
    kept = [*usual, *(c for c in controls if c.widget.field.name in answering)]
    folded = [c for c in controls if c.plain and not (c.required or c.faults or c in kept)]
    return folded if len(controls) > len(folded) else []


__all__ = ["Form", "form_of", "title_of"]
