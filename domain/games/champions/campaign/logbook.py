"""The campaign log: words with what they are worth, struck out or not, and counters."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions.campaign.slots import CampaignEvent
from domain.games.champions.harm.damage import ALREADY_SO
from domain.games.champions.state.campaigns import LogWord
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Delta, Event, Line, Occasion, Remark, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never
from domain.things.numbers import NOT_ENOUGH

STRUCK_ALREADY = never("struck-already", "“{word}” is struck out already.")


class LogWordWritten(CampaignEvent):
    """What was written beside it stays, until something else is."""

    help_text = "A word of the campaign log, perhaps with a number or a line; one that is there gets another of them."
    says = "Campaign log: {word}[ {value}][: {line}]"
    likely = ("value", "line")
    word: Line
    value: Count | None = None
    line: Remark = Field(default="", title="what is written beside it")

    def check(self, table: Champions) -> Iterator[Refused]:
        there = table.campaign.words.get(self.word)
        if there and not there.struck and there.value == self.value and there.line == (self.line or there.line):
            yield ALREADY_SO()

    def settle(self, table: Champions, chance: Chance) -> Self:
        there = table.campaign.words.get(self.word)
        return self.but(line=self.line or there.line) if there else self

    def apply(self, table: Champions) -> None:
        table.campaign.words[self.word] = LogWord(value=self.value, line=self.line)


class LogWordStruck(CampaignEvent):
    help_text = "A word of the campaign log is struck out; it stays to be read."
    says = "Campaign log: {word} is struck out[, {reason}]"
    word: Annotated[str, Choice("log-words", lambda table: table.campaign.words)]
    reason: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if (there := table.campaign.words.get(self.word)) and there.struck:
            yield STRUCK_ALREADY(word=self.word)

    def apply(self, table: Champions) -> None:
        if there := table.campaign.words.get(self.word):
            there.struck = True


def count_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """Where the counter of an event stands."""
    return ("campaign", "counters", str(getattr(event, "counter", "")))


class CampaignCounterChanged(CampaignEvent):
    help_text = "A counter of the campaign goes up or down."
    says = "Campaign: {counter} by {change}[, {reason}]"
    counter: Annotated[Line, Choice("counters", lambda table: table.campaign.counters, free=True)]
    change: Annotated[Delta, Sums(), Moves(count_of)]
    reason: Occasion = Field(default="")

    def check(self, table: Champions) -> Iterator[Refused]:
        have = table.campaign.counters.get(self.counter, 0)
        if not self.change:
            yield ALREADY_SO()
        if have + self.change < 0:
            yield NOT_ENOUGH(have=have, need=-self.change)

    def apply(self, table: Champions) -> None:
        counters = table.campaign.counters
        counters[self.counter] = max(0, counters.get(self.counter, 0) + self.change)


EVENTS = (LogWordWritten, LogWordStruck, CampaignCounterChanged)
