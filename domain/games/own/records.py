"""Statuses, journals and lists: what is written down about a seat, a figure or the table."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Amount, Merged, SearchText
from domain.framework.refusal import Refused, never
from domain.games.own.base import Name, OwnEvent, Player, Rule, owned_by_someone, owner_missing
from domain.games.own.kinds import BoxCard, JournalCard, ListCard
from domain.games.own.table import MARKS, OwnTable, Written

HAS_STATUS = never("has-status", "{owner} is {status} already.")
SAME_MARK = never("same-mark", "{box} is {mark} already.")
NOT_WRITTEN = never("not-written", "“{word}” is not in the {journal}.")


# === Statuses =====================================================================================


class StatusGained(OwnEvent):
    title = "Mark a status"
    heading = "Statuses"
    help_text = "Something holds for a seat or a figure, until it ends."
    sentence = "{owner}: {status}[ ({rule})]"
    owner: Player
    status: Annotated[str, Choice("statuses", lambda table: table.live("statuses"))]
    rule: Rule = ""

    def check(self, table: OwnTable) -> Iterator[Refused]:
        owned = table.owner(self.owner)
        if owned and self.status in owned.statuses:
            yield HAS_STATUS(owner=table.called("owners", self.owner), status=table.called("statuses", self.status))

    def apply(self, table: OwnTable) -> None:
        if (owned := table.owner(self.owner)) and self.status not in owned.statuses:
            owned.statuses.append(self.status)


def statuses_of(table: OwnTable, owner: str) -> list[str]:
    owned = table.owner(owner)
    return owned.statuses if owned else []


class StatusEnded(OwnEvent):
    title = "End a status"
    heading = "Statuses"
    help_text = "It no longer holds."
    sentence = "{owner}: no longer {status}[ ({rule})]"
    owner: Player
    status: Annotated[str, Choice("statuses", statuses_of, given=("owner",))]
    rule: Rule = ""

    def apply(self, table: OwnTable) -> None:
        if (owned := table.owner(self.owner)) and self.status in owned.statuses:
            owned.statuses.remove(self.status)


# === Journals =====================================================================================

Journal = Annotated[str, Choice("journals", lambda table: table.live("journals"))]
JournalOwner = Annotated[str, owned_by_someone(JournalCard, "journals", "journal")]


class WordEvent(OwnEvent):
    """The base of events about a word in a journal."""

    heading = "Journals"
    layout = Layout(usual=("owner",))
    journal: Journal
    word: Annotated[Name, SearchText()]
    owner: JournalOwner | None = None

    @classmethod
    def needed(cls, table: OwnTable, known: Mapping[str, Any]) -> Iterator[str]:
        if known.get("journal") and JournalCard.of(table, known["journal"]).owner == "seat":
            yield "owner"

    def check(self, table: OwnTable) -> Iterator[Refused]:
        yield from owner_missing(table, "journals", self.journal, JournalCard.of(table, self.journal).owner, self.owner)


class WordWritten(WordEvent):
    title = "Write down"
    help_text = "A word or a line in a journal. The same word again is one more of it."
    sentence = "[{owner}: ]{journal}: {word}[ ×{amount}]"
    amount: Annotated[Amount, Field(le=999), Merged()] = 1

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Any) -> Mapping[str, object]:
        return {"amount": ""} if fields.get("amount") == 1 else {}

    def apply(self, table: OwnTable) -> None:
        if owned := table.owner(self.owner):
            word = owned.words.setdefault(self.journal, {}).setdefault(self.word, Written())
            word.tally = self.amount + (0 if word.crossed else word.tally)
            word.crossed = False


class WordCrossed(WordEvent):
    title = "Cross out"
    help_text = "A word in a journal is crossed out; it can be written again."
    sentence = "[{owner}: ]{journal}: {word} crossed out"

    def check(self, table: OwnTable) -> Iterator[Refused]:
        owned = table.owner(self.owner)
        word = owned.words.get(self.journal, {}).get(self.word) if owned else None
        if word is None or word.crossed:
            yield NOT_WRITTEN(word=self.word, journal=table.called("journals", self.journal))

    def apply(self, table: OwnTable) -> None:
        if (owned := table.owner(self.owner)) and (word := owned.words.get(self.journal, {}).get(self.word)):
            word.crossed = True


# === Lists ========================================================================================


def boxes_on(table: OwnTable, list_: str) -> list[str]:
    """The things on a list, those typed in at the table too."""
    return [id_ for id_, box in table.cards(BoxCard).items() if box.list == list_]


def marks_for(table: OwnTable, list_: str) -> list[str]:
    """The marks of the things on a list: chosen, or else locked, open and done."""
    return ["chosen"] if ListCard.of(table, list_).one else [mark for mark in MARKS if mark != "chosen"]


class BoxMarked(OwnEvent):
    title = "Mark on a list"
    heading = "Lists"
    help_text = "A thing on a list is done, open, locked or lost; or it is the chosen one of its list."
    sentence = "[{owner}: ]{list}: {box}[, {mark}][ ({rule})]"
    layout = Layout(usual=("mark", "owner"))
    list: Annotated[str, Choice("lists", lambda table: table.live("lists"))]
    box: Annotated[Name, Choice("boxes", boxes_on, free=True, given=("list",))]
    mark: Annotated[str, Choice("marks", marks_for, given=("list",))]
    owner: Annotated[str, owned_by_someone(ListCard, "lists", "list")] | None = None
    rule: Rule = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Any) -> Mapping[str, object]:
        return {"mark": ""} if fields.get("mark") == "chosen" else {}

    @classmethod
    def needed(cls, table: OwnTable, known: Mapping[str, Any]) -> Iterator[str]:
        if known.get("list") and ListCard.of(table, known["list"]).owner == "seat":
            yield "owner"

    def check(self, table: OwnTable) -> Iterator[Refused]:
        yield from owner_missing(table, "lists", self.list, ListCard.of(table, self.list).owner, self.owner)
        owned = table.owner(self.owner)
        before = owned and (mark_of(table, owned, self.box) if self.mark != "chosen" else owned.chosen.get(self.list))
        if before in (self.mark if self.mark != "chosen" else self.box,):
            yield SAME_MARK(box=table.called("boxes", self.box), mark=MARKS.get(self.mark, self.mark))

    def apply(self, table: OwnTable) -> None:
        if owned := table.owner(self.owner):
            if self.mark == "chosen":
                owned.chosen[self.list] = self.box
            else:
                owned.boxes[self.box] = self.mark


def mark_of(table: OwnTable, owned: Any, box: str) -> str:
    """The mark of a thing on a list: the recorded one, or that of the definition."""
    return str(owned.boxes.get(box) or ("locked" if BoxCard.of(table, box).locked else "open"))
