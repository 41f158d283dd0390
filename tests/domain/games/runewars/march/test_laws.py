"""Laws of the march: whatever is moved over whatever land, no area holds more than it may, and all comes to an end."""

from collections import Counter
from random import Random

from hypothesis import given as whenever
from hypothesis import settings
from hypothesis import strategies as st

from companion.testing import Play, Spec, refused
from domain.components.map_geometry import Hex, count_steps
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.refusal import RefusedAll
from domain.framework.table import as_json
from domain.games.runewars.areas import controller_of, side_of
from domain.games.runewars.march.by_cards import UnitsMoved, UnitsPlaced
from domain.games.runewars.march.diplomacy import (
    DiplomacyCardChosen,
    DiplomacyStarted,
    NeutralsWithdrew,
    RefusalAnswered,
)
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched, UnitsStrategized
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.units import ExcessDestroyed, excess_of, stack_at, stacks_of
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.outcome import BattleResolvedByHand
from domain.games.runewars.year.orders import TurnEnded
from tests.domain.games.runewars.march.land import Spot, turn
from tests.strategies import guess
from tests.suite.soak import often

Kinds = list[type[Event[Runewars]]]
MARCHES: Kinds = [AreaActivated, UnitsMarched, UnitsStrategized, UnitsMoved, UnitsPlaced]
ANSWERS: Kinds = [
    DiplomacyStarted,
    DiplomacyCardChosen,
    NeutralsWithdrew,
    RefusalAnswered,
    BattleStarted,
    BattleResolvedByHand,
    ExcessDestroyed,
]
HEXES = [*count_steps(Hex(0, 0), Hex.around, most=1)]
UNITS: list[dict[str, int]] = [
    {},
    {"footman": 7},
    {"knight": 3, "beastman": 5},
    {"berserker": 2},
    {"beastman": 6, "giant": 2},
    {"elf-archer": 1},
]
BORDERS = [{}, {"0": "mountain"}, {"2": "water"}]


@st.composite
def lands(draw: st.DrawFn) -> list[Spot]:
    """Seven areas around one, and somebody in some of them."""
    return [
        Spot(area=f"{n}A", q=at.q, r=at.r, units=draw(st.sampled_from(UNITS)), borders=draw(st.sampled_from(BORDERS)))
        for n, at in enumerate(HEXES)
    ]


def one_of(among: Kinds, table: Runewars, random: Random) -> Event[Runewars] | None:
    """One of these, as somebody might record it: units that are there, mostly into the area that was activated."""
    cls, known = random.choice(among), {}
    if cls in (UnitsMarched, UnitsStrategized) and (own := stacks_of(table, "human")):
        moved = random.sample(own, min(len(own), random.randint(1, 3)))
        area = random.choice([*table.turn.areas[-1:] * 4, *table.land])
        counts = {id_: random.randint(1, max(1, stack_at(table, id_).size)) for id_ in moved}
        known = {"seat": "human", "area": area, "stacks": counts}
    return guess(cls, table, random, **known)


def some(play: Play, random: Random, among: Kinds, count: int, bend: str = "") -> None:
    """Let some of these happen, as far as the rules let them, or a card does."""
    for _ in range(count):
        try:
            if event := one_of(among, play.campaign.table, random):
                play.record(event, Chance(random), bend=bend)
        except RefusedAll:
            continue


def over_full(table: Runewars) -> list[tuple[str, str]]:
    """Sides that have more than eight units in an area, and nobody is to destroy any."""
    due = [due.fields for due in table.agenda.due.values() if due.event == "excess-destroyed"]
    return [
        (id_, side)
        for id_, area in table.land.items()
        for side in {side_of(area, stack.owner) for stack in area.stacks.values()}
        if excess_of(area, side) and not any(one["area"] == id_ and one["side"] == side for one in due)
    ]


@whenever(lands(), st.sampled_from(["strategize", "mobilize", "conquer"]), st.integers(0, 999))
@settings(max_examples=often(15), deadline=None)
def test_whatever_is_moved_the_land_stays_as_the_rules_have_it(land: list[Spot], order: str, seed: int) -> None:
    play = turn(order, *land).play
    some(play, Random(seed), [*MARCHES, *ANSWERS], 30, bend="a card says so")
    table = play.campaign.table
    assert over_full(table) == []
    assert all(max(Counter(area.activated).values(), default=0) <= 1 for area in table.land.values())
    settled = {id_: area for id_, area in table.land.items() if not area.contested}
    assert {id_: area.controller for id_, area in settled.items()} == {
        id_: controller_of(table, area) for id_, area in settled.items()
    }
    assert as_json(play.reopen().table) == as_json(table)


def losses(table: Runewars, due: dict[str, object], random: Random) -> dict[str, int]:
    """Units that somebody might destroy, exactly as many as are too many."""
    area, side = table.land[str(due["area"])], str(due["side"])
    units = [
        unit for unit, stack in area.stacks.items() if side_of(area, stack.owner) == side for _ in range(stack.size)
    ]
    return dict(Counter(random.sample(units, excess_of(area, side))))


def answered(spec: Spec, random: Random) -> Runewars:
    """What is due is answered, one after the other, until nothing is."""
    for _ in range(300):
        table = spec.play.campaign.table
        if table.place[1] == "turns" and not table.agenda.due:
            return table
        due = random.choice([prompt for prompt in spec.play.campaign.prompts(PUBLIC) if not prompt.closes])
        known = as_json(dict(due.fields))
        if due.event is ExcessDestroyed:
            known["units"], known["routed"] = losses(table, known, random), None
        try:
            if event := guess(due.event, table, random, **known):
                spec.play.record(event, Chance(random))
        except RefusedAll:
            continue
    raise AssertionError(f"there is no end of it: {spec.play.campaign.table.agenda.due}")


@whenever(lands(), st.integers(0, 999))
@settings(max_examples=often(15), deadline=None)
def test_whoever_answers_what_is_due_ends_the_turn_with_nothing_open(land: list[Spot], seed: int) -> None:
    spec, random = turn("mobilize", *land), Random(seed)
    some(spec.play, random, [AreaActivated], 3)
    some(spec.play, random, [UnitsMarched], 20)
    table = answered(spec, random)
    assert table.diplomacy is None
    assert not table.fate_open
    assert not any(area.contested for area in table.land.values())
    assert over_full(table) == []
    activated = bool(spec.play.campaign.table.turn.areas)
    spec.when(TurnEnded(seat="human")).then(*([] if activated else [refused("base-left", bendable=True)]))
