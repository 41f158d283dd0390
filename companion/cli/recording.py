"""Commands that record: record, play, undo, redo, amend."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import orjson

from companion.cli.base import ENTRY, Call, pass_call, root
from companion.cli.complaints import AtLine
from companion.cli.given import named_values, open_view
from companion.script import Script
from companion.telling import AgainstRules, Outlook, describe_preview, outlook_object, say_at
from companion.terminal import indent_after_first
from companion.view_context import ViewContext
from domain.campaigns import Receipt
from domain.language.game import event_named
from domain.language.refusal import NotFound
from domain.log.corrections import Chosen, amendable_event, preview_amendment, preview_withdrawal
from domain.log.entries import Entry
from domain.log.reach import Scope, last_command
from projections.search.told import public_fields

by = click.option("--by", default="", metavar="NAME", help="Who records this.")
bend = click.option("--bend", default="", metavar="REASON", help="Why a refusal does not hold here.")
later = click.option("--later", default="", metavar="WHEN", help="That this happened before, and when.")
command_id = click.option("--command", "command_id", default="", metavar="ID", help="The same id twice records once.")
choices = [
    click.option("--alone", "choice", flag_value="alone", help="This alone, whatever becomes of later entries."),
    click.option("--those", "choice", flag_value="those", help="This, and what would no longer be possible."),
    click.option("--since", "choice", flag_value="since", help="This and everything since."),
]


def correction_options(function: Any) -> Any:
    """Add the options of a correction to a command."""
    for option in (
        *reversed(choices),
        click.option("--sure", is_flag=True, help="Across a finished session or scenario, or a reveal."),
        click.option("--mend", is_flag=True, help="Put later outcomes right that would be others then."),
    ):
        function = option(function)
    return function


@root.command(epilog="Example: companion record evening-one hero-joined-party hero=lunara player=Ana")
@click.argument("campaign")
@click.argument("event")
@click.argument("fields", nargs=-1, metavar="[FIELD=VALUE]…")
@by
@bend
@later
@command_id
@pass_call
def record(
    call: Call, campaign: str, event: str, fields: tuple[str, ...], by: str, bend: str, later: str, command_id: str
) -> None:
    """Record that something happened."""
    services = call.services
    id_ = call.find(campaign).campaign
    with open_view(call, campaign) as now:
        values = named_values(event_named(now.game, event), fields, now.table, now.tongue)
    print_receipt(
        call,
        campaign,
        services.campaigns.record(id_, event, values, services.new_command(command_id, by, "terminal", bend, later)),
    )


def print_receipt(call: Call, campaign: str, receipt: Receipt) -> None:
    """Print what was recorded, consequences indented."""
    with open_view(call, campaign) as now:
        lines = [_entry_line(entry, say_at(entry.position, now)) for entry in receipt.entries]
        data = {
            "campaign": receipt.campaign,
            "repeated": receipt.repeated,
            "entries": [_entry_object(e, now) for e in receipt.entries],
        }
    call.print_result("\n".join(lines), data)


def _entry_line(entry: Entry, words: str) -> str:
    deep = "  " if entry.cause else ""
    return f"{entry.position:>5}  {deep}{indent_after_first(words, 7 + len(deep))}"


def _entry_object(entry: Entry, now: ViewContext) -> dict[str, Any]:
    return {
        "entry": entry.position,
        "event": entry.topic,
        "text": say_at(entry.position, now),
        "fields": public_fields(now.game, entry.topic, entry.fields),
        "cause": entry.cause,
        "bent": entry.bent,
    }


@root.command(epilog="Example: companion play evening-one evening.jsonl; - reads what is piped in")
@click.argument("campaign")
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@pass_call
def play(call: Call, campaign: str, file: Path) -> None:
    """Record a file of events, one {"event": …, field: …} a line.

    It stops at the first refusal and names the line; what came before stays recorded. Blank lines are skipped.

    A line may also be {"undo": ENTRY}, {"redo": true}, {"amend": ENTRY, field: …} or {"branch": NAME, "at": ENTRY};
    "by", "bend", "later", "choice", "sure" and "command" go with any; a field of an event that is called like one of
    these is said in "with": {field: …}.
    """
    if str(file) != "-" and not file.is_file():
        raise NotFound("There is no file “{file}”.", file=file.name)
    script = Script(call.services, call.find(campaign).campaign)
    with click.open_file(str(file), "rb") as stream:
        recorded = _record_lines(script, stream)
    call.print_result(f"Recorded {recorded} {'line' if recorded == 1 else 'lines'}.", {"lines": recorded})


def _record_lines(script: Script, stream: Iterable[bytes]) -> int:
    """Record the lines of a file; returns how many there were.

    Raises:
        AtLine: one of them did not work.
    """
    recorded = 0
    for number, text in enumerate(stream, 1):
        if not text.strip():
            continue
        try:
            script.line(_parse_document(text))
        except Exception as wrong:
            raise AtLine(number, text, recorded) from wrong
        recorded += 1
    return recorded


def _parse_document(text: bytes) -> Mapping[str, Any]:
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError:
        document = None
    if not isinstance(document, dict):
        raise click.UsageError("That line is not a JSON object.")
    return document


@root.command(epilog="Example: companion undo evening-one 12 --preview")
@click.argument("campaign")
@click.argument("entry", type=ENTRY, required=False)
@correction_options
@click.option("--preview", is_flag=True, help="Show what it would do, and do nothing.")
@by
@command_id
@pass_call
def undo(
    call: Call,
    campaign: str,
    entry: int | None,
    choice: Chosen | None,
    by: str,
    command_id: str,
    *,
    sure: bool,
    mend: bool,
    preview: bool,
) -> None:
    """Take back the last command, or any entry, with what it caused."""
    services = call.services
    if preview:
        with open_view(call, campaign) as now:
            target = last_command(now.campaign) if entry is None else entry
            scope: Scope = "command" if entry is None else "entry"
            print_outlook(
                call, describe_preview(preview_withdrawal(now.campaign, target, choice or "alone", scope), now)
            )
        return
    id_ = call.find(campaign).campaign
    command = services.new_command(command_id, by, "terminal")
    print_receipt(call, campaign, services.campaigns.undo(id_, entry, command, choice, sure, mend))


def print_outlook(call: Call, found: Outlook) -> None:
    """Print a preview."""
    more = [f"and {found.going - len(found.goes)} more"] if found.going > len(found.goes) else []
    parts: list[tuple[str, Sequence[str]]] = [
        ("Goes:", [*(f"{position:>5}  {said}" for position, said in found.goes), *more]),
        ("Would no longer be possible:", [_with_reasons(one) for one in found.refused]),
        ("Counts again, though the rules refuse it now:", [_with_reasons(one) for one in found.counts_anyway]),
        (
            "On the table:" if not found.refused else "On the table, this alone:",
            [f"  {change}" for change in found.alone],
        ),
        ("On the table, those too:", [f"  {change}" for change in found.those] if found.refused else []),
        ("Reaches across:", [f"  {end}" for end in found.crosses]),
        ("Would come out otherwise:", [f"{o.position:>5}  {o.said} → {o.now}" for o in found.otherwise]),
        ("Everybody has seen it:", [f"  {shown}" for shown in found.turned_over]),
    ]
    call.print_result("\n".join("\n".join([title, *lines]) for title, lines in parts if lines), outlook_object(found))


def _with_reasons(one: AgainstRules) -> str:
    return f"{one.position:>5}  {one.said}: {' '.join(one.reasons)}"


@root.command(epilog="Example: companion redo evening-one")
@click.argument("campaign")
@click.argument("entry", type=ENTRY, required=False)
@correction_options
@by
@command_id
@pass_call
def redo(
    call: Call,
    campaign: str,
    entry: int | None,
    choice: Chosen | None,
    by: str,
    command_id: str,
    *,
    sure: bool,
    mend: bool,
) -> None:
    """Restore what was last taken back; or any entry that was."""
    services, id_ = call.services, call.find(campaign).campaign
    command = services.new_command(command_id, by, "terminal")
    if entry is None:
        print_receipt(call, campaign, services.campaigns.redo(id_, command))
    else:
        print_receipt(call, campaign, services.campaigns.restore(id_, entry, command, choice, sure, mend))


@root.command(epilog="Example: companion amend evening-one 12 amount=3")
@click.argument("campaign")
@click.argument("entry", type=ENTRY)
@click.argument("fields", nargs=-1, required=True, metavar="FIELD=VALUE…")
@correction_options
@click.option("--preview", is_flag=True, help="Show what it would do, and do nothing.")
@by
@bend
@command_id
@pass_call
def amend(
    call: Call,
    campaign: str,
    entry: int,
    fields: tuple[str, ...],
    choice: Chosen | None,
    by: str,
    bend: str,
    command_id: str,
    *,
    sure: bool,
    mend: bool,
    preview: bool,
) -> None:
    """Put an entry right where it stands: we wrote 2, it was 3."""
    services = call.services
    command = services.new_command(command_id, by, "terminal", bend)
    with open_view(call, campaign) as now:
        changes = named_values(type(amendable_event(now.campaign, entry)), fields, now.table, now.tongue)
        if preview:
            print_outlook(
                call,
                describe_preview(
                    preview_amendment(now.campaign, entry, changes, command, services.campaigns.chance), now
                ),
            )
            return
        id_ = now.campaign.id
    print_receipt(call, campaign, services.campaigns.amend(id_, entry, changes, command, choice, sure, mend))
