"""Attacks, thwarts and recoveries of heroes."""

from companion.testing import followed, given, refused, refused_first, says, table
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.handling import CardExhausted, CardReadied
from domain.games.champions.defeats import VillainStageBegun, VillainStageDefeated
from domain.games.champions.harm import DamageDealt, DamageHealed, RetaliateDealt, excess_damage
from domain.games.champions.heroes.powers import FormChanged, HeroAttacked, HeroThwarted, RecoveryTaken
from domain.games.champions.rounds import PlayerPhaseEnded, SchemeThreatPlaced
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import ThreatPlaced, ThreatRemoved
from domain.games.champions.timing.abilities import ActionAnswered, ActionRequested
from tests.domain.games.champions.moments import (
    AGAINST_SPIKY,
    HERO_FORM,
    HEROES,
    IRON,
    PLAYING,
    SPIDER,
    dials,
    tracking,
    turns_done,
    villain_phase,
)

VILLAIN, MAIN = "villain", "main scheme"
THREATENED = (*HERO_FORM, ThreatPlaced(scheme=MAIN, amount=5))


def test_an_attack_deals_the_heros_atk_and_exhausts() -> None:
    given(GAME, *HERO_FORM).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(
        HeroAttacked(seat=SPIDER, target=VILLAIN, amount=2),
        DamageDealt(target=VILLAIN, amount=2, by=SPIDER),
        table(**{"villain.damage": 2, "seats.spider-man.exhausted": True, "tallies.spider-man.dealt": 2}),
    )


def test_an_attack_takes_the_tables_word_for_its_damage() -> None:
    kick = HeroAttacked(seat=SPIDER, target=VILLAIN, amount=5, source="Swinging Web Kick")
    given(GAME, *HERO_FORM).when(kick).then(table(**{"villain.damage": 5}))


def test_where_nobody_knows_the_atk_somebody_says_how_much() -> None:
    iron = (*dials(), FormChanged(seat=IRON))
    given(GAME, *iron).when(HeroAttacked(seat=IRON, target=VILLAIN)).then(refused("how-much", bendable=False))
    given(GAME, *iron).when(HeroAttacked(seat=IRON, target=VILLAIN, amount=1)).then(table(**{"villain.damage": 1}))


def test_who_is_not_in_hero_form_hears_so_before_being_asked_how_much() -> None:
    at_home = given(GAME, *dials(), ThreatPlaced(scheme=MAIN, amount=5))
    at_home.when(HeroThwarted(seat=IRON, scheme=MAIN)).then(refused_first("not-in-form"))
    at_home.when(HeroThwarted(seat=IRON, scheme=MAIN), bend="a card").then(refused("how-much", bendable=False))


def test_d11_a_stunned_hero_exhausts_and_discards_the_card_instead() -> None:
    stunned = (*HERO_FORM, StatusGiven(target=SPIDER, status="stunned"))
    given(GAME, *stunned).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(
        followed(),
        table(**{"seats.spider-man.stunned": False, "seats.spider-man.exhausted": True, "villain.damage": 0}),
    )


def test_a_confused_hero_discards_the_card_instead_of_a_thwart() -> None:
    confused = (*THREATENED, StatusGiven(target=SPIDER, status="confused"))
    given(GAME, *confused).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(
        followed(),
        says("Spider-Man thwarted The Break-In!: confused, so the status card was discarded instead"),
        table(**{"seats.spider-man.confused": False, "main.threat": 5}),
    )


def test_an_exhausted_hero_has_no_basic_attack() -> None:
    done = (*HERO_FORM, HeroAttacked(seat=SPIDER, target=VILLAIN))
    given(GAME, *done).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(refused("is-exhausted"))


def test_d46_e7_an_exhausted_hero_may_attack_by_an_ability() -> None:
    done = (*HERO_FORM, HeroAttacked(seat=SPIDER, target=VILLAIN))
    given(GAME, *done).when(HeroAttacked(seat=SPIDER, target=VILLAIN, amount=8, by_ability=True)).then(
        table(**{"villain.damage": 10})
    )
    fresh = given(GAME, *HERO_FORM).when(HeroAttacked(seat=SPIDER, target=VILLAIN, amount=8, by_ability=True))
    fresh.then(table(**{"seats.spider-man.exhausted": False}))


def test_e9_an_ability_that_says_thwart_needs_nobody_to_exhaust() -> None:
    given(GAME, *THREATENED).when(HeroThwarted(seat=SPIDER, scheme=MAIN, amount=3, by_ability=True)).then(
        followed(ThreatRemoved(scheme=MAIN, amount=3, by=SPIDER)),
        table(**{"main.threat": 2, "seats.spider-man.exhausted": False}),
    )


def test_basic_powers_belong_to_the_own_turn() -> None:
    both = (*HERO_FORM, FormChanged(seat=IRON, by_card=True))
    given(GAME, *both).when(HeroAttacked(seat=IRON, target=VILLAIN, amount=1)).then(refused("not-your-turn"))
    given(GAME, *both).when(HeroAttacked(seat=IRON, target=VILLAIN, amount=1, by_ability=True)).then(
        refused("not-your-turn")
    )


def test_who_is_asked_for_an_action_uses_it_in_the_turn_of_another() -> None:
    both = (*HERO_FORM, FormChanged(seat=IRON, by_card=True), ActionRequested(seat=SPIDER, of=IRON))
    helped = HeroAttacked(seat=IRON, target=VILLAIN, amount=1, by_ability=True)
    given(GAME, *both, ActionAnswered(seat=IRON, accepted=False)).when(helped).then(refused("not-your-turn"))
    given(GAME, *both, ActionAnswered(seat=IRON)).when(helped).then()
    over = (*both, ActionAnswered(seat=IRON), *turns_done(SPIDER))
    given(GAME, *over).then(table(helping=[]))


def test_an_alter_ego_neither_attacks_nor_thwarts_and_a_hero_does_not_recover() -> None:
    given(GAME, *PLAYING).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(refused("not-in-form", bendable=True))
    threatened = (*PLAYING, ThreatPlaced(scheme=MAIN, amount=5))
    given(GAME, *threatened).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(refused("not-in-form"))
    given(GAME, *HERO_FORM).when(RecoveryTaken(seat=SPIDER)).then(refused("not-in-form"))


def test_a_thwart_removes_the_heros_thw() -> None:
    given(GAME, *THREATENED).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(
        says("Spider-Man thwarted The Break-In! by 1", "1 threat removed from The Break-In! by Spider-Man"),
        table(**{"main.threat": 4, "tallies.spider-man.removed": 1}),
    )


def test_nobody_thwarts_a_scheme_without_threat() -> None:
    given(GAME, *HERO_FORM).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(refused("nothing-to-thwart"))


def test_d30_a_recovery_stops_at_all_hit_points() -> None:
    hurt = (*PLAYING, DamageDealt(target=SPIDER, amount=2))
    given(GAME, *hurt).when(RecoveryTaken(seat=SPIDER)).then(
        followed(DamageHealed(target=SPIDER, amount=2)),
        table(**{"seats.spider-man.damage": 0, "seats.spider-man.exhausted": True}),
    )


def test_a_recovery_of_an_unknown_rec_is_offered_to_a_ready_alter_ego_only() -> None:
    hurt = (*PLAYING, *turns_done(SPIDER), DamageDealt(target=IRON, amount=2))
    given(GAME, *hurt).then_prompts(RecoveryTaken)
    given(GAME, *hurt, FormChanged(seat=IRON)).then_no_prompt(RecoveryTaken)
    given(GAME, *hurt, CardExhausted(card=IRON)).then_no_prompt(RecoveryTaken)


def test_a_villain_with_retaliate_strikes_back() -> None:
    given(GAME, *AGAINST_SPIKY).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(
        followed(
            DamageDealt(target=VILLAIN, amount=2, by=SPIDER),
            RetaliateDealt(target=SPIDER, amount=1, whose=VILLAIN),
        ),
        table(**{"seats.spider-man.damage": 1}),
    )


def test_d13_nothing_comes_back_from_who_was_defeated() -> None:
    last = HeroAttacked(seat=SPIDER, target=VILLAIN, amount=20)
    given(GAME, *AGAINST_SPIKY).when(last).then(table(**{"seats.spider-man.damage": 0, "step": "over"}))


def test_f14_overkill_is_what_is_beyond_and_nothing_where_nobody_knows() -> None:
    assert [excess_damage(5, 3), excess_damage(3, 3), excess_damage(2, 3), excess_damage(5, None)] == [2, 0, 0, 0]


# --- when, and against what ------------------------------------------------------------------


def test_nobody_uses_a_basic_power_or_changes_form_outside_the_turns() -> None:
    attack = HeroAttacked(seat=SPIDER, target=VILLAIN)
    phase = (*HERO_FORM, *turns_done(SPIDER, IRON), tracking("turns"), PlayerPhaseEnded(), SchemeThreatPlaced())
    given(GAME, *phase).when(attack).then(refused("nobodys-turn", bendable=True))
    given(GAME, *phase).when(attack.copy_with(by_ability=True)).then()
    given(GAME, *phase).when(FormChanged(seat=IRON)).then(refused("nobodys-turn"))
    given(GAME, *phase).when(FormChanged(seat=IRON, by_card=True)).then()
    done = (*HERO_FORM, *turns_done(SPIDER, IRON))
    given(GAME, *done).when(attack).then(refused("nobodys-turn"))


def test_a_table_of_dials_has_no_turns_to_be_held_to() -> None:
    phase = villain_phase(FormChanged(seat=SPIDER))
    given(GAME, *phase).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then()
    given(GAME, *phase).when(FormChanged(seat=IRON)).then()


def test_a_thwart_of_nothing_is_for_who_is_confused() -> None:
    thwart = HeroThwarted(seat=SPIDER, scheme=MAIN)
    given(GAME, *HERO_FORM).when(thwart).then(refused("nothing-to-thwart", bendable=True))
    given(GAME, *HERO_FORM).when(thwart, bend="the card says so").then(followed())
    given(GAME, *HERO_FORM, StatusGiven(target=SPIDER, status="confused")).when(thwart).then(
        table(**{"seats.spider-man.confused": False, "seats.spider-man.exhausted": True})
    )


def test_d13_nothing_comes_back_from_a_stage_that_is_defeated_though_the_next_one_stands() -> None:
    stages = tuple(
        ContentAdded(kind="villains", id=name, fields={"health": 5, "health_each": False, "retaliate": 1})
        for name in ("Thorn", "Nettle")
    )
    thorns = ContentAdded(kind="scenarios", id="Hedge", fields={"villains": ["Thorn", "Nettle"]})
    game = (*stages, thorns, *HEROES, ScenarioChosen(scenario="Hedge"), GameBegun(), FormChanged(seat=SPIDER))
    given(GAME, *game).when(HeroAttacked(seat=SPIDER, target=VILLAIN, amount=7)).then(
        followed(
            DamageDealt(target=VILLAIN, amount=7, by=SPIDER, lost=2),
            VillainStageDefeated(villain="Thorn"),
            VillainStageBegun(villain="Nettle", stage=2, health=5, printed={"retaliate": 1}),
        ),
        table(**{"seats.spider-man.damage": 0, "villain.damage": 0}),
    )


def test_a_hero_is_readied_by_a_card_at_a_table_that_tracks_no_cards() -> None:
    tired = (*dials(), FormChanged(seat=SPIDER), HeroAttacked(seat=SPIDER, target=VILLAIN))
    given(GAME, *tired).when(CardReadied(card=SPIDER)).then(table(**{"seats.spider-man.exhausted": False}))
