"""Journals and reading: keywords, tally marks, story entries, hero books, special locations."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import LogRole
from domain.framework.events.marks import Count, Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    READINGS,
    AgemoniaEvent,
    HeroId,
    Keyword,
    Level,
    LocationId,
    Owner,
    hero_of,
    requirement_not_met,
)
from domain.games.agemonia.campaign.journey import is_between_stages, not_called_for
from domain.games.agemonia.state.table import PARTY, Agemonia

# === Journals: keywords, tally marks and crossed-out words (日志和关键词) ========================

KEYWORD_PRESENT = never(
    "keyword-present", "“{keyword}” is already in this journal; it is not written again.", rule=sections.JOURNALS
)
KEYWORD_ABSENT = never("keyword-absent", "“{keyword}” is not in this journal.", rule=sections.JOURNALS)

Tally = Annotated[int, Field(ge=1, le=999)]


class JournalEvent(AgemoniaEvent):
    heading = "Keywords"
    tracked = ("journals",)


class KeywordWritten(JournalEvent):
    title = "Write a keyword"
    help_text = "Write a keyword in the party's or a hero's journal."
    sentence = "{journal}: wrote “{keyword}”"
    log = LogRole(memorable=True)
    offer = Offer(fields={"journal": PARTY})
    journal: Owner
    keyword: Line
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.keyword in table.journal_of(self.journal):
            yield KEYWORD_PRESENT(keyword=self.keyword)

    def apply(self, table: Agemonia) -> None:
        table.journal_of(self.journal).write(self.keyword)


class KeywordCrossedOut(JournalEvent):
    title = "Cross out a keyword"
    help_text = "Cross out a keyword: it no longer counts as being in the journal."
    sentence = "{journal}: crossed out “{keyword}”"
    offer = Offer(
        fields={"journal": PARTY},
        when=lambda table: any(not word.crossed_out for word in table.journal.words.values()),
    )
    journal: Owner
    keyword: Keyword
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.keyword not in table.journal_of(self.journal):
            yield KEYWORD_ABSENT(keyword=self.keyword)

    def apply(self, table: Agemonia) -> None:
        if word := table.journal_of(self.journal).find(self.keyword):
            word.crossed_out = True


def _tally_path(event: "KeywordTallyAdded", table: Agemonia) -> tuple[str, ...]:
    """The path of the tally of a keyword."""
    owner = () if event.journal == PARTY else ("heroes", event.journal)
    journal = table.journal_of(event.journal).model_copy(deep=True)
    written = journal.write(event.keyword)
    key = next(key for key, word in journal.words.items() if word is written)
    return (*owner, "journal", "words", key, "tally")


class KeywordTallyAdded(JournalEvent):
    # In the rulebook under 添加计数标记.
    title = "Add tally marks"
    help_text = "Add tally marks to a keyword; if it is new, it is written first."
    sentence = "{journal}: {count|tally mark|tally marks} at “{keyword}”"
    offer = Offer(fields={"journal": PARTY})
    journal: Owner
    keyword: Keyword
    count: Annotated[Tally, Merged(), MovesNumber(_tally_path)] = 1
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        table.journal_of(self.journal).write(self.keyword).tally += self.count


class KeywordCheckAnswered(JournalEvent):
    """Look for a keyword. It changes nothing; the settled answer logs what was true at the time."""

    title = "Look for a keyword"
    help_text = "A text asks whether you have a keyword: look it up in the hero's and the party's journal."
    sentence = "Looked for “{keyword}”: {present}[ ({tally|mark|marks})]"
    keyword: Keyword
    journals: tuple[Owner, ...] = ()
    present: Annotated[bool | None, Settled()] = None
    tally: Annotated[Count | None, Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        owners = self.journals or ("party", *table.heroes)
        found = [word for owner in owners if (word := table.journal_of(owner).find(self.keyword))]
        return self.copy_with(present=bool(found), tally=sum(word.tally for word in found))


# === Reading: story entries, hero books, the campaign book, special locations ====================

LEVEL_NOT_REACHED = never(
    "level-not-reached", "Your heroes have not reached level {level}.", rule=sections.HERO_BOOKS, areas=("levels",)
)
NO_LOCATION_CALLED_FOR = refusal(
    "no-location-called-for", "This stage does not lead to a special location.", rule=sections.SPECIAL_LOCATIONS
)

Visits = Annotated[int, Field(ge=1, le=9_999)]
EntryNo = Annotated[Line, Field(max_length=20, title="entry number")]


class StoryEvent(AgemoniaEvent):
    heading = "Story book"


class StoryEntryRead(StoryEvent):
    title = "Read a story entry"
    help_text = "The party reads an entry in the story book."
    sentence = "Read story entry {entry_no}"
    entry_no: EntryNo
    source: Occasion = ""
    requirement: Remark = ""
    requirement_met: bool = True

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from requirement_not_met(self.requirement_met, sections.STORY_BOOK)

    def apply(self, table: Agemonia) -> None:
        if self.entry_no not in table.story_read:
            table.story_read.append(self.entry_no)


class StoryOptionChosen(StoryEvent):
    title = "Choose an option of the story"
    help_text = "You choose an option of a story entry or card."
    sentence = "Chose {option} at {entry_no}"
    entry_no: EntryNo
    option: Line
    requirement: Remark = ""
    requirement_met: bool = True

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from requirement_not_met(self.requirement_met, sections.STORY_BOOK)


class HeroStoryEntryRead(StoryEvent):
    title = "Read an entry of the hero book"
    help_text = "The party reads an entry in the second part of a hero book."
    sentence = "{hero} read hero entry {entry_no}"
    hero: HeroId
    entry_no: EntryNo
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if self.entry_no not in hero.entries_read:
            hero.entries_read.append(self.entry_no)


class SpecialLocationVisited(StoryEvent):
    title = "Visit a special location"
    help_text = "The party visits a special location; its story continues with every visit."
    sentence = "Visited {location}, visit {visit}[: entry {entry_no}]"
    offer = Offer(when=is_between_stages)
    location: LocationId
    entry_no: Annotated[Remark, Field(title="entry number")] = ""
    visit: Annotated[Visits | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        in_the_city = table.holds_to_steps() and table.step in ("tutorial", "city")
        if in_the_city or not_called_for(table, "special location"):
            yield NO_LOCATION_CALLED_FOR()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(visit=table.places_visited.get(self.location, 0) + 1)

    def apply(self, table: Agemonia) -> None:
        table.places_visited[self.location] = table.places_visited.get(self.location, 0) + 1


def are_books_due(table: Agemonia) -> bool:
    """Whether the sections of the level are read: at the start of the campaign and with each new level."""
    return table.level_up is not None or (table.round <= 1 and table.tracks("levels", "steps"))


def _not_reached(table: Agemonia, level: int) -> Iterator[Refused]:
    if level > table.level:
        yield LEVEL_NOT_REACHED(level=level)


class HeroBookLevelRead(StoryEvent):
    title = "Read a level of the hero book"
    help_text = "A hero reads a level's section in part one of the hero book. Reading it again has no effect."
    sentence = "{hero} read level {level} of the hero book"
    hero: HeroId
    level: Level

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        title = text("{hero}: read level {level} of the hero book")
        for id_, hero in table.heroes.items() if are_books_due(table) else ():
            if table.level not in hero.levels_read:
                fields, new = {"hero": id_, "level": table.level}, table.level_up is not None
                yield Offer(title, fields, required=new, reminder=title, card=READINGS)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from _not_reached(table, self.level)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if self.level not in hero.levels_read:
            hero.levels_read.append(self.level)


class CampaignBookLevelRead(StoryEvent):
    title = "Read a level of the campaign book"
    help_text = "The party reads a level's section in the campaign book. Reading it again has no effect."
    sentence = "Read level {level} of the campaign book"
    level: Level

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        title = text("Read level {level} of the campaign book")
        if are_books_due(table) and table.level not in table.books_read:
            new = table.level_up is not None
            yield Offer(title, {"level": table.level}, required=new, reminder=title, card=READINGS)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from _not_reached(table, self.level)

    def apply(self, table: Agemonia) -> None:
        if self.level not in table.books_read:
            table.books_read.append(self.level)
