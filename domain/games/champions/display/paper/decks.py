"""The deck sheet: the cards of a list by their class, and what is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence

from domain.games.champions.setup.decks import deck_of, wrong_with
from domain.games.champions.state.kinds import Resource
from domain.games.champions.state.names import RESOURCE_NAMES
from domain.games.champions.state.seats import Seat
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Block, Cell, Fact, Facts, Grid, Said, Sheet
from domain.language.table import join
from domain.language.text import Term, spoken, text


def deck_sheets(table: Champions) -> Iterator[Sheet]:
    """A sheet for every seat with a deck list."""
    for id_, seat in table.seats.items():
        if seat.list_:
            title = text("{hero}: deck", hero=table.called("identities", id_))
            yield Sheet(f"deck-{id_}", title, list(blocks(table, id_, seat)), seat=id_)


def blocks(table: Champions, id_: str, seat: Seat) -> Iterator[Block]:
    facts = [
        Fact(text("Identity"), table.called("identities", id_)),
        Fact(text("Cards"), sum(seat.list_.values()), path=join(("seats", id_, "list_"))),
    ]
    if seat.aspect:
        aspect = table.called("classes", seat.aspect)
        facts.insert(1, Fact(text("Aspect"), aspect, path=join(("seats", id_, "aspect"))))
    yield Facts(Term("Deck", "牌库"), facts)
    heads = (text("Copies"), text("Card"), text("Class"), text("Type"), text("Cost"), text("Resources"))
    yield Grid(text("Cards"), heads, list(rows(table, id_, seat)))
    wrong = [reason.text for reason in table.held(wrong_with(table, id_, seat.list_, seat.aspect))]
    if wrong:
        yield Grid(text("Not as the rules have it"), (text("What"),), [[one] for one in wrong])


def rows(table: Champions, id_: str, seat: Seat) -> Iterator[Sequence[Cell]]:
    """The cards, class by class as the pack has them, each with its number."""
    order = list(table.ids("classes"))
    entries = deck_of(table, id_, seat.list_, seat.aspect).cards

    def place(number: int) -> tuple[int, int]:
        class_ = entries[number].sheet.classification
        return (order.index(class_) if class_ in order else len(order), number)

    for number in sorted(range(len(entries)), key=place):
        entry = entries[number]
        sheet = entry.sheet
        yield [
            Fact("", entry.copies, path=join(("seats", id_, "list_", entry.id))),
            entry.name,
            table.called("classes", sheet.classification) if sheet.classification else "",
            spoken(sheet.type) if sheet.type else "",
            sheet.cost,
            _resources(sheet.resources),
        ]


def _resources(resources: Mapping[Resource, int]) -> Said:
    """The resources a card gives."""
    told = tuple(text("{name} {count}", name=RESOURCE_NAMES[one], count=count) for one, count in resources.items())
    return text("{resources}", resources=told) if told else ""


__all__ = ["deck_sheets"]
