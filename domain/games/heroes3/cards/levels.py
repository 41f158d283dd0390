"""Experience and levels of main heroes: the gains of each new level, in order (等级效果, p21)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Count, Line, Merged, Occasion, Settled
from domain.framework.refusal import Refused
from domain.games.heroes3.base import HeroesEvent, Living, Some, Source, seat_of
from domain.games.heroes3.cards.decks import gain_card
from domain.games.heroes3.cards.handling import EXPERT_USES
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.state.kinds import HeroBoard
from domain.games.heroes3.state.seat import level_at
from domain.games.heroes3.state.table import Heroes3

SEARCHING = (2, 3, 5, 7)
SPECIALTY_OF = {4: 1, 6: 2}
"""The specialty of a hero that a level brings; the first one is in the deck from the start."""


class LevelEvent(HeroesEvent):
    heading = "Experience"


class ExperienceGained(NumbersMoved[Heroes3], LevelEvent):
    """Adds experience up to level VII. The victory over an azure unit brings all that is missing to it (5.1, 5.2)."""

    title = "Gain experience"
    help_text = "The main hero learns: every second point is a level, up to VII."
    sentence = "{seat} gained {gained} experience[, {source}]"
    seat: Living
    amount: Annotated[Some, Merged(), Gains("seats.{seat}.xp", took="gained")] = 1
    source: Source = ""
    gained: Annotated[Count, Settled(), Merged()] = 0

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        now = seat_of(table, self.seat).xp
        for reached in range(level_at(now - self.gained) + 1, level_at(now) + 1):
            yield LevelReached(seat=self.seat, level=reached)


class LevelReached(LevelEvent):
    title = "Reach a level"
    help_text = "A level brings a search of two abilities, or the next specialty."
    sentence = "{seat} reached level {level}[, and gained {card}][{searches|: look at two abilities, and keep one}]"
    log = LogRole(memorable=True)
    automatic = True
    seat: Living
    level: Count
    card: Annotated[Line | None, Settled(), Choice("cards")] = None
    searches: Annotated[bool, Settled(), Field(title="two abilities are looked at, on the table")] = False

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        specialties = HeroBoard.of(table, seat_of(table, self.seat).hero).specialties
        number = SPECIALTY_OF.get(self.level, len(specialties))
        card = specialties[number] if number < len(specialties) else None
        return self.copy_with(card=card, searches=self.level in SEARCHING and not table.tracks("cards"))

    def apply(self, table: Heroes3) -> None:
        if not table.tracks("cards"):
            return
        if self.level in SEARCHING:
            table.agenda.put(SearchBegun, seat=self.seat, deck="ability", count=2)
        elif self.level in SPECIALTY_OF:
            gain_card(table, self.seat, self.card or "")


class ExpertUsed(LevelEvent):
    """Spends an expert use at a table that does not track cards; otherwise playing the card spends it."""

    title = "Use an expert effect"
    help_text = "One of the expert uses of this round is spent."
    sentence = "{seat} used an expert effect[, of {source}]"
    acting_seat = "seat"
    limits = {EXPERT_USES: {}}
    seat: Living
    source: Occasion = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from EXPERT_USES.reasons(table, self.seat)

    def apply(self, table: Heroes3) -> None:
        seat_of(table, self.seat).experts += 1


class EmpoweredTokensGained(NumbersMoved[Heroes3], LevelEvent):
    title = "Gain empowered ability tokens"
    help_text = "Some scenarios give tokens, by which a new ability is taken as its empowered copy."
    sentence = "{seat} gained {amount|empowered ability token|empowered ability tokens}[, {source}]"
    tracked = ("cards",)
    seat: Living
    amount: Annotated[Some, Merged(), Gains("seats.{seat}.empowered")] = 1
    source: Source = ""
