"""Solo campaigns: what goes on to the next scenario; and the draft of first decks."""

from dataclasses import replace

import pytest

from companion.demo import demo_pack
from companion.testing import followed, given, refused, table
from domain.framework.content import merge_content
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME as PRINTED
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.modes.campaign import (
    CampaignAdvanced,
    CampaignHeroSwapped,
    CarryOverChosen,
    ScenarioFinished,
)
from domain.games.heroes3.rounds import ObjectiveMet, RoundEnded, SeatEliminated, TurnEnded
from domain.games.heroes3.setup.bonuses import StartingDeckBuilt
from domain.games.heroes3.setup.players import DraftKept, FactionTaken, GameBegun, GameSetUp, StartTaken
from tests.domain.games.heroes3.opening import ADELA, CASTLE, DUNGEON, NECROPOLIS, solo_campaign

GAME = replace(PRINTED, pack=merge_content(PRINTED.pack, demo_pack(PRINTED, "demo.toml")))
Events = tuple[Event, ...]
STATS = ("attack", "attack", "defense", "defense", "power", "knowledge")
FIRST = (*STATS, "magic-arrow", "offense", "swordsmen-1")
GAINED = ("haste", "fireball", "wisdom", "estates")
FIVE = ("magic-arrow", "offense", "haste", "fireball", "wisdom")

PLAYED = (*solo_campaign("cards"), *(CardGained(seat=CASTLE, card=card) for card in GAINED))
WON = (*PLAYED, ExperienceGained(seat=CASTLE, amount=1), ScenarioFinished(result="won"))
LOST = (*PLAYED, ScenarioFinished(result="lost"))
CARRIED = (*WON, CarryOverChosen(cards=FIVE))


def test_five_cards_go_on_with_all_statistics_and_the_first_specialty() -> None:
    given(GAME, *WON).when(CarryOverChosen(cards=FIVE)).then(table(frozen_next=[*STATS, "swordsmen-1", *FIVE]))


@pytest.mark.parametrize("cards", [FIVE[:4], ("haste", "haste", *FIVE[:3]), ("attack", *FIVE[:4])])
def test_other_than_five_cards_of_the_deck_do_not_go_on(cards: tuple[str, ...]) -> None:
    """Too few, one that is there only once, and a statistic."""
    spec = given(GAME, *WON).when(CarryOverChosen(cards=cards))
    assert {reason.code for reason in spec.outcome.reasons} & {
        "exactly-five",
        "not-in-deck",
        "no-choice",
        "not-offered",
    }


def test_the_next_scenario_waits_for_the_cards_that_go_on() -> None:
    """R00."""
    given(GAME, *WON).when(CampaignAdvanced(scenario="Second")).then(refused("carry-first"))


def test_nothing_but_the_deck_goes_on_and_the_hero_begins_at_level_one() -> None:
    """7.2."""
    given(GAME, *CARRIED).when(CampaignAdvanced(scenario="Second")).then(
        table(
            phase="setup",
            **{
                "seats.castle.cards": [*STATS, "swordsmen-1", *FIVE],
                "seats.castle.xp": 0,
                "seats.castle.units": {},
                "seats.castle.hand": [],
                "seats.castle.goods.gold": 0,
            },
        )
    )


def test_a_lost_scenario_is_played_again_with_the_deck_it_began_with() -> None:
    given(GAME, *LOST).when(CampaignAdvanced()).then(
        table(scenario="First Steps", **{"seats.castle.cards": list(FIRST)}),
        followed(),
    )


TYPED = {"attack": 2, "defense": 2, "power": 1, "knowledge": 1, "magic-arrow": 1, "offense": 1, "Swordsmen I": 1}


def typed_deck(hero: str = "sandro", cards: dict[str, int] = TYPED) -> Events:
    """A scenario with a hero whose board is unknown, and a starting deck built by the table."""
    return (
        GameSetUp(mode="campaign", scenario="First Steps", tracks=("cards",)),
        FactionTaken(faction=NECROPOLIS, player="Ann", hero=hero),
        StartingDeckBuilt(seat=NECROPOLIS, cards=cards),
        GameBegun(starting=NECROPOLIS),
        *(CardGained(seat=NECROPOLIS, card=card) for card in (*GAINED, "attack")),
    )


def test_a_starting_deck_that_was_put_together_is_there_again_in_the_next_attempt() -> None:
    deck = [card for card, count in TYPED.items() for _ in range(count)]
    lost = given(PRINTED, *typed_deck(), ScenarioFinished(result="lost")).when(CampaignAdvanced())
    lost.then(table(frozen=deck, **{"seats.necropolis.cards": deck}))


def test_the_specialty_of_level_one_carries_over_from_either_source() -> None:
    """By the hero's board, by the starting deck in which it is the only one, or because the table says it."""
    statistics = ["attack", "attack", "defense", "defense", "power", "knowledge", "attack"]
    five = ("magic-arrow", "offense", "haste", "fireball", "wisdom")
    won = (*typed_deck(), ScenarioFinished(result="won"))
    given(PRINTED, *won).when(CarryOverChosen(cards=five)).then(table(frozen_next=[*statistics, "Swordsmen I", *five]))
    among = given(PRINTED, *won).when(CarryOverChosen(cards=("Swordsmen I", *five[:4])))
    among.then(refused("not-in-deck"))
    unknown = (*typed_deck(cards={**TYPED, "Luck": 1}), ScenarioFinished(result="won"))
    asked = given(PRINTED, *unknown).then_must(CarryOverChosen)
    asked.when(CarryOverChosen(cards=five)).then(refused("which-specialty", bendable=False))
    said = CarryOverChosen(cards=five, specialty="Swordsmen I")
    asked.when(said.copy_with(cards=("Swordsmen I", *five[:4]))).then(refused("not-in-deck"))
    asked.when(said).then(table(frozen_next=[*statistics, "Swordsmen I", *five]))


def test_a_deck_without_names_carries_over_by_those_that_are_named() -> None:
    """E20: nothing was asked of a deck of blanks, and the next scenario asked for nine cards."""
    unnamed = (*solo_campaign("cards"), ScenarioFinished(result="won"))
    five = ("haste", "haste", "wisdom", "luck", "offense")
    spec = given(PRINTED, *unnamed).then_must(CarryOverChosen)
    spec.when(CarryOverChosen(cards=five[:4], specialty="Swordsmen I")).then(refused("exactly-five"))
    spec = spec.when(CarryOverChosen(cards=five, specialty="Swordsmen I"))
    spec = spec.then(table(frozen_next=[*[""] * 6, "Swordsmen I", *five])).and_then(CampaignAdvanced())
    spec.then_no_prompt(StartingDeckBuilt)


def test_another_hero_with_an_unknown_board_has_blanks_for_its_values() -> None:
    swap = CampaignHeroSwapped(hero="thant")
    won = (*typed_deck(), ScenarioFinished(result="won"), CarryOverChosen(cards=FIVE))
    given(PRINTED, *won).when(swap).then(table(frozen_next=[*[""] * 7, *FIVE]))


def test_a_second_attempt_is_counted() -> None:
    again = (*LOST, CampaignAdvanced(), StartTaken(seat=CASTLE, goods={"gold": 10}), GameBegun(starting=CASTLE))
    given(GAME, *again).when(ScenarioFinished(result="won")).then(table(**{"campaign.1.attempt": 2}))


SWAP = (*CARRIED, ADELA)


def test_another_hero_brings_its_statistics_and_specialty() -> None:
    given(GAME, *SWAP).when(CampaignHeroSwapped(hero="adela")).then(
        table(
            frozen_next=["attack", "attack", "defense", "defense", "power", "knowledge", "bless-1", *FIVE],
            **{"seats.castle.hero": "adela"},
        )
    )


def test_an_empowered_statistic_replaces_one_of_the_new_hero() -> None:
    empowered = (*PLAYED, CardGained(seat=CASTLE, card="empowered-power"), ScenarioFinished(result="won"))
    ready = (*empowered, CarryOverChosen(cards=FIVE), ADELA)
    given(GAME, *ready).when(CampaignHeroSwapped(hero="adela")).then(
        table(frozen_next=["attack", "attack", "defense", "defense", "empowered-power", "knowledge", "bless-1", *FIVE])
    )


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (("magic-arrow",) * 5, "too-many-arrows"),
        (("offense", "offense", *FIVE[2:]), "ability-owned"),
        (("curse", *FIVE[1:]), "not-in-deck"),
    ],
)
def test_what_a_new_hero_cannot_go_on_with(cards: tuple[str, ...], code: str) -> None:
    given(GAME, *SWAP).when(CampaignHeroSwapped(hero="adela", cards=cards)).then(refused(code))


def test_magic_arrows_may_take_the_place_of_cards() -> None:
    arrows = ("magic-arrow",) * 4
    spec = given(GAME, *SWAP).when(CampaignHeroSwapped(hero="adela", cards=(*arrows, "offense")))
    assert spec.play.campaign.table.frozen_next.count("magic-arrow") == 4


def test_a_hero_of_another_faction_is_refused() -> None:
    given(GAME, *CARRIED).when(CampaignHeroSwapped(hero="sandro")).then(refused("same-faction"))


def test_a_scenario_is_won_by_its_condition_and_lost_without_a_player() -> None:
    met = (*solo_campaign("map"), ObjectiveMet(side=CASTLE), TurnEnded(seat=CASTLE))
    spec = given(GAME, *met).when(RoundEnded())
    assert spec.play.campaign.table.campaign[0].won
    spec = given(GAME, *solo_campaign("map")).when(SeatEliminated(seat=CASTLE))
    assert not spec.play.campaign.table.campaign[0].won


def test_the_limit_of_rounds_is_that_of_the_next_scenario() -> None:
    second = ContentAdded(kind="scenarios", id="second", fields={"en": "Second", "zh": "二", "rounds": 8})
    given(GAME, *CARRIED, second).when(CampaignAdvanced(scenario="second")).then(table(rounds=8))


# === Draft start ===================================================================================


def drafting(*options: str) -> Events:
    return (
        GameSetUp(mode="clash", options=options, tracks=("cards",)),
        FactionTaken(faction=CASTLE, player="Ann", hero="catherine"),
        FactionTaken(faction=DUNGEON, player="Ben", hero="deemer"),
    )


def test_seven_drafted_cards_and_the_two_set_aside_are_a_first_deck() -> None:
    """Nine cards again (5.10)."""
    kept = ("attack", "attack", "power", "haste", "fireball", "wisdom", "estates")
    given(GAME, *drafting("draft-start")).when(DraftKept(seat=CASTLE, cards=kept)).then(
        table(**{"seats.castle.cards": [*kept, "offense", "swordsmen-1"]})
    )


def test_a_draft_whose_cards_nobody_names_still_has_nine() -> None:
    spec = given(GAME, *drafting("draft-start")).when(DraftKept(seat=DUNGEON))
    assert len(spec.play.campaign.table.seats[DUNGEON].cards) == 9


def test_each_is_asked_for_its_draft_while_the_game_is_set_up() -> None:
    drafts = given(GAME, *drafting("draft-start"), DraftKept(seat=DUNGEON))
    drafts.then_prompts(DraftKept(seat=CASTLE)).then_no_prompt(DraftKept(seat=DUNGEON))
    asked = [prompt for prompt in drafts.play.campaign.prompts(PUBLIC) if prompt.event is DraftKept]
    assert [prompt.opens_form for prompt in asked] == [True], "which cards is said in its form"
    drafts.and_then(GameBegun(starting=CASTLE)).then_no_prompt(DraftKept)
    given(GAME, *drafting()).then_no_prompt(DraftKept)


def test_without_the_variant_nobody_drafts() -> None:
    given(GAME, *drafting()).when(DraftKept(seat=CASTLE)).then(refused("no-draft"))


def test_the_end_of_a_scenario_is_offered_during_play() -> None:
    """1.3, 3.22: whether the condition is met is read in the scenario book."""
    given(GAME, *PLAYED).then_prompts("Is the scenario over?")
    given(GAME, *WON).then_no_prompt("Is the scenario over?")
