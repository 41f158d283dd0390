"""Journals: keywords, tally marks and crossed-out words (日志和关键词)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, Keyword, Owner
from domain.games.agemonia.state.table import PARTY, Agemonia
from domain.language.chance import Chance
from domain.language.event import Count, Event, Line, Occasion, Settled, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never

KEYWORD_PRESENT = never(
    "keyword-present", "“{keyword}” is already in this journal; it is not written again.", rule=sections.JOURNALS
)
KEYWORD_ABSENT = never("keyword-absent", "“{keyword}” is not in this journal.", rule=sections.JOURNALS)

Tally = Annotated[int, Field(ge=1, le=999)]


class JournalEvent(AgemoniaEvent):
    area_of_play = "Keywords"
    tracked = ("journals",)


class KeywordWritten(JournalEvent):
    help_text = "A keyword is written in the party journal or in a hero's journal."
    says = "{journal}: wrote “{keyword}”"
    journal: Owner
    keyword: Line
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.keyword in table.journal_of(self.journal):
            yield KEYWORD_PRESENT(keyword=self.keyword)

    def apply(self, table: Agemonia) -> None:
        table.journal_of(self.journal).write(self.keyword)


class KeywordCrossedOut(JournalEvent):
    help_text = "A keyword is crossed out: from now on it is not in the journal."
    says = "{journal}: crossed out “{keyword}”"
    journal: Owner
    keyword: Keyword
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.keyword not in table.journal_of(self.journal):
            yield KEYWORD_ABSENT(keyword=self.keyword)

    def apply(self, table: Agemonia) -> None:
        if word := table.journal_of(self.journal).find(self.keyword):
            word.crossed_out = True


def _tally(event: "KeywordTallyAdded", table: Agemonia) -> tuple[str, ...]:
    """Where the tally of a keyword stands, or will."""
    owner = () if event.journal == PARTY else ("heroes", event.journal)
    journal = table.journal_of(event.journal).model_copy(deep=True)
    written = journal.write(event.keyword)
    key = next(key for key, word in journal.words.items() if word is written)
    return (*owner, "journal", "words", key, "tally")


class KeywordTallyAdded(JournalEvent):
    # In the rulebook under 添加计数标记.
    help_text = "Tally marks are added to a keyword, which is written first if it is not there."
    says = "{journal}: {count|tally mark|tally marks} at “{keyword}”"
    journal: Owner
    keyword: Keyword
    count: Annotated[Tally, Sums(), Moves(_tally)] = 1
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        table.journal_of(self.journal).write(self.keyword).tally += self.count


class KeywordCheckAnswered(JournalEvent):
    """Changes nothing: the answer is settled, so that the log keeps what was true then."""

    help_text = (
        "A text asked whether a keyword is there; the answer is looked up in the hero's and the party's journal."
    )
    says = "Is “{keyword}” there? {present}[ ({tally|mark|marks})]"
    keyword: Keyword
    journals: tuple[Owner, ...] = ()
    present: Annotated[bool | None, Settled()] = None
    tally: Annotated[Count | None, Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        owners = self.journals or ("party", *table.heroes)
        found = [word for owner in owners if (word := table.journal_of(owner).find(self.keyword))]
        return self.but(present=bool(found), tally=sum(word.tally for word in found))


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    KeywordWritten,
    KeywordCrossedOut,
    KeywordTallyAdded,
    KeywordCheckAnswered,
)
