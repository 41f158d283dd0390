"""Reading: story entries, hero books, the campaign book, special locations."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, Level, LocationId, hero_of, requirement
from domain.games.agemonia.campaign.journey import not_called_for
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Event, Line, Occasion, Remark, Settled
from domain.language.refusal import Refused, never, refusal

LEVEL_NOT_REACHED = never(
    "level-not-reached", "Your heroes have not reached level {level}.", rule=sections.HERO_BOOKS, areas=("levels",)
)
NO_LOCATION_CALLED_FOR = refusal(
    "no-location-called-for", "This stage does not lead to a special location.", rule=sections.SPECIAL_LOCATIONS
)

Visits = Annotated[int, Field(ge=1, le=9_999)]
EntryNo = Annotated[Line, Field(max_length=20, title="entry number")]


class StoryEvent(AgemoniaEvent):
    area_of_play = "Story book"


class StoryEntryRead(StoryEvent):
    help_text = "An entry of the story book was read."
    says = "Read story entry {entry_no}"
    entry_no: EntryNo
    source: Occasion = ""
    requirement: Remark = ""
    requirement_met: bool = True

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from requirement(self.requirement_met, sections.STORY_BOOK)

    def apply(self, table: Agemonia) -> None:
        if self.entry_no not in table.story_read:
            table.story_read.append(self.entry_no)


class StoryOptionChosen(StoryEvent):
    help_text = "An option of a story entry or of a card was chosen."
    says = "Chose {option} at {entry_no}"
    entry_no: EntryNo
    option: Line
    requirement: Remark = ""
    requirement_met: bool = True

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from requirement(self.requirement_met, sections.STORY_BOOK)


class HeroStoryEntryRead(StoryEvent):
    help_text = "An entry of the second part of a hero book was read."
    says = "{hero} read hero entry {entry_no}"
    hero: HeroId
    entry_no: EntryNo
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if self.entry_no not in hero.entries_read:
            hero.entries_read.append(self.entry_no)


class SpecialLocationVisited(StoryEvent):
    help_text = "The party visited a special location; its story goes on with every visit."
    says = "Visited {location}, visit {visit}[: entry {entry_no}]"
    location: LocationId
    entry_no: Annotated[Remark, Field(title="entry number")] = ""
    visit: Annotated[Visits | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        in_the_city = table.holds_to_steps() and table.step in ("tutorial", "city")
        if in_the_city or not_called_for(table, "special location"):
            yield NO_LOCATION_CALLED_FOR()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.but(visit=table.places_visited.get(self.location, 0) + 1)

    def apply(self, table: Agemonia) -> None:
        table.places_visited[self.location] = table.places_visited.get(self.location, 0) + 1


def _not_reached(table: Agemonia, level: int) -> Iterator[Refused]:
    if level > table.level:
        yield LEVEL_NOT_REACHED(level=level)


class HeroBookLevelRead(StoryEvent):
    help_text = "The section of a level in the first part of a hero book; reading it again has no effect."
    says = "{hero} read level {level} of the hero book"
    hero: HeroId
    level: Level

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from _not_reached(table, self.level)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if self.level not in hero.levels_read:
            hero.levels_read.append(self.level)


class CampaignBookLevelRead(StoryEvent):
    help_text = "The section of a level in the campaign book; reading it again has no effect."
    says = "Read level {level} of the campaign book"
    level: Level

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from _not_reached(table, self.level)

    def apply(self, table: Agemonia) -> None:
        if self.level not in table.books_read:
            table.books_read.append(self.level)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    StoryEntryRead,
    StoryOptionChosen,
    HeroStoryEntryRead,
    SpecialLocationVisited,
    HeroBookLevelRead,
    CampaignBookLevelRead,
)
