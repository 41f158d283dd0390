"""Maneuvers: moving, taking breath, tasks; one a turn, and those granted besides (动作)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, OwnSkill, hero_of
from domain.games.agemonia.campaign.gems import AchievementGemSpent, no_gem
from domain.games.agemonia.campaign.vitality import (
    DamageHealed,
    StaminaRecovered,
    StaminaSpent,
    healable,
    recoverable,
    too_little_stamina,
)
from domain.games.agemonia.console.map.hindered import hindrance
from domain.games.agemonia.console.turns.skills import Act, turn_of, working
from domain.games.agemonia.console.turns.turns import exhausted, in_the_middle, not_at_turn
from domain.games.agemonia.figures import Small, capped
from domain.games.agemonia.state.kinds import HeroBoard, Skill
from domain.games.agemonia.state.scenario import HeroTurn
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Event, Occasion, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal

NO_MANEUVER = never("no-maneuver", "No maneuver left.", rule=sections.SPENDING_MANEUVERS)
HOW_FAR = never("how-far", "Say how many movement points.", rule=sections.MOVE_MANEUVER)
NOTHING_BACK = refusal(
    "nothing-back",
    "{hero} has nothing that could come back.",
    rule=sections.RECOVER_MANEUVER,
    areas=("vitality",),
)
NO_MOVE = never("no-move", "No move is under way that a gem may lengthen.", rule=sections.ACHIEVEMENT_GEMS)
HOW_MUCH = never("how-much", "Say the number printed on the hero board.", rule=sections.RECOVER_MANEUVER)


def maneuvers_left(turn: HeroTurn) -> int:
    """How many maneuvers a hero has yet to use this turn."""
    return max(0, turn.maneuvers - turn.used)


def no_maneuver(table: Agemonia, hero: str) -> Iterator[Refused]:
    """One maneuver a turn, and those that were granted besides; counted where rounds are kept."""
    if table.scene.phase == "turns" and not maneuvers_left(turn_of(table, hero)):
        yield NO_MANEUVER()


def spend_maneuver(table: Agemonia, hero: str) -> None:
    """Use a maneuver; movement points of the one before are lost (花费动作)."""
    turn = table.scene.turn_of(hero)
    turn.used += 1
    turn.points, turn.lengthens = 0, False


class Maneuver(AgemoniaEvent):
    """What a hero uses a maneuver for."""

    area_of_play = "Maneuvers"
    during = ("tutorial", "scenario")
    hero: HeroId

    def check_first(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted(table, self.hero)
        yield from not_at_turn(table, self.hero)
        yield from in_the_middle(table, self.hero)
        yield from no_maneuver(table, self.hero)

    def _name(self, table: Agemonia) -> object:
        return table.called("heroes", self.hero)

    def apply(self, table: Agemonia) -> None:
        spend_maneuver(table, self.hero)


POINTS = Printed(Skill, by="skill", read=lambda table, id_: Skill.of(table, id_).points)
STAMINA = Printed(Skill, by="skill", read=lambda table, id_: Skill.of(table, id_).stamina)


class MoveManeuverStarted(Maneuver):
    # In the rulebook under 移动动作.
    help_text = "A hero moves: the way is chosen and paid before the first point; a class skill may be the way."
    says = "{hero} moves: {points|point|points}[ for {stamina} stamina][ ({skill})]"
    points: Annotated[Small | None, POINTS] = Field(default=None, title="movement points")
    stamina: Annotated[Small | None, STAMINA] = Field(default=None, title="stamina it costs")
    skill: OwnSkill | None = None
    gem: bool = Field(default=False, title="an achievement gem for 1 more")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.skill is None and self.points is None:
            yield HOW_FAR()
        yield from too_little_stamina(table, self.hero, self.stamina or 0)
        if self.gem:
            yield from no_gem(table, self.hero)

    def apply(self, table: Agemonia) -> None:
        super().apply(table)
        turn = table.scene.turn_of(self.hero)
        turn.points, turn.lengthens = (self.points or 0) + self.gem, not self.gem

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=self.hero, amount=self.stamina, purpose="movement")
        if self.gem:
            yield AchievementGemSpent(hero=self.hero, use="movement")


class MoveLengthened(AgemoniaEvent):
    area_of_play = "Maneuvers"
    # In the rulebook under 成就宝石.
    help_text = "A hero on the move adds an achievement gem, after its last point if it likes: 1 movement point more."
    says = "{hero} moves 1 farther"
    during = ("tutorial", "scenario")
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if not turn_of(table, self.hero).lengthens:
            yield NO_MOVE()
        yield from no_gem(table, self.hero)

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.points, turn.lengthens = turn.points + 1, False

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield AchievementGemSpent(hero=self.hero, use="movement")


def printed(table: Agemonia, hero: str, mode: str) -> int:
    """What the hero board gives who takes breath, or a skill that says another number; 0 where nobody knows."""
    board = HeroBoard.of(table, hero)
    skilled = [known.amount for _, known in working(table, Act("recover", hero, mode=mode))]
    return max([board.recover if mode == "recover" else board.heal, *skilled])


class RecoverManeuverPerformed(Maneuver):
    # In the rulebook under 恢复动作, 受阻.
    help_text = "A hero recovers spent stamina or heals damage; who is hindered gets 1 less."
    says = "{hero} takes breath: {mode} {amount}"
    mode: Literal["recover", "heal"]
    amount: Small | None = Field(default=None, title="printed number")
    hindered: bool | None = None
    gem: bool = Field(default=False, title="an achievement gem for 1 more")
    comes_to: Annotated[Small | None, Settled()] = Field(default=None, title="comes to")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.amount is None and not printed(table, self.hero, self.mode):
            yield HOW_MUCH()
        if not self._to_come_back(table):
            yield NOTHING_BACK(hero=self._name(table))
        if self.gem:
            yield from no_gem(table, self.hero)

    def _to_come_back(self, table: Agemonia) -> int:
        hero = hero_of(table, self.hero)
        return recoverable(hero) if self.mode == "recover" else healable(hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        amount = capped(printed(table, self.hero, self.mode)) if self.amount is None else self.amount
        hindered = hindrance(table, self.hero, self.hindered)
        spared = any(known.unhindered for _, known in working(table, Act("recover", self.hero, mode=self.mode)))
        comes_to = capped(amount - (hindered and not spared) + self.gem)
        return self.but(amount=amount, hindered=hindered, comes_to=comes_to)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.gem:
            yield AchievementGemSpent(hero=self.hero, use="recovery")
        if self.comes_to:
            cls = StaminaRecovered if self.mode == "recover" else DamageHealed
            yield cls(hero=self.hero, amount=self.comes_to)


class ManeuverSpent(Maneuver):
    # In the rulebook under 花费动作.
    help_text = "A hero spends a maneuver on a task."
    says = "{hero} spends a maneuver[: {purpose}]"
    purpose: Occasion = ""


class ManeuverForgone(Maneuver):
    help_text = "A hero lets a maneuver go."
    says = "{hero} lets a maneuver go"


class ExtraManeuverGained(AgemoniaEvent):
    area_of_play = "Maneuvers"
    help_text = "A hero may take another maneuver this turn."
    says = "{hero} gains a maneuver[ ({source})]"
    hero: HeroId
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).maneuvers += 1


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    MoveManeuverStarted,
    MoveLengthened,
    RecoverManeuverPerformed,
    ManeuverSpent,
    ManeuverForgone,
    ExtraManeuverGained,
)
