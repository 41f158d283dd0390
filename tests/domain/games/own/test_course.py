"""Turns, phases, rounds and scenarios of a described game, and its score sheets."""

from companion.testing import given, refused, says, table
from domain.framework.game import Ending
from domain.games.own.course import PhaseBegan, RoundBegan, ScenarioBegan, ScenarioEnded, TurnEnded, points_of
from domain.games.own.numbers import NumberRaised
from domain.games.own.people import SeatLeft, SeatTaken
from domain.games.own.records import BoxMarked, StatusGained
from domain.log.open_prompts import open_prompts
from tests.domain.games.own.described import OWN_GAME, described

ANN, BOB = SeatTaken(seat="Ann"), SeatTaken(seat="Bob")
SHEET = described('[numbers]\neggs = { en = "Eggs", points = 1 }\nfines = { en = "Fines", points = -2 }', "[1, 5]")


# === Turns and rounds =============================================================================


def test_seats_take_turns_and_the_first_one_rotates() -> None:
    first = given(OWN_GAME, ANN, BOB, RoundBegan())
    first.when(TurnEnded(seat="Bob")).then(refused("not-your-turn"))
    later = first.when(TurnEnded(seat="Ann")).and_then(TurnEnded(seat="Bob")).and_then(RoundBegan())
    later.then(says("Round 2 began")).and_then(TurnEnded(seat="Ann")).then(refused("not-your-turn"))


def test_in_a_free_order_each_seat_takes_one_turn() -> None:
    free = described("", more=', turns = "free"')
    ended = given(free, ANN, BOB, RoundBegan()).when(TurnEnded(seat="Bob"))
    ended.and_then(TurnEnded(seat="Bob")).then(refused("turn-taken"))
    ended.and_then(TurnEnded(seat="Ann")).then(table(**{"seats.Ann.moved": True}))


def test_a_seat_that_left_has_no_turn() -> None:
    gone = given(OWN_GAME, ANN, BOB, RoundBegan(), SeatLeft(seat="Ann"))
    gone.when(TurnEnded(seat="Ann")).then(refused("out", bendable=False))


def test_turns_are_taken_in_the_phase_that_has_them() -> None:
    enemies = given(OWN_GAME, ANN, BOB, ScenarioBegan(), RoundBegan()).when(PhaseBegan(phase="enemies"))
    enemies.then_prompts(RoundBegan)
    assert enemies.play.game.turn(enemies.play.campaign.table) is None


def test_statuses_end_with_their_period() -> None:
    marked = [StatusGained(owner="Ann", status=status) for status in ("hidden", "stunned", "exhausted", "poisoned")]
    turn = given(OWN_GAME, ANN, ScenarioBegan(), RoundBegan(), *marked).when(TurnEnded(seat="Ann"))
    turn.then(table(**{"seats.Ann.statuses": ["stunned", "exhausted", "poisoned"]}))
    later = turn.and_then(RoundBegan()).then(table(**{"seats.Ann.statuses": ["exhausted", "poisoned"]}))
    later.and_then(ScenarioEnded(result="lost")).then(table(**{"seats.Ann.statuses": ["poisoned"]}))


def test_the_large_button_alone_plays_a_correct_round() -> None:
    play = given(OWN_GAME, ANN, BOB, ScenarioBegan(scenario="first")).play
    said = []
    for _ in range(6):
        prompt = next(one for one in open_prompts(play.campaign.game, play.campaign.table) if one.required)
        batch = play.record(prompt.event(**prompt.fields))
        said.append(str(batch.entries[0].event.describe(play.campaign.table)))
    turns = ["Ann ended the turn", "Bob ended the turn"]
    assert said == ["Round 1 began", *turns, "Phase: Enemies", "Round 2 began", "Bob ended the turn"]


# === Scenarios ====================================================================================


def test_a_scenario_begins_once_and_ends_with_a_result() -> None:
    given(OWN_GAME, ANN).when(ScenarioEnded(result="won")).then(refused("no-scenario", bendable=False))
    begun = given(OWN_GAME, ANN).when(ScenarioBegan(scenario="first")).then(says("Scenario 1 began: Old mill"))
    begun.and_then(ScenarioBegan()).then(refused("open-scenario", bendable=False))
    begun.and_then(ScenarioEnded()).then(refused("needs-result", bendable=False))


def test_a_won_scenario_is_done_and_gives_what_its_result_gives() -> None:
    won = given(OWN_GAME, ANN, BOB, ScenarioBegan(scenario="first")).when(ScenarioEnded(result="won"))
    won.then(
        table(
            **{
                "seats.Ann.numbers.xp": 15, "seats.Bob.numbers.xp": 15, "numbers.renown": 2, "boxes.first": "done",
                "scenario": "", "round": 0,
            }
        ),
        says(
            "Scenario 1 ended: Won", "Renown +2", "Ann: Experience +15", "Bob: Experience +15",
            "Scenarios: Old mill, done",
        ),
    )  # fmt: skip


def test_a_lost_scenario_stays_open_and_can_be_tried_again() -> None:
    lost = given(OWN_GAME, ANN, ScenarioBegan(scenario="first")).when(ScenarioEnded(result="lost"))
    lost.then(table(**{"boxes": {}})).and_then(ScenarioBegan(scenario="first")).then(table(**{"scenarios": 2}))


def test_a_locked_scenario_is_not_offered_until_it_is_open() -> None:
    opened = given(OWN_GAME, ANN).when(BoxMarked(list="scenarios", box="second", mark="open"))
    opened.and_then(ScenarioBegan(scenario="second")).then(table(**{"scenario": "second"}))


# === Score sheets =================================================================================


def test_a_score_sheet_adds_up_its_points_and_names_the_winner() -> None:
    eggs = [NumberRaised(number="eggs", owner=seat, amount=n) for seat, n in (("Ann", 9), ("Bob", 8))]
    played = given(SHEET, ANN, BOB, *eggs, NumberRaised(number="fines", owner="Ann"))
    ended = played.when(ScenarioEnded()).then(says("Scenario 1 ended: Ann 7, Bob 8. Bob won"))
    found = ended.play.game.ending(ended.play.campaign.table)
    assert isinstance(found, Ending)
    assert found.won is None
    ended.and_then(ScenarioEnded()).then(refused("no-scenario", bendable=False))
    ended.and_then(ScenarioBegan()).then(table(**{"seats.Ann.numbers": {"eggs": 0, "fines": 0}, "ended": None}))


def test_players_with_the_same_points_win_together_and_the_least_can_win() -> None:
    golf = described('[numbers]\nstrokes = { en = "Strokes", points = 1 }', more=', wins = "least"')
    strokes = [
        NumberRaised(number="strokes", owner=seat, amount=n) for seat, n in (("Ann", 3), ("Bob", 3), ("Cleo", 4))
    ]
    ended = given(golf, ANN, BOB, SeatTaken(seat="Cleo"), *strokes).when(ScenarioEnded())
    ended.then(says("Scenario 1 ended: Ann 3, Bob 3, Cleo 4. Ann, Bob won"))
    assert ended.play.campaign.table.played[-1].winners == ["Ann", "Bob"]


def test_the_words_of_the_game_are_used() -> None:
    year = ', rounds = true, round = { en = "Season", zh = "季" }'
    given(described("", more=year), ANN).when(RoundBegan()).then(says("Season 1 began"))


def test_points_are_not_added_up_while_a_number_is_unknown() -> None:
    """A number that was never set is unknown, not zero."""
    play = given(SHEET, ANN, BOB).play
    del play.campaign.table.seats["Bob"].numbers["fines"]
    assert points_of(play.campaign.table, "Bob") is None
    reasons = [reason.code for reason in ScenarioEnded().refusals(play.campaign.table)]
    assert reasons == ["unknown-points"]
