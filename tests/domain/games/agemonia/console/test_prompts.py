"""What comes next in a scenario, as the large button and those beside it say."""

import pytest

from companion.testing import given, given_bent, table
from domain.framework.game import PUBLIC, Viewer
from domain.framework.offers.prompt_list import is_for, next_prompt
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.journey import ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.party import CampaignSetUp
from domain.games.agemonia.campaign.vitality import DamageSuffered, InjuryCardDrawn
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import (
    ActiveCheckStarted,
    CheckResolved,
    GroupCheckContribution,
    GroupCheckResolved,
    GroupCheckStarted,
    RollPutAway,
)
from domain.games.agemonia.console.dice import DiceRolled, FateCardsTypedIn, InitiativeCardTypedIn
from domain.games.agemonia.console.enemies import EnemyDamaged, EnemyDefeated
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, EnemyAttackRedirected, EnemyTurnResolved
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import (
    HeroActionSelected,
    InitiativeCardRevealed,
    InitiativeDeckReshuffled,
    RoundEnded,
    RoundStarted,
)
from domain.games.agemonia.console.scenario import (
    ScenarioCompleted,
    ScenarioOutcomeRecorded,
    ScenarioStarted,
    TutorialSetUp,
)
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned, SetupEnemiesPlaced
from domain.games.agemonia.console.story import TrapCardResolved, TrapTokenPlaced, TrapTriggered
from domain.games.agemonia.console.timers import FateCardRevealed, TimerKept, TimerReset, TimerStarted, TimerStopped
from domain.games.agemonia.console.turns import RethinkPerformed, TurnEnded
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    RED_DIE,
    SKITTERER,
    VENIA,
    enemy,
    map_of,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, DISKS, LAID_OUT, PARTY, PLAYING, entry_of

UNDER_WAY = (*FIGHTING, *enemy(1), *turns("ally red", "enemy red", "ally green", lunara="Strike"))
LIFT = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength")


def test_a_scenario_goes_into_its_first_round() -> None:
    laid_out = given(GAME, *PLAYING, *LAID_OUT).then_must(RoundStarted)
    laid_out.then_prompts(EnemyCardRevealed, ScenarioOutcomeRecorded)


def test_a_table_that_played_without_rounds_is_not_asked_for_them() -> None:
    spec = given(GAME, *PLAYING, ScenarioOutcomeRecorded(code="S1"), ScenarioCompleted())
    assert spec.play.campaign.table.no_rounds  # type: ignore[attr-defined]


def test_everybody_selects_then_enemies_are_asked_for_then_the_card_is_revealed() -> None:
    focus = {"action": "focus", "symbol": "red"}
    spec = given(GAME, *FIGHTING, RoundStarted()).then_must("Lunara selects an action")
    spec = spec.and_then(HeroActionSelected(hero=LUNARA, **focus)).then_must("Venia selects an action")
    spec = spec.and_then(HeroActionSelected(hero=VENIA, **focus)).then_must(SetupEnemiesPlaced)
    spec.and_then(SetupEnemiesPlaced()).then_must(InitiativeCardRevealed)


def test_a_shuffle_mark_is_followed_before_the_next_card_is_revealed() -> None:
    card = InitiativeCardRevealed(card="7", order=("ally red", "ally green"), shuffle=True)
    rounds = (*FIGHTING, *turns()[:-1], card, TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA), RoundEnded())
    spec = given(GAME, *rounds).then_no_prompt(InitiativeDeckReshuffled)
    selected = [spec := spec.and_then(event) for event in turns()[1:-1]][-1]
    shuffled = selected.then_must(InitiativeDeckReshuffled).and_then(InitiativeDeckReshuffled())
    shuffled.then_must(InitiativeCardRevealed).then_no_prompt(InitiativeDeckReshuffled)


def test_all_that_an_initiative_card_prints_is_in_view() -> None:
    shown = InitiativeCardRevealed.layout.usual
    assert {"order", "actions", "bonus", "snake", "horn", "shuffle"} <= set(shown)


def test_a_seat_is_asked_for_its_own_hero_alone() -> None:
    spec = given(GAME, *FIGHTING, RoundStarted())
    spec.then_prompts("Venia selects an action", viewer=Viewer.on(VENIA))
    spec.then_no_prompt("Lunara selects an action", viewer=Viewer.on(VENIA))
    spec.then_prompts("Lunara selects an action", "Venia selects an action", viewer=Viewer.on(LUNARA, VENIA))


def test_whoever_is_at_turn_ends_it() -> None:
    spec = given(GAME, *UNDER_WAY).then_must(TurnEnded(figure=LUNARA)).then_prompts(AttackDeclared, RethinkPerformed)
    spec = spec.and_then(TurnEnded(figure=LUNARA)).then_must(EnemyTurnResolved(figure=ONE))
    spec = spec.and_then(EnemyTurnResolved(figure=ONE)).then_must(TurnEnded(figure=VENIA))
    spec.and_then(TurnEnded(figure=VENIA)).then_must(FateCardRevealed).then_prompts(RoundEnded)


def test_a_roll_waits_for_its_end() -> None:
    spec = given(GAME, *UNDER_WAY, LIFT).then_prompts(CheckResolved, RollPutAway).then_no_prompt(DiceRolled)
    spec = spec.then_must(CheckResolved).then_no_prompt(TurnEnded)
    spec.and_then(DiceRolled(faces=("one",) * 3)).then_must(CheckResolved)


def test_dice_that_were_typed_in_are_rolled_here() -> None:
    attack = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0)
    given(GAME, RED_DIE, *UNDER_WAY, attack).then_must(DiceRolled()).then_prompts(AttackResolved)


def test_a_reaction_comes_before_all_else() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=2, ability="strength")
    acted = (*UNDER_WAY, TurnEnded(figure=LUNARA))
    spec = given(GAME, *acted, strike).then_must(ReactiveCheckRolled).then_prompts(EnemyAttackRedirected)
    spec.then_no_prompt(EnemyTurnResolved)


def test_a_trap_and_a_timer_wait_for_what_they_bring() -> None:
    trap = (TrapTokenPlaced(area="Door"), TrapTriggered(area="Door"))
    given(GAME, *FIGHTING, *trap).then_must(TrapCardResolved)
    timer = (TimerStarted(timer="Flood", target=2, effect="Water"), FateCardRevealed(value=3))
    spec = given(GAME, *FIGHTING, *timer).then_must(TimerKept(timer="Flood"))
    spec.then_prompts(TimerReset(timer="Flood"), TimerStopped(timer="Flood"))
    asked = next(prompt.question for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is TimerKept)
    assert str(asked) == "Timer “Flood” ran out: Water. It happens now; what does it say of the timer?"
    spec.and_then(TimerKept(timer="Flood")).then_no_prompt(TimerKept).then(table(**{"scene.timers.Flood.due": False}))


def test_an_enemy_that_a_correction_left_without_health_is_asked_about() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), EnemyDamaged(figure=ONE, amount=5))
    spec.and_undo_alone(entry_of(spec, EnemyDefeated)).then_must(EnemyDefeated(figure=ONE))


def test_a_group_rolls_one_after_the_other() -> None:
    check = GroupCheckStarted(check_name="Storm", ability="will", heroes=(VENIA, LUNARA))
    spec = given(GAME, *CITY, *DISKS, check).then_must(GroupCheckContribution(hero=VENIA))
    for hero in (VENIA, LUNARA):
        spec = spec.and_then(GroupCheckContribution(hero=hero, rolled=1)).then()
    spec.then_must(GroupCheckResolved)


def test_a_table_may_use_a_part_without_a_campaign() -> None:
    spec = given(GAME, *enemy(1)).then_prompts(EnemySpawned, InitiativeCardTypedIn, FateCardsTypedIn)
    assert SKITTERER in spec.play.campaign.table.scene.enemies  # type: ignore[attr-defined]


def test_who_is_wounded_draws_an_injury_card_before_all_else() -> None:
    hurt = DamageSuffered(hero=LUNARA, amount=7)
    spec = given(GAME, *FIGHTING, hurt).then_must(InjuryCardDrawn)
    spec.and_then(InjuryCardDrawn(hero=LUNARA, injury="Deep cut")).then_no_prompt(InjuryCardDrawn)


def test_what_an_enemy_did_is_said_in_a_form_and_not_by_a_tap() -> None:
    prompts = given(GAME, *UNDER_WAY, TurnEnded(figure=LUNARA)).play.campaign.prompts(PUBLIC)
    assert [prompt.opens_form for prompt in prompts if prompt.event is EnemyTurnResolved] == [True]


# === Nothing else is next while a result is open ==================================================

HIT = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=3, weapon_plus=0)
STRIKE = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=2, ability="strength")
GROUP = GroupCheckStarted(check_name="Row", ability="strength", target=9)
OPEN_RESULTS = {
    "an attack": ((HIT,), AttackResolved),
    "an attack with dice that are typed in": ((RED_DIE, HIT), DiceRolled),
    "a check": ((LIFT,), CheckResolved),
    "a group check": ((GROUP,), GroupCheckContribution),
    "a blow": ((STRIKE,), ReactiveCheckRolled),
    "a trap": ((*map_of("A"), TrapTokenPlaced(area="A"), TrapTriggered(area="A")), TrapCardResolved),
}
PLAYED = (ScenarioCardGained(scenario="1"), ScenarioSelected(scenario="1"), ScenarioStarted())
PLACES = {
    "a tutorial": (*PARTY, *DISKS, TutorialSetUp(number=1), *enemy(1)),
    "a tutorial under way": (*PARTY, *DISKS, TutorialSetUp(number=1), *enemy(1), *turns("enemy red")),
    "a scenario": (*FIGHTING, *enemy(1)),
    "a scenario under way": UNDER_WAY,
    "a table without steps": (CampaignSetUp(tracks=("scenarios",)), *PARTY, *PLAYED, *enemy(1)),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("declared", OPEN_RESULTS)
def test_the_result_of_what_was_declared_comes_next_everywhere(place: str, declared: str) -> None:
    """For every seat: no end of a tutorial, scenario or turn is the large button during a roll."""
    events, resolving = OPEN_RESULTS[declared]
    campaign = given_bent(GAME, *PLACES[place], *events).play.campaign
    for viewer in (PUBLIC, Viewer.on(LUNARA), Viewer.on(VENIA)):
        shown = next_prompt(campaign.prompts(viewer))
        assert (shown.event if shown else resolving) is resolving, viewer
        assert shown or viewer == Viewer.on(VENIA), viewer
        own = [prompt for prompt in campaign.prompts(viewer) if not is_for(prompt, {LUNARA})]
        assert [prompt.event for prompt in own if prompt.required and prompt.event is not resolving] == []
