"""Commands that show the table: state, why, prompts, diff, sheet."""

import sys
from typing import Any

import click

from companion.api_objects import move_object, prompt_object
from companion.cli.arguments import as_command_words, open_view
from companion.cli.base import ENTRY, Call, as_seat, pass_call, root
from companion.cli.columns import align_columns
from companion.cli.completion import campaign_argument
from companion.log_sentences import record_of, say_changes, visible_changes
from companion.quick_entry.option_matches import Offers
from companion.terminal import indent_after_first, json_text, strip_controls
from companion.value_history import Move, moves_of_value
from companion.view_context import ViewContext
from domain.framework.refusal import NotFound
from domain.framework.table import as_json, split_path, value_at
from domain.framework.text import text
from domain.framework.views.sheet import Sheet
from projections.documents.export import SHEET_FORMATS, render_sheets
from projections.log import Wanted, select_lines_until_now

at_entry = click.option("--at", type=ENTRY, metavar="ENTRY", help="Show the state after this entry instead of now.")


@root.command(epilog="Example: companion state evening-one heroes.lunara --at 12")
@campaign_argument
@click.argument("path", default="")
@at_entry
@as_seat
@pass_call
def state(call: Call, campaign: str, path: str, at: int | None, seat: str | None) -> None:
    """Show the table, or the part of it at a path."""
    with open_view(call, campaign, seat) as now:
        value = as_json(value_at(now.at(at), split_path(path)))
    call.print_result(json_text(value), value)


@root.command(epilog="Example: companion why evening-one factions.gramask.reputation")
@campaign_argument
@click.argument("path")
@pass_call
def why(call: Call, campaign: str, path: str) -> None:
    """List the entries that changed a value, oldest first."""
    with open_view(call, campaign) as now:
        found = moves_of_value(path, now)
    rows = [move_object(move) for move in found]
    output = align_columns(
        ((m.address, m.before, "→", m.after, indent_after_first(_said_of_move(m, now), 4)) for m in found), right=(0, 1)
    )
    call.print_result("\n".join(output) or "This value has not changed yet.", rows)


def _said_of_move(move: Move, now: ViewContext) -> str:
    """The sentence of a move, with the correction that changed or added its line."""
    by = text("by correction {entry}", entry=move.by).render(now.tongue)
    return f"{move.said}  [{by}]" if move.by else move.said


@root.command(epilog="Example: companion prompts evening-one --as Ana")
@campaign_argument
@as_seat
@pass_call
def prompts(call: Call, campaign: str, seat: str | None) -> None:
    """Show what can be recorded next: musts (→), mays, what the board offers (·).

    Each line ends with the arguments that record it.
    """
    with open_view(call, campaign, seat) as now:
        offers = Offers(now)
        prompts, acts = now.campaign.prompts(now.viewer), now.campaign.board_acts(now.viewer)
        rows = [
            shown | {"on_board": on_board, "typed": as_command_words(prompt.event, shown["fields"])}
            for on_board, found in ((False, prompts), (True, acts))
            for prompt in found
            for shown in [prompt_object(prompt, now, offers)]
        ]
    output = align_columns((_sign_of_prompt(row), row["title"], _command_of_prompt(row)) for row in rows)
    call.print_result("\n".join(output) or "There is nothing to record next.", rows)


def _sign_of_prompt(row: dict[str, Any]) -> str:
    if row["on_board"]:
        return "·"
    return "→" if row["must"] else " "


def _command_of_prompt(row: dict[str, Any]) -> str:
    """The arguments that record a prompt, with the missing fields."""
    open_ = f"  [missing: {', '.join(row['missing'])}]" if row["missing"] else ""
    return f"{row['typed']}{open_}"


@root.command(epilog="Example: companion diff evening-one 12 40")
@campaign_argument
@click.argument("a", type=ENTRY)
@click.argument("b", type=ENTRY)
@pass_call
def diff(call: Call, campaign: str, a: int, b: int) -> None:
    """Describe what changed between two entries."""
    with open_view(call, campaign) as now:
        changes = visible_changes(now.campaign.at(a), now.campaign.at(b), now)
        sentences = say_changes(changes, now, now.table)
    rows = [
        {"path": c.path, "before": c.before, "after": c.after, "text": words}
        for c, words in zip(changes, sentences, strict=True)
    ]
    call.print_result("\n".join(indent_after_first(words, 2) for words in sentences) or "Nothing changed.", rows)


@root.command(epilog="Example: companion sheet evening-one party --format pdf > party.pdf")
@campaign_argument
@click.argument("sheet", required=False)
@at_entry
@click.option("--format", "form", type=click.Choice(list(SHEET_FORMATS)), default="text", show_default=True)
@as_seat
@pass_call
def sheet(call: Call, campaign: str, sheet: str | None, at: int | None, form: str, seat: str | None) -> None:
    """Print a save sheet, or all of them."""
    form = "json" if call.as_json else form
    if form == "pdf" and sys.stdout.isatty():
        raise click.UsageError("A PDF cannot be shown in a terminal. Add: > sheet.pdf")
    with open_view(call, campaign, seat) as now:
        with call.services.store.reading() as cursor:
            log_lines = select_lines_until_now(cursor, now.campaign, Wanted(before=at and at + 1))
        every = [*now.game.sheets(now.at(at)), *record_of(log_lines, now)]
        drawn = render_sheets(_wanted_sheets(every, sheet), form, call.tongue, now.on_paper(at), now.one_language)
    if form == "pdf":
        click.echo(drawn, nl=False)
    else:
        click.echo(strip_controls(drawn.decode().rstrip()))


def _wanted_sheets(sheets: Any, key: str | None) -> list[Sheet]:
    """The sheet with a key, or all.

    Raises:
        NotFound: no sheet has the key.
    """
    found = [sheet for sheet in sheets if key in (None, sheet.key)]
    if key is not None and not found:
        known = tuple(sheet.key for sheet in sheets)
        raise NotFound("There is no sheet “{sheet}”. The sheets are: {known}.", sheet=key, known=known)
    return found
