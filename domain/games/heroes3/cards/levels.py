"""Experience and levels (等级效果, p21)."""

from typing import Annotated, Self

from domain.games.heroes3.base import HeroesEvent, Living, Source, seat_of
from domain.games.heroes3.state.seat import MOST_XP
from domain.games.heroes3.state.table import Heroes3
from domain.language.chance import Chance
from domain.language.event import Count, Settled, Sums
from domain.language.moves import Moves


class ExperienceGained(HeroesEvent):
    area_of_play = "Experience"
    title = "Gain experience"
    help_text = "The main hero learns; every second point is a level."
    says = "{seat} gained {gained} experience[, {source}]"
    seat: Living
    amount: Annotated[Count, Sums()] = 1
    source: Source = ""
    gained: Annotated[Count, Settled(), Sums(), Moves("seats.{seat}.xp")] = 0

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.but(gained=min(self.amount, MOST_XP - seat_of(table, self.seat).xp))

    def apply(self, table: Heroes3) -> None:
        seat_of(table, self.seat).xp += self.gained
