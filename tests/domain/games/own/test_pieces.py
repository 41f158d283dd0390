"""Piles, bags, hands and dice of a described game."""

from companion.testing import given, refused, says, table
from domain.framework.views.visibility import table_seen_by
from domain.games.own.people import SeatTaken
from domain.games.own.pieces import DiceRolled, HandDrawn, HandPlayed, PieceDrawn, PileChanged, PileShuffled
from tests.domain.games.own.described import OWN_GAME

ANN, BOB = SeatTaken(seat="Ann"), SeatTaken(seat="Bob")


def test_what_is_drawn_from_a_pile_is_discarded_and_from_a_bag_goes_back() -> None:
    given(OWN_GAME).when(PieceDrawn(pile="events", pieces=("storm",))).then(table(**{"discards.events": ["storm"]}))
    given(OWN_GAME).when(PieceDrawn(pile="bag"), rolled=["minus"]).then(
        says("Bag of tokens: −1"), table(**{"discards": {}})
    )


def test_a_pile_that_runs_out_is_shuffled() -> None:
    drawn = given(OWN_GAME, PieceDrawn(pile="events", count=4)).when(PieceDrawn(pile="events", pieces=("storm",)))
    drawn.then(table(**{"discards.events": ["storm"]}))


def test_only_the_player_sees_a_hand() -> None:
    goals = HandDrawn(seat="Ann", pile="goals", pieces=("goal-a",))
    drawn = given(OWN_GAME, ANN, BOB).when(goals).then(says("Ann: Secret goals +1: Miser"))
    seen = table_seen_by(drawn.play.campaign.table, ["Bob"])
    assert seen.seats["Ann"].hands["goals"].pieces == [""]
    shown = drawn.and_then(HandPlayed(seat="Ann", pile="goals", piece="goal-a")).then(says("Ann showed Miser"))
    shown.then(table(**{"discards.goals": ["goal-a"], "seats.Ann.hands.goals.pieces": []}))


def test_nothing_is_drawn_that_is_not_there() -> None:
    drawn = given(OWN_GAME, ANN).when(HandDrawn(seat="Ann", pile="goals", count=3))
    drawn.and_then(HandDrawn(seat="Ann", pile="goals")).then(refused("none-left", bendable=False))
    storms = PieceDrawn(pile="events", count=2, pieces=("storm", "storm"))
    given(OWN_GAME, storms).when(PieceDrawn(pile="events", pieces=("storm",))).then(
        refused("not-there", bendable=False)
    )


def test_a_campaign_changes_a_pile_for_good() -> None:
    more = given(OWN_GAME).when(PileChanged(pile="bag", piece="plus", change=2)).then(says("Bag of tokens: 2 × +1"))
    more.then(table(**{"copies.plus": 2}))
    too_many = PileChanged(pile="bag", piece="plus", change=-4)
    given(OWN_GAME).when(too_many).then(refused("nothing-changed", bendable=False))


def test_discarded_pieces_are_shuffled_in() -> None:
    drawn = given(OWN_GAME, PieceDrawn(pile="events")).when(PileShuffled(pile="events"))
    drawn.then(table(**{"discards": {}}))


def test_dice_show_numbers_or_their_own_faces() -> None:
    given(OWN_GAME).when(DiceRolled(die="d6"), rolled=(4,)).then(says("Die: 4"))
    given(OWN_GAME).when(DiceRolled(die="fate"), rolled=(1, 4)).then(says("Fate die: Hit, Miss"))
    typed = DiceRolled(die="fate", rolled=("miss", "miss", "hit"))
    given(OWN_GAME).when(typed).then(DiceRolled(die="fate", count=3, rolled=("miss", "miss", "hit")))
