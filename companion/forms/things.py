"""The form of a thing of a described game, such as a number: its name, its usual fields, the others folded.

Unlike the form of a card, it shows what is known, and an answer has only what was changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.forms.cards import FIELDS, ID, IN_CARD, card_complaints, read_card_widget
from companion.forms.controls import Control, Filled, control_of
from companion.forms.form import Form
from companion.forms.widgets import MISSING, Typed, Widget, widget_of
from domain.framework.cards.words import NAMES
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import TextShape
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table
from domain.framework.text import Text, Tongue, text, value_as_words
from domain.framework.views.sheet import Said
from domain.games.own.definition import GONE
from domain.games.own.kinds import KINDS, DefinitionCard, OwnWord

OWNER = "owner"
WORDS: Mapping[str, Mapping[str, Text]] = {
    "until": {"": text("never"), "turn": text("turn"), "round": text("round"), "scenario": text("scenario")},
    "turns": {
        "": text("no turns"),
        "order": text("in the order of seats"),
        "rotating": text("another first seat each round"),
        "free": text("in any order"),
    },
    "wins": {"most": text("the most points"), "least": text("the fewest points")},
    "look": {"": text("a number"), "life": text("life"), "danger": text("a danger"), "track": text("a track")},
    "then": {"discard": text("the discard pile"), "back": text("back into the bag"), "hand": text("a hidden hand")},
}
"""The words for the fixed values of fields; those for periods are the game's own."""
LONGEST_NAME = 200
WITHOUT_NAME_OF_THE_FORM = ("text", GONE)
"""The fields of all cards that these forms leave out."""


def language_of(tongue: Tongue) -> str:
    """The field with the name in a visitor's language."""
    return "zh" if tongue.content.startswith("zh") else "en"


def fixed_fields(card: type[DefinitionCard]) -> list[str]:
    """The fields that a thing keeps for ever: its owner, and the thing that it belongs to."""
    return [name for name in (OWNER, card.belongs_to) if name in card.model_fields]


def thing_form(
    kind: str, id_: str, table: Table, tongue: Tongue, typed: Typed, wrong: Misfit | RefusedAll | None = None
) -> Form:
    """The form of a thing with the typed values and complaints; a new one has an empty id."""
    cls = event_of(id_)
    complaints = card_complaints(cls, wrong, tongue)
    filled = Filled(cls, table, tongue, typed, complaints)
    controls = [_in_words(control_of(widget, filled), table, tongue) for widget in _widgets(kind, id_, table, tongue)]
    usual = [IN_CARD + name for name in (language_of(tongue), *KINDS[kind].usual)]  # type: ignore[attr-defined]
    shown = [one for name in usual for one in controls if one.widget.field.name == name]
    folded = [one for one in controls if one not in shown]
    forced = [one for one in folded if one.faults]
    return Form(
        "", "", [*shown, *forced], [one for one in folded if one not in forced], complaints,
        isinstance(wrong, RefusedAll) and wrong.bendable,
    )  # fmt: skip


def _in_words(control: Control, table: Any, tongue: Tongue) -> Control:
    """A control whose fixed values have their words in the game."""
    words: Mapping[str, Said] = WORDS.get(control.widget.field.name.removeprefix(IN_CARD), {})
    words = {**words, "round": table.round_word, "scenario": table.scenario_word} if "round" in words else words
    return replace(
        control, options=[(id_, value_as_words(words.get(id_, name), tongue)) for id_, name in control.options]
    )


def event_of(id_: str) -> type[Event[Any]]:
    """The event that records the form of a thing."""
    return ContentCorrected if id_ else ContentAdded


def typed_of_thing(kind: str, id_: str, table: Table, tongue: Tongue, asked: Mapping[str, Any]) -> Typed:
    """The known values of a thing, or the defaults of a new one with `asked`, as the strings of its form."""
    values = {**_known(kind, id_, table), **asked}
    typed: dict[str, Sequence[str]] = {}
    for widget in _all_widgets(kind, id_, table, tongue):
        value = values[widget.field.name.removeprefix(IN_CARD)]
        typed.update(widget.typed(value.get(language_of(tongue), "") if _is_word(kind, widget) else value))
    return typed


def values_of_thing(kind: str, id_: str, table: Table, tongue: Tongue, typed: Typed) -> dict[str, Any]:
    """The fields of a thing that a form changes; emptied ones have their default again.

    Raises:
        Misfit: a typed name is unknown or ambiguous, or the thing has no name.
    """
    known, found = _known(kind, id_, table), {}
    defaults = _known(kind, "", table)
    for widget in _all_widgets(kind, id_, table, tongue):
        name = widget.field.name.removeprefix(IN_CARD)
        value = read_card_widget(widget, table, typed, tongue)
        if _is_word(kind, widget):
            value = {**known[name], language_of(tongue): "" if value is MISSING else value}
        elif value is MISSING:
            value = defaults[name]
        if value != known[name]:
            found[name] = value
    if not any({**known, **found}[name] for name in NAMES):
        raise Misfit({IN_CARD + language_of(tongue): text("Give it a name.")})
    return found


def _known(kind: str, id_: str, table: Table) -> dict[str, Any]:
    card = KINDS[kind]
    return (card.of(table, id_) if id_ else card()).model_dump(mode="json")


def _is_word(kind: str, widget: Widget) -> bool:
    return KINDS[kind].model_fields[widget.field.name.removeprefix(IN_CARD)].annotation is OwnWord


def _widgets(kind: str, id_: str, table: Table, tongue: Tongue) -> list[Widget]:
    """The widgets that the form shows."""
    hidden = [IN_CARD + name for name in fixed_fields(KINDS[kind])]  # type: ignore[arg-type]
    return [one for one in _all_widgets(kind, id_, table, tongue) if one.field.name not in hidden]


def _all_widgets(kind: str, id_: str, table: Table, tongue: Tongue) -> Iterator[Widget]:
    known = _known(kind, id_, table)
    for field in fields_of(KINDS[kind]):
        if field.name not in WITHOUT_NAME_OF_THE_FORM:
            is_needed = field.name == language_of(tongue) and not any(
                known[name] for name in NAMES if name != field.name
            )
            yield widget_of(_in_form(kind, field, tongue, is_needed))


def _in_form(kind: str, field: FieldInfo, tongue: Tongue, is_needed: bool) -> FieldInfo:
    """A field as the form shows it: named by its language alone if it is the visitor's, words as one line."""
    default = None if field.choice else field.default
    found = replace(field, name=IN_CARD + field.name, required=is_needed, default=default)
    if field.name == language_of(tongue):
        return replace(found, label="name")
    if KINDS[kind].model_fields[field.name].annotation is OwnWord:
        return replace(found, shape=TextShape(longest=LONGEST_NAME))
    return found


def hidden_values(kind: str, typed: Typed) -> list[tuple[str, str]]:
    """The values of the fields that the form does not show, with the names of their inputs."""
    card: Any = KINDS[kind]
    names = [f"f.{IN_CARD}{name}" for name in fixed_fields(card)]
    return [(name, value) for name in names for value in typed.get(name, ())]


__all__ = [
    "FIELDS",
    "ID",
    "Control",
    "event_of",
    "fixed_fields",
    "hidden_values",
    "language_of",
    "thing_form",
    "typed_of_thing",
    "values_of_thing",
]
