"""Abilities with their limits, windows of interrupts and responses, Peril, and what is chosen."""

from companion.testing import given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered
from domain.games.champions.defeats import SeatEliminated
from domain.games.champions.display.heroes import board_of_moments, timing_piece
from domain.games.champions.rounds import PlayerPhaseEnded, RoundEnded, SchemeThreatPlaced
from domain.games.champions.timing.abilities import (
    AbilityTriggered,
    ActionAnswered,
    ActionRequested,
    CardLookedAt,
    EffectCancelled,
    ForcedAbilityResolved,
    ForcedOrderChosen,
    OptionChosen,
    PerilBegun,
    PerilOver,
    RandomResultNoted,
    TargetChosen,
    WindowOpened,
    WindowPassed,
)
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, SPIDER, at, dials, tracking, turns_done

SCIENTIST = AbilityTriggered(card=SPIDER, seat=SPIDER, kind="resource", ability="Scientist", limit=1)
WEBBING = AbilityTriggered(card="Webbing #2", seat=SPIDER, kind="action", max_=2, per="phase")


def test_e26_a_limit_of_once_a_round_is_used_up() -> None:
    once = (
        given(GAME, *PLAYING)
        .when(SCIENTIST)
        .then(says("An ability of Spider-Man was used: resource by Spider-Man, Scientist"))
    )
    once.and_then(SCIENTIST).then(refused("limit-used", bendable=True, says="the limit of 1 in a round is used up"))


def test_a_limit_comes_back_with_its_period() -> None:
    used = (tracking("timing"), *PLAYING, SCIENTIST, PlayerPhaseEnded(), SchemeThreatPlaced())
    given(GAME, *used).when(SCIENTIST).then(refused("limit-used"))
    given(GAME, *used, RoundEnded()).when(SCIENTIST).then()


def test_f36_a_max_counts_all_copies_of_all_players() -> None:
    other = AbilityTriggered(card="Webbing", seat=IRON, kind="action", max_=2, per="phase")
    given(GAME, *PLAYING, WEBBING, other).when(WEBBING).then(refused("max-used", says="for all players together"))


def test_d35_what_is_cancelled_counts_towards_its_limit() -> None:
    cancelled = (*PLAYING, SCIENTIST, EffectCancelled(card=SPIDER))
    given(GAME, *cancelled).when(SCIENTIST).then(refused("limit-used"))


def test_an_ability_may_need_a_form() -> None:
    hero_action = AbilityTriggered(card="Swinging Web Kick", seat=SPIDER, form="hero")
    given(GAME, *PLAYING).when(hero_action).then(refused("not-in-form", bendable=True))
    given(GAME, *HERO_FORM).when(hero_action).then()


def test_the_card_of_another_player_is_used_by_that_player() -> None:
    spider = AbilityTriggered(card=SPIDER, seat=IRON, kind="action")
    given(GAME, *PLAYING).when(spider).then(refused("not-controlled", bendable=True))
    given(GAME, *PLAYING, CardEntered(name="daredevil", seat=SPIDER)).when(spider.copy_with(card="daredevil")).then(
        refused("not-controlled", says="Iron Man does not control Daredevil")
    )
    given(GAME, *PLAYING, MinionEntered(name="shocker", seat=SPIDER)).when(spider.copy_with(card="shocker")).then()


def test_limits_are_no_matter_where_timing_is_not_tracked() -> None:
    given(GAME, *dials()).when(SCIENTIST).then(refused("not-tracked"))


def test_another_player_is_asked_for_an_action() -> None:
    asked = given(GAME, *PLAYING).when(ActionRequested(seat=SPIDER, of=IRON, action="the suit"))
    asked.then_prompts(ActionAnswered(seat=IRON))
    asked.and_then(ActionAnswered(seat=IRON, accepted=False)).then(says("Iron Man will not"))
    given(GAME, *PLAYING).when(ActionRequested(seat=IRON, of=SPIDER)).then(refused("not-your-turn"))
    given(GAME, *PLAYING).when(ActionRequested(seat=SPIDER, of=SPIDER)).then(refused("oneself"))


# --- windows ---------------------------------------------------------------------------------

BOTH = WindowOpened(condition="the attack deals damage and defeats Hydra Mercenary")


def test_e5_what_happens_at_once_has_one_window_and_abilities_in_any_order() -> None:
    opened = given(GAME, *PLAYING, BOTH)
    for kind in ("response", "interrupt", "response"):
        opened = opened.when(AbilityTriggered(card="a card", seat=SPIDER, kind=kind)).then()
    passed = opened.and_then(WindowPassed(seat=SPIDER)).and_then(WindowPassed(seat=IRON))
    passed.then(says("Iron Man passed; the moment was over"), table(windows=[]))
    passed.and_then(WindowPassed(seat=IRON)).then(refused("window-closed", bendable=False))


def test_who_passed_may_go_on_once_somebody_used_something() -> None:
    again = given(GAME, *PLAYING, BOTH, WindowPassed(seat=SPIDER))
    again.when(WindowPassed(seat=SPIDER)).then(refused("passed-already"))
    used = again.when(AbilityTriggered(card="a card", seat=IRON, kind="response"))
    used.and_then(WindowPassed(seat=SPIDER)).then(says("Spider-Man passed"))


FORCED = WindowOpened(condition="Rhino attacks", forced=("Charge", "Horn"))


def test_forced_abilities_come_first_in_an_order_the_first_player_chooses() -> None:
    forced = given(GAME, *PLAYING, FORCED)
    forced.when(AbilityTriggered(card="a card", seat=SPIDER, kind="interrupt")).then(refused("forced-first"))
    forced.when(ForcedOrderChosen(seat=IRON, cards=("Horn", "Charge"))).then(refused("first-decides", bendable=True))
    forced.when(ForcedOrderChosen(seat=SPIDER, cards=("Horn",))).then(refused("order-incomplete"))
    forced.when(ForcedOrderChosen(seat=SPIDER, cards=("Horn", "Charge"))).then(
        table(**{"windows": [{"condition": "Rhino attacks", "forced": ["Horn", "Charge"], "passed": []}]})
    )
    done = forced.when(ForcedAbilityResolved(card="Horn")).and_then(ForcedAbilityResolved(card="Charge"))
    done.and_then(AbilityTriggered(card="a card", seat=SPIDER, kind="interrupt")).then()


def test_a_window_is_gone_with_the_turn() -> None:
    given(GAME, *PLAYING, BOTH, *turns_done(SPIDER)).then(table(windows=[]))


# --- Peril, choices --------------------------------------------------------------------------


def test_d49_during_peril_only_forced_abilities_of_others_are_resolved() -> None:
    peril = given(GAME, *PLAYING, PerilBegun(seat=SPIDER, source="Hard to Keep Down"))
    interrupt = AbilityTriggered(card="a card", seat=IRON, kind="interrupt")
    peril.when(interrupt).then(refused("in-peril", bendable=True))
    peril.when(AbilityTriggered(card="a card", seat=IRON, kind="forced")).then()
    peril.when(AbilityTriggered(card="a card", seat=SPIDER, kind="interrupt")).then()
    peril.when(ActionRequested(seat=SPIDER, of=IRON)).then(refused("in-peril"))
    peril.when(PerilOver()).and_then(interrupt).then()


def test_no_peril_is_over_that_there_was_not() -> None:
    given(GAME, *PLAYING).when(PerilOver()).then(refused("no-peril"))


def test_what_was_chosen_and_drawn_is_told() -> None:
    given(GAME, *PLAYING).when(OptionChosen(seat=IRON, option="take 2 damage")).then(
        says("Iron Man chose: take 2 damage")
    )
    given(GAME, *PLAYING).when(RandomResultNoted(what="a card of the hand", result="Energy")).then(
        says("a card of the hand, at random: Energy")
    )
    given(GAME, *PLAYING).when(CardLookedAt(seat=IRON, zone="deck")).then(says("Iron Man looked at a card, deck"))


def test_of_an_encounter_card_the_first_player_chooses_the_target() -> None:
    chosen = TargetChosen(seat=IRON, target=SPIDER, encounter=True)
    given(GAME, *PLAYING).when(chosen).then(refused("first-decides"))
    given(GAME, *PLAYING).when(chosen.copy_with(encounter=False)).then(says("Iron Man chose Spider-Man"))


SENSE = AbilityTriggered(card=SPIDER, seat=SPIDER, kind="interrupt", ability="Spider-Sense", limit=2, per="phase")


def test_f36_each_ability_of_a_card_has_a_limit_of_its_own() -> None:
    both = given(GAME, *PLAYING, SCIENTIST, SENSE)
    both.when(SENSE).then().and_then(SENSE).then(
        refused("limit-used", says="Spider-Man (Spider-Sense): the limit of 2")
    )
    both.when(SCIENTIST).then(refused("limit-used", says="Spider-Man (Scientist): the limit of 1 in a round"))
    assert [str(mark) for mark in timing_piece(at(*PLAYING, SCIENTIST, SENSE)).marks] == [
        "Spider-Man (Scientist): used 1 of 1",
        "Spider-Man (Spider-Sense): used 1 of 2",
    ]


def test_a_max_is_told_by_the_name_of_its_card() -> None:
    used = AbilityTriggered(card="wakanda-forever", kind="action", max_=1)
    assert [str(mark) for mark in timing_piece(at(*PLAYING, used)).marks] == ["Wakanda Forever!: used 1 of 1"]


def test_a_moment_ends_though_who_had_not_passed_is_out_of_the_game() -> None:
    alone = given(GAME, *PLAYING, BOTH, WindowPassed(seat=IRON), SeatEliminated(seat=SPIDER))
    alone.then_prompts(WindowPassed(seat=IRON))
    alone.when(WindowPassed(seat=IRON)).then(table(windows=[]))


def test_peril_is_seen_and_over_by_a_tap() -> None:
    (piece,) = board_of_moments(at(*PLAYING, PerilBegun(seat=IRON)))
    assert str(piece.title) == "Peril: Iron Man is on their own"
    assert [button.event for button in piece.buttons] == [PerilOver()]
    assert not board_of_moments(at(*PLAYING))
