"""The rows of the page of a described game: what each player, the table and the figures have, and the course."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game_words import ONE
from domain.framework.text import text
from domain.framework.views.sheet import Said
from domain.games.own.kinds import (
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

PARTS = (RankCard, RuleCard, BoxCard, PieceCard, FaceCard)
"""The kinds whose things belong to another thing."""


@dataclass(frozen=True)
class PartRow:
    """A thing of the definition: its kind and id, its name, the word for its kind, and what is set."""

    kind: str
    id: str
    name: Said
    sort: Said
    note: Sequence[Said] = ()


@dataclass(frozen=True)
class AddButton:
    """A button that adds a thing: its kind, its word, and the fields that are known."""

    kind: str
    label: Said
    known: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PartsCard:
    """A card of the page: its heading, its rows, and what can be added."""

    key: str
    title: Said
    rows: Sequence[PartRow]
    adds: Sequence[AddButton]


def cards_of(table: OwnTable) -> list[PartsCard]:
    """The cards of the page."""
    return [
        PartsCard(
            "players", text("Each player has"),
            [*_owned(table, "seat", NumberCard, JournalCard, ListCard), *_all(table, StatusCard)],
            [*_adding("seat", NumberCard), *_adding("", StatusCard), *_adding("seat", ListCard, JournalCard)],
        ),
        PartsCard(
            "table", text("The table has"),
            [*_owned(table, "table", NumberCard, ListCard, JournalCard), *_all(table, PileCard, DieCard)],
            [*_adding("table", NumberCard, ListCard, JournalCard), *_adding("", PileCard, DieCard)],
        ),
        PartsCard(
            "figures", text("Enemies and allies have"),
            [*_owned(table, "figure", NumberCard), *_all(table, FigureCard)],
            [*_adding("figure", NumberCard), *_adding("", FigureCard)],
        ),
        PartsCard(
            "course", text("The course of the game"),
            [*_all(table, GameCard, HeroCard, PhaseCard, ResultCard, DealCard)],
            [*_adding("", HeroCard, PhaseCard, ResultCard, DealCard)],
        ),
    ]  # fmt: skip


def card_of_parts(table: OwnTable, kind: str, id_: str) -> PartsCard | None:
    """The things that belong to a thing, such as the ranks of a number; None if it has none."""
    whose = [card for card in PARTS if card.belongs_to and kind_of_parent(card) == kind]
    if not whose:
        return None
    adds = [AddButton(card.kind_name, ONE[card], {card.belongs_to: id_}) for card in whose]
    return PartsCard("parts", text("What belongs to it"), [*parts_of(table, kind, id_)], adds)


def parts_of(table: OwnTable, kind: str, id_: str) -> Iterator[PartRow]:
    """The things that belong to a thing."""
    for card in PARTS:
        if kind_of_parent(card) == kind:
            for part, one in table.cards(card).items():
                if getattr(one, card.belongs_to) == id_:
                    yield _row(table, card, part, one)


def kind_of_parent(card: type[DefinitionCard]) -> str:
    """The kind of the things that things of a kind belong to."""
    return {"number": "numbers", "list": "lists", "pile": "piles", "die": "dice"}[card.belongs_to]


def _adding(owner: str, *cards: type[DefinitionCard]) -> Iterator[AddButton]:
    for card in cards:
        yield AddButton(card.kind_name, ONE[card], {"owner": owner} if owner else {})


def _owned(table: OwnTable, owner: str, *cards: type[Any]) -> Iterator[PartRow]:
    for card in cards:
        for id_, one in table.cards(card).items():
            if one.owner == owner:
                yield _row(table, card, id_, one)


def _all(table: OwnTable, *cards: type[Any]) -> Iterator[PartRow]:
    for card in cards:
        for id_, one in table.cards(card).items():
            yield _row(table, card, id_, one)


def _row(table: OwnTable, card: type[DefinitionCard], id_: str, one: Any) -> PartRow:
    kind = card.kind_name
    note = [said for said in _note(table, id_, one) if said]
    return PartRow(kind, id_, table.called(kind, id_), ONE[card], note)


def _note(table: OwnTable, id_: str, one: DefinitionCard) -> Iterable[Said]:
    """What is set for a thing, in a few words."""
    match one:
        case NumberCard():
            return _note_of_number(table, id_, one)
        case RankCard():
            return [text("from {at}", at=one.at)]
        case RuleCard():
            return _note_of_rule(table, one)
        case StatusCard():
            return [text("ends: {period}", period=_period(table, one.until))] if one.until else []
        case ListCard():
            return [text("{count|thing|things}", count=len([*parts_of(table, "lists", id_)]))]
        case PileCard():
            return [text("{count|sort|sorts} of pieces", count=len([*parts_of(table, "piles", id_)]))]
        case PieceCard() | FaceCard():
            return [text("×{copies}", copies=one.copies)]
        case DieCard():
            faces = len([*parts_of(table, "dice", id_)])
            return [
                text("{count|face|faces} of its own", count=faces) if faces else text("1 to {sides}", sides=one.sides)
            ]
        case DealCard():
            return [_changes(table, one.gains)]
        case HeroCard() | FigureCard():
            return [_listed(table, one.numbers)]
        case ResultCard():
            return [text("a win")] if one.won else []
        case GameCard():
            fewest, most = min(one.players), max(one.players)
            return [text("{fewest}–{most} players", fewest=fewest, most=most)]
    return []


def _note_of_number(table: OwnTable, id_: str, one: NumberCard) -> Iterator[Said]:
    most = table.called("numbers", one.most_of) if one.most_of else one.most
    if one.start is not None and one.start != one.least:
        yield text("begins at {start}", start=one.start)
    yield (
        text("{least} to {most}", least=one.least, most=most)
        if most not in (None, "")
        else (text("from {at}", at=one.least) if one.least else "")
    )
    if one.points:
        yield text("{points|point|points} each", points=one.points)
    if one.drift:
        yield text("{by}: {period}", by=f"{one.drift:+}".replace("-", "−"), period=_period(table, one.until))
    elif one.until:
        yield text("begins again: {period}", period=_period(table, one.until))
    parts = [row.kind for row in parts_of(table, "numbers", id_)]
    if ranks := parts.count("ranks"):
        yield text("{count|rank|ranks}", count=ranks)
    if rules := parts.count("rules"):
        yield text("{count|rule|rules}", count=rules)


def _note_of_rule(table: OwnTable, one: RuleCard) -> Iterator[Said]:
    number = table.called("numbers", one.number)
    if one.at_least is not None:
        yield text("{number} from {at} on", number=number, at=one.at_least)
    else:
        yield text("{number} at {at} or less", number=number, at=one.at_most)
    for kind, id_ in (("statuses", one.status), ("boxes", one.box), ("numbers", one.turns_over)):
        if id_:
            yield table.called(kind, id_)


def _period(table: OwnTable, until: str) -> Said:
    return {"round": table.round_word, "scenario": table.scenario_word}.get(until) or text("turn")


def _changes(table: OwnTable, amounts: Mapping[str, int]) -> Said:
    """Amounts by which numbers move."""
    return _listed(table, {id_: f"{by:+}".replace("-", "−") for id_, by in amounts.items()})


def _listed(table: OwnTable, amounts: Mapping[str, object]) -> Said:
    """Numbers with their values; empty if there are none."""
    words = (text("{number} {value}", number=table.called("numbers", id_), value=by) for id_, by in amounts.items())
    return text("{amounts}", amounts=tuple(words)) if amounts else ""


__all__ = ["PARTS", "AddButton", "PartRow", "PartsCard", "card_of_parts", "cards_of", "kind_of_parent", "parts_of"]
