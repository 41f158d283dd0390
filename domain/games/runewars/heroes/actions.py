"""Actions of heroes in the quest phase: moving, healing, training."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Line, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.events.value_names import with_names
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import (
    BESIDE,
    ON_FOOT,
    PORTAL_PRICE,
    Pace,
    ThroughPortals,
    areas_one_step_away,
    is_enemy_or_neutral,
    why_out_of_reach,
)
from domain.games.runewars.base import (
    FINISH_FIRST,
    AreaId,
    not_at_turn,
    spend_influence,
    still_due,
    too_little_influence,
)
from domain.games.runewars.heroes.company import (
    AttributeId,
    HeroEvent,
    HeroId,
    foes_in,
    heroes_of,
    if_routed,
    points_due,
    seats_with_free_heroes,
    why_not_trained,
)
from domain.games.runewars.heroes.damage import DAMAGE
from domain.games.runewars.heroes.quest_phase import (
    ONE_ACTION,
    follow_action,
    heroes_at_work,
    heroes_to_act,
    not_to_act,
)
from domain.games.runewars.heroes.quests import has_covered_token
from domain.games.runewars.state.heroes import Acted
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import WHO_MOVES, order_at_turn

# === Movement: two areas in the quest phase, one by Strategize, and retreats (英雄移动; 撤退) ====

DUNGEON, STRATEGIZE = "dungeon", "strategize"


HELD_BY_DUNGEON = refusal(
    "held-by-dungeon",
    "The dungeon holds {hero}, who cannot move further this season.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
DUNGEON_IN_THE_WAY = refusal(
    "dungeon-in-the-way",
    "A hero who enters the dungeon in {area} has to stop there.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
NOT_BY_THIS_ORDER = refusal(
    "heroes-not-by-order",
    "Heroes move by Strategize, not by {order}.",
    rule=sections.MOVEMENT,
    areas=("calendar",),
)
MOVED_BY_ORDER = refusal(
    "hero-moved-by-order", "{hero} has already been moved by this order.", rule=sections.STRATEGIZE, areas=("calendar",)
)
NOT_FOR_STRATEGIZE = refusal(
    "hero-not-into-enemy-area",
    "Strategize can only enter friendly or empty areas, not {area}.",
    rule=sections.STRATEGIZE,
    areas=("map",),
)


@dataclass(frozen=True, slots=True)
class Trip:
    """A planned move of a hero; `via` is empty if no area on the way is given."""

    hero: str
    to: str
    via: str = ""
    portals: bool = False

    def walk(self, table: Runewars, most: int = ON_FOOT) -> Pace:
        return Pace(table.hero(self.hero).seat, most, hero=True, portals=self.portals)


def beside_hero(table: Runewars, hero: str | None) -> Iterator[Container[str]]:
    """The areas that a hero can reach in one step, as the likeliest ones."""
    if hero in table.heroes:
        yield areas_one_step_away(table, table.hero(hero).area, Trip(hero, "").walk(table, BESIDE))


def holds_travellers(table: Runewars, area: str) -> bool:
    """Whether a hero that enters an area has to stop there."""
    here = table.land.get(area)
    return bool(here and here.exploration and here.exploration.kind == DUNGEON)


def ways_of(table: Runewars, trip: Trip) -> list[list[str]]:
    """The possible ways of a trip, the shortest first, each with all areas that it enters."""
    if trip.via:
        return [[trip.via, trip.to]]
    walk, to = trip.walk(table), trip.to
    beside = areas_one_step_away(table, table.hero(trip.hero).area, walk)
    return [[to]] * (to in beside) + [
        [via, to] for via in beside if via != to and to in areas_one_step_away(table, via, walk)
    ]


def way_of(table: Runewars, trip: Trip) -> list[str]:
    """The areas that a hero enters on its way, avoiding dungeons if possible."""
    ways = ways_of(table, trip)
    return next((way for way in ways if trip.via or not holds_travellers(table, way[0]) or len(way) == 1), [trip.to])


def out_of_reach(table: Runewars, trip: Trip) -> Iterator[Refused]:
    """The refusals of a move in the quest phase (X81, X35, X98)."""
    start = table.hero(trip.hero).area
    if trip.via:
        leg = trip.walk(table, BESIDE)
        yield from why_out_of_reach(table, start, trip.via, leg)
        yield from why_out_of_reach(table, trip.via, trip.to, leg)
    else:
        yield from why_out_of_reach(table, start, trip.to, trip.walk(table))
    yield from dungeon_in_the_way(table, trip)
    yield from portal_unpaid(table, trip)


def dungeon_in_the_way(table: Runewars, trip: Trip) -> Iterator[Refused]:
    """The refusal of a move if every way leads through a dungeon."""
    ways = ways_of(table, trip)
    if (
        ways
        and all(holds_travellers(table, way[0]) for way in ways if len(way) > 1)
        and all(len(way) > 1 for way in ways)
    ):
        yield DUNGEON_IN_THE_WAY(area=table.called("areas", ways[0][0]))


def portal_unpaid(table: Runewars, trip: Trip) -> Iterator[Refused]:
    """The refusal of a magic portal without an influence (X98)."""
    if trip.portals:
        yield from too_little_influence(table, table.hero(trip.hero).seat, PORTAL_PRICE)


def not_free_to_move(table: Runewars, hero: str) -> Iterator[Refused]:
    """The refusals of moving a hero now (X84, X32)."""
    yield from if_routed(table, hero)
    if table.hero(hero).stopped:
        yield HELD_BY_DUNGEON(hero=table.called("heroes", hero))


def move_hero(table: Runewars, trip: Trip) -> None:
    """Move a hero into an area, and pay for the portal on the way. For `apply`."""
    hero = table.hero(trip.hero)
    hero.area, hero.stopped = trip.to, hero.stopped or holds_travellers(table, trip.to)
    if trip.portals:
        spend_influence(table, hero.seat, PORTAL_PRICE)


def heroes_to_strategize(table: Runewars) -> list[str]:
    """The heroes of the seat at turn that Strategize may still move."""
    seats = seats_with_free_heroes(table) if order_at_turn(table) == STRATEGIZE else []
    heroes = {id_: table.hero(id_) for seat in seats for id_ in heroes_of(table, seat)}
    return [id_ for id_, hero in heroes.items() if not (hero.routed or hero.strategized or hero.stopped)]


class HeroStrategized(HeroEvent):
    """Moves a hero by Strategize, once per order. The figures may act again this year, and no token is placed."""

    help_text = "Strategize: move a hero to an adjacent area that is friendly or empty."
    sentence = "{hero} moved to {to} with Strategize[ {portal|through a magic portal}]"
    title = "Move a hero (Strategize)"
    during = ("turns",)
    hero: HeroId
    to: AreaId
    portal: ThroughPortals = False

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        question = None if table.turn.base else WHO_MOVES
        for hero in heroes_to_strategize(table):
            yield Offer(text("Strategize: {hero}"), {"hero": hero}, question=question)

    def trip(self) -> Trip:
        return Trip(self.hero, self.to, portals=self.portal)

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero, order = table.hero(self.hero), order_at_turn(table)
        yield from not_at_turn(table, hero.seat)
        yield from not_free_to_move(table, self.hero)
        if order and order != STRATEGIZE:
            yield NOT_BY_THIS_ORDER(order=table.called("orders", order))
        if hero.strategized:
            yield MOVED_BY_ORDER(hero=table.called("heroes", self.hero))
        yield from why_out_of_reach(table, hero.area, self.to, self.trip().walk(table, BESIDE))
        yield from portal_unpaid(table, self.trip())
        if self.to in table.land and is_enemy_or_neutral(table, self.to, hero.seat):
            yield NOT_FOR_STRATEGIZE(area=table.called("areas", self.to))

    def apply(self, table: Runewars) -> None:
        table.turn.base = True
        table.hero(self.hero).strategized = True
        move_hero(table, self.trip())


class HeroRetreated(HeroEvent):
    title = "Retreat with a hero"
    help_text = "A hero has to retreat to any adjacent area, and is routed there."
    sentence = "{hero} retreated to {to}[ ({source})]"
    hero: HeroId
    to: Annotated[
        Line,
        Choice(
            "areas",
            Runewars.areas_there,
            free=True,
            closed=Runewars.has_map,
            likely=beside_hero,
            beside=("hero",),
        ),
    ]
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        walk = Trip(self.hero, self.to).walk(table, BESIDE)
        yield from why_out_of_reach(table, table.hero(self.hero).area, self.to, walk)

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.area, hero.routed = self.to, True


# === The action of a hero in the quest phase: moving, healing, training, or nothing (任务环节; 训练)

NOT_A_FRIEND = refusal(
    "not-friendly", "Healing is only possible in a friendly area, and {area} is not one.", rule=sections.QUEST_PHASE
)
POINTS_DUE = refusal(
    "training-points", "Training gives exactly {need|point|points}; {named} named.", rule=sections.TRAINING
)
FULLY_TRAINED = never("fully-trained", "{hero} has +2 in every attribute.", rule=sections.TRAINING)
NOT_AT_WORK = never("not-at-work", "{hero} is already done.", rule=sections.QUEST_PHASE, areas=("calendar",))
TOKEN_OPEN = refusal(
    "token-open",
    "First {hero} turns over the exploration token in {area}.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
# The points of an action of training, and the most points of an attribute (X83).
MOST_POINTS = 2

Point = Annotated[int, Field(ge=0, le=MOST_POINTS)]


def possible_actions(table: Runewars, hero: str) -> list[Acted]:
    """The possible actions of a hero, the likeliest first."""
    walker, here = table.hero(hero), table.land.get(table.hero(hero).area)
    may: Mapping[Acted, bool] = {
        "healed": walker.damage > 0 and (here is None or here.controller == walker.seat),
        "moved": not walker.routed,
        "trained": points_due(walker) > 0,
        "skipped": True,
    }
    return [action for action, is_possible in may.items() if is_possible]


class ActionEvent(HeroEvent):
    """The base of the actions, of which each hero takes one in a quest phase."""

    heading = "Quest phase"
    during = ("secondary",)
    limits = {ONE_ACTION: {}}
    action: ClassVar[Acted]
    offered_as: ClassVar[Text]
    """The words of its offer, in which {damage} is the damage of the hero."""
    opens_form: ClassVar[bool] = False
    """Whether its offer opens the form."""
    hero: HeroId

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The action for each hero of the next seat. Only the likeliest one counts as left undone."""
        for hero in heroes_to_act(table):
            actions = possible_actions(table, hero)
            if cls.action in actions:
                yield Offer(
                    cls.offered_as.copy_with(damage=table.hero(hero).damage),
                    {"hero": hero},
                    required=cls.action == actions[0],
                    opens_form=cls.opens_form,
                    question=text("{hero}: which action?", hero=table.called("heroes", hero)),
                )

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_to_act(table, self.hero)


def note_action(table: Runewars, hero: str, action: Acted) -> None:
    """Note that a hero has used the one action of this quest phase. For `apply`."""
    table.hero(hero).acted = action
    deed = table.deed(hero)
    deed.action, deed.area = action, table.hero(hero).area


def has_more_to_do(table: Runewars, hero: str, area: str) -> bool:
    """Whether a hero that ends a move in an area has a further act there: a duel, a quest, a token, rewards."""
    seat = table.hero(hero).seat
    quests = not table.tracks("cards") or bool(table.seat(seat).quests)
    here = table.land.get(area)
    token = table.tracks("exploration") and has_covered_token(table, area)
    return quests or token or bool(foes_in(table, area, seat)) or bool(here and here.fallen)


class HeroMoved(ActionEvent):
    """Moves a hero, also through enemy and neutral areas, without a battle. Staying is a move of no areas."""

    title = "Move a hero"
    action: ClassVar[Acted] = "moved"
    offered_as = text("{hero}: move, or stay")
    opens_form = True
    help_text = "A hero moves up to two areas, even through enemies, or stays put; a duel or quest may follow."
    sentence = "{hero}[ stayed in {path}][ moved to {to}][ {portal|through a magic portal}]"
    layout = Layout(usual=("to",))
    to: AreaId | None = Field(default=None, title="where to, if it moves")
    via: AreaId | None = Field(default=None, title="through which area")
    portal: ThroughPortals = False
    path: Annotated[tuple[AreaId, ...], Settled()] = ()
    goes_on: Annotated[bool, Settled()] = False

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        """The whole way of a moved hero for the sentence; the area of one that stays."""
        way = fields.get("path")
        if not fields.get("to"):
            return {} if way else {"path": text("the same place")}
        return {"path": "", **({"to": with_names(cls, "path", way, table)} if way else {})}

    def trip(self, to: str) -> Trip:
        return Trip(self.hero, to, self.via or "", self.portal)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_free_to_move(table, self.hero) if self.to else if_routed(table, self.hero)
        if self.to and self.to != table.hero(self.hero).area:
            yield from out_of_reach(table, self.trip(self.to))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        here = table.hero(self.hero).area
        to = self.to if self.to != here else None
        path = way_of(table, self.trip(to)) if to else [here]
        return self.copy_with(to=to, path=tuple(filter(None, path)), goes_on=has_more_to_do(table, self.hero, path[-1]))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).path = list(self.path)
        if self.path:
            move_hero(table, self.trip(self.path[-1]))
        note_action(table, self.hero, self.action)
        table.questing = self.hero if self.goes_on and self.hero in table.heroes else ""

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if not self.goes_on:
            yield from follow_action(table, self.hero)


class HeroHealed(NumbersMoved[Runewars], ActionEvent):
    title = "Heal a hero"
    action: ClassVar[Acted] = "healed"
    offered_as = text("{hero}: heal {damage}")
    help_text = "A hero in a friendly area heals all damage."
    sentence = "{hero} healed {amount} damage"
    amount: Annotated[Count, Settled(), Lowers(DAMAGE, areas=("heroes",))] = 0

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero = table.hero(self.hero)
        if hero.area in table.land and table.land[hero.area].controller != hero.seat:
            yield NOT_A_FRIEND(area=table.called("areas", hero.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(amount=table.hero(self.hero).damage)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        note_action(table, self.hero, self.action)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_action(table, self.hero)


class HeroTrained(NumbersMoved[Runewars], ActionEvent):
    title = "Train a hero"
    action: ClassVar[Acted] = "trained"
    offered_as = text("{hero}: train")
    opens_form = True
    help_text = "A hero gains two training points: two attributes by 1 or one by 2, up to +2 each."
    sentence = "{hero} trained {points}"
    points: Annotated[Mapping[AttributeId, Point], Field(max_length=3), Gains("heroes.{hero}.training")]

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero, name = table.hero(self.hero), table.called("heroes", self.hero)
        need, named = points_due(hero), sum(self.points.values())
        yield from why_not_trained(table, self.hero, self.points)
        if not need:
            yield FULLY_TRAINED(hero=name)
        elif named != need:
            yield POINTS_DUE(need=need, named=named)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(points={attribute: more for attribute, more in self.points.items() if more})

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        note_action(table, self.hero, self.action)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_action(table, self.hero)


class HeroActionSkipped(ActionEvent):
    help_text = "This hero does nothing in this quest phase."
    sentence = "{hero} did nothing"
    title = "Hero does nothing"
    action: ClassVar[Acted] = "skipped"
    offered_as = text("{hero}: do nothing")

    def apply(self, table: Runewars) -> None:
        note_action(table, self.hero, self.action)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_action(table, self.hero)


class HeroFinished(HeroEvent):
    """Ends the action of a hero that moved and starts no duel or quest, or no further one."""

    heading = "Quest phase"
    title = "Finish with a hero"
    help_text = "A hero who has moved is done: no duel, no quest."
    sentence = "{hero} finished acting"
    during = ("secondary",)
    offer = Offer(text("{hero}: finish"), required=True, each=("hero", heroes_at_work))
    hero: HeroId

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.questing != self.hero:
            yield NOT_AT_WORK(hero=table.called("heroes", self.hero))
        elif has_covered_token(table, area := table.hero(self.hero).area):
            yield TOKEN_OPEN(hero=table.called("heroes", self.hero), area=table.called("areas", area))
        yield from still_due(table)
        if table.attempt:
            yield FINISH_FIRST(open=table.called("quests", table.attempt.quest))

    def apply(self, table: Runewars) -> None:
        table.questing = "" if table.questing == self.hero else table.questing

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_action(table, self.hero)
