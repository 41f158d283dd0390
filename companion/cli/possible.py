"""The commands `events`, with whether each is possible now, and `kinds` of cards."""

from collections.abc import Iterable, Mapping
from typing import Any

import click

from companion.api_objects import choice_objects, event_object, possibility_object
from companion.cli.arguments import game_of, named_values, open_view
from companion.cli.base import Call, as_seat, pass_call, root
from companion.cli.columns import align_columns
from companion.cli.completion import (
    complete_events,
    complete_fields,
    complete_games,
    complete_games_and_campaigns,
    complete_kinds,
)
from companion.quick_entry.possible import refusals_for_seats
from companion.view_context import ViewContext
from domain.framework.cards.kinds import no_kind
from domain.framework.events.choice import NOTHING_KNOWN, Known
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.game import AnyGame, event_named
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.games import BY_KEY

OPTIONS = 12
"""The maximum of a field's values that are listed."""


@root.command(epilog="Example: companion events evening-one keyword-written")
@click.argument("of", metavar="GAME|CAMPAIGN", shell_complete=complete_games_and_campaigns)
@click.argument("event", required=False, shell_complete=complete_events)
@click.argument("fields", nargs=-1, metavar="[FIELD=VALUE]…", shell_complete=complete_fields)
@as_seat
@pass_call
def events(call: Call, of: str, event: str | None, fields: tuple[str, ...], seat: str | None) -> None:
    """List the events of a game, or the fields of one EVENT.

    For a campaign, show whether they are possible now, or why not. With FIELD=VALUE, show the options of the other
    fields.
    """
    if of in BY_KEY:
        game = BY_KEY[of]
        chosen = [event_named(game, event)] if event else game.by_name.values()
        rows = [describe_event(cls, game.new_table(), event, fields) for cls in chosen]
    else:
        call.look_up(of, BY_KEY)
        with open_view(call, of, seat) as now:
            chosen = [event_named(now.game, event)] if event else now.game.offered(now.table).values()
            rows = [
                describe_event(cls, now.table, event, fields) | describe_possibility(cls, now, fields) for cls in chosen
            ]
    output = _detail_lines(rows[0]) if event else _overview_lines(rows)
    shown = [{name: value for name, value in row.items() if name != "told"} for row in rows]
    call.print_result("\n".join(output), shown[0] if event else shown)


def describe_event(cls: type[Event[Any]], table: Table, event: str | None, words: Iterable[str] = ()) -> dict[str, Any]:
    """An event as an object: its name and help text; with its fields if it was named."""
    row = event_object(cls)
    if not event:
        return row
    values = named_values(cls, words, table)
    known = known_of(cls, table, values)
    schema = cls.model_json_schema() | {"description": cls.help_text}
    detail = [
        (f"  {field.name}", "" if field.required else "optional", accepted_values(field, table, known))
        for field in fields_of(cls)
    ]
    choices = choice_objects(cls, table, values)
    return row | {"during": list(cls.during), "schema": schema, "choices": choices, "told": detail}


def describe_possibility(cls: type[Event[Any]], now: ViewContext, words: Iterable[str] = ()) -> dict[str, Any]:
    """Whether an event may be recorded now with the known fields, as an object.

    The answer depends only on what the seat can see; a spectator may record for every seat.
    """
    seats, values = now.viewer.seats or None, named_values(cls, words, now.table)
    return possibility_object(refusals_for_seats(cls, values, now, seats), now.tongue)


def _overview_lines(rows: list[dict[str, Any]]) -> list[str]:
    return align_columns((row["event"], row["about"] + _why_not(row)) for row in rows)


def _why_not(row: Mapping[str, Any]) -> str:
    return f"  (not now: {row['reasons'][0]['message']})" if row.get("reasons") else ""


def _detail_lines(row: Mapping[str, Any]) -> list[str]:
    output = [f"{row['event']}: {row['about']}", f"  says: {row['says']}"]
    if "possible" in row:
        output.append(
            "  possible now" if row["possible"] else "  not now: " + " ".join(r["message"] for r in row["reasons"])
        )
    return [*output, "", *align_columns(row["told"])] if row["told"] else output


def accepted_values(field: FieldInfo, table: Table, known: Known) -> str:
    """A description of the values that a field accepts."""
    options = list(field.options(table, known))
    if not options:
        given = field.choice.given if field.choice else ()
        return in_words(field.shape) + (f", given {' and '.join(given)}" if given else "")
    named = " | ".join(options[:OPTIONS]) + (f" | … ({len(options)})" if len(options) > OPTIONS else "")
    match field.shape:
        case ListShape():
            several = "some of"
        case MappingShape(listed=True):
            several = "lines like “3x name”, @FILE with such lines, a=1,b=2 or JSON, of"
        case MappingShape():
            several = f"a=1,b=2 or JSON, {in_words(field.shape.of)} for each of"
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


@root.command(epilog="Example: companion kinds agemonia items")
@click.argument("game", shell_complete=complete_games)
@click.argument("kind", required=False, shell_complete=complete_kinds)
@pass_call
def kinds(call: Call, game: str, kind: str | None) -> None:
    """List the kinds of cards of a game, or the fields of one kind."""
    found, call.voice.game = game_of(game), game
    if kind is None:
        rows = [{"kind": name, "fields": list(card.model_fields)} for name, card in found.kinds.items()]
        call.print_result("\n".join(align_columns((row["kind"], ", ".join(row["fields"])) for row in rows)), rows)
    elif kind in found.kinds:
        print_kind(call, found, kind)
    else:
        raise Misfit({"kind": no_kind(kind, found.kinds)})


def print_kind(call: Call, game: AnyGame, kind: str) -> None:
    """Print a kind of content with the labels and accepted values of its fields."""
    card, table = game.kinds[kind], game.new_table()
    fields = fields_of(card)
    lines = align_columns(
        (f"  {field.name}", call.tongue.translate(field.label), accepted_values(field, table, NOTHING_KNOWN))
        for field in fields
    )
    data = {
        "kind": kind,
        "fields": [_field_object(field, call) for field in fields],
        "schema": card.model_json_schema(),
    }
    call.print_result("\n".join([f"{kind}: {len(list(table.ids(kind)))}", "", *lines]), data)


def _field_object(field: FieldInfo, call: Call) -> dict[str, Any]:
    return {"name": field.name, "label": call.tongue.translate(field.label)}
