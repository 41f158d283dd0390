"""Action cards by their sleeves: put together, dealt, moved, flipped."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import CampaignSetUp, HeroJoined
from domain.games.odalin.combat.actions import AbilityUsed
from domain.games.odalin.combat.attacks import AttackDeclared
from domain.games.odalin.dungeon.rest import Rested, TeamLevelSet
from domain.games.odalin.dungeon.rooms import RelicGained, SanctuaryOpened
from domain.games.odalin.heroes.cards import (
    ActionCardsKept,
    CardMoved,
    CardsDrawn,
    CardsFlipped,
    DeckAssembled,
    DrawDemanded,
    SleeveNamed,
    cards_gained,
    half_card,
    side_of,
)
from domain.games.odalin.state.hero import Zone
from domain.games.odalin.state.table import AREAS
from tests.domain.games.odalin.days import DUNGEON
from tests.domain.games.odalin.opening import ANA, BEN, IMP, PARTY

FIRST = "heroes.Ana.sleeves.Ana 1"
SETUP = (CampaignSetUp(), HeroJoined(hero=ANA, hp=20, spirit=1, mind=2))
DEALT = (*SETUP, ActionCardsKept())


def test_twelve_sleeves_are_put_together() -> None:
    spec = given(GAME, *SETUP).when(DeckAssembled(hero=ANA, demon_uppers=(1, 2)))
    spec.then(
        table(**{"heroes.Ana.sleeves.Ana 2.upper_is_demon": True, "heroes.Ana.sleeves.Ana 3.upper_is_demon": False})
    )


def test_a_card_is_dealt_by_name_or_by_chance() -> None:
    spec = given(GAME, *DEALT).when(CardsDrawn(hero=ANA, source="card", count=2, sleeves=("Ana 7",)))
    spec.then(table(**{"heroes.Ana.sleeves.Ana 7.zone": "hand"}))
    assert len(spec.play.campaign.table.heroes[ANA].in_zone("hand")) == 2


def test_without_cards_none_are_drawn() -> None:
    start = (CampaignSetUp(tracks=("turns",)), HeroJoined(hero=ANA, hp=20), CampaignSetUp(tracks=AREAS))
    given(GAME, *start).when(CardsDrawn(hero=ANA)).then(refused("no-deck"))


def test_auras_and_removed_cards_are_not_drawn_again() -> None:
    away = (CardMoved(hero=ANA, sleeve=f"Ana {n}", zone="removed" if n % 2 else "aura") for n in range(1, 12))
    spec = given(GAME, *DEALT, *away).when(CardsDrawn(hero=ANA, count=4, source="card"))
    spec.then(says("Ana drew 1 card: Ana 12"))


@pytest.mark.parametrize(("zone", "after"), [("removed", "deck"), ("box", "box")])
def test_a_card_is_removed_until_the_phase_ends_or_for_good(zone: Zone, after: Zone) -> None:
    """2.6, 6.12 remove."""
    away = (CardMoved(hero=ANA, sleeve=f"Ana {n}", zone=zone) for n in range(1, 12))
    spec = given(GAME, *DUNGEON, ActionCardsKept(), *away).when(CardsDrawn(hero=ANA, count=2, source="card"))
    spec = spec.then(says("Ana drew 1 card: Ana 12")).when(RelicGained()).when(SanctuaryOpened(hero=ANA, door="9"))
    spec.when(Rested()).then(table(**{f"{FIRST}.zone": after}))


def test_a_card_moves_somewhere_else() -> None:
    spec = given(GAME, *SETUP).when(CardMoved(hero=ANA, sleeve="Ana 1", zone="hand", source="start of combat"))
    spec = spec.then(table(**{"heroes.Ana.sleeves.Ana 1.zone": "hand"}))
    spec.and_then(CardMoved(hero=ANA, sleeve="Ana 1", zone="hand")).then(refused("same-zone"))


def test_a_sleeve_is_named_by_its_cards() -> None:
    spec = given(GAME, *SETUP).when(SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Oath", demon_card="Sin"))
    spec.then(says("Ana sleeved Oath with Sin"))


def test_which_halves_are_the_demons_stays_when_the_cards_are_named_and_the_cards_when_that_is_said() -> None:
    """2.6."""
    put = DeckAssembled(hero=ANA, demon_uppers=(1,))
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Oath")
    for events in ((put, named), (named, put)):
        spec = given(GAME, *SETUP, *events)
        spec.then(table(**{f"{FIRST}.upper_is_demon": True, f"{FIRST}.hero_card": "Oath"}))


@pytest.mark.parametrize(("card", "half", "is_demons"), [("hero_card", "lower", True), ("demon_card", "lower", False)])
def test_which_half_is_the_demons_stands_on_the_cards(card: str, half: str, is_demons: bool) -> None:
    """2.6: the halves of a pair complete each other."""
    cards = {"hero_card": "Oath", "demon_card": "Sin"}
    known = action_card(cards[card], half=half)
    spec = given(GAME, *SETUP, known).when(SleeveNamed(hero=ANA, sleeve="Ana 1", **cards))
    spec.then(table(**{f"{FIRST}.upper_is_demon": is_demons}))


@pytest.mark.parametrize(
    ("oath", "sin", "code"),
    [
        pytest.param({"number": 2}, {"number": 1}, "other-number", id="the-hero-card"),
        pytest.param({"number": 1}, {"number": 2}, "other-number", id="the-demon-card"),
        pytest.param({"half": "upper"}, {"half": "upper"}, "same-halves", id="halves-that-do-not-complete-each-other"),
    ],
)
def test_a_sleeve_begins_with_cards_of_its_number(oath: dict[str, Any], sin: dict[str, Any], code: str) -> None:
    """4.1: initial pairs share their number, and their halves complete each other."""
    cards = (action_card("Oath", **oath), action_card("Sin", **sin))
    pair = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Oath", demon_card="Sin")
    given(GAME, *SETUP, *cards).when(pair).then(refused(code, bendable=True))


def test_a_card_of_a_higher_level_goes_into_any_sleeve() -> None:
    oath = action_card("Oath", number=5, level=2)
    given(GAME, *SETUP, oath, TeamLevelSet(level=2)).when(
        SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Oath")
    ).then()


def action_card(name: str, **fields: Any) -> ContentAdded:
    return ContentAdded(kind="action-cards", id=name, fields={"en": name, **fields})


def test_as_many_cards_are_flipped_as_the_stats_allow() -> None:
    """V-FLIP; where the bonus of a stat is not typed in, nothing is refused."""
    given(GAME, *SETUP).when(CardsFlipped(hero=ANA, upper=("Ana 1", "Ana 2"))).then(
        table(**{"heroes.Ana.sleeves.Ana 2.flipped_upper": True})
    )
    known = (stat("spirit", {"1": 1}), stat("mind", {"2": 1}))
    spec = given(GAME, *known, *SETUP).when(CardsFlipped(hero=ANA, upper=("Ana 1", "Ana 2")))
    spec.then(refused("too-many-flipped", says="2 are flipped, but only 1 may be"))
    spec.when(CardsFlipped(hero=ANA, upper=("Ana 1",), lower=("Ana 2",))).then()


def test_a_simplified_hero_flips_upper_halves_by_both_stats() -> None:
    known = (stat("spirit", {"1": 1}), stat("mind", {"2": 1}))
    simple = (SETUP[0], HeroJoined(hero=ANA, hp=20, spirit=1, mind=2, simplified=True))
    spec = given(GAME, *known, *simple).when(CardsFlipped(hero=ANA, upper=("Ana 1", "Ana 2"))).then()
    spec.and_then(CardsFlipped(hero=ANA, lower=("Ana 3",))).then(refused("upper-only"))


def stat(name: str, bonus: dict[str, int]) -> ContentCorrected:
    return ContentCorrected(kind="stats", id=name, fields={"bonus": bonus})


def test_in_the_dungeon_no_card_is_flipped() -> None:
    """V-FLIP."""
    given(GAME, *PARTY).when(CardsFlipped(hero=ANA, upper=("Ana 1",))).then(refused("flip-later"))


def test_a_deck_is_put_together_before_the_campaign_and_its_sleeves_are_named() -> None:
    """组装卡牌."""
    spec = given(GAME, *SETUP).then_prompts("Ana: put the action cards together").then_no_prompt(SleeveNamed)
    spec = spec.when(DeckAssembled(hero=ANA, demon_uppers=(1,))).then_no_prompt(DeckAssembled)
    spec.then_prompts("Ana: name the cards of a sleeve")
    plain = (CampaignSetUp(tracks=("turns",)), HeroJoined(hero=ANA, hp=20))
    given(GAME, *plain).then_no_prompt(DeckAssembled)


UNSPLIT = (
    ContentAdded(kind="action-cards", id="slash", fields={"en": "Slash", "damage": 4, "demon_bonus": 2}),
    ContentAdded(kind="action-cards", id="gorge", fields={"en": "Gorge"}),
)


def test_a_card_of_an_unknown_half_is_neither_the_upper_half_nor_the_lower_one() -> None:
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="slash", demon_card="gorge")
    here = given(GAME, *UNSPLIT, *SETUP, named).play.campaign.table
    assert [half_card(here, ANA, "Ana 1", half).damage for half in ("upper", "lower")] == [None, None]
    assert [side_of(here, ANA, "Ana 1", half) for half in ("upper", "lower")] == [None, None]
    known = given(GAME, *UNSPLIT, *SETUP, named.model_copy(update={"upper_is_demon": True})).play.campaign.table
    assert [half_card(known, ANA, "Ana 1", half).damage for half in ("upper", "lower")] == [None, 4]
    assert [side_of(known, ANA, "Ana 1", half) for half in ("upper", "lower")] == ["chaos", "order"]


def test_a_bonus_for_the_demons_half_asks_which_half_that_is() -> None:
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="slash", demon_card="gorge")
    taken = CardMoved(hero=ANA, sleeve="Ana 1", zone="hand")
    spec = given(GAME, *UNSPLIT, *PARTY, CardMoved(hero=ANA, sleeve="Ana 1", zone="removed"), named, taken)
    attack = AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP, damage=3)
    spec.when(attack).then(refused("halves-unknown", says="which half of its sleeve Slash is"))
    spec.when(AbilityUsed(hero=ANA, sleeve="Ana 1")).then(refused("halves-unknown"))
    spec.then_prompts("Slash / Gorge: is its upper half the demon's?")
    split = spec.and_then(named.model_copy(update={"upper_is_demon": True})).then_no_prompt(SleeveNamed)
    split.and_then(attack).then()


def undealt(*then: Event[Any]) -> Spec:
    """The fight of the opening, with the decks of action cards on the table."""
    return given(GAME, *(event for event in PARTY if not isinstance(event, ActionCardsKept)), *then)


HANDS = tuple(CardsDrawn(hero=hero, sleeves=tuple(f"{hero} {n}" for n in (2, 5, 6, 9))) for hero in (ANA, BEN))


def test_the_hands_are_asked_for_before_the_first_turn() -> None:
    """3.1.3: the app deals from no deck that lies on the table."""
    spec = undealt()
    assert not spec.play.campaign.table.turn_of
    spec = spec.then_no_prompt(AttackDeclared).then_must("Ben draws 4 cards: which?").when(HANDS[1])
    spec.then(says("Ben drew 4 cards: Ben 2, Ben 5, Ben 6, Ben 9")).then_must("Ana draws 4 cards: which?")
    assert undealt(*HANDS).play.campaign.table.turn_of == ANA


def test_a_draw_names_as_many_cards_as_it_has() -> None:
    few = CardsDrawn(hero=ANA, sleeves=("Ana 2", "Ana 5"))
    undealt().when(few).then(refused("cards-unsaid", bendable=False))


def test_a_draw_of_another_number_is_the_due_one_too() -> None:
    more = CardsDrawn(hero=ANA, count=5, sleeves=tuple(f"Ana {n}" for n in range(1, 6)))
    undealt(HANDS[1]).when(more).then(table(turn_of=ANA))


def test_a_card_that_an_effect_draws_is_asked_for_too() -> None:
    asked = list(cards_gained(undealt(*HANDS).play.campaign.table, BEN, 2, "amulet"))
    assert asked == [DrawDemanded(hero=BEN, count=2, source="amulet")]
    undealt(*HANDS, *asked).when(CardsDrawn(hero=BEN, count=2, sleeves=("Ben 1", "Ben 3"), source="amulet")).then()


def test_the_app_deals_once_the_table_says_so_and_no_longer_if_it_says_that() -> None:
    spec = given(GAME, *SETUP).then_prompts(ActionCardsKept).when(ActionCardsKept()).then(table(deals_cards=True))
    spec.then_no_prompt(ActionCardsKept).when(ActionCardsKept()).then(refused("dealt-so", bendable=False))
    spec.when(ActionCardsKept(no_longer=True)).then(says("The app deals the action cards no longer"))
