"""Taking back, restoring and putting right, with a look at it first."""

from dataclasses import replace

import pytest

from companion.testing import NOTHING, Play, given, refused, table
from domain.framework import kernel
from domain.framework.game import Prompt
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.table import as_json
from domain.framework.text import text
from domain.log import corrections
from domain.log.corrections import TableDecision
from domain.log.dependents import Scope, last_command
from domain.log.effective_entries import Standing
from tests.toy import (
    GAME,
    CardDrawn,
    CoinsGained,
    DayBroke,
    DiceRolled,
    GateOpened,
    NightFell,
    Seat,
    SeatTaken,
    TowerBuilt,
)

ANN = SeatTaken(seat="Ann")


def coins(amount: int, seat: str = "Ann") -> CoinsGained:
    return CoinsGained(seat=seat, amount=amount)


def oak(seat: str = "Ann") -> TowerBuilt:
    return TowerBuilt(seat=seat, tower="oak")


def three_gains() -> Play:
    """Ann sits down (2) and gains 1 (3), 2 (4) and 4 (5)."""
    return given(GAME, ANN, coins(1), coins(2), coins(4)).play


def spent() -> Play:
    """Ann sits down (2), gains 2 (3), builds the oak tower (4) and gains 1 (5)."""
    return given(GAME, ANN, coins(2), oak(), coins(1)).play


def undo(
    play: Play, entry: int, choice: corrections.Reach | None = None, sure: bool = False, scope: Scope = "entry"
) -> None:
    play.do(lambda c: corrections.withdraw(c, entry, play.command(), TableDecision(choice, sure), scope))


def redo(play: Play) -> None:
    play.do(lambda c: corrections.redo(c, play.command()))


def amend(play: Play, entry: int, choice: corrections.Reach | None = None, bend: str = "", **changes: object) -> None:
    play.do(lambda c: corrections.amend(c, entry, changes, play.command(bend), TableDecision(choice)))


def of_ann(play: Play) -> int:
    """Ann's coins, live; the same as folded from zero."""
    live = as_json(play.campaign.table)
    assert as_json(play.reopen().table) == live
    found: int = live["seats"]["Ann"]["coins"]
    return found


# --- undo and redo ---------------------------------------------------------------------------


def test_undo_takes_back_the_last_command_with_what_it_caused() -> None:
    (
        given(GAME, ANN, coins(1))
        .when(DiceRolled(seat="Ann"), rolled=(3, 4))
        .then(table(**{"seats.Ann.coins": 8}))
        .and_undo()
        .then(kernel.Withdrawn(entries=(4, 5)), table(**{"seats.Ann.coins": 1}))
    )


def test_redo_brings_back_what_undo_took() -> None:
    (
        given(GAME, ANN, coins(1))
        .when(DiceRolled(seat="Ann"), rolled=(3, 4))
        .and_undo()
        .and_redo()
        .then(kernel.Restored(entries=(4, 5), correction=6), table(**{"seats.Ann.coins": 8}))
    )


def test_several_undos_go_further_back_and_as_many_redos_forth_again() -> None:
    play = three_gains()
    seen = [of_ann(play)]
    for _ in range(2):
        undo(play, last_command(play.campaign))
        seen.append(of_ann(play))
    for _ in range(2):
        redo(play)
        seen.append(of_ann(play))
    assert seen == [7, 3, 1, 3, 7]


def test_the_start_of_a_campaign_cannot_be_taken_back() -> None:
    with pytest.raises(NotFound, match="start"):
        undo(given(GAME).play, 1)


def test_nothing_is_left_to_undo_when_all_is_taken_back() -> None:
    spec = given(GAME, ANN).and_undo()
    with pytest.raises(NotFound, match="nothing to take back"):
        last_command(spec.play.campaign)


def test_an_entry_is_taken_back_once() -> None:
    play = three_gains()
    undo(play, 5)
    with pytest.raises(NotFound, match="Entry 5 is already taken back"):
        undo(play, 5)
    assert of_ann(play) == 3


@pytest.mark.parametrize("position", [0, -1, 99, 2**63, 2**200])
def test_an_entry_that_is_not_there_is_not_found(position: int) -> None:
    play = three_gains()
    with pytest.raises(NotFound):
        undo(play, position)


def test_redo_is_refused_after_something_else() -> None:
    play = three_gains()
    undo(play, 5)
    play.record(coins(8))
    with pytest.raises(NotFound, match="something else was recorded since"):
        redo(play)


def test_redo_without_undo_finds_nothing() -> None:
    with pytest.raises(NotFound, match="nothing to restore"):
        redo(three_gains())


def test_undo_after_redo_takes_the_same_back_again() -> None:
    play = three_gains()
    undo(play, 5)
    redo(play)
    undo(play, last_command(play.campaign))
    assert of_ann(play) == 3


def test_taking_back_a_withdrawal_is_restoring() -> None:
    play = three_gains()
    undo(play, 3)
    undo(play, 6)
    assert of_ann(play) == 7


def test_taking_back_a_redo_takes_back_again() -> None:
    play = three_gains()
    undo(play, 3)
    redo(play)
    undo(play, 7)
    assert of_ann(play) == 6


# --- an older entry --------------------------------------------------------------------------


def test_undo_of_an_older_entry_leaves_the_others_alone() -> None:
    play = three_gains()
    undo(play, 4)
    assert of_ann(play) == 5


def test_a_choice_is_asked_for_when_later_entries_would_be_refused() -> None:
    given(GAME, ANN, coins(2), oak()).and_undo(3).then(refused("others-affected", says="possible: 1"))


def test_nothing_is_recorded_when_a_choice_is_asked_for() -> None:
    play = spent()
    with pytest.raises(RefusedAll):
        undo(play, 3)
    assert play.memory.head() == play.campaign.position == 5


def test_preview_names_what_would_be_refused_with_its_reasons() -> None:
    found = corrections.preview_withdrawal(spent().campaign, 3, None)
    assert [(entry.position, [reason.code for reason in reasons]) for entry, reasons in found.dropped] == [
        (4, ["not-enough-coins"])
    ]


def test_a_preview_lists_the_changes_of_the_table() -> None:
    found = corrections.preview_withdrawal(spent().campaign, 3, None)
    assert [(c.path, c.before, c.after) for c in found.changes] == [("seats.Ann.towers", ["oak"], [])]


def test_preview_changes_nothing() -> None:
    play = spent()
    before = as_json(play.campaign.table)
    corrections.preview_withdrawal(play.campaign, 2, None, TableDecision("since"))
    assert (as_json(play.campaign.table), play.campaign.position) == (before, 5)


def test_those_takes_back_what_would_be_refused_too() -> None:
    given(GAME, ANN, coins(2), oak(), coins(1)).and_undo(3, "those").then(
        kernel.Withdrawn(entries=(3,)),
        kernel.Withdrawn(entries=(4,), choice="those"),
        table(**{"seats.Ann.coins": 1, "seats.Ann.towers": []}),
    )


def test_results_of_a_correction_have_it_as_their_cause() -> None:
    play = spent()
    undo(play, 3, "those")
    assert [(e.cause, e.command) for e in play.campaign.entries(5)] == [(None, "command-6"), (6, "command-6")]


def test_since_takes_back_everything_from_there_on() -> None:
    given(GAME, ANN, coins(2), oak(), coins(1)).and_undo(3, "since").then(
        kernel.Withdrawn(entries=(3, 4, 5), choice="since"), table(**{"seats.Ann.coins": 0, "seats.Ann.towers": []})
    )


def test_what_was_bent_stays_bent_in_a_preview() -> None:
    play = given(GAME, ANN, coins(9), oak()).play
    play.record(oak(), bend="a card says so")
    assert corrections.preview_withdrawal(play.campaign, 5, None).dropped == []
    assert corrections.preview_withdrawal(play.campaign, 4, None).dropped == []


def test_an_entry_whose_event_cannot_be_applied_any_more_does_not_stop_later_corrections() -> None:
    play = given(GAME, ANN, SeatTaken(seat="Bob"), CardDrawn(seat="Ann"), coins(5, "Bob")).play
    undo(play, 2, "those")
    undo(play, 3, "those")
    assert as_json(play.campaign.table)["seats"] == {}


# --- since -----------------------------------------------------------------------------------


@pytest.mark.parametrize("position", range(2, 7))
def test_since_leaves_the_table_as_it_was_before(position: int) -> None:
    play = given(GAME, ANN, coins(2), oak(), DiceRolled(seat="Ann")).play
    before = as_json(play.campaign.at(position - 1))
    undo(play, position, "since")
    assert as_json(play.campaign.table) == before


@pytest.mark.parametrize("position", range(2, 7))
def test_redo_after_since_gives_back_exactly_what_was_there(position: int) -> None:
    play = given(GAME, ANN, coins(2), oak(), DiceRolled(seat="Ann")).play
    undo(play, 3, "those")
    before = as_json(play.campaign.table)
    if not play.campaign.standing().counts(position):
        return
    undo(play, position, "since")
    redo(play)
    assert as_json(play.campaign.table) == before


def test_since_restores_entries_that_an_older_correction_dropped() -> None:
    """The tower was dropped with the coins that paid for it; both count again at the moment before."""
    play = spent()
    undo(play, 3, "those")
    play.record(coins(4))
    undo(play, 5, "since")
    live = as_json(play.campaign.table)
    assert (live["seats"]["Ann"]["towers"], as_json(play.reopen().table)) == (["oak"], live)


def test_since_withdraws_results_of_an_older_correction_too() -> None:
    """The dropped tower does not come back with more coins once everything since was withdrawn."""
    play = spent()
    undo(play, 3, "those")
    undo(play, 3, "since")
    play.do(lambda c: corrections.restore(c, 3, play.command()))
    assert play.campaign.table.seats["Ann"] == Seat(coins=2)


def test_since_lets_count_again_what_was_taken_back_later() -> None:
    play = three_gains()
    undo(play, 3)
    undo(play, 4, "since")
    assert of_ann(play) == 1


def test_since_does_not_bring_a_withdrawal_back_that_was_itself_undone() -> None:
    play = three_gains()
    undo(play, 3)
    redo(play)
    undo(play, 4, "since")
    assert of_ann(play) == 1


def test_since_takes_back_later_amendments_of_earlier_entries() -> None:
    play = three_gains()
    amend(play, 3, amount=50)
    undo(play, 4, "since")
    assert of_ann(play) == 1


def test_the_preview_of_since_lists_what_counts_again_and_as_it_was() -> None:
    play = given(GAME, ANN, CoinsGained(seat="Ann", amount=2), CoinsGained(seat="Ann", amount=3)).play
    play.do(lambda c: corrections.withdraw(c, 3, play.command()))
    play.do(lambda c: corrections.amend(c, 4, {"amount": 5}, play.command()))
    found = corrections.preview_withdrawal(play.campaign, 5, None, TableDecision("since"))
    amounts = [(one.entry.position, dict(one.was)["amount"], dict(one.now)["amount"]) for one in found.otherwise]
    assert ([entry.position for entry in found.returned], amounts) == ([3], [(4, 5, 3)])


def test_since_across_the_end_of_a_session_asks_first() -> None:
    given(GAME, ANN, kernel.SessionStarted(), coins(1), kernel.SessionEnded()).and_undo(4, "since").then(
        refused("crosses-an-end", says="1 finished")
    )


def test_since_across_the_end_of_a_session_goes_when_they_are_sure() -> None:
    given(GAME, ANN, kernel.SessionStarted(), coins(1), kernel.SessionEnded()).and_undo(4, "since", sure=True).then(
        table(**{"seats.Ann.coins": 0, "sitting.number": 1})
    )


def test_since_across_the_end_of_a_scenario_asks_too() -> None:
    given(GAME, ANN, NightFell(), DayBroke()).and_undo(2, "since").then(refused("crosses-an-end"))


def test_amending_with_everything_since_asks_too() -> None:
    given(GAME, ANN, coins(1), kernel.SessionStarted(), kernel.SessionEnded()).and_amend(3, "since", amount=2).then(
        refused("crosses-an-end")
    )


def test_restoring_without_anything_since_asks_too() -> None:
    spec = given(GAME, ANN, coins(1), kernel.SessionStarted(), kernel.SessionEnded()).and_undo(3)
    spec.and_restore(3, "since").then(refused("crosses-an-end"))


# --- consequences ----------------------------------------------------------------------------


def test_a_consequence_is_taken_back_with_the_entry_that_it_follows_from() -> None:
    given(GAME, ANN).when(DiceRolled(seat="Ann"), rolled=(3, 4)).and_undo(4).then(
        kernel.Withdrawn(entries=(3, 4)), table(**{"seats.Ann.coins": 0})
    )


def test_a_consequence_is_taken_back_alone_where_that_is_asked_for() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    undo(play, 4, scope="consequence")
    assert play.campaign.standing() == Standing(withdrawn={4: 5})


def test_everything_since_a_consequence_begins_with_its_command() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    undo(play, 4, "since", scope="consequence")
    assert play.campaign.standing() == Standing(withdrawn={3: 5, 4: 5})


def test_a_consequence_is_restored_with_the_entry_that_it_was_taken_back_with() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    undo(play, 4)
    play.do(lambda c: corrections.restore(c, 4, play.command()))
    assert play.campaign.standing() == Standing()


def test_what_the_game_cannot_go_on_without_is_not_taken_back_alone() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    richer = [Prompt(text("Night falls"), NightFell, required=True)]
    play.game = replace(GAME, prompts=lambda harbour: richer if harbour.seats["Ann"].coins else [])
    play.campaign = play.fold()
    with pytest.raises(RefusedAll, match="Take back entry 3"):
        undo(play, 4, scope="consequence")


def test_its_command_can_still_be_taken_back_and_restored() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    undo(play, 4, scope="consequence")
    undo(play, 3)
    redo(play)
    assert play.campaign.standing() == Standing(withdrawn={4: 5, 6: 7})


def test_a_consequence_in_the_middle_goes_with_its_command() -> None:
    play = given(GAME, ANN, SeatTaken(seat="Bob"), coins(9), coins(9, "Bob"), oak(), oak("Bob")).play
    play.record(TowerBuilt(seat="Ann", tower="iron"))
    assert [e.event for e in play.campaign.entries(8)] == [GateOpened()]
    undo(play, 8)
    assert as_json(play.campaign.table)["gates"] == 0


# --- restore ---------------------------------------------------------------------------------


def test_restore_works_wherever_the_entry_stands() -> None:
    play = three_gains()
    undo(play, 3)
    play.record(coins(8))
    play.do(lambda c: corrections.restore(c, 3, play.command()))
    assert of_ann(play) == 15


def test_restore_of_what_counts_finds_nothing() -> None:
    with pytest.raises(NotFound, match="not taken back"):
        given(GAME, ANN).and_restore(2)


def twice_oak() -> Play:
    """The oak tower (4) was taken back (6) and built again (7), with coins for both."""
    play = given(GAME, ANN, coins(2), oak(), coins(2)).play
    undo(play, 4)
    play.record(oak())
    return play


def test_later_commands_with_bendable_refusals_stay_and_are_listed() -> None:
    play = twice_oak()
    found = corrections.preview_restoration(play.campaign, 4, None)
    assert [(entry.position, [reason.code for reason in why]) for entry, why in found.bent] == [(7, ["tower-stands"])]
    play.do(lambda c: corrections.restore(c, 4, play.command()))
    assert play.campaign.table.seats["Ann"] == Seat(towers=["oak", "oak"])


def test_a_bent_later_command_is_taken_back_if_flipped() -> None:
    play = twice_oak()
    found = corrections.preview_restoration(play.campaign, 4, None, TableDecision(flipped=frozenset({7})))
    assert [entry.position for entry, _ in found.dropped] == [7]
    play.do(lambda c: corrections.restore(c, 4, play.command(), TableDecision(flipped=frozenset({7}))))
    assert play.campaign.table.seats["Ann"] == Seat(coins=2, towers=["oak"])


def test_flipped_commands_stay_taken_back_after_the_next_correction() -> None:
    play = twice_oak()
    play.do(lambda c: corrections.restore(c, 4, play.command(), TableDecision(flipped=frozenset({7}))))
    undo(play, 2, "those")
    redo(play)
    assert play.campaign.table.seats["Ann"] == Seat(coins=2, towers=["oak"])


def test_an_entry_that_the_rules_refuse_is_not_restored() -> None:
    play = spent()
    undo(play, 4)
    amend(play, 3, amount=1)
    with pytest.raises(RefusedAll, match="coins"):
        play.do(lambda c: corrections.restore(c, 4, play.command()))


# --- amend -----------------------------------------------------------------------------------


def test_amend_puts_an_entry_right_where_it_stands() -> None:
    given(GAME, ANN, coins(1), coins(2)).and_amend(3, amount=5).then(table(**{"seats.Ann.coins": 7}))


def test_amend_replaces_the_consequences() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    amend(play, 3, dice=[1, 1])
    assert of_ann(play) == 2
    assert play.campaign.standing().replaced == {4: 5}


def test_amend_computes_again_what_the_rules_compute() -> None:
    given(GAME, ANN, coins(9), oak()).and_amend(4, tower="iron").then(
        table(**{"seats.Ann.coins": 4, "seats.Ann.towers": ["iron"]})
    )


def test_an_amended_entry_is_amended_again() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    amend(play, 3, dice=[1, 1])
    amend(play, 3, dice=[6, 6])
    assert of_ann(play) == 12


def test_taking_back_the_last_amendment_gives_the_one_before() -> None:
    play = given(GAME, ANN, coins(1)).play
    amend(play, 3, amount=2)
    amend(play, 3, amount=3)
    undo(play, 5)
    assert of_ann(play) == 2
    undo(play, 4)
    assert of_ann(play) == 1


def test_taking_back_an_amendment_gives_the_consequences_back() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    amend(play, 3, dice=[1, 1])
    undo(play, 5)
    assert of_ann(play) == 7


def test_an_amended_entry_is_taken_back_and_restored_as_amended() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann"), rolled=(3, 4)).play
    amend(play, 3, dice=[1, 1])
    undo(play, 3)
    assert of_ann(play) == 0
    redo(play)
    assert of_ann(play) == 2


def test_amend_asks_what_to_do_with_what_would_be_refused() -> None:
    play = spent()
    with pytest.raises(RefusedAll, match="no longer be possible"):
        amend(play, 3, amount=1)
    amend(play, 3, "those", amount=1)
    assert play.campaign.table.seats["Ann"] == Seat(coins=2)


def test_amend_is_refused_as_recording_would_have_been() -> None:
    given(GAME, ANN, coins(2), oak()).and_amend(4, tower="iron").then(refused("not-enough-coins"))


def test_amend_can_be_bent_and_is_marked() -> None:
    spec = given(GAME, ANN, coins(9), oak(), TowerBuilt(seat="Ann", tower="iron")).and_amend(
        5, bend="a card says so", tower="oak"
    )
    spec.then(table(**{"seats.Ann.towers": ["oak", "oak"]}))
    assert [(e.bent or {}).get("codes") for e in spec.play.campaign.entries(5)] == [["tower-stands"]]


def test_amend_with_fields_that_do_not_fit_is_a_misfit() -> None:
    with pytest.raises(Misfit, match="amount"):
        amend(three_gains(), 3, amount=0)


@pytest.mark.parametrize("position", [1, 3, 6])
def test_the_start_what_is_taken_back_and_corrections_cannot_be_amended(position: int) -> None:
    play = three_gains()
    undo(play, 3)
    with pytest.raises(NotFound, match="cannot be fixed"):
        amend(play, position, amount=5)


def test_an_event_recorded_on_what_is_gone_is_refused_in_a_preview() -> None:
    given(GAME, ANN, coins(1)).and_undo(2, "those").then(table(**{"seats.Ann": NOTHING}))
