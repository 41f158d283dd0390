"""Refusals and the errors of recording."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from domain.framework.text import ENGLISH, Sentence, Term, Text, Tongue


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason why something may not be recorded, declared once next to the events that yield it.

    Args:
        code: its stable kebab-case name, unique in a game.
        sentence: one short friendly sentence, with `{values}`.
        rule: the section of the rulebook that it is based on, with its heading in both languages.
        bendable: whether a card or the table can overrule it.
        areas: the areas that a table must track for the refusal to apply; empty: it always applies.
        asks: whether it asks for a missing value. Refusals that no value can resolve are shown before it.
    """

    code: str
    sentence: str
    rule: Term | None
    bendable: bool
    areas: tuple[str, ...] = ()
    asks: bool = False

    def __call__(self, **values: object) -> "Refused":
        """The refusal of one event at one table: `yield TRACK_FULL(faction=…)`."""
        return Refused(self, values)

    def under(self, rule: Term) -> "Refusal":
        """The same refusal under another section of the rulebook."""
        return replace(self, rule=rule)

    def saying(self, sentence: str) -> "Refusal":
        """The same refusal with another sentence."""
        return replace(self, sentence=sentence)


def refusal(
    code: str, sentence: str, *, rule: Term | None = None, areas: tuple[str, ...] = (), asks: bool = False
) -> Refusal:
    """Declare a refusal that a card may overrule (it can be bent)."""
    return Refusal(code, sentence, rule, bendable=True, areas=areas, asks=asks)


def never(
    code: str, sentence: str, *, rule: Term | None = None, areas: tuple[str, ...] = (), asks: bool = False
) -> Refusal:
    """Declare a refusal of arithmetic or identity, which no card overrules."""
    return Refusal(code, sentence, rule, bendable=False, areas=areas, asks=asks)


def most_decisive_first(reasons: "Iterable[Refused]") -> "list[Refused]":
    """Reasons in the order that players see them: those that no card overrules, others, then missing fields."""
    return sorted(reasons, key=lambda reason: (reason.refusal.asks, reason.bendable))


class Refused(Exception):
    """One refusal at one table, with the values of its sentence."""

    def __init__(self, refusal: Refusal, values: Mapping[str, object]) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.code, self.rule, self.bendable, self.areas = refusal.code, refusal.rule, refusal.bendable, refusal.areas
        self.text = Sentence(refusal.sentence, values)

    def __str__(self) -> str:
        return str(self.text)

    def as_json(self, tongue: Tongue = ENGLISH) -> dict[str, object]:
        return {
            "code": self.code,
            "message": self.text.render(tongue),
            "rule": heading_of_rule(self.rule, tongue),
            "bendable": self.bendable,
        }


def heading_of_rule(rule: Term | None, tongue: Tongue = ENGLISH) -> str:
    """A section of the rulebook in a viewer's language; an English heading is followed by the Chinese one."""
    if rule is None:
        return ""
    named = tongue.name(rule)
    return f"{named} ({rule.zh})" if named == rule.en != rule.zh else named


class RefusedAll(Exception):
    """Every reason why a command was refused, the first one first; at least one."""

    def __init__(self, reasons: Sequence[Refused]) -> None:
        super().__init__(reasons[0].code)
        self.reasons = tuple(reasons)

    @property
    def bendable(self) -> bool:
        return all(reason.bendable for reason in self.reasons)

    def __str__(self) -> str:
        return " ".join(str(reason) for reason in self.reasons)


class RefusedOne(RefusedAll):
    """The reason why one of several events of a command was refused, and with it all of them.

    `number` counts the events from 0.
    """

    def __init__(self, number: int, reasons: Sequence[Refused]) -> None:
        super().__init__(reasons)
        self.number = number


class Misfit(Exception):
    """Fields that do not fit their event: a sentence for each field, by its name ("" = the whole event)."""

    def __init__(self, faults: dict[str, Text]) -> None:
        super().__init__(", ".join(faults))
        self.faults = faults

    def __str__(self) -> str:
        return " ".join(str(fault) for fault in self.faults.values())


class Explained(Exception):
    """An error with a sentence and its values."""

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message)
        self.text = Text(message, values)

    def __str__(self) -> str:
        return str(self.text)


class NotFound(Explained):
    """There is no such campaign, entry, event, sheet or path."""


class Already(NotFound):
    """The request was fulfilled before, perhaps by another player."""


class IdReused(Explained):
    """A program sent another request with the id of a recorded command; nothing was recorded."""
