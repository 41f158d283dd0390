"""Names of a moment: a line of the log calls things as they were called right after it was recorded."""

import pytest

from companion.testing import Play, given
from domain.framework.game import AnyGame
from domain.games.champions import GAME
from domain.games.champions.setup.scenarios import ScenarioChosen
from domain.games.champions.state.table import Champions
from domain.log import corrections
from domain.log.recorded_names import renaming_topics
from tests.domain.games.champions.moments import HEROES
from tests.toy import GAME as TOY
from tests.toy import SeatTaken

RHINO, KLAW = (ScenarioChosen(scenario=name, health=20, target=14, acceleration=2) for name in ("rhino", "klaw"))


def begun() -> Play:
    """A scenario is chosen, and then another one."""
    play = given(GAME, *HEROES, RHINO).play
    play.record(KLAW)
    return play


def called(play: Play, *positions: int) -> list[str]:
    """The scenario at hand in the lines of some entries."""
    here = play.campaign
    found = [here.names.at(position, here.table, here.position) for position in positions]
    assert all(isinstance(table, Champions) for table in found)
    return [table.scenario.id for table in found if isinstance(table, Champions)]


def test_before_and_after_an_event_that_renames_the_names_are_those_of_the_moment() -> None:
    play = begun()
    second = play.campaign.position
    assert called(play, 0, 1, 3, 4, second - 1, second, second + 9) == ["", "", "", "rhino", "rhino", "klaw", "klaw"]


def test_what_is_recorded_later_is_read_when_it_is_asked_for() -> None:
    play = given(GAME, *HEROES, RHINO).play
    assert called(play, 3, 4) == ["", "rhino"]
    play.record(KLAW)
    assert called(play, 4, play.campaign.position) == ["rhino", "klaw"]


def test_what_was_taken_back_gave_no_names() -> None:
    play = begun()
    second = play.campaign.position
    play.do(lambda campaign: corrections.withdraw(campaign, second, play.command()))
    assert called(play, second - 1, second) == ["rhino", "rhino"]


def test_a_log_that_is_shorter_than_before_is_read_anew() -> None:
    play = begun()
    here, second = play.campaign, play.campaign.position
    here.names.at(second, here.table, second)
    short = here.names.at(second, here.table, second - 1)
    assert isinstance(short, Champions)
    assert short.scenario.id == "rhino"


def test_of_lines_beside_each_other_the_table_is_made_once() -> None:
    play = begun()
    here = play.campaign
    one, two = (here.names.at(position, here.table, here.position) for position in (4, 4))
    assert one is two
    assert here.names.at(1, here.table, here.position) is not one
    assert here.table.scenario.id == "klaw"


@pytest.mark.parametrize("game", [GAME, TOY], ids=["champions", "toy"])
def test_the_events_that_rename_are_known_by_their_topics(game: AnyGame) -> None:
    topics = renaming_topics(game)
    assert "table.adjusted" in topics
    assert "champions.hero-taken" not in topics


def test_a_game_whose_names_stay_has_the_table_as_it_is() -> None:
    here = given(TOY, SeatTaken(seat="Ann")).play.campaign
    assert here.names.at(1, here.table, here.position) is here.table
