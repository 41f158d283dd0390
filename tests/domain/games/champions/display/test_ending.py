"""The end of a game: won or lost, what decided it, and what each hero did; until another game begins."""

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.views.sheet import Facts, Grid
from domain.games.champions import GAME
from domain.games.champions.display.ending import ending
from domain.games.champions.endgame import GameAbandoned, GameLost, GameWon
from tests.domain.games.champions.moments import PLAYING


@pytest.mark.parametrize(
    ("end", "title", "won"),
    [
        (GameWon(reason="card"), "The heroes won", True),
        (GameLost(reason="card"), "The heroes lost", False),
        (GameAbandoned(), "The game was given up", False),
    ],
    ids=["won", "lost", "given up"],
)
def test_a_game_that_is_over_says_how_it_ended(end: Event, title: str, won: bool) -> None:
    found = ending(given(GAME, *PLAYING, end).play.campaign.table)
    assert found
    assert (str(found.sheet.title), found.won) == (title, won)


def test_it_says_what_decided_it_and_what_each_hero_did() -> None:
    found = ending(given(GAME, *PLAYING, GameWon(reason="card")).play.campaign.table)
    assert found
    facts, heroes = found.sheet.blocks
    assert isinstance(facts, Facts)
    assert [(str(fact.label), str(fact.value)) for fact in facts.facts][:2] == [
        ("Scenario", "Rhino, standard"),
        ("Reason", "card"),
    ]
    assert isinstance(heroes, Grid)
    assert [str(row[0]) for row in heroes.rows] == ["Spider-Man", "Iron Man"]


def test_a_game_that_goes_on_has_no_end_yet() -> None:
    assert ending(given(GAME, *PLAYING).play.campaign.table) is None
