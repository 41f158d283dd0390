"""What a state marks as lasting for a period ends with it: some event of its game ends that period where it stands."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from companion.testing import given
from domain.components.periods import LastsUntil, Periods
from domain.framework.game import AnyGame
from domain.framework.table import Keys, State, Table, inner_state
from domain.games import BY_KEY, OWN
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from domain.log.fold import fold_entries
from tests.moments import GOLDEN, read_golden
from tests.toy import GAME as TOY
from tests.toy import DayBroke, NightFell
from tests.toy.storms import YearTurned

Place = tuple[str, ...]
"""The names of the fields that lead somewhere; keys of mappings and numbers in lists are left out."""
Lasting = tuple[Place, str]
"""Where something stands, and a period."""


def marked_below(cls: type[BaseModel], place: Place = (), above: tuple[type[BaseModel], ...] = ()) -> Iterator[Lasting]:
    """All fields that last for a period, in a state and all that stands in it."""
    for name, info in cls.model_fields.items():
        yield from (((*place, name), mark.period) for mark in info.metadata if isinstance(mark, LastsUntil))
        inside = inner_state(info.annotation)
        if inside and inside not in (*above, cls):
            yield from marked_below(inside, (*place, name), (*above, cls))


def unreached(cls: type[BaseModel], ends: Iterable[Lasting]) -> list[Lasting]:
    """The fields that last for a period, and below no part whose period ends."""
    ended = list(ends)
    return [
        (place, period)
        for place, period in marked_below(cls)
        if not any(of == period and place[: len(part)] == part for part, of in ended)
    ]


def places_in(part: object, place: Place = ()) -> Iterator[tuple[int, Place]]:
    """All parts of a state, by what they are, each with its place."""
    yield id(part), place
    match part:
        case BaseModel():
            for name, inside in vars(part).items():
                yield from places_in(inside, (*place, name))
        case dict():
            for inside in part.values():
                yield from places_in(inside, place)
        case list():
            for inside in part:
                yield from places_in(inside, place)


def campaigns_of(game: AnyGame) -> Iterator[Campaign]:
    """All golden logs of a game; of the game of the tests a day and a year that end."""
    if game is TOY:
        yield given(TOY, NightFell(), DayBroke(), YearTurned()).play.campaign
    for path in sorted((GOLDEN / game.key).glob("*.jsonl")):
        log = read_golden(game.key, path.stem)
        yield Campaign("0" * 32, game, Memory(log.raws), {pack.digest: pack for pack in log.packs}.get)


def ends_in(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> set[Lasting]:
    """Each part of the table of which some event of a log ended a period, with that."""
    table: Table = campaign.empty_table()
    found = set[Lasting]()
    end = Periods.end

    def note(self: Periods, part: Any, period: str) -> None:
        found.add((dict(places_in(table)).get(id(part), ("nowhere",)), period))
        end(self, part, period)

    with monkeypatch.context() as patched:
        patched.setattr(Periods, "end", note)
        fold_entries(table, campaign.source.rows(), campaign.standing(), campaign.reader)
    return found


MARKED = [game for key, game in BY_KEY.items() if key != OWN]
"""The games whose code marks what lasts; in a table's own game, its file says so."""


@pytest.mark.parametrize("game", [TOY, *MARKED], ids=lambda game: game.key)
def test_an_event_ends_each_period_wherever_something_lasts_for_it(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(marked_below(game.table))
    ends = [end for campaign in campaigns_of(game) for end in ends_in(campaign, monkeypatch)]
    assert unreached(game.table, ends) == []


PERIODS = Periods(("turn", "round"))
THIS_TURN, THIS_ROUND = map(PERIODS.until, PERIODS.names)


class Oarsman(State):
    strokes: Annotated[int, THIS_TURN] = 0
    shouts: Annotated[int, THIS_ROUND] = 0


class Galley(State):
    crew: Annotated[dict[str, Oarsman], Keys("seats")] = Field(default_factory=dict)
    drummed: Annotated[bool, THIS_ROUND] = False


def test_a_mark_that_no_end_reaches_is_noticed() -> None:
    assert unreached(Galley, [(("crew",), "turn"), (("crew",), "round")]) == [(("drummed",), "round")]


def test_the_end_of_a_longer_period_is_not_the_end_of_a_shorter_one() -> None:
    assert unreached(Galley, [((), "round")]) == [(("crew", "strokes"), "turn")]


def test_what_ends_with_the_whole_is_reached() -> None:
    assert unreached(Galley, [((), "turn"), ((), "round")]) == []
