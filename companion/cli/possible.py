"""The command `events`: what can be recorded, and for a campaign whether it is possible now."""

from collections.abc import Iterable, Mapping
from typing import Any

import click

from companion.cli.base import Call, line, root
from companion.cli.columns import aligned
from companion.cli.given import here
from companion.here import Here
from domain.campaigns import event_named
from domain.event import Event, choices_of, name_of
from domain.fields import FieldInfo, fields_of, make
from domain.games import BY_KEY
from domain.log.tracking import untracked
from domain.refusal import Refused, never
from domain.shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)
from domain.table import Table

NOTHING_TO_CHOOSE = never("nothing-to-choose", "Nothing to choose from yet: {kind}.")
OPTIONS = 12
"""So many values of a field are named."""


@root.command(epilog="Example: companion events evening-one keyword-written")
@click.argument("of", metavar="GAME|CAMPAIGN")
@click.argument("event", required=False)
@line
def events(call: Call, of: str, event: str | None) -> None:
    """The events of a game; with EVENT, that one with its fields.

    For a campaign also whether it is possible now, or why not.
    """
    if of in BY_KEY:
        game = BY_KEY[of]
        chosen = [event_named(game, event)] if event else game.by_name.values()
        rows = [described(cls, game.new_table(), event) for cls in chosen]
    else:
        with here(call, of) as now:
            chosen = [event_named(now.game, event)] if event else now.game.offered(now.table).values()
            rows = [described(cls, now.table, event) | possible(cls, now) for cls in chosen]
    told = _details(rows[0]) if event else _overview(rows)
    shown = [{name: value for name, value in row.items() if name != "told"} for row in rows]
    call.say("\n".join(told), shown[0] if event else shown)


def described(cls: type[Event[Any]], table: Table, event: str | None) -> dict[str, Any]:
    """An event's name and words; with its fields if it alone was asked for."""
    row: dict[str, Any] = {
        "event": name_of(cls),
        "topic": cls.topic,
        "says": cls.says,
        "about": cls.help_text,
    }
    if not event:
        return row
    schema = cls.model_json_schema() | {"description": cls.help_text}
    told = [(f"  {field.name}", "" if field.required else "optional", takes(field, table)) for field in fields_of(cls)]
    return row | {"during": list(cls.during), "schema": schema, "told": told}


def possible(cls: type[Event[Any]], now: Here) -> dict[str, Any]:
    """Whether an event may be recorded now, as far as that can be said before its fields are known."""
    reasons = [reason.as_json(now.tongue) for reason in _against(cls, now)]
    return {"possible": not reasons, "reasons": reasons}


def _against(cls: type[Event[Any]], now: Here) -> Iterable[Refused]:
    if not any(field.is_required() for field in cls.model_fields.values()):
        return now.campaign.refusals(make(cls, {}))
    gates = [*untracked(now.game, cls, now.campaign.table)] or now.campaign.table.gate(cls.during)
    return [*gates, *_nothing_to_choose(cls, now.campaign.table)]


def _nothing_to_choose(cls: type[Event[Any]], table: Table) -> Iterable[Refused]:
    """A field that needs one of what the table has none of."""
    for name, choice in choices_of(cls).items():
        info = cls.model_fields[name]
        if info.is_required() and not choice.free and info.annotation is str and not list(choice.ids(table)):
            yield NOTHING_TO_CHOOSE(kind=choice.kind)


def _overview(rows: list[dict[str, Any]]) -> list[str]:
    return aligned((row["event"], row["about"] + _why_not(row)) for row in rows)


def _why_not(row: Mapping[str, Any]) -> str:
    return f"  (not now: {row['reasons'][0]['message']})" if row.get("reasons") else ""


def _details(row: Mapping[str, Any]) -> list[str]:
    told = [f"{row['event']}: {row['about']}", f"  says: {row['says']}"]
    if "possible" in row:
        told.append(
            "  possible now" if row["possible"] else "  not now: " + " ".join(r["message"] for r in row["reasons"])
        )
    return [*told, "", *aligned(row["told"])] if row["told"] else told


def takes(field: FieldInfo, table: Table) -> str:
    """What a field takes, in words."""
    options = list(field.options(table))
    if not options:
        return in_words(field.shape)
    named = " | ".join(options[:OPTIONS]) + (f" | … ({len(options)})" if len(options) > OPTIONS else "")
    match field.shape:
        case ListShape():
            several = "some of"
        case MappingShape():
            several = f"JSON, {in_words(field.shape.of)} for each of"
        case _:
            several = "one of"
    return f"{several}: {named}" + (", or any text" if field.chosen and field.chosen.free else "")


def in_words(shape: FieldShape) -> str:
    match shape:
        case NumberShape(least=least, most=most):
            return "a number" + (f", {least} to {most}" if least is not None and most is not None else "")
        case TextShape(longest=longest) | ChoiceShape(longest=longest):
            return "text" + (f", at most {longest} characters" if longest is not None else "")
        case YesNoShape():
            return "true or false"
        case ListShape(of=of):
            return f"a list, a,b or JSON, of {in_words(of)}"
        case MappingShape():
            return "names with values, JSON"
        case ScalarShape(kinds=kinds):
            return " or ".join(dict.fromkeys(in_words(kind) for kind in kinds))
    return "a value"
