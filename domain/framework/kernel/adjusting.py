"""Events that set a number of the table by hand, and that open all secrets."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError

from domain.framework.events.chance import Chance
from domain.framework.events.event import LogRole
from domain.framework.events.marks import Line, Remark, SearchText, Settled
from domain.framework.kernel.base import KernelEvent
from domain.framework.refusal import NotFound, Refused, never
from domain.framework.table import Table, put_value, split_path, value_at
from domain.framework.views.visibility import hidden_at, keepers_of, opened_secrets, owners_of

Scalar = bool | Annotated[int, Field(ge=-999_999_999, le=999_999_999)] | Remark | None
PLAIN = bool | int | str | None
FIXED = ("content", "library", "typed", "bound", "secrets_open", "hidden")
"""Parts of a table that other events change."""
NO_SUCH_PATH = never("no-such-path", "There is nothing at “{path}”.")
NOT_A_VALUE = never("not-a-value", "“{path}” is not a single value.")
TURNS_OVER = never("turns-over", "That would show a hidden value. Record that it is revealed instead.")
ALREADY_OPEN = never("already-open", "All secrets are already out in the open.")
NOT_AGREED = never("not-agreed", "All players would see everything that is still hidden. First tick that all agree.")
DOES_NOT_FIT = never("does-not-fit", "“{after}” does not fit there.")


class Adjusted(KernelEvent):
    """Sets a value by hand. Whether the value is a secret is settled, because the log has no table to ask."""

    title = "Set a number by hand"
    help_text = "Change a number by hand, because a card or the table says so. Always possible, and always marked."
    log = LogRole(changes_names=True)
    sentence = "Set by hand: {path} from {before} to {after}. {reason}"
    path: Line
    after: Annotated[Scalar, Field(title="new value")]
    reason: Annotated[Line, SearchText()]
    before: Annotated[Scalar, Settled()] = None
    hidden_value: Annotated[bool, Settled()] = False

    @classmethod
    def hidden(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return ("before", "after") if fields.get("hidden_value") else ()

    @classmethod
    def keepers(cls, fields: Mapping[str, Any], table: Table) -> Collection[str] | None:
        knowing = keepers_of(table, str(fields["path"]))
        if knowing is None and cls.hidden(fields) and not table.secrets_open:
            return owners_of(table, str(fields["path"]))  # the present secret may differ from the one that was set
        return knowing

    def check(self, table: Table) -> Iterator[Refused]:
        segments = split_path(self.path)
        try:
            here = value_at(table, segments)
            parents = [value_at(table, segments[:n]) for n in range(len(segments))]
        except NotFound:
            yield NO_SUCH_PATH(path=self.path)
            return
        if not isinstance(here, PLAIN) or segments[0] in FIXED or any(isinstance(p, list) for p in parents):
            yield NOT_A_VALUE(path=self.path)
            return
        trial = table.model_copy(deep=True)
        put_value(trial, segments, self.after)
        try:
            type(table).model_validate(trial.model_dump(warnings=False), strict=True)
        except ValidationError:
            yield DOES_NOT_FIT(after=self.after)
        else:
            if opened_secrets(table, trial):
                yield TURNS_OVER()

    def settle(self, table: Table, chance: Chance) -> Self:
        try:
            before = value_at(table, split_path(self.path))
        except NotFound:  # `check` refuses it, but a preview settles it anyway
            before = None
        return self.copy_with(before=before, hidden_value=hidden_at(table, self.path))

    def apply(self, table: Table) -> None:
        put_value(table, split_path(self.path), self.after)


class SecretsOpened(KernelEvent):
    """Opens all secrets, also those that are hidden later, until it is withdrawn. Only the host records it."""

    title = "Reveal all secrets"
    help_text = "The game is over: everything kept hidden is shown to everyone, in the log too."
    sentence = "All secrets were revealed"
    log = LogRole(confirm_undo="revealed")
    agreed: bool = Field(default=False, title="all players agree")

    def check(self, table: Table) -> Iterator[Refused]:
        if table.secrets_open:
            yield ALREADY_OPEN()
        elif not self.agreed:
            yield NOT_AGREED()

    def apply(self, table: Table) -> None:
        table.secrets_open = True
