"""The city step: arrival, locations and services, rooms, the city event, activities, the night (1. 城市步骤)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, move_numbers, payment_refusals, settled_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Merged, Occasion, Remark, SearchText
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    POINTS_PAID,
    STARS_PAID,
    ActivityId,
    AgemoniaEvent,
    CardId,
    HeroId,
    HeroIds,
    LocationId,
    Price,
    ServiceId,
    hero_of,
    requirement_not_met,
    too_early,
    too_late,
)
from domain.games.agemonia.campaign.factions import ranks_unread
from domain.games.agemonia.campaign.levels import level_unfinished, not_gained
from domain.games.agemonia.campaign.party import CampaignStepEntered
from domain.games.agemonia.campaign.vitality import StaminaLost
from domain.games.agemonia.state.kinds import ActivityPrint, LocationPrint, ServicePrint
from domain.games.agemonia.state.table import ACTIVITY_POINTS, UNEASY_SLEEP, Activity, Agemonia, Hero

NO_EVENT = never("no-event", "Reveal the city event first.", rule=sections.CITY_EVENTS)
LOCATION_OF_OTHER_LEVEL = refusal(
    "location-of-other-level",
    "This location is not available at level {level}.",
    rule=sections.LOCATIONS_AND_SERVICES,
    areas=("levels",),
)
SERVICE_USED = refusal(
    "service-used", "This service was already used.", rule=sections.LOCATIONS_AND_SERVICES, areas=("steps",)
)
EVENT_REVEALED = never(
    "event-revealed", "The city event of this step is already revealed.", rule=sections.CITY_EVENTS, areas=("steps",)
)
EVENT_RESOLVED = never("event-resolved", "The city event is already resolved.", rule=sections.CITY_EVENTS)
OPTION_CHOSEN = refusal(
    "option-chosen", "An option of this event is already chosen: {option}.", rule=sections.CITY_EVENTS, areas=("steps",)
)
NO_POINTS_LEFT = never("no-points-left", "{hero} has no activity points left to lose.", rule=sections.ACTIVITY_POINTS)
POINTS_BELOW_ZERO = never(
    "points-below-zero", "Activity points cannot go below 0.", rule=sections.ACTIVITY_POINTS, areas=("steps",)
)
ACTIVITY_OF_OTHER_LEVEL = refusal(
    "activity-of-other-level", "This activity belongs to another level.", rule=sections.HERO_BOOKS, areas=("levels",)
)
NO_ACTIVITIES_AFTER_ARENA = never(
    "after-arena", "No city activities after an arena scenario.", rule=sections.ARENA_CITY_STEP, areas=("steps",)
)
AFTER_ARENA = NO_ACTIVITIES_AFTER_ARENA.saying("No city event is revealed in the city step after an arena scenario.")
EVENT_FIRST = never(
    "event-first",
    "Activity points are available only after the city event is resolved.",
    rule=sections.ACTIVITY_POINTS,
    areas=("steps",),
)
ACTIVITY_USED = never("activity-used", "This activity was already used ({limit}).", rule=sections.HERO_BOOKS)
RESOLVE_EVENT_FIRST = refusal("event-first", "Resolve the city event first.", rule=sections.CITY_STEP_END)

# Each hero gets two activity tokens (city step 12); a hero still at "Uneasy Sleep" loses two stamina (§「租房间」).
UNEASY_STAMINA = 2
Limit = Literal["once only", "once at this level", "once this city step"]


class CityEvent(AgemoniaEvent):
    heading = "City"
    tracked = ("steps",)


class LocationVisited(CityEvent):
    title = "Visit a location"
    help_text = "Heroes visit a location in the city, as often as they like."
    sentence = "Visited {location}[: {heroes}]"
    during = ("city",)
    offer = Offer()
    location: LocationId
    heroes: HeroIds = ()

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        level = LocationPrint.of(table, self.location).level
        if level is not None and level != table.level:
            yield LOCATION_OF_OTHER_LEVEL(level=table.level)

    def apply(self, table: Agemonia) -> None:
        if self.location not in table.city.visited:
            table.city.visited.append(self.location)


class ServiceUsed(NumbersMoved[Agemonia], CityEvent):
    title = "Use a service"
    help_text = "A hero uses a service at a location: a favor, or anything else the campaign book offers there."
    sentence = "{hero} used {service}[ at {location}][ for {stars|star|stars}][, {points|point|points}][. {effect}]"
    layout = Layout(usual=("stars",), remembered=("location",))
    during = ("city",)
    hero: HeroId
    service: ServiceId
    location: LocationId | None = None
    stars: Annotated[Price, STARS_PAID] = 0
    points: Annotated[Price, POINTS_PAID] = 0
    effect: Annotated[Remark, SearchText()] = ""
    once: bool = Field(default=False, title="once a city step")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        yield Offer(also_required=("points",) if table.city.event else ())

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table, self.points)
        if (self.once or ServicePrint.of(table, self.service).once) and self._used(table):
            yield SERVICE_USED()

    def _used(self, table: Agemonia) -> int:
        """How often it was used in this city step: at its location, or where nobody said at which."""
        if self.location:
            return table.city.used.get(self._key, 0) + table.city.used.get(self.service, 0)
        return sum(
            used for key, used in table.city.used.items() if key == self.service or key.endswith(f" {self.service}")
        )

    @property
    def _key(self) -> str:
        return f"{self.location} {self.service}" if self.location else self.service

    def apply(self, table: Agemonia) -> None:
        table.city.used[self._key] = table.city.used.get(self._key, 0) + 1
        move_numbers(table, self)


def heroes_without_bed(table: Agemonia) -> Mapping[str, Hero]:
    return {id_: hero for id_, hero in table.heroes.items() if hero.sleeps == UNEASY_SLEEP}


def count_bedless(table: Agemonia) -> int:
    """How many heroes would sleep badly; 0 if the table does not track stamina."""
    return len(heroes_without_bed(table)) if table.tracks("vitality") else 0


class RoomRented(NumbersMoved[Agemonia], CityEvent):
    # In the rulebook under 租房间.
    title = "Rent a room"
    help_text = "A hero rents a room and will sleep well."
    sentence = "{hero} rented a room at {location}[ for {price|star|stars}]"
    layout = Layout(remembered=("location", "price"))
    during = ("city",)
    tracked = ("vitality",)
    hero: HeroId
    location: LocationId
    price: Annotated[Price, STARS_PAID]

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """A bed for each hero without one; a hero may do without (租房间)."""
        yield from (Offer(text("Rent a room for {hero}"), {"hero": hero}) for hero in heroes_without_bed(table))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).sleeps = self.location
        move_numbers(table, self)


class SleepingPlaceFound(CityEvent):
    title = "Find a bed"
    help_text = "A hero finds a free place to sleep."
    sentence = "{hero} found a bed at {location}"
    layout = Layout(remembered=("location",))
    during = ("city",)
    offer = Offer(text("A bed for free"), when=heroes_without_bed)
    tracked = ("vitality",)
    hero: HeroId
    location: LocationId
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).sleeps = self.location


class CityEventRevealed(CityEvent):
    # In the rulebook under 结算城市事件卡.
    title = "Reveal the city event"
    help_text = "When everyone is done visiting, reveal the top city event card."
    sentence = "City event revealed: {card}"
    during = ("city",)
    ends = "step"
    card: CardId

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        title = text("Done visiting: reveal the city event[ ({bedless} without a bed)]", bedless=count_bedless(table))
        yield Offer(title, required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_early(table)
        if table.after_arena:
            yield AFTER_ARENA()
        if table.city.event:
            yield EVENT_REVEALED()

    def apply(self, table: Agemonia) -> None:
        table.city.event, table.city.resolved = self.card, False


class CityEventOptionChosen(CityEvent):
    title = "Choose an option of the city event"
    help_text = "You choose an option of the city event."
    sentence = "City event: chose {option}"
    during = ("city",)
    offer = Offer()
    option: Line
    requirement: Remark = ""
    requirement_met: bool = True

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_city_event(table)
        if table.city.option:
            yield OPTION_CHOSEN(option=table.city.option)
        yield from requirement_not_met(self.requirement_met, sections.CITY_EVENTS)

    def apply(self, table: Agemonia) -> None:
        table.city.option = self.option


def no_city_event(table: Agemonia) -> Iterator[Refused]:
    if not table.city.event:
        yield NO_EVENT()
    if table.city.resolved:
        yield EVENT_RESOLVED()


class CityEventResolved(CityEvent):
    title = "Resolve the city event"
    help_text = "The city event is done: put its card away, and heroes take their activity tokens."
    sentence = "City event resolved[. {outcome}]"
    log = LogRole(bookkeeping=True)
    during = ("city",)
    offer = Offer(required=True)
    outcome: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_city_event(table)

    def apply(self, table: Agemonia) -> None:
        table.city.resolved = True
        if table.city.event:
            table.city_events.append(table.city.event)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero in table.heroes:
            yield CityActivityTokensTaken(hero=hero)


def points_due(hero: Hero) -> int:
    """The activity points that a hero gets in this city step (城市活动点数)."""
    return ACTIVITY_POINTS + hero.activity_bonus


class CityActivityTokensTaken(CityEvent):
    # In the rulebook under 城市活动点数.
    help_text = "A hero takes its activity tokens: two, unless an effect changes that."
    sentence = "{hero} took {tokens|activity token|activity tokens}"
    automatic = True
    hero: HeroId
    tokens: Price | None = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(tokens=max(0, points_due(hero_of(table, self.hero))))

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).activity_tokens = self.tokens or 0


class CityActivityPointsModified(CityEvent):
    title = "Change the activity points"
    help_text = "An effect gives a hero more or fewer activity points in this city step."
    sentence = "{hero}: {delta|activity point|activity points}"
    during = ("city",)
    hero: HeroId
    delta: Annotated[int, Field(ge=-9, le=9), Merged(), MovesNumber("heroes.{hero}.activity_bonus")]
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if points_due(hero_of(table, self.hero)) + self.delta < 0:
            yield POINTS_BELOW_ZERO()
        elif self.delta < 0 and not self._moved(table):
            yield NO_POINTS_LEFT(hero=table.called("heroes", self.hero))

    def _moved(self, table: Agemonia) -> int:
        """The change of the hero's points; points already spent cannot be lost."""
        here = hero_of(table, self.hero).activity_tokens if table.city.resolved else -self.delta
        return max(self.delta, -here)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(delta=self._moved(table))

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.activity_bonus += self.delta
        if table.city.resolved:
            hero.activity_tokens = max(0, hero.activity_tokens + self.delta)


class CityActivityPerformed(CityEvent):
    title = "Do a city activity"
    help_text = "A hero spends activity points on a city activity."
    sentence = "{hero} did {activity}[ for {points|point|points}][ and {stars|star|stars}]"
    layout = Layout(usual=("points",))
    during = ("city",)
    hero: HeroId
    activity: ActivityId
    points: Annotated[int, Field(ge=0, le=9), POINTS_PAID] = 1
    stars: Annotated[Price, STARS_PAID] = 0
    limit: Limit | None = None
    source: Occasion = ""
    requirement_met: bool = True

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for hero_id, hero in table.heroes.items():
            if count := hero.activity_tokens:
                title = text("{hero}: a city activity ({count|point|points} left)", count=count)
                yield Offer(title, {"hero": hero_id})

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from self._too_early(table)
        level = ActivityPrint.of(table, self.activity).level
        if level is not None and level != table.level:
            yield ACTIVITY_OF_OTHER_LEVEL()
        yield from requirement_not_met(self.requirement_met, sections.HERO_BOOKS)
        yield from payment_refusals(table, self.copy_with(points=0))
        yield from self._used_up(table)

    def _too_early(self, table: Agemonia) -> Iterator[Refused]:
        if not self.points:
            return
        if table.after_arena:
            yield NO_ACTIVITIES_AFTER_ARENA()
        elif not table.city.resolved:
            yield EVENT_FIRST()
        else:
            yield from payment_refusals(table, self.copy_with(stars=0))

    def _used_up(self, table: Agemonia) -> Iterator[Refused]:
        done = hero_of(table, self.hero).activities.get(self.activity) or Activity()
        used = {
            "once only": done.ever > 0,
            "once at this level": done.level == table.level,
            "once this city step": done.this_step > 0 and table.holds_to_steps(),
        }
        limit = self.limit or done.limit
        if limit and used[limit]:
            yield ACTIVITY_USED(limit=limit)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return settled_numbers(self, table)

    def apply(self, table: Agemonia) -> None:
        move_numbers(table, self)
        done = hero_of(table, self.hero).activities.setdefault(self.activity, Activity())
        done.ever, done.level, done.this_step = done.ever + 1, table.level, done.this_step + 1
        done.limit = self.limit or done.limit


class CityStepEnded(CityEvent):
    title = "End the city step"
    help_text = "You agree to end the city step: unused tokens are lost, and heroes without a bed sleep badly."
    sentence = "The city step ended"
    during = ("city",)
    ends = "step"

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        title = text("End the city step[ ({bedless} without a bed)]", bedless=count_bedless(table))
        yield Offer(title, required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not table.city.resolved and not table.after_arena:
            yield RESOLVE_EVENT_FIRST()
        yield from (*not_gained(table), *level_unfinished(table), *ranks_unread(table))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero_id, hero in table.heroes.items():
            if hero.activity_tokens:
                yield UnusedActivityTokensDiscarded(hero=hero_id, tokens=hero.activity_tokens)
        for hero_id, hero in table.heroes.items():
            if hero.sleeps == UNEASY_SLEEP:
                yield UneasySleepSuffered(hero=hero_id)
        yield CampaignStepEntered(step="journey")


class UnusedActivityTokensDiscarded(CityEvent):
    help_text = "Activity tokens left at the end of the city step are lost."
    sentence = "{hero} discarded {tokens|unused activity token|unused activity tokens}"
    automatic = True
    hero: HeroId
    tokens: Annotated[Price, POINTS_PAID]

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).activity_tokens = 0


class UneasySleepSuffered(CityEvent):
    # In the rulebook under 不安的睡眠.
    help_text = "A hero without a bed loses 2 stamina."
    sentence = "{hero} slept uneasily"
    tracked = ("vitality",)
    automatic = True
    hero: HeroId

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if not hero_of(table, self.hero).exhausted:
            yield StaminaLost(hero=self.hero, amount=UNEASY_STAMINA, source="uneasy sleep")
