"""Ability checks: active ones with their modifiers, progressive ones, and group checks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import FixedTexts, KeepsOrder, Line, Remark, Settled
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, HeroIds, ItemId, hero_of
from domain.games.agemonia.campaign.gems import AchievementGemSpent, no_gem
from domain.games.agemonia.campaign.items import ItemDiscarded
from domain.games.agemonia.console.dice import (
    ACTION_DIE,
    INSPIRATION_DICE,
    MOST_STAMINA,
    NO_ROLL,
    ROLL_OPEN,
    ActionFaces,
    Rolled,
    Successes,
    cannot_inspire,
    gem_spent,
    is_in_scenario,
    no_roll,
    not_rolled,
    roll_dice,
    stamina_faces,
    successes_of,
    sum_by_source,
)
from domain.games.agemonia.console.initiative import out_of_turn
from domain.games.agemonia.console.skills import (
    Act,
    ability_rank,
    dice_from,
    focus_dice,
    no_focus,
    successes_from,
    turn_of,
)
from domain.games.agemonia.console.story import (
    TrapDisarmed,
    TrapTriggered,
    no_trap,
    outside_the_trap,
    trap_question,
)
from domain.games.agemonia.console.terrain import hinders_roll
from domain.games.agemonia.console.turns import too_exhausted
from domain.games.agemonia.figures import (
    AreaHere,
    FriendId,
    Small,
    clamped_to,
    friends_at_turn,
    heroes_at_turn,
    id_of,
    taunt_of,
)
from domain.games.agemonia.goods import not_carried
from domain.games.agemonia.state.kinds import ItemCard
from domain.games.agemonia.state.scenario import Ability, Ally, GroupCheck, HeroTurn, Modifier, Progress, Roll
from domain.games.agemonia.state.table import Agemonia

# === Printed modifiers of ability checks, and who meets their requirements (能力检定修正值) ======


def fulfils_requirement(table: Agemonia, hero: str, asked: str) -> bool:
    """Whether a hero meets the requirement of a printed modifier.

    A requirement is a hero's name, class, profession, talent or skill, a keyword, an item it carries (one with a hand
    must be active in a scenario), or a phrase on such an item.
    """
    owner, wanted = hero_of(table, hero), asked.strip(" “”\"'").casefold()
    kinds = {
        "heroes": [hero],
        "classes": [owner.hero_class] if owner.hero_class else [],
        "professions": [owner.profession] if owner.profession else [],
        "skills": owner.skills,
    }
    if any(id_of(table, kind, asked) in ids for kind, ids in kinds.items()):
        return True
    if is_among(table, asked, _at_hand(table, hero)):
        return True
    words = (*owner.journal.words.values(), *table.journal.words.values())
    return wanted in (talent.casefold() for talent in owner.talents) or any(
        not word.crossed_out and word.keyword.casefold() == wanted for word in words
    )


def is_among(table: Agemonia, asked: str, items: Sequence[str]) -> bool:
    """Whether one of these items meets a modifier's requirement, by its name, its kind or a phrase on it."""
    wanted = asked.strip(" “”\"'").casefold()
    return id_of(table, "items", asked) in items or any(_printed_on(table, item, wanted) for item in items)


def _printed_on(table: Agemonia, item: str, phrase: str) -> bool:
    """Whether an item is of this kind, or has this phrase on its card."""
    known = ItemCard.of(table, item)
    return phrase in (one.casefold() for one in (known.kind, *known.phrases))


def _at_hand(table: Agemonia, hero: str) -> list[str]:
    """The items that may meet requirements; in a scenario, those with a hand on their card only while active."""
    owner = hero_of(table, hero)
    return [
        item
        for item in owner.items
        if item not in owner.left_behind
        and (not is_in_scenario(table) or item in owner.active or not ItemCard.of(table, item).hands)
    ]


# === Ability checks: active ones with their modifiers, progressive ones, group checks (能力检定)

CHECK_TRIED = refusal("check-tried", "This check was already attempted this turn.", rule=sections.ACTIVE_CHECKS)
RANK_NOT_KNOWN = refusal(
    "rank-not-known",
    "Say how many dice, or type in the hero board once.",
    rule=sections.ACTIVE_CHECKS,
    asks=True,
)
HEROES_ADVANCE = refusal(
    "heroes-only", "Only heroes can advance a progressive check.", rule=sections.PROGRESSIVE_CHECKS
)

TRAP_TARGET = 6
"""The target number for disarming a trap (陷阱指示物)."""
MOST_TARGET = 999
TargetNumber = Annotated[int, Field(ge=0, le=MOST_TARGET, title="target number")]
Modifiers = Annotated[
    Mapping[Annotated[str, Field(max_length=60)], Annotated[int, Field(ge=-20, le=20)]],
    Field(max_length=20, title="printed modifiers"),
]
ForDiscards = Annotated[Modifiers, Field(max_length=20, title="printed modifiers for discarded cards")]


def modifiers_met(table: Agemonia, hero: str, modifiers: Mapping[str, int]) -> list[Modifier]:
    """The printed modifiers whose requirements a hero meets; they all add up."""
    return [
        Modifier(source=asked, successes=plus)
        for asked, plus in modifiers.items()
        if fulfils_requirement(table, hero, asked)
    ]


def met_by_discards(table: Agemonia, modifiers: Mapping[str, int], discards: Sequence[str]) -> list[Modifier]:
    """The modifiers that require a discarded item; carrying it is not enough."""
    return [
        Modifier(source=asked, successes=plus) for asked, plus in modifiers.items() if is_among(table, asked, discards)
    ]


Forced = Literal["enemy", "trap", "card"]
"""The causes that force a check, in any turn and any number of times."""


class CheckEvent(AgemoniaEvent):
    heading = "Checks"


class Discarding(CheckEvent):
    """The base of rolls for which items may be discarded first."""

    discards: Annotated[tuple[ItemId, ...], Field(max_length=10, title="what is discarded for it")] = ()

    def discarded(self, table: Agemonia, hero: str) -> Iterator[Event[Agemonia]]:
        for item in self.discards:
            yield ItemDiscarded(hero=hero, item=item, reason="for a check")


class ActiveCheckStarted(Discarding):
    """Begin an ability check.

    `modifiers` are those printed on the check, met or not: “Silver Key = 2”. Those with a crossed symbol,
    `for_discards`, are met only by discarded items. Without a target number only the total counts. A check of a trap
    names the trap's area.
    """

    version = 2
    # In the rulebook under 主动能力检定.
    title = "Begin an ability check"
    help_text = "An ability check: its dice, what adds to them, and the options to choose before rolling."
    sentence = "{figure} attempted the check “{check_name}”[, {ability}][ {target}]"
    figure: FriendId
    check_name: Annotated[Line, Field(max_length=60, title="which check")]
    ability: Ability
    target: TargetNumber | None = None
    modifiers: Modifiers = Field(default_factory=dict)
    for_discards: ForDiscards = Field(default_factory=dict)
    plus: Annotated[int, Field(ge=-20, le=20, title="extra successes")] = 0
    dice: Small | None = None
    progressive: bool = False
    trap: AreaHere | None = None
    forced: Forced | None = Field(default=None, title="what forces it")
    focus: bool = Field(default=False, title="the focus die")
    inspired: bool = Field(default=False, title="an inspiration gem")
    hindered: bool | None = None
    thrown: Annotated[Small, Settled()] = Field(default=0, title="dice in all")
    focused: Annotated[bool, Settled()] = Field(default=False, title="focus die used")
    adds: Annotated[Mapping[str, int], Choice("causes"), Settled()] = Field(default_factory=dict)
    offer = Offer(text("Begin a check"), each=("figure", friends_at_turn))

    @classmethod
    def offers_at_trap(cls, table: Agemonia) -> Iterator[Offer]:
        """A hero may disarm a trap in its area; one that it walked into is asked about (陷阱指示物)."""
        for hero in heroes_at_turn(table):
            if area := table.scene.places.get(hero):
                fields = {"figure": hero, "check_name": area, "ability": "agility", "trap": area}
                asked = trap_question(table, hero)
                yield Offer(text("Disarm the trap"), fields, required=bool(asked), opens_form=True, question=asked)

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Set `focus` as `focused`: before, the focus die was always rolled if there was one."""
        fields["focus"] = fields.get("focused", False)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from check_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = check_plan(self, table)
        return self.copy_with(
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
        if tries := _turn_with_tries(table, self.figure):
            tries.tried.append(self.check_name)
        if self.focused:
            table.scene.turn_of(self.figure).focused = True

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.figure)
        yield from gem_spent(self.figure, self.inspired)


def _turn_with_tries(table: Agemonia, figure: str) -> HeroTurn | Ally | None:
    """The turn that stores the checks that a figure tried; None if it is neither a hero nor an ally."""
    return table.scene.turn_of(figure) if figure in table.heroes else table.scene.allies.get(figure)


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """An ability check before the roll: its dice, its modifiers, and its refusals."""

    target: int | None
    dice: int
    focused: bool
    hindered: bool
    adds: Mapping[str, int]
    reasons: tuple[Refused, ...]


def check_plan(check: ActiveCheckStarted, table: Agemonia) -> CheckPlan:
    """The plan of a check, by default with the dice of the hero board."""
    figure, act = check.figure, Act("check", check.figure, ability=check.ability)
    own = figure in table.heroes
    focused = own and check.focus and focus_dice(table, figure) > 0
    printed = ability_rank(table, figure, check.ability) if check.dice is None else check.dice
    more = (dice_from(table, act) if own else 0) + focused + INSPIRATION_DICE * check.inspired
    hindered = is_in_scenario(table) and hinders_roll(table, figure, check.hindered)
    return CheckPlan(
        target=TRAP_TARGET if check.trap and check.target is None else check.target,
        dice=clamped_to((printed or 0) + more),
        focused=focused,
        hindered=hindered,
        adds=sum_by_source(_check_modifiers(check, table, act, hindered)),
        reasons=tuple(_not_begun(check, table, printed)),
    )


def _check_modifiers(check: ActiveCheckStarted, table: Agemonia, act: Act, hindered: bool) -> Iterator[Modifier]:
    if act.hero in table.heroes:
        yield from modifiers_met(table, act.hero, check.modifiers)
        yield from met_by_discards(table, check.for_discards, check.discards)
        yield from successes_from(table, act)
    if check.plus:
        yield Modifier(source="besides", successes=check.plus)
    if hindered:
        yield Modifier(source="hindered", successes=-1)


def _not_begun(check: ActiveCheckStarted, table: Agemonia, printed: int | None) -> Iterator[Refused]:
    yield from too_exhausted(table, check.figure)
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
    yield from cannot_inspire(table, check.figure, check.inspired)


def _not_of_own_accord(check: ActiveCheckStarted, table: Agemonia) -> Iterator[Refused]:
    """The refusals of a voluntary check: a figure makes any number of them in its own turn, but each only once.

    They do not apply to traps, each of which is a separate check.
    """
    yield from out_of_turn(table, check.figure)
    tries = table.scene.allies.get(check.figure) or turn_of(table, check.figure)
    tried = map(str.casefold, tries.tried)
    if table.scene.phase == "turns" and check.check_name.casefold() in tried:
        yield CHECK_TRIED()


class CheckResolved(Rolled):
    """Resolve a check. A stamina face is worth 2 successes outside scenarios, and none for a non-hero ally (行动骰)."""

    heading = "Checks"
    roll_kind = "check"
    title = "Resolve the check"
    help_text = "The result of a check: dice, stamina paid for stamina symbols, an achievement gem, and bonuses."
    sentence = "{figure} got {successes|success|successes} for “{what}”[, target {target}][, passed: {told}]"
    figure: Annotated[Remark, Choice("figures"), Settled()] = ""
    what: Annotated[Remark, Settled()] = ""
    target: Annotated[TargetNumber | None, Settled()] = None
    progressive: Annotated[bool, Settled()] = False
    trap: Annotated[Remark, Settled()] = ""
    told: Annotated[Remark, Settled(), FixedTexts(("yes", "no"))] = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_roll(table, "check")

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        made = table.scene.roll
        if made is None:
            return self
        successes = self.comes_to(table, made)
        decided = made.target is not None and not made.progressive
        return self.copy_with(
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
    title = "Put the dice away"
    help_text = "Put the dice away: the roll, reaction or group check is called off."
    sentence = "The dice were put away"

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if made := table.scene.roll:
            yield Offer(seats=seat_alone(table.seat_of("figures", made.figure)))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        scene = table.scene
        if scene.roll is None and scene.group is None and scene.strike is None:
            yield NO_ROLL()

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = table.scene.group = table.scene.strike = None


# --- progressive -----------------------------------------------------------------------------


class ProgressiveCheckAdvanced(CheckEvent):
    # In the rulebook under 渐进能力检定.
    title = "Add successes to a progressive check"
    help_text = "Add these successes to those gathered before. With enough, the check succeeds."
    sentence = "“{check_name}”: +{successes}, now {total}[ of {target}]"
    check_name: Annotated[Line, Field(max_length=60, title="which check")]
    successes: Annotated[int, Field(ge=0, le=99), MovesNumber("scene.progress.{check_name}.successes")]
    target: TargetNumber | None = None
    total: Annotated[TargetNumber | None, Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        before = table.scene.progress.get(self.check_name) or Progress()
        target = before.target if self.target is None else self.target
        return self.copy_with(total=clamped_to(before.successes + self.successes, MOST_TARGET), target=target)

    def apply(self, table: Agemonia) -> None:
        progress = table.scene.progress.setdefault(self.check_name, Progress())
        progress.successes += self.successes
        progress.target = self.target

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.target is not None and (self.total or 0) >= self.target:
            yield ProgressiveCheckCompleted(check_name=self.check_name)


class ProgressiveCheckCompleted(CheckEvent):
    help_text = "You have gathered enough successes."
    sentence = "“{check_name}” was completed"
    automatic = True
    check_name: Line

    def apply(self, table: Agemonia) -> None:
        table.scene.progress.pop(self.check_name, None)


# === Group checks: several heroes roll for one target, outside scenarios (团体能力检定) ==========

NO_GROUP_CHECK = never("no-group-check", "No group check is being made.", rule=sections.GROUP_CHECKS)
OUTSIDE_SCENARIOS = refusal("outside-scenarios", "Group checks are made outside scenarios.", rule=sections.GROUP_CHECKS)
NO_HEROES = never("no-heroes", "There are no heroes yet.", rule=sections.GROUP_CHECKS)
ROLLED_ALREADY = never("rolled-already", "This hero has already rolled.", rule=sections.GROUP_CHECKS)
OTHER_FIRST = refusal("other-first", "{hero} rolls first.", rule=sections.GROUP_CHECKS)
WAITING_FOR = never("waiting-for", "All heroes roll first. Waiting for {heroes}.", rule=sections.GROUP_CHECKS)


class GroupCheckEvent(AgemoniaEvent):
    heading = "Group checks"


class GroupCheckStarted(GroupCheckEvent):
    # In the rulebook under 团体能力检定.
    title = "Begin a group check"
    help_text = "Several heroes make a check together, outside scenarios: in the order you agree on, or by taunt."
    sentence = "Group check “{check_name}”, {ability}[ {target}]: {heroes}"
    offer = Offer()
    check_name: Annotated[Line, Field(max_length=60, title="which check")]
    ability: Ability
    target: TargetNumber | None = None
    heroes: Annotated[HeroIds, KeepsOrder()] = Field(default=(), title="in which order")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if is_in_scenario(table) and (table.tracks("steps") or table.scene.round):
            yield OUTSIDE_SCENARIOS()
        if table.scene.group or table.scene.roll:
            yield ROLL_OPEN.under(sections.GROUP_CHECKS)()
        if not table.heroes:
            yield NO_HEROES()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        by_taunt = sorted(table.heroes, key=lambda hero: -taunt_of(table, hero))
        return self.copy_with(heroes=tuple(dict.fromkeys((*self.heroes, *by_taunt))))

    def apply(self, table: Agemonia) -> None:
        order = list(dict.fromkeys(self.heroes))
        table.scene.group = GroupCheck(check=self.check_name, ability=self.ability, target=self.target, order=order)


def still_to_roll(table: Agemonia) -> list[str]:
    """The heroes that have yet to roll for the group check, in order."""
    group = table.scene.group
    return [hero for hero in group.order if hero not in group.successes and hero in table.heroes] if group else []


def no_group(table: Agemonia) -> Iterator[Refused]:
    if table.scene.group is None:
        yield NO_GROUP_CHECK()


class GroupCheckContribution(Discarding):
    heading = "Group checks"
    # In the rulebook under 团体能力检定.
    title = "Roll for the group check"
    help_text = "A hero rolls for a group check, at the table or here. Each stamina symbol counts 2."
    sentence = "{hero} rolled[ {faces}][: {successes|success|successes}]"
    hero: HeroId
    faces: ActionFaces = ()
    rolled: Successes | None = Field(default=None, title="successes on the dice")
    modifiers: Modifiers = Field(default_factory=dict)
    for_discards: ForDiscards = Field(default_factory=dict)
    plus: Annotated[int, Field(ge=-20, le=20, title="extra successes")] = 0
    inspired: bool = Field(default=False, title="an inspiration gem")
    successes: Annotated[int | None, Field(ge=-99, le=199), Settled()] = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if group := table.scene.group:
            for hero in still_to_roll(table)[:1]:
                title = text("{hero} rolls for “{check}”", check=group.check)
                yield Offer(title, {"hero": hero}, required=True, also_required=("rolled",))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_group(table)
        if table.scene.group and self.hero not in still_to_roll(table):
            yield ROLLED_ALREADY()
        elif still_to_roll(table)[:1] not in ([], [self.hero]):
            first = table.called("heroes", still_to_roll(table)[0])
            yield OTHER_FIRST(hero=first)
        if self.rolled is None:
            yield from not_rolled(table, ACTION_DIE, self._dice(table), self.faces, sections.GROUP_CHECKS)
        for item in self.discards:
            yield from not_carried(table, self.hero, item)
        yield from cannot_inspire(table, self.hero, self.inspired)

    def _dice(self, table: Agemonia) -> int | None:
        known = ability_rank(table, self.hero, table.scene.group.ability if table.scene.group else "")
        return None if known is None else known + INSPIRATION_DICE * self.inspired

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        faces: Sequence[str] = self.faces
        if self.rolled is None and not faces:
            faces = roll_dice(table, ACTION_DIE, self._dice(table) or 0, chance)
        shown = successes_of(faces, MOST_STAMINA * stamina_faces(faces)) if self.rolled is None else self.rolled
        met = modifiers_met(table, self.hero, self.modifiers)
        more = sum(one.successes for one in (*met, *met_by_discards(table, self.for_discards, self.discards)))
        return self.copy_with(faces=tuple(faces), successes=shown + more + self.plus)

    def apply(self, table: Agemonia) -> None:
        if table.scene.group:
            table.scene.group.successes[self.hero] = self.successes or 0

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.hero)
        yield from gem_spent(self.hero, self.inspired)


class GroupCheckResolved(GroupCheckEvent):
    title = "Resolve the group check"
    help_text = "Everyone has rolled. Each hero may add an achievement gem, then add it all up."
    sentence = "Group check “{what}”: {total|success|successes}[, target {target}][, passed: {told}]"
    gems: HeroIds = Field(default=(), title="who adds an achievement gem")
    what: Annotated[Remark, Settled()] = ""
    total: Annotated[int | None, Field(ge=0, le=999), Settled()] = None
    target: Annotated[TargetNumber | None, Settled()] = None
    told: Annotated[Remark, Settled(), FixedTexts(("yes", "no"))] = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if (group := table.scene.group) and not still_to_roll(table):
            yield Offer(text("All have rolled for “{check}”", check=group.check), required=True, opens_form=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_group(table)
        if left := still_to_roll(table):
            names = tuple(table.called("heroes", hero) for hero in left)
            yield WAITING_FOR(heroes=names)
        for hero in self.gems:
            yield from no_gem(table, hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        group = table.scene.group
        if group is None:
            return self
        total = max(0, sum(group.successes.values()) + len(set(self.gems)))
        verdict = "" if group.target is None else "yes" if total >= group.target else "no"
        return self.copy_with(what=group.check, total=total, target=group.target, told=verdict)

    def apply(self, table: Agemonia) -> None:
        table.scene.group = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero in dict.fromkeys(self.gems):
            yield AchievementGemSpent(hero=hero, use="check")
