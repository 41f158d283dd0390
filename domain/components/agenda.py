"""The agenda: events that are due at a table, for the players to record.

A rule that needs an answer first (who defends? which card is lost?) cannot use `follow`; its event puts the next event
on the agenda, with the known fields. Recording that event strikes it off. Something that arises while another event is
due comes first, as a battle within a turn does. The agenda is ordinary state, so views, previews and undo include it.
Everyone can read it, so its fields must not contain secrets.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, JsonValue

from domain.framework.events.event import Event, name_of, question_answered, question_of
from domain.framework.events.marked_fields import is_marked
from domain.framework.events.marks import Settled
from domain.framework.game import Prompt
from domain.framework.refusal import Refused, refusal
from domain.framework.table import NotLogged, State, Table, join_path

STILL_DUE = refusal("still-due", "First: {due}")


class Due(State):
    """An event that is due: its name, its known fields, and how often it is due."""

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

    def has_fields(self, **fields: JsonValue) -> bool:
        """Whether its known fields include all of these, with these values."""
        return all(name in self.fields and self.fields[name] == value for name, value in fields.items())


class Agenda(State):
    """The events that are due, the most recent first.

    A due event's key is made of its name and fields instead of a counter, so that corrections before it do not change
    the key.
    """

    due: Annotated[dict[str, Due], NotLogged()] = Field(default_factory=dict, title="")

    def put(self, event: type[Event[Any]] | str, *, must: bool = True, **fields: JsonValue) -> None:
        """Make an event due, before all others; for `apply`.

        Pass the recorded name instead of the class if its module imports this one: `put("spark-put-out", seat=…)`.
        """
        name = event if isinstance(event, str) else name_of(event)
        id_ = join_path((name, *(f"{field}={fields[field]}" for field in sorted(fields))))
        before = self.due.get(id_, Due(event=name, fields=fields, must=False, times=0))
        rest = {other: due for other, due in self.due.items() if other != id_}
        # First in the mapping: the latest event interrupts the earlier ones.
        self.due = {id_: Due(event=name, fields=fields, must=must or before.must, times=before.times + 1), **rest}

    def strike(self, topic: str, happened: BaseModel) -> None:
        """Remove the due event that an event fulfils, if there is one; called before an event is applied."""
        for id_, due in self.due.items():
            if due.is_met_by(topic, happened):
                due.times -= 1
                if due.times < 1:
                    del self.due[id_]
                return

    def of(self, *events: type[Event[Any]], **fields: JsonValue) -> list[Due]:
        """The due events of some kinds (or of any) whose known fields include these."""
        return [due for due in self.due.values() if (not events or due.is_of(*events)) and due.has_fields(**fields)]

    def awaits(self, event: Event[Any]) -> bool:
        """Whether this event is due."""
        return any(due.is_met_by(event.topic, event) for due in self.due.values())

    def drop(self, where: Callable[[Due], bool]) -> list[Due]:
        """Remove the due events that `where` selects and return them; for `apply`."""
        gone = {id_: due for id_, due in self.due.items() if where(due)}
        self.due = {id_: due for id_, due in self.due.items() if id_ not in gone}
        return list(gone.values())


def agenda_of(table: Table) -> Agenda:
    """The agenda of a table; an empty one if its game has none."""
    return next((part for part in vars(table).values() if isinstance(part, Agenda)), Agenda())


def due_prompts(table: Table, events: Mapping[str, type[Event[Any]]]) -> Iterator[Prompt]:
    """The due events as prompts, titled by their events' questions; `events` are those that may be due, by name.

    An event that needs an untracked area is left out until the table tracks it.
    """
    for due in agenda_of(table).due.values():
        if (cls := events.get(due.event)) and table.tracks(*cls.tracked):
            title = question_of(cls, due.fields, table)
            pad = "" if cls.layout.keypad in due.fields else cls.layout.keypad
            numbers = [*cls.layout.keypad_numbers] if pad else []
            known = {*cls.prefilled(table), *due.fields, pad}
            opens, needs = _says_more(cls, known), [*cls.needed(table, due.fields)]
            yield Prompt(
                title,
                cls,
                due.must,
                due.fields,
                opens_form=opens,
                also_required=needs,
                reminder=title,
                keypad=pad,
                keypad_numbers=numbers,
                question=question_answered(cls, due.fields, table),
            )


def _says_more(cls: type[Event[Any]], known: Container[str]) -> bool:
    """Whether the event needs more than an answer on its pad: a required or usual field that is not known."""
    required = (name for name, info in cls.model_fields.items() if info.is_required() and not is_marked(info, Settled))
    return any(name not in known for name in (*required, *cls.layout.usual))


@cache
def events_by_name(base: type[Event[Any]]) -> Mapping[str, type[Event[Any]]]:
    """The subclasses of a base event that may be due, by recorded name."""
    own = {name_of(base): base} if base.question else {}
    return own | {name: cls for special in base.__subclasses__() for name, cls in events_by_name(special).items()}


def still_due(table: Table, base: type[Event[Any]]) -> Iterator[Refused]:
    """The refusal of an event because a subclass of `base` is due first."""
    if not agenda_of(table).due:
        return
    for prompt in due_prompts(table, events_by_name(base)):
        if prompt.required:
            yield STILL_DUE(due=prompt.title)
            return


__all__ = ["STILL_DUE", "Agenda", "Due", "agenda_of", "due_prompts", "still_due"]
