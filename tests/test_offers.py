"""What is offered, at moments of every golden log: it can be recorded, and what was recorded was not held back."""

import io
from collections.abc import Container, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_jsonable_python

from companion.config import Settings
from companion.services import Services
from companion.web.pages.table.boards import asks_about
from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.fields import feasibility
from domain.framework.fields.feasibility import can_be_recorded
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.game import PUBLIC, AnyGame, Prompt
from domain.framework.offers.prompt_list import events_in
from domain.framework.table import Table
from domain.framework.views.board import Ask, pieces_of_board
from domain.games import BY_KEY
from domain.games.agemonia.display import prompts as agemonia
from domain.games.champions.display import prompts as champions
from domain.games.heroes3.display import prompts as heroes3
from domain.games.odalin.display import prompts as odalin
from domain.games.own import display as own
from domain.games.runewars.display import prompts as runewars
from domain.log.campaign import Campaign
from domain.log.entries import Entry
from domain.log.open_prompts import open_prompts
from domain.log.reasons import reasons_against
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from tests.fillings import fill_asked, find_filling
from tests.first_turns import CHOSEN, Follower
from tests.suite.variants import first_of_each

OFFERED = {
    "own": own.ORDER,
    "agemonia": agemonia.OFFERED,
    "champions": champions.OFFERED,
    "heroes3": heroes3.ORDER,
    "odalin": odalin.ORDER,
    "runewars": runewars.OFFERED,
}
"""What offers itself in a game, in its order."""
GOLDEN = Path(__file__).parent / "golden"
LOGS = sorted(GOLDEN.glob("*/*.jsonl"))
EVERY = 10
FIRST = 60
"""So many prompts of a new table are looked at."""
each_log = pytest.mark.parametrize(
    "log",
    first_of_each(LOGS, lambda log: log.parent, lambda log: f"{log.parent.name}-{log.stem}", further=pytest.mark.slow),
)


@pytest.fixture
def campaign(tmp_path: Path, log: Path) -> Iterator[Campaign]:
    services = Services(Settings(tmp_path))
    key = import_campaign(services.campaigns, lossless.read_lossless(io.BytesIO(log.read_bytes()), BY_KEY)).campaign
    with services.campaigns.open(key) as campaign:
        yield campaign


def moments(campaign: Campaign, every: int) -> Iterator[tuple[int, Table]]:
    """Every so many entries with the table as everybody saw it then."""
    for position in range(1, campaign.position, every):
        yield position, campaign.game.view(campaign.at(position), PUBLIC)


def asks_on(game: AnyGame, table: Table, board: object) -> Iterator[Ask]:
    """What the pieces of a board ask in forms, those within others too, and what opens with the things they show."""
    for piece in pieces_of_board(board):
        yield from (*asks_about(game, table, piece), *piece.asks, *(chip.opens for chip in piece.chips if chip.opens))
        yield from asks_on(game, table, piece.parts)


def shown(campaign: Campaign, table: Table) -> Iterator[tuple[type[Event[Any]], dict[str, Any]]]:
    """All that is offered at a table, before it is judged: prompts and what the board asks."""
    asks = asks_on(campaign.game, table, campaign.game.board(table))
    sentences: list[Prompt | Ask] = [*campaign.game.prompts(table), *asks]
    yield from ((one.event, dict(one.fields)) for one in sentences)


@each_log
def test_what_is_offered_can_be_recorded_in_some_way(campaign: Campaign) -> None:
    for position, table in moments(campaign, EVERY):
        for cls, known in shown(campaign, table):
            filling = find_filling(cls, known, table).filling
            if filling is not None:
                event = make_event(cls, plain(filling))
                assert not reasons_against(campaign.game, event, table), (position, event)


def faults_of_prompts(table: Table, prompts: Sequence[Prompt]) -> Iterator[str]:
    """The prompts with which an event can be recorded, but not by answering what they ask for."""
    for one in prompts:
        known = dict(one.fields)
        fields = [*one.missing, *filter(None, [one.keypad])]
        asked = fill_asked(one.event, known, fields, table)
        found = find_filling(one.event, known, table).filling if asked.filling is None else None
        # If not all values could be tried, a tick in a field that is not asked for shows what was missing.
        if found is not None and (asked.is_whole or _ticks_besides(one.event, found, fields)):
            yield f"{one.event.topic} “{one.title}” does not ask for all that it needs"


def _ticks_besides(cls: type[Event[Any]], filling: Known, asked: Container[str]) -> list[str]:
    """The ticks of a filling that no one is asked for: exceptions, such as an ability instead of a basic power."""
    return [name for name, value in filling.items() if value is True and name not in asked]


TRIED = 100
"""So often at most the rules are asked about values of open fields, for all that a table offers."""


@each_log
def test_no_table_is_searched_for_long(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    search = feasibility.passes_so_far
    monkeypatch.setattr(feasibility, "passes_so_far", lambda *given: asked.append(1) or search(*given))
    for position, table in moments(campaign, EVERY):
        asked.clear()
        open_prompts(campaign.game, table)
        assert len(asked) <= TRIED, position


@each_log
def test_what_a_prompt_asks_for_is_all_that_it_needs(campaign: Campaign) -> None:
    faults: dict[str, int] = {}
    for position, table in moments(campaign, EVERY):
        faults |= dict.fromkeys(faults_of_prompts(table, open_prompts(campaign.game, table)), position)
    assert faults == {}


@pytest.mark.parametrize(
    ("game", "key"), [pytest.param(game, key, id=f"{game}-{key}") for game, sets in CHOSEN.items() for key in sets]
)
def test_what_the_first_prompts_ask_for_is_all_that_they_need(game: str, key: str) -> None:
    follower = Follower(BY_KEY[game], CHOSEN[game][key])
    faults: dict[str, str] = {}
    while len(follower.told) < FIRST and (prompt := follower.next(follower.prompts())):
        told = " → ".join(follower.told[-5:])
        faults |= dict.fromkeys(faults_of_prompts(follower.table, follower.prompts()), told)
        follower.does(prompt)
    assert faults == {}


def by_hand(campaign: Campaign) -> Iterator[tuple[Entry, Table]]:
    """Every so many entries that somebody recorded and nothing was against, with the table before each."""
    for position, table in moments(campaign, EVERY):
        entry = campaign.entry(position + 1)
        if entry.event is not None and entry.cause is None and not reasons_against(campaign.game, entry.event, table):
            yield entry, table


@each_log
def test_what_was_recorded_was_open_just_before(campaign: Campaign) -> None:
    """Whatever of it was known by then: nothing of it, one field, or all that somebody says."""
    for entry, table in by_hand(campaign):
        cls, said = type(entry.event), entry.event.model_dump(mode="json", exclude_unset=True)
        sentences = {name: value for name, value in said.items() if name in asked_in(cls)}
        for known in ({}, sentences, *({name: value} for name, value in sentences.items())):
            assert can_be_recorded(cls, known, table), (entry.position, entry.event, known)


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_every_event_that_offers_itself_is_offered(game: AnyGame) -> None:
    """A game says in which order; what it leaves out would be lost without a word."""
    own = {cls for cls in game.own_events if vars(cls).keys() & {"offer", "offers"}}
    assert own <= set(events_in(OFFERED[game.key]))


@cache
def asked_in(cls: type[Event[Any]]) -> frozenset[str]:
    return frozenset(field.name for field in fields_of(cls) if not field.settled)


def plain(filling: Known) -> dict[str, Any]:
    """Values of an event as they are sent."""
    return {name: to_jsonable_python(value) for name, value in filling.items()}
