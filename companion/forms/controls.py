"""Controls: a widget with what stands in it, what there is to choose from, and what is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.forms.complaints import Complaint
from companion.forms.names import Options, named_options
from companion.forms.widgets import Typed, Widget
from domain.shapes import ChoiceShape, FieldShape, TextShape
from domain.table import Table
from domain.text import Tongue, sentence_case


@dataclass(frozen=True)
class Control:
    """One field as a page shows it: its template draws it as `c`."""

    widget: Widget
    label: str
    hint: str
    options: Options
    values: Sequence[str]
    faults: Sequence[str] = ()

    @property
    def template(self) -> str:
        return f"controls/{self.widget.template}.html"

    @property
    def name(self) -> str:
        return self.widget.name

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")

    @property
    def shape(self) -> FieldShape:
        return self.widget.field.shape

    @property
    def required(self) -> bool:
        return self.widget.field.required

    @property
    def nullable(self) -> bool:
        """Whether choosing nothing is a choice."""
        return not self.required and self.widget.field.default is None

    @property
    def length(self) -> int | None:
        """How many characters may be typed, where that is bounded."""
        match self.shape:
            case TextShape(longest=longest) | ChoiceShape(longest=longest):
                return longest
        return None

    @property
    def value(self) -> str:
        """What stands in it, where it takes one thing."""
        return self.values[0] if self.values else ""

    @property
    def counts(self) -> Mapping[str, str]:
        """What stands in each of its numbers, where it has one an option."""
        return dict(zip([id_ for id_, _ in self.options], self.values, strict=False))


def control_of(widget: Widget, table: Table, tongue: Tongue, typed: Typed, complaints: Sequence[Complaint]) -> Control:
    """A widget at a table, with what was typed in it."""
    field = widget.field
    options = named_options(field, table, tongue)
    shown = widget.among(options)
    return Control(
        shown,
        label=sentence_case(tongue.translate(field.label)),
        hint=tongue.translate(shown.hint),
        options=options,
        values=shown.standing(typed, options),
        faults=[complaint.said for complaint in complaints if field.name in complaint.fields],
    )


__all__ = ["Control", "control_of"]
