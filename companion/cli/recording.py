"""Commands that record: record (also into the past), play, undo, redo, amend."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import click
import orjson

from companion.cli.arguments import named_values, open_view
from companion.cli.base import ENTRY, Call, pass_call, root
from companion.cli.complaints import AtLine
from companion.cli.completion import campaign_argument, complete_events, complete_fields
from companion.cli.suggestions import suggest_values
from companion.evenings import start_evening
from companion.log_sentences import (
    ROLLED_LATER,
    UNSEEN,
    AgainstRules,
    Concerned,
    OtherLine,
    Outlook,
    describe_preview,
    end_of_command_text,
    outlook_object,
    say_amendment,
    say_at,
    say_insertion,
)
from companion.previews import preview_amendment, preview_insertion, preview_restoration, preview_withdrawal
from companion.script import Script
from companion.terminal import indent_after_first
from companion.view_context import ViewContext
from domain.campaigns import Receipt
from domain.framework.fields.fields import make_event
from domain.framework.game import event_to_record
from domain.framework.refusal import NotFound, RefusedAll
from domain.framework.text import Tongue
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.correction_plans import amendable_event
from domain.log.corrections import Reach, TableDecision
from domain.log.dependents import Scope, last_command
from domain.log.entries import Entry
from domain.log.losses import LEAVES_UNDONE
from projections.search.public_fields import public_fields

EVENINGS = True
"""Whether the first entry of a day begins the evening, as it does on the pages."""
sure_to_lose = click.option("--sure", is_flag=True, help="Confirm an end that loses something still open.")
by = click.option("--by", default="", metavar="NAME", help="Name of the player who records this.")
bend = click.option("--bend", default="", metavar="REASON", help="Reason to record it against the rules.")
later = click.option("--later", default="", metavar="WHEN", help="When it happened, if it was not now.")
command_id = click.option(
    "--command", "command_id", default="", metavar="ID", help="Id of this command; repeating it records nothing."
)
sure_of_reach = click.option(
    "--sure", is_flag=True, help="Confirm a correction across the end of a session or scenario, or a reveal."
)
preview_only = click.option("--preview", is_flag=True, help="Show the result without recording it.")
choices = (
    click.option(
        "--those", "choice", flag_value="those", help="Also take back the listed entries that become impossible."
    ),
    click.option("--since", "choice", flag_value="since", help="Also take back everything after it."),
    click.option(
        "--drop",
        type=ENTRY,
        multiple=True,
        metavar="N",
        help="Also take back entry N, which could stay; repeatable.",
    ),
)


def decision_options(function: Any) -> Any:
    """Add the options of a decision about later entries to a command with a parameter `decision`."""

    @wraps(function)
    def decided(*args: Any, choice: Reach | None, drop: tuple[int, ...], sure: bool, **rest: Any) -> Any:
        return function(*args, decision=TableDecision(choice, sure, frozenset(drop)), **rest)

    for option in reversed(choices):
        decided = option(decided)
    return decided


@root.command(epilog="Example: companion record evening-one hero-joined-party hero=lunara player=Ana")
@campaign_argument
@click.argument("event", shell_complete=complete_events)
@click.argument("fields", nargs=-1, metavar="[FIELD=VALUE]…", shell_complete=complete_fields)
@click.option("--after", type=ENTRY, metavar="N", help="Insert a forgotten event after entry N.")
@click.option(
    "--sure",
    is_flag=True,
    help="Confirm an end that loses something still open, or a correction across a finished session.",
)
@preview_only
@decision_options
@by
@bend
@later
@command_id
@pass_call
def record(
    call: Call,
    campaign: str,
    event: str,
    fields: tuple[str, ...],
    after: int | None,
    decision: TableDecision,
    by: str,
    bend: str,
    later: str,
    command_id: str,
    *,
    preview: bool,
) -> None:
    """Record an event.

    At the end of a turn, a round or a scenario, the command asks first if something still open would be lost. With
    --after the event is inserted, and everything later is computed as if it had been recorded then; --preview shows the
    result.
    """
    services = call.services
    call.find(campaign)
    if after is None and (decision.reach or decision.flipped or preview):
        raise click.UsageError("--those, --since, --drop and --preview need --after.")
    with open_view(call, campaign) as now:
        cls = event_to_record(now.game, event, now.table)
        values = named_values(cls, fields, now.table, now.tongue)
    command = services.new_command(command_id, by, "terminal", bend, later)
    if after is None:
        with suggest_values(cls, values, now):
            record_confirmed(call, campaign, event, values, replace(command, asks=not decision.sure))
    elif preview:
        print_insertion_preview(call, campaign, after, event, values, command, decision)
    else:
        id_ = call.find(campaign).campaign
        receipt = services.campaigns.insert(id_, after, event, values, command, decision)
        print_receipt(call, campaign, receipt)


def print_insertion_preview(
    call: Call,
    campaign: str,
    after: int,
    event: str,
    values: Mapping[str, Any],
    command: Command,
    decision: TableDecision,
) -> None:
    """Print the preview of an insertion after an entry."""
    with open_view(call, campaign) as now:
        happened = make_event(event_to_record(now.game, event, now.table), values)
        found = preview_insertion(now, after, happened, command, decision)
        print_outlook(call, describe_preview(found, now, decision.flipped, say_insertion(happened, after, now)))


def record_confirmed(call: Call, campaign: str, event: str, values: Mapping[str, Any], command: Command) -> None:
    """Record an event and print it; at a terminal, ask first if something still open would be lost."""
    try:
        evening, receipt = _record_in_evening(call, campaign, event, values, command)
    except RefusedAll as refused:
        if refused.reasons[0].code != LEAVES_UNDONE.code or not can_ask(call):
            raise
        call.print_text(refused.reasons[0].text.render(call.tongue))
        click.confirm("Record it?", abort=True)
        evening, receipt = _record_in_evening(call, campaign, event, values, replace(command, asks=False))
    print_receipt(call, campaign, receipt, evening)


def _record_in_evening(
    call: Call, campaign: str, event: str, values: Mapping[str, Any], command: Command
) -> tuple[int, Receipt]:
    """Record an event, starting a session first if it is the first event of a day.

    Returns the position at which the session started, 0 if none did, and the receipt of the event.
    """
    id_, campaigns, evening = call.find(campaign).campaign, call.services.campaigns, None
    with campaigns.open(id_) as live:
        if EVENINGS:
            happened = make_event(event_to_record(live.game, event, live.table), values)
            evening = start_evening(call.services, live, [happened], command, lambda: _players_here(call, live))
        receipt = campaigns.record(id_, event, values, command)
    return (evening.entries[-1].position if evening else 0), receipt


def _players_here(call: Call, campaign: Campaign) -> tuple[str, ...]:
    """The players of an evening that begins: those whose phones were here lately, and those without a phone."""
    from companion.web.pages.people.evenings import players_here  # noqa: PLC0415 - the web framework takes long to load
    from companion.web.visitors.guests import Guests  # noqa: PLC0415

    return players_here(campaign, Guests(call.services.settings.guests))


def can_ask(call: Call) -> bool:
    """Whether the user can be asked, at a terminal."""
    return not call.as_json and sys.stdin.isatty() and sys.stdout.isatty()


def print_receipt(call: Call, campaign: str, receipt: Receipt, evening: int = 0) -> None:
    """Print the recorded entries, with consequences indented, and how to undo the `evening` that began before them."""
    with open_view(call, campaign) as now:
        lines = [_entry_line(entry, say_at(entry.position, now)) for entry in receipt.entries]
        data = {
            "campaign": receipt.campaign,
            "repeated": receipt.repeated,
            "entries": [_entry_object(e, now) for e in receipt.entries],
        }
    if evening:
        lines.append(f"The evening began with it. To take that back: companion undo {campaign} {evening}")
        data["evening"] = evening
    call.print_result("\n".join(lines), data)


def last_shared_entry(receipt: Receipt) -> int:
    """The last entry that a new branch shares with its parent."""
    return int(receipt.entries[-1].fields["entry"])


def note_moved_branch(call: Call, at: int | None, receipt: Receipt) -> None:
    """Print on stderr that a branch ends later than requested, at the end of a command."""
    end = last_shared_entry(receipt)
    if at not in (None, end) and not call.as_json:
        click.echo(end_of_command_text(at, end).render(call.tongue), err=True)


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
@campaign_argument
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@pass_call
def play(call: Call, campaign: str, file: Path) -> None:
    """Record a file of events, one {"event": …, field: …} per line.

    It stops at the first refusal and names the line; the lines before it stay recorded. Blank lines are skipped.

    A line may also be {"undo": ENTRY, "scope": "consequence"}, {"redo": true}, {"amend": ENTRY, field: …},
    {"insert": ENTRY, "event": …, field: …} or {"branch": NAME, "at": ENTRY}. All of them may have "by", "bend",
    "later", "choice", "sure", "flipped" and "command"; an event's field with one of these names goes inside "with":
    {field: …}.
    """
    if str(file) != "-" and not file.is_file():
        raise NotFound("There is no file “{file}”.", file=file.name)
    script = Script(call.services, call.find(campaign).campaign, asks=True)
    with click.open_file(str(file), "rb") as stream:
        recorded = _record_lines(call, script, stream)
    call.print_result(f"Recorded {recorded} {'line' if recorded == 1 else 'lines'}.", {"lines": recorded})


def _record_lines(call: Call, script: Script, stream: Iterable[bytes]) -> int:
    """Record the lines of a file and return how many there were.

    Raises:
        AtLine: a line failed.
    """
    recorded = 0
    for number, text in enumerate(stream, 1):
        if not text.strip():
            continue
        try:
            line = _parse_document(text)
            receipt = script.line(line)
        except Exception as wrong:
            raise AtLine(number, text, recorded) from wrong
        if "branch" in line:
            note_moved_branch(call, line.get("at"), receipt)
        recorded += 1
    return recorded


def _parse_document(text: bytes) -> Mapping[str, Any]:
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError:
        document = None
    if not isinstance(document, dict):
        raise click.UsageError("The line is not a JSON object.")
    return document


@root.command(epilog="Example: companion undo evening-one 12 --preview")
@campaign_argument
@click.argument("entry", type=ENTRY, required=False)
@preview_only
@sure_of_reach
@decision_options
@click.option("--consequence", is_flag=True, help="Take back only this consequence, not the entry that caused it.")
@by
@command_id
@pass_call
def undo(
    call: Call,
    campaign: str,
    entry: int | None,
    decision: TableDecision,
    by: str,
    command_id: str,
    *,
    consequence: bool,
    preview: bool,
) -> None:
    """Take back the last command, or any entry, with its consequences.

    A consequence is taken back with the entry that caused it.
    """
    if consequence and entry is None:
        raise click.UsageError("Name the entry: --consequence takes back a single consequence.")
    services = call.services
    scope: Scope = "consequence" if consequence else "entry"
    if preview:
        with open_view(call, campaign) as now:
            target = last_command(now.campaign) if entry is None else entry
            scope = "command" if entry is None else scope
            found = preview_withdrawal(now, target, decision, scope)
            print_outlook(call, describe_preview(found, now, decision.flipped))
        return
    id_ = call.find(campaign).campaign
    command = services.new_command(command_id, by, "terminal")
    print_receipt(call, campaign, services.campaigns.undo(id_, entry, command, decision, scope))


def print_outlook(call: Call, found: Outlook, goes: str = "Taken back:") -> None:
    """Print a preview."""
    tongue = call.tongue
    more = [f"and {found.going - len(found.goes)} more"] if found.going > len(found.goes) else []
    parts: list[tuple[str, Sequence[str]]] = [
        ("Your correction:", [f"  {found.asked}"]) if found.asked else (goes, [*map(_numbered, found.goes), *more]),
        ("Changed:", [f"{_numbered(one)} → {_said_then(one, tongue)}" for one in found.otherwise]),
        ("Added:", [f"  after {_numbered(one).lstrip()}{_rolled_mark(one.rolled, tongue)}" for one in found.added]),
        ("No longer follows:", [_numbered(one) for one in found.lapsed]),
        ("Also counts again:", [_numbered(one) for one in found.returned]),
        ("Stays against the rules (--drop takes it back):", [_with_reasons(one) for one in found.bent]),
        ("Taken back because it is no longer possible:", [_with_reasons(one) for one in found.dropped]),
        ("Still to decide:", [f"  {title}" for title in found.still_open]),
        ("On the table:", [f"  {change}" for change in found.changes]),
        ("Crosses:", [f"  {end}" for end in found.crosses]),
        ("Already revealed to everyone:", [f"  {shown}" for shown in found.turned_over]),
    ]
    lines = ["\n".join([title, *lines]) for title, lines in parts if lines]
    call.print_result("\n".join([*lines, *([UNSEEN.render(tongue)] if found.hides else [])]), outlook_object(found))


def _numbered(one: Concerned) -> str:
    return f"{one.position:>5}  {one.said}"


def _with_reasons(one: AgainstRules) -> str:
    return f"{_numbered(one)}: {' '.join(one.reasons)}"


def _said_then(one: OtherLine, tongue: Tongue) -> str:
    """The sentence of an entry after the correction; unknown if its outcome is still to be rolled."""
    return ROLLED_LATER.render(tongue) if one.rolled else one.now


def _rolled_mark(rolled: bool, tongue: Tongue) -> str:
    return f"  [{ROLLED_LATER.render(tongue)}]" if rolled else ""


@root.command(epilog="Example: companion redo evening-one")
@campaign_argument
@click.argument("entry", type=ENTRY, required=False)
@preview_only
@sure_of_reach
@decision_options
@by
@command_id
@pass_call
def redo(
    call: Call,
    campaign: str,
    entry: int | None,
    decision: TableDecision,
    by: str,
    command_id: str,
    *,
    preview: bool,
) -> None:
    """Restore the command that was taken back last, or any entry."""
    if preview and entry is None:
        raise click.UsageError("Name the entry that --preview should restore.")
    services, id_ = call.services, call.find(campaign).campaign
    command = services.new_command(command_id, by, "terminal")
    if preview and entry is not None:
        with open_view(call, campaign) as now:
            found = preview_restoration(now, entry, decision)
            print_outlook(call, describe_preview(found, now, decision.flipped), "Counts again:")
    elif entry is None:
        print_receipt(call, campaign, services.campaigns.redo(id_, command))
    else:
        print_receipt(call, campaign, services.campaigns.restore(id_, entry, command, decision))


@root.command(epilog="Example: companion amend evening-one 12 amount=3")
@campaign_argument
@click.argument("entry", type=ENTRY)
@click.argument("fields", nargs=-1, required=True, metavar="FIELD=VALUE…", shell_complete=complete_fields)
@preview_only
@sure_of_reach
@decision_options
@by
@bend
@command_id
@pass_call
def amend(
    call: Call,
    campaign: str,
    entry: int,
    fields: tuple[str, ...],
    decision: TableDecision,
    by: str,
    bend: str,
    command_id: str,
    *,
    preview: bool,
) -> None:
    """Correct an entry in place: we wrote 2, it was 3."""
    services = call.services
    command = services.new_command(command_id, by, "terminal", bend)
    with open_view(call, campaign) as now:
        changes = named_values(type(amendable_event(now.campaign, entry)), fields, now.table, now.tongue)
        if preview:
            found = preview_amendment(now, entry, changes, command, decision)
            asked = say_amendment(found, amendable_event(now.campaign, entry), changes, entry, now)
            print_outlook(call, describe_preview(found, now, decision.flipped, asked))
            return
        id_ = now.campaign.id
    print_receipt(call, campaign, services.campaigns.amend(id_, entry, changes, command, decision))
