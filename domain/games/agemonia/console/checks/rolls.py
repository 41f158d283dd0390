"""A roll that is being made: its dice, rerolls, and what it comes to with stamina and gems."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.campaign.gems import AchievementGemSpent, InspirationGemSpent, no_gem, no_inspiration
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaSpent, too_little_stamina
from domain.games.agemonia.console.checks.dice import (
    ACTION_DIE,
    EXTRA,
    MOST_STAMINA,
    ActionFace,
    ActionFaces,
    roll,
    sides,
    stamina_faces,
    unknown_die,
    worth,
    wrong_count,
)
from domain.games.agemonia.console.turns.skills import Act, working
from domain.games.agemonia.figures import Small, capped
from domain.games.agemonia.state.scenario import Modifier, Roll
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Occasion, Settled
from domain.language.refusal import Refused, never

NO_ROLL = never("no-roll", "Nobody rolls now.", rule=sections.ACTIVE_CHECKS)
ROLL_OPEN = never(
    "roll-open", "A roll is not over yet: say what it comes to, or put its dice away.", rule=sections.HERO_TURNS
)
ROLLED = never("rolled", "The dice of this roll lie on the table.", rule=sections.ACTIVE_CHECKS)
NO_SUCH_FACE = never("no-such-face", "No die shows that.", rule=sections.ACTIVE_CHECKS)
NOT_ROLLED = never("not-rolled", "Roll the dice first, or say what they showed.", rule=sections.ACTIVE_CHECKS)
NO_STAMINA_HERE = never(
    "no-stamina-here",
    "Stamina is paid for dice by heroes in a scenario; elsewhere the face is worth 2.",
    rule=sections.ACTION_DICE,
)
TOO_MUCH_STAMINA = never("too-much-stamina", "Each stamina face takes 2 at most.", rule=sections.ACTION_DICE)

MOST_SUCCESSES = 99
Successes = Annotated[int, Field(ge=0, le=MOST_SUCCESSES)]


def in_scenario(table: Agemonia) -> bool:
    """Whether a scenario is played; everywhere else stamina faces cost nothing and nobody is hindered."""
    return table.step not in ("city", "journey", "finished")


def no_roll(table: Agemonia, kind: str) -> Iterator[Refused]:
    if table.scene.roll is None or table.scene.roll.kind != kind:
        yield NO_ROLL()


def is_known(made: Roll) -> bool:
    """Whether what a roll shows lies on the table: its dice, or that there are none."""
    return not made.dice or bool(made.faces)


def inspired(table: Agemonia, figure: str, wanted: bool) -> Iterator[Refused]:
    """An inspiration gem is spent before rolling, by a hero that has one (灵感宝石)."""
    if wanted:
        yield from no_inspiration(table, figure)


def gem_spent(figure: str, wanted: bool) -> Iterator[Event[Agemonia]]:
    if wanted:
        yield InspirationGemSpent(hero=figure, use="dice")


def summed(modifiers: Iterable[Modifier]) -> dict[str, int]:
    """What is added to a roll, by what adds it; two of a kind count twice."""
    sums: dict[str, int] = {}
    for modifier in modifiers:
        sums[modifier.source] = sums.get(modifier.source, 0) + modifier.successes
    return sums


class RollEvent(AgemoniaEvent):
    area_of_play = "Rolls"


class DiceRolled(RollEvent):
    # In the rulebook under 行动骰.
    help_text = "The dice of a roll: their faces as they lie on the table, or rolled here, extra rolls included."
    says = "Rolled: {faces}"
    faces: ActionFaces = ()

    def check(self, table: Agemonia) -> Iterator[Refused]:
        made = table.scene.roll
        if made is None:
            yield NO_ROLL()
        elif made.faces:
            yield ROLLED()
        elif self.faces:
            yield from wrong_count(made.dice, self.faces, sections.ACTIVE_CHECKS)
        else:
            yield from unknown_die(table, ACTION_DIE)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        made = table.scene.roll
        return self if self.faces or made is None else self.but(faces=roll(table, ACTION_DIE, made.dice, chance))

    def apply(self, table: Agemonia) -> None:
        if table.scene.roll:
            table.scene.roll.faces = list(self.faces)


class DieRerolled(RollEvent):
    help_text = "A die is rolled again, because something allows it."
    says = "{face} rolled again: {into}[ ({source})]"
    face: ActionFace
    into: ActionFace | None = None
    more: ActionFaces = Field(default=(), title="extra dice it brings")
    source: Annotated[Occasion, Choice("causes", free=True)] = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.roll is None or self.face not in table.scene.roll.faces:
            yield NO_SUCH_FACE()
        if self.into is None:
            yield from unknown_die(table, ACTION_DIE)
        elif not self._rolls_on(table):
            yield from wrong_count(1, (self.into, *self.more), sections.ACTIVE_CHECKS)

    def _rolls_on(self, table: Agemonia) -> bool:
        """Whether the extra die that it brings is rolled here."""
        return self.into == EXTRA and not self.more and bool(sides(table, ACTION_DIE))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if self.into is None:
            into, *more = roll(table, ACTION_DIE, 1, chance)
            return self.but(into=into, more=tuple(more))
        return self.but(more=roll(table, ACTION_DIE, 1, chance)) if self._rolls_on(table) else self

    def apply(self, table: Agemonia) -> None:
        made = table.scene.roll
        if made and self.face in made.faces and self.into:
            made.faces[made.faces.index(self.face)] = self.into
            made.faces += self.more

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        made = table.scene.roll
        if made is None or made.figure not in table.heroes:
            return
        for skill, known in working(table, Act("reroll", made.figure, attack=made.attack)):
            if skill == self.source and known.damage:
                yield DamageSuffered(hero=made.figure, amount=known.damage, source=skill)


def pays_stamina(table: Agemonia, made: Roll) -> bool:
    """Whether stamina is paid for stamina faces: by heroes in a scenario."""
    return made.figure in table.heroes and in_scenario(table)


def takes_stamina(made: Roll) -> int:
    """How much stamina the stamina faces of a roll take, if it is paid (行动骰)."""
    return MOST_STAMINA * stamina_faces(made.faces)


def most_stamina(table: Agemonia, made: Roll) -> int:
    """The most stamina that may be paid for a roll now: as much as its faces take and the hero has."""
    if not pays_stamina(table, made):
        return 0
    have = table.heroes[made.figure].available
    return takes_stamina(made) if have is None else min(takes_stamina(made), have)


class Rolled(RollEvent):
    """What a roll comes to. The dice are those on the table; who only counts says how many successes they showed."""

    rolled: Successes | None = Field(default=None, title="successes on the dice")
    stamina: Small = Field(default=0, title="stamina paid for stamina faces")
    gem: bool = Field(default=False, title="an achievement gem")
    successes: Annotated[Successes | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if made := table.scene.roll:
            yield from roll_plan(self, table, made).reasons

    def comes_to(self, table: Agemonia, made: Roll) -> int:
        """The successes of a roll with what is paid for it."""
        return capped(roll_plan(self, table, made).total, MOST_SUCCESSES)

    def costs(self, hero: str) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=hero, amount=self.stamina, purpose="dice")
        if self.gem:
            yield AchievementGemSpent(hero=hero, use="roll")


@dataclass(frozen=True, slots=True)
class RollPlan:
    """How a roll ends: dice, stamina, gem and all that is added, perhaps below 0; and why it cannot end so."""

    total: int
    reasons: tuple[Refused, ...]


def roll_plan(rolled: Rolled, table: Agemonia, made: Roll) -> RollPlan:
    """The plan of a roll with what is paid for it."""
    if rolled.rolled is None:
        shown = worth(made.faces, _stamina_worth(rolled, table, made))
    else:
        shown = rolled.rolled + rolled.stamina
    total = shown + rolled.gem + sum(modifier.successes for modifier in made.plus)
    return RollPlan(total, tuple(_not_ended(rolled, table, made)))


def _stamina_worth(rolled: Rolled, table: Agemonia, made: Roll) -> int:
    """What the stamina faces are worth: nothing to who is no hero, what is paid in a scenario, 2 each elsewhere."""
    if made.figure not in table.heroes:
        return 0
    return rolled.stamina if in_scenario(table) else takes_stamina(made)


def _not_ended(rolled: Rolled, table: Agemonia, made: Roll) -> Iterator[Refused]:
    if rolled.rolled is None and not is_known(made):
        yield NOT_ROLLED()
    if rolled.stamina and not pays_stamina(table, made):
        yield NO_STAMINA_HERE()
    elif made.faces and rolled.stamina > takes_stamina(made):
        yield TOO_MUCH_STAMINA()
    if made.figure in table.heroes:
        yield from too_little_stamina(table, made.figure, rolled.stamina)
    if rolled.gem:
        yield from no_gem(table, made.figure)


EVENTS: tuple[type[Event[Agemonia]], ...] = (DiceRolled, DieRerolled)
