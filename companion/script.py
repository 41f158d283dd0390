"""Scripts: lines of events and corrections, recorded in order; used by `play` and the demos."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, get_args

from companion.services import Services
from domain.campaigns import Receipt
from domain.framework.fields.fields import printable_name
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text
from domain.log.command import Command
from domain.log.corrections import Reach, TableDecision
from domain.log.dependents import Scope
from projections.local_time import local_time

VERBS = ("insert", "event", "amend", "undo", "redo", "branch")
"""The verbs of a line; the first one present counts, because a later one may be the name of an event's field."""
ABOUT = ("by", "bend", "later", "command", "time", "device", "choice", "sure", "flipped")
"""Keys of a line that are not fields of its event."""
TELLING = ("insert", "event", "amend")
"""The verbs of lines that also have fields of an event."""
WITH = "with"
"""The key for fields of an event whose names are also keys of a line."""


class Script:
    """Records lines on one campaign.

    A line is `{"event": name, field: …}`, `{"undo": entry, "scope": …}` (null: the last command), `{"redo": true}`
    (or an entry), `{"amend": entry, field: …}`, `{"insert": entry, "event": name, field: …}` (after the command of the
    entry) or `{"branch": name, "at": entry}`; any of them may have the keys in `ABOUT`. A field of the same name as one
    of these goes inside `{"event": name, "with": {field: …}}`.

    With `asks`, an event that ends a moment with something left undone is refused unless the line is `sure`.
    """

    def __init__(self, services: Services, campaign: str, *, asks: bool = False) -> None:
        self._services = services
        self._asks = asks
        self._campaign = campaign

    def line(self, line: Mapping[str, Any]) -> Receipt:
        """Record one line.

        Raises:
            Misfit, RefusedAll, NotFound: as the command of that line.
        """
        verb = next((verb for verb in VERBS if verb in line), "")
        fields = {name: value for name, value in line.items() if name not in (*ABOUT, verb)}
        if verb in TELLING and isinstance(fields.get(WITH), Mapping):
            fields |= fields.pop(WITH)
        if faults := dict(_faults_of_line(verb, line, fields)):
            raise Misfit(faults)
        campaigns, id_, what, command = self._services.campaigns, self._campaign, line[verb], self._command(line)
        decision = TableDecision(line.get("choice"), line.get("sure", False), frozenset(line.get("flipped", ())))
        match verb:
            case "amend":
                return campaigns.amend(id_, what, fields, command, decision)
            case "insert":
                name = fields.pop("event", "")
                return campaigns.insert(id_, what, name, fields, command, decision)
            case "undo":
                return campaigns.undo(id_, what, command, decision, fields.get("scope", "entry"))
            case "redo" if what is True:
                return campaigns.redo(id_, command)
            case "redo":
                return campaigns.restore(id_, what, command, decision)
            case "branch":
                return campaigns.branch(id_, what, fields.get("at"), self._services.find_campaign(id_).key, command)
        return campaigns.record(id_, what, fields, replace(command, asks=self._asks and not decision.sure))

    def _command(self, line: Mapping[str, Any]) -> Command:
        made = self._services.new_command(*(line.get(key, "") for key in ("command", "by", "device", "bend", "later")))
        return _at_time(made, line["time"]) if "time" in line else made


def _at_time(command: Command, time: str) -> Command:
    """A command at the time that its line gives, with the day and offset of this computer's clock at that time."""
    moment = local_time(time)
    offset = moment.utcoffset() if moment else None
    minutes = None if offset is None else offset // timedelta(minutes=1)
    return replace(command, time=time, day=moment.date().isoformat() if moment else "", offset=minutes)


def _faults_of_line(verb: str, line: Mapping[str, Any], fields: Mapping[str, Any]) -> "list[tuple[str, Text]]":
    """The faults of a line; the fields of events are validated by the events."""
    if not verb:
        return [("", text("A line must start with one of: {verbs}.", verbs=VERBS))]
    takes = {"branch": ("at",), "undo": ("scope",), "redo": ()}.get(verb)
    odd = [] if takes is None else [name for name in fields if name not in takes]
    unknown = [
        (
            printable_name(n),
            text("there is no field {field}; the fields are: {fields}", field=printable_name(n), fields=takes),
        )
        for n in odd
    ]
    wrong = [name for name in (verb, "at", "scope", *ABOUT) if name in line and not _fits(name, line[name], verb)]
    return unknown + [(name, _say_wrong(name, verb)) for name in wrong]


def _say_wrong(name: str, verb: str) -> Text:
    """The fault of a key with an invalid value, which may be meant as a field of the event."""
    if verb in TELLING and name in ABOUT:
        said = text("{field}: that does not fit. If it is a field of the event, put it inside “{key}”.")
        return said.copy_with(field=name, key=WITH)
    return text("{field}: that does not fit", field=name)


def _fits(name: str, value: Any, verb: str) -> bool:
    match name:
        case "amend" | "insert":
            return type(value) is int
        case "undo":
            return value is None or type(value) is int
        case "at":
            return verb != "branch" or value is None or type(value) is int
        case "scope":
            return verb != "undo" or value in get_args(Scope)
        case "redo":
            return value is True or type(value) is int
        case "sure":
            return type(value) is bool
        case "flipped":
            return isinstance(value, list) and all(type(entry) is int for entry in value)
        case "choice":
            return value is None or value in get_args(Reach)
    return isinstance(value, str)
