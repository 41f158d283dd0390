"""Exploration tokens (探险标记; 6.9): X96, X97, G-20, G-22, G-23, G-34, G-35, G-50."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroFinished, HeroMoved, HeroRetreated
from domain.games.runewars.heroes.company import HeroDeserted
from domain.games.runewars.heroes.damage import HeroDamaged
from domain.games.runewars.heroes.exploring import (
    ExplorationTokenRevealed,
    LocationDestroyed,
    MerchantAnswered,
    RaidersAnswered,
    ScrollRead,
    TrainingFound,
)
from domain.games.runewars.heroes.quest_phase import KellosCardDrawn, KellosVisited, QuestPhaseEnded, TempleVisited
from domain.games.runewars.heroes.quests import NextQuestDrawn, QuestRevealed
from domain.games.runewars.heroes.rewards import RewardDrawn
from domain.games.runewars.march.marches import UnitsStrategized
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.state.table import NEUTRAL, Area, Rune, Stack
from domain.games.runewars.year.orders import OrdersRevealed, TurnEnded
from domain.games.runewars.year.seasons import OrdersCalled
from tests.domain.games.runewars.heroes.summer import CARTHOS, DEALT, ELF, HEROES, summer, with_state
from tests.domain.games.runewars.moments import SPRING, THREE, ordered

ARMOR = RewardDrawn(seat="elf", hero=ELF, reward="rune-armor")
NEUTRALS = {"beastman": Stack(owner=NEUTRAL, standing=2)}


def land(**parts: object) -> dict[str, object]:
    """One area, 5A, with a token face down unless it is said otherwise."""
    return {"land": {"5A": Area.model_validate({"exploration": {"back": 2}, **parts})}}


def arrived(*before: Event[Any], **parts: object) -> Spec:
    """Silhouette's move ended in that area."""
    return with_state(summer(*before), **land(**parts)).when(HeroMoved(hero=ELF, to="5A"))


def found(kind: str, **more: object) -> ExplorationTokenRevealed:
    return ExplorationTokenRevealed.model_validate({"seat": "elf", "hero": ELF, "kind": kind, **more})


def on_token(kind: str) -> Spec:
    """A place lies face up there."""
    return with_state(summer(), **land(exploration={"kind": kind}))


def test_the_token_is_what_comes_next_after_a_move() -> None:
    arrived().then_next("Silhouette: turn over the exploration token")


@pytest.mark.parametrize("kind", ["dragon-throne", "village", "magic-portal", "dungeon", "temple", "hall-of-kellos"])
def test_a_place_stays_face_up(kind: str) -> None:
    spec = arrived().and_then(found(kind, resource="ore" if kind == "village" else None))
    spec.then(table(**{"land.5A.exploration.kind": kind}))


@pytest.mark.parametrize("kind", ["traveling-merchant", "raiding-party", "scroll-of-sight", "training"])
def test_an_event_is_discarded(kind: str) -> None:
    arrived().and_then(found(kind)).then(table(**{"land.5A.exploration": None}))


def test_x96_no_token_is_turned_over_after_a_retreat() -> None:
    retreated = with_state(summer(), **land()).when(HeroRetreated(hero=ELF, to="5A"))
    retreated.and_then(found("temple")).then(refused("after-a-move", bendable=True))


@pytest.mark.parametrize(
    "answer",
    [
        MerchantAnswered(seat="elf", hero=ELF, buys=True),
        ScrollRead(seat="elf", hero=ELF, area="9A"),
        TrainingFound(seat="elf", hero=ELF, attribute="wisdom"),
        RaidersAnswered(seat="elf", hero=ELF),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_what_no_token_asked_is_not_answered(answer: Event[Any]) -> None:
    arrived().and_then(answer).then(refused("nothing-asked", bendable=True))


def test_a_village_yields_something() -> None:
    arrived().and_then(found("village")).then(refused("what-it-yields", bendable=False))


def test_who_ends_a_move_on_a_token_turns_it_over() -> None:
    arrived().and_then(HeroFinished(hero=ELF)).then(refused("token-open", bendable=True, says="Silhouette"))


def test_raiders_take_what_a_hero_carries() -> None:
    spec = arrived(ARMOR, stacks=NEUTRALS).and_then(found("raiding-party"))
    spec.and_then(RaidersAnswered(seat="elf", hero=ELF, reward="boots")).then(refused("other-rewards", bendable=True))


def test_a_token_is_turned_over_once() -> None:
    spec = arrived().and_then(found("temple"))
    spec.and_then(found("temple")).then(refused("no-token", bendable=True))


def test_a_dungeon_holds_who_found_it() -> None:
    arrived().and_then(found("dungeon")).then(table(**{f"heroes.{ELF}.stopped": True}))


def test_a_dungeon_holds_who_enters_it() -> None:
    on_token("dungeon").when(HeroMoved(hero=ELF, to="5A")).then(table(**{f"heroes.{ELF}.stopped": True}))


# --- temple and hall -----------------------------------------------------------------------------


def test_a_temple_pays_who_ends_there() -> None:
    temple = TempleVisited(seat="elf", hero=ELF)
    spec = arrived().and_then(found("temple")).then(table(**{"seats.elf.influence": 3}))
    spec.and_then(HeroFinished(hero=ELF)).then(followed(temple), table(**{"seats.elf.influence": 5}))


def test_g50_an_idle_hero_there_counts_too() -> None:
    there = with_state(on_token("temple"), **{f"heroes.{ELF}.area": "5A"})
    there.when(HeroActionSkipped(hero=ELF)).then(followed(TempleVisited(seat="elf", hero=ELF)))


def test_g50_it_counts_for_who_does_nothing_with_the_rest() -> None:
    there = with_state(on_token("temple"), **{f"heroes.{ELF}.area": "5A"})
    there.when(QuestPhaseEnded()).then(followed(TempleVisited(seat="elf", hero=ELF), OrdersCalled()))


def test_g50_by_a_ruling_places_pay_at_the_end_of_the_phase() -> None:
    ruled = with_state(summer(RulingMade(ruling="phase-not-action")), **land(exploration={"kind": "temple"}))
    moved = ruled.when(HeroMoved(hero=ELF, to="5A")).then(followed())
    moved.and_then(HeroActionSkipped(hero=CARTHOS)).then(
        followed(QuestPhaseEnded(), TempleVisited(seat="elf", hero=ELF), OrdersCalled())
    )


def test_the_hall_of_kellos_brings_a_tactics_card() -> None:
    spec = on_token("hall-of-kellos").when(HeroMoved(hero=ELF, to="5A"))
    spec.then(followed(KellosVisited(seat="elf", hero=ELF)))
    spec.and_then(KellosCardDrawn(seat="elf", card="mountain-pass")).then(
        table(**{"seats.elf.fresh": ["mountain-pass"], "agenda.due": {}})
    )


def test_where_cards_are_not_tracked_the_hall_brings_nothing() -> None:
    untracked = AreasTracked(tracks=("calendar", "heroes", "exploration"))
    hall = with_state(summer(untracked), **land(exploration={"kind": "hall-of-kellos"}))
    last = with_state(hall.when(HeroActionSkipped(hero=ELF)), **{f"heroes.{CARTHOS}.area": "5A"})
    last.and_then(HeroActionSkipped(hero=CARTHOS)).then(followed(QuestPhaseEnded(), OrdersCalled()))


def test_the_phase_waits_for_the_card() -> None:
    hall = with_state(on_token("hall-of-kellos")).when(HeroActionSkipped(hero=ELF))
    last = hall.and_then(HeroMoved(hero=CARTHOS, to="5A")).then(table(step="secondary"))
    last.and_then(KellosCardDrawn(seat="uthuk")).then(followed(QuestPhaseEnded(), OrdersCalled()))


# --- events --------------------------------------------------------------------------------------


def test_the_merchant_sells_a_reward_for_three() -> None:
    spec = arrived().and_then(found("traveling-merchant"))
    bought = spec.and_then(MerchantAnswered(seat="elf", hero=ELF, buys=True))
    bought.then(table(**{"seats.elf.influence": 0}))
    bought.and_then(RewardDrawn(seat="elf", hero=ELF)).then(table(**{f"heroes.{ELF}.rewards": [""], "agenda.due": {}}))


def test_the_merchant_goes_on() -> None:
    spec = arrived().and_then(found("traveling-merchant"))
    spec.and_then(HeroFinished(hero=ELF)).then(refused("still-due", says="reward for 3 influence"))
    gone = spec.and_then(MerchantAnswered(seat="elf", hero=ELF))
    gone.then(table(**{"seats.elf.influence": 3, "agenda.due": {}}))


def test_nothing_goes_on_before_the_merchant_is_answered() -> None:
    spec = arrived(NextQuestDrawn(seat="elf", quest="ruins")).and_then(found("traveling-merchant"))
    for event in (QuestPhaseEnded(), QuestRevealed(seat="elf", hero=ELF, quest="ruins")):
        spec.and_then(event).then(refused("still-due", bendable=True))


def test_an_answer_that_comes_late_ends_the_phase() -> None:
    met = with_state(summer(), **land()).when(HeroActionSkipped(hero=ELF)).and_then(HeroMoved(hero=CARTHOS, to="5A"))
    asked = met.and_then(ExplorationTokenRevealed(seat="uthuk", hero=CARTHOS, kind="traveling-merchant"))
    later = asked.and_then(HeroFinished(hero=CARTHOS), bend="answered later").then(followed())
    later.and_then(MerchantAnswered(seat="uthuk", hero=CARTHOS)).then(followed(QuestPhaseEnded(), OrdersCalled()))


def test_the_merchant_gives_no_credit() -> None:
    poor = with_state(arrived().and_then(found("traveling-merchant")), **{"seats.elf.influence": 2})
    poor.and_then(MerchantAnswered(seat="elf", hero=ELF, buys=True)).then(refused("not-enough-influence"))


def test_raiders_hurt_once_where_nobody_else_is() -> None:
    spec = arrived(ARMOR).and_then(found("raiding-party"))
    spec.then(followed(HeroDamaged(hero=ELF, amount=1, source="raiding-party")), table(**{"agenda.due": {}}))


def test_raiders_among_strangers_hurt_twice_who_has_nothing() -> None:
    spec = arrived(stacks=NEUTRALS).and_then(found("raiding-party"))
    spec.then(followed(HeroDamaged(hero=ELF, amount=2, source="raiding-party")))


def test_raiders_among_strangers_take_a_reward_or_hurt_again() -> None:
    spec = arrived(ARMOR, stacks=NEUTRALS).and_then(found("raiding-party"))
    spec.then(table(**{f"heroes.{ELF}.damage": 1}))
    spec.and_then(RaidersAnswered(seat="elf", hero=ELF, reward="rune-armor")).then(
        followed(), table(reward_discard=["rune-armor"], **{f"heroes.{ELF}.rewards": [], "agenda.due": {}})
    )


def test_raiders_hurt_who_keeps_the_rewards() -> None:
    spec = arrived(ARMOR, stacks=NEUTRALS).and_then(found("raiding-party"))
    spec.and_then(RaidersAnswered(seat="elf", hero=ELF)).then(
        followed(HeroDamaged(hero=ELF, amount=1, source="raiding-party"))
    )


def test_what_raiders_ask_of_a_hero_falls_with_them() -> None:
    hurt = HeroDamaged(hero=ELF, amount=2)
    spec = arrived(ARMOR, hurt, stacks=NEUTRALS).and_then(found("raiding-party"))
    spec.then(table(questing="", **{f"heroes.{ELF}.defeated": True, "agenda.due": {}, "land.5A.fallen": [ELF]}))


def test_what_a_token_asks_of_a_hero_is_asked_no_more_of_who_deserted() -> None:
    spec = arrived().and_then(found("traveling-merchant")).and_then(HeroDeserted(hero=ELF, source="a card"))
    spec.then(table(**{"agenda.due": {}, "questing": ""}))


def test_the_scroll_shows_a_rune() -> None:
    spec = with_state(arrived(), **{"land.5A.rune": Rune(kind="real", known=["human"])}).and_then(
        found("scroll-of-sight")
    )
    read = spec.and_then(ScrollRead(seat="elf", hero=ELF, area="5A"))
    read.then(table(**{"land.5A.rune.known": ["human", "elf"], "agenda.due": {}}))


def test_training_adds_one() -> None:
    spec = arrived().and_then(found("training")).and_then(TrainingFound(seat="elf", hero=ELF, attribute="wisdom"))
    spec.then(table(**{f"heroes.{ELF}.training.wisdom": 1, "agenda.due": {}}))


def test_g35_training_adds_nothing_above_two() -> None:
    full = {"strength": 0, "agility": 2, "wisdom": 0}
    spec = with_state(arrived(), **{f"heroes.{ELF}.training": full}).and_then(found("training"))
    spec.and_then(TrainingFound(seat="elf", hero=ELF, attribute="agility")).then(refused("attribute-full"))


def test_g35_who_has_all_training_finds_none() -> None:
    full = {"strength": 2, "agility": 2, "wisdom": 2}
    spec = with_state(arrived(), **{f"heroes.{ELF}.training": full}).and_then(found("training"))
    spec.then(table(**{"agenda.due": {}}))


def test_g35_the_last_training_that_is_left_is_found() -> None:
    nearly = {"strength": 2, "agility": 2, "wisdom": 1}
    spec = with_state(arrived(), **{f"heroes.{ELF}.training": nearly}).and_then(found("training"))
    spec.and_then(TrainingFound(seat="elf", hero=ELF, attribute="wisdom")).then(
        table(**{f"heroes.{ELF}.training.wisdom": 2})
    )


# --- places that come down -----------------------------------------------------------------------


def in_turn(units: int, kind: str = "village", *before: Event[Any], **parts: object) -> Spec:
    """The elves' turn, with so many of their archers beside a place."""
    orders = ordered(elf="strategize", uthuk="harvest", human="recruit")
    here = land(
        exploration={"kind": kind},
        controller="elf",
        stacks={"elf-archer": Stack(owner="elf", standing=units - 1, routed=1)},
        **parts,
    )
    return with_state(given(HEROES, *THREE, *DEALT, *before, *SPRING, *orders), **here)


DESTROYED = LocationDestroyed(seat="elf", area="5A")


def test_g34_six_units_in_any_state_destroy_a_place() -> None:
    in_turn(6).then_next(DESTROYED).when(DESTROYED).then(table(**{"land.5A.exploration": None}))


def test_x97_five_units_do_not() -> None:
    in_turn(5).when(DESTROYED).then(refused("too-few-units", bendable=True, says="5 are there"))


def test_it_is_destroyed_in_an_area_of_ones_own() -> None:
    other = with_state(in_turn(6), **{"land.5A.controller": "human"}).when(DESTROYED)
    other.then(refused("not-controlled", bendable=True))


def test_it_is_destroyed_in_ones_own_turn() -> None:
    other = in_turn(6).when(LocationDestroyed(seat="uthuk", area="5A"))
    other.then(refused("not-your-turn", bendable=True))


@pytest.mark.parametrize("kind", ["dungeon", "temple", "hall-of-kellos"])
def test_a_location_cannot_be_destroyed(kind: str) -> None:
    in_turn(6, kind).when(DESTROYED).then(refused("nothing-to-destroy", bendable=True))


def test_g23_by_a_ruling_it_may_stay() -> None:
    may = in_turn(6, "village", RulingMade(ruling="locations-may-stay"))
    may.then_prompts(DESTROYED)
    assert not [prompt for prompt in may.play.campaign.prompts(PUBLIC) if prompt.required]


def at_orders(units: int, *before: Event[Any], seat: str = "elf", kind: str = "village") -> Spec:
    """All have chosen their orders; a seat has so many units beside a place, and as many beside that area."""
    orders = ordered(elf="strategize", uthuk="harvest", human="recruit")[:-1]
    unit = "elf-archer" if seat == "elf" else "berserker"
    here = Area.model_validate({"q": 0, "r": 0, "exploration": {"kind": kind}, "controller": seat})
    here.stacks = {unit: Stack(owner=seat, standing=units)}
    beside = Area(q=1, r=0, controller=seat, stacks={unit: Stack(owner=seat, standing=2)})
    spec = given(GAME, *THREE, *before, *SPRING, *orders)
    return with_state(spec, land={"5A": here, "5B": beside})


def test_l1266_six_units_destroy_a_place_as_their_turn_begins() -> None:
    begun = at_orders(6).when(OrdersRevealed())
    begun.then(followed(DESTROYED.copy_with(kind="village")), table(**{"land.5A.exploration": None}))


def test_l1266_in_the_turn_of_another_it_stands() -> None:
    others = at_orders(6, seat="uthuk").when(OrdersRevealed()).then(table(**{"land.5A.exploration.kind": "village"}))
    theirs = others.and_then(TurnEnded(seat="elf"))
    theirs.then(followed(LocationDestroyed(seat="uthuk", area="5A", kind="village")))


def test_l1270_it_comes_down_as_soon_as_six_are_there() -> None:
    five = at_orders(5).when(OrdersRevealed()).then(table(**{"land.5A.exploration.kind": "village"}))
    sixth = five.and_then(UnitsStrategized(seat="elf", area="5A", stacks={"5B/elf-archer": 1}))
    sixth.then(followed(DESTROYED.copy_with(kind="village")))


def test_g23_by_a_ruling_no_place_comes_down_by_itself() -> None:
    begun = at_orders(6, RulingMade(ruling="locations-may-stay")).when(OrdersRevealed())
    begun.then(table(**{"land.5A.exploration.kind": "village"}))


def test_a_location_stands_whoever_is_there() -> None:
    at_orders(6, kind="temple").when(OrdersRevealed()).then(table(**{"land.5A.exploration.kind": "temple"}))
