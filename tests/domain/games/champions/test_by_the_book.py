"""Rules that a table met that played by the rulebook: each was taken too lightly, or told wrongly."""

from typing import Any

import pytest

from companion.testing import NOTHING, bent, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import CountersPlaced, CountersRemoved, UsesSpent
from domain.games.champions.cards.leaving import DiscardedForNoUses
from domain.games.champions.defeats import CharacterDefeated, SeatEliminated, VillainStageBegun
from domain.games.champions.encounter import EncounterCardRevealed, ObligationResolved, TreacheryResolved
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated, EnemyAttackResolved
from domain.games.champions.enemies.boosts import (
    BoostAbilityResolved,
    BoostCardTurnedUp,
    DefenderDeclared,
    DefenseAbilityUsed,
)
from domain.games.champions.harm import DamageDealt, HitPointsSet, MostHitPointsChanged
from domain.games.champions.heroes.playing import CardPlayed, CostDeclared, CostPaid, PaymentAborted, ResourceGenerated
from domain.games.champions.heroes.powers import HeroAttacked, HeroThwarted
from domain.games.champions.piles.encounter_deck import (
    EncounterCardsDiscarded,
    EncounterCounted,
    EncounterDeckExhausted,
)
from domain.games.champions.piles.players_decks import CardsCounted
from domain.games.champions.rounds import HandRefreshed, PlayerPhaseEnded
from domain.games.champions.setup.players import HeroTaken
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import MainSchemeAdvanced, MainSchemeCompleted, ThreatPlaced, ThreatRemoved
from tests.domain.games.champions.moments import (
    HERO_FORM,
    HEROES,
    IRON,
    PLAYING,
    RHINO_KNOWN,
    SPIDER,
    STEP_BY_STEP,
    Events,
    dials,
    turns_done,
)

# --- a game ends for a reason that is true ----------------------------------------------------


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (GameWon(), "Rhino has 28 hit points left"),
        (GameLost(), "0 of 14 threat"),
        (GameLost(reason="all eliminated"), "Spider-Man"),
        (GameWon(reason="main scheme completed"), "main scheme completed"),
        (GameLost(reason="villain defeated"), "villain defeated"),
    ],
    ids=["won", "lost", "somebody is left", "won by the scheme", "lost by the villain"],
)
def test_r_win_a_game_does_not_end_for_a_reason_that_the_dials_deny(end: Event[Any], said: str) -> None:
    given(GAME, *PLAYING).when(end).then(refused("other-reason", bendable=False, says=said))


def test_r_win_a_card_ends_a_game_where_somebody_says_so() -> None:
    given(GAME, *PLAYING).when(GameWon(reason="card", source="The Getaway")).then(
        says("The players won: card (The Getaway)"), table(step="over", **{"games.0.reason": "card"})
    )
    given(GAME, *PLAYING).when(GameLost(reason="card")).then(table(**{"games.0.reason": "card"}))


def test_r_win_the_villain_of_a_stage_that_is_not_the_last_is_not_defeated() -> None:
    two = (
        ContentAdded(kind="villains", id="One", fields={"health": 3, "health_each": False}),
        ContentAdded(kind="villains", id="Two", fields={"health": 4, "health_each": False}),
        ContentAdded(kind="scenarios", id="Both", fields={"villains": ["One", "Two"]}),
    )
    first = (*two, HeroTaken(hero=SPIDER), ScenarioChosen(scenario="Both"), GameBegun())
    given(GAME, *first).when(GameWon(), bend="x").then(refused("other-reason", says="3 hit points left"))


# --- stages begin once those before are over --------------------------------------------------


def test_r_villain_a_stage_begins_once_the_dial_of_the_one_before_is_at_0() -> None:
    stage = VillainStageBegun(villain="Rhino II", health=30)
    given(GAME, *PLAYING).when(stage).then(refused("still-stands", bendable=True, says="28 hit points left"))
    given(GAME, *PLAYING).when(stage, bend="a card says so").then(bent("still-stands"))


def test_r_villain_a_dial_that_nobody_set_is_set_and_not_begun_again() -> None:
    begun = (*dials(), DamageDealt(target=VILLAIN, amount=28), VillainStageBegun(villain="Rhino II"))
    again = given(GAME, *begun).when(VillainStageBegun(health=30))
    again.then(refused("dial-not-set", says="Set the hit points of Rhino II"))
    given(GAME, *begun).when(HitPointsSet(target=VILLAIN, left=30)).then(
        table(**{"villain.stage": 2, "villain.health": 30})
    )


def test_r_main_a_stage_begins_once_the_one_before_is_completed() -> None:
    stage = MainSchemeAdvanced(scheme="The Last Hour", target=8)
    some = (*PLAYING, ThreatPlaced(scheme=MAIN, amount=7))
    given(GAME, *some).when(stage).then(refused("below-target", bendable=True, says="7 of 14 threat"))
    given(GAME, *some).when(stage, bend="a card says so").then(bent("below-target"))


# --- who activates, and why -------------------------------------------------------------------


@pytest.mark.parametrize("event", [ActivationStarted, EnemyActivated], ids=["step by step", "at once"])
def test_r_vphase_an_enemy_activates_before_its_step_by_a_card_alone(event: type[Event[Any]]) -> None:
    given(GAME, RHINO_KNOWN, *HERO_FORM).when(event(enemy=VILLAIN, seat=SPIDER)).then(
        refused("not-its-step", bendable=True)
    )
    given(GAME, RHINO_KNOWN, *HERO_FORM).when(event(enemy=VILLAIN, seat=SPIDER, because="card")).then()


def test_r_vphase_nobody_activates_within_another_activation_but_by_a_card() -> None:
    open_ = given(GAME, *STEP_BY_STEP).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    for because in (None, "villain phase"):
        open_.and_then(ActivationStarted(enemy=VILLAIN, seat=IRON, because=because)).then(
            refused("one-at-a-time", bendable=True, says="Rhino")
        )
    open_.and_then(ActivationStarted(enemy=VILLAIN, seat=IRON, because="card")).then()


# --- cards that are resolved are those that were revealed --------------------------------------


def revealed(*names: str) -> Events:
    cards = (EncounterCardRevealed(seat=SPIDER, name=name, type="treachery", out_of="deck") for name in names)
    return (*PLAYING, *cards)


def test_r_treachery_the_card_that_lies_there_is_resolved_though_nobody_names_it() -> None:
    given(GAME, *revealed("Trap")).when(TreacheryResolved(seat=SPIDER)).then(
        TreacheryResolved(seat=SPIDER, name="Trap"),
        says("Spider-Man resolved Trap"),
        table(**{"agenda.due": {}, "scenario.discard": ["Trap"]}),
    )


def test_r_treachery_of_two_that_lie_there_somebody_says_which() -> None:
    given(GAME, *revealed("Trap", "Ambush")).when(TreacheryResolved(seat=SPIDER)).then(
        refused("which-card", bendable=False, says="Ambush")
    )


def test_r_treachery_none_is_resolved_where_none_lies() -> None:
    given(GAME, *PLAYING).when(TreacheryResolved(seat=SPIDER)).then(
        refused("which-card", bendable=False, says="No card is waiting to be resolved.")
    )
    given(GAME, *PLAYING).when(TreacheryResolved(seat=SPIDER, name="Trap")).then(
        refused("not-open", bendable=True, says="Trap")
    )


def test_r_obligation_the_card_that_lies_there_is_resolved() -> None:
    lies = EncounterCardRevealed(seat=SPIDER, name="Rent", type="obligation", out_of="deck", whose=SPIDER)
    given(GAME, *PLAYING, lies).when(ObligationResolved(seat=SPIDER)).then(
        says("Spider-Man resolved Rent: discarded"), table(**{"agenda.due": {}, "scenario.discard": ["Rent"]})
    )


def test_r_elim_what_lay_before_a_player_who_is_out_is_discarded_once() -> None:
    out = (*revealed("Trap"), SeatEliminated(seat=SPIDER))
    given(GAME, *out).when(TreacheryResolved(seat=SPIDER, name="Trap")).then(
        refused("not-open"), table(**{"scenario.discard": ["Trap"]})
    )


STAR: Events = (
    *STEP_BY_STEP,
    ActivationStarted(enemy=VILLAIN, seat=SPIDER),
    DefenderDeclared(defender=SPIDER),
    BoostCardTurnedUp(card="Claw", icons=1, star=True),
)


def test_r_boost_an_attack_strikes_once_the_star_of_its_boost_card_is_resolved() -> None:
    given(GAME, *STAR).when(EnemyAttackResolved()).then(refused("star-first", bendable=True, says="Claw"))
    given(GAME, *STAR, BoostAbilityResolved()).when(EnemyAttackResolved()).then()


def test_r_boost_the_star_that_is_open_is_resolved_though_nobody_names_its_card() -> None:
    given(GAME, *STAR).when(BoostAbilityResolved()).then(
        says("Resolved the boost ability of Claw"), table(**{"agenda.due": {}, "scenario.discard": ["Claw"]})
    )


def test_r_encounter_a_players_card_is_none_of_the_encounter_deck() -> None:
    typed = ContentAdded(kind="cards", id="Web Trap", fields={"en": "Web Trap", "type": "event"})
    one = EncounterCardRevealed(seat=SPIDER, name="Web Trap", out_of="deck")
    given(GAME, typed, *PLAYING).when(one).then(refused("players-card", bendable=True, says="Web Trap"))
    turned = BoostCardTurnedUp(card="Web Trap")
    begun = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER), DefenderDeclared(defender=SPIDER))
    given(GAME, typed, *begun).when(turned).then(refused("players-card", bendable=True))


# --- no more copies than there are --------------------------------------------------------------

OF_SETS: Events = (
    ContentAdded(kind="cards", id="Trap", fields={"type": "treachery"}),
    ContentAdded(kind="cards", id="Dart", fields={"type": "minion", "health": 3, "attack": 1}),
    ContentAdded(kind="encounter-sets", id="Traps", fields={"use": "scenario", "cards": {"Trap": 2, "Dart": 1}}),
    ContentAdded(kind="scenarios", id="The Pit", fields={"sets": ["Traps"]}),
    *HEROES,
    ScenarioChosen(scenario="The Pit", health=20, target=9),
    GameBegun(),
    EncounterCounted(deck=20),
)


def traps_revealed(number: int) -> Events:
    return (EncounterCardRevealed(seat=SPIDER, name="Trap", out_of="deck"), TreacheryResolved(seat=SPIDER)) * number


def test_r_encounter_no_more_copies_come_off_the_deck_than_its_sets_have() -> None:
    one_more = EncounterCardRevealed(seat=SPIDER, name="Trap", out_of="deck")
    given(GAME, *OF_SETS, *traps_revealed(1)).when(one_more).then()
    refusal = refused("no-copy-left", bendable=True, says="2 copies of Trap in the encounter deck, and none is left")
    given(GAME, *OF_SETS, *traps_revealed(2)).when(one_more).then(refusal)
    given(GAME, *OF_SETS, *traps_revealed(1), one_more).when(one_more).then(refusal)
    given(GAME, *OF_SETS, *traps_revealed(2)).when(EncounterCardsDiscarded(cards=("Trap",))).then(refusal)
    given(GAME, *OF_SETS).when(EncounterCardsDiscarded(count=3, cards=("Trap", "Trap", "Trap"))).then(refusal)


def test_r_encounter_no_more_copies_come_into_play_than_its_sets_have() -> None:
    dart = MinionEntered(name="Dart", seat=SPIDER)
    given(GAME, *OF_SETS, dart).when(dart).then(refused("no-copy-left", bendable=True, says="1 copy of Dart"))
    given(GAME, *OF_SETS, dart, CharacterDefeated(card="Dart")).when(dart).then()


def test_r_boost_no_more_copies_are_turned_up_than_its_sets_have() -> None:
    attacked = ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card", kind="scheme")
    begun = (*OF_SETS, *traps_revealed(2), attacked)
    given(GAME, *begun).when(BoostCardTurnedUp(card="Trap", icons=1)).then(refused("no-copy-left", bendable=True))


def test_r_encounter_what_was_shuffled_again_may_come_again() -> None:
    shuffled = (EncounterCounted(deck=0), EncounterDeckExhausted())
    given(GAME, *OF_SETS, *traps_revealed(2), *shuffled).when(traps_revealed(1)[0]).then()


def test_r_encounter_of_a_deck_that_nobody_counts_only_what_is_in_play_is_known_to_be_gone() -> None:
    uncounted = tuple(event for event in OF_SETS if not isinstance(event, EncounterCounted))
    given(GAME, *uncounted, *traps_revealed(2)).when(traps_revealed(1)[0]).then()
    given(GAME, *uncounted, MinionEntered(name="Dart", seat=IRON)).when(
        EncounterCardRevealed(seat=SPIDER, name="Dart", out_of="deck")
    ).then(refused("no-copy-left"))


def test_r_encounter_of_a_card_that_no_set_has_nobody_knows_how_many_there_are() -> None:
    other = EncounterCardRevealed(seat=SPIDER, name="Our own", type="treachery", out_of="deck")
    given(GAME, *OF_SETS, other, TreacheryResolved(seat=SPIDER)).when(other).then()


# --- turns and phases -------------------------------------------------------------------------


def test_r_quick_a_turn_does_not_end_before_a_minion_with_quickstrike_has_struck() -> None:
    quick = ContentAdded(
        kind="cards", id="Dart", fields={"type": "minion", "health": 3, "attack": 1, "keywords": ["quickstrike"]}
    )
    come = (quick, *HERO_FORM, MinionEntered(name="Dart", seat=SPIDER))
    given(GAME, *come).when(turns_done(SPIDER)[0]).then(refused("strikes-first", bendable=True, says="Dart"))
    given(GAME, *come).then_must("Quickstrike: Dart attacks Spider-Man")
    struck = (*come, ActivationStarted(enemy="Dart", seat=SPIDER, because="quickstrike"))
    given(GAME, *struck, DefenderDeclared(defender=SPIDER), EnemyAttackResolved()).when(turns_done(SPIDER)[0]).then()


def test_r_end_hands_are_refilled_in_player_order() -> None:
    over = (*PLAYING, *turns_done(SPIDER, IRON), PlayerPhaseEnded())
    given(GAME, *over).when(HandRefreshed(seat=IRON, size=5)).then(
        refused("others-refill", bendable=True, says="First Spider-Man")
    )
    given(GAME, *over, HandRefreshed(seat=SPIDER, size=5)).when(HandRefreshed(seat=IRON, size=5)).then()


def test_r_def_a_defense_ability_leaves_nobody_to_be_asked() -> None:
    begun = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    used = given(GAME, *begun).when(DefenseAbilityUsed(seat=SPIDER, card="Backflip"))
    used.then_must(BoostCardTurnedUp)
    used.and_then(DefenderDeclared(defender=SPIDER)).then(table(**{"activations.0.defender": SPIDER}))
    used.and_then(BoostCardTurnedUp(icons=1)).then()


# --- uses -----------------------------------------------------------------------------------

WEB = ContentAdded(kind="cards", id="Web", fields={"type": "upgrade", "uses": 1, "uses_of": "web"})
WEAVING: Events = (WEB, *PLAYING, CardEntered(name="Web", seat=SPIDER))


def test_r_uses_the_last_counter_that_is_taken_off_discards_the_card() -> None:
    last = CountersRemoved(on="Web", name="web")
    given(GAME, *WEAVING).when(last).then(followed(DiscardedForNoUses(card="Web")))
    given(GAME, *WEAVING, CountersPlaced(on="Web", name="web")).when(last).then(followed())
    other = (*WEAVING, CountersPlaced(on="Web", name="other"))
    given(GAME, *other).when(CountersRemoved(on="Web", name="other")).then(followed())


PAYING_WITH_THE_LAST: Events = (*WEAVING, CostDeclared(seat=SPIDER, card="Web Net", cost=1), UsesSpent(card="Web"))


def test_r_uses_a_card_whose_last_use_pays_is_discarded_once_it_is_paid() -> None:
    given(GAME, *PAYING_WITH_THE_LAST).then(table(**{"play.Web.counters.web": 0}))
    paid = (*PAYING_WITH_THE_LAST, ResourceGenerated(seat=SPIDER, by="Web", exhausts=False, resources={"wild": 1}))
    given(GAME, *paid).when(CostPaid(seat=SPIDER)).then(followed(DiscardedForNoUses(card="Web")))
    held = (*paid, CardsCounted(seat=SPIDER, hand=1))
    given(GAME, *held).when(CardPlayed(seat=SPIDER, card="Web Net", type="support")).then(
        table(**{"play.Web": NOTHING})
    )


def test_r_uses_a_payment_that_is_given_up_gives_the_last_one_back_too() -> None:
    given(GAME, *PAYING_WITH_THE_LAST).when(PaymentAborted(seat=SPIDER)).then(table(**{"play.Web.counters.web": 1}))


# --- what is told ----------------------------------------------------------------------------


def test_threat_that_is_removed_is_told_as_much_as_there_was() -> None:
    lies = (*HERO_FORM, SideSchemeEntered(name="illegal-arms-factory", threat=5))
    given(GAME, *lies).when(ThreatRemoved(scheme="illegal-arms-factory", amount=99)).then(
        says("5 threat removed from Illegal Arms Factory", "Illegal Arms Factory was defeated")
    )


def test_a_scheme_that_is_none_is_told_with_those_there_are() -> None:
    lies = (*HERO_FORM, SideSchemeEntered(name="illegal-arms-factory", threat=5))
    given(GAME, *lies).when(ThreatPlaced(scheme="main", amount=1)).then(
        refused(
            "not-in-play",
            bendable=False,
            says="“main” is not a scheme here. There are: The Break-In!, Illegal Arms Factory.",
        )
    )


def test_hit_points_that_are_gained_are_told_with_their_sign() -> None:
    given(GAME, *PLAYING).when(MostHitPointsChanged(target=IRON, by=4)).then(
        says("The maximum hit points of Iron Man changed by +4")
    )
    given(GAME, *PLAYING).when(MostHitPointsChanged(target=IRON, by=-4)).then(
        says("The maximum hit points of Iron Man changed by −4")
    )


def test_who_deals_damage_is_told_before_what_prevents_it() -> None:
    tough = (*PLAYING, StatusGiven(target=VILLAIN, status="tough"))
    given(GAME, *tough).when(DamageDealt(target=VILLAIN, amount=2, by=IRON)).then(
        says("Rhino took 2 damage from Iron Man, prevented by Tough")
    )


def test_a_form_is_told_as_it_is_said() -> None:
    given(GAME, *PLAYING).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(
        refused("not-in-form", says="Spider-Man is not in hero form.")
    )


def test_r_elim_minions_that_go_to_the_next_player_are_told() -> None:
    fought = (*PLAYING, MinionEntered(name="shocker", seat=SPIDER))
    given(GAME, *fought).when(SeatEliminated(seat=SPIDER)).then(
        says("Spider-Man was out of the game; Iron Man was engaged by Shocker")
    )


def test_r_attack_an_ability_of_a_hero_is_used_in_hero_form_and_on_ones_own_turn() -> None:
    by = HeroAttacked(seat=SPIDER, target=VILLAIN, amount=8, by_ability=True, source="Swinging Web Kick")
    given(GAME, *PLAYING).when(by).then(refused("not-in-form", bendable=True))
    given(GAME, *HERO_FORM, *turns_done(SPIDER)).when(by).then(refused("not-your-turn", bendable=True))
    given(GAME, *HERO_FORM).when(by).then()


def test_r_main_where_nobody_knows_the_target_somebody_says_first_that_a_stage_is_completed() -> None:
    unknown = (HeroTaken(hero=SPIDER), ScenarioChosen(scenario="Our own"), GameBegun())
    given(GAME, *unknown).when(MainSchemeAdvanced(target=8)).then(refused("not-completed", bendable=True))
    given(GAME, *unknown, MainSchemeCompleted()).when(MainSchemeAdvanced(target=8)).then(table(**{"main.stage": 2}))
