"""The formulas of the rules digest (part 5) that no other test has by its number."""

import re
from pathlib import Path

import pytest

from companion.testing import followed, given, given_bent, refused, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.framework.views.sheet import Facts
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import CountersPlaced
from domain.games.champions.defeats import SeatEliminated, VillainStageBegun
from domain.games.champions.display.records import summary_sheets
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.enemies.activations import EnemyActivated
from domain.games.champions.harm import DamageDealt, DamageHealed, DamageMoved, MostHitPointsChanged
from domain.games.champions.heroes.playing import CostDeclared, CostPaid, ResourceGenerated
from domain.games.champions.heroes.powers import AllyAttacked, AllyThwarted, HeroAttacked, HeroThwarted, RecoveryTaken
from domain.games.champions.numbers import number_of
from domain.games.champions.rounds import (
    ActivationsEnded,
    PlayerPhaseEnded,
    RoundEnded,
    SchemeThreatPlaced,
    StepCardsDealt,
)
from domain.games.champions.setup.scenarios import GameBegun, NextGameSetUp, ScenarioChosen
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import (
    AccelerationTokensPlaced,
    MainSchemeAdvanced,
    MainSchemeCompleted,
    ThreatPlaced,
)
from domain.games.champions.timing.effects import LastingEffectBegun
from tests.domain.games.champions.moments import (
    HERO_FORM,
    HEROES,
    IRON,
    PLAYING,
    RHINO_KNOWN,
    SET_UP,
    SPIDER,
    activations,
    at,
    dials,
    tracking,
    villain_phase,
)

KNOWN = (RHINO_KNOWN, *SET_UP, GameBegun())
"""Rhino with its printed numbers: ATK 2."""


def lasting(amount: int, operation: str = "plus") -> LastingEffectBegun:
    """An effect on the ATK of the villain."""
    return LastingEffectBegun(
        effect=f"{operation} {amount}", target=VILLAIN, number="attack", amount=amount,
        operation=operation,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "worth"),
    [
        ((), 2),
        ((lasting(1),), 3),
        ((lasting(-5),), 0),
        ((lasting(2, "times"), lasting(1)), 6),
        ((lasting(1), lasting(1, "half")), 2),
        ((lasting(9, "set"), lasting(4, "set"), lasting(3)), 4),
    ],
    ids=["printed", "one more", "never below none", "sums come first", "halves are rounded up", "the latest set wins"],
)
def test_f2_a_number_counts_with_all_that_changes_it(changes: tuple[Event[object], ...], worth: int) -> None:
    assert number_of(at(*KNOWN, *changes), VILLAIN, "attack") == worth


def test_f2_attachments_come_on_top() -> None:
    ram = ContentAdded(kind="cards", id="Ram", fields={"type": "attachment", "attack_bonus": 1})
    assert number_of(at(ram, *KNOWN, AttachmentEntered(name="Ram", host=VILLAIN)), VILLAIN, "attack") == 3


def test_f3_f6_hit_points_that_come_and_go_leave_the_damage_as_it_is() -> None:
    more, less = (MostHitPointsChanged(target=SPIDER, by=by) for by in (3, -3))
    hurt = (*PLAYING, DamageDealt(target=SPIDER, amount=4), more)
    given(GAME, *hurt).then(table(**{"seats.spider-man.health": 13, "seats.spider-man.damage": 4}))
    given(GAME, *hurt).when(less).then(table(**{"seats.spider-man.health": 10, "seats.spider-man.damage": 4}))
    given(GAME, *hurt, DamageDealt(target=SPIDER, amount=7)).when(less).then(followed(SeatEliminated(seat=SPIDER)))


def test_f4_f5_what_is_left_is_the_most_without_the_damage_on_a_dial_and_on_a_card() -> None:
    hurt = (DamageDealt(target=SPIDER, amount=3), DamageDealt(target="daredevil", amount=1))
    here = at(*PLAYING, CardEntered(name="daredevil", seat=SPIDER), *hurt)
    assert (here.seats[SPIDER].left, here.seats[SPIDER].damage) == (7, 3)
    assert (here.play["daredevil"].left, here.play["daredevil"].damage) == (2, 1)


def test_f7_no_more_is_healed_than_there_is_damage() -> None:
    given(GAME, *PLAYING, DamageDealt(target=SPIDER, amount=2)).when(DamageHealed(target=SPIDER, amount=5)).then(
        DamageHealed(target=SPIDER, amount=5, beyond=3), table(**{"seats.spider-man.damage": 0})
    )


def test_f8_who_recovers_heals_as_much_as_rec() -> None:
    given(GAME, *dials(), DamageDealt(target=SPIDER, amount=5)).when(RecoveryTaken(seat=SPIDER)).then(
        table(**{"seats.spider-man.damage": 2})
    )


def test_f9_a_hero_attacks_with_atk_and_an_ability_with_its_own_number() -> None:
    given(GAME, *HERO_FORM).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(table(**{"villain.damage": 2}))
    given(GAME, *HERO_FORM).when(HeroAttacked(seat=SPIDER, target=VILLAIN, amount=8, by_ability=True)).then(
        table(**{"villain.damage": 8, "seats.spider-man.exhausted": False})
    )


@pytest.mark.parametrize(("threat", "left"), [(3, 2), (1, 0)])
def test_f10_a_thwart_removes_thw_and_no_more_than_there_is(threat: int, left: int) -> None:
    given(GAME, *HERO_FORM, ThreatPlaced(scheme=MAIN, amount=threat)).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(
        table(**{"main.threat": left})
    )


def test_f16_an_ally_takes_the_damage_below_the_power_it_used() -> None:
    scout = ContentAdded(
        kind="cards", id="Scout",
        fields={"type": "ally", "attack": 1, "thwart": 1, "health": 4, "attack_damage": 2, "thwart_damage": 1},
    )  # fmt: skip
    ready = (scout, *PLAYING, CardEntered(name="Scout", seat=SPIDER), ThreatPlaced(scheme=MAIN, amount=3))
    for event, damage in (
        (AllyAttacked(card="Scout", target=VILLAIN), 2),
        (AllyThwarted(card="Scout", scheme=MAIN), 1),
    ):
        given(GAME, *ready).when(event).then(table(**{"play.Scout.damage": damage}))


def test_f17_threat_of_the_villain_phase_is_the_field_and_tokens_and_icons() -> None:
    agents = ContentAdded(kind="cards", id="Agents", fields={"type": "side scheme", "threat": 2, "acceleration": 1})
    scheme = (SideSchemeEntered(name="Agents"), AccelerationTokensPlaced(amount=2))
    given(GAME, tracking("schemes"), agents, *PLAYING, *scheme, PlayerPhaseEnded()).when(SchemeThreatPlaced()).then(
        SchemeThreatPlaced(amount=5, field=2, tokens=2, icons=1), table(**{"main.threat": 5})
    )


@pytest.mark.parametrize(("amount", "step"), [(13, "player"), (14, "over"), (20, "over")])
def test_f18_a_scheme_is_completed_with_as_much_threat_as_its_target(amount: int, step: str) -> None:
    given(GAME, *PLAYING).when(ThreatPlaced(scheme=MAIN, amount=amount)).then(table(step=step))


def test_f19_the_starting_threat_of_the_next_stage_stays_open_if_it_is_not_typed_in() -> None:
    stages = [
        ContentAdded(kind="main-schemes", id="One", fields={"target": 3}),
        ContentAdded(kind="main-schemes", id="Two", fields={"target": 5}),
        ContentAdded(kind="scenarios", id="Both", fields={"schemes": ["One", "Two"]}),
    ]
    begun = (*stages, *HEROES, ScenarioChosen(scenario="Both", health=20), GameBegun())
    given(GAME, *begun).when(ThreatPlaced(scheme=MAIN, amount=6)).then(
        followed(MainSchemeCompleted(scheme="One"), MainSchemeAdvanced(scheme="Two", target=10, threat=None, stage=2)),
        table(**{"main.threat": 0, "main.target": 10}),
    )


def test_f19_the_next_stage_begins_with_its_own_threat_and_without_tokens() -> None:
    stages = [
        ContentAdded(kind="main-schemes", id="One", fields={"target": 3, "acceleration": 1}),
        ContentAdded(kind="main-schemes", id="Two", fields={"target": 5, "threat": 1, "threat_each": True}),
        ContentAdded(kind="scenarios", id="Both", fields={"schemes": ["One", "Two"]}),
    ]
    begun = (*stages, *HEROES, ScenarioChosen(scenario="Both", health=20), GameBegun(), AccelerationTokensPlaced())
    given(GAME, *begun).when(ThreatPlaced(scheme=MAIN, amount=9)).then(
        followed(
            MainSchemeCompleted(scheme="One"), MainSchemeAdvanced(scheme="Two", target=10, threat=2, stage=2, gone=1)
        ),
        table(**{"main.threat": 2, "main.target": 10, "main.tokens": 0}),
    )


def test_f21_each_player_is_dealt_a_card_and_hazard_cards_go_round_from_the_first_player() -> None:
    raid = ContentAdded(kind="cards", id="Raid", fields={"type": "side scheme", "threat": 2, "hazard": 3})
    start = (raid, *activations("schemes", "encounter"), SideSchemeEntered(name="Raid"), ActivationsEnded())
    given(GAME, *start).when(StepCardsDealt()).then(table(**{"seats.spider-man.dealt": 3, "seats.Iron Man.dealt": 2}))


def test_f23_a_cost_is_paid_with_as_many_resources_and_of_the_types_it_needs() -> None:
    cost = (*HERO_FORM, CostDeclared(seat=SPIDER, card="Gadget", cost=2, needs={"mental": 2}))
    one = (*cost, ResourceGenerated(seat=SPIDER, by=SPIDER, resources={"mental": 1}))
    energy, mental = (ResourceGenerated(seat=SPIDER, by=SPIDER, resources={one: 1}) for one in ("energy", "mental"))
    given(GAME, *one).when(CostPaid(seat=SPIDER)).then(refused("unpaid", bendable=True))
    given(GAME, *one, energy).when(CostPaid(seat=SPIDER)).then(refused("wrong-resources", bendable=True))
    given(GAME, *one, energy, mental).when(CostPaid(seat=SPIDER)).then(CostPaid(seat=SPIDER, card="Gadget", lost=1))


def test_f27_unique_cards_of_one_title_stand_beside_each_other_where_their_subtitles_differ() -> None:
    twins = [
        ContentAdded(kind="cards", id=id_, fields={"en": "Falcon", "type": "ally", "unique": True, "subtitle": who})
        for id_, who in (("one", "Sam"), ("same", "Sam"), ("two", "Joaquin"))
    ]
    there = (*twins, *PLAYING, CardEntered(name="one", seat=SPIDER))
    given_bent(GAME, *there).when(CardEntered(name="two", seat=IRON)).then()
    given_bent(GAME, *there).when(CardEntered(name="same", seat=IRON)).then(refused("unique-in-play", bendable=True))


def test_f30_the_next_first_player_is_the_next_one_who_is_still_there() -> None:
    given(GAME, *villain_phase()).when(RoundEnded()).then(table(first=IRON))
    given(GAME, *villain_phase(DamageDealt(target=IRON, amount=9))).when(RoundEnded()).then(table(first=SPIDER))


def test_f35_damage_is_moved_as_far_as_there_is_any_and_to_somewhere_else() -> None:
    hurt = (*PLAYING, DamageDealt(target=SPIDER, amount=3), MinionEntered(name="shocker", seat=SPIDER))
    given(GAME, *hurt).when(DamageMoved(target=SPIDER, to="shocker", amount=2)).then(
        table(**{"seats.spider-man.damage": 1, "play.shocker.damage": 2})
    )
    given(GAME, *hurt).when(DamageMoved(target=SPIDER, to=SPIDER, amount=1)).then(refused("same-place", bendable=False))
    given(GAME, *hurt).when(DamageMoved(target=IRON, to="shocker", amount=1)).then(
        refused("not-enough", bendable=False)
    )


def test_f37_the_next_stage_of_the_villain_has_its_own_hit_points_and_keeps_what_lies_on_it() -> None:
    stages = [ContentAdded(kind="villains", id=id_, fields={"health": health}) for id_, health in (("I", 5), ("II", 7))]
    scenario = ContentAdded(kind="scenarios", id="Two of them", fields={"villains": ["I", "II"]})
    begun = (*stages, scenario, *HEROES, ScenarioChosen(scenario="Two of them"), GameBegun())
    lying = (StatusGiven(target=VILLAIN, status="stunned"), CountersPlaced(on=VILLAIN, name="rage", amount=2))
    given(GAME, *begun, *lying).when(DamageDealt(target=VILLAIN, amount=14)).then(
        table(**{"villain.health": 14, "villain.damage": 0, "villain.stunned": True, "villain.counters.rage": 2})
    )
    assert VillainStageBegun.topic in {event.topic for event in given(GAME, *begun).when(
        DamageDealt(target=VILLAIN, amount=10)
    ).outcome.events}  # fmt: skip


def test_f43_the_record_of_a_game_counts_what_was_placed_dealt_and_activated() -> None:
    phase = (
        *villain_phase(),
        EnemyActivated(enemy=VILLAIN, seat=SPIDER, value=3),
        DamageDealt(target=VILLAIN, amount=4, by=IRON),
    )
    sentences = given(GAME, *phase, AccelerationTokensPlaced()).when(GameLost(reason="card")).play.campaign.table
    [game] = sentences.games
    assert (game.rounds, game.placed, game.activations, game.tokens, game.heroes[IRON].dealt) == (1, 5, 1, 1, 4)
    [facts] = [block for block in next(iter(summary_sheets(sentences))).blocks if str(block.title) == "The other side"]
    assert isinstance(facts, Facts)
    lines = {str(fact.label): fact.value for fact in facts.facts}
    assert (lines["Threat placed"], lines["Activations of enemies"]) == (5, 1)


def test_f43_a_second_game_counts_anew() -> None:
    again = (*dials(), ThreatPlaced(scheme=MAIN, amount=2), GameWon(reason="card"), NextGameSetUp())
    given(GAME, *again).then(table(placed=0, activated_in_all=0))


# --- by number -------------------------------------------------------------------------------

HERE = Path(__file__).parent
FORMULAS = [f"f{n}" for n in range(1, 45)]
PRINTED = [f"e{n}" for n in range(1, 30) if n not in (22, 23)]
DERIVED = [
    f"d{n}" for n in range(1, 50)
    if n not in (3, 7, 12, 15, 17, 18, 21, 23, 27, 32, 36, 38, 45, 48)
]  # fmt: skip


def test_every_formula_and_every_worked_case_has_a_test_with_its_number() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    names = re.findall(r"def (test_\w+)", source) + re.findall(r"id=\"([^\"]+)\"", source)
    numbers = {part.lower() for name in names for part in re.split(r"[ _]", name)}
    assert [number for number in (*FORMULAS, *PRINTED, *DERIVED) if number not in numbers] == []
