"""A roll that is being made: its dice, rerolls, and what it comes to with stamina and gems."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Choice, Event, Occasion, Settled
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
from domain.games.agemonia.figures import Small, number_in
from domain.games.agemonia.state.scenario import Modifier, Roll
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused, never

NO_ROLL = never("no-roll", "Nobody rolls now.", rule=sections.ACTIVE_CHECKS)
ROLLED = never("rolled", "The dice of this roll lie on the table.", rule=sections.ACTIVE_CHECKS)
NO_SUCH_FACE = never("no-such-face", "No die shows that.", rule=sections.ACTIVE_CHECKS)
NOT_ROLLED = never("not-rolled", "Roll the dice first, or say what they showed.", rule=sections.ACTIVE_CHECKS)
NO_STAMINA_HERE = never(
    "no-stamina-here",
    "Stamina is paid for dice by heroes in a scenario; elsewhere the face is worth 2.",
    rule=sections.ACTION_DICE,
)
TOO_MUCH_STAMINA = never("too-much-stamina", "Each stamina face takes 2 at most.", rule=sections.ACTION_DICE)

Successes = Annotated[int, Field(ge=0, le=99)]


def in_scenario(table: Agemonia) -> bool:
    """Whether a scenario is played; everywhere else stamina faces cost nothing and nobody is hindered."""
    return table.step not in ("city", "journey", "finished")


def no_roll(table: Agemonia, kind: str) -> Iterator[Refused]:
    if table.scene.roll is None or table.scene.roll.kind != kind:
        yield NO_ROLL()


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
    help_text = (
        "The dice of a roll: their faces as they lie on the table, or rolled here, extra rolls included (行动骰)."
    )
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

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if self.into is None:
            into, *more = roll(table, ACTION_DIE, 1, chance)
            return self.but(into=into, more=tuple(more))
        here = self.into == EXTRA and not self.more and sides(table, ACTION_DIE)
        return self.but(more=roll(table, ACTION_DIE, 1, chance)) if here else self

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
            if skill == self.source and (damage := number_in(known, "damage")):
                yield DamageSuffered(hero=made.figure, amount=damage, source=skill)


class Rolled(RollEvent):
    """What a roll comes to. The dice are those on the table; who only counts says how many successes they showed."""

    rolled: Successes | None = Field(default=None, title="successes on the dice")
    stamina: Small = Field(default=0, title="stamina paid for stamina faces")
    gem: bool = Field(default=False, title="an achievement gem")
    successes: Annotated[Successes | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        made = table.scene.roll
        if made is None:
            return
        own = made.figure in table.heroes
        if made.dice and not made.faces and self.rolled is None:
            yield NOT_ROLLED()
        if self.stamina and not (own and in_scenario(table)):
            yield NO_STAMINA_HERE()
        elif self.stamina and made.faces and self.stamina > MOST_STAMINA * stamina_faces(made.faces):
            yield TOO_MUCH_STAMINA()
        if own:
            yield from too_little_stamina(table, made.figure, self.stamina)
        if self.gem:
            yield from no_gem(table, made.figure)

    def total(self, table: Agemonia, made: Roll) -> int:
        """Dice, stamina, gem and all that is added."""
        shown = self.shown(table, made) if self.rolled is None else self.rolled + self.stamina
        return shown + self.gem + sum(modifier.successes for modifier in made.plus)

    def shown(self, table: Agemonia, made: Roll) -> int:
        """What the faces are worth here, with the stamina paid."""
        return worth(made.faces, self.stamina_worth(table, made.figure, made.faces))

    def stamina_worth(self, table: Agemonia, figure: str, faces: Sequence[str]) -> int:
        if figure not in table.heroes:
            return 0
        return self.stamina if in_scenario(table) else MOST_STAMINA * stamina_faces(faces)

    def costs(self, hero: str) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=hero, amount=self.stamina, purpose="dice")
        if self.gem:
            yield AchievementGemSpent(hero=hero, use="roll")


EVENTS: tuple[type[Event[Agemonia]], ...] = (DiceRolled, DieRerolled)
