"""What heroes can do by a tap, and what is open before them."""

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.events.listing import events_defined_in
from domain.framework.fields.feasibility import can_be_recorded
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked, ContentAdded
from domain.framework.offers.prompt_list import offered_prompts
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import CardExhausted, CardNumberSet, CardReadied
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.display.board import board
from domain.games.champions.display.cards import power_asks, power_buttons, power_pads
from domain.games.champions.display.heroes import (
    board_of_moments,
    board_of_timing,
    hero_prompts,
    paying_asks,
    reminders_for,
)
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.playing import CardPlayed, CostDeclared, PaymentAborted, ResourceGenerated
from domain.games.champions.heroes.powers import FormChanged, HeroAttacked, HeroThwarted, RecoveryTaken
from domain.games.champions.piles.players_decks import CardsCounted, CardsDrawn
from domain.games.champions.rounds import PlayerPhaseEnded, TurnEnded
from domain.games.champions.setup.scenarios import GameBegun, NextGameSetUp, ScenarioChosen
from domain.games.champions.state.table import Champions
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import ThreatPlaced
from domain.games.champions.timing import abilities
from domain.games.champions.timing.abilities import AbilityTriggered, WindowOpened, WindowPassed
from domain.games.champions.timing.effects import DelayedEffectSet, LastingEffectBegun
from tests.domain.games.champions.moments import HERO_FORM, HEROES, IRON, PLAYING, SPIDER, dials, tracking

VILLAIN, MAIN = "villain", "main scheme"
THREAT = ThreatPlaced(scheme=MAIN, amount=5)


def table_of(*events: Event[Champions]) -> Champions:
    """The table after these events."""
    table = given(GAME, *events).play.campaign.table
    assert isinstance(table, Champions)
    return table


def buttons(table: Champions, seat: str) -> list[str]:
    return [str(button.label) for button in power_buttons(table, seat)]


def next_in_window(table: Champions) -> list[str]:
    sentences = offered_prompts(events_defined_in(abilities), table)
    return [str(prompt.title) for prompt in sentences if can_be_recorded(prompt.event, prompt.fields, table)]


def next_for(table: Champions) -> list[str]:
    return [str(prompt.title) for prompt in hero_prompts(table)]


# --- powers ----------------------------------------------------------------------------------


def test_a_hero_attacks_and_thwarts_with_one_tap_at_a_table_of_dials() -> None:
    table = table_of(*dials(), FormChanged(seat=SPIDER), THREAT)
    assert [button.event for button in power_buttons(table, SPIDER)] == [
        HeroAttacked(seat=SPIDER, target=VILLAIN),
        HeroThwarted(seat=SPIDER, scheme=MAIN),
    ]
    assert buttons(table, SPIDER) == ["Attack: 2", "Thwart: 1"]
    assert list(power_asks(table, SPIDER)) == []


def test_an_alter_ego_recovers() -> None:
    hurt = table_of(*PLAYING, DamageDealt(target=SPIDER, amount=2))
    assert [button.event for button in power_buttons(hurt, SPIDER)] == [RecoveryTaken(seat=SPIDER)]
    assert next_for(hurt) == ["Spider-Man: recover 3"]


def test_a_power_of_which_nobody_knows_how_much_has_no_tap() -> None:
    table = table_of(*dials(), FormChanged(seat=IRON), THREAT)
    assert buttons(table, IRON) == []
    tracked = table_of(*PLAYING, FormChanged(seat=IRON, by_card=True), THREAT)
    asked = [str(ask.label) for ask in power_asks(tracked, IRON)]
    assert asked == ["Attack by a card", "Thwart by a card", "Attack", "Thwart", "Another number"]
    assert list(power_asks(table_of(*HERO_FORM), SPIDER))[2:] == []


def test_of_several_enemies_one_is_tapped() -> None:
    table = table_of(*HERO_FORM, MinionEntered(name="shocker", seat=SPIDER))
    assert buttons(table, SPIDER) == []
    ((words, pad),) = power_pads(table, SPIDER)
    assert (str(words), [id_ for id_, _ in pad.choices]) == ("Attack: 2", [VILLAIN, "shocker"])


def test_who_is_exhausted_has_no_power_left() -> None:
    table = table_of(*HERO_FORM, THREAT, HeroAttacked(seat=SPIDER, target=VILLAIN))
    assert buttons(table, SPIDER) == []
    assert next_for(table) == []


def test_on_the_own_turn_hero_and_allies_are_prompted() -> None:
    table = table_of(*HERO_FORM, THREAT, CardEntered(name="daredevil", seat=SPIDER))
    assert next_for(table) == [
        "Spider-Man: attack for 2",
        "Spider-Man: thwart by 1",
        "Daredevil: attack for 2",
        "Daredevil: thwart by 2",
    ]


def options_of(*events: Event[Champions]) -> list[str]:
    open_ = given(GAME, *events).play.campaign.prompts(PUBLIC)
    return [str(prompt.title) for prompt in open_ if prompt.event in (FormChanged, CardPlayed, CostDeclared)]


def test_on_the_own_turn_a_change_of_form_and_cards_are_offered() -> None:
    change, play, pay = (
        "Spider-Man: " + what for what in ("change to Hero form", "play a card", "pay for a card, then play it")
    )
    assert options_of(*PLAYING) == [change, pay]
    assert options_of(*HAND) == [change, pay], "the cost is paid before the card is played"
    assert options_of(*HAND, FormChanged(seat=SPIDER)) == [pay]
    turned = options_of(*PLAYING, FormChanged(seat=SPIDER, by_card=True))
    assert turned == ["Spider-Man: change to Alter-ego form", pay]
    assert options_of(*HAND, COST) == [change]
    assert options_of(*HAND, AreasTracked(tracks=("turns", "hands"))) == [change, play]
    given(GAME, *HAND).then_next(TurnEnded(seat=SPIDER))


# --- a cost ----------------------------------------------------------------------------------

HAND = (*PLAYING, CardsCounted(seat=SPIDER, deck=9), CardsDrawn(seat=SPIDER, count=3, cards=("daredevil", "energy")))
COST = CostDeclared(seat=SPIDER, card="daredevil", cost=2)


def test_a_cost_is_a_bar_with_a_tap_for_each_card() -> None:
    table = table_of(*HAND, COST)
    (payment,) = board_of_moments(table)
    assert [(track.value, track.length) for track in payment.tracks] == [(0, 2)]
    assert [str(button.label) for button in payment.buttons] == [
        "Not after all",
        "Energy: Energy 2",
        "Energy 1",
        "Mental 1",
        "Physical 1",
        "Wild 1",
    ]
    given(GAME, *HAND, COST).then_must(ResourceGenerated(seat=SPIDER))
    given(GAME, *HAND, COST).then_prompts(ResourceGenerated(seat=SPIDER), PaymentAborted(seat=SPIDER))


def test_once_paid_the_card_is_played() -> None:
    table = table_of(*HAND, COST, ResourceGenerated(seat=SPIDER, spent="energy"))
    (payment,) = board_of_moments(table)
    assert [button.event for button in payment.buttons][:2] == [
        CardPlayed(seat=SPIDER, card="daredevil"),
        PaymentAborted(seat=SPIDER),
    ], "paid for, the card would stay in hand"
    assert next_for(table) == ["Spider-Man: play Daredevil", "Spider-Man: do not pay after all"]


def test_a_table_that_counts_hands_has_the_form_for_a_card() -> None:
    counted = table_of(tracking("hands"), *PLAYING, CardsCounted(seat=SPIDER, hand=2))
    assert [(ask.event, ask.fields) for ask in paying_asks(counted, SPIDER)] == [(CardPlayed, {"seat": SPIDER})]


# --- timing ----------------------------------------------------------------------------------


def test_what_lasts_is_told_with_its_end() -> None:
    effects = (
        LastingEffectBegun(effect="+1 ATK", target=SPIDER, number="attack", amount=1, until="phase"),
        DelayedEffectSet(waits_for="Rhino attacks", effect="draw a card"),
    )
    table = table_of(*PLAYING, *effects, AbilityTriggered(card=SPIDER, seat=SPIDER, limit=2))
    (timing,) = board_of_timing(table)
    assert [str(button.label) for button in timing.buttons] == [
        "+1 ATK, Spider-Man, until the end of the phase: end it",
        "When Rhino attacks: draw a card",
    ]
    assert [str(mark) for mark in timing.marks] == ["Spider-Man: used 1 of 2"]
    assert [str(one) for one in reminders_for(table, SPIDER)] == ["+1 ATK (until the end of the phase)"]


def test_forced_abilities_come_before_who_uses_nothing() -> None:
    forced = table_of(*PLAYING, WindowOpened(condition="Rhino attacks", forced=("Charge", "Horn")))
    assert next_in_window(forced) == ["In which order? Forced abilities", "Forced: Charge", "Forced: Horn"]
    free = table_of(*PLAYING, WindowOpened(condition="Rhino attacks"), WindowPassed(seat=SPIDER))
    assert next_in_window(free) == ["Iron Man: use nothing now (Rhino attacks)"]
    (window,) = board_of_moments(free)
    assert [button.event for button in window.buttons] == [WindowPassed(seat=IRON)]


def test_nothing_of_it_lies_on_a_table_of_dials() -> None:
    table = table_of(*dials())
    assert [*board_of_moments(table), *board_of_timing(table)] == []


# --- what is said of it ----------------------------------------------------------------------

STUNNED, CONFUSED = (StatusGiven(target=SPIDER, status=status) for status in ("stunned", "confused"))


def test_a_status_card_that_is_discarded_instead_is_told_beforehand() -> None:
    table = table_of(*HERO_FORM, THREAT, STUNNED, CONFUSED)
    assert next_for(table) == [
        "Spider-Man: attack: Stunned is discarded instead",
        "Spider-Man: thwart: Confused is discarded instead",
    ]
    assert buttons(table, SPIDER) == ["Attack: Stunned is discarded", "Thwart: Confused is discarded"]


def test_who_is_stunned_needs_no_number() -> None:
    stunned = StatusGiven(target=IRON, status="stunned")
    table = table_of(*dials(), FormChanged(seat=IRON), stunned)
    assert buttons(table, IRON) == ["Attack: Stunned is discarded"]


def test_of_several_the_only_one_that_can_be_meant_is_named() -> None:
    guard = ContentAdded(kind="cards", id="Guard", fields={"type": "minion", "health": 3, "keywords": ["guard"]})
    crisis = ContentAdded(kind="cards", id="Crisis", fields={"type": "side scheme", "crisis": 1, "threat": 3})
    both = (guard, crisis, MinionEntered(name="Guard", seat=SPIDER), SideSchemeEntered(name="Crisis"))
    table = table_of(*HERO_FORM, THREAT, *both)
    assert buttons(table, SPIDER) == ["Attack Guard: 2", "Thwart Crisis: 1"]
    assert next_for(table) == ["Spider-Man: attack Guard for 2", "Spider-Man: thwart Crisis by 1"]


def test_a_recovery_of_which_nobody_knows_how_much_is_offered_too() -> None:
    hurt = (*PLAYING, TurnEnded(seat=SPIDER), DamageDealt(target=IRON, amount=2))
    assert next_for(table_of(*hurt)) == ["Iron Man: recover: which REC is printed?"]
    assert next_for(table_of(*hurt, CardNumberSet(card=IRON, number="recover", value=4))) == ["Iron Man: recover 4"]


def test_a_table_of_dials_alone_is_offered_the_change_of_form_of_each_player_once_a_round() -> None:
    both = ["Spider-Man: change to Hero form", "Iron Man: change to Hero form"]
    assert options_of(*dials()) == both
    assert options_of(*dials(), FormChanged(seat=SPIDER)) == both[1:]
    assert options_of(*dials(), PlayerPhaseEnded()) == []
    given(GAME, *dials()).then_next("On to the villain phase")


def test_the_cost_of_a_card_is_asked_for_and_a_card_that_costs_nothing_is_played_at_once() -> None:
    (pay,) = [one for one in given(GAME, *HAND).play.campaign.prompts(PUBLIC) if one.event is CostDeclared]
    assert [*pay.missing] == ["card", "cost"]
    free = CostDeclared(seat=SPIDER, card="Web-Shooter", cost=0)
    given(GAME, *HAND, free).then_prompts(CardPlayed)


# --- taps that lead nowhere ------------------------------------------------------------------


def test_a_stage_of_which_nobody_knows_whether_it_was_the_last_one_may_be_the_end() -> None:
    beaten = (*dials(), DamageDealt(target=VILLAIN, amount=28))
    given(GAME, *beaten).then_prompts(VillainStageBegun, GameWon())
    events = [prompt.event for prompt in given(GAME, *beaten).play.campaign.prompts(PUBLIC)]
    assert [one for one in events if one is not FormChanged] == [VillainStageBegun, GameWon], (
        "what is due is asked once"
    )
    lost = (*HEROES, ScenarioChosen(scenario="Our own", target=5), GameBegun(), THREAT)
    given(GAME, *lost).then_prompts(GameLost())
    given(GAME, *dials()).then_no_prompt(GameWon)


def test_once_a_game_is_over_nothing_of_it_is_asked_any_more() -> None:
    quick = ContentAdded(kind="cards", id="Quick", fields={"type": "minion", "attack": 1, "keywords": ["quickstrike"]})
    open_ = (quick, MinionEntered(name="Quick", seat=SPIDER), WindowOpened(condition="Rhino attacks"))
    prompts = given(GAME, *HERO_FORM, *open_, GameWon(reason="card")).play.campaign.prompts(PUBLIC)
    assert [prompt.event for prompt in prompts] == [NextGameSetUp]


def test_who_is_out_of_the_game_has_nothing_to_tap() -> None:
    pieces = board(table_of(*PLAYING, DamageDealt(target=SPIDER, amount=10)))
    out = next(piece for piece in pieces if piece.key == f"seat-{SPIDER}")
    dial = out.counters[0]
    assert (list(out.buttons), list(out.asks), dial.up, dial.down) == ([], [], None, None)


def test_a_hero_is_exhausted_and_readied_with_a_tap() -> None:
    def tapped(*events: Event[Champions]) -> list[Event[Champions]]:
        piece = next(piece for piece in board(table_of(*events)) if piece.key == f"seat-{SPIDER}")
        return [button.event for button in piece.buttons]

    attack = HeroAttacked(seat=SPIDER, target=VILLAIN)
    assert CardExhausted(card=SPIDER) in tapped(*HERO_FORM)
    assert CardReadied(card=SPIDER) in tapped(*HERO_FORM, attack)
    assert CardReadied(card=SPIDER) not in tapped(*dials(), FormChanged(seat=SPIDER), attack)
    assert CardExhausted(card=SPIDER) not in tapped(*dials())


def test_one_enemy_is_attacked_by_a_button_and_one_of_several_on_a_pad() -> None:
    minion = MinionEntered(name="shocker", seat=SPIDER)
    for others, expected in (((), (1, 0)), ((minion,), (0, 1))):
        table = table_of(*HERO_FORM, *others)
        on_pads = [str(words) for words, _ in power_pads(table, SPIDER)]
        shown = (buttons(table, SPIDER), on_pads)
        assert tuple(sum(words.startswith("Attack") for words in group) for group in shown) == expected
