"""The board: the current combat, the map, the kingdoms, and the round."""

from collections.abc import Collection, Iterator, Sequence

from domain.framework.events.choice import NOTHING_KNOWN, Known
from domain.framework.text import text
from domain.framework.views.board import Piece, Plan
from domain.framework.views.sheet import Said
from domain.games.heroes3.display.fights import board_plan, combat_piece
from domain.games.heroes3.display.kingdoms import kingdom
from domain.games.heroes3.display.land import map_to_choose, the_map
from domain.games.heroes3.rounds import is_resource_round
from domain.games.heroes3.state.kinds import TimedEvent
from domain.games.heroes3.state.table import Heroes3


def board(table: Heroes3) -> Sequence[Piece]:
    """The pieces of the board from top to bottom; a combat takes the place of the map."""
    now = list(combat_piece(table))
    mapped = [the_map(table)] if table.tracks("map") and not now else []
    return [*now, *mapped, *_round(table), *(kingdom(table, id_) for id_ in table.seats)]


def plan_to_choose(table: Heroes3, kind: str, offered: Collection[str], known: Known = NOTHING_KNOWN) -> Plan | None:
    """The drawing to choose a field or a place on the map, or a space on the combat board; None for other kinds."""
    if kind == "spaces":
        return board_plan(table, table.combat) if table.combat else None
    return map_to_choose(table, kind, offered, known)


def _round(table: Heroes3) -> Iterator[Piece]:
    """The round: its kind, the proclamation of the astrologers, and the victory condition."""
    if table.round:
        yield Piece("round", text("Round {round}", round=table.round), marks=list(_round_marks(table)))


def _round_marks(table: Heroes3) -> Iterator[Said]:
    if is_resource_round(table.round):
        yield text("resource round")
    elif table.round > 1:
        yield text("astrologers' round")
    if table.rounds:
        yield text("the last round is {round}", round=table.rounds)
    if table.proclamation:
        yield text("astrologers: {card}", card=table.called("proclamations", table.proclamation))
    yield from _timed(table)
    if table.event:
        yield text("event: {card}", card=table.called("event-cards", table.event))
    for objective in table.objectives.values():
        yield text("{words}", words=objective.words)
    if table.ends_after:
        yield text("{side} wins when the round ends", side=table.called("sides", table.ends_after))


def _timed(table: Heroes3) -> Iterator[Said]:
    """The timed events of the scenario, from this round on."""
    for id_ in table.ids("timed-events"):
        card = TimedEvent.of(table, id_)
        if card.scenario == table.scenario and card.round is not None and card.round >= table.round:
            yield text("round {round}: {event}", round=card.round, event=table.called("timed-events", id_))
