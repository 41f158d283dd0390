"""The table: whose turn comes when, what lies in which pile, and what everything on it is called."""

from collections.abc import Mapping

import pytest

from domain.games.champions import GAME
from domain.games.champions.state.parts import Activation, Away, Body, Effect, InPlay, RoundTold, card_of, new_copy
from domain.games.champions.state.table import Champions, MainScheme, Scenario, Seat, Villain

A, B, C = "spider-man", "she-hulk", "Iron Man"


def game(first: str = "", **seats: Seat) -> Champions:
    """Three heroes at a table with the content of the box."""
    table = GAME.new_table()
    assert isinstance(table, Champions)
    table.seats = {A: Seat(), B: Seat(), C: Seat()} | {name.replace("_", "-"): seat for name, seat in seats.items()}
    table.first = first
    return table


@pytest.mark.parametrize(
    ("copy", "card"),
    [("web", "web"), ("web #2", "web"), ("web #12", "web"), ("web #x", "web #x"), (" #2", " #2"), ("a #b #3", "a #b")],
)
def test_the_id_of_a_copy_tells_its_card(copy: str, card: str) -> None:
    assert card_of(copy) == card


@pytest.mark.parametrize(
    ("taken", "id_"), [([], "web"), (["web"], "web #2"), (["web", "web #2"], "web #3"), (["web #2"], "web")]
)
def test_one_more_copy_has_the_first_number_that_is_free(taken: list[str], id_: str) -> None:
    assert new_copy("web", taken) == id_


@pytest.mark.parametrize(
    ("first", "order"), [("", [A, B, C]), (A, [A, B, C]), (B, [B, C, A]), (C, [C, A, B]), ("gone", [A, B, C])]
)
def test_f31_players_follow_each_other_from_the_first_one(first: str, order: list[str]) -> None:
    assert game(first).player_order() == order


def test_who_is_out_has_no_turn_though_being_the_first_player() -> None:
    table = game(B, **{"she_hulk": Seat(eliminated=True)})
    assert (table.player_order(), table.in_game()) == ([C, A], [A, C])
    assert table.seat("gone") == Seat()


@pytest.mark.parametrize(
    ("counted", "deck", "count", "come", "runs_out"),
    [
        (True, 3, 2, 2, False),
        (True, 3, 3, 3, True),
        (True, 3, 4, 3, True),
        (True, 0, 2, 2, False),
        (False, 3, 4, 4, False),
    ],
)
def test_a_deck_runs_out_where_somebody_counted_it(
    counted: bool, deck: int, count: int, come: int, runs_out: bool
) -> None:
    assert Seat(counted=counted, deck=deck).off_deck(count) == (come, runs_out)


def test_cards_go_from_pile_to_pile_named_ones_first() -> None:
    seat = Seat(deck=3, hand=["web", ""], discard=["punch"])
    assert seat.lying("deck") == ["", "", ""]
    seat.put("hand", seat.take("deck", 2, ["kick"]))
    assert (seat.hand, seat.deck) == (["web", "", "kick", ""], 1)
    seat.put("discard", seat.take("hand", 2, ["kick", "jump"]))
    assert (seat.hand, seat.discard) == (["web", ""], ["punch", "kick", "jump"])
    seat.put("deck", seat.take("discard", 3))
    assert (seat.deck, seat.discard) == (4, [])


def test_a_card_that_is_removed_until_something_happens_comes_back_once() -> None:
    seat = Seat()
    seat.put("removed", ["web", "web", ""], until="the end of the round")
    seat.put("removed", ["punch"])
    assert [away.card for away in seat.away] == ["web", "web", ""]
    assert seat.take("removed", 1, ["web"]) == ["web"]
    assert seat.away == [Away(card="web", until="the end of the round"), Away(card="", until="the end of the round")]
    assert (seat.take("removed", 1, ["kick"]), [away.card for away in seat.away]) == (["kick"], ["web"])


def test_an_activation_is_where_the_table_is_while_it_is_followed() -> None:
    table = game()
    table.round, table.step = 2, "villain"
    assert table.place == (2, "villain")
    table.activations = [
        Activation(enemy="villain", kind="attack", seat=A),
        Activation(enemy="x", kind="scheme", seat=A),
    ]
    assert table.place == (2, "scheme")
    table.tracked = ["turns"]
    assert (table.place, table.activations_open) == ((2, "villain"), [])


@pytest.mark.parametrize(("step", "played"), [("setup", False), ("player", True), ("threat", True), ("over", False)])
def test_a_game_is_played_between_its_setup_and_its_end(step: str, played: bool) -> None:
    assert Champions.model_validate({"step": step}).under_way() is played


def test_how_a_round_ended_is_written_down_once_and_what_came_later_goes() -> None:
    table = game(B)
    table.seats[A].health, table.seats[A].damage = 9, 4
    table.villain, table.main = Villain(health=20, damage=5, stage=2), MainScheme(threat=3)
    table.rounds, table.round = [RoundTold(round=1), RoundTold(round=2), RoundTold(round=3)], 2
    table.note_round()
    last = RoundTold(round=2, first=B, left={A: 5}, villain=15, stage=2, threat=3)
    assert table.rounds == [RoundTold(round=1), last]


def crowd() -> Champions:
    table = game()
    types = {"daredevil": "ally", "shocker": "minion", "plot": "side scheme", "web": "upgrade", "web #2": "upgrade"}
    table.play = {id_: InPlay.model_validate({"card": card_of(id_), "type": type_}) for id_, type_ in types.items()}
    table.play["web"].counters = {"threads": 1}
    table.effects = {"e": Effect(text="+1 ATK")}
    return table


@pytest.mark.parametrize(
    ("kind", "ids"),
    [
        ("copies", ["daredevil", "shocker", "plot", "web", "web #2"]),
        ("allies", ["daredevil"]),
        ("minions", ["shocker"]),
        ("side-schemes", ["plot"]),
        ("schemes", ["main scheme", "plot"]),
        ("enemies", ["villain", "shocker"]),
        ("characters", [A, B, C, "villain", "daredevil", "shocker"]),
        ("hosts", [A, B, C, "villain", "main scheme", "daredevil", "shocker", "plot", "web", "web #2"]),
        ("effects", ["e"]),
        ("counters", ["threads"]),
    ],
)
def test_what_there_is_of_a_kind_on_the_table(kind: str, ids: list[str]) -> None:
    assert list(crowd().ids(kind)) == ids


@pytest.mark.parametrize(
    ("table", "names"),
    [
        (crowd(), {"web": "web", "web #2": "web 2", "villain": "the villain", "main scheme": "the main scheme"}),
        (crowd(), {C: "Iron Man", "gone #3": "gone 3"}),
    ],
)
def test_what_lies_on_the_table_is_called_by_its_card_and_number(table: Champions, names: Mapping[str, str]) -> None:
    assert {id_: str(table.called("hosts", id_)) for id_ in names} == names


def test_a_villain_is_called_by_its_stage_else_by_the_scenario() -> None:
    table = crowd()
    table.scenario = Scenario(id="The Spikes")
    assert str(table.called("enemies", "villain")) == "The Spikes"
    table.villain.name = "Spiky"
    assert str(table.called("enemies", "villain")) == "Spiky"


def test_an_effect_that_takes_something_is_called_by_what_is_lost() -> None:
    table = crowd()
    table.effects = {"e": Effect(text="+1 ATK"), "f": Effect(text="x", loses_trait="Avenger")}
    assert [str(table.called("effects", id_)) for id_ in ("e", "f", "gone #2")] == ["+1 ATK", "Avenger lost", "gone"]


def test_nobody_knows_what_is_left_of_hit_points_that_nobody_knows() -> None:
    assert Body(damage=3).left is None
