"""The quest phase of summer (任务环节): X80, X82 to X84, C-26, C-27."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import Adjusted, AreasTracked
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroFinished, HeroHealed, HeroMoved, HeroTrained
from domain.games.runewars.heroes.company import HeroDealt, attribute_value, points_due
from domain.games.runewars.heroes.damage import HeroDamaged, HeroRouted
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.heroes.quests import NextQuestDrawn
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.state.kinds import Attribute
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import OrdersCalled, SeasonTextResolved
from tests.domain.games.runewars.heroes.summer import CARTHOS, DEALT, ELF, HEROES, TO_SUMMER, summer, with_state
from tests.domain.games.runewars.moments import CARD_DONE, SPRING, THREE, Events, ordered, over

SECOND = HeroDealt(seat="uthuk", hero="Bruin", area="2A")
ELF_LAND = AreaTaken(seat="elf", area="1A")
IDLE = QuestPhaseEnded()


def turns(order: str) -> Events:
    return (*ordered(elf=order, uthuk="strategize", human="recruit"), *over("uthuk", "elf", "human", elf=order))


def test_the_lowest_order_of_last_season_begins_and_each_hero_does_one_thing() -> None:
    spec = summer(SECOND, ELF_LAND, HeroDamaged(hero=ELF, amount=2))
    spec.when(HeroTrained(hero="Bruin", points={"agility": 2})).then(refused("not-yet", bendable=True, says="Latari"))
    healed = spec.when(HeroHealed(hero=ELF)).then(table(**{f"heroes.{ELF}.damage": 0}))
    healed.then(says("Silhouette healed 2 damage"))
    trained = healed.and_then(HeroTrained(hero="Bruin", points={"agility": 2}))
    trained.then(table(**{"heroes.Bruin.training.agility": 2, "step": "secondary"}))


def test_players_without_heroes_are_passed_over_and_the_phase_ends_by_itself() -> None:
    spec = summer(SECOND).when(HeroActionSkipped(hero=ELF)).and_then(HeroActionSkipped(hero="Bruin"))
    spec.and_then(HeroActionSkipped(hero=CARTHOS)).then(followed(IDLE, OrdersCalled()), table(step="orders"))


def test_a_hero_moves_into_an_enemy_area_without_a_battle() -> None:
    enemy = AreaTaken(seat="human", area="5B")
    spec = summer(enemy, SECOND).when(HeroActionSkipped(hero=ELF)).and_then(HeroMoved(hero=CARTHOS, to="5B"))
    spec.then(table(**{f"heroes.{CARTHOS}.area": "5B", "land.5B.controller": "human", "land.5B.contested": False}))


def test_a_hero_who_moves_and_can_do_nothing_more_is_done() -> None:
    spec = summer().when(HeroMoved(hero=ELF, to="2B"))
    spec.then(table(**{f"heroes.{ELF}.area": "2B", "questing": ""}), says("Silhouette moved to 2B"))


@pytest.mark.parametrize("to", [None, "1A"])
def test_a_hero_who_goes_nowhere_stays(to: str | None) -> None:
    here = summer().play.campaign.table.heroes[ELF].area  # type: ignore[attr-defined]
    moved = HeroMoved(hero=ELF, to=here if to else None)
    summer().when(moved).then(says(f"Silhouette stayed in {here}"))


def test_a_hero_who_stays_where_no_map_is_tracked_is_told_as_that() -> None:
    spec = summer(Adjusted(path=f"heroes.{ELF}.area", after="", reason="no map"))
    spec.when(HeroMoved(hero=ELF)).then(says("Silhouette stayed in the same place"))


def test_an_attribute_that_is_trained_by_0_is_left_out() -> None:
    trained = summer().when(HeroTrained(hero=ELF, points={"agility": 2, "wisdom": 0}))
    assert str(trained.outcome.events[0].describe(trained.play.campaign.table)) == "Silhouette trained Agility 2"


def test_a_hero_who_may_duel_is_done_when_it_is_said() -> None:
    spec = summer().when(HeroMoved(hero=ELF, to="2A")).then(table(questing=ELF))
    spec.then_next(HeroFinished(hero=ELF))
    spec.and_then(HeroFinished(hero=ELF)).then(table(questing=""))
    spec.and_then(HeroFinished(hero=ELF)).then(refused("not-at-work", bendable=False))


def test_nobody_else_acts_while_a_hero_is_at_work() -> None:
    spec = summer().when(HeroMoved(hero=ELF, to="2A"))
    spec.and_then(HeroActionSkipped(hero=CARTHOS)).then(refused("hero-at-work", bendable=True, says="Silhouette"))


@pytest.mark.parametrize(
    "again",
    [HeroMoved(hero=ELF), HeroTrained(hero=ELF, points={"wisdom": 2}), HeroActionSkipped(hero=ELF)],
    ids=["X80 move", "X80 train", "X80 nothing"],
)
def test_x80_a_hero_acts_once(again: HeroMoved) -> None:
    acted = summer(HeroDealt(seat="elf", hero="Astarra")).when(HeroActionSkipped(hero=ELF))
    acted.and_then(again).then(refused("hero-has-acted", bendable=True))


def test_heroes_act_in_the_second_part_of_a_season_alone() -> None:
    given(HEROES, *THREE, *DEALT, *SPRING).when(HeroMoved(hero=ELF, to="2A")).then(refused("wrong-step"))


def test_heroes_act_in_summer_alone() -> None:
    autumn = given(HEROES, *THREE, *DEALT, *TO_SUMMER, IDLE, *turns("mobilize"), *CARD_DONE)
    autumn.when(HeroMoved(hero=ELF, to="2A")).then(refused("not-quest-phase", bendable=True))
    autumn.when(IDLE).then(refused("not-quest-phase", bendable=True))


def test_orders_are_not_called_before_every_hero_has_acted() -> None:
    summer().when(OrdersCalled()).then(refused("heroes-left", bendable=True, says="Silhouette"))


def test_nor_while_a_hero_may_still_duel_or_attempt_a_quest() -> None:
    moved = summer(NextQuestDrawn(seat="uthuk")).when(HeroActionSkipped(hero=ELF))
    there = moved.and_then(HeroMoved(hero=CARTHOS, to="2A")).then(table(questing=CARTHOS))
    there.and_then(OrdersCalled()).then(refused("heroes-left", bendable=True, says="Mad Carthos"))
    there.and_then(OrdersCalled(), bend="a card").then(table(questing="", step="orders"))


def test_one_tap_says_that_the_rest_does_nothing() -> None:
    summer().when(IDLE).then(IDLE.copy_with(idle=(ELF, CARTHOS)), OrdersCalled(), table(step="orders"))


def test_a_summer_without_heroes_has_no_quest_phase() -> None:
    given(HEROES, *THREE, *TO_SUMMER).then(table(step="orders"))


def test_a_table_that_tracks_no_heroes_has_no_quest_phase() -> None:
    untracked = AreasTracked(tracks=("calendar", "runes"))
    given(HEROES, *THREE, *DEALT, untracked, *TO_SUMMER).then(table(step="orders"))


def test_what_heroes_did_last_summer_is_over_when_a_season_card_is_done() -> None:
    acted = Adjusted(path=f"heroes.{ELF}.acted", after="skipped", reason="last summer")
    before = given(HEROES, *THREE, *DEALT, acted, *TO_SUMMER[:-1])
    before.when(SeasonTextResolved()).then(table(**{f"heroes.{ELF}.acted": ""}))


def test_spring_stands_heroes_up() -> None:
    given(HEROES, *THREE, *DEALT, HeroRouted(hero=ELF), *SPRING).then(table(**{f"heroes.{ELF}.routed": False}))


def test_x82_healing_needs_a_friendly_area() -> None:
    spec = summer(AreaTaken(seat="human", area="1A"), HeroDamaged(hero=ELF))
    spec.when(HeroHealed(hero=ELF)).then(refused("not-friendly", bendable=True, says="1A"))


@pytest.mark.parametrize(
    "points",
    [{"agility": 1}, {"agility": 2, "wisdom": 1}, {}],
    ids=["X83 one point", "X83 three points", "X83 none"],
)
def test_x83_training_is_two_points(points: dict[Attribute, int]) -> None:
    summer().when(HeroTrained(hero=ELF, points=points)).then(refused("training-points", bendable=True))


def test_x83_no_attribute_goes_above_two() -> None:
    trained = HeroTrained(hero=ELF, points={"agility": 2})
    again = summer().when(trained).and_then(trained, bend="a card says so")
    again.then(refused("attribute-full", bendable=False))


@pytest.mark.parametrize(
    ("training", "due"),
    [
        ({}, 2),
        ({"agility": 2}, 2),
        ({"agility": 2, "wisdom": 2, "strength": 1}, 1),
        (dict.fromkeys(("agility", "wisdom", "strength"), 2), 0),
    ],
)
def test_c27_training_gives_two_points_or_what_is_left(training: dict[str, int], due: int) -> None:
    assert points_due(Hero.model_validate({"training": training})) == due


def test_c27_who_has_all_training_trains_no_more() -> None:
    full = {"strength": 2, "agility": 2, "wisdom": 2}
    spec = with_state(summer(), **{f"heroes.{ELF}.training": full})
    spec.when(HeroTrained(hero=ELF, points={})).then(refused("fully-trained", bendable=False))


@pytest.mark.parametrize(
    "last",
    [HeroHealed(hero=CARTHOS), HeroTrained(hero=CARTHOS, points={"wisdom": 2}), HeroMoved(hero=CARTHOS, to="9A")],
    ids=["healed", "trained", "moved"],
)
def test_whatever_the_last_hero_does_ends_the_phase(last: Event[Any]) -> None:
    spec = summer(AreaTaken(seat="uthuk", area="2A")).when(HeroActionSkipped(hero=ELF))
    spec.and_then(last).then(followed(IDLE, OrdersCalled()))


def test_x84_a_routed_hero_neither_moves_nor_stays_to_duel() -> None:
    spec = summer().when(HeroRouted(hero=ELF))
    spec.and_then(HeroMoved(hero=ELF, to="2A")).then(refused("hero-routed", bendable=True))
    spec.and_then(HeroMoved(hero=ELF)).then(refused("hero-routed", bendable=True))


def test_a_routed_hero_may_train() -> None:
    spec = summer().when(HeroRouted(hero=ELF)).then_next(HeroTrained)
    trained = spec.and_then(HeroTrained(hero=ELF, points={"wisdom": 2}))
    trained.then(table(**{f"heroes.{ELF}.training.wisdom": 2}))


def test_c26_an_attribute_is_what_is_printed_and_training() -> None:
    spec = summer().when(HeroTrained(hero=ELF, points={"agility": 1, "wisdom": 1}))
    after = spec.play.campaign.table
    assert isinstance(after, Runewars)
    assert (attribute_value(after, ELF, "agility"), attribute_value(after, ELF, "wisdom")) == (3, None)


def test_the_large_button_heals_who_is_hurt_at_home_and_else_moves() -> None:
    summer(ELF_LAND, HeroDamaged(hero=ELF)).then_next(HeroHealed(hero=ELF))
    summer().then_next(HeroMoved(hero=ELF))
