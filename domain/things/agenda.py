"""The agenda: events that are due at a table, for its people to record.

A rule that needs somebody in between (who defends? which card is lost?) cannot `follow`; its event puts on the agenda
what is due: an event, with the fields that are known. Recording that event strikes it off; what arises while something
is due comes before it, as a battle within a turn does. It is state like any other, so that views, previews and undo
have it. Its entries are open to everybody: what is secret has no place among their fields.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, JsonValue

from domain.language.event import Event, Settled, is_marked, name_of, question_answered, question_of
from domain.language.game import Prompt
from domain.language.refusal import Refused, refusal
from domain.language.table import State, Table, Untold, join_path

STILL_DUE = refusal("still-due", "First: {due}")


class Due(State):
    """An event that is due, by name, with its known fields and how many of it."""

    event: str
    fields: dict[str, JsonValue] = Field(default_factory=dict)
    must: bool = True
    times: int = 1

    def is_met_by(self, topic: str, happened: BaseModel) -> bool:
        """Whether an event is the one that is due."""
        if topic.rpartition(".")[2] != self.event:
            return False
        said = happened.model_dump(mode="json", include=set(self.fields))
        return all(said.get(name) == value for name, value in self.fields.items())

    def is_of(self, *events: type[Event[Any]]) -> bool:
        """Whether it is one of some kinds of events."""
        return self.event in [name_of(event) for event in events]

    def says(self, **fields: JsonValue) -> bool:
        """Whether all these fields are known of it, with these values."""
        return all(name in self.fields and self.fields[name] == value for name, value in fields.items())


class Agenda(State):
    """The events that are due, the most recent first.

    It is named by what it is, never by a running number, so that no correction before it gives it another name.
    """

    due: Annotated[dict[str, Due], Untold()] = Field(default_factory=dict, title="")

    def put(self, event: type[Event[Any]] | str, *, must: bool = True, **fields: JsonValue) -> None:
        """Make an event due, before everything else that is; for `apply`.

        One of a module that imports this one is put by the name it is recorded by: `put("spark-put-out", seat=…)`.
        """
        name = event if isinstance(event, str) else name_of(event)
        id_ = join_path((name, *(f"{field}={fields[field]}" for field in sorted(fields))))
        before = self.due.get(id_, Due(event=name, fields=fields, must=False, times=0))
        rest = {other: due for other, due in self.due.items() if other != id_}
        # First in the mapping: what arose last interrupts everything before it.
        self.due = {id_: Due(event=name, fields=fields, must=must or before.must, times=before.times + 1), **rest}

    def strike(self, topic: str, happened: BaseModel) -> None:
        """Remove the due event that an event fulfils, if there is one. The core calls it before an event is applied."""
        for id_, due in self.due.items():
            if due.is_met_by(topic, happened):
                due.times -= 1
                if due.times < 1:
                    del self.due[id_]
                return

    def of(self, *events: type[Event[Any]], **fields: JsonValue) -> list[Due]:
        """The due events of some kinds, or of any, with these fields known."""
        return [due for due in self.due.values() if (not events or due.is_of(*events)) and due.says(**fields)]

    def awaits(self, event: Event[Any]) -> bool:
        """Whether such an event is due."""
        return any(due.is_met_by(event.topic, event) for due in self.due.values())

    def drop(self, where: Callable[[Due], bool]) -> list[Due]:
        """Remove the due events that `where` selects, and return them; for `apply`."""
        gone = {id_: due for id_, due in self.due.items() if where(due)}
        self.due = {id_: due for id_, due in self.due.items() if id_ not in gone}
        return list(gone.values())


def agenda_of(table: Table) -> Agenda:
    """The agenda that a table keeps; an empty one where its game has none."""
    return next((part for part in vars(table).values() if isinstance(part, Agenda)), Agenda())


def due_prompts(table: Table, events: Mapping[str, type[Event[Any]]]) -> Iterator[Prompt]:
    """The due events as prompts, with the titles their events give; `events` are those that may be due, by name.

    What needs an area that the table does not track waits until it does.
    """
    for due in agenda_of(table).due.values():
        if (cls := events.get(due.event)) and table.tracks(*cls.tracked):
            title = question_of(cls, due.fields, table)
            pad = "" if cls.pad in due.fields else cls.pad
            numbers = [*cls.pad_numbers] if pad else []
            opens, needs = _says_more(cls, {**cls.prefilled(table), **due.fields}), [*cls.needed(table, due.fields)]
            yield Prompt(
                title,
                cls,
                due.must,
                due.fields,
                opens=opens,
                needs=needs,
                left=title,
                pad=pad,
                numbers=numbers,
                question=question_answered(cls, due.fields, table),
            )


def _says_more(cls: type[Event[Any]], known: Container[str]) -> bool:
    """Whether it needs an answer: a required field, a usual one, or one on a pad; others are optional."""
    required = (name for name, info in cls.model_fields.items() if info.is_required() and not is_marked(info, Settled))
    return any(name not in known for name in (*required, *cls.likely, *filter(None, [cls.pad])))


@cache
def events_by_name(base: type[Event[Any]]) -> Mapping[str, type[Event[Any]]]:
    """The events of a game that may be due, by recorded name: all subclasses of a base."""
    own = {name_of(base): base} if base.asks else {}
    return own | {name: cls for special in base.__subclasses__() for name, cls in events_by_name(special).items()}


def still_due(table: Table, base: type[Event[Any]]) -> Iterator[Refused]:
    """The refusals of an event because one derived from a base is due first."""
    if not agenda_of(table).due:
        return
    for prompt in due_prompts(table, events_by_name(base)):
        if prompt.must:
            yield STILL_DUE(due=prompt.title)
            return


__all__ = ["STILL_DUE", "Agenda", "Due", "agenda_of", "due_prompts", "still_due"]
