"""What happens at this moment of a war stands before all else: a duel, a bid, talks, cities that give their support."""

from companion.testing import Spec, given
from domain.framework.views.board import Face, Piece
from domain.games.runewars import GAME
from domain.games.runewars.cards import QuestsDrawn
from domain.games.runewars.display.board import board
from domain.games.runewars.display.moments import piece_of_moment
from domain.games.runewars.heroes.duels import DuelIconResolved
from domain.games.runewars.realm.bids import BidsRevealed
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen
from domain.games.runewars.year.seasons import SeasonCardDrawn
from tests.domain.games.runewars.heroes.test_duels import draw, duel
from tests.domain.games.runewars.march.test_diplomacy import at_the_lair, offer
from tests.domain.games.runewars.moments import SPRING, THREE, ordered
from tests.domain.games.runewars.realm.test_bids import TIE, bid, bidding
from tests.domain.games.runewars.realm.test_cities import FOR_INFLUENCE, RALLYING
from tests.domain.games.runewars.year.test_autumn import AUTUMN, ELF, HUMAN, UTHUK


def table(spec: Spec) -> Runewars:
    found: Runewars = spec.play.campaign.table
    return found


def shown(spec: Spec) -> Piece:
    """The moment of a table, which is the first piece of its board."""
    (piece,) = piece_of_moment(table(spec))
    first = board(table(spec))[0]
    assert (first.key, first.look) == (piece.key, "moment")
    return piece


def said(face: Face) -> tuple[str, list[tuple[str, str]]]:
    """A card as it is seen: its name, and the signs on it."""
    return str(face.name), [(sign.icon, sign.shown) for sign in face.signs]


def test_nothing_is_a_moment_while_nothing_is_open() -> None:
    assert list(piece_of_moment(table(given(GAME, *THREE)))) == []


# --- a duel ------------------------------------------------------------------------------------


def test_a_duel_shows_both_who_fight_it_and_how_much_health_is_left() -> None:
    piece = shown(duel())
    assert str(piece.title) == "Duel in 3A, round 1 of 4"
    assert [str(side.title) for side in piece.inside] == ["Mad Carthos attacks", "Silhouette defends"]
    assert [(side.counters[0].value, side.counters[0].of) for side in piece.inside] == [(4, 4), (3, 3)]
    assert [list(side.faces) for side in piece.inside] == [[], []]


def test_the_cards_of_a_duel_lie_open_with_what_they_come_to() -> None:
    cards = duel().when(draw("1", "2"))
    attacker, defender = shown(cards).inside
    assert said(attacker.faces[0]) == ("Fate 1", [("spark", "1")])
    assert said(defender.faces[0]) == ("Fate 2", [("fallen", "1")])
    assert (str(attacker.note), str(defender.note)) == ("what does the icon do?", "0 damage, 1 prevented")
    attacker, _ = shown(cards.and_then(DuelIconResolved(side="attacker"))).inside
    assert str(attacker.note) == "1 damage"


# --- a bid -------------------------------------------------------------------------------------


def test_a_bid_shows_whose_hand_is_ready_and_not_what_is_in_it() -> None:
    piece = shown(bidding(*bid(human=1, elf=2)))
    assert (str(piece.title), str(piece.note)) == ("Influence bid for a dragon rune", "the most wins")
    assert [said(side.faces[0]) for side in piece.inside] == [
        ("ready", [("lock", "")]),
        ("ready", [("lock", "")]),
        ("still to bid", []),
    ]
    assert [side.counters[0].value for side in piece.inside] == [3, 4, 2]


def test_a_tie_lies_open_and_says_who_decides_it() -> None:
    piece = shown(bidding(*bid(**TIE)).when(BidsRevealed()))
    assert str(piece.note) == "A tie: Latari Elves decides who wins"
    assert [said(side.faces[0]) for side in piece.inside] == [
        ("bid", [("token", "1")]),
        ("bid", [("token", "2")]),
        ("bid", [("token", "2")]),
    ]
    assert [[str(mark) for mark in side.marks] for side in piece.inside] == [[], ["shares the tie"], ["shares the tie"]]


# --- talks, and cities --------------------------------------------------------------------------


def test_talks_show_whom_they_are_with_and_the_marks_on_the_cards() -> None:
    piece = shown(at_the_lair().when(offer(3, "1", "2", "3")))
    assert str(piece.title) == "Latari Elves talks to the neutral units of lair"
    assert [said(face) for face in piece.faces] == [
        ("Fate 1: ally", [("link", "")]),
        ("Fate 2: withdraw", [("run", "")]),
        ("Fate 3: refuse", [("arena", "")]),
    ]
    assert [(str(chip.name), chip.copies) for chip in piece.chips] == [("Beastman", 2), ("Dragon", 1)]


def test_each_city_that_was_not_asked_shows_what_it_gives() -> None:
    rivermoor, unknown = shown(given(GAME, *RALLYING)).inside
    assert (str(rivermoor.title), str(rivermoor.note)) == ("Rivermoor", "1B")
    assert [said(face) for face in rivermoor.faces] == [
        ("2 Giant", [("wild", "2")]),
        ("1 tactics card", [("hand", "1")]),
        ("3 influence", [("token", "3")]),
    ]
    assert list(unknown.faces) == []
    assert [str(city.note) for city in shown(given(GAME, *RALLYING, FOR_INFLUENCE)).inside] == ["1C"]


# --- who is ready -------------------------------------------------------------------------------


def test_who_chose_an_order_is_ready_and_the_others_are_waited_for() -> None:
    some = table(given(GAME, *THREE, *SPRING, OrderChosen(seat="elf", order="harvest")))
    assert (list(GAME.ready(some)), str(GAME.waiting(some))) == (["elf"], "waiting for Daqan Lords, Uthuk Y'llan")
    looks = {piece.seat: piece.look for piece in board(some) if isinstance(piece, Piece) and piece.seat}
    assert looks == {"human": "", "elf": "done", "uthuk": ""}


def test_nobody_is_waited_for_before_anybody_chose_or_once_all_did() -> None:
    nobody = given(GAME, *THREE, *SPRING)
    chosen = [OrderChosen(seat=seat, order="harvest") for seat in ("human", "elf", "uthuk")]
    for spec in (nobody, given(GAME, *THREE, *SPRING, *chosen)):
        assert (list(GAME.ready(table(spec))), GAME.waiting(table(spec))) == ([], "")


def test_a_closed_hand_is_ready_while_others_bid() -> None:
    some = table(bidding(*bid(human=1, elf=2)))
    assert (list(GAME.ready(some)), str(GAME.waiting(some))) == (["human", "elf"], "waiting for Uthuk Y'llan")


def test_in_a_bid_all_are_waited_for_until_they_bid_and_in_a_tie_whoever_decides() -> None:
    everybody, tie = table(bidding()), table(bidding(*bid(**TIE), BidsRevealed()))
    assert str(GAME.waiting(everybody)) == "waiting for Daqan Lords, Latari Elves, Uthuk Y'llan"
    assert str(GAME.waiting(tie)) == "waiting for Latari Elves"


def test_while_a_season_card_is_resolved_all_who_have_something_to_do_are_waited_for() -> None:
    drawn = (*THREE, WarBegun(), SeasonCardDrawn())
    read, full = given(GAME, *drawn), given(GAME, *drawn, QuestsDrawn(seat="uthuk", count=4))
    both = given(GAME, *drawn, QuestsDrawn(seat="uthuk", count=4), QuestsDrawn(seat="elf", count=4))
    assert [str(GAME.waiting(table(spec))) for spec in (read, full, both)] == [
        "",
        "waiting for Uthuk Y'llan",
        "waiting for Latari Elves, Uthuk Y'llan",
    ]


def test_in_autumn_those_who_have_not_taken_anything_are_waited_for_one_after_the_other() -> None:
    specs = (given(GAME, *AUTUMN), given(GAME, *AUTUMN, ELF), given(GAME, *AUTUMN, ELF, UTHUK, HUMAN))
    told = ["waiting for Latari Elves", "waiting for Uthuk Y'llan", ""]
    assert [str(GAME.waiting(table(spec))) for spec in specs] == told


def test_the_strip_says_whose_turn_it_is_and_which_order_they_carry_out() -> None:
    spec = given(GAME, *THREE, *SPRING, *ordered(human="harvest", elf="recruit", uthuk="mobilize"))
    assert str(GAME.turn_words(table(spec))) == "Uthuk Y'llan: #2 Mobilize"
