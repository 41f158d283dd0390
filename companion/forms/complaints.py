"""Complaints about a form: sentences, each with the fields that it concerns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.widgets import widgets_of
from domain.framework.events.event import Event
from domain.framework.refusal import Misfit, Refused, RefusedAll, heading_of_rule
from domain.framework.text import Text, Tongue, sentence_case, spaced_words

NO_QUESTIONS: Mapping[str, Sequence[str]] = {}


@dataclass(frozen=True)
class Complaint:
    """A sentence about an input; without `fields` it is shown at the top of the form."""

    said: str
    fields: frozenset[str] = frozenset()
    rule: str = ""


def complaints_of(
    cls: type[Event[Any]],
    wrong: Misfit | RefusedAll | None,
    tongue: Tongue,
    answering: Mapping[str, Sequence[str]] = NO_QUESTIONS,
) -> list[Complaint]:
    """The complaints of an error, each with the fields that it concerns.

    `answering` are the empty fields that answer a refusal that asks for a value, by its code.
    """
    match wrong:
        case Misfit():
            labels = {w.field.name: tongue.translate(w.field.label) for w in widgets_of(cls)}
            return [_complaint_of_fault(name, fault, labels, tongue) for name, fault in wrong.faults.items()]
        case RefusedAll():
            return [
                Complaint(
                    reason.text.render(tongue),
                    frozenset(answering.get(reason.code) or _fields_concerned(cls, reason)),
                    heading_of_rule(reason.rule, tongue),
                )
                for reason in wrong.reasons
            ]
    return []


def _complaint_of_fault(name: str, fault: Text, labels: Mapping[str, str], tongue: Tongue) -> Complaint:
    head = name.partition(".")[0]
    label = labels.get(head) or tongue.translate(name)
    said = Text(fault.message, {**fault.values, "field": label}).render(tongue)
    return Complaint(sentence_case(said), frozenset({head} & labels.keys()))


def _fields_concerned(cls: type[Event[Any]], reason: Refused) -> Iterable[str]:
    """The fields that a reason concerns, found by name or by the kind of thing they take."""
    values = reason.text.values
    for field in (widget.field for widget in widgets_of(cls)):
        choice = field.choice
        of_kind = (
            reason.code == "not-offered" and choice is not None and values.get("kind") == spaced_words(choice.kind)
        )
        if field.name in values or of_kind:
            yield field.name


__all__ = ["Complaint", "complaints_of"]
