"""Movement points: gained by basic moves and cards, spent by moving, and gone at the end of the turn (移动力)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, Sets, Spends, move_numbers, settled_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.event import Layout
from domain.framework.events.marks import Count, Merged, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import HeroId, OdalinEvent, Source, StandingHero, acting_heroes, hero_of, not_at_turn
from domain.games.odalin.combat.conditions import movement_bonus
from domain.games.odalin.state.table import Odalin

TOO_FAR = never(
    "too-far", "{hero} has {have|movement point|movement points} left, not {need}.", rule=sections.MOVEMENT,
    areas=("turns",),
)  # fmt: skip
MOVEMENT_UNKNOWN = never(
    "movement-unknown", "Say first how many movement points {hero} has: a card gave an unknown number.",
    rule=sections.MOVEMENT, asks=True,
)  # fmt: skip
STEPS = range(1, 9)
"""The numbers of points that are buttons."""


class MovementEvent(OdalinEvent):
    heading = "Hero actions"
    tracked = ("turns",)
    during = ("hero turn", "attack", "dungeon")


def points_for(table: Odalin, hero: str, amount: int) -> int:
    """The points that a hero gets for an amount, with what slows or quickens it, which counts once a turn."""
    here = hero_of(table, hero)
    return max(0, amount + movement_bonus(here.conditions) - here.pace)


def keep_pace(table: Odalin, hero: str, points: int, amount: int) -> None:
    """Note how much of what slows or quickens a hero has counted in this turn; for `apply`."""
    hero_of(table, hero).pace += points - amount


class MovementGained(NumbersMoved[Odalin], MovementEvent):
    title = "Gain movement points"
    help_text = "A card gives movement points for this turn; what slows or quickens the hero counts once a turn."
    sentence = "{hero} gained {points|movement point|movement points}[ ({source})]"
    hero: HeroId
    amount: Annotated[int, Field(ge=1, le=30)]
    source: Source = ""
    points: Annotated[Count, Settled(), Gains("heroes.{hero}.movement")] = 0

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return settled_numbers(self.copy_with(points=points_for(table, self.hero, self.amount)), table)

    def apply(self, table: Odalin) -> None:
        move_numbers(table, self)
        keep_pace(table, self.hero, self.points, self.amount)


class Moved(NumbersMoved[Odalin], MovementEvent):
    title = "Move"
    help_text = (
        "A square costs 1 movement point, 2 to leave one next to an enemy, and 1 more into rubble. The movement of an"
        " attack card is used before the attack or after it, not in part."
    )
    sentence = "{hero} used {amount|movement point|movement points}"
    layout = Layout(keypad="amount", keypad_numbers=STEPS)
    hero: StandingHero
    amount: Annotated[
        int,
        Field(ge=1, le=30, title="movement points"),
        Merged(),
        Spends("heroes.{hero}.movement", too_few=TOO_FAR, unknown=MOVEMENT_UNKNOWN),
    ]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table) if table.tracks("turns") else ():
            if left := table.heroes[hero].movement:
                words = text("Move: {count|movement point|movement points} left", count=left)
                yield Offer(words, {"hero": hero}, keypad="amount", keypad_numbers=range(1, min(left, STEPS[-1]) + 1))

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)


class MovementSet(NumbersMoved[Odalin], MovementEvent):
    title = "Say the movement points"
    help_text = "The movement points that a hero has left in this turn, if a card gave a number that is unknown here."
    sentence = "{hero} had {movement|movement point|movement points} left"
    hero: HeroId
    movement: Annotated[int, Field(ge=0, le=30, title="movement points"), Sets("heroes.{hero}.movement")]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table) if table.tracks("turns") else ():
            if table.heroes[hero].movement is None:
                words = text("{hero}: how many movement points?", hero=table.called("heroes", hero))
                yield Offer(words, {"hero": hero}, keypad="movement", keypad_numbers=range(STEPS[-1] + 1))
