"""Activations in one tap: who defends, and the boost icons, or all it comes to where a number is not known."""

from collections.abc import Iterator

from domain.games.champions.enemies.at_once import EnemyActivated, as_process
from domain.games.champions.enemies.course import damage_of, defense_unknown, kind_of, status_against, value_of
from domain.games.champions.enemies.defending import could_defend, player_of, unable
from domain.games.champions.state.processes import Activation, Activity
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt
from domain.language.shown.board import made
from domain.language.shown.sheet import Said
from domain.language.text import Text, text

ICONS = range(4)
"""Boost icons that one tap tells; more are said in the form."""
VALUES = range(8)
"""What an activation comes to, told in one tap where nobody typed in the number on the card."""


def against(table: Champions, enemy: str, seat: str, kind: Activity | None = None) -> Text:
    """What an enemy does, and against whom; what the form of that player makes of it, unless a kind is said."""
    said: dict[str, Said] = {"enemy": table.called("enemies", enemy), "seat": table.called("identities", seat)}
    if (kind or kind_of(table, seat)) == "attack":
        return text("{enemy} attacks {seat}", **said)
    return text("{enemy} schemes against {seat}", **said)


def ways(table: Champions, enemy: str, seat: str, title: Text, **more: str) -> Iterator[Prompt]:
    """The ways an activation mostly goes: nobody defends, or somebody of the player who is attacked does."""
    fields = {"enemy": enemy, "seat": seat, **more}
    yield way(table, EnemyActivated(enemy=enemy, seat=seat), title, fields, left=title)
    if kind_of(table, seat) == "scheme" or status_against(table, enemy, "attack"):
        return
    for defender in could_defend(table):
        event = made(EnemyActivated, enemy=enemy, seat=seat, defender=defender)
        if event and player_of(table, defender) == seat and not any(unable(table, defender)):
            told = text("{defender} defends", defender=table.called("characters", defender))
            yield way(table, event, told, {**fields, "defender": defender})
    if not table.tracks("allies"):
        yield Prompt(text("An ally defends"), EnemyActivated, fields=fields, needs=("defender",))


def way(
    table: Champions, event: EnemyActivated, said: Text, fields: dict[str, str], left: Text | None = None
) -> Prompt:
    """One of them, with the number that is still to be said on keys."""
    process = as_process(table, event)
    asked, field = question(table, event, process)
    if field and process.kind == "attack" and not event.defender:
        said = text("{activation}, nobody defends", activation=said)
    return Prompt(
        text("{activation}: {asked}", activation=said, asked=asked),
        EnemyActivated,
        fields=fields,
        needs=("value",) if field == "value" else (),
        left=left,
        pad=field,
        numbers={"boost": ICONS, "value": VALUES}.get(field, ()),
    )


def question(table: Champions, event: EnemyActivated, process: Activation) -> tuple[Text, str]:
    """What is still to be said, and in which field; what comes of it where nothing is."""
    value = value_of(table, process)
    if status := status_against(table, event.enemy, process.kind):
        return text("{status} is discarded", status=table.called("statuses", status)), ""
    if defense_unknown(table, process):
        return text("how much is left, DEF taken off?"), "value"
    if value is None:
        return text("how much, boost icons and all?") if event.enemy == VILLAIN else text("how much?"), "value"
    if event.enemy == VILLAIN:
        return text("{value}, and how many boost icons?", value=value), "boost"
    if process.kind == "attack":
        return text("{damage} damage", damage=damage_of(table, process, value)), ""
    return text("{threat} threat", threat=value), ""


__all__ = ["ICONS", "VALUES", "against", "ways"]
