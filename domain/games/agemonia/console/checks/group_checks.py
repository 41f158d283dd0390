"""Group checks: several heroes roll for one target, outside scenarios (团体能力检定)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, HeroIds
from domain.games.agemonia.campaign.gems import AchievementGemSpent, no_gem
from domain.games.agemonia.console.checks.checks import (
    Discarding,
    ForDiscards,
    Modifiers,
    TargetNumber,
    met,
    met_by_discards,
)
from domain.games.agemonia.console.checks.dice import (
    ACTION_DIE,
    INSPIRATION_DICE,
    MOST_STAMINA,
    ActionFaces,
    not_rolled,
    roll,
    stamina_faces,
    worth,
)
from domain.games.agemonia.console.checks.rolls import ROLL_OPEN, Successes, gem_spent, in_scenario, inspired
from domain.games.agemonia.console.turns.skills import rank
from domain.games.agemonia.figures import taunt_of
from domain.games.agemonia.goods import not_carried
from domain.games.agemonia.state.scenario import Ability, GroupCheck
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Event, FixedWords, InOrder, Line, Remark, Settled
from domain.language.refusal import Refused, never, refusal

NO_GROUP_CHECK = never("no-group-check", "No group check is being made.", rule=sections.GROUP_CHECKS)
OUTSIDE_SCENARIOS = refusal("outside-scenarios", "Group checks are made outside scenarios.", rule=sections.GROUP_CHECKS)
NO_HEROES = never("no-heroes", "There are no heroes yet.", rule=sections.GROUP_CHECKS)
ROLLED_ALREADY = never("rolled-already", "This hero has rolled.", rule=sections.GROUP_CHECKS)
OTHER_FIRST = refusal("other-first", "{hero} rolls first.", rule=sections.GROUP_CHECKS)
WAITING_FOR = never("waiting-for", "All heroes roll first. Waiting for {heroes}.", rule=sections.GROUP_CHECKS)


class GroupCheckEvent(AgemoniaEvent):
    area_of_play = "Group checks"


class GroupCheckStarted(GroupCheckEvent):
    # In the rulebook under 团体能力检定.
    help_text = "Several heroes make a check together, outside scenarios: in the order agreed, else by taunt."
    says = "Group check “{check_name}”, {ability}[ {target}]: {heroes}"
    check_name: Annotated[Line, Field(max_length=60, title="check")]
    ability: Ability
    target: TargetNumber | None = None
    heroes: Annotated[HeroIds, InOrder()] = Field(default=(), title="order of heroes")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if in_scenario(table) and (table.tracks("steps") or table.scene.round):
            yield OUTSIDE_SCENARIOS()
        if table.scene.group or table.scene.roll:
            yield ROLL_OPEN.under(sections.GROUP_CHECKS)()
        if not table.heroes:
            yield NO_HEROES()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        by_taunt = sorted(table.heroes, key=lambda hero: -taunt_of(table, hero))
        return self.but(heroes=tuple(dict.fromkeys((*self.heroes, *by_taunt))))

    def apply(self, table: Agemonia) -> None:
        order = list(dict.fromkeys(self.heroes))
        table.scene.group = GroupCheck(check=self.check_name, ability=self.ability, target=self.target, order=order)


def still_to_roll(table: Agemonia) -> list[str]:
    """The heroes of a group check that have yet to roll, in order."""
    group = table.scene.group
    return [hero for hero in group.order if hero not in group.successes and hero in table.heroes] if group else []


def no_group(table: Agemonia) -> Iterator[Refused]:
    if table.scene.group is None:
        yield NO_GROUP_CHECK()


class GroupCheckContribution(Discarding):
    area_of_play = "Group checks"
    # In the rulebook under 团体能力检定.
    help_text = "A hero rolls its part of a group check: at the table, or here; a stamina face is worth 2."
    says = "{hero} rolled[ {faces}][: {successes|success|successes}]"
    hero: HeroId
    faces: ActionFaces = ()
    rolled: Successes | None = Field(default=None, title="successes on the dice")
    modifiers: Modifiers = Field(default_factory=dict)
    for_discards: ForDiscards = Field(default_factory=dict)
    plus: Annotated[int, Field(ge=-20, le=20, title="successes besides")] = 0
    inspired: bool = Field(default=False, title="an inspiration gem")
    successes: Annotated[int | None, Field(ge=-99, le=199), Settled()] = None

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
        yield from inspired(table, self.hero, self.inspired)

    def _dice(self, table: Agemonia) -> int | None:
        known = rank(table, self.hero, table.scene.group.ability if table.scene.group else "")
        return None if known is None else known + INSPIRATION_DICE * self.inspired

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        faces: Sequence[str] = self.faces
        if self.rolled is None and not faces:
            faces = roll(table, ACTION_DIE, self._dice(table) or 0, chance)
        shown = worth(faces, MOST_STAMINA * stamina_faces(faces)) if self.rolled is None else self.rolled
        plus = met(table, self.hero, self.modifiers) + met_by_discards(table, self.for_discards, self.discards)
        more = sum(modifier.successes for modifier in plus)
        return self.but(faces=tuple(faces), successes=shown + more + self.plus)

    def apply(self, table: Agemonia) -> None:
        if table.scene.group:
            table.scene.group.successes[self.hero] = self.successes or 0

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.hero)
        yield from gem_spent(self.hero, self.inspired)


class GroupCheckResolved(GroupCheckEvent):
    help_text = "All have rolled; each hero may add an achievement gem, then the sum counts."
    says = "Group check “{what}”: {total|success|successes}[, target {target}][, passed: {told}]"
    gems: HeroIds = Field(default=(), title="achievement gems from")
    what: Annotated[Remark, Settled()] = ""
    total: Annotated[int | None, Field(ge=0, le=999), Settled()] = None
    target: Annotated[TargetNumber | None, Settled()] = None
    told: Annotated[Remark, Settled(), FixedWords(("yes", "no"))] = ""

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
        told = "" if group.target is None else "yes" if total >= group.target else "no"
        return self.but(what=group.check, total=total, target=group.target, told=told)

    def apply(self, table: Agemonia) -> None:
        table.scene.group = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero in dict.fromkeys(self.gems):
            yield AchievementGemSpent(hero=hero, use="check")


EVENTS: tuple[type[Event[Agemonia]], ...] = (GroupCheckStarted, GroupCheckContribution, GroupCheckResolved)
