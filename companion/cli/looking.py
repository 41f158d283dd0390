"""Commands that look: events, state, why, prompts, log, recap, replay, diff, sheet."""

import sys
from collections.abc import Mapping
from typing import Any

import click
import orjson

from companion.cli.base import Line, line, root
from companion.cli.open import here
from companion.here import Here
from companion.telling import moves, told_changes, told_line
from domain.campaigns import event_named
from domain.event import Event
from domain.game import Prompt, Viewer
from domain.games import BY_KEY
from domain.refusal import NotFound
from domain.table import as_json, compare, look, split
from domain.text import say
from projections import log
from projections.documents import SHEET_FORMATS, render_sheets


@root.command()
@click.argument("of", metavar="GAME|CAMPAIGN")
@click.argument("event", required=False)
@line
def events(call: Line, of: str, event: str | None) -> None:
    """The events of a game, or of one with its fields; for a campaign, whether it is possible now, or why not."""
    if of in BY_KEY:
        game = BY_KEY[of]
        chosen = [event_named(game, event)] if event else list(game.by_name.values())
        rows = [_event(cls, detailed=event is not None) for cls in chosen]
    else:
        with here(call, of) as now:
            game = now.game
            chosen = [event_named(game, event)] if event else list(game.by_name.values())
            rows = [_event(cls, detailed=event is not None) | _possible(cls, now) for cls in chosen]
    call.say("\n".join(_told(row) for row in rows), rows[0] if event else rows)


def _event(cls: type[Event[Any]], *, detailed: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "event": cls.topic.rpartition(".")[2],
        "topic": cls.topic,
        "says": cls.says,
        "about": (cls.__doc__ or "").strip().splitlines()[0],
    }
    return row | {"during": list(cls.during), "schema": cls.model_json_schema()} if detailed else row


def _possible(cls: type[Event[Any]], now: Here) -> dict[str, Any]:
    reasons = [reason.as_json(now.tongue) for reason in now.campaign.table.gate(cls.during)]
    return {"possible": not reasons, "reasons": reasons}


def _told(row: Mapping[str, Any]) -> str:
    why = f"  (not now: {row['reasons'][0]['message']})" if row.get("reasons") else ""
    first = f"{row['event']:<36} {row['about']}{why}"
    if "schema" not in row:
        return first
    required = row["schema"].get("required", [])
    fields = [
        f"  {name}{'' if name in required else ' (optional)'}: {_shape(shape)}"
        for name, shape in row["schema"]["properties"].items()
    ]
    return "\n".join([first, f"  says: {row['says']}", *fields])


def _shape(shape: Mapping[str, Any]) -> str:
    if "anyOf" in shape:
        return " or ".join(_shape(part) for part in shape["anyOf"] if part.get("type") != "null")
    if "enum" in shape:
        return " | ".join(map(str, shape["enum"]))
    bounds = "".join(
        f" {name} {shape[name]}" for name in ("minimum", "maximum", "maxLength", "pattern") if name in shape
    )
    return f"{shape.get('type', 'value')}{bounds}"


@root.command()
@click.argument("campaign")
@click.argument("path", default="")
@click.option("--at", type=int, metavar="ENTRY", help="As it was after an entry.")
@click.option("--as", "seat", metavar="SEAT", help="As this seat sees it.")
@line
def state(call: Line, campaign: str, path: str, at: int | None, seat: str | None) -> None:
    """The table as it stands, or the part of it at a path."""
    with here(call, campaign, seat) as now:
        table = now.table if at is None else now.seen(now.campaign.at(at))
        value = as_json(look(table, split(path)))
    call.say(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode(), value)


@root.command()
@click.argument("campaign")
@click.argument("path")
@line
def why(call: Line, campaign: str, path: str) -> None:
    """The entries that moved a value, oldest first."""
    with here(call, campaign) as now:
        found = moves(path, now)
    rows = [{"entry": m.position, "time": m.time, "text": m.said, "before": m.before, "after": m.after} for m in found]
    told = [f"{m.position:>5}  {m.before:>6} → {m.after:<6} {m.said}" for m in found]
    call.say("\n".join(told) or "Nothing has moved it yet.", rows)


@root.command()
@click.argument("campaign")
@click.option("--as", "seat", metavar="SEAT")
@line
def prompts(call: Line, campaign: str, seat: str | None) -> None:
    """What comes next: musts and mays."""
    with here(call, campaign, seat) as now:
        found = now.campaign.prompts(Viewer(seat))
        rows = [_prompt(prompt, now) for prompt in found]
    told = [f"{'→' if row['must'] else ' '} {row['title']}  ({row['event']}{row['given']})" for row in rows]
    call.say("\n".join(told), [{k: v for k, v in row.items() if k != "given"} for row in rows])


def _prompt(prompt: Prompt, now: Here) -> dict[str, Any]:
    return {
        "title": prompt.title.render(now.tongue),
        "event": prompt.event.topic.rpartition(".")[2],
        "must": prompt.must,
        "fields": dict(prompt.fields),
        "given": "".join(f" {name}={value}" for name, value in prompt.fields.items()),
    }


@root.command(name="log")
@click.argument("campaign")
@click.option("--session", type=int, metavar="N", help="Of one session.")
@click.option("--search", default="", metavar="TEXT", help="Lines with these words.")
@line
def log_(call: Line, campaign: str, session: int | None, search: str) -> None:
    """The log, the oldest line first; what was taken back is struck through."""
    with here(call, campaign) as now, call.desk.store.reading() as cursor:
        found = log.lines(cursor, now.id, log.Wanted(session=session, search=search))
        rows = [log.as_json(shown) | {"text": told_line(shown, now)} for shown in found]
        told = [_line(shown, now) for shown in found]
    call.say("\n".join(told), rows)


def _line(shown: log.Line, now: Here) -> str:
    words = told_line(shown, now)
    marks = [
        f"bent: {shown.reason}" if shown.reason else "",
        f"recorded later: {shown.later}" if shown.later else "",
        f"by {shown.actor}" if shown.actor else "",
    ]
    tail = "".join(f"  [{mark}]" for mark in marks if mark)
    body = f"~~{words}~~" if shown.struck else words
    return f"{shown.position:>5}  {'  ' if shown.cause else ''}{body}{tail}"


@root.command()
@click.argument("campaign")
@line
def recap(call: Line, campaign: str) -> None:
    """What happened last time, and what it changed."""
    with here(call, campaign) as now, call.desk.store.reading() as cursor:
        session = now.table.sitting.number if now.table.sitting else now.table.sittings
        found = log.lines(cursor, now.id, log.Wanted(session=session or None))
        told = [told_line(shown, now) for shown in found if shown.counts and shown.cause is None]
        first = found[0].position - 1 if found else 0
        changes = told_changes(compare(now.seen(now.campaign.at(first)), now.table), now)
    title = f"Session {session}" if session else "So far"
    body = [
        title,
        *(f"  {words}" for words in told),
        "",
        "On the table since then",
        *(f"  {change}" for change in changes),
    ]
    call.say("\n".join(body), {"session": session or None, "log": told, "changes": changes})


@root.command()
@click.argument("campaign")
@click.option("--session", type=int, metavar="N", help="Only one session.")
@click.option("--from", "start", type=int, default=1, metavar="ENTRY")
@line
def replay(call: Line, campaign: str, session: int | None, start: int) -> None:
    """Step through the log: what each entry said and what it changed. Enter for the next, q to stop."""
    with here(call, campaign) as now, call.desk.store.reading() as cursor:
        found = [s for s in log.lines(cursor, now.id, log.Wanted(session=session)) if s.counts and s.position >= start]
        rows = [{"entry": s.position, "text": told_line(s, now)} for s in found]
        if call.as_json:
            call.say("", rows)
            return
        _play(found, now)


def _play(found: list[log.Line], now: Here) -> None:
    """Show one entry after the other; without a keyboard all at once."""
    place, before = ("", 0, ""), now.campaign.at(max(0, found[0].position - 1)) if found else now.table
    for shown in found:
        here_now = (f"Session {shown.session}" if shown.session else "", shown.round, shown.step)
        if here_now != place:
            step = say(now.table.steps.get(shown.step, shown.step), now.tongue)
            click.echo("\n" + " · ".join(part for part in (here_now[0], f"round {shown.round}", step) if part))
            place = here_now
        click.echo(_line(shown, now))
        after = now.campaign.at(shown.position)
        for change in told_changes(compare(now.seen(before), now.seen(after)), now):
            click.echo(f"           {change}")
        before = after
        if sys.stdin.isatty() and click.getchar() in ("q", "Q", "\x1b"):
            return


@root.command()
@click.argument("campaign")
@click.argument("a", type=int)
@click.argument("b", type=int)
@line
def diff(call: Line, campaign: str, a: int, b: int) -> None:
    """What changed between two entries, in words."""
    with here(call, campaign) as now:
        changes = compare(now.seen(now.campaign.at(a)), now.seen(now.campaign.at(b)))
        told = told_changes(changes, now)
    rows = [{"path": c.path, "before": c.before, "after": c.after} for c in changes]
    call.say("\n".join(told) or "Nothing changed.", rows)


@root.command()
@click.argument("campaign")
@click.argument("sheet", required=False)
@click.option("--at", type=int, metavar="ENTRY", help="As it was after an entry.")
@click.option("--format", "form", type=click.Choice(list(SHEET_FORMATS)), default="text", show_default=True)
@click.option("--as", "seat", metavar="SEAT")
@line
def sheet(call: Line, campaign: str, sheet: str | None, at: int | None, form: str, seat: str | None) -> None:
    """A save sheet, or all of them."""
    with here(call, campaign, seat) as now:
        table = now.table if at is None else now.seen(now.campaign.at(at))
        found = [s for s in now.game.sheets(table) if sheet in (None, s.key)]
        known = tuple(s.key for s in now.game.sheets(table))
        if not found:
            raise NotFound("There is no sheet “{sheet}”. The sheets are: {known}.", sheet=sheet, known=known)
        drawn = render_sheets(found, "json" if call.as_json else form, call.tongue, table.name)
    sys.stdout.buffer.write(drawn if form == "pdf" else drawn.rstrip() + b"\n")
