"""The tournament: its starting player, and the victory points at its end (p54)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marks import Count, Settled
from domain.framework.refusal import Refused, refusal
from domain.games.heroes3 import sections
from domain.games.heroes3.base import HeroesEvent, Living, SeatId, Some, seat_of
from domain.games.heroes3.rounds import COUNT_POINTS, GameEnded
from domain.games.heroes3.state.kinds import DeckCard
from domain.games.heroes3.state.table import Heroes3

SECOND_POINTS, MAIN_POINTS = 2, 4
HELD = ("mine", "settlement", "random-town")
ONLY_IN_TOURNAMENT = refusal(
    "only-in-tournament", "Victory points are counted in a tournament.", rule=sections.TOURNAMENT
)


class PointsGained(NumbersMoved[Heroes3], HeroesEvent):
    title = "Gain victory points"
    help_text = "Victory points that the scenario gives."
    sentence = "{seat} gained {amount|victory point|victory points}"
    heading = "Tournament"
    acting_seat = "seat"
    seat: Living
    amount: Annotated[Some, Gains("seats.{seat}.points")]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode != "tournament":
            yield ONLY_IN_TOURNAMENT()


def points_of(table: Heroes3, id_: str) -> int:
    """The victory points of a player (5.9).

    They count mines and settlements, buildings, half the artifacts, the level, beaten heroes, and the scenario's
    points.
    """
    seat = seat_of(table, id_)
    held = sum(id_ in spot.flags and spot.location in HELD for spot in table.fields.values())
    own = [card for card in seat.cards if DeckCard.of(table, card).kind == "artifact"]
    artifacts = (len(own) + len(seat.removed_artifacts)) // 2
    beaten = SECOND_POINTS * seat.deeds.second_beaten + (MAIN_POINTS if seat.deeds.main_beaten else 0)
    return held + len(seat.buildings) + artifacts + seat.level + beaten + seat.points


class VictoryPointsCounted(HeroesEvent):
    title = "Count victory points"
    help_text = "The end of a tournament: points of all, and who has the most."
    sentence = "Victory points: {points}"
    question = "Count victory points"
    heading = "Tournament"
    points: Annotated[Mapping[SeatId, Count], Settled()] = Field(default_factory=dict)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode != "tournament":
            yield ONLY_IN_TOURNAMENT()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(points={id_: points_of(table, id_) for id_ in table.seats})

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        most = max(self.points.values(), default=0)
        best = tuple(id_ for id_, points in self.points.items() if points == most)
        yield GameEnded(winners=best, reason="victory points")


def points_due(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The count of points, as soon as a tournament ends by its last round or a victory condition (p55)."""
    if table.phase == "turns" and any(due.event == COUNT_POINTS for due in table.agenda.due.values()):
        yield VictoryPointsCounted()
