"""Rounds: selecting, the initiative card, the order of turns, the end of a round."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.fields.fields import fields_of
from domain.framework.game import Viewer
from domain.framework.views.visibility import hidden_at, keepers_of
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.party import CampaignStepEntered, HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaSpent
from domain.games.agemonia.console.dice import (
    DieTypedIn,
    FateCardsTypedIn,
    InitiativeCardTypedIn,
    InitiativeDeckKept,
    sides_of,
)
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.initiative import heroes_ready
from domain.games.agemonia.console.preparing import ActionTokensAssigned
from domain.games.agemonia.console.rounds import (
    ActionSymbolNamed,
    HeroActionRevealed,
    HeroActionSelected,
    InitiativeCardRevealed,
    InitiativeChangedByTactics,
    InitiativeDeckReshuffled,
    OpenSlotFilled,
    RoundEnded,
    RoundStarted,
    SpecialInitiativeDeclared,
    TurnOrderTieDecided,
)
from domain.games.agemonia.console.spawning import EnemySpawned
from domain.games.agemonia.console.timers import FateCardRevealed, TimerStarted
from domain.games.agemonia.console.turns import ManeuverSpent, TurnEnded
from domain.games.agemonia.figures import at_turn, figures_waiting
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    TWO,
    VENIA,
    enemy,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import (
    DISKS,
    LEVEL_3,
    Events,
    each_refusal,
    no,
    refuses,
    typed_in,
)

TO_THE_SCENARIO: Events = (CampaignStepEntered(step="journey"), CampaignStepEntered(step="scenario"))
FOCUS = HeroActionSelected(hero=LUNARA, action="focus", symbol="red")
BOTH: Events = (RoundStarted(), FOCUS, HeroActionSelected(hero=VENIA, action="focus", symbol="green"))
TACTICIAN: Events = (*skilled(LUNARA, "tactics"), RoundStarted())
CARD = InitiativeCardRevealed(order=("ally red", "enemy red", "ally green"))
LATE = SpecialInitiativeDeclared(hero=LUNARA, kind="last")
IN_SLOTS: Events = (
    *FIGHTING,
    HeroBoardRecorded(hero=LUNARA, tokens=("Charge", "Parry", "Vow")),
    ActionTokensAssigned(hero=LUNARA, tokens=("Charge",)),
    RoundStarted(),
)
SLOT_FILLED: Events = (
    *LEVEL_3,
    *DISKS,
    *TO_THE_SCENARIO,
    *IN_SLOTS[-3:-1],
    RoundStarted(),
    HeroActionSelected(hero=LUNARA, action="Vow", symbol="red"),
    BOTH[2],
    CARD,
    TurnEnded(figure=LUNARA),
    TurnEnded(figure=VENIA),
    RoundEnded(),
)
"""Lunara, who brought Charge, put Vow into her only open slot in the round before."""
FELLED: Events = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
DECK: Events = (
    typed_in("initiative-cards", "I1", order=["enemy red", "ally red", "ally green"], bonus=["green"], snake=["red"]),
    typed_in("initiative-cards", "I2", order=["ally green", "ally red", "enemy red"], shuffle=True),
    InitiativeDeckKept(),
)

FATE = FateCardsTypedIn(values=(2, 1, 3))

REFUSALS = [
    no("wrong-step", *LEVEL_3, event=RoundStarted(), bendable=True, why="round-in-the-city"),
    no("round-under-way", *FIGHTING, RoundStarted(), event=RoundStarted(), bendable=False),
    no("not-selecting", *FIGHTING, event=FOCUS, bendable=True),
    no("hero-exhausted", *FIGHTING, *FELLED, RoundStarted(), event=FOCUS, bendable=False),
    no("not-in-slot", *IN_SLOTS, event=HeroActionSelected(hero=LUNARA, action="Fireball"), bendable=True),
    no(
        "not-in-slot",
        *IN_SLOTS,
        event=HeroActionSelected(hero=LUNARA, action="Vow"),
        bendable=True,
        why="not brought",
    ),
    no("slots-full", *SLOT_FILLED, event=HeroActionSelected(hero=LUNARA, action="Parry"), bendable=True),
    no(
        "skill-not-owned",
        *FIGHTING,
        *BOTH,
        event=InitiativeChangedByTactics(hero=LUNARA, symbol="green"),
        bendable=False,
    ),
    no("tactics-now", *TACTICIAN, event=InitiativeChangedByTactics(hero=LUNARA, symbol="green"), bendable=True),
    no(
        "not-enough-stamina",
        *TACTICIAN,
        FOCUS,
        StaminaSpent(hero=LUNARA, amount=6),
        event=InitiativeChangedByTactics(hero=LUNARA, symbol="green"),
        bendable=False,
    ),
    no("no-round", *FIGHTING, event=SpecialInitiativeDeclared(hero=LUNARA, kind="first"), bendable=False),
    no("no-round", *FIGHTING, event=CARD, bendable=False, why="card"),
    no("no-round", *FIGHTING, event=RoundEnded(), bendable=False, why="end"),
    no(
        "turn-taken",
        *FIGHTING,
        *turns(),
        TurnEnded(figure=LUNARA),
        event=SpecialInitiativeDeclared(hero=LUNARA, kind="last"),
        bendable=False,
    ),
    no("card-revealed", *FIGHTING, *turns(), event=CARD, bendable=True),
    no("select-first", *FIGHTING, RoundStarted(), FOCUS, event=CARD, bendable=True),
    no("no-deck", *FIGHTING, *BOTH, event=InitiativeCardRevealed(), bendable=False),
    no("no-shuffle-symbol", *FIGHTING, *DECK, event=InitiativeDeckReshuffled(), bendable=True),
    no("no-turns", *FIGHTING, *BOTH, event=TurnOrderTieDecided(actors=(LUNARA, VENIA)), bendable=True),
    no(
        "not-in-order",
        *FIGHTING,
        *turns(),
        *enemy(1),
        event=TurnOrderTieDecided(actors=(LUNARA, SKITTERER)),
        bendable=False,
    ),
    no(
        "no-tie",
        *FIGHTING,
        *turns(),
        event=TurnOrderTieDecided(actors=(VENIA, LUNARA)),
        bendable=True,
    ),
    no("has-acted", *FIGHTING, *turns(), ManeuverSpent(hero=LUNARA), event=LATE, bendable=True),
    no("last-wins", *FIGHTING, *turns(), LATE, event=LATE.copy_with(kind="first"), bendable=True),
    no("no-order", event=InitiativeCardTypedIn(card="I1", order=()), bendable=False),
    no("symbol-known", *FIGHTING, *turns(), event=ActionSymbolNamed(hero=LUNARA, symbol="red"), bendable=False),
    no("kept-so", *DECK, event=InitiativeDeckKept(), bendable=False),
    no("kept-so", event=InitiativeDeckKept(no_longer=True), bendable=False),
    no("no-fate-left", FATE, event=FateCardRevealed(value=7), bendable=True),
    no("fate-known", FATE, event=FATE, bendable=False),
    no("no-such-side", event=DieTypedIn(die="reaction-die", sides=("stamina",)), bendable=False),
    no("phase-unfinished", *FIGHTING, *BOTH, event=RoundEnded(), bendable=True),
    no("turns-left", *FIGHTING, *turns(), event=RoundEnded(), bendable=True),
    no("turns-left", *FIGHTING, *turns(), event=FateCardRevealed(value=2), bendable=True, why="fate"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before, event, code, bendable) -> None:  # type: ignore[no-untyped-def]
    refuses(before, event, code, bendable)


def order(spec):  # type: ignore[no-untyped-def]
    return figures_waiting(spec.play.campaign.table)


def test_the_card_says_who_acts_when() -> None:
    spec = given(GAME, *FIGHTING, *enemy(2), *turns("ally green", "enemy red", "ally red"))
    assert order(spec) == [VENIA, ONE, TWO, LUNARA]


def test_who_has_no_symbol_on_the_card_comes_after_the_others() -> None:
    wolf = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="blue")
    spec = given(GAME, *FIGHTING, wolf, *enemy(1), *turns("ally green", "ally red"))
    assert order(spec) == [VENIA, LUNARA, "Wolf", ONE]


def test_special_initiative_comes_before_and_after_everybody() -> None:
    chosen = (
        *BOTH,
        SpecialInitiativeDeclared(hero=LUNARA, kind="last"),
        SpecialInitiativeDeclared(hero=VENIA, kind="first"),
    )
    spec = given(GAME, *FIGHTING, *enemy(1), *chosen, CARD)
    assert order(spec) == [VENIA, ONE, LUNARA]


def test_the_same_special_initiative_is_a_tie() -> None:
    both = (*BOTH, *(SpecialInitiativeDeclared(hero=hero, kind="first") for hero in (LUNARA, VENIA)))
    spec = given(GAME, *FIGHTING, *both, CARD)
    assert order(spec.when(TurnOrderTieDecided(actors=(VENIA, LUNARA))).then()) == [VENIA, LUNARA]


def test_acting_last_goes_before_any_other_special_initiative() -> None:
    early = SpecialInitiativeDeclared(hero=VENIA, kind="first")
    spec = given(GAME, *FIGHTING, *turns(), early).when(early.copy_with(kind="last"))
    assert order(spec.then()) == [LUNARA, VENIA]


def test_the_symbol_of_an_action_that_nobody_knew_places_its_hero_and_is_kept() -> None:
    chosen = (RoundStarted(), HeroActionSelected(hero=LUNARA, action="Strike"), BOTH[-1])
    card = InitiativeCardRevealed(order=("ally green", "enemy red", "ally red"), bonus=("red",))
    spec = given(GAME, *FIGHTING, *enemy(1), *chosen, card).then_must(ActionSymbolNamed)
    spec = spec.when(ActionSymbolNamed(hero=LUNARA, symbol="red"))
    spec.then(table(**{"scene.heroes.lunara.maneuvers": 2, "heroes.lunara.symbols.Strike": "red"}))
    assert order(spec) == [VENIA, ONE, LUNARA]
    spec.then_no_prompt(ActionSymbolNamed)


def test_special_initiative_may_be_declared_after_the_card() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns()).when(SpecialInitiativeDeclared(hero=LUNARA, kind="last"))
    assert order(spec.then()) == [ONE, VENIA, LUNARA]


def test_tactics_costs_a_stamina_and_changes_the_initiative() -> None:
    spec = given(GAME, *TACTICIAN, FOCUS).when(InitiativeChangedByTactics(hero=LUNARA, symbol="blue"))
    spec.then(
        followed(StaminaSpent(hero=LUNARA, amount=1, purpose="tactics")),
        table(**{"scene.heroes.lunara.symbol": "blue"}),
    )


def test_the_table_decides_ties() -> None:
    twin = HeroActionSelected(hero=VENIA, action="focus", symbol="red")
    spec = given(GAME, *FIGHTING, RoundStarted(), FOCUS, twin, CARD)
    assert order(spec) == [LUNARA, VENIA]
    assert order(spec.when(TurnOrderTieDecided(actors=(VENIA, LUNARA))).then()) == [VENIA, LUNARA]


def test_who_comes_in_a_round_does_not_act_in_it() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns(), EnemySpawned(enemy=SKITTERER, numbers=(4,)))
    assert order(spec) == [LUNARA, ONE, VENIA]


def test_a_card_marked_with_a_bonus_gives_its_symbol_a_maneuver() -> None:
    spec = given(GAME, *FIGHTING, *BOTH).when(CARD.copy_with(bonus=("green",)))
    spec.then(table(**{"scene.heroes.venia.maneuvers": 2, "scene.heroes.lunara.maneuvers": 1}))


def test_special_initiative_gets_no_bonus_maneuver() -> None:
    late = SpecialInitiativeDeclared(hero=VENIA, kind="last")
    spec = given(GAME, *FIGHTING, *BOTH, late).when(CARD.copy_with(bonus=("green",)))
    spec.then(table(**{"scene.heroes.venia.maneuvers": 1}))


def test_a_card_is_drawn_from_the_deck_that_was_typed_in() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *DECK, *BOTH).when(InitiativeCardRevealed(), rolled=["I1"])
    spec.then(
        followed(
            HeroActionRevealed(hero=LUNARA, action="focus", symbol="red", printed="red"),
            HeroActionRevealed(hero=VENIA, action="focus", symbol="green", printed="green"),
        ),
        table(**{"scene.initiative.snake": ["red"], "scene.order": [SKITTERER, LUNARA, VENIA]}),
    )


def test_what_is_typed_in_once_is_drawn_and_rolled_from_then_on() -> None:
    card = InitiativeCardTypedIn(card="Dawn", order=("ally green", "ally red"), bonus=("red",))
    die = DieTypedIn(die="reaction-die", sides=("one", "one", "special"))
    typed = (card, InitiativeDeckKept(), FATE, die)
    spec = given(GAME, *FIGHTING, *typed, *BOTH).when(InitiativeCardRevealed(), rolled=["Dawn"])
    assert order(spec.then()) == [VENIA, LUNARA]
    for hero in (VENIA, LUNARA):
        spec = spec.and_then(TurnEnded(figure=hero)).then()
    spec.and_then(FateCardRevealed(), rolled=["F3"]).then(table(**{"scene.fate": [{"value": 3, "card": "F3"}]}))
    assert sides_of(spec.play.campaign.table, "reaction-die") == ["one", "one", "special"]


def test_until_the_app_keeps_the_deck_the_table_names_the_revealed_card() -> None:
    typed = given(GAME, *FIGHTING, *DECK[:-1], *BOTH)
    typed.then_prompts(InitiativeDeckKept)
    typed.when(InitiativeCardRevealed()).then(refused("no-deck"))
    kept = given(GAME, *FIGHTING, *DECK, *BOTH)
    kept.then_no_prompt(InitiativeDeckKept)
    kept.when(InitiativeDeckKept(no_longer=True)).then(says("The app draws the initiative cards no longer"))


def test_a_card_typed_in_again_is_put_right() -> None:
    card = InitiativeCardTypedIn(card="Dawn", order=("ally green",))
    spec = given(GAME, card).when(card.copy_with(order=("ally red",)))
    spec.then(table(**{"library.initiative-cards.Dawn.order": ["ally red"]}))


def test_the_shuffle_symbol_brings_all_cards_back_next_round() -> None:
    spec = given(GAME, *FIGHTING, *DECK, *BOTH, InitiativeCardRevealed(card="I2"), *ended(VENIA, LUNARA), *again())
    spec.when(InitiativeCardRevealed(), rolled=["I2"]).then(table(**{"scene.initiative_drawn": ["I2"]}))


def test_an_empty_deck_is_made_anew() -> None:
    spec = given(
        GAME, *FIGHTING, *DECK[:1], InitiativeDeckKept(), *BOTH, InitiativeCardRevealed(card="I1"), *ended(), *again()
    )
    spec.when(InitiativeCardRevealed(), rolled=["I1"]).then(table(**{"scene.initiative_drawn": ["I1"]}))


def ended(*order: str) -> Events:
    return (*(TurnEnded(figure=hero) for hero in order or (LUNARA, VENIA)), RoundEnded())


def again() -> Events:
    return BOTH[1:]


def test_a_fate_card_that_is_typed_is_one_of_the_deck() -> None:
    spec = given(GAME, FATE).when(FateCardRevealed(value=3)).then(table(**{"scene.fate": [{"value": 3, "card": "F3"}]}))
    spec.when(FateCardRevealed(value=3)).then(refused("no-fate-left"))
    spec = spec.and_then(FateCardRevealed(value=1)).and_then(FateCardRevealed(value=2))
    spec.when(FateCardRevealed(value=3)).then(table(**{"scene.fate": [{"value": 3, "card": "F3"}]}))


def test_a_fate_card_of_which_none_is_in_the_deck_is_refused() -> None:
    given(GAME, FATE).when(FateCardRevealed(value=7)).then(refused("no-fate-left", bendable=True))
    flood = TimerStarted(timer="Flood", target=99)
    on_the_timer = [FateCardRevealed(value=value) for value in (1, 2, 3)]
    given(GAME, FATE, flood, *on_the_timer).when(FateCardRevealed(value=2)).then(refused("no-fate-left"))


def test_fate_cards_that_were_revealed_before_the_deck_was_typed_in_leave_it_open() -> None:
    given(GAME, FateCardRevealed(value=3), FATE).when(FateCardRevealed(value=3)).then()


def test_the_last_turn_and_the_fate_card_begin_the_next_round() -> None:
    spec = given(GAME, *FIGHTING, *turns("ally red", "ally green"), TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA))
    spec.when(FateCardRevealed(value=2)).then(
        followed(RoundEnded(round=1), RoundStarted(round=2)),
        table(**{"scene.phase": "select", "scene.heroes.lunara.chosen": False, "scene.done": []}),
    )


def test_a_hero_is_offered_its_own_actions_and_those_that_are_nobodys() -> None:
    spec = given(
        GAME,
        *FIGHTING,
        typed_in("actions", "feint"),
        HeroBoardRecorded(hero=LUNARA, tokens=("Charge", "Vow")),
        HeroBoardRecorded(hero=VENIA, tokens=("Backstab", "Parry")),
    )
    action = next(field for field in fields_of(HeroActionSelected) if field.name == "action")
    offered = [*action.options(spec.play.campaign.table, {"hero": LUNARA})]
    assert offered[:2] == ["charge", "Vow"]
    assert {"focus", "feint"} <= {*offered}
    assert not {"Backstab", "Parry"} & {*offered}


def test_a_token_outside_its_slots_goes_into_an_open_one_and_stays() -> None:
    boards = (
        HeroBoardRecorded(hero=LUNARA, tokens=("Charge", "Vow")),
        ActionTokensAssigned(hero=LUNARA, tokens=("Charge",)),
    )
    vow = HeroActionSelected(hero=LUNARA, action="Vow", symbol="red")
    spec = given(GAME, *LEVEL_3, *DISKS, *TO_THE_SCENARIO, *boards, RoundStarted(), vow, BOTH[2]).when(CARD)
    assert OpenSlotFilled(hero=LUNARA, slot="3", token="Vow") in spec.then().outcome.events
    spec.and_then(RoundEnded(), bend="short round").then(table(**{"scene.heroes.lunara.opened": {"3": "Vow"}}))


def test_an_action_keeps_its_symbol_once_it_was_shown() -> None:
    spec = given(GAME, *FIGHTING, *turns()).when(RoundEnded(), bend="short round").then()
    spec.and_then(HeroActionSelected(hero=LUNARA, action="focus")).then(table(**{"scene.heroes.lunara.symbol": "red"}))


# --- secrets ---------------------------------------------------------------------------------


def test_a_selected_action_is_face_down_for_everybody_else() -> None:
    spec = given(GAME, *FIGHTING, RoundStarted(), FOCUS)
    state = spec.play.campaign.table
    seen = {seats: GAME.view(state, Viewer.on(*seats)).scene.heroes[LUNARA] for seats in ((LUNARA,), (VENIA,), ())}
    assert {seats: (turn.action, turn.chosen) for seats, turn in seen.items()} == {
        (LUNARA,): ("focus", True),
        (VENIA,): ("", True),
        (): ("", True),
    }
    assert hidden_at(state, "scene.heroes.lunara.action")
    assert keepers_of(state, "scene.heroes.lunara.action") == (LUNARA,)


def test_the_initiative_card_turns_all_actions_over() -> None:
    state = given(GAME, *FIGHTING, *turns()).play.campaign.table
    assert GAME.view(state, Viewer.on(VENIA)).scene.heroes[LUNARA].action == "focus"
    assert not hidden_at(state, "scene.heroes.lunara.action")


def test_exhausted_heroes_neither_select_nor_act() -> None:
    spec = given(GAME, *FIGHTING, *FELLED, RoundStarted(), BOTH[2]).when(CARD).then()
    assert at_turn(spec.play.campaign.table) == VENIA
    assert order(spec) == [VENIA]


@pytest.mark.parametrize(
    ("selected", "ready"), [((), []), ((FOCUS,), [LUNARA]), (BOTH[1:], [])], ids=["nobody", "one", "everybody"]
)
def test_who_has_selected_an_action_is_ready_while_others_still_select(selected: Events, ready: list[str]) -> None:
    assert heroes_ready(given(GAME, *FIGHTING, RoundStarted(), *selected).play.campaign.table) == ready
