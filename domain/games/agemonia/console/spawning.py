"""Spawning: types and areas of new enemies, and the fields of their cards."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId, has_rounds, is_setting_up
from domain.games.agemonia.console.terrain import FAR, area_named, distance_between, room_in
from domain.games.agemonia.figures import AreaId, EnemyHere, Small, SymbolId, allies_up, heroes_up, known_taunt
from domain.games.agemonia.state.kinds import EnemyCard
from domain.games.agemonia.state.scenario import SPACE, Ability, AttackKind, Enemy, Figure, Shape, Size
from domain.games.agemonia.state.table import Agemonia

# === Areas of new models: in range, nearest to allies, within capacity; taunt breaks ties (产卵敌人)

COME_ELSEWHERE = refusal("come-elsewhere", "This enemy spawns in {areas}.", rule=sections.SPAWNING)


def spawn_areas(table: Agemonia, enemy: str, around: str, within: int | None = None) -> list[str]:
    """The areas that a model may spawn in; several if the players decide, empty if the map does not say.

    With a range, these are the areas within it, over single lines, that are nearest to an ally. Without one, it is the
    area itself, or if that is full, the nearest one with room.
    """
    start = area_named(table, around)
    if within is None and _has_room(table, enemy, start):
        return [start]
    steps = {area: distance_between(table, start, area, spawning=within is not None) for area in table.scene.areas}
    near = {area: n for area, n in steps.items() if n is not None and _has_room(table, enemy, area)}
    if within is None:
        return _by_taunt(table, _areas_of_least(near))
    to_allies = {area: _nearest_ally(table, area)[0] for area, n in near.items() if n <= within}
    return _by_taunt(table, _areas_of_least(to_allies))


def comes_elsewhere(table: Agemonia, enemy: str, area: str, around: str, within: int | None) -> Iterator[Refused]:
    """The refusal of an area if the rules send the model to another."""
    due = spawn_areas(table, enemy, around, within)
    if due and area_named(table, area) not in due:
        yield COME_ELSEWHERE(areas=tuple(due))


def _has_room(table: Agemonia, enemy: str, area: str) -> bool:
    room = room_in(table, area)
    return room is None or SPACE[(table.scene.enemies.get(enemy) or Enemy()).size] <= room


def _areas_of_least(areas: Mapping[str, int]) -> list[str]:
    least = min(areas.values(), default=0)
    return [area for area, n in areas.items() if n == least]


def _by_taunt(table: Agemonia, areas: list[str]) -> list[str]:
    """Of equally good areas, those whose nearest ally has the highest taunt, or an unknown one."""
    taunts = {area: _nearest_ally(table, area)[1] for area in areas}
    highest = max((taunt for taunt in taunts.values() if taunt is not None), default=0)
    return [area for area, taunt in taunts.items() if taunt is None or taunt == highest]


def _nearest_ally(table: Agemonia, area: str) -> tuple[int, int | None]:
    """The distance of the nearest ally, and the highest taunt among allies at that distance.

    The taunt is None if one of them is unknown.
    """
    places = table.scene.places
    friends = [friend for friend in (*heroes_up(table), *allies_up(table)) if friend in places]
    steps = {friend: distance_between(table, area, places[friend]) for friend in friends}
    nearest = min((n for n in steps.values() if n is not None), default=FAR)
    taunts = [known_taunt(table, friend) for friend, n in steps.items() if n == nearest]
    known = [taunt for taunt in taunts if taunt is not None]
    return nearest, None if len(known) < len(taunts) else max(known, default=0)


# === Enemy cards, and the models that spawn from them (揭示敌人卡, 产卵敌人) =====================

ENEMY_REVEALED = never("enemy-revealed", "This enemy's card is already there.", rule=sections.ENEMY_CARDS)
NAME_TAKEN = never("name-taken", "Something else here has that name.")
NO_MODEL = never("no-model", "No model available: not spawned.", rule=sections.SPAWNING)
MODEL_OUT = never("model-out", "That model is not available.", rule=sections.SPAWNING)
TOO_FEW_HEROES = never("too-few-heroes", "Only with {n} or more heroes: not spawned.", rule=sections.SPAWNING_BY_HEROES)
AREA_FULL = refusal(
    "area-full", "That would exceed the capacity of the area: use the nearest one.", rule=sections.SPAWNING
)

ALL_PLACED = never("all-placed", "The fight has begun: put enemies on the map instead.", rule=sections.SCENARIO_SETUP)
MOST_MODELS, MOST_ENEMIES_NAMED = 8, 6
WHO_IS_PLACED = text("Which enemies does the setup place?")
Health = Annotated[int, Field(ge=0, le=999)]
Number = Annotated[int, Field(ge=1, le=MOST_MODELS)]
ON_CARD = Printed(EnemyCard, by="enemy")
HEROES = Printed(EnemyCard, by="enemy", read=lambda table, id_: EnemyCard.of(table, id_).heroes)
"""The number of heroes. A typed value is not stored in the card's content."""


class SpawningEvent(AgemoniaEvent):
    heading = "Enemies appear"


def unrevealed(table: Agemonia) -> list[str]:
    """The enemies whose cards are not on the table."""
    return [enemy for enemy in table.ids("enemies") if enemy not in table.scene.enemies]


NewEnemy = Annotated[Line, Choice("enemies", unrevealed, free=True)]


class EnemyCardRevealed(SpawningEvent):
    """Reveal an enemy card. Typed values replace those of its content; content that does not fit counts as unknown."""

    # In the rulebook under 揭示敌人卡.
    title = "Reveal an enemy card"
    help_text = "Reveal an enemy card: numbers that are known are filled in, and you type the others."
    sentence = "{enemy} appeared"
    version = 2
    layout = Layout(usual=("symbol", "per_hero", "shield", "provoke", "damage", "ability", "count"))
    enemy: NewEnemy
    symbol: Annotated[SymbolId | None, ON_CARD] = Field(default=None, title="which initiative symbol")
    per_hero: Annotated[Small | None, ON_CARD] = Field(default=None, title="health for each hero")
    base: Annotated[Small | None, ON_CARD] = Field(default=None, title="extra health")
    endless: Annotated[bool | None, ON_CARD] = Field(default=None, title="endless health")
    heroes: Annotated[int | None, Field(ge=1, le=8, title="number of heroes"), HEROES] = None
    models: Annotated[Number | None, ON_CARD] = None
    shield: Annotated[Small | None, ON_CARD] = None
    provoke: Annotated[Small | None, ON_CARD] = None
    provoke_range: Annotated[Small | None, ON_CARD] = Field(default=None, title="range of provoke")
    attack: Annotated[AttackKind | None, ON_CARD] = None
    attack_range: Annotated[Small | None, ON_CARD] = Field(default=None, title="range")
    damage: Annotated[Small | None, ON_CARD] = None
    count: Number | None = Field(default=None, title="models placed")
    stamina: Annotated[Small | None, ON_CARD] = Field(default=None, title="stamina loss")
    ability: Annotated[Ability | None, ON_CARD] = Field(default=None, title="which reactive check")
    ability_or: Annotated[Ability | None, ON_CARD] = Field(default=None, title="or which ability")
    shape: Annotated[Shape | None, ON_CARD] = None
    condition: Annotated[ConditionId | None, ON_CARD] = None
    movement: Annotated[Small | None, ON_CARD] = None
    size: Annotated[Size | None, ON_CARD] = None
    flying: Annotated[bool | None, ON_CARD] = None
    retaliate: Annotated[Small | None, ON_CARD] = None
    revenge: Annotated[bool | None, ON_CARD] = None
    mirror: Annotated[bool | None, ON_CARD] = None
    defeat: Annotated[Remark, Field(max_length=120), ON_CARD] = Field(default="", title="if defeated")

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Without a shield or provoke, the card showed none: before, a missing number was not unknown."""
        for name in ("shield", "provoke"):
            if fields.get(name) is None:
                fields[name] = 0

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if not asks_for_enemies(table):
            yield Offer()

    @classmethod
    def offers_at_setup(cls, table: Agemonia) -> Iterator[Offer]:
        """The enemies that the setup places: each that is known by its card, or any other."""
        if asks_for_enemies(table):
            for enemy in unrevealed(table)[:MOST_ENEMIES_NAMED]:
                yield Offer(text("{enemy}"), {"enemy": enemy}, **PLACED)
            yield Offer(text("Another enemy"), **PLACED)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.enemy in table.scene.enemies:
            yield ENEMY_REVEALED()
        if self.enemy in (*table.heroes, *table.scene.allies):
            yield NAME_TAKEN()

    def apply(self, table: Agemonia) -> None:
        enemy = Enemy()
        for name in Enemy.model_fields.keys() & type(self).model_fields.keys():
            value = getattr(self, name)
            # Other missing fields keep their defaults, which mean unknown.
            if value is not None or name in ("shield", "provoke"):
                setattr(enemy, name, value)
        table.scene.enemies[self.enemy] = enemy

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.count:
            yield EnemySpawned(enemy=self.enemy, count=self.count)


PLACED: Mapping[str, Any] = {"question": WHO_IS_PLACED, "also_required": ("count",), "opens_form": True}
"""What all offers of an enemy at setup have in common: how many models are placed must be said."""


def asks_for_enemies(table: Agemonia) -> bool:
    """Whether nobody has said yet that all enemies of the setup are on the map (场景设置)."""
    return has_rounds(table) and not table.scene.enemies_placed and not _fight_is_on(table)


def _fight_is_on(table: Agemonia) -> bool:
    """Whether the first initiative card is revealed, which places the enemies of the setup among those who act."""
    return table.scene.round > 1 or (table.scene.round == 1 and table.scene.phase != "select")


class SetupEnemiesPlaced(SpawningEvent):
    """All enemies of the setup are on the map. They act in the first round; those that spawn in it do not."""

    # In the rulebook under 场景设置.
    title = "All enemies of the setup are placed"
    help_text = "The setup places no more enemies. Those on the map now act in the first round."
    sentence = "All enemies of the setup are on the map"

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if not table.scene.enemies:
            yield from cls._offers(table, text("No enemies at first"))

    @classmethod
    def offers_once_placed(cls, table: Agemonia) -> Iterator[Offer]:
        """The end of the placing, which is the first answer as soon as an enemy lies there."""
        if table.scene.enemies:
            yield from cls._offers(table, text("No more enemies"))

    @classmethod
    def _offers(cls, table: Agemonia, words: Text) -> Iterator[Offer]:
        if asks_for_enemies(table):
            # The first initiative card needs them, not the beginning of the round.
            due = not is_setting_up(table)
            yield Offer(words, required=due, reminder=WHO_IS_PLACED if due else None, question=WHO_IS_PLACED)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if _fight_is_on(table):
            yield ALL_PLACED()

    def apply(self, table: Agemonia) -> None:
        table.scene.enemies_placed = True


def hero_count(table: Agemonia, enemy: str) -> int:
    """The number of heroes; as typed in with the card if the party is not tracked."""
    card = table.scene.enemies.get(enemy) or Enemy()
    return card.heroes or len(table.heroes)


def health_of(table: Agemonia, enemy: str) -> int | None:
    """The health of each model, by the number of heroes; None if it is endless or unknown (敌人生命值)."""
    card = table.scene.enemies.get(enemy) or Enemy()
    # At least one hero: otherwise, without a tracked party, models would have no health.
    known = card.per_hero * max(1, hero_count(table, enemy)) + card.base
    return None if card.endless else known or None  # no model has a health of 0


def models_left(table: Agemonia, enemy: str) -> list[int]:
    """The numbers of the models that are not on the map."""
    card = table.scene.enemies.get(enemy) or Enemy()
    return [n for n in range(1, (card.models or MOST_MODELS) + 1) if str(n) not in card.figures]


class EnemySpawned(SpawningEvent):
    """Put enemies on the map. If fewer models are left than should spawn, all that are left do.

    They take no turn in this round.
    """

    # In the rulebook under 产卵敌人.
    title = "Put enemies on the map"
    help_text = "Enemy models appear on the map, picked at random from those left."
    sentence = "{enemy}: {count|model|models} spawned[ in {area}][, number {numbers}][ ({missing} missing)]"
    layout = Layout(usual=("count", "area"), remembered=("enemy", "area"))
    enemy: EnemyHere
    count: Annotated[Number, Merged()] = 1
    numbers: Annotated[tuple[Number, ...], Field(max_length=MOST_MODELS, title="model numbers")] = ()
    area: AreaId | None = None
    around: AreaId | None = Field(default=None, title="which area, or the nearest to it")
    within: Small | None = Field(default=None, title="within this range of it")
    heroes_needed: Annotated[int, Field(ge=1, le=8, title="only with so many heroes")] = 1
    at_setup: bool = Field(default=False, title="on the map from the start")
    health: Annotated[Health | None, Settled()] = None
    missing: Annotated[Number | None, Settled()] = Field(default=None, title="models missing")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if table.scene.enemies and not asks_for_enemies(table):
            yield Offer()

    @classmethod
    def offers_at_setup(cls, table: Agemonia) -> Iterator[Offer]:
        """More models of an enemy whose card is there, in another area."""
        for enemy in table.scene.enemies if asks_for_enemies(table) else ():
            yield Offer(text("More models: {enemy}"), {"enemy": enemy}, **PLACED)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        left = models_left(table, self.enemy)
        if not left:
            yield NO_MODEL()
        if any(number not in left for number in self.numbers):
            yield MODEL_OUT()
        if 0 < hero_count(table, self.enemy) < self.heroes_needed:
            yield TOO_FEW_HEROES(n=self.heroes_needed)
        if self.area and not self._fits(table, area_named(table, self.area), len(left)):
            yield AREA_FULL()
        if self.around and self.area:
            yield from comes_elsewhere(table, self.enemy, self.area, self.around, self.within)

    def _fits(self, table: Agemonia, area: str, left: int) -> bool:
        coming = min(left, len({*self.numbers}) or self.count) * SPACE[table.scene.enemies[self.enemy].size]
        room = room_in(table, area)
        return room is None or coming <= room

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        count = len({*self.numbers}) or self.count  # a number that is said twice is one model
        left = [n for n in models_left(table, self.enemy) if n not in self.numbers]
        more = chance.shuffle(left)[: max(0, count - len({*self.numbers}))]
        numbers = tuple(sorted({*self.numbers, *more}))
        health = health_of(table, self.enemy)
        came, area = len(numbers), self._area(table)
        return self.copy_with(
            numbers=numbers, count=max(1, came), health=health, area=area, missing=self.missing or count - came or None
        )

    def _area(self, table: Agemonia) -> str | None:
        """The area that they spawn in: `area`, or the only right one if it has room for all of them."""
        due = spawn_areas(table, self.enemy, self.around, self.within) if self.around and not self.area else []
        left = len(models_left(table, self.enemy))
        return due[0] if len(due) == 1 and self._fits(table, due[0], left) else self.area

    def apply(self, table: Agemonia) -> None:
        scene = table.scene
        if enemy := scene.enemies.get(self.enemy):
            came = 0 if self.at_setup or scene.phase == "select" else scene.round
            for number in self.numbers:
                enemy.figures[str(number)] = Figure(health=self.health, most=self.health, spawned=came)
                if self.area:
                    scene.places[f"{self.enemy} {number}"] = area_named(table, self.area)


class EnemySpawnSkipped(SpawningEvent):
    title = "Skip a spawn"
    help_text = "These enemies do not spawn: no models left, or too few heroes."
    sentence = "{enemy}: none spawned[: {reason}]"
    enemy: EnemyHere
    reason: Occasion = ""
