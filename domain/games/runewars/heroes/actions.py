"""What a hero does in the quest phase: one of moving, healing, training, nothing (任务环节; 训练)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import FINISH_FIRST, AreaId, still_due
from domain.games.runewars.heroes.defeats import DAMAGE
from domain.games.runewars.heroes.phase import closing, not_to_act
from domain.games.runewars.heroes.quests import covered
from domain.games.runewars.heroes.travels import Trip, go, not_free_to_move, out_of_reach, way_of
from domain.games.runewars.heroes.values import (
    AttributeId,
    HeroEvent,
    HeroId,
    if_routed,
    overtrained,
    points_due,
    train,
)
from domain.games.runewars.state.heroes import Acted, living
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.ways import ThroughPortals
from domain.language.chance import Chance
from domain.language.event import Count, Event, Settled
from domain.language.refusal import Refused, never, refusal

NOT_A_FRIEND = refusal(
    "not-friendly", "Healing is only possible in a friendly area, and {area} is none.", rule=sections.QUEST_PHASE
)
POINTS_DUE = refusal(
    "training-points", "Training gives exactly {need|point|points}; {named} named.", rule=sections.TRAINING
)
FULLY_TRAINED = never("fully-trained", "{hero} has +2 in every attribute.", rule=sections.TRAINING)
NOT_AT_WORK = never("not-at-work", "{hero} is done already.", rule=sections.QUEST_PHASE, areas=("calendar",))
TOKEN_OPEN = refusal(
    "token-open",
    "First {hero} turns over the exploration token in {area}.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
MOST_POINTS = 2

Point = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class ActionEvent(HeroEvent):
    area_of_play = "Quest phase"
    during = ("secondary",)
    hero: HeroId

    def check_first(self, table: Runewars) -> Iterator[Refused]:
        yield from not_to_act(table, self.hero)


def act(table: Runewars, hero: str, action: Acted) -> None:
    """A hero has had the one action of this quest phase; for `apply`."""
    table.hero(hero).acted = action
    deed = table.deed(hero)
    deed.action, deed.area = action, table.hero(hero).area


def foes_in(table: Runewars, area: str, seat: str) -> list[str]:
    """The heroes of others in an area."""
    return [id_ for id_ in living(table.heroes) if table.heroes[id_].area == area and table.heroes[id_].seat != seat]


def has_more_to_do(table: Runewars, hero: str, area: str) -> bool:
    """Whether a hero who ends a move in an area might go on with a duel, a quest, a token or what lies there."""
    seat = table.hero(hero).seat
    quests = not table.tracks("cards") or bool(table.seat(seat).quests)
    here = table.land.get(area)
    token = table.tracks("exploration") and covered(table, area)
    return quests or token or bool(foes_in(table, area, seat)) or bool(here and here.fallen)


class HeroMoved(ActionEvent):
    """Through enemy and neutral areas too, without a battle; staying is a move of none."""

    help_text = "A hero moves up to two areas, through those of enemies too, or stays; then a duel or a quest."
    says = "{hero} moved to {path}[ {portal|through a magic portal}]"
    likely = ("to",)
    to: AreaId | None = Field(default=None, title="to; left empty: stays")
    via: AreaId | None = Field(default=None, title="through")
    portal: ThroughPortals = False
    path: Annotated[tuple[AreaId, ...], Settled()] = ()
    goes_on: Annotated[bool, Settled()] = False

    def trip(self, to: str) -> Trip:
        return Trip(self.hero, to, self.via or "", self.portal)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_free_to_move(table, self.hero) if self.to else if_routed(table, self.hero)
        if self.to and self.to != table.hero(self.hero).area:
            yield from out_of_reach(table, self.trip(self.to))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        here = table.hero(self.hero).area
        path = way_of(table, self.trip(self.to)) if self.to and self.to != here else [here]
        return self.but(path=tuple(filter(None, path)), goes_on=has_more_to_do(table, self.hero, path[-1]))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).path = list(self.path)
        if self.path:
            go(table, self.trip(self.path[-1]))
        act(table, self.hero, "moved")
        table.questing = self.hero if self.goes_on and self.hero in table.heroes else ""

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if not self.goes_on:
            yield from closing(table, self.hero)


class HeroHealed(ActionEvent):
    help_text = "A hero in a friendly area removes all damage."
    says = "{hero} healed {amount} damage"
    amount: Annotated[Count, Settled(), DAMAGE] = 0

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero = table.hero(self.hero)
        if hero.area in table.land and table.land[hero.area].controller != hero.seat:
            yield NOT_A_FRIEND(area=table.called("areas", hero.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(amount=table.hero(self.hero).damage)

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.damage = max(0, hero.damage - self.amount)
        act(table, self.hero, "healed")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from closing(table, self.hero)


class HeroTrained(ActionEvent):
    help_text = "A hero trains two points: two attributes by one, or one by two, none above +2."
    says = "{hero} trained {points}"
    points: Annotated[Mapping[AttributeId, Point], Field(max_length=3)]

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero, name = table.hero(self.hero), table.called("heroes", self.hero)
        need, named = points_due(hero), sum(self.points.values())
        yield from overtrained(table, self.hero, self.points)
        if not need:
            yield FULLY_TRAINED(hero=name)
        elif named != need:
            yield POINTS_DUE(need=need, named=named)

    def apply(self, table: Runewars) -> None:
        for attribute, more in self.points.items():
            train(table.hero(self.hero), attribute, more)
        act(table, self.hero, "trained")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from closing(table, self.hero)


class HeroActionSkipped(ActionEvent):
    help_text = "A hero does nothing in this quest phase."
    says = "{hero} did nothing"
    title = "Hero does nothing"

    def apply(self, table: Runewars) -> None:
        act(table, self.hero, "skipped")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from closing(table, self.hero)


class HeroFinished(HeroEvent):
    """After a move: no duel and no quest, or none any more."""

    area_of_play = "Quest phase"
    help_text = "A hero who moved is done: no duel, no quest."
    says = "{hero} is done"
    during = ("secondary",)
    hero: HeroId

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.questing != self.hero:
            yield NOT_AT_WORK(hero=table.called("heroes", self.hero))
        elif covered(table, area := table.hero(self.hero).area):
            yield TOKEN_OPEN(hero=table.called("heroes", self.hero), area=table.called("areas", area))
        yield from still_due(table)
        if table.attempt:
            yield FINISH_FIRST(open=table.called("quests", table.attempt.quest))

    def apply(self, table: Runewars) -> None:
        table.questing = "" if table.questing == self.hero else table.questing

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from closing(table, self.hero)


EVENTS = (HeroMoved, HeroHealed, HeroTrained, HeroActionSkipped, HeroFinished)
