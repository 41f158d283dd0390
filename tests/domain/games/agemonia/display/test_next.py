"""The next thing to do at an Agemonia table, and what the end of a moment would leave undone."""

from companion.testing import Spec, followed, given, refused, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.agemonia import GAME
from domain.games.agemonia.base import has_rounds
from domain.games.agemonia.campaign.city import (
    CityEventResolved,
    CityEventRevealed,
    CityStepEnded,
    RoomRented,
)
from domain.games.agemonia.campaign.items import ItemGained, ItemSelectionForScenarioMade, StarsGained
from domain.games.agemonia.campaign.journals import CampaignBookLevelRead, HeroBookLevelRead
from domain.games.agemonia.campaign.journey import (
    JourneyStageCompleted,
    JourneyStepEnded,
    ScenarioIntroductionRead,
    cards_to_gain,
)
from domain.games.agemonia.campaign.party import CampaignSetUp, TutorialScenarioCompleted, VitalityDiskReplaced
from domain.games.agemonia.campaign.vitality import DamageSuffered
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import EnemyDamaged
from domain.games.agemonia.console.preparing import ScenarioDecksPrepared, actions_to_select
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundEnded, RoundStarted
from domain.games.agemonia.console.scenario import (
    AchievementCompleted,
    ScenarioCompleted,
    ScenarioLootTaken,
    ScenarioOutcomeRecorded,
    ScenarioStarted,
    TutorialSetUp,
)
from domain.games.agemonia.console.spawning import EnemyCardRevealed
from domain.games.agemonia.console.turns import ActionCounted, HeroActionPerformed, RethinkPerformed, TurnEnded
from tests.domain.games.agemonia.console.fights import (
    BOARDS,
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    turns,
)  # fmt: skip
from tests.domain.games.agemonia.moments import CITY, DISKS, PARTY, PLAYING, RULED, TUTORIALS, WATCH, typed_in

READ = (CampaignBookLevelRead(level=1), *(HeroBookLevelRead(hero=hero, level=1) for hero in (LUNARA, VENIA)))
HOME = (*CITY, *DISKS, *BOARDS, *READ)
"""A city step in which everything is read, and printed numbers are known."""
STRIKE = typed_in("actions", "strike", attacks=["melee"], dice=2, symbol="red")
READY = (*FIGHTING, STRIKE, *enemy(1), *turns(lunara="strike"))
"""Lunara is at turn, with an action that attacks; one enemy stands on the map."""


def test_disks_are_led_to_until_they_are_known_and_boards_are_offered() -> None:
    spec = given(GAME, *PARTY).then_prompts("Lunara: what strength does the board show?")
    spec = spec.then_next("Lunara: how many chips does the vitality disk show?")
    for known in (VitalityDiskReplaced(hero=LUNARA, chips=7), VitalityDiskReplaced(hero=VENIA, chips=6)):
        spec = spec.and_then(known)
    spec.then_next(TutorialSetUp(number=1))
    spec.then_prompts("Tutorial 1 was already played")


def test_a_tutorial_is_set_up_fought_round_by_round_and_ended() -> None:
    hurt = DamageSuffered(hero=LUNARA, amount=1)
    spec = given(GAME, *PARTY, *DISKS, *BOARDS, TutorialSetUp(number=1)).then_prompts(ScenarioDecksPrepared)
    spec = spec.and_then(ScenarioDecksPrepared()).then_next("Fight round 1: select actions")
    spec.then_no_prompt(TutorialSetUp)
    fought = spec.and_then(RoundStarted()).and_then(hurt).then(table(**{"scene.round": 1}))
    ended = fought.and_then(TutorialScenarioCompleted(number=1)).then(table(**{"tutorials.1": "S", "scene.round": 0}))
    assert ended.play.campaign.table.heroes[LUNARA].wounds == 0
    assert ended.play.campaign.table.running is None
    ended.then_next("Set up tutorial 2")
    ended.when(TutorialSetUp(number=1)).then(refused("tutorial-done", bendable=False))


def test_the_end_of_a_turn_comes_before_the_end_of_a_tutorial() -> None:
    """The result is not asked for while rounds are played."""
    fought = (*PARTY, *DISKS, *BOARDS, TutorialSetUp(number=1), *turns("ally red"))
    acted = given(GAME, *fought, HeroActionPerformed(hero=LUNARA, action="focus"))
    acted.then_next(TurnEnded(figure=LUNARA)).then_prompts("The end of tutorial 1")


def test_at_a_table_that_follows_no_fights_the_result_of_a_scenario_comes_next() -> None:
    log = CampaignSetUp(tracks=("steps", "scenarios"))
    given(GAME, *PLAYING, log).then_next(ScenarioOutcomeRecorded).then_no_prompt(RoundStarted)


def test_one_tutorial_is_set_up_at_a_time() -> None:
    spec = given(GAME, *PARTY, TutorialSetUp(number=1))
    spec.when(TutorialSetUp(number=2)).then(refused("already-running", bendable=False))


def test_a_tutorial_brings_what_somebody_typed_in_of_it() -> None:
    known = typed_in("scenarios", "tutorial-1", areas=[{"area": "Gate", "start": True}])
    spec = given(GAME, *PARTY, known, TutorialSetUp(number=1))
    assert list(spec.play.campaign.table.scene.areas) == ["Gate"]


def test_what_is_to_be_read_stands_on_one_card() -> None:
    spec = given(GAME, *CITY, *DISKS, *BOARDS)
    readings = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.card and prompt.undone]
    assert [prompt.event for prompt in readings] == [type(event) for event in READ]
    assert all(prompt.complete and prompt.ticked for prompt in readings)


def test_a_bed_is_offered_and_the_city_event_says_who_has_none() -> None:
    """A room may be rented; it need not be (租房间)."""
    spec = given(GAME, *HOME, StarsGained(hero=VENIA, amount=3)).then_prompts("Rent a room for Venia")
    spec.then_next("Done visiting: reveal the city event (2 without a bed)").then_skips(CityEventRevealed)
    spec = spec.and_then(RoomRented(hero=VENIA, location="inn", price=2))
    spec.then_next("Done visiting: reveal the city event (1 without a bed)")


def test_points_that_are_left_are_offered_and_do_not_hold_up_the_city_step() -> None:
    """Points may be spent; those that are not are lost (城市活动点数)."""
    spec = given(GAME, *HOME, CityEventRevealed(card="C1"), CityEventResolved())
    spec.then_prompts("Lunara: a city activity (2 points left)", "Venia: a city activity (2 points left)")
    spec.then_next(CityStepEnded).then_skips(CityStepEnded)


def test_a_tutorial_is_no_scenario_card_to_gain() -> None:
    cards = cards_to_gain(given(GAME, *CITY).play.campaign.table)  # type: ignore[arg-type]
    assert WATCH in cards
    assert not [card for card in cards if card.startswith("tutorial")]


def test_an_action_that_a_hero_took_before_is_a_key_of_its_own() -> None:
    fought = (*FIGHTING, *turns("ally red", lunara="Strike"), TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA))
    before, after = (given(GAME, *log).play.campaign.table for log in (FIGHTING, (*fought, RoundEnded())))
    assert "Strike" not in actions_to_select(before, LUNARA)  # type: ignore[arg-type]
    assert "Strike" in actions_to_select(after, LUNARA)  # type: ignore[arg-type]
    assert "Strike" not in actions_to_select(after, VENIA)[:3]  # type: ignore[arg-type]


def test_a_journey_whose_stages_nobody_typed_in_has_one_at_least() -> None:
    spec = given(GAME, *RULED, *DISKS, *BOARDS, ScenarioIntroductionRead()).then_next("Finish stage 1")
    spec.then_skips(JourneyStepEnded, "no stage of the journey is done")
    spec.and_then(JourneyStageCompleted(kind="story entry")).then_next(JourneyStepEnded)


def packing(hands: int) -> Spec:
    """Before a scenario, Lunara carries a lamp that takes so many hands, and a large shield."""
    goods = (typed_in("items", "lamp", hands=hands), typed_in("items", "shield", hands=2))
    carried = (ItemGained(hero=LUNARA, item="lamp"), ItemGained(hero=LUNARA, item="shield"))
    return given(
        GAME, *RULED, *DISKS, *BOARDS, *goods[: 1 + bool(hands)], *carried[: 1 + bool(hands)], JourneyStepEnded()
    )


def test_a_scenario_does_not_begin_next_while_hands_are_empty_that_could_hold_something() -> None:
    spec = packing(hands=1).then_next(ItemSelectionForScenarioMade(hero=LUNARA, active=("lamp",)))
    spec.and_then(ItemSelectionForScenarioMade(hero=LUNARA, active=("lamp",))).then_next(ScenarioStarted)


def test_who_has_nothing_to_hold_may_pack_and_need_not() -> None:
    packing(hands=0).then_next(ScenarioStarted).then_prompts("Lunara: choose items to bring")


# --- turns -----------------------------------------------------------------------------------


def test_a_turn_does_not_end_next_while_an_attack_is_open() -> None:
    spec = given(GAME, *READY).then_next("An attack with dice")
    spec.then_skips(TurnEnded, "Lunara has not attacked", "Lunara still has its action")
    attack = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), weapon_plus=0)
    for event in (attack, DiceRolled(faces=("one", "one")), AttackResolved()):
        spec = spec.and_then(event)
    spec.then_next(TurnEnded(figure=LUNARA))


def test_the_action_that_was_performed_may_show_an_attack_still_to_be_made() -> None:
    given(GAME, *READY, HeroActionPerformed(hero=LUNARA)).then_skips(TurnEnded, "Lunara has not attacked")


def test_a_hero_without_anybody_to_attack_has_its_action() -> None:
    spec = given(GAME, *FIGHTING, *turns()).then_next("Lunara: perform the action Focus")
    spec.and_then(RethinkPerformed(hero=LUNARA, choice="move 1")).then_next(TurnEnded(figure=LUNARA))


def test_where_nobody_is_in_reach_the_hero_goes_there_first() -> None:
    far = (*READY, *map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")), *at(lunara="A"))
    given(GAME, *far, *at(skitterer_1="C")).then_next("Lunara: move")
    given(GAME, *far, *at(skitterer_1="A")).then_next("An attack with dice")


def test_the_only_enemy_and_the_only_attack_are_chosen() -> None:
    prompts = given(GAME, *READY).play.campaign.prompts(PUBLIC)
    (attack,) = [prompt for prompt in prompts if prompt.event is AttackDeclared]
    assert attack.fields == {"figure": LUNARA, "attack": "melee", "targets": [ONE], "dice": 2}


def test_damage_that_is_tapped_was_the_action() -> None:
    """Its dice lie on the table alone."""
    spec = given(GAME, *READY).when(EnemyDamaged(figure=ONE, amount=2, by=LUNARA))
    spec.then(followed(ActionCounted(hero=LUNARA, attack="melee"))).then_next(TurnEnded(figure=LUNARA))


def test_damage_of_somebody_else_is_nobodys_action() -> None:
    spec = given(GAME, *READY).when(EnemyDamaged(figure=ONE, amount=1, by=VENIA)).then(followed())
    spec.then_next("An attack with dice")


# --- the end of a scenario -------------------------------------------------------------------


def test_the_end_of_a_scenario_is_one_card() -> None:
    spec = given(GAME, *PLAYING, *DISKS, *BOARDS)
    (end,) = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is ScenarioOutcomeRecorded]
    kinds = (ScenarioLootTaken, AchievementCompleted, ScenarioCompleted)
    assert [prompt.event for prompt in end.then if prompt.event in kinds] == [
        ScenarioLootTaken,
        AchievementCompleted,
        AchievementCompleted,
        ScenarioCompleted,
    ]
    assert [prompt.event for prompt in end.then if prompt.ticked] == [ScenarioCompleted]


def test_a_scenario_is_not_cleared_up_before_achievements_are_asked_for() -> None:
    spec = given(GAME, *PLAYING, *DISKS, *BOARDS, ScenarioOutcomeRecorded(code="S1"))
    spec.then_skips(ScenarioCompleted, "no achievement is recorded")
    done = AchievementCompleted(achievement="Swift", heroes=(LUNARA,))
    spec.and_then(done).then_skips(ScenarioCompleted).then_next(ScenarioCompleted)


# --- cards that are typed in on the way ------------------------------------------------------

ORDER = ("ally red", "enemy red", "ally green")
SELECTED = (
    RoundStarted(),
    HeroActionSelected(hero=LUNARA, action="focus", symbol="red"),
    HeroActionSelected(hero=VENIA, action="focus", symbol="green"),
)


def test_an_initiative_card_is_known_by_its_number_the_next_time() -> None:
    spec = given(GAME, *FIGHTING, *SELECTED).when(InitiativeCardRevealed(card="I7", order=ORDER))
    seen = spec.play.campaign.table.thing("initiative-cards", "I7")
    assert (seen["order"], seen["seen"]) == ([*ORDER], True)
    known = ContentAdded(kind="initiative-cards", id="I7", fields={"en": "I7", "zh": "I7", "order": [*ORDER]})
    again = given(GAME, *FIGHTING, known, *SELECTED).when(InitiativeCardRevealed(card="I7"))
    again.then(table(**{"scene.order": [LUNARA, VENIA]}))


def test_an_initiative_card_that_is_not_known_is_typed_in() -> None:
    spec = given(GAME, *FIGHTING, *SELECTED).when(InitiativeCardRevealed(card="I9"))
    spec.then(refused("no-deck", bendable=False))
    spec.when(InitiativeCardRevealed(card="I9", order=ORDER)).then(table(**{"scene.order": [LUNARA, VENIA]}))


def test_cards_that_were_only_seen_are_no_deck_to_draw_from() -> None:
    seen = ContentAdded(
        kind="initiative-cards", id="I7", fields={"en": "I7", "zh": "I7", "order": [*ORDER], "seen": True}
    )
    spec = given(GAME, *FIGHTING, seen, *SELECTED)
    (reveal,) = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is InitiativeCardRevealed]
    assert reveal.missing == ["card"]


def test_an_enemys_card_puts_its_models_on_the_map() -> None:
    card = EnemyCardRevealed(enemy=SKITTERER, symbol="red", base=5, damage=2, count=2)
    enemies = given(GAME, *FIGHTING, card).play.campaign.table.scene.enemies
    assert [figure.health for figure in enemies[SKITTERER].figures.values()] == [5, 5]


def test_a_table_that_played_rounds_begins_the_next_scenario_with_one() -> None:
    """A scenario that was only written down changes nothing for the next one."""
    written = (ScenarioOutcomeRecorded(code="S1"), ScenarioCompleted())
    spec = given(GAME, *PARTY, *DISKS, *BOARDS, TutorialSetUp(number=1), RoundStarted())
    for event in (*TUTORIALS, *PLAYING[len(PARTY) + len(TUTORIALS) :], *written):
        spec = spec.and_then(event)
    assert spec.play.campaign.table.no_rounds  # type: ignore[attr-defined]
    assert has_rounds(spec.play.campaign.table)  # type: ignore[arg-type]
