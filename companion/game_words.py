"""Described games in words that players know: the kinds, and the difference between two definitions."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.framework.cards.words import card_in_words
from domain.framework.content import Content, merge_content, term_of
from domain.framework.text import Text, text
from domain.games.own.definition import GONE
from domain.games.own.kinds import (
    CARDS,
    BoxCard,
    DealCard,
    DefinitionCard,
    DieCard,
    FaceCard,
    FigureCard,
    GameCard,
    HeroCard,
    JournalCard,
    ListCard,
    NumberCard,
    PhaseCard,
    PieceCard,
    PileCard,
    RankCard,
    ResultCard,
    RuleCard,
    StatusCard,
)
from domain.games.own.table import OwnTable

ONE: Mapping[type[DefinitionCard], Text] = {
    NumberCard: text("Number"),
    StatusCard: text("Status"),
    JournalCard: text("Journal"),
    ListCard: text("List"),
    PileCard: text("Pile or bag"),
    DieCard: text("Die"),
    DealCard: text("Deal"),
    HeroCard: text("Hero"),
    FigureCard: text("Enemy or ally"),
    PhaseCard: text("Phase"),
    ResultCard: text("Result"),
    RankCard: text("Rank"),
    RuleCard: text("Rule"),
    BoxCard: text("Thing on the list"),
    PieceCard: text("Piece"),
    FaceCard: text("Face"),
    GameCard: text("The game"),
}
"""The word for one thing of each kind."""


def describe_changes(table: OwnTable, new: Content) -> list[Text]:
    """What a definition changes, by kind: what is new, what is no longer part of the game, and what is different."""
    old = merge_content(table.pack, Content(table.library))
    return [change for card in CARDS for change in _changes_of_kind(table, card, old, new)]


def _changes_of_kind(table: OwnTable, card: type[DefinitionCard], old: Content, new: Content) -> Iterator[Text]:
    kind, sort = card.kind_name, ONE[card]
    before, after = _live(old, kind), _live(new, kind)
    for id_ in dict.fromkeys((*before, *after)):
        named = {"sort": sort, "name": term_of(id_, before.get(id_) or after[id_])}
        if id_ not in before:
            yield text("New: {name} ({sort})", **named)
        elif id_ not in after:
            yield text("No longer part of the game: {name} ({sort})", **named)
        elif other := _different(card, before[id_], after[id_]):
            yield text("{name} ({sort}): {fields}", **named, fields=card_in_words(table, kind, other))


def _live(content: Content, kind: str) -> dict[str, Mapping[str, Any]]:
    return {id_: thing for id_, thing in content.of(kind).items() if not thing.get(GONE)}


def _different(card: type[DefinitionCard], old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have another value, with the new one."""
    before, after = (card.read(one).model_dump(mode="json") for one in (old, new))
    return {name: value for name, value in after.items() if value != before[name]}


__all__ = ["ONE", "describe_changes"]
