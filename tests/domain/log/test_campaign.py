"""Recording, looking back, and asking why."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.testing import bent, followed, given, refused, says, table
from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt, Viewer
from domain.framework.kernel import Adjusted
from domain.framework.refusal import NotFound, Refused
from domain.framework.table import as_json
from domain.framework.text import text
from domain.log.value_history import positions_that_moved
from tests.toy import (
    GAME,
    CardDrawn,
    CoinsGained,
    DayBroke,
    DiceRolled,
    GateOpened,
    NightFell,
    SeatTaken,
    TowerBuilt,
)
from tests.toy.harbour import TOWER_STANDS
from tests.toy.table import Harbour, ToyEvent

ANN = SeatTaken(seat="Ann")
TWO = CoinsGained(seat="Ann", amount=2)
NINE = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")
IRON = TowerBuilt(seat="Ann", tower="iron")


# --- recording -------------------------------------------------------------------------------


def test_what_the_rules_compute_is_stored_with_the_event() -> None:
    given(GAME, ANN, NINE).when(OAK).then(TowerBuilt(seat="Ann", tower="oak", paid=2), table(**{"seats.Ann.coins": 7}))


def test_dice_are_rolled_once_and_stored() -> None:
    given(GAME, ANN).when(DiceRolled(seat="Ann"), rolled=(2, 6)).then(
        DiceRolled(seat="Ann", dice=(2, 6)), CoinsGained(seat="Ann", amount=8)
    )


def test_a_consequence_knows_its_cause() -> None:
    play = given(GAME, ANN, DiceRolled(seat="Ann")).play
    assert [entry.cause for entry in play.campaign.entries()] == [None, None, None, 3]


def test_what_the_rules_bring_about_and_a_correction_left_out_is_a_must_and_follows_from_nothing_else() -> None:
    play = given(GAME, ANN).play
    play.game = replace(GAME, compels=lambda harbour: [TWO] if harbour.seats["Ann"].coins < 2 else [])
    play.campaign = play.fold()
    play.record(kernel.CampaignBranched(name="Again", parent="Harbour", parent_key="harbour", entry=2))
    play.record(SeatTaken(seat="Bob"))
    first = play.campaign.prompts(PUBLIC)[0]
    assert (play.campaign.table.seats["Ann"].coins, first.event, first.required) == (0, CoinsGained, True)
    play.record(make_event(first.event, first.fields))
    assert play.campaign.table.seats["Ann"].coins == 2
    assert CoinsGained not in [prompt.event for prompt in play.campaign.prompts(PUBLIC) if prompt.required]


def test_every_third_tower_opens_a_gate() -> None:
    (
        given(GAME, ANN, NINE, SeatTaken(seat="Bob"), CoinsGained(seat="Bob", amount=9), OAK, IRON)
        .when(TowerBuilt(seat="Bob", tower="oak"))
        .then(followed(GateOpened()), table(gates=1))
    )


def test_an_evening_set_to_nought_by_hand_is_told_as_it_is_stored() -> None:
    play = given(GAME, kernel.SessionStarted(), Adjusted(path="sitting.number", after=0, reason="a slip")).play
    (recorded,) = play.record(ANN).entries
    assert (recorded.session, play.campaign.entry(recorded.position).session) == (None, None)


def test_a_refused_event_changes_nothing() -> None:
    spec = given(GAME, ANN).when(OAK)
    spec.then(refused("not-enough-coins", bendable=False, says="(0/2)"), table(**{"seats.Ann.towers": []}))
    assert spec.play.memory.head() == 2


def test_an_unknown_id_is_refused() -> None:
    given(GAME, ANN).when(CoinsGained(seat="Zed", amount=1)).then(refused("not-offered", bendable=False, says="Zed"))


def test_every_reason_is_told() -> None:
    given(GAME, ANN, TWO, OAK).when(OAK).then(refused("not-enough-coins"), refused("tower-stands"))


def test_of_an_event_whose_step_is_not_open_nothing_else_is_asked() -> None:
    spec = given(GAME, ANN, TWO, OAK, NightFell()).when(OAK)
    assert [reason.code for reason in spec.outcome.reasons] == ["wrong-step"]


def test_of_an_event_whose_step_is_not_open_ids_are_known_all_the_same() -> None:
    spec = given(GAME, ANN, NightFell()).when(TowerBuilt(seat="Zed", tower="oak"), bend="card 7")
    spec.then(refused("not-offered"), refused("wrong-step"))


def test_an_event_outside_its_step_is_refused_by_name() -> None:
    given(GAME, ANN, NINE, NightFell()).when(OAK).then(
        refused("wrong-step", bendable=True, says="Right now it is: night")
    )


def test_a_refusal_is_bent_with_a_reason_and_marked() -> None:
    given(GAME, ANN, NINE, OAK).when(OAK, bend="card 7").then(bent("tower-stands"), table(**{"seats.Ann.coins": 5}))


def test_arithmetic_is_not_bent() -> None:
    given(GAME, ANN).when(OAK, bend="card 7").then(refused("not-enough-coins", bendable=False))


def test_bending_what_is_allowed_marks_nothing() -> None:
    given(GAME, ANN).when(NINE, bend="just so").then(bent())


def test_what_happened_earlier_is_not_held_to_the_step() -> None:
    spec = given(GAME, ANN, NINE, NightFell()).when(OAK, later="yesterday").then(table(**{"seats.Ann.towers": ["oak"]}))
    assert [entry.later for entry in spec.play.campaign.entries(4)] == ["yesterday"]


def test_what_happened_earlier_still_needs_its_coins() -> None:
    given(GAME, ANN, NightFell()).when(OAK, later="yesterday").then(refused("not-enough-coins"))


def test_what_is_bent_past_its_step_is_held_to_what_no_card_overrules() -> None:
    given(GAME, ANN, NightFell()).when(OAK, bend="card 7").then(refused("not-enough-coins", bendable=False))


def test_what_is_bent_past_its_step_is_recorded_with_all_that_it_bends() -> None:
    spec = given(GAME, ANN, NINE, OAK, NightFell()).when(OAK, bend="card 7")
    spec.then(bent("wrong-step", "tower-stands"), table(**{"seats.Ann.towers": ["oak", "oak"]}))


class StarsRead(ToyEvent):
    """Its check has faults that show by day alone."""

    help_text = "Somebody reads the stars of the night; by day there are none."
    sentence = "The stars were read"
    during = ("night",)
    fault: str = ""

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.fault == "misspelt" and not table.night:
            yield TOWER_STANDS(seat=table.seets)  # type: ignore[attr-defined]
        if not ({"polaris": 1} if table.night or not self.fault else {})["polaris"]:
            yield TOWER_STANDS(seat="Ann")


STARRY = replace(GAME, key="starry", own_events=(*GAME.own_events, StarsRead))


@pytest.mark.parametrize(("fault", "error"), [("misspelt", AttributeError), ("missing", KeyError)])
@pytest.mark.parametrize("command", [{"bend": "a lantern"}, {"later": "last night"}])
def test_a_faulty_check_of_what_is_bent_or_recorded_later_is_raised_and_nothing_is_recorded(
    fault: str, error: type[Exception], command: dict[str, str]
) -> None:
    play = given(STARRY, ANN).play
    before, entries = as_json(play.campaign.table), len(play.memory.raws)
    with pytest.raises(error):
        play.record(StarsRead(fault=fault), **command)
    assert (as_json(play.campaign.table), len(play.memory.raws)) == (before, entries)
    play.record(StarsRead(), **command)


def test_an_entry_is_stamped_with_the_place_and_the_session_it_was_recorded_in() -> None:
    play = given(GAME, kernel.SessionStarted(), ANN, NightFell(), DayBroke(), kernel.SessionEnded(), NINE).play
    assert [(e.session, e.round, e.step) for e in play.campaign.entries(1)] == [
        (1, 1, "day"),
        (1, 1, "day"),
        (1, 1, "day"),
        (1, 1, "night"),
        (1, 2, "day"),
        (None, 2, "day"),
    ]


def test_the_log_tells_names_in_place_of_ids() -> None:
    given(GAME, ANN, NINE).when(OAK).then(says("Ann built Oak Tower"))


def test_a_rule_that_chases_its_own_tail_is_stopped_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoinsGained, "follow", lambda self, table: iter([CoinsGained(seat="Ann", amount=1)]))
    play = given(GAME, ANN).play
    with pytest.raises(RuntimeError, match="no end"):
        play.record(NINE)
    assert (play.memory.head(), play.campaign.table.seats["Ann"].coins) == (2, 0)


# --- by hand ---------------------------------------------------------------------------------


def test_a_number_is_set_by_hand_and_remembers_what_it_was() -> None:
    given(GAME, ANN, NINE).when(Adjusted(path="seats.Ann.coins", after=3, reason="miscounted")).then(
        Adjusted(path="seats.Ann.coins", before=9, after=3, reason="miscounted"), table(**{"seats.Ann.coins": 3})
    )


@pytest.mark.parametrize(
    ("path", "after", "code"),
    [
        ("seats.Zed.coins", 1, "no-such-path"),
        ("seats.Ann", 1, "not-a-value"),
        ("seats.Ann.towers", 1, "not-a-value"),
        ("seats.Ann.towers.5", "oak", "no-such-path"),
        ("seats.Ann.coins", "many", "does-not-fit"),
        ("seats.Ann.coins", None, "does-not-fit"),
        ("seats.Ann.coins", True, "does-not-fit"),
        ("night", 3, "does-not-fit"),
    ],
)
def test_what_does_not_fit_is_refused(path: str, after: bool | int | str | None, code: str) -> None:
    given(GAME, ANN).when(Adjusted(path=path, after=after, reason="card")).then(refused(code, bendable=False))


def test_a_dot_in_a_name_is_escaped() -> None:
    given(GAME, SeatTaken(seat="Dr. Ann")).when(Adjusted(path="seats.Dr\\. Ann.coins", after=4, reason="card")).then(
        table(**{"seats.Dr\\. Ann.coins": 4})
    )


def test_a_hand_on_what_is_gone_changes_nothing() -> None:
    hand = Adjusted(path="seats.Ann.coins", after=3, reason="card")
    given(GAME, ANN, hand).and_undo(2, "those").then(table(seats={}))


# --- looking back ----------------------------------------------------------------------------


def test_at_shows_the_table_after_an_entry() -> None:
    play = given(GAME, ANN, NINE, OAK).play
    assert [len(play.campaign.at(n).seats) for n in range(5)] == [0, 0, 1, 1, 1]
    assert [play.campaign.at(n).seats["Ann"].coins for n in (2, 3, 4)] == [0, 9, 7]


def test_at_shows_the_corrections_known_by_then() -> None:
    play = given(GAME, ANN, NINE).and_undo().and_redo().play
    assert [play.campaign.at(n).seats["Ann"].coins for n in (2, 3, 4, 5)] == [0, 9, 0, 9]


@pytest.mark.parametrize("position", [-1, 3, 2**63])
def test_there_is_nothing_at_a_position_outside_the_log(position: int) -> None:
    with pytest.raises(NotFound, match="the last one is 2"):
        given(GAME, ANN).play.campaign.at(position)


def test_at_knows_the_pack() -> None:
    past = given(GAME, ANN, NINE).play.campaign.at(2)
    assert str(past.called("towers", "oak")) == "Oak Tower"


# --- why -------------------------------------------------------------------------------------


def test_why_names_the_entries_that_moved_a_number() -> None:
    campaign = given(GAME, ANN, NINE, OAK, NightFell()).play.campaign
    assert positions_that_moved(campaign, "seats.Ann.coins") == [
        (2, None, 0),
        (3, 0, 9),
        (4, 9, 7),
    ]


def test_why_follows_a_list() -> None:
    campaign = given(GAME, ANN, NINE, OAK, IRON).play.campaign
    assert positions_that_moved(campaign, "seats.Ann.towers") == [
        (2, None, []),
        (4, [], ["oak"]),
        (5, ["oak"], ["oak", "iron"]),
    ]


def test_why_follows_a_part_of_the_table() -> None:
    campaign = given(GAME, ANN, NINE).play.campaign
    assert [(at, as_json(new)["coins"]) for at, _, new in positions_that_moved(campaign, "seats.Ann")] == [
        (2, 0),
        (3, 9),
    ]


def test_why_leaves_out_what_was_taken_back() -> None:
    campaign = given(GAME, ANN, NINE, OAK).and_undo().play.campaign
    assert [at for at, _, _ in positions_that_moved(campaign, "seats.Ann.coins")] == [2, 3]


def test_why_of_nothing_is_not_found() -> None:
    with pytest.raises(NotFound, match="Zed"):
        positions_that_moved(given(GAME, ANN).play.campaign, "seats.Zed.coins")


# --- prompts and views -----------------------------------------------------------------------


def test_prompts_leave_out_what_would_be_refused() -> None:
    (
        given(GAME, ANN)
        .then_prompts(SeatTaken, NightFell)
        .then_no_prompt(TowerBuilt)
        .when(NINE)
        .then_prompts(OAK, SeatTaken, NightFell)
        .then_must(NightFell)
        .when(OAK)
        .then_no_prompt(TowerBuilt)
        .when(NightFell())
        .then_prompts(DayBroke)
        .then_no_prompt(SeatTaken, NightFell)
    )


def test_prompts_take_values_as_json() -> None:
    """Lists stand for tuples in the fields of a prompt, as everywhere else."""
    roll = Prompt(text("Roll"), DiceRolled, fields={"seat": "Ann", "dice": [1, 2]})
    given(replace(GAME, prompts=lambda table: [roll]), ANN).then_prompts("Roll")


def test_only_its_owner_sees_a_secret() -> None:
    play = given(GAME, ANN, SeatTaken(seat="Bob"), CardDrawn(seat="Ann", card=17)).play
    assert GAME.view(play.campaign.table, Viewer.on("Ann")).seats["Ann"].card == 17
    assert GAME.view(play.campaign.table, Viewer.on("Bob")).seats["Ann"].card is None
    assert play.campaign.table.seats["Ann"].card == 17


def test_who_plays_on_two_seats_sees_the_secrets_of_both() -> None:
    drawn = CardDrawn(seat="Ann", card=17), CardDrawn(seat="Bob", card=18)
    play = given(GAME, ANN, SeatTaken(seat="Bob"), *drawn).play
    seen = GAME.view(play.campaign.table, Viewer.on("Ann", "Bob"))
    assert [seat.card for seat in seen.seats.values()] == [17, 18]


def test_the_same_seed_gives_the_same_game() -> None:
    def played() -> object:
        return as_json(
            given(GAME, ANN)
            .when(DiceRolled(seat="Ann"), chance=Chance(Random(7)))
            .when(CardDrawn(seat="Ann"), chance=Chance(Random(7)))
            .play.campaign.table
        )

    assert played() == played()


def test_catching_up_with_a_shorter_log_forgets_what_was_not_stored() -> None:
    play = given(GAME, ANN).play
    play.campaign.record(NINE, play.command(), Chance(Random(1)))
    play.campaign.catch_up()
    assert (play.campaign.position, play.campaign.table.seats["Ann"].coins) == (2, 0)


def test_catching_up_follows_what_others_stored() -> None:
    play = given(GAME, ANN).play
    other = type(play.campaign)(play.campaign.id, GAME, play.memory)
    play.record(NINE)
    other.catch_up()
    assert as_json(other.table) == as_json(play.campaign.table)
    assert other.digest == play.campaign.digest
