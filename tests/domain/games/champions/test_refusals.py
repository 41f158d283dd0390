"""Refusals that no other test of the game meets: what is told, by the table on which it is told."""

from typing import Any

import pytest

from companion.testing import Play, given, refused
from domain.framework.events.event import Event
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered
from domain.games.champions.cards.handling import CardAttached, CardDetached, CardExhausted, CountersPlaced, UsesSpent
from domain.games.champions.cards.leaving import CardLeft, DiscardedForNoUses
from domain.games.champions.defeats import VillainStageDefeated
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated
from domain.games.champions.harm import DamageDealt, DamageHealed, RetaliateDealt
from domain.games.champions.heroes.powers import AllyAttacked, HeroAttacked
from domain.games.champions.setup.players import FirstPlayerChosen, HeroTaken
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import MainSchemeCompleted, SideSchemeDefeated, ThreatPlaced
from domain.games.champions.timing.effects import LastingEffectBegun, LastingEffectEnded, TraitGained
from domain.log import corrections
from domain.log.reasons import reasons_against
from tests.domain.games.champions.moments import (
    AGAINST_SPIKY,
    HERO_FORM,
    HEROES,
    IN_PLAY,
    IRON,
    PLAYING,
    SET_UP,
    SPIDER,
    activations,
    at,
    dials,
)


def no_longer(play: Play, taken_back: Event[Any]) -> list[type[Event[Any]]]:
    """The consequences that no longer follow once an entry before them is taken back."""
    [position] = [entry.position for entry in play.campaign.entries() if entry.event == taken_back]
    found = corrections.preview_withdrawal(play.campaign, position, None)
    return [type(entry.event) for entry in found.lapsed if entry.event]


def test_a_hero_is_played_by_one_player() -> None:
    given(GAME, *HEROES).when(HeroTaken(hero=SPIDER)).then(
        refused("hero-taken", bendable=False, says="Another player already has Spider-Man.")
    )


def test_who_is_first_player_does_not_become_it() -> None:
    given(GAME, *SET_UP, FirstPlayerChosen(seat=IRON)).when(FirstPlayerChosen(seat=IRON)).then(
        refused("already-first", bendable=False, says="Iron Man is already first player.")
    )


def test_no_other_game_is_set_up_in_the_middle_of_one() -> None:
    given(GAME, *PLAYING).when(NextGameSetUp(), bend="we stop here").then(
        refused("under-way", bendable=False, says="A game is under way.")
    )


def test_a_scheme_below_its_target_is_not_completed() -> None:
    given(GAME, *PLAYING, ThreatPlaced(scheme=MAIN, amount=3)).when(MainSchemeCompleted()).then(
        refused("below-target", bendable=True, says="3 of 14 threat: it is not completed.")
    )


GONE = (
    CardLeft(card="web"),
    CardExhausted(card="web"),
    CardAttached(card="web", host=SPIDER),
    UsesSpent(card="web"),
    CardDetached(card="web"),
    TraitGained(target="web", trait="Aerial"),
    DamageDealt(target="web", amount=1),
    StatusGiven(target="web", status="tough"),
    CountersPlaced(on="web", name="web"),
    HeroAttacked(seat=SPIDER, target="web"),
    AllyAttacked(card="web", target=VILLAIN),
    ActivationStarted(enemy="web", seat=SPIDER),
    ThreatPlaced(scheme="web", amount=1),
    SideSchemeDefeated(scheme="web"),
)


@pytest.mark.parametrize("event", GONE, ids=lambda event: type(event).__name__)
def test_r_play_a_card_that_is_not_in_play_is_told_to_be_elsewhere(event: Event[Any]) -> None:
    known = (*HERO_FORM, *IN_PLAY)
    once = given(GAME, *known).when(CardLeft(card="web"))
    once.and_then(event).then(refused("not-in-play", bendable=False, says="Web is not in play."))
    assert reasons_against(once.play.campaign.game, event, once.play.campaign.table)[0].code == "not-in-play"


def test_r_play_what_is_in_play_but_does_not_fit_is_told_otherwise() -> None:
    given(GAME, *HERO_FORM, *IN_PLAY).when(DamageDealt(target="web", amount=1)).then(refused("not-offered"))


def test_r_elim_a_player_who_is_out_is_told_to_be_out() -> None:
    out = (*PLAYING, DamageDealt(target=IRON, amount=9))
    for event in (
        FirstPlayerChosen(seat=IRON),
        CardExhausted(card=IRON),
        DamageDealt(target=SPIDER, amount=1, by=IRON),
    ):
        given(GAME, *out).when(event).then(refused("eliminated", bendable=False, says="Iron Man is out of the game."))
        play = given(GAME, *out).play
        assert reasons_against(GAME, event, play.campaign.table)[0].code == "eliminated"


# --- what a correction would leave out -------------------------------------------------------


def test_a_stage_stands_once_damage_before_it_is_taken_back() -> None:
    first = DamageDealt(target=VILLAIN, amount=10)
    play = given(GAME, *dials(), first, DamageDealt(target=VILLAIN, amount=18)).play
    assert VillainStageDefeated in no_longer(play, first)


def test_a_card_stays_once_a_use_of_it_is_taken_back() -> None:
    first = UsesSpent(card="web", amount=2)
    play = given(GAME, *PLAYING, *IN_PLAY, first, UsesSpent(card="web")).play
    assert no_longer(play, first) == [DiscardedForNoUses]


def test_an_effect_that_never_began_does_not_end() -> None:
    begun = LastingEffectBegun(effect="Focus", until="activation")
    play = given(GAME, *activations("timing"), begun, EnemyActivated(enemy=VILLAIN, seat=SPIDER)).play
    assert no_longer(play, begun) == [LastingEffectEnded]
    [why] = LastingEffectEnded(effect="focus").void_reasons(at(*PLAYING))
    assert (why.code, str(why)) == ("over-already", "That is already over.")


def test_nobody_strikes_back_at_an_ally_who_would_be_gone() -> None:
    healed = DamageHealed(target="daredevil", amount=2)
    hurt = (*AGAINST_SPIKY, CardEntered(name="daredevil", seat=SPIDER), DamageDealt(target="daredevil", amount=2))
    play = given(GAME, *hurt, healed, AllyAttacked(card="daredevil", target=VILLAIN)).play
    assert no_longer(play, healed) == [RetaliateDealt]
    gone = at(*AGAINST_SPIKY, CardEntered(name="daredevil", seat=SPIDER), DamageDealt(target="daredevil", amount=3))
    [why] = RetaliateDealt(target="daredevil", amount=1, whose=VILLAIN).void_reasons(gone)
    assert (why.code, str(why)) == ("not-there-any-more", "Daredevil is not there any more.")
