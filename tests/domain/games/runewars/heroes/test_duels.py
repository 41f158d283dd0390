"""Duels (决斗; 伤害和击败英雄): C-28, X72, X84, X85, X87, X88, X96, G-14, G-51."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked
from domain.framework.offers.prompt_list import next_prompt
from domain.games.runewars.cards import FateDeckKept
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroMoved
from domain.games.runewars.heroes.company import HeroDealt, duel_damage
from domain.games.runewars.heroes.damage import (
    DuelEnded,
    HeroDamaged,
    HeroDamageRemoved,
    HeroDefeated,
    HeroRouted,
    HeroStood,
)
from domain.games.runewars.heroes.duels import (
    DuelCardsDrawn,
    DuelIconResolved,
    DuelRoundResolved,
    DuelStarted,
    DuelUnitDefeated,
    QuestDuelStarted,
    StartOfDuelEffectUsed,
)
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.heroes.quests import (
    AttributeTested,
    NextQuestDrawn,
    QuestCompleted,
    QuestFailed,
    QuestRevealed,
)
from domain.games.runewars.heroes.rewards import RewardDrawn, RewardsTraded, RewardUsed
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.state.table import Area, Exploration
from domain.games.runewars.year.seasons import OrdersCalled
from tests.domain.games.runewars.heroes.summer import (
    CARTHOS,
    DEALT,
    ELF,
    HEROES,
    circle,
    met,
    summer,
    typed,
    with_state,
)
from tests.domain.games.runewars.moments import THREE

CARDS = (
    circle("1", "special"),
    circle("2", "rout 1"),
    circle("3", "damage 1"),
    circle("4", "damage 1"),
    circle("5", "blank"),
    circle("6", "blank"),
)
BLANK = (
    *(typed("fate", str(number), circle="blank", triangle="blank") for number in range(1, 31)),
    FateDeckKept(),
)
"""Blank cards, all of them typed in, from which the app draws."""
HEALTHY = typed("heroes", CARTHOS, health=4)
CHALLENGE = DuelStarted(hero=CARTHOS, foe=ELF)
BLADE = RewardDrawn(seat="uthuk", hero=CARTHOS, reward="blade-of-fury")
ARMOR = RewardDrawn(seat="uthuk", hero=CARTHOS, reward="rune-armor")
HERS = RewardDrawn(seat="elf", hero=ELF, reward="boots")
ABILITY = StartOfDuelEffectUsed(seat="uthuk", effect="Mad Carthos", damage=1)
STRIKE = DuelRoundResolved()


def draw(attacker: str, defender: str) -> DuelCardsDrawn:
    return DuelCardsDrawn(cards=(attacker, defender))


def duel(*before: Event[Any]) -> Spec:
    """Mad Carthos, who can take four, challenged Silhouette, who can take three."""
    return met(*CARDS, HEALTHY, *before).when(CHALLENGE)


def test_a_blank_circle_does_nothing() -> None:
    spec = duel().when(draw("5", "3")).and_then(STRIKE)
    spec.then(table(**{f"heroes.{ELF}.damage": 0, f"heroes.{CARTHOS}.damage": 1}))


@pytest.mark.parametrize(("dealt", "prevented", "taken"), [(2, 1, 1), (1, 1, 0), (1, 3, 0), (3, 0, 3)])
def test_c28_damage_less_what_is_prevented(dealt: int, prevented: int, taken: int) -> None:
    assert duel_damage(dealt, prevented) == taken


# --- how it goes ---------------------------------------------------------------------------------


def test_a_duel_has_its_own_step_while_it_lasts() -> None:
    spec = duel()
    assert spec.play.campaign.table.place == (2, "duel")
    spec.when(HeroActionSkipped(hero=CARTHOS)).then(refused("wrong-step"))


def test_who_presses_the_large_button_fights_four_rounds() -> None:
    spec = met(*BLANK).when(CHALLENGE)
    for _ in range(4):
        spec = spec.then_next(DuelCardsDrawn()).when(DuelCardsDrawn())
        spec = spec.then_next(STRIKE).when(STRIKE)
    spec.then(
        followed(DuelEnded(rounds=4, hero=CARTHOS, outcome="undecided"), QuestPhaseEnded(), OrdersCalled()),
        says(
            "Round 4: Mad Carthos took 0, Silhouette took 0",
            "The duel ended after 4 rounds",
            "The quest phase ended",
            "It was time to choose orders",
        ),
    )


def test_a_special_icon_is_one_damage_unless_a_reward_takes_it() -> None:
    spec = duel().when(draw("1", "5")).then_next(DuelIconResolved(side="attacker", damage=1))
    spec.then_asked_of(DuelIconResolved, "uthuk")
    spec.and_then(STRIKE).then(refused("icon-open", bendable=False, says="Mad Carthos"))
    struck = spec.and_then(DuelIconResolved(side="attacker"))
    struck.and_then(DuelIconResolved(side="attacker")).then(refused("no-icon", bendable=False))
    struck.and_then(STRIKE).then(table(**{f"heroes.{ELF}.damage": 1}))


def test_a_card_that_nobody_typed_in_is_read_by_the_table() -> None:
    spec = duel().when(draw("5", "30")).then_next("Silhouette: what does the card do?")
    (asked,) = [one for one in spec.play.campaign.prompts(PUBLIC) if one.event is DuelIconResolved]
    assert "damage" in asked.missing
    spec.when(DuelIconResolved(side="defender")).then(refused("icon-unknown", bendable=False))
    spec = duel().when(draw("5", "30"))
    spec.then_asked_of(DuelIconResolved, "elf")
    spec.and_then(DuelIconResolved(side="defender", damage=2)).and_then(STRIKE).then(
        table(**{f"heroes.{CARTHOS}.damage": 2})
    )


def test_a_table_without_fate_deck_types_in_what_the_cards_show() -> None:
    spec = duel(AreasTracked(tracks=("calendar", "heroes")))
    shown = spec.when(DuelCardsDrawn(attacker="damage 2", defender="rout 1"))
    shown.then(table(fate_open=[])).and_then(STRIKE).then(table(**{f"heroes.{ELF}.damage": 1}))


def test_what_the_table_says_that_its_cards_show_names_no_card() -> None:
    shown = duel().when(DuelCardsDrawn(attacker="damage 2", defender="rout 1"))
    shown = shown.then(says("Round 1: damage 2, rout 1"), table(fate_open=["", ""]))
    shown.and_then(STRIKE).then(table(fate_discard=["", ""], **{f"heroes.{ELF}.damage": 1}))


def test_cards_are_drawn_once_a_round_and_before_the_damage() -> None:
    spec = duel()
    spec.when(STRIKE).then(refused("no-duel-cards", bendable=False))
    spec.when(draw("5", "6")).and_then(draw("3", "4")).then(refused("duel-cards-open", bendable=False))


def test_two_cards_are_drawn() -> None:
    duel().when(DuelCardsDrawn(cards=("5",))).then(refused("not-all-at-once", bendable=False))


def test_fate_cards_are_discarded_after_each_round() -> None:
    spec = duel().when(draw("5", "6")).then(table(fate_open=["5", "6"]))
    spec.and_then(STRIKE).then(table(fate_open=[], fate_discard=["5", "6"]))


def test_g14_where_both_fall_their_rewards_lie_there() -> None:
    spec = duel(BLADE, HERS).when(HeroDamaged(hero=ELF, amount=2)).and_then(HeroDamaged(hero=CARTHOS, amount=3))
    spec.and_then(draw("3", "4")).and_then(STRIKE).then(
        table(duel=None, **{"land.3A.fallen": [CARTHOS, ELF], f"heroes.{CARTHOS}.rewards": ["blade-of-fury"]})
    )


def test_the_victor_shares_out_what_the_other_carried() -> None:
    second = HeroDealt(seat="uthuk", hero="Bruin", area="3A")
    idle = HeroActionSkipped(hero="Bruin")
    beside = met(*CARDS, second, HERS).when(idle, bend="before Mad Carthos").and_then(CHALLENGE)
    won = beside.and_then(HeroDamaged(hero=ELF, amount=9)).then(table(step="secondary", duel=None))
    won.then_prompts("Mad Carthos: hand on rewards")
    shared = won.and_then(RewardsTraded(seat="uthuk", hero=CARTHOS, taker="Bruin", rewards=("boots",)))
    shared.then(table(**{"heroes.Bruin.rewards": ["boots"]})).and_then(QuestPhaseEnded()).then(table(step="orders"))


def test_what_was_drawn_is_taken_back_once_somebody_is_sure() -> None:
    drawn = duel().when(draw("5", "6"))
    drawn.and_undo().then(refused("crosses-an-end"))
    drawn.and_undo(sure=True).then(table(**{"duel.drawn": False}))


def test_a_hero_may_fall_before_the_first_card() -> None:
    spec = duel().when(HeroDamaged(hero=ELF, amount=2)).and_then(ABILITY)
    spec.then(table(duel=None, **{f"heroes.{ELF}.defeated": True}))


def test_cards_of_the_table_are_asked_for_and_never_drawn_by_the_app() -> None:
    untold = duel()
    first = next_prompt(untold.play.campaign.prompts(PUBLIC))
    assert first is not None
    assert (first.event, [*first.missing]) == (DuelCardsDrawn, ["attacker", "defender"])
    untold.when(DuelCardsDrawn()).then(refused("duel-cards-not-said", bendable=False))
    untold.when(DuelCardsDrawn(attacker="damage 1")).then(refused("duel-cards-not-said"))
    told = untold.when(DuelCardsDrawn(attacker="damage 1", defender="blank"))
    told.then(says("Round 1: damage 1, blank"), table(fate_open=["", ""]))


def test_what_both_cards_show_is_asked_for_though_all_of_them_are_typed_in() -> None:
    first = next_prompt(met(*BLANK[:-1]).when(CHALLENGE).play.campaign.prompts(PUBLIC))
    assert first is not None
    assert (first.event, [*first.missing]) == (DuelCardsDrawn, ["attacker", "defender"])


def test_damage_stays_after_the_duel() -> None:
    spec = met(*BLANK).when(CHALLENGE).and_then(DuelCardsDrawn(attacker="damage 1", defender="blank")).and_then(STRIKE)
    for _ in range(3):
        spec = spec.and_then(DuelCardsDrawn()).and_then(STRIKE)
    spec.then(table(duel=None, **{f"heroes.{ELF}.damage": 1, f"heroes.{ELF}.area": "3A"}))


def test_a_duel_ends_early_only_if_the_table_says_so() -> None:
    duel().when(DuelEnded()).then(refused("duel-goes-on", bendable=True))
    duel().when(DuelEnded(), bend="a card ends it").then(
        table(duel=None), says("The duel ended", "The quest phase ended", "It was time to choose orders")
    )


def test_a_hero_whose_health_nobody_knows_is_defeated_by_hand() -> None:
    spec = met(*CARDS).when(DuelStarted(hero=CARTHOS, foe=ELF)).and_then(draw("5", "3"))
    spec.and_then(HeroDefeated(hero=CARTHOS)).then(
        followed(DuelEnded(rounds=1, winner=ELF, hero=CARTHOS, outcome="lost"), QuestPhaseEnded(), OrdersCalled())
    )


# --- refusals ------------------------------------------------------------------------------------


NO_CALENDAR = AreasTracked(tracks=("heroes", "fate"))


@pytest.mark.parametrize(
    "step",
    [ABILITY, DuelCardsDrawn(), DuelIconResolved(side="attacker"), STRIKE, DuelUnitDefeated(), DuelEnded()],
    ids=lambda step: type(step).__name__,
)
def test_a_table_without_calendar_still_needs_a_duel(step: Event[Any]) -> None:
    given(HEROES, *THREE, *DEALT, NO_CALENDAR).when(step).then(refused("no-duel", bendable=False))


def test_a_table_without_calendar_fights_duels_all_the_same() -> None:
    there = (HeroDealt(seat="elf", hero=ELF, area="3A"), HeroDealt(seat="uthuk", hero=CARTHOS, area="3A"))
    spec = given(HEROES, *THREE, *BLANK, *there, NO_CALENDAR).when(CHALLENGE)
    for _ in range(4):
        spec = spec.and_then(DuelCardsDrawn()).and_then(STRIKE)
    spec.then(table(duel=None))


def test_no_card_is_drawn_once_it_is_decided() -> None:
    doomed = with_state(duel(), **{f"heroes.{ELF}.damage": 3}).then_next(DuelEnded())
    doomed.when(DuelCardsDrawn()).then(refused("duel-decided", bendable=False))


def test_x87_a_duel_needs_an_enemy_hero_in_the_area() -> None:
    apart = summer(HeroDealt(seat="human", hero="Bruin", area="9A")).when(HeroMoved(hero=ELF, to="2A"))
    apart.and_then(DuelStarted(hero=ELF, foe="Bruin")).then(refused("no-enemy-hero", bendable=True, says="in 2A"))


def test_a_duel_is_fought_with_another_players_hero() -> None:
    friend = HeroDealt(seat="uthuk", hero="Bruin", area="3A")
    met(friend).when(DuelStarted(hero=CARTHOS, foe="Bruin")).then(refused("own-hero", bendable=False))


def test_x84_a_routed_hero_starts_no_duel_but_may_be_challenged() -> None:
    met().when(HeroRouted(hero=CARTHOS)).and_then(CHALLENGE).then(refused("hero-routed", bendable=True))
    met().when(HeroRouted(hero=ELF)).and_then(CHALLENGE).then(table(**{"duel.defender.hero": ELF}))


def test_x85_a_duel_or_a_quest_not_both() -> None:
    quest = (NextQuestDrawn(seat="uthuk", quest="ruins"), NextQuestDrawn(seat="uthuk", quest="tower"))
    revealed = met(*quest).when(QuestRevealed(seat="uthuk", hero=CARTHOS, quest="ruins"))
    revealed.and_then(CHALLENGE).then(refused("one-try", bendable=True))
    second = HeroDealt(seat="uthuk", hero="Bruin", area="9A")
    fought = met(*quest, second).when(CHALLENGE).and_then(DuelEnded(), bend="a card ends it")
    fought.and_then(QuestRevealed(seat="uthuk", hero=CARTHOS, quest="ruins")).then(refused("one-try", bendable=True))


def test_a_duel_comes_after_a_move() -> None:
    elf = summer(HeroDealt(seat="human", hero="Bruin", area="1A"))
    elf.when(DuelStarted(hero=ELF, foe="Bruin")).then(refused("move-first", bendable=True))


def test_x96_the_exploration_token_comes_first() -> None:
    token = {"land": {"3A": Area(exploration=Exploration(back=2))}}
    with_state(met(), **token).when(CHALLENGE).then(refused("token-first", bendable=True))


def test_x72_who_has_no_hero_in_it_uses_nothing() -> None:
    effect = StartOfDuelEffectUsed(seat="human", effect="a card")
    duel().when(effect).then(refused("no-part-in-it", bendable=True))


def test_effects_at_the_start_come_first_and_the_attackers_before_the_defenders() -> None:
    answer = StartOfDuelEffectUsed(seat="elf", effect="a card")
    duel().when(draw("5", "6")).and_then(ABILITY).then(refused("start-is-over", bendable=True))
    duel().when(answer).and_then(ABILITY).then(refused("start-is-over", bendable=True))
    duel().when(ABILITY).and_then(answer).then(table(**{"duel.answered": True}))


def test_x88_one_weapon_and_one_armor_a_duel() -> None:
    mail = (typed("rewards", "mail", en="Mail", trait="armor"), RewardDrawn(seat="uthuk", hero=CARTHOS, reward="mail"))
    spec = duel(ARMOR, *mail).when(draw("5", "3"))
    worn = spec.and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="rune-armor", prevented=1))
    worn.and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="mail", prevented=1)).then(
        refused("one-of-a-trait", bendable=True, says="Rune Armor")
    )
    worn.and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="rune-armor")).then(
        table(**{"duel.attacker.prevents": 1})
    )


def test_a_reward_by_a_special_icon_needs_one() -> None:
    blade = RewardUsed(seat="uthuk", hero=CARTHOS, reward="blade-of-fury", damage=2)
    duel(BLADE).when(draw("3", "4")).and_then(blade).then(refused("needs-special", bendable=True))


def test_g51_who_was_challenged_may_still_duel() -> None:
    duel().then(table(**{f"heroes.{ELF}.tried": ""}))
    duel(RulingMade(ruling="defender-duel-counts")).then(table(**{f"heroes.{ELF}.tried": "duel"}))


def test_a_duel_is_not_begun_while_one_goes_on() -> None:
    """The duel that is under way would be lost, so no card overrules that."""
    for fought in (duel(), hunt()):
        for again in (CHALLENGE, QuestDuelStarted(hero=CARTHOS, unit="beastman")):
            reasons = again.refusals(fought.play.campaign.table)
            assert {one.code: one.bendable for one in reasons}["duel-first"] is False


# --- duels of quests -----------------------------------------------------------------------------

HUNT = (
    typed("quests", "hunt", en="The Hunt", unit="beastman"),
    typed("units", "beastman", shape="triangle", health=1),
    typed("fate", "5", triangle="damage 2"),
    typed("fate", "6", triangle="special"),
    NextQuestDrawn(seat="uthuk", quest="hunt"),
)


def hunt(*before: Event[Any]) -> Spec:
    moved = summer(*CARDS, HEALTHY, *HUNT, *before).when(HeroActionSkipped(hero=ELF)).and_then(HeroMoved(hero=CARTHOS))
    revealed = moved.and_then(QuestRevealed(seat="uthuk", hero=CARTHOS, quest="hunt"))
    revealed.then_next(QuestDuelStarted(hero=CARTHOS, unit="beastman"))
    return revealed.and_then(QuestDuelStarted(hero=CARTHOS, unit="beastman"))


def test_g22_the_player_to_the_left_plays_the_unit() -> None:
    hunt().then(table(**{"duel.defender.seat": "human", "duel.defender.unit": "beastman"}))


def test_a_unit_reads_the_shape_of_its_base() -> None:
    hunt().when(draw("2", "5")).and_then(STRIKE).then(table(**{f"heroes.{CARTHOS}.damage": 1}))


def test_a_units_special_icon_has_no_damage_of_its_own() -> None:
    hunt().when(draw("2", "6")).then_next("Beastman: what does the card do?")


def test_a_duel_quest_is_completed_when_the_unit_falls() -> None:
    spec = hunt().when(draw("3", "5")).and_then(STRIKE)
    spec.then(
        followed(
            DuelEnded(rounds=1, winner=CARTHOS, hero=CARTHOS, outcome="won"),
            QuestCompleted(hero=CARTHOS, quest="hunt", seat="uthuk", by_duel=True),
        ),
        table(attempt=None, quests_discard=["hunt"], **{f"heroes.{CARTHOS}.damage": 2}),
    )
    spec.then_no_prompt(RewardDrawn)


def test_a_duel_quest_fails_where_both_fall() -> None:
    spec = hunt().when(HeroDamaged(hero=CARTHOS, amount=2)).and_then(draw("3", "5")).and_then(STRIKE)
    spec.then(
        followed(
            HeroDefeated(hero=CARTHOS),
            DuelEnded(rounds=1, hero=CARTHOS, outcome="lost"),
            QuestFailed(hero=CARTHOS, quest="hunt", seat="uthuk"),
            QuestPhaseEnded(),
            OrdersCalled(),
        ),
        table(**{"seats.uthuk.quests": ["hunt"]}),
    )


def test_a_duel_quest_fails_after_four_rounds() -> None:
    spec = hunt(typed("units", "beastman", health=9), *BLANK)
    for _ in range(4):
        spec = spec.and_then(DuelCardsDrawn()).and_then(STRIKE)
    spec.then(table(duel=None, attempt=None, **{"seats.uthuk.quests": ["hunt"]}))


def test_a_unit_whose_health_nobody_knows_is_defeated_by_hand() -> None:
    unknown = hunt(typed("units", "beastman", shape="triangle", health=None))
    unknown.when(draw("3", "5")).and_then(DuelUnitDefeated()).then(table(duel=None, quests_discard=["hunt"]))


def test_a_quest_that_was_tested_asks_for_no_duel() -> None:
    spec = summer(NextQuestDrawn(seat="elf", quest="ruins")).when(HeroMoved(hero=ELF))
    revealed = spec.and_then(QuestRevealed(seat="elf", hero=ELF, quest="ruins"))
    tested = revealed.and_then(AttributeTested(hero=ELF, attribute="agility", cards=("1", "2")))
    tested.and_then(QuestDuelStarted(hero=ELF, unit="beastman")).then(refused("no-duel-quest", bendable=False))


def test_a_quest_is_a_test_or_a_duel_as_its_card_says() -> None:
    strong = typed("quests", "ruins", en="The Ruins", attribute="strength")
    spec = summer(strong, NextQuestDrawn(seat="elf", quest="ruins")).when(HeroMoved(hero=ELF))
    revealed = spec.and_then(QuestRevealed(seat="elf", hero=ELF, quest="ruins"))
    fought = revealed.and_then(QuestDuelStarted(hero=ELF, unit="beastman"))
    fought.then(refused("other-attribute", bendable=True, says="Strength"))


def test_another_unit_than_that_of_the_quest_is_not_fought() -> None:
    moved = summer(*CARDS, HEALTHY, *HUNT).when(HeroActionSkipped(hero=ELF)).and_then(HeroMoved(hero=CARTHOS))
    revealed = moved.and_then(QuestRevealed(seat="uthuk", hero=CARTHOS, quest="hunt"))
    revealed.and_then(AttributeTested(hero=CARTHOS, attribute="wisdom", value=1)).then(refused("other-attribute"))
    revealed.and_then(QuestDuelStarted(hero=CARTHOS, unit="dragon")).then(
        refused("other-attribute", bendable=True, says="a duel with")
    )


def test_no_unit_falls_in_a_duel_of_heroes() -> None:
    duel().when(DuelUnitDefeated()).then(refused("no-duel-quest", bendable=False))


# --- damage outside duels ------------------------------------------------------------------------


def test_damage_goes_up_to_health_and_down_to_none() -> None:
    spec = summer().when(HeroDamaged(hero=ELF, amount=2)).then(table(**{f"heroes.{ELF}.damage": 2}))
    less = spec.and_then(HeroDamageRemoved(hero=ELF, amount=9)).then(HeroDamageRemoved(hero=ELF, amount=2))
    less.and_then(HeroDamageRemoved(hero=ELF)).then(refused("hero-unhurt", bendable=False))


def test_who_has_no_health_left_takes_no_more() -> None:
    doomed = with_state(summer(), **{f"heroes.{ELF}.damage": 3})
    doomed.when(HeroDamaged(hero=ELF)).then(refused("no-health-left", bendable=False))


def test_the_phase_ends_when_the_last_hero_to_act_falls() -> None:
    last = met(HEALTHY).when(HeroDamaged(hero=CARTHOS, amount=4))
    last.then(followed(HeroDefeated(hero=CARTHOS), QuestPhaseEnded(), OrdersCalled()))


def test_a_hero_with_health_left_is_not_defeated() -> None:
    summer().when(HeroDefeated(hero=ELF)).then(refused("hero-still-stands", bendable=True, says="3 points"))


def test_a_hero_is_routed_and_stands_up() -> None:
    spec = summer().when(HeroRouted(hero=ELF))
    spec.and_then(HeroRouted(hero=ELF)).then(refused("hero-already-routed", bendable=False))
    stood = spec.and_then(HeroStood(hero=ELF)).then(table(**{f"heroes.{ELF}.routed": False}))
    stood.and_then(HeroStood(hero=ELF)).then(refused("hero-not-routed", bendable=False))


def test_the_trait_of_a_reward_that_is_not_typed_in_stays_open() -> None:
    cloak = (typed("rewards", "cloak", en="Cloak"), RewardDrawn(seat="uthuk", hero=CARTHOS, reward="cloak"))
    used = duel(*cloak).when(draw("5", "3")).and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="cloak"))
    used.then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="cloak", trait=None))
