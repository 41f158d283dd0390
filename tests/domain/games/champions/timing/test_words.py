"""Traits gained and lost, keywords lost: for as long as a card says, and then as before."""

import pytest

from companion.testing import given, refused, says, table
from domain.framework.kernel import ContentAdded
from domain.framework.table import as_json
from domain.games.champions import GAME
from domain.games.champions.cards.entering import MinionEntered
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.display.heroes import timing_piece
from domain.games.champions.endgame import GameAbandoned
from domain.games.champions.harm import DamageDealt
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.timing.effects import (
    KeywordLost,
    LastingEffectBegun,
    LastingEffectEnded,
    TraitGained,
    TraitLost,
)
from tests.domain.games.champions.moments import PLAYING, RHINO_KNOWN, SPIDER, at, turns_done

VILLAIN = "villain"
GUARDIAN = (
    *PLAYING,
    ContentAdded(
        kind="cards",
        id="guardian",
        fields={"en": "Guardian", "type": "minion", "keywords": ["guard"], "traits": ["Brute"]},
    ),
    MinionEntered(name="guardian", seat=SPIDER),
)


def test_traits_of_identities_villains_and_minions_are_known() -> None:
    assert at(RHINO_KNOWN, *PLAYING).seats[SPIDER].traits == ["Avenger"]
    assert at(RHINO_KNOWN, *PLAYING).villain.traits == ["Brute", "Criminal"]
    assert at(
        *PLAYING, DamageDealt(target="villain", amount=28), VillainStageBegun(villain="rhino-1")
    ).villain.traits == ["Brute", "Criminal"]
    assert at(*GUARDIAN).play["guardian"].traits == ["Brute"]


def test_traits_go_on_into_the_next_game_but_for_those_that_were_gained() -> None:
    over = (*PLAYING, TraitGained(target=SPIDER, trait="Armed"), GameAbandoned(), NextGameSetUp())
    assert at(*over).seats[SPIDER].traits == ["Avenger"]


AERIAL = TraitGained(target=SPIDER, trait="Aerial", until="turn")


def test_a_trait_is_gained_for_a_time() -> None:
    given(GAME, *PLAYING).when(AERIAL).then(
        says("Spider-Man gained the trait Aerial, until the end of the turn"),
        table(**{"seats.spider-man.traits": ["Avenger", "Aerial"]}),
    )
    assert at(*PLAYING, AERIAL, *turns_done(SPIDER)).seats[SPIDER].traits == ["Avenger"]


def test_who_has_a_trait_does_not_gain_it() -> None:
    given(GAME, *PLAYING).when(TraitGained(target=SPIDER, trait="Avenger")).then(
        refused("trait-there", bendable=True, says="Spider-Man already has the trait Avenger.")
    )


def test_only_what_is_there_is_lost() -> None:
    given(GAME, *PLAYING).when(TraitLost(target=SPIDER, trait="Aerial")).then(refused("not-offered"))
    given(GAME, *GUARDIAN).when(KeywordLost(target="guardian", keyword="surge")).then(refused("not-offered"))
    given(GAME, *PLAYING).when(TraitGained(target="guardian", trait="Brute")).then(refused("not-in-play"))


BRUTE_LOST = TraitLost(target="guardian", trait="Brute")
GUARD_LOST = KeywordLost(target="guardian", keyword="guard", until="round")


def test_what_is_lost_is_told() -> None:
    given(GAME, *GUARDIAN).when(BRUTE_LOST).then(
        says("Guardian lost the trait Brute, until the end of the game"), table(**{"play.guardian.traits": []})
    )
    given(GAME, *GUARDIAN).when(GUARD_LOST).then(
        says("Guardian lost Guard, until the end of the round"), table(**{"play.guardian.keywords": []})
    )
    assert [str(one.label) for one in timing_piece(at(*GUARDIAN, BRUTE_LOST, GUARD_LOST)).buttons] == [
        "Brute lost, Guardian: end it",
        "Guard lost, Guardian, until the end of the round: end it",
    ]


@pytest.mark.parametrize(("lost", "effect"), [(BRUTE_LOST, "Brute"), (GUARD_LOST, "guard")], ids=["trait", "keyword"])
def test_what_was_lost_comes_back_with_the_end_of_it(lost: TraitLost | KeywordLost, effect: str) -> None:
    back = at(*GUARDIAN, lost, LastingEffectEnded(effect=effect))
    assert as_json(back) == as_json(at(*GUARDIAN))


GUARDS = LastingEffectBegun(effect="gains guard", target=VILLAIN, keyword="guard")


def test_a_keyword_that_two_effects_give_goes_with_the_last_of_them() -> None:
    twice = given(GAME, *PLAYING, GUARDS).when(GUARDS.copy_with(effect="guards as well"))
    one = twice.and_then(LastingEffectEnded(effect="gains guard"))
    one.then(table(**{"villain.keywords": ["guard"]}))
    one.and_then(LastingEffectEnded(effect="guards as well")).then(table(**{"villain.keywords": []}))


def test_a_keyword_on_the_card_stays_when_an_effect_that_gave_it_ends() -> None:
    given = at(*GUARDIAN, GUARDS.copy_with(target="guardian"), LastingEffectEnded(effect="gains guard"))
    assert given.play["guardian"].keywords == ["guard"]


def test_a_trait_that_two_cards_give_goes_with_the_last_of_them() -> None:
    longer = AERIAL.copy_with(until="round")
    twice = given(GAME, *PLAYING, AERIAL).when(longer, bend="both cards say so")
    twice.and_then(*turns_done(SPIDER)).then(table(**{"seats.spider-man.traits": ["Avenger", "Aerial"]}))
    over = twice.and_then(LastingEffectEnded(effect="Aerial")).and_then(LastingEffectEnded(effect="Aerial #2"))
    over.then(table(**{"seats.spider-man.traits": ["Avenger"]}))
