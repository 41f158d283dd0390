"""Ability checks: active ones with their modifiers, progressive ones, those of the whole group (能力检定)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ItemId
from domain.games.agemonia.campaign.items import ItemDiscarded
from domain.games.agemonia.console.checks.dice import INSPIRATION_DICE
from domain.games.agemonia.console.checks.modifiers import fulfils, is_among
from domain.games.agemonia.console.checks.rolls import (
    NO_ROLL,
    ROLL_OPEN,
    Rolled,
    gem_spent,
    in_scenario,
    inspired,
    no_roll,
    summed,
)
from domain.games.agemonia.console.map.hindered import hindrance
from domain.games.agemonia.console.map.traps import TrapDisarmed, TrapTriggered, no_trap, outside_the_trap
from domain.games.agemonia.console.rounds.order import out_of_turn
from domain.games.agemonia.console.turns.skills import (
    Act,
    dice_from,
    focus_dice,
    no_focus,
    rank,
    successes_from,
    turn_of,
)
from domain.games.agemonia.console.turns.turns import exhausted
from domain.games.agemonia.figures import AreaHere, FriendId, Small, capped
from domain.games.agemonia.goods import not_carried
from domain.games.agemonia.state.scenario import Ability, Ally, HeroTurn, Modifier, Progress, Roll
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Choice, Event, FixedWords, Line, Remark, Settled
from domain.language.moves import Moves
from domain.language.refusal import Refused, refusal

CHECK_TRIED = refusal("check-tried", "This check was already attempted this turn.", rule=sections.ACTIVE_CHECKS)
RANK_NOT_KNOWN = refusal(
    "rank-not-known", "Say how many dice, or type in the hero board once.", rule=sections.ACTIVE_CHECKS
)
HEROES_ADVANCE = refusal("heroes-only", "Only heroes advance a progressive check.", rule=sections.PROGRESSIVE_CHECKS)
NOT_ENOUGH_YET = refusal("not-enough-yet", "More successes are needed.", rule=sections.PROGRESSIVE_CHECKS)

TRAP_TARGET = 6
"""What disarming a trap takes (陷阱指示物)."""
MOST_TARGET = 999
TargetNumber = Annotated[int, Field(ge=0, le=MOST_TARGET, title="target number")]
Modifiers = Annotated[
    Mapping[Annotated[str, Field(max_length=60)], Annotated[int, Field(ge=-20, le=20)]],
    Field(max_length=20, title="printed modifiers"),
]
ForDiscards = Annotated[Modifiers, Field(max_length=20, title="printed modifiers for what is discarded")]


def met(table: Agemonia, hero: str, modifiers: Mapping[str, int]) -> list[Modifier]:
    """The printed modifiers that count for a hero; they all add up."""
    return [Modifier(source=asked, successes=plus) for asked, plus in modifiers.items() if fulfils(table, hero, asked)]


def met_by_discards(table: Agemonia, modifiers: Mapping[str, int], discards: Sequence[str]) -> list[Modifier]:
    """Those that want an item discarded: carrying it is not enough."""
    return [
        Modifier(source=asked, successes=plus) for asked, plus in modifiers.items() if is_among(table, asked, discards)
    ]


Forced = Literal["enemy", "trap", "card"]
"""What makes somebody check, whosever turn it is and however often."""


class CheckEvent(AgemoniaEvent):
    area_of_play = "Checks"


class Discarding(CheckEvent):
    """A roll for which items may be discarded before it."""

    discards: Annotated[tuple[ItemId, ...], Field(max_length=10, title="discarded for it")] = ()

    def discarded(self, table: Agemonia, hero: str) -> Iterator[Event[Agemonia]]:
        for item in self.discards:
            yield ItemDiscarded(hero=hero, item=item, reason="for a check")


class ActiveCheckStarted(Discarding):
    """The modifiers are those printed on the check, met or not: “Silver Key = 2”; those with a crossed symbol are met
    by what is discarded alone.

    Without a target number only the total counts. A check of a trap names the trap's area.
    """

    version = 2
    # In the rulebook under 主动能力检定.
    help_text = "An ability check begins: its dice, and what is added to them; options are chosen before rolling."
    says = "{figure}: check “{check_name}”[, {ability}][ {target}]"
    figure: FriendId
    check_name: Annotated[Line, Field(max_length=60, title="check")]
    ability: Ability
    target: TargetNumber | None = None
    modifiers: Modifiers = Field(default_factory=dict)
    for_discards: ForDiscards = Field(default_factory=dict)
    plus: Annotated[int, Field(ge=-20, le=20, title="successes besides")] = 0
    dice: Small | None = None
    progressive: bool = False
    trap: AreaHere | None = None
    forced: Forced | None = Field(default=None, title="forced by")
    focus: bool = Field(default=False, title="the focus die")
    inspired: bool = Field(default=False, title="an inspiration gem")
    hindered: bool | None = None
    thrown: Annotated[Small, Settled()] = Field(default=0, title="dice in all")
    focused: Annotated[bool, Settled()] = Field(default=False, title="focus die used")
    adds: Annotated[Mapping[str, int], Choice("causes"), Settled()] = Field(default_factory=dict)

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """The focus die was rolled whenever there was one."""
        fields["focus"] = fields.get("focused", False)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from check_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = check_plan(self, table)
        return self.but(
            target=plan.target, thrown=plan.dice, focused=plan.focused, adds=plan.adds, hindered=plan.hindered
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = Roll(
            kind="check",
            figure=self.figure,
            what=self.check_name,
            ability=self.ability,
            target=self.target,
            progressive=self.progressive,
            trap=self.trap or "",
            dice=self.thrown,
            plus=[Modifier(source=source, successes=plus) for source, plus in self.adds.items()],
            inspired=self.inspired,
        )
        if tries := _tries(table, self.figure):
            tries.tried.append(self.check_name)
        if self.focused:
            table.scene.turn_of(self.figure).focused = True

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.figure)
        yield from gem_spent(self.figure, self.inspired)


def _tries(table: Agemonia, figure: str) -> HeroTurn | Ally | None:
    """Where it stands which checks a figure tried this turn."""
    return table.scene.turn_of(figure) if figure in table.heroes else table.scene.allies.get(figure)


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """An ability check before any die is rolled: its dice, what is added to them, and why it cannot begin."""

    target: int | None
    dice: int
    focused: bool
    hindered: bool
    adds: Mapping[str, int]
    reasons: tuple[Refused, ...]


def check_plan(check: ActiveCheckStarted, table: Agemonia) -> CheckPlan:
    """The plan of a check, with the dice of the hero board where no others are typed."""
    figure, act = check.figure, Act("check", check.figure, ability=check.ability)
    own = figure in table.heroes
    focused = own and check.focus and focus_dice(table, figure) > 0
    printed = rank(table, figure, check.ability) if check.dice is None else check.dice
    more = (dice_from(table, act) if own else 0) + focused + INSPIRATION_DICE * check.inspired
    hindered = in_scenario(table) and hindrance(table, figure, check.hindered)
    return CheckPlan(
        target=TRAP_TARGET if check.trap and check.target is None else check.target,
        dice=capped((printed or 0) + more),
        focused=focused,
        hindered=hindered,
        adds=summed(_added(check, table, act, hindered)),
        reasons=tuple(_not_begun(check, table, printed)),
    )


def _added(check: ActiveCheckStarted, table: Agemonia, act: Act, hindered: bool) -> Iterator[Modifier]:
    if act.hero in table.heroes:
        yield from met(table, act.hero, check.modifiers)
        yield from met_by_discards(table, check.for_discards, check.discards)
        yield from successes_from(table, act)
    if check.plus:
        yield Modifier(source="besides", successes=check.plus)
    if hindered:
        yield Modifier(source="hindered", successes=-1)


def _not_begun(check: ActiveCheckStarted, table: Agemonia, printed: int | None) -> Iterator[Refused]:
    yield from exhausted(table, check.figure)
    if table.scene.roll:
        yield ROLL_OPEN()
    if check.trap:
        yield from outside_the_trap(table, check.figure, check.trap)
        yield from no_trap(table, check.trap)
    elif not check.forced:
        yield from _not_of_own_accord(check, table)
    if check.progressive and check.figure not in table.heroes:
        yield HEROES_ADVANCE()
    if printed is None:
        yield RANK_NOT_KNOWN()
    for item in check.discards:
        yield from not_carried(table, check.figure, item)
    if check.focus:
        yield from no_focus(table, check.figure)
    yield from inspired(table, check.figure, check.inspired)


def _not_of_own_accord(check: ActiveCheckStarted, table: Agemonia) -> Iterator[Refused]:
    """In its own turn a figure makes as many checks as it likes, each once; each trap is a check of its own."""
    yield from out_of_turn(table, check.figure)
    tries = table.scene.allies.get(check.figure) or turn_of(table, check.figure)
    if table.scene.phase == "turns" and check.check_name in tries.tried:
        yield CHECK_TRIED()


class CheckResolved(Rolled):
    """Outside scenarios a stamina face is worth 2 successes; for an ally that is no hero it is worth none (行动骰)."""

    area_of_play = "Checks"
    help_text = (
        "What a check comes to: the dice, stamina paid for stamina faces, an achievement gem, and what is added."
    )
    says = "{figure}: “{what}” {successes|success|successes}[, target {target}][, passed: {told}]"
    figure: Annotated[Remark, Choice("figures"), Settled()] = ""
    what: Annotated[Remark, Settled()] = ""
    target: Annotated[TargetNumber | None, Settled()] = None
    progressive: Annotated[bool, Settled()] = False
    trap: Annotated[Remark, Settled()] = ""
    told: Annotated[Remark, Settled(), FixedWords(("yes", "no"))] = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_roll(table, "check")
        yield from super().check(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        made = table.scene.roll
        if made is None:
            return self
        successes = self.comes_to(table, made)
        decided = made.target is not None and not made.progressive
        return self.but(
            figure=made.figure,
            what=made.what,
            target=made.target,
            progressive=made.progressive,
            trap=made.trap,
            successes=successes,
            told=("yes" if successes >= (made.target or 0) else "no") if decided else "",
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.costs(self.figure)
        if self.progressive:
            yield ProgressiveCheckAdvanced(check_name=self.what, successes=self.successes or 0, target=self.target)
        if self.trap:
            cls = TrapDisarmed if self.told == "yes" else TrapTriggered
            yield cls(area=self.trap, by=self.figure)


class RollPutAway(CheckEvent):
    help_text = "The dice are put away: nobody wants the roll, the reaction or the group check that was begun."
    says = "The dice are put away"

    def check(self, table: Agemonia) -> Iterator[Refused]:
        scene = table.scene
        if scene.roll is None and scene.group is None and scene.strike is None:
            yield NO_ROLL()

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = table.scene.group = table.scene.strike = None


# --- progressive -----------------------------------------------------------------------------


class ProgressiveCheckAdvanced(CheckEvent):
    # In the rulebook under 渐进能力检定.
    help_text = "Successes are added to those gathered before; with enough of them the check succeeds."
    says = "“{check_name}”: +{successes}, now {total}[ of {target}]"
    check_name: Annotated[Line, Field(max_length=60, title="check")]
    successes: Annotated[int, Field(ge=0, le=99), Moves("scene.progress.{check_name}.successes")]
    target: TargetNumber | None = None
    total: Annotated[TargetNumber | None, Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        before = table.scene.progress.get(self.check_name) or Progress()
        target = before.target if self.target is None else self.target
        return self.but(total=capped(before.successes + self.successes, MOST_TARGET), target=target)

    def apply(self, table: Agemonia) -> None:
        progress = table.scene.progress.setdefault(self.check_name, Progress())
        progress.successes += self.successes
        progress.target = self.target

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.target is not None and (self.total or 0) >= self.target:
            yield ProgressiveCheckCompleted(check_name=self.check_name)


class ProgressiveCheckCompleted(CheckEvent):
    help_text = "Enough successes were gathered."
    says = "“{check_name}” is done"
    automatic = True
    check_name: Line

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        progress = table.scene.progress.get(self.check_name)
        if progress is None or progress.target is None or progress.successes < progress.target:
            yield NOT_ENOUGH_YET()

    def apply(self, table: Agemonia) -> None:
        table.scene.progress.pop(self.check_name, None)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    ActiveCheckStarted,
    CheckResolved,
    RollPutAway,
    ProgressiveCheckAdvanced,
    ProgressiveCheckCompleted,
)
