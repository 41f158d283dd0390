"""The agenda: what is due at a table, for the people at it to do.

A rule that needs somebody in between (who defends? which card is lost?) cannot `follow`; its event puts on the agenda
what is due: an event, with the fields that are known. Recording that event strikes it off; what arises while something
is due comes before it, as a battle within a turn does. It is state like any other, so that views, previews and undo
have it. Its entries are open to everybody: what is secret has no place among their fields.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, JsonValue

from domain.language.event import Event, Settled, asked, is_marked, name_of
from domain.language.game import Prompt
from domain.language.refusal import Refused, refusal
from domain.language.table import State, Table, Untold, join

STILL_DUE = refusal("still-due", "First: {due}")


class Due(State):
    """An event that is due, by the name it is recorded by, with the fields that are known, and how many of it."""

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
    """What is due, what arose last standing first.

    It is named by what it is, never by a running number, so that no correction before it gives it another name.
    """

    due: Annotated[dict[str, Due], Untold()] = Field(default_factory=dict, title="")

    def put(self, event: type[Event[Any]] | str, *, must: bool = True, **fields: JsonValue) -> None:
        """Let an event be due, before everything that is due already; for `apply`.

        One of a module that imports this one is put by the name it is recorded by: `put("spark-put-out", seat=…)`.
        """
        name = event if isinstance(event, str) else name_of(event)
        id_ = join((name, *(f"{field}={fields[field]}" for field in sorted(fields))))
        before = self.due.get(id_, Due(event=name, fields=fields, must=False, times=0))
        rest = {other: due for other, due in self.due.items() if other != id_}
        self.due = {id_: Due(event=name, fields=fields, must=must or before.must, times=before.times + 1), **rest}

    def strike(self, topic: str, happened: BaseModel) -> None:
        """Strike off what an event is; nothing where it was not due. The core does, before an event is applied."""
        for id_, due in self.due.items():
            if due.is_met_by(topic, happened):
                due.times -= 1
                if due.times < 1:
                    del self.due[id_]
                return

    def of(self, *events: type[Event[Any]], **fields: JsonValue) -> list[Due]:
        """What is due of some kinds of events, of any where none is named, with these fields known of it."""
        return [due for due in self.due.values() if (not events or due.is_of(*events)) and due.says(**fields)]

    def awaits(self, event: Event[Any]) -> bool:
        """Whether that is due."""
        return any(due.is_met_by(event.topic, event) for due in self.due.values())

    def drop(self, where: Callable[[Due], bool]) -> list[Due]:
        """Take off what need not be done any more, and say what that was; for `apply`."""
        gone = {id_: due for id_, due in self.due.items() if where(due)}
        self.due = {id_: due for id_, due in self.due.items() if id_ not in gone}
        return list(gone.values())


def agenda_of(table: Table) -> Agenda:
    """The agenda that a table keeps; an empty one where its game has none."""
    return next((part for part in vars(table).values() if isinstance(part, Agenda)), Agenda())


def due_prompts(table: Table, events: Mapping[str, type[Event[Any]]]) -> Iterator[Prompt]:
    """What is due at a table as prompts, in the words that its event asks by; by their names, `events` may be due.

    What needs an area that the table does not track waits until it does.
    """
    for due in agenda_of(table).due.values():
        if (cls := events.get(due.event)) and table.tracks(*cls.tracked):
            title = asked(cls, due.fields, table)
            pad = "" if cls.pad in due.fields else cls.pad
            numbers = [*cls.pad_numbers] if pad else []
            opens = _says_more(cls, {**cls.prefilled(table), **due.fields})
            yield Prompt(title, cls, due.must, due.fields, opens=opens, left=title, pad=pad, numbers=numbers)


def _says_more(cls: type[Event[Any]], known: Container[str]) -> bool:
    """Whether somebody still says something: what has to be said, is mostly said, or is on a pad; all else may wait."""
    required = (name for name, info in cls.model_fields.items() if info.is_required() and not is_marked(info, Settled))
    return any(name not in known for name in (*required, *cls.likely, *filter(None, [cls.pad])))


@cache
def events_by_name(base: type[Event[Any]]) -> Mapping[str, type[Event[Any]]]:
    """The events of a game that may be due, by the names they are recorded by, from what they all derive from."""
    own = {name_of(base): base} if base.asks else {}
    return own | {name: cls for special in base.__subclasses__() for name, cls in events_by_name(special).items()}


def still_due(table: Table, base: type[Event[Any]]) -> Iterator[Refused]:
    """Why a table cannot go on: something that must be done first is due, an event that derives from a base."""
    if not agenda_of(table).due:
        return
    for prompt in due_prompts(table, events_by_name(base)):
        if prompt.must:
            yield STILL_DUE(due=prompt.title)
            return


__all__ = ["STILL_DUE", "Agenda", "Due", "agenda_of", "due_prompts", "still_due"]
