"""The tournament: its starting player, and the victory points at its end (p54)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import cards_without
from domain.components.numbers import Gains, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Known
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import HeroesEvent, Living, SeatId, Some, seat_of
from domain.games.heroes3.cards.decks import kind_of
from domain.games.heroes3.rounds import GameEnded
from domain.games.heroes3.state.kinds import DeckCard, Small
from domain.games.heroes3.state.table import Heroes3

SECOND_POINTS, MAIN_POINTS = 2, 4
HELD = ("mine", "settlement", "random-town")
ONLY_IN_TOURNAMENT = refusal(
    "only-in-tournament", "Victory points are counted in a tournament.", rule=sections.TOURNAMENT
)
COUNTED_LATER = refusal(
    "points-later",
    "Victory points are counted after the last round, or when a victory condition is met.",
    rule=sections.TOURNAMENT,
)
SAY_POINTS = never(
    "say-points", "Say each player's points for {parts}: they are not known.", rule=sections.TOURNAMENT, asks=True
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


def unknown_points(table: Heroes3) -> Iterator[Text]:
    """The parts of the victory points that are unknown: of untracked areas, and of cards of unknown kind."""
    if not table.tracks("map"):
        yield text("mines and settlements")
    if not table.tracks("towns"):
        yield text("buildings")
    gained = (cards_without(seat.cards, seat.begun_with) for seat in table.seats.values())
    if not table.tracks("cards") or any(not kind_of(table, card) for cards in gained for card in cards):
        yield text("artifacts")


class VictoryPointsCounted(HeroesEvent):
    """Counts the victory points. The players enter those for anything unknown, in addition to the known ones."""

    title = "Count victory points"
    help_text = "The end of a tournament: points of all, and who has the most."
    sentence = "Victory points: {points}"
    question = "Count victory points"
    heading = "Tournament"
    layout = Layout(usual=("more",))
    more: Annotated[
        Mapping[SeatId, Small], Field(max_length=20, title="points of each player for what is not known")
    ] = Field(default_factory=dict)
    points: Annotated[Mapping[SeatId, Count], Settled()] = Field(default_factory=dict)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode != "tournament":
            yield ONLY_IN_TOURNAMENT()
        elif not table.agenda.of(VictoryPointsCounted):
            yield COUNTED_LATER()
        parts = tuple(unknown_points(table))
        if parts and not self.more:
            yield SAY_POINTS(parts=parts)

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        if any(unknown_points(table)):
            yield "more"

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(points={id_: points_of(table, id_) + self.more.get(id_, 0) for id_ in table.seats})

    def apply(self, table: Heroes3) -> None:
        table.points = dict(self.points)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        most = max(self.points.values(), default=0)
        best = tuple(id_ for id_, points in self.points.items() if points == most)
        yield GameEnded(winners=best, reason="victory points")


def points_due(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The count of points, as soon as a tournament ends by its last round or a victory condition (p55).

    If any are unknown, the players enter them.
    """
    if table.phase == "turns" and table.agenda.of(VictoryPointsCounted) and not any(unknown_points(table)):
        yield VictoryPointsCounted()
