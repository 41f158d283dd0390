"""What heroes are worth: attributes, training, health, and the damage of a duel (C-26 to C-28)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from domain.games.runewars import sections
from domain.games.runewars.base import RunewarsEvent
from domain.games.runewars.state.heroes import Hero, living
from domain.games.runewars.state.kinds import Attribute, HeroCard
from domain.games.runewars.state.table import ATTRIBUTES, Runewars
from domain.language.event import Choice, Line
from domain.language.refusal import Refused, never, refusal

MOST_TRAINING = 2
"""What training adds to an attribute at most, and what one action of training brings (训练)."""

HERO_ROUTED = refusal(
    "hero-routed", "{hero} is routed: no move, no duel, no quest until spring.", rule=sections.QUEST_PHASE
)
ATTRIBUTE_FULL = never("attribute-full", "{attribute} of {hero} already has +2.", rule=sections.TRAINING)


class HeroEvent(RunewarsEvent):
    area_of_play = "Heroes"
    tracked: ClassVar[tuple[str, ...]] = ("heroes",)


def heroes_in_play(table: Runewars) -> list[str]:
    return living(table.heroes)


def heroes_of(table: Runewars, seat: str) -> list[str]:
    return living(table.heroes, seat)


def held(table: Runewars, hero: str) -> list[str]:
    """The rewards of a hero, face down and face up; a blank for each that is hidden, or not written down."""
    return [*table.hero(hero).rewards, *table.hero(hero).shown]


HeroId = Annotated[str, Choice("heroes", heroes_in_play)]
"""A hero in play."""
OwnHero = Annotated[str, Choice("heroes", heroes_of, given=("seat",))]
"""A hero that follows the seat."""
AnyHero = Annotated[str, Choice("heroes")]
"""A hero that the rules name."""
AttributeId = Annotated[Attribute, Choice("attributes")]
Held = Annotated[Line, Choice("rewards", held, given=("hero",), free=True)]
"""A reward that a hero holds, by its name; one that nobody wrote down is named as it is turned over."""


def attribute_value(table: Runewars, hero: str, attribute: Attribute) -> int | None:
    """What a hero tests with: what is printed, and training (C-26); None where nobody typed it in."""
    card = HeroCard.of(table, hero)
    printed: Mapping[Attribute, int | None] = {
        "strength": card.strength,
        "agility": card.agility,
        "wisdom": card.wisdom,
    }
    base = printed[attribute]
    return None if base is None else base + table.hero(hero).training.get(attribute, 0)


def room_for(hero: Hero, attribute: Attribute) -> int:
    """How much training an attribute still takes."""
    return max(0, MOST_TRAINING - hero.training.get(attribute, 0))


def points_due(hero: Hero) -> int:
    """How many points one action of training brings: two, or what is left (C-27)."""
    return min(MOST_TRAINING, sum(room_for(hero, attribute) for attribute in ATTRIBUTES))


def overtrained(table: Runewars, hero: str, points: Mapping[Attribute, int]) -> Iterator[Refused]:
    """Why attributes do not take so much training."""
    for attribute, more in points.items():
        if more > room_for(table.hero(hero), attribute):
            name = table.called("attributes", attribute)
            yield ATTRIBUTE_FULL(attribute=name, hero=table.called("heroes", hero))


def train(hero: Hero, attribute: Attribute, more: int) -> None:
    """Training goes on the hero's card, never more than fits; for `apply`."""
    hero.training[attribute] = min(MOST_TRAINING, hero.training.get(attribute, 0) + more)


def health_left(table: Runewars, hero: str) -> int | None:
    """What a hero can still take; None where nobody typed in their health."""
    health = HeroCard.of(table, hero).health
    return None if health is None else max(0, health - table.hero(hero).damage)


def is_doomed(table: Runewars, hero: str) -> bool:
    """Whether a hero has taken all the damage they can."""
    return health_left(table, hero) == 0


def duel_damage(dealt: int, prevented: int) -> int:
    """The damage that a side takes in a round of a duel (C-28)."""
    return max(0, dealt - prevented)


def ask_no_more(table: Runewars, hero: str) -> None:
    """What was asked of a hero falls with them; for `apply`."""
    table.agenda.drop(lambda due: due.says(hero=hero))


def if_routed(table: Runewars, hero: str) -> Iterator[Refused]:
    if table.hero(hero).routed:
        yield HERO_ROUTED(hero=table.called("heroes", hero))
