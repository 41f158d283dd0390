"""The command `say`: parses a few words as an event, asks for missing fields, and records it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from companion.cli.arguments import named_values, open_view
from companion.cli.base import Call, as_seat, pass_call, root
from companion.cli.completion import campaign_argument
from companion.cli.recording import by, can_ask, command_id, record_confirmed, sure_to_lose
from companion.quick_entry.reading import LATELY, Listener, Reading
from companion.view_context import ViewContext
from domain.framework.refusal import NotFound
from domain.games.missing import ensure_installed
from domain.log.command import Author
from projections.log import topics_lately

_BELOW_ZERO = re.compile(r"^-(?=\d)")


class SpokenWords(click.Command):
    """A click command whose words may be negative numbers instead of options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Replace the hyphen of a negative number by a minus sign, which starts no option."""
        return super().parse_args(ctx, [_BELOW_ZERO.sub("\N{MINUS SIGN}", word) for word in args])


@root.command(cls=SpokenWords, epilog='Example: companion say evening-one "ven dam 2"')
@campaign_argument
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
@click.option("--take", type=click.IntRange(1), metavar="N", help="Choose the Nth reading of the words.")
@click.option("--yes", is_flag=True, help="Record it without asking if the meaning is certain.")
@sure_to_lose
@by
@as_seat
@command_id
@pass_call
def say(
    call: Call,
    campaign: str,
    words: tuple[str, ...],
    take: int | None,
    by: str,
    seat: str | None,
    command_id: str,
    *,
    sure: bool,
    yes: bool,
) -> None:
    """Record what happened, described in a few words.

    Names in any language, their beginnings, pinyin and numbers are understood. The command shows the event as a log
    line and records it when you agree.
    """
    seats = frozenset([seat]) if seat else None
    with open_view(call, campaign, seat) as now:
        found = find_readings(call, now, " ".join(words), Author(seats, by))
    chosen = found[min(take or 1, len(found)) - 1]
    if yes and take is None and chosen.complete and not chosen.sure:
        raise click.UsageError(
            "\n".join(
                ["These words may mean several things. Choose one with --take N:", *lines_of_readings(found, None)]
            )
        )
    if not yes:
        note = [] if can_ask(call) else ["Nothing was recorded. Add --yes to record it."]
        call.print_result("\n".join([*lines_of_readings(found, chosen), *note]), [as_json(one) for one in found])
    if yes or can_ask(call):
        fields = dict(chosen.fields) if yes else ask_for_missing(call, campaign, chosen)
        command = call.services.new_command(command_id, by, "terminal", seats=seats)
        record_confirmed(call, campaign, chosen.event, fields, replace(command, asks=not sure))


def find_readings(call: Call, now: ViewContext, words: str, author: Author) -> Sequence[Reading]:
    """The readings of some words at a table, best first.

    Raises:
        NotFound: the words match nothing.
        RefusedAll: the game is not installed.
    """
    ensure_installed(now.game)
    with call.services.store.reading() as cursor:
        recent = topics_lately(cursor, now.id, LATELY)
    found = Listener(now, author, recent).readings(words)
    if not found:
        raise NotFound("Nothing here matches “{words}”.", words=words)
    return found


def lines_of_readings(found: Sequence[Reading], chosen: Reading | None) -> Iterator[str]:
    """The readings as lines, with the chosen one marked."""
    for number, one in enumerate(found, 1):
        apart = f" ({one.apart})" if one.apart else ""
        open_ = f"  [missing: {', '.join(one.missing)}]" if one.missing else ""
        against = f"  (not now: {one.why_not})" if one.why_not else ""
        yield f"{'→' if one is chosen else ' '} {number}  {one.said}{apart}{open_}{against}"


def as_json(one: Reading) -> dict[str, Any]:
    return {
        "event": one.event,
        "text": one.said,
        "fields": dict(one.fields),
        "missing": list(one.missing),
        "possible": not one.why_not,
        "sure": one.sure,
        "reason": one.why_not or None,
    }


def ask_for_missing(call: Call, campaign: str, chosen: Reading) -> dict[str, Any]:
    """Ask for the missing fields of a reading and for confirmation; returns all its fields.

    Raises:
        click.Abort: the user declined.
    """
    with open_view(call, campaign) as now:
        typed = [f"{name}={click.prompt(name.replace('_', ' '))}" for name in chosen.missing]
        fields = {**chosen.fields, **named_values(chosen.cls, typed, now.table)}
    click.confirm("Record it?", default=True, abort=True)
    return fields
