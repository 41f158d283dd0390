"""Scripts: lines of events and corrections, recorded one after the other; what `play` and the demo run."""

from collections.abc import Mapping
from typing import Any

from companion.desk import Desk
from domain.campaign import Command
from domain.campaigns import Receipt

ABOUT = ("by", "bend", "later", "command", "time", "device", "choice", "sure")
"""Keys of a line that are not fields of its event."""


class Script:
    """Records lines on one campaign.

    A line is `{"event": name, field: …}`, `{"undo": entry}` (null: the last command), `{"redo": true}`,
    `{"amend": entry, field: …}` or `{"branch": name, "at": entry}`; the keys of `ABOUT` go with any.
    """

    def __init__(self, desk: Desk, campaign: str) -> None:
        self._desk = desk
        self._campaign = campaign

    def line(self, line: Mapping[str, Any]) -> Receipt:
        """Record one line.

        Raises:
            Misfit, RefusedAll, NotFound: as the command it is.
        """
        fields = {name: value for name, value in line.items() if name not in (*ABOUT, "event", "undo", "redo", "amend")}
        campaigns, command = self._desk.campaigns, self._command(line)
        choice, sure = line.get("choice"), bool(line.get("sure", False))
        if "undo" in line:
            return campaigns.undo(self._campaign, line["undo"], command, choice, sure)
        if "redo" in line:
            return campaigns.redo(self._campaign, command)
        if "amend" in line:
            return campaigns.amend(self._campaign, line["amend"], fields, command, choice, sure)
        if "branch" in line:
            parent = self._desk.find(self._campaign)
            return campaigns.branch(self._campaign, line["branch"], line.get("at"), parent.key, command)
        return campaigns.record(self._campaign, str(line.get("event", "")), fields, command)

    def _command(self, line: Mapping[str, Any]) -> Command:
        made = self._desk.command(*(str(line.get(key, "")) for key in ("command", "by", "device", "bend", "later")))
        return (
            Command(made.id, line["time"], made.actor, made.device, made.bend, made.later) if "time" in line else made
        )
