"""Recall: what somebody recorded in a golden log had been offered to them just before."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from domain.components.agenda import due_prompts
from domain.framework.events.choice import Known
from domain.framework.events.event import NOTHING, Event
from domain.framework.events.marked_fields import merged_field_of
from domain.framework.game import PUBLIC, AnyGame, Prompt, Viewer
from domain.framework.table import Table
from domain.framework.views.board import Ask, Pad
from domain.log.campaign import Campaign
from domain.log.entries import Entry
from tests.test_offers import asks_on, by_hand, each_log
from tests.test_offers import campaign as campaign  # noqa: PLC0414 - a fixture

TEXT = "a text says so, of a card or a book; nobody knows when, and it is found by its name"
PLAN = "the players decide so at any time; it is found by its name"
AGAIN = "a deck that is taken is counted by its list; who counts it once more finds that by its name"
DICE = "where the dice are on the table an attack is declared first, and then what they show is asked"
NOT_OFFERED: Mapping[str, Mapping[str, str]] = {
    "agemonia-0.1.0": {
        "agemonia.follower-card-gained": TEXT,
        "agemonia.storage-place-gained": TEXT,
    },
    "agemonia-0.1.0-scenario": {"agemonia.special-initiative-declared": TEXT},
    "champions-0.1.0": {"champions.activation-started": TEXT},
    "champions-0.1.0-every": {
        "champions.cards-put-on-deck": TEXT,
        "champions.game-abandoned": PLAN,
        "champions.planned-scenario-skipped": PLAN,
        "champions.scenario-planned": PLAN,
    },
    "champions-0.1.0-lost": {"champions.deck-laid-out": AGAIN},
    "champions-0.1.0-words": {"champions.keyword-lost": TEXT},
    "heroes3-0.1.0": {"heroes3.attack-made": DICE},
    "heroes3-0.1.0-war": {"heroes3.attack-made": DICE},
    "odalin-0.1.0-chapter": {"odalin.elite-made": TEXT},
    "odalin-0.1.0-steps": {"odalin.elite-made": TEXT},
    "odalin-0.1.0-stopped": {"odalin.quest-taken": TEXT},
    "runewars-0.1.0": {"runewars.tactics-drawn": TEXT},
}
"""By log, the events that somebody recorded though nothing on the page Play led there, and why; it only shrinks."""


def offered_by(part: object) -> Iterator[tuple[type[Event[Any]], Known]]:
    """What a prompt, a board or a part of one offers: events with the fields that are known, taps and forms alike."""
    match part:
        case Event():
            yield type(part), {name: getattr(part, name) for name in part.model_fields_set}
        case Pad():
            for cls, known in offered_by(part.event):
                yield cls, {name: value for name, value in known.items() if name != part.field}
        case Prompt():
            yield part.event, part.fields
            yield from offered_by(part.then)
        case Ask():
            yield part.event, part.fields
        case list() | tuple():
            for inner in part:
                yield from offered_by(inner)
        case _ if is_dataclass(part) and not isinstance(part, type):
            for field in fields(part):
                yield from offered_by(getattr(part, field.name))


def offers_at(game: AnyGame, table: Table, viewer: Viewer) -> Iterator[tuple[type[Event[Any]], Known]]:
    """All that is offered at a table as somebody sees it: due, next, on the board, and by a tap on a part of it."""
    board = game.board(table)
    due = due_prompts(table, game.by_name)
    yield from offered_by([*due, *game.prompts(table), board, *asks_on(game, table, board)])


def is_offered(event: Event[Any], offers: Iterable[tuple[type[Event[Any]], Known]]) -> bool:
    """Whether one of the offers is of that event, and knows nothing else of it but how many."""
    said = to_jsonable_python(dict(event))
    return any(
        cls is type(event)
        and all(
            name == merged_field_of(cls) or value in NOTHING or said[name] == to_jsonable_python(value)
            for name, value in known.items()
        )
        for cls, known in offers
    )


def first_of_command(campaign: Campaign, entry: Entry) -> int:
    """The first entry of the command that an entry was recorded by: what is answered on one card was offered before."""
    position = entry.position
    while position > 1 and campaign.entry(position - 1).command == entry.command:
        position -= 1
    return position


def viewers_of(event: Event[Any]) -> Iterator[Viewer]:
    """Everybody, and the seat whose own doing an event is: each sees what is theirs to do."""
    yield PUBLIC
    for name in (event.acting_seat, event.secrets.of if event.secrets.fields else ""):
        if name:
            yield Viewer.on(getattr(event, name))


@each_log
def test_what_somebody_recorded_was_offered_just_before(campaign: Campaign, log: Path) -> None:
    """On the page Play, without the list of all events: asked for, on a card or an area, or as a tap on a number.

    What is about the table's own books is not about what is offered in play.
    """
    game, missed = campaign.game, set[str]()
    for entry, _ in by_hand(campaign):
        event = entry.event
        if (
            event is None
            or event.log.bookkeeping
            or isinstance(event, game.opening or ())
            or event.topic.startswith("table.")
        ):
            continue
        then = campaign.at(first_of_command(campaign, entry) - 1)
        seen = ((viewer, game.view(then, viewer)) for viewer in viewers_of(event))
        if not any(is_offered(event, offers_at(game, table, viewer)) for viewer, table in seen):
            missed.add(event.topic)
    assert missed == NOT_OFFERED.get(f"{log.parent.name}-{log.stem}", {}).keys()
