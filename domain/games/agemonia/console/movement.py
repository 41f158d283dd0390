"""Positions and moves of figures, for tables that track the map (移动)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId, is_setting_up
from domain.games.agemonia.campaign.vitality import ConditionGained
from domain.games.agemonia.console.class_skills import used_already
from domain.games.agemonia.console.enemies import events_of_harm
from domain.games.agemonia.console.enemy_turns import ProvokeDamageDealt, provoked_by
from domain.games.agemonia.console.initiative import out_of_turn
from domain.games.agemonia.console.preparing import TokenHere
from domain.games.agemonia.console.skills import turn_of
from domain.games.agemonia.console.story import TrapTriggered
from domain.games.agemonia.console.terrain import (
    adjacent_areas,
    area_named,
    areas_unwritten,
    areas_without_borders,
    crossable_areas,
    distance_between,
    ground_of,
    has_room,
    is_overfull,
    leads_down,
    lines_from,
    room_in,
    too_small,
    traps_untried,
)
from domain.games.agemonia.figures import (
    AreaHere,
    AreaId,
    FigureId,
    FigureIds,
    Small,
    allies_up,
    at_turn,
    conditions_of,
    enemies_unknown_at,
    enemy_of,
    heroes_at_turn,
    heroes_up,
    standing_in,
)
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import Border, BorderLine, Ground, Token
from domain.games.agemonia.state.table import Agemonia

START_FULL = refusal("start-full", "The area is full.", rule=sections.EACH_HERO)
START_AREA_FULL = START_FULL.saying("The start area is full: use one next to it.")
AREA_FULL = refusal("area-full", "The area is full.", rule=sections.CAPACITY)
TWO_AREAS = never("two-areas", "Choose two areas, and which of them is higher.")
NOT_THE_START = refusal("not-the-start", "The start area still has room: figures start there.", rule=sections.EACH_HERO)
NO_POINTS = never("no-points", "There are no movement points left.", rule=sections.MOVE_MANEUVER)
TOO_LARGE = never("too-large", "Large and huge figures cannot be pushed or pulled.", rule=sections.PUSH)
TOO_SMALL = never("too-small", "The area is too small for {figure}.", rule=sections.LARGE_ENEMIES)
NO_TOKEN = refusal(
    "no-token", "There is no active teleport token in this figure's area.", rule=sections.TELEPORT_TOKENS
)
ALLIES_TELEPORT = never("allies-teleport", "Only allies can use teleport tokens.", rule=sections.TELEPORT_TOKENS)
WHICH_CONDITION = refusal(
    "which-condition", "{figure} falls: say which condition it gains; stunned if unknown.", rule=sections.PUSH
)
TOO_FAR = refusal("too-far", "{figure} can move {n|area|areas} at most.", rule=sections.ENEMY_TURNS)
NOT_DIRECTLY = refusal(
    "not-directly", "Each step of a push leads away from {figure}, of a pull towards it.", rule=sections.PUSH
)
NO_BLOW = never("no-blow", "{figure} is not provoked by this move.", rule=sections.PROVOKING)
TOO_FEW_DODGES = refusal("too-few-dodges", "{figure} can only dodge {n|blow|blows} right now.", rule=sections.DODGE)
DODGE_UNUSED = refusal(
    "dodge-unused", "{figure} would be hurt and has {skills}: use it first, or move without it.", rule=sections.DODGE
)
PROVOKE_UNKNOWN = refusal(
    "provoke-unknown",
    "Nobody typed whether it hurts to leave {enemies} (provoke): type it in first, or move as if not.",
    rule=sections.PROVOKING,
)
NO_WAY = refusal("no-way", "This figure cannot cross that border.", rule=sections.MOVE_MANEUVER)

NO_FALL = NO_WAY.saying("An enemy falls only when it is pushed or pulled.").under(sections.FALLING)

Way = Literal["walk", "jump", "teleport", "pulled", "pushed", "put"]
ON_ITS_OWN: Sequence[Way] = ("walk", "jump")
"""The ways of moving that provoke."""
AWAY: Mapping[str, int] = {"pushed": 1, "pulled": -1}
"""The direction of each forced move: 1 farther from its source, -1 nearer to it."""
# A fall costs a hero 1 damage, any other ally 2.
FALL_OF_HERO, FALL_OF_OTHERS = 1, 2
STUNNED = "stunned"


PLACES = text("Starting areas")
"""The card of all figures whose start area is known."""


class MovementEvent(AgemoniaEvent):
    heading = "Movement"


class AreaRegistered(MovementEvent):
    title = "Write down an area of the map"
    help_text = "Note an area of the map: its capacity and its story points."
    layout = Layout(keeps_unnamed=True)
    sentence = "Wrote down area {area}[, capacity {capacity}][, story points {points}]"
    log = LogRole(bookkeeping=True)
    area: AreaId
    capacity: Annotated[int | None, Field(ge=0, le=30)] = None
    points: Annotated[tuple[Annotated[str, Field(max_length=5)], ...], Field(max_length=10, title="story points")] = ()
    start: bool = Field(default=False, title="start area")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Any area at setup; later those that a story card brought."""
        for area in areas_unwritten(table):
            title = text("Write down area {area} of the story card", area=area)
            yield Offer(title, {"area": area}, opens_form=True, reminder=title)
        if is_setting_up(table):
            yield Offer()

    def values_kept(self, table: Agemonia) -> Mapping[str, Any]:
        known = table.scene.areas.get(self.area) or Ground()
        return {"capacity": known.capacity, "points": known.points, "start": known.start}

    def apply(self, table: Agemonia) -> None:
        here = ground_of(table, self.area)
        here.capacity, here.points, here.start = self.capacity, list(self.points), self.start
        here.unwritten = False


class BorderDrawn(MovementEvent):
    """Draw a border between two areas, in both directions."""

    title = "Draw a border"
    help_text = "The border of two areas: a single or double white line, or an obstacle; and the higher side."
    layout = Layout(keeps_unnamed=True)
    sentence = "Border between {area} and {to}: {kind}"
    log = LogRole(bookkeeping=True)
    area: AreaHere
    to: Annotated[AreaHere, Field(title="which area next to it")]
    kind: Border = "single line"
    higher: AreaHere | None = Field(default=None, title="which side is higher")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """During the rounds, for the areas that no border leads to."""
        for area in () if is_setting_up(table) else areas_without_borders(table):
            title = text("Draw the borders of area {area}", area=area)
            yield Offer(title, {"area": area}, opens_form=True, reminder=title)

    def values_kept(self, table: Agemonia) -> Mapping[str, Any]:
        known = lines_from(table, self.area).get(self.to) or BorderLine()
        return {"kind": known.kind, "higher": known.higher or None}

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.area == self.to or self.higher not in (None, self.area, self.to):
            yield TWO_AREAS()

    def apply(self, table: Agemonia) -> None:
        for here, there in ((self.area, self.to), (self.to, self.area)):
            # Stored at both areas, so that each of them knows the border.
            ground_of(table, here).borders[there] = BorderLine(kind=self.kind, higher=self.higher or "")


def area_full(table: Agemonia, area: str, figure: str) -> Iterator[Refused]:
    if not has_room(table, area, figure):
        yield AREA_FULL()


class HeroPlaced(MovementEvent):
    # In the rulebook under 每个英雄.
    title = "Place a hero"
    help_text = "Put a figure on the map at the start: in the start area, or next to it if that is full."
    sentence = "{hero} started in {area}"
    hero: FigureId
    area: AreaId

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Heroes and allies without an area, if the map has a start area: that one, while it has room."""
        starts = [area for area, ground in table.scene.areas.items() if ground.start]
        if not (starts and is_setting_up(table)):
            return
        waiting = [figure for figure in (*heroes_up(table), *allies_up(table)) if figure not in table.scene.places]
        room = room_in(table, starts[0]) if len(starts) == 1 else 0
        for place, figure in enumerate(waiting):
            known = {"area": starts[0]} if room is None or place < room else {}
            title = text("{figure}: place it at the start", figure=table.called("figures", figure))
            yield Offer(title, {"hero": figure, **known}, reminder=title, card=PLACES if known else None)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        area = area_named(table, self.area)
        starts = [id_ for id_, here in table.scene.areas.items() if here.start]
        if not has_room(table, area, self.hero):
            yield START_AREA_FULL() if area in starts else START_FULL()
        near = {to for start in starts for to in adjacent_areas(table, start)}
        if starts and area not in starts and (area not in near or any(has_room(table, at, self.hero) for at in starts)):
            yield NOT_THE_START()

    def apply(self, table: Agemonia) -> None:
        area = area_named(table, self.area)
        ground_of(table, area)
        table.scene.places[self.hero] = area


class FigureMoved(MovementEvent):
    """Move a figure.

    Borders are checked if the map has some. A figure that is put or teleported crosses any border, and does not fall.
    Enemies that provoke from a distance are assumed to see the figure leave, unless `unseen` names them.
    """

    # In the rulebook under 移动, 掉落, 传送指示物.
    title = "Move a figure"
    help_text = (
        "A figure moves to another area. Going down over a double line is a fall; leaving an enemy that provokes hurts."
    )
    sentence = "{figure} moved to {to} ({way})"
    figure: FigureId
    to: AreaId
    way: Way = Field(default="walk", title="how does it move")
    points: Small | None = Field(default=None, title="movement points")
    token: TokenHere | None = Field(default=None, title="which teleport token")
    condition: ConditionId | None = Field(default=None, title="which condition from the fall")
    source: FigureId | None = Field(default=None, title="who pushes or pulls it")
    unseen: FigureIds = Field(default=(), title="who does not see it leave")
    dodged: FigureIds = Field(default=(), title="whose blows does it dodge")
    saves: bool = Field(default=False, title="keeps other dodge points for a later step")
    left: Annotated[AreaId | None, Settled()] = Field(default=None, title="from")
    fell: Annotated[bool, Settled()] = False
    sprung: Annotated[Count, Settled(), Field(title="traps left behind")] = 0

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The remaining movement points, if the table tracks positions.

        A hero chooses which blows it dodges: those left out of the proposal are not dodged (闪避).
        """
        for hero in heroes_at_turn(table):
            if (count := turn_of(table, hero).points) and (here := table.scene.places.get(hero)) is not None:
                values = {"hero": table.called("heroes", hero), "count": count}
                left = text("{hero} has {count|movement point|movement points}", **values)
                title = text("{hero}: on to the next area ({count|point|points} left)", **values)
                dodged = blows_to_dodge(table, hero, enemies_provoked(table, hero, here))
                known: dict[str, object] = {"dodged": tuple(dodged), "saves": True} if dodged else {}
                yield Offer(title, {"figure": hero, **known}, opens_form=bool(dodged), reminder=left)

    @classmethod
    def offers_way_back(cls, table: Agemonia) -> Iterator[Offer]:
        """No turn ends in an area that is too full: back to the last one that was not, unless it goes on (最大容量)."""
        figure = at_turn(table)
        here = table.scene.places.get(figure, "")
        if not (figure and is_overfull(table, here)):
            return
        fields = {"figure": figure, "way": "put", "points": 0}
        title = text("{figure} cannot stay in {area}: which way back?", area=here)
        if back := way_back(table, figure):
            fields = {**fields, "to": back}
            title = text("{figure} cannot stay in {area}: back to {back}", area=here, back=back)
        yield Offer(title, fields, required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from move_plan(self, table).reasons

    def warnings(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.figure(self.figure) and self.condition is None and move_plan(self, table).falls:
            yield WHICH_CONDITION(figure=table.called("figures", self.figure))
        if blows_provoked(self, table) and (skills := unused_dodges(table, self.figure)):
            names = tuple(table.called("skills", skill) for skill in skills)
            yield DODGE_UNUSED(figure=table.called("figures", self.figure), skills=names)
        if unknown := _enemies_left_unknown(self, table):
            yield PROVOKE_UNKNOWN(enemies=tuple(table.called("enemies", enemy) for enemy in unknown))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = move_plan(self, table)
        stays = area_named(table, self.to) == plan.here
        sprung = 0 if stays else traps_untried(table, self.figure)
        return self.copy_with(points=plan.cost, left=plan.here, fell=plan.falls, sprung=sprung)

    def apply(self, table: Agemonia) -> None:
        there, before = area_named(table, self.to), table.scene.places.get(self.figure, "")
        ground = ground_of(table, there)
        if before and not is_overfull(table, before):
            table.scene.fitting[self.figure] = before
        table.scene.places[self.figure] = there
        if self.figure in table.scene.heroes:
            turn = table.scene.heroes[self.figure]
            turn.points = max(0, turn.points - (self.points or 0))
            if there != before:
                turn.trap = there if ground.traps and self.way != "put" else ""
        model = table.scene.figure(self.figure)
        if model and self.way == "walk":
            model.moved += self.points or 0

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        enemy = table.scene.figure(self.figure) is not None
        provoking = blows_provoked(self, table, self.left)
        # Dodge points end with the turn, so they are used unless the player saves them for a later step.
        dodged = self.dodged if self.dodged or self.saves else blows_to_dodge(table, self.figure, provoking)
        for other in provoking:
            yield ProvokeDamageDealt(ally=self.figure, enemy=other, dodged=other in dodged)
        yield from (TrapTriggered(area=self.left or "", by=self.figure) for _ in range(self.sprung))
        yield from _traps_sprung(self, table)
        if self.fell:
            hurts = FALL_OF_HERO if self.figure in table.heroes else FALL_OF_OTHERS
            yield from events_of_harm(table, self.figure, hurts, "fall")
            # A fall costs a hero only damage, and stuns an ally. The condition of an enemy is illegible in the book, so
            # the players are asked (A18).
            gained = STUNNED if self.figure in table.scene.allies else self.condition if enemy else None
            if gained and gained not in conditions_of(table, self.figure):
                yield ConditionGained(figure=self.figure, condition=gained)


def way_back(table: Agemonia, figure: str) -> str:
    """The last area of a figure that was not overfull, if its current one is; "" if unknown (最大容量)."""
    before = table.scene.fitting.get(figure, "")
    fits = before in table.scene.areas and has_room(table, before, figure)
    return before if fits and is_overfull(table, table.scene.places.get(figure, "")) else ""


def _traps_sprung(move: FigureMoved, table: Agemonia) -> Iterator[Event[Agemonia]]:
    """The traps that a non-hero sets off by entering an area; a hero may try to disarm them first (陷阱)."""
    there = area_named(table, move.to)
    if move.figure not in table.heroes and move.left != there and move.way != "put":
        # Non-heroes cannot disarm: every trap of the area goes off.
        for _ in range(ground_of(table, there).traps):
            yield TrapTriggered(area=there, by=move.figure)


def blows_provoked(move: FigureMoved, table: Agemonia, left: str | None = None) -> list[str]:
    """The enemies that an ally provokes by leaving an area, by default its own (挑衅)."""
    here = left or table.scene.places.get(move.figure)
    if here in (None, area_named(table, move.to)) or table.scene.figure(move.figure) or move.way not in ON_ITS_OWN:
        return []
    return enemies_provoked(table, move.figure, here or "", move.unseen)


def _enemies_left_unknown(move: FigureMoved, table: Agemonia) -> list[str]:
    """The types of enemies in the area that an ally leaves on its own of which nobody typed whether they provoke."""
    here = table.scene.places.get(move.figure)
    if here in (None, area_named(table, move.to)) or table.scene.figure(move.figure) or move.way not in ON_ITS_OWN:
        return []
    return enemies_unknown_at(table, here or "")


def enemies_provoked(table: Agemonia, ally: str, left: str, unseen: Sequence[str] = ()) -> list[str]:
    """The enemies that an ally provokes by leaving an area on its own, without those provoked before in this turn."""
    before = provoked_by(table, ally)
    # A figure provokes each enemy at most once a turn (挑衅).
    others = [other for other in table.scene.figures() if other not in before]
    return [other for other in others if _leaving_provokes(table, other, left, other in unseen)]


def blows_to_dodge(table: Agemonia, ally: str, provoking: Sequence[str]) -> list[str]:
    """The blows that an ally dodges by default: as many as it can, the hardest first."""
    return sorted(provoking, key=lambda enemy: -(enemy_of(table, enemy).provoke or 0))[: dodges_left(table, ally)]


def dodges_left(table: Agemonia, ally: str) -> int:
    """The number of blows that an ally can still dodge this turn (闪避)."""
    return turn_of(table, ally).dodge


def unused_dodges(table: Agemonia, ally: str) -> list[str]:
    """The skills of a hero that let it dodge, and that it has not used."""
    hero = table.heroes.get(ally)
    own = [skill for skill in hero.skills if Skill.of(table, skill).dodge] if hero else []
    return [skill for skill in own if not any(True for _ in used_already(table, ally, skill))]


def skills_to_dodge(table: Agemonia) -> Iterator[Offer]:
    """Skills that let the hero at turn dodge, if an enemy on the map provokes (闪避)."""
    if not any(enemy.provoke and enemy.figures for enemy in table.scene.enemies.values()):
        return
    for hero in heroes_at_turn(table):
        for skill in unused_dodges(table, hero):
            yield Offer(text("{hero} uses {skill}"), {"hero": hero, "skill": skill})


def _not_dodged(move: FigureMoved, table: Agemonia) -> Iterator[Refused]:
    """The refusals of dodging: the enemy deals no blow, or there are more blows than dodge points."""
    provoking = blows_provoked(move, table)
    for enemy in move.dodged:
        if enemy not in provoking:
            yield NO_BLOW(figure=table.called("figures", enemy))
    if len(set(move.dodged)) > dodges_left(table, move.figure):
        yield TOO_FEW_DODGES(figure=table.called("figures", move.figure), n=dodges_left(table, move.figure))


def _leaving_provokes(table: Agemonia, enemy: str, left: str, unseeing: bool) -> bool:
    """Whether leaving an area provokes an enemy: one in that area, or one with range and sight to it (挑衅)."""
    card, here = enemy_of(table, enemy), table.scene.places.get(enemy)
    if here is None or not card.provoke:
        return False
    steps = distance_between(table, here, left)
    return here == left or (not unseeing and steps is not None and steps <= card.provoke_range)


@dataclass(frozen=True, slots=True)
class MovePlan:
    """A move: its start, its cost in movement points, whether it ends in a fall, and its refusals."""

    here: str | None
    cost: int
    falls: bool
    reasons: tuple[Refused, ...]


def move_plan(move: FigureMoved, table: Agemonia) -> MovePlan:
    """The plan of a move; a step on foot costs 1 unless other points are typed."""
    here, there = table.scene.places.get(move.figure), area_named(table, move.to)
    cost = (1 if move.way == "walk" or move.token else 0) if move.points is None else move.points
    down = here is not None and leads_down(table, here, there) and move.way in _ways_down(table, move.figure)
    falls = down and not _is_flying(table, move.figure)
    return MovePlan(here, cost, falls, tuple(_not_moved(move, table, here, there, cost)))


def _ways_down(table: Agemonia, figure: str) -> Sequence[Way]:
    """The ways of moving that make a figure fall (掉落).

    An ally falls by its own steps too, an enemy only if pushed or pulled.
    """
    return ("pushed", "pulled") if table.scene.figure(figure) else ("walk", "jump", "pushed", "pulled")


def _is_flying(table: Agemonia, figure: str) -> bool:
    return table.scene.figure(figure) is not None and enemy_of(table, figure).flying


def _not_moved(move: FigureMoved, table: Agemonia, here: str | None, there: str, cost: int) -> Iterator[Refused]:
    enemy = enemy_of(table, move.figure) if table.scene.figure(move.figure) else None
    if move.way in ("walk", "jump"):
        yield from out_of_turn(table, move.figure)
    if move.figure in table.heroes and table.scene.phase == "turns" and turn_of(table, move.figure).points < cost:
        yield NO_POINTS()
    if enemy and enemy.size != "normal" and move.way in ("pulled", "pushed"):
        yield TOO_LARGE()
    if enemy and move.way == "walk":
        yield from _too_far(table, move.figure, cost)
    yield from _not_dodged(move, table)
    if move.source:
        yield from _not_directly(table, move, here, there)
    if move.token:
        yield from _no_token(table, move.figure, move.token, here)
    if here is not None and lines_from(table, here) and there in table.scene.areas:
        yield from _no_way(move, table, here, there)
    if move.way != "put" and too_small(table, there, move.figure):
        yield TOO_SMALL(figure=table.called("figures", move.figure))
    elif move.way == "walk":
        yield from _way_blocked(table, there, move.figure)
    elif move.way != "teleport":
        yield from area_full(table, there, move.figure)


def _too_far(table: Agemonia, figure: str, cost: int) -> Iterator[Refused]:
    """The refusal of an enemy that walks farther in its turn than its card says, if that is known (敌人移动)."""
    most, model = enemy_of(table, figure).movement, table.scene.figure(figure)
    if table.scene.phase == "turns" and most is not None and model and model.moved + cost > most:
        yield TOO_FAR(figure=table.called("figures", figure), n=most)


def _not_directly(table: Agemonia, move: FigureMoved, here: str | None, there: str) -> Iterator[Refused]:
    """The refusal of a wrong direction: a push leads away from its source, a pull towards it (推动, 拉动)."""
    source = table.scene.places.get(move.source or "")
    if source is None or here is None or move.way not in AWAY:
        return
    before, after = distance_between(table, source, here), distance_between(table, source, there)
    if before is not None and after is not None and (after - before) * AWAY[move.way] <= 0:
        yield NOT_DIRECTLY(figure=table.called("figures", move.source or ""))


def _way_blocked(table: Agemonia, area: str, figure: str) -> Iterator[Refused]:
    """The refusal of a full area that holds a foe. Without one, it may be crossed, but not stayed in (最大容量)."""
    own = table.scene.figure(figure) is None
    if any((table.scene.figure(other) is None) != own for other in standing_in(table, area)):
        yield from area_full(table, area, figure)


def _no_token(table: Agemonia, figure: str, name: str, here: str | None) -> Iterator[Refused]:
    """The refusals of a teleport token: the figure is no ally, or the token is elsewhere or inactive."""
    if table.scene.figure(figure):
        yield ALLIES_TELEPORT()
    token = table.scene.tokens.get(name) or Token()
    away = here is not None and area_named(table, token.where) != here
    if token.kind != "teleport" or not token.active or away:
        yield NO_TOKEN()


def _no_way(move: FigureMoved, table: Agemonia, here: str, there: str) -> Iterator[Refused]:
    """The refusals of a border. Walking crosses passable ones or goes down a double line; jumping never leads up."""
    if move.way == "jump":
        up = leads_down(table, there, here) and not _is_flying(table, move.figure)
        reached = distance_between(table, here, there) is not None and not up
    elif move.way in ("walk", "pulled", "pushed"):
        down = leads_down(table, here, there)
        falls = down and move.way in _ways_down(table, move.figure)
        reached = falls or there in crossable_areas(table, here, _is_flying(table, move.figure))
        if down and not reached:
            yield NO_FALL()
            return
    else:
        reached = True
    if not reached:
        yield NO_WAY()
