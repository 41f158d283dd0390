"""Limits: a button, a counter and a prompt go as far as the rule behind them, and no further."""

from typing import Any

import pytest

from companion.testing import given, refused
from domain.framework.events.event import Event
from domain.framework.text import value_as_words
from domain.framework.views.board import Counter, Piece
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionTrackConfigured
from domain.games.agemonia.campaign.party import HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import DamageHealed, DamageSuffered, StaminaRecovered, StaminaSpent
from domain.games.agemonia.console.checks import ActiveCheckStarted, CheckResolved
from domain.games.agemonia.console.dice import DiceRolled, FateCardsTypedIn
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared
from domain.games.agemonia.console.preparing import ActionTokensAssigned
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import HeroActionSelected, RoundStarted
from domain.games.agemonia.console.timers import FateCardRevealed, TimerStarted
from domain.games.agemonia.console.turns import ManeuverSpent, TurnEnded
from domain.games.agemonia.display.board import Board, board
from domain.games.agemonia.display.fight import Console
from domain.games.agemonia.state.table import Agemonia
from tests.domain.games.agemonia.console.fights import (
    BLUE_DIE,
    FIGHTING,
    LUNARA,
    ONE,
    VENIA,
    at,
    enemy,
    map_of,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, DISKS, PARTY, PLAYING, Events

LIFT = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength", dice=3)
FACES = DiceRolled(faces=("one", "stamina", "stamina"))


def shown(*events: Event[Any]) -> Board:
    state = given(GAME, *events).play.campaign.table
    assert isinstance(state, Agemonia)
    return board(state)


def counted(*events: Event[Any]) -> dict[str, Counter]:
    """What is counted of the first hero, by icon."""
    return {counter.icon: counter for counter in shown(*events).heroes[0].counters}


def fight(*events: Event[Any]) -> Console:
    found = shown(*events).fight
    assert found is not None
    return found


def now(key: str, *events: Event[Any]) -> Piece:
    """A piece of what happens now."""
    return next(piece for piece in fight(*events).now if piece.key == key)


def payable(*events: Event[Any]) -> list[str]:
    """The stamina that may be paid with a tap."""
    tray = now("tray", *events)
    paid = [value for _, pad in tray.pads if pad.field == "stamina" for value, _ in pad.choices]
    return paid or ["0" for button in tray.buttons if button.event == CheckResolved()]


@pytest.mark.parametrize(
    ("before", "most"),
    [
        ((*PLAYING, *DISKS), 4),
        ((*PLAYING, *DISKS, StaminaSpent(hero=LUNARA, amount=5)), 1),
        (PLAYING, 4),
        ((*CITY, *DISKS), 0),
    ],
    ids=["as the faces take", "as the hero has", "as the faces take, where the disk is not known", "in the city"],
)
def test_stamina_for_dice_goes_as_far_as_the_rule(before: Events, most: int) -> None:
    assert payable(*before, LIFT, FACES) == [str(n) for n in range(most + 1)]
    spec = given(GAME, *before, LIFT, FACES)
    code = {0: "no-stamina-here", 1: "not-enough-stamina", 4: "too-much-stamina"}[most]
    spec.when(CheckResolved(stamina=most + 1)).then(refused(code, bendable=False))
    spec.when(CheckResolved(stamina=most)).then()


@pytest.mark.parametrize("before", [CITY, PLAYING], ids=["in the city", "in a scenario"])
def test_the_dice_count_as_much_as_will_be_recorded(before: Events) -> None:
    spec = given(GAME, *before, LIFT, FACES).when(CheckResolved())
    resolved = next(event for event in spec.then().outcome.events if isinstance(event, CheckResolved))
    tray = now("tray", *before, LIFT, FACES)
    counted = tray.pads[0][0] if tray.pads else tray.marks[-1]
    assert (value_as_words(counted), resolved.successes) == (
        ("5 successes", 5) if before == CITY else ("Successes: 1. Stamina for stamina faces:", 1)
    )


def test_a_track_takes_as_much_reputation_as_is_free() -> None:
    laid: Events = (*PARTY, FactionTrackConfigured(faction="gramask", length=4))
    reputation = shown(*laid, FactionReputationGained(faction="gramask", amount=3)).pairs[0][0].reputation
    assert reputation.most == 4
    spec = given(GAME, *laid).when(FactionReputationGained(faction="gramask", amount=4)).then()
    spec.when(FactionReputationGained(faction="gramask", amount=5)).then(refused("track-full", bendable=True))


def test_as_much_comes_back_as_the_board_lets_come_back() -> None:
    hurt: Events = (*PLAYING, *DISKS, StaminaSpent(hero=LUNARA, amount=2), DamageSuffered(hero=LUNARA, amount=3))
    counters = counted(*hurt)
    rested = counted(*hurt, StaminaRecovered(hero=LUNARA, amount=30))
    healed = counted(*hurt, DamageHealed(hero=LUNARA, amount=30))
    most, least = counters["chip"].most, counters["wound"].least
    assert (rested["chip"].value, healed["wound"].value) == (most, least) == (3, 0)


def test_an_area_is_as_full_as_the_rules_say() -> None:
    fallen = tuple(DamageSuffered(hero=VENIA, amount=7) for _ in range(2))
    spot = (*map_of("A", capacity=4), *at(lunara="A", venia="A", skitterer_1="A"), *fallen)
    grounds = next(piece for piece in fight(*FIGHTING, *enemy(1, size="large"), *spot).aside if piece.key == "grounds")
    ground = grounds.rows[0]
    assert (ground.title, value_as_words(ground.note), ground.marks) == ("A", "Lunara, Venia, Skitterer 1", ["3/4"])


def test_only_actions_that_can_be_selected_are_offered() -> None:
    board_of_it = HeroBoardRecorded(hero=LUNARA, tokens=("Charge", "Leap"))
    slots = ActionTokensAssigned(hero=LUNARA, tokens=("Charge",))
    before: Events = (*FIGHTING, board_of_it, slots, RoundStarted())
    _, pad = now("choosing", *before).rows[0].pads[0]
    assert [value for value, _ in pad.choices] == ["charge", "focus", "extra-maneuver"]
    spec = given(GAME, *before)
    spec.when(HeroActionSelected(hero=LUNARA, action="Leap")).then(refused("not-in-slot", bendable=True))


def test_maneuvers_are_counted_down() -> None:
    before: Events = (*FIGHTING, *turns("ally red"))
    spent: Events = (*before, ManeuverSpent(hero=LUNARA))
    left = [[value_as_words(mark) for mark in now("at-turn", *events).marks] for events in (before, spent)]
    assert ["Maneuvers 1" in left[0], "Maneuvers 0" in left[1]] == [True, True]
    given(GAME, *spent).when(ManeuverSpent(hero=LUNARA)).then(refused("no-maneuver", bendable=False))


def needs(event: type[Event[Any]], *before: Event[Any]) -> tuple[str, ...]:
    """The fields that a prompt cannot do without."""
    prompts = GAME.prompts(given(GAME, *before).play.campaign.table)
    return tuple(next(prompt for prompt in prompts if prompt.event is event).also_required)


def test_a_fate_card_is_asked_for_where_none_can_be_drawn() -> None:
    round_over: Events = (*turns("ally red", "ally green"), TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA))
    first: Events = (*FIGHTING, FateCardsTypedIn(values=(1,)), TimerStarted(timer="Flood", target=9), *round_over)
    second: Events = (*first, FateCardRevealed(), *round_over[1:])
    assert (needs(FateCardRevealed, *first), needs(FateCardRevealed, *second)) == ((), ("value",))
    given(GAME, *first).then_must(FateCardRevealed)


def test_shields_are_asked_for_where_the_dice_cannot_be_rolled_here() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=2, ability="strength")
    known, unknown = (*FIGHTING, *enemy(1), strike), (*PLAYING, *enemy(1), strike)
    assert needs(ReactiveCheckRolled, BLUE_DIE, *known) == ()
    assert needs(ReactiveCheckRolled, *known) == needs(ReactiveCheckRolled, BLUE_DIE, *unknown) == ("shields",)


def test_what_keeps_the_dice_from_being_rolled_here_is_offered_and_told() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=2, ability="strength")
    known, unknown = (*FIGHTING, *enemy(1), strike), (*PLAYING, *enemy(1), strike)
    once = "Type in the reaction die once: from then on it is rolled here"
    given(GAME, *known).then_prompts("Lunara reacts: how many shields?", once)
    rolling = given(GAME, BLUE_DIE, *known).then_next("Lunara reacts: roll 3 dice here")
    rolling.then_no_prompt(once)
    told = [
        [str(said) for said in ReactiveCheckRolled.reminders(given(GAME, *events).play.campaign.table, {})]
        for events in ((BLUE_DIE, *known), known, unknown)
    ]
    die = "Dice can be rolled here once the faces of the reaction die are typed in."
    board = "Dice can be rolled here once the board of Lunara is typed in."
    assert told == [[], [die], [board, die]]
