"""Recomputation: the results of corrections, line by line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.testing import Play, Rolled, given
from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.refusal import NotFound, RefusedAll
from domain.framework.table import Table
from domain.framework.views import visibility
from domain.log import corrections
from domain.log.command import Command
from domain.log.corrections import TableDecision
from domain.log.recomputation.computation import Recomputation, compute_correction
from domain.log.recomputation.request import CorrectionRequest
from domain.log.recomputation.result import CommandResult
from domain.log.recorded import Recorded
from tests.test_secrets import RIVALS
from tests.toy import (
    GAME,
    CardDrawn,
    CoinsGained,
    DiceRolled,
    GateOpened,
    NightFell,
    Seat,
    SeatTaken,
    TowerBuilt,
)

ANN, BOB = SeatTaken(seat="Ann"), SeatTaken(seat="Bob")
NO_DICE = Rolled(())


def coins(amount: int, seat: str = "Ann") -> CoinsGained:
    return CoinsGained(seat=seat, amount=amount)


def tower(name: str, seat: str = "Ann") -> TowerBuilt:
    return TowerBuilt(seat=seat, tower=name)


def insert(play: Play, after: int, event: Event[Any], bend: str = "", **how: Any) -> None:
    play.do(lambda c: corrections.insert(c, after, event, play.command(bend), **how))


def of_ann(play: Play) -> Seat:
    """Ann's seat, live; the same as folded from zero."""
    live: Any = play.campaign.table.seats["Ann"]  # type: ignore[attr-defined]
    assert play.reopen().table.seats["Ann"] == live  # type: ignore[attr-defined]
    return live  # type: ignore[no-any-return]


# --- consequences -----------------------------------------------------------------------------


def three_towers() -> Play:
    """The third tower (8) opens a gate (9)."""
    start = (ANN, BOB, coins(9), coins(9, "Bob"), tower("oak"), tower("oak", "Bob"))
    return given(GAME, *start, tower("iron")).play


def test_a_consequence_that_no_longer_follows_lapses() -> None:
    play = three_towers()
    found = corrections.preview_withdrawal(play.campaign, 6, None)
    assert ([entry.position for entry in found.lapsed], found.otherwise, found.added) == ([9], [], [])
    play.do(lambda c: corrections.withdraw(c, 6, play.command()))
    assert play.reopen().table.gates == 0  # type: ignore[attr-defined]


def test_a_consequence_that_lapsed_follows_again_once_the_correction_is_taken_back() -> None:
    play = three_towers()
    play.do(lambda c: corrections.withdraw(c, 6, play.command()))
    play.do(lambda c: corrections.withdraw(c, 10, play.command()))
    assert play.reopen().table.gates == 1  # type: ignore[attr-defined]


def test_a_consequence_that_follows_now_is_added_after_its_cause() -> None:
    play = given(GAME, ANN, BOB, coins(9), coins(9, "Bob"), tower("oak"), tower("iron")).play
    look = corrections.preview_insertion(play.campaign, 5, tower("oak", "Bob"), play.command())
    assert [(one.after.position, type(one.event)) for one in look.added] == [(5, TowerBuilt), (7, GateOpened)]
    insert(play, 5, tower("oak", "Bob"))
    assert play.reopen().table.gates == 1  # type: ignore[attr-defined]


def test_a_consequence_withdrawn_alone_stays_withdrawn() -> None:
    play = given(GAME, ANN, coins(1)).play
    play.record(DiceRolled(seat="Ann"))
    play.do(lambda c: corrections.withdraw(c, 5, play.command(), scope="consequence"))
    play.do(lambda c: corrections.amend(c, 3, {"amount": 2}, play.command()))
    assert of_ann(play).coins == 2


def test_a_consequence_amended_alone_stays_amended() -> None:
    play = given(GAME, ANN, coins(1)).play
    play.record(DiceRolled(seat="Ann"))
    play.do(lambda c: corrections.amend(c, 5, {"amount": 30}, play.command()))
    play.do(lambda c: corrections.amend(c, 3, {"amount": 2}, play.command()))
    assert of_ann(play).coins == 32


def test_a_later_line_with_other_values_is_listed_with_both() -> None:
    play = given(GAME, ANN, coins(9), kernel.Adjusted(path="seats.Ann.coins", after=4, reason="miscounted")).play
    found = corrections.preview_amendment(play.campaign, 3, {"amount": 8}, play.command())
    assert [(dict(one.was)["before"], dict(one.now)["before"]) for one in found.otherwise] == [(9, 8)]


# --- commands that are no longer possible -----------------------------------------------------


def test_a_dropped_command_returns_once_it_is_possible() -> None:
    """The tower was dropped with its coins; after other coins are inserted, it counts again."""
    play = given(GAME, ANN, coins(2), tower("oak"), NightFell()).play
    play.do(lambda c: corrections.withdraw(c, 3, play.command(), TableDecision("those")))
    found = corrections.preview_insertion(play.campaign, 2, coins(3), play.command())
    assert [entry.position for entry in found.returned] == [4]
    insert(play, 2, coins(3))
    assert of_ann(play) == Seat(coins=1, towers=["oak"])


def test_a_failing_rule_does_not_block_a_correction(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play = given(GAME, ANN, coins(1), NightFell()).play
    monkeypatch.setattr(NightFell, "check", lambda self, table: iter([table.seats["nobody"]]))
    with caplog.at_level(logging.ERROR):
        play.do(lambda c: corrections.withdraw(c, 3, play.command()))
    assert play.campaign.table.night is True  # type: ignore[attr-defined]
    assert "KeyError: 'nobody'" in caplog.text


def test_a_correction_does_not_apply_changed_rules_to_later_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    play = given(GAME, ANN, coins(9), tower("oak")).play
    monkeypatch.setattr(TowerBuilt, "settle", lambda self, table, chance: self.copy_with(paid=0))
    found = corrections.preview_amendment(play.campaign, 3, {"amount": 8}, play.command())
    assert found.otherwise == []


# --- insertions -------------------------------------------------------------------------------


def test_an_inserted_event_counts_at_its_place() -> None:
    play = given(GAME, ANN, coins(2), tower("oak")).play
    insert(play, 3, coins(3))
    assert of_ann(play) == Seat(coins=3, towers=["oak"])
    assert play.campaign.at(3) != play.campaign.table_counting_today(3)


def test_an_inserted_event_is_refused_by_the_rules_at_its_place() -> None:
    play = given(GAME, ANN, coins(1), coins(5)).play
    with pytest.raises(RefusedAll, match="coins"):
        insert(play, 3, tower("oak"))


def test_an_inserted_event_may_be_bent() -> None:
    play = given(GAME, ANN, coins(9), tower("oak")).play
    insert(play, 4, tower("oak"), bend="a card says so")
    assert of_ann(play).towers == ["oak", "oak"]
    assert [(entry.bent or {}).get("codes") for entry in play.campaign.entries(4)] == [["tower-stands"]]


def test_an_inserted_event_keeps_its_place_after_the_next_correction() -> None:
    play = given(GAME, ANN, coins(2), coins(4)).play
    insert(play, 3, coins(8))
    play.do(lambda c: corrections.amend(c, 3, {"amount": 1}, play.command()))
    assert of_ann(play).coins == 13


def test_an_inserted_event_is_withdrawn_with_its_correction() -> None:
    play = given(GAME, ANN, coins(2)).play
    insert(play, 3, coins(8))
    play.do(lambda c: corrections.withdraw(c, 4, play.command()))
    assert of_ann(play).coins == 2


@pytest.mark.parametrize("after", [0, 3, 5, 99])
def test_nothing_is_inserted_after_an_entry_that_does_not_count(after: int) -> None:
    play = given(GAME, ANN, coins(2), coins(4)).play
    play.do(lambda c: corrections.withdraw(c, 3, play.command()))
    with pytest.raises(NotFound):
        insert(play, after, coins(1))


def test_a_preview_shows_no_new_dice() -> None:
    play = given(GAME, ANN, coins(2)).play
    found = corrections.preview_insertion(play.campaign, 3, DiceRolled(seat="Ann"), play.command())
    assert [(dict(one.event)["dice"], one.rolled) for one in found.added] == [(None, True)]
    assert found.changes == []


def test_new_dice_are_the_same_however_many_previews_there_were() -> None:
    fallen = set()
    for looks in range(3):
        play = given(GAME, ANN, coins(2)).play
        for _ in range(looks):
            corrections.preview_insertion(play.campaign, 3, DiceRolled(seat="Ann"), play.command())
        insert(play, 3, DiceRolled(seat="Ann"))
        fallen.add(of_ann(play).coins)
    assert len(fallen) == 1


# --- rivals -----------------------------------------------------------------------------------


def by(play: Play, name: str, *, host: bool = False) -> Command:
    return replace(play.command(), actor=name, seats=frozenset({name}), host=host)


def rivals(*more: Event[Any]) -> Play:
    """Ann gives Bob 2 coins (4)."""
    play = given(RIVALS, ANN, BOB).play
    play.do(lambda c: c.record(coins(2, "Bob"), by(play, "Ann"), NO_DICE))
    for event in more:
        play.do(lambda c, event=event: c.record(event, by(play, "Bob"), NO_DICE))  # type: ignore[misc]
    return play


def test_only_the_host_drops_a_rivals_entry() -> None:
    play = rivals(tower("oak", "Bob"))
    with pytest.raises(RefusedAll, match="Ask the host"):
        play.do(lambda c: corrections.withdraw(c, 4, by(play, "Ann"), TableDecision("those")))
    play.do(lambda c: corrections.withdraw(c, 4, by(play, "Bea", host=True), TableDecision("those")))
    assert play.campaign.table.seats["Bob"].towers == []  # type: ignore[attr-defined]


# --- which commands are recorded again -------------------------------------------------------


@pytest.fixture
def recomputed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The positions of the commands that are recorded again."""
    found, recompute = list[int](), Recomputation._recompute

    def noted(self: Recomputation, one: Recorded) -> CommandResult:
        found.append(one.position)
        return recompute(self, one)

    monkeypatch.setattr(Recomputation, "_recompute", noted)
    return found


def test_it_stops_where_both_tables_are_equal(recomputed: list[int]) -> None:
    play = given(GAME, ANN, CardDrawn(seat="Ann", card=1), CardDrawn(seat="Ann", card=2), *[coins(1)] * 300).play
    compute_correction(play.campaign, CorrectionRequest(withdrawn=frozenset({3})))
    assert max(recomputed) < 20


def test_it_continues_after_entries_that_others_recorded(recomputed: list[int]) -> None:
    play = given(GAME, ANN, coins(1), coins(2)).play
    request, begun = CorrectionRequest(withdrawn=frozenset({3})), list[Recomputation]()
    compute_correction(play.campaign, request, begun)
    play.record(coins(4))
    assert compute_correction(play.campaign, request, begun).table.seats["Ann"].coins == 6  # type: ignore[attr-defined]
    assert recomputed == [3, 4, 5]


A_LONG_GAME = (ANN, BOB, coins(1), *[coins(1, "Bob")] * 20)
LATER = [*range(5, 25)]
FOR_BOB = frozenset({"Bob"})


def test_a_preview_for_a_seat_records_each_command_again_once(recomputed: list[int]) -> None:
    corrections.preview_withdrawal(given(GAME, *A_LONG_GAME).play.campaign, 4, FOR_BOB)
    assert recomputed == [4, *LATER]


def test_a_preview_of_an_amendment_for_a_seat_records_only_that_command_twice(recomputed: list[int]) -> None:
    play = given(GAME, *A_LONG_GAME).play
    corrections.preview_amendment(play.campaign, 4, {"amount": 2}, play.command(), viewer=FOR_BOB)
    assert recomputed == [4, 4, *LATER]


def test_both_tables_of_a_preview_are_covered_once_between_two_events(monkeypatch: pytest.MonkeyPatch) -> None:
    covered, view_of_both = list[Table](), visibility.view_of_both

    def counting(now: Table, seats: frozenset[str]) -> Callable[[Table], Table]:
        cover = view_of_both(now, seats)

        def noted(table: Table) -> Table:
            covered.append(table)
            return cover(table)

        return noted

    monkeypatch.setattr(visibility, "view_of_both", counting)
    corrections.preview_withdrawal(given(GAME, *A_LONG_GAME).play.campaign, 4, FOR_BOB)
    assert len(covered) == 2 * (1 + len(LATER))
