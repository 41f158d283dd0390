"""Numbers of a described game: how they begin, their ends, their ranks, and the four forms of rules."""

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.own.course import RoundBegan, ScenarioBegan, ScenarioEnded, TurnEnded
from domain.games.own.numbers import DealMade, NumberLowered, NumberRaised, NumbersSet
from domain.games.own.people import FigureCame, SeatTaken
from domain.games.own.records import BoxMarked, StatusEnded, StatusGained
from domain.log.corrections import amend, preview_amendment
from tests.domain.games.own.described import OWN_GAME, described

ANN, BOB = SeatTaken(seat="Ann"), SeatTaken(seat="Bob")


# === Where numbers begin ==========================================================================


def test_a_seat_begins_with_the_numbers_of_the_definition() -> None:
    joined = given(OWN_GAME).when(ANN)
    joined.then(table(**{"seats.Ann.numbers": {"hp": 10, "max-hp": 10, "actions": 2, "xp": 0, "gold": 0}}))


def test_a_hero_begins_with_its_other_numbers_and_full() -> None:
    joined = given(OWN_GAME).when(SeatTaken(seat="guardian"))
    joined.then(table(**{"seats.guardian.numbers.max-hp": 12, "seats.guardian.numbers.hp": 12}))


def test_a_number_of_the_table_begins_with_the_campaign_at_zero_or_the_nearest_end() -> None:
    game = described('[numbers]\nlow = { en = "Low", owner = "table", least = 3 }\n'
                     'fame = { en = "Fame", owner = "table", least = -5 }')  # fmt: skip
    given(game).then(table(**{"numbers.low": 3, "numbers.fame": 0}))


def test_a_number_typed_in_during_the_campaign_begins_at_once() -> None:
    morale = ContentAdded(kind="numbers", id="morale", fields={"en": "Morale", "owner": "table", "start": 5})
    typed = given(OWN_GAME, ANN).when(morale).then(followed(NumbersSet(numbers={"morale": 5})))
    typed.and_undo().then(table(**{"numbers.morale": NOTHING}))


def test_a_number_of_a_figure_without_a_start_is_unknown_and_does_not_move() -> None:
    wolf = given(OWN_GAME, FigureCame(figure="Wolf")).then(table(**{"figures.Wolf-1.numbers": {}}))
    wolf.when(NumberLowered(number="health", owner="Wolf-1")).then(refused("not-known", bendable=False))
    wolf.when(NumberRaised(number="health", owner="Wolf-1")).then(refused("not-known", bendable=False))


def test_numbers_given_with_a_figure_are_its_own() -> None:
    elite = given(OWN_GAME).when(FigureCame(figure="guard", numbers={"health": 9}))
    elite.then(table(**{"figures.guard-1.numbers.health": 9}))


# === Ends and ranks ===============================================================================


def test_a_number_moves_as_far_as_its_end_and_no_further() -> None:
    fame = given(OWN_GAME).when(NumberRaised(number="renown", amount=50))
    fame.then(table(**{"numbers.renown": 20}))
    fame.and_then(NumberRaised(number="renown")).then(refused("at-most", bendable=False))
    least = given(OWN_GAME).when(NumberLowered(number="renown", amount=50)).then(table(**{"numbers.renown": -20}))
    least.and_then(NumberLowered(number="renown")).then(refused("at-least", bendable=False))


def test_a_number_that_is_paid_cannot_be_overspent() -> None:
    rich = given(OWN_GAME, ANN, NumberRaised(number="gold", owner="Ann", amount=3))
    rich.when(NumberLowered(number="gold", owner="Ann", amount=4)).then(refused("too-little"))
    rich.when(NumberLowered(number="gold", owner="Ann", amount=3)).then(table(**{"seats.Ann.numbers.gold": 0}))


def test_a_number_of_each_seat_needs_a_seat_and_one_of_the_table_takes_none() -> None:
    given(OWN_GAME, ANN).when(NumberRaised(number="gold")).then(refused("needs-owner", bendable=False))
    given(OWN_GAME, ANN).when(NumberRaised(number="renown", owner="Ann")).then(refused("not-offered"))


def test_a_new_rank_is_named_and_the_same_one_is_not() -> None:
    raised = given(OWN_GAME, ANN).when(NumberRaised(number="xp", owner="Ann", amount=20))
    raised.then(says("Ann: Experience +20: Level 2"))
    raised.and_then(NumberRaised(number="xp", owner="Ann", amount=5)).then(says("Ann: Experience +5"))


def test_a_number_falls_with_the_number_that_limits_it() -> None:
    given(OWN_GAME, ANN).when(NumberLowered(number="max-hp", owner="Ann", amount=4)).then(
        followed(NumberLowered(number="hp", owner="Ann", amount=4))
    )


def test_a_number_keeps_to_an_end_that_is_typed_in_later() -> None:
    rich = given(OWN_GAME, ANN, NumberRaised(number="gold", owner="Ann", amount=30))
    capped = ContentCorrected(kind="numbers", id="gold", fields={"most": 20})
    rich.when(capped).then(followed(NumberLowered(number="gold", owner="Ann", amount=10)))


# === Resets and drift =============================================================================


def test_a_number_begins_again_with_its_period_and_a_drifting_one_moves() -> None:
    torch = NumberRaised(number="torch", amount=2)
    spent = NumberLowered(number="actions", owner="Ann")
    turn = given(OWN_GAME, ANN, RoundBegan(), torch, spent).when(TurnEnded(seat="Ann"))
    turn.then(followed(NumbersSet(owner="Ann", numbers={"actions": 2})), table(**{"numbers.torch": 2}))
    turn.and_then(RoundBegan()).then(followed(NumberLowered(number="torch")), table(**{"numbers.torch": 1}))


def test_the_first_round_ends_nothing() -> None:
    given(OWN_GAME, ANN, NumberRaised(number="torch")).when(RoundBegan()).then(followed())


def test_the_end_of_a_scenario_resets_what_lasts_for_one() -> None:
    begun = given(OWN_GAME, ANN, ScenarioBegan(), NumberRaised(number="threat", amount=4))
    begun.when(ScenarioEnded(result="lost")).then(table(**{"numbers.threat": 0}))


# === Rules ========================================================================================


def test_a_status_follows_at_a_value_names_its_rule_and_ends_only_while_it_holds() -> None:
    down = given(OWN_GAME, ANN).when(NumberLowered(number="hp", owner="Ann", amount=10))
    down.then(followed(StatusGained(owner="Ann", status="exhausted", rule="down")))
    healed = down.and_then(NumberRaised(number="hp", owner="Ann"))
    healed.then(followed(StatusEnded(owner="Ann", status="exhausted", rule="down")))


def test_a_box_is_done_once() -> None:
    famous = given(OWN_GAME).when(NumberRaised(number="renown", amount=5))
    famous.then(followed(BoxMarked(list="deeds", box="honoured", mark="done", rule="famous")))
    famous.and_then(NumberRaised(number="renown")).then(followed())


def test_a_number_turns_over_as_often_as_it_is_full() -> None:
    given(OWN_GAME).when(NumberRaised(number="threat", amount=15)).then(
        followed(
            NumberLowered(number="threat", amount=12, rule="advance"),
            NumberRaised(number="stage", amount=2, rule="advance"),
        )
    )


def test_a_number_turns_over_although_the_other_is_at_its_end() -> None:
    full = given(OWN_GAME, NumberRaised(number="stage", amount=8)).when(NumberRaised(number="threat", amount=6))
    full.then(followed(NumberLowered(number="threat", amount=6, rule="advance")))


def test_a_number_that_turns_over_below_goes_back_to_its_start() -> None:
    lives = described(
        '[numbers]\nhp = { en = "HP", start = 5 }\ndeaths = { en = "Deaths", owner = "table" }\n'
        '[rules]\ndies = { en = "dies", number = "hp", at_most = 0, turns_over = "deaths" }'
    )
    given(lives, ANN).when(NumberLowered(number="hp", owner="Ann", amount=5)).then(
        table(**{"seats.Ann.numbers.hp": 5, "numbers.deaths": 1})
    )


def test_a_rule_happens_again_if_the_number_moves_on_after_its_status_was_ended() -> None:
    down = given(OWN_GAME, ANN, NumberLowered(number="hp", owner="Ann", amount=10))
    stood = down.when(StatusEnded(owner="Ann", status="exhausted")).then(table(**{"seats.Ann.statuses": []}))
    stood.and_then(NumberRaised(number="gold", owner="Ann")).then(followed())


def test_a_correction_takes_back_what_a_rule_brought_about() -> None:
    """Ten damage exhaust Ann; two would not have."""
    play = given(OWN_GAME, ANN, NumberLowered(number="hp", owner="Ann", amount=10)).play
    blow = play.campaign.position - 1
    preview = preview_amendment(play.campaign, blow, {"amount": 2}, play.command())
    assert [entry.topic for entry in preview.lapsed] == ["own.status-gained"]
    play.do(lambda campaign: amend(campaign, blow, {"amount": 2}, play.command()))
    ann = play.campaign.table.seats["Ann"]
    assert (ann.numbers["hp"], ann.statuses) == (8, [])


def test_a_correction_of_a_turn_over_takes_back_both_numbers() -> None:
    play = given(OWN_GAME, NumberRaised(number="threat", amount=7)).play
    play.do(lambda campaign: amend(campaign, play.campaign.position - 2, {"amount": 5}, play.command()))
    assert {name: play.campaign.table.numbers[name] for name in ("threat", "stage")} == {"threat": 5, "stage": 1}


# === Deals ========================================================================================


def test_a_deal_moves_its_numbers_and_gives_its_status() -> None:
    rich = given(OWN_GAME, ANN, NumberRaised(number="gold", owner="Ann", amount=12))
    rich.when(DealMade(deal="feast", seat="Ann")).then(
        followed(
            NumberLowered(number="gold", owner="Ann", amount=5),
            NumberRaised(number="renown"),
            StatusGained(owner="Ann", status="hidden"),
        )
    )


def test_a_deal_is_refused_without_a_seat_without_the_price_and_without_room() -> None:
    given(OWN_GAME, ANN).when(DealMade(deal="train")).then(refused("needs-seat", bendable=False))
    given(OWN_GAME, ANN).when(DealMade(deal="train", seat="Ann")).then(refused("too-little"))
    famous = given(OWN_GAME, ANN, NumberRaised(number="renown", amount=20))
    rich = NumberRaised(number="gold", owner="Ann", amount=9)
    famous.when(rich).and_then(DealMade(deal="feast", seat="Ann")).then(refused("at-most", bendable=False))


# === Things typed in ==============================================================================


def test_a_typed_thing_that_would_spoil_the_definition_is_refused_in_words() -> None:
    ring = {"en": "ring", "number": "stage", "at_least": 5, "turns_over": "threat"}
    given(OWN_GAME).when(ContentAdded(kind="rules", id="ring", fields=ring)).then(refused("not-in-a-game"))
    beyond = ContentCorrected(kind="numbers", id="renown", fields={"start": 99})
    given(OWN_GAME).when(beyond).then(refused("not-in-a-game", bendable=False))
