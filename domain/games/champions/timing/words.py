"""Traits gained and lost, and keywords lost, for as long as a card says (特性, 获得)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import not_in_play
from domain.games.champions.cards.handling import numbered
from domain.games.champions.numbers import body
from domain.games.champions.state.cards import new_copy
from domain.games.champions.state.effects import Effect
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.effects import EffectEvent, Until
from domain.games.champions.timing.periods import also, begin
from domain.language.chance import Chance
from domain.language.event import Choice, Line, Occasion, Settled
from domain.language.refusal import Refused, refusal

TRAIT_THERE = refusal("trait-there", "{target} has the trait {trait} already.", rule=sections.GAINING)


def traits_of(table: Champions, target: str) -> Iterable[str]:
    """The traits that somebody or something has."""
    whom = body(table, target)
    return whom.traits if whom else ()


def keywords_of(table: Champions, target: str) -> Iterable[str]:
    """The keywords without a number that somebody or something has."""
    whom = body(table, target)
    return whom.keywords if whom else ()


class WordEvent(EffectEvent):
    """It lasts as other effects do, and what was there before comes back with its end."""

    changes: ClassVar[str]
    """What of an effect it is."""
    target: Annotated[str, Choice("hosts", numbered, why_not=not_in_play)] = Field(title="for")
    until: Until = Field(default="game", title="until the end of the")
    source: Occasion = ""
    shared: Annotated[bool, Settled()] = False
    """Whether another effect does the same already."""

    def word(self) -> str:
        """The trait or keyword that it is about."""
        return str(getattr(self, "trait", "") or getattr(self, "keyword", ""))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(shared=also(table, self.target, self.changes, self.word()))

    def apply(self, table: Champions) -> None:
        said = {"until": self.until, "target": self.target, "shared": self.shared, self.changes: self.word()}
        begin(table, new_copy(self.word(), table.effects), Effect.model_validate({"text": self.word(), **said}))


class TraitGained(WordEvent):
    help_text = "A card gives somebody a trait, for as long as it says."
    says = "{target} gains the trait {trait}[, until the end of the {until}][, {source}]"
    changes = "trait"
    trait: Line

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.trait in traits_of(table, self.target):
            yield TRAIT_THERE(target=table.called("hosts", self.target), trait=self.trait)


class TraitLost(WordEvent):
    help_text = "A card takes a trait from somebody, for as long as it says."
    says = "{target} loses the trait {trait}[, until the end of the {until}][, {source}]"
    changes = "loses_trait"
    trait: Annotated[str, Choice("traits", traits_of, given=("target",))]


class KeywordLost(WordEvent):
    help_text = "A card takes a keyword from somebody, for as long as it says."
    says = "{target} loses {keyword}[, until the end of the {until}][, {source}]"
    changes = "loses"
    keyword: Annotated[str, Choice("keywords", keywords_of, given=("target",))]


EVENTS = (TraitGained, TraitLost, KeywordLost)
