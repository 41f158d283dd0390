"""The command `kinds`: the kinds of content of a game, and what stands on a card of each."""

from typing import Any

import click

from companion.cli.base import Call, line, root
from companion.cli.columns import aligned
from companion.cli.given import game_of
from companion.cli.possible import takes
from domain.event import NOTHING_KNOWN
from domain.fields import FieldInfo, fields_of
from domain.game import AnyGame
from domain.kinds import no_kind
from domain.refusal import Misfit


@root.command(epilog="Example: companion kinds agemonia items")
@click.argument("game")
@click.argument("kind", required=False)
@line
def kinds(call: Call, game: str, kind: str | None) -> None:
    """What may stand on the cards of a game, or on those of one kind."""
    found, call.voice.game = game_of(game), game
    if kind is None:
        rows = [{"kind": name, "fields": list(card.model_fields)} for name, card in found.kinds.items()]
        call.say("\n".join(aligned((row["kind"], ", ".join(row["fields"])) for row in rows)), rows)
    elif kind in found.kinds:
        one(call, found, kind)
    else:
        raise Misfit({"kind": no_kind(kind, found.kinds)})


def one(call: Call, game: AnyGame, kind: str) -> None:
    """A kind with its fields: what each is called, and what it takes."""
    card, table = game.kinds[kind], game.new_table()
    fields = fields_of(card)
    lines = aligned(
        (f"  {field.name}", call.tongue.translate(field.label), takes(field, table, NOTHING_KNOWN)) for field in fields
    )
    data = {"kind": kind, "fields": [_field(field, call) for field in fields], "schema": card.model_json_schema()}
    call.say("\n".join([f"{kind}: {len(list(table.ids(kind)))}", "", *lines]), data)


def _field(field: FieldInfo, call: Call) -> dict[str, Any]:
    return {"name": field.name, "label": call.tongue.translate(field.label)}
