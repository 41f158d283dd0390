"""Marks of the fields of events, and the types that many fields have.

Forms, log lines and tests read them from the class (see `marked_fields.py`).
"""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, GetCoreSchemaHandler

from domain.framework.events.size_limits import bound_lengths
from domain.framework.events.text_checks import refuse_blank, refuse_line_breaks, refuse_unprintable

Line = Annotated[str, Field(max_length=200), AfterValidator(refuse_line_breaks), AfterValidator(refuse_blank)]
"""One line of text, 1 to 200 characters after stripping."""
Remark = Annotated[str, Field(max_length=200), AfterValidator(refuse_line_breaks)]
"""One line of text that may be empty."""
Prose = Annotated[str, Field(max_length=5_000), AfterValidator(refuse_unprintable), AfterValidator(refuse_blank)]
"""Text of several lines, 1 to 5,000 characters after stripping."""
LOCAL_MOMENT = "local-moment"
"""The format of a moment in schemas; it is no `date-time`, which has a time zone and is never empty."""
Moment = Annotated[
    str,
    Field(max_length=16, json_schema_extra={"format": LOCAL_MOMENT}),
    BeforeValidator(lambda value: value.replace("T", " ") if isinstance(value, str) else value),
    AfterValidator(refuse_line_breaks),
]
"""A local day, or a day with a time: `2026-11-20`, `2026-11-20 19:00`; may be empty. Forms show a date and time."""
MOST_COUNTED = 999_999
Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
"""A number of things: 0 to 999,999."""
Amount = Annotated[int, Field(ge=1, le=MOST_COUNTED)]
"""A number of things: 1 to 999,999."""
Delta = Annotated[int, Field(ge=-MOST_COUNTED, le=MOST_COUNTED)]
"""A change up or down: −999,999 to 999,999."""


@dataclass(frozen=True, slots=True)
class FixedTexts:
    """Marks a text that the rules fill in with one of some fixed words, so that it is translated."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Marks a field that no form asks for: `settle` fills it in, or (`offered`) the program that offers the event.

    If its type has no maximum, a text has at most 1,000 characters, and a list or mapping at most 999 items.
    """

    offered: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        """The type of the field with an upper bound, since no offer limits a value that no player chooses."""
        return bound_lengths(handler(source))


@dataclass(frozen=True, slots=True)
class KeepsOrder:
    """Marks a list whose order counts, and which may contain duplicates."""


@dataclass(frozen=True, slots=True)
class TypicalNumber:
    """Marks a number that is printed on a card. If the value is unknown, the − and + of a form begin at this number."""

    value: int


@dataclass(frozen=True, slots=True)
class CountList:
    """Marks counts by thing, such as a deck list, that people type one per line or paste."""


@dataclass(frozen=True, slots=True)
class Merged:
    """Marks the number that is summed when repeated taps are shown as one line; their other fields are equal.

    If the rules fill in a part that the sentence names, this part is marked too, after the tapped number.
    """


@dataclass(frozen=True, slots=True)
class SearchText:
    """Marks a field by which the log can be searched, in addition to the sentence of the event."""


@dataclass(frozen=True, slots=True)
class NamedAs:
    """Marks a field that is rendered by the name of a kind, although any text is accepted."""

    kind: str


Occasion = Annotated[Remark, SearchText()]
"""A remark on the reason for an event, such as a card, a text or a purpose. The log can be searched by it."""
