"""Why something was not recorded."""

from collections.abc import Sequence

from domain.text import ENGLISH, Text, Tongue


class Refused(Exception):
    """The rules forbid it; `bendable` if a card or the table could overrule them.

    Args:
        code: stable kebab-case name of the reason.
        message: one short friendly sentence, with `{values}`.
        rule: the section of the rulebook it rests on.
        bendable: False for arithmetic and identity, which no card overrules.
    """

    def __init__(self, code: str, message: str, /, *, rule: str = "", bendable: bool = True, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.text = Text(message, values)
        self.rule = rule
        self.bendable = bendable

    def __str__(self) -> str:
        return str(self.text)

    def as_json(self, tongue: Tongue = ENGLISH) -> dict[str, object]:
        return {
            "code": self.code,
            "message": self.text.render(tongue),
            "rule": self.rule,
            "bendable": self.bendable,
        }


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


class Misfit(Exception):
    """Fields that do not fit their event: a sentence for each field, keyed by its name ("" = the whole)."""

    def __init__(self, faults: dict[str, Text]) -> None:
        super().__init__(", ".join(faults))
        self.faults = faults

    def __str__(self) -> str:
        return " ".join(str(fault) for fault in self.faults.values())


class Explained(Exception):
    """Says why in a sentence with its values."""

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message)
        self.text = Text(message, values)

    def __str__(self) -> str:
        return str(self.text)


class NotFound(Explained):
    """There is no such campaign, entry, event, sheet or path."""


class Already(NotFound):
    """What was asked for has been done, perhaps by somebody else at the table."""
