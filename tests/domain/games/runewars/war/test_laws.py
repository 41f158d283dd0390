"""Laws of battles: who presses only the large button plays one to its end, whatever stands there and is drawn."""

from collections import Counter
from random import Random

from hypothesis import given as whenever
from hypothesis import settings
from hypothesis import strategies as st

from companion.testing import Spec
from domain.framework.events.chance import Chance
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.table import as_json
from domain.games.runewars.areas import retreat_areas
from domain.games.runewars.cards import FateDeckKept
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Fighter
from domain.games.runewars.war.aftermath import ExcessWinnersRetreated, some_of, winners_units
from domain.games.runewars.war.armies import army_of, battle_of, for_damage, for_rout, standing_fighters
from domain.games.runewars.war.battle_rounds import DamageAssigned, RoutsAssigned
from domain.games.runewars.war.course import due_of_side, units_over_limit
from domain.games.runewars.war.outcome import StrengthTallied, attacker_wins
from tests.domain.games.runewars.war.field import PASSED, TYPED, Laid, field, missed, report_of
from tests.strategies import guess
from tests.suite.soak import often
from tests.test_truth import steps

ELVES = ("elf-archer", "pegasus-rider", "elf-warrior")
DEFENCE = ("flesh-ripper", "berserker", "chaos-lord", "beastman", "dragon")
DEVELOPMENTS = ("", "", "cursed-tomb", "hungry-spawn", "protective-wards", "reinforced-walls")
STEPS = 400


def some(*units: str, most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(units), st.integers(1, most), min_size=1, max_size=4)


@st.composite
def grounds(draw: st.DrawFn) -> Laid:
    """An area that somebody defends."""
    owner = draw(st.sampled_from(["uthuk", ""]))
    units = draw(some(*(DEFENCE if owner else DEFENCE[3:]), most=3))
    keep = owner and draw(st.sampled_from(["", "uthuk"]))
    routed = draw(st.sampled_from([{}, {"beastman": 1}]))
    development = draw(st.sampled_from(DEVELOPMENTS)) if keep else ""
    return Laid(area="field", units=units, routed=routed, stronghold=keep, development=development)


def pressed(spec: Spec, random: Random, most: int = STEPS) -> None:
    """Press the large button until the battle is over; what a form asks for beyond that is guessed."""
    count = 0
    while (table := spec.play.campaign.table).battle and count < most:
        prompt = next_prompt(spec.play.campaign.prompts(PUBLIC))
        assert prompt is not None
        spec.play.record(told(prompt, table, random), Chance(random))
        count += 1


def routed(fighters: dict[str, Fighter], count: int) -> list[str]:
    """Units that take routs, one after the other."""
    for _ in range(count):
        first = for_rout(fighters)[0]
        fighters = {**fighters, first: fighters[first].model_copy(update={"routed": True})}
    return [id_ for id_, fighter in fighters.items() if fighter.routed]


def hit(fighters: dict[str, Fighter], count: int) -> dict[str, int]:
    """Units that take damage, token by token."""
    taken = Counter[str]()
    for _ in range(count):
        first = for_damage(fighters)[0]
        taken[first] += 1
        hurt = fighters[first].model_copy(update={"damage": fighters[first].damage + 1})
        fighters = {id_: hurt if id_ == first else each for id_, each in fighters.items()}
        if hurt.health is not None and hurt.damage >= hurt.health:
            del fighters[first]
    return dict(taken)


def told(prompt: Prompt, table: Runewars, random: Random) -> object:
    if prompt.event in (RoutsAssigned, DamageAssigned):
        side = str(prompt.fields["side"])
        count = due_of_side(battle_of(table), side)
        if prompt.event is RoutsAssigned:
            return RoutsAssigned(side=side, units=tuple(routed(standing_fighters(battle_of(table), side), count)))
        return DamageAssigned(side=side, damage=hit(army_of(battle_of(table), side), count))
    if prompt.event is ExcessWinnersRetreated:
        going = some_of(winners_units(table), units_over_limit(table))
        ways = retreat_areas(table, battle_of(table).report.winner, battle_of(table).area, going)
        return ExcessWinnersRetreated(units=going, to=next(iter(ways), None))
    if not prompt.missing:
        return make_event(prompt.event, as_json(dict(prompt.fields)))
    return guess(prompt.event, table, random, **as_json(dict(prompt.fields)))


def on_the_map(table: Runewars) -> Counter[str]:
    return sum((Counter({unit: s.size for unit, s in area.stacks.items()}) for area in table.land.values()), Counter())


@whenever(grounds(), some(*ELVES, most=4), st.integers(0, 999))
@settings(max_examples=often(30), deadline=None)
def test_who_presses_the_large_button_plays_a_battle_to_its_end(here: Laid, elves: dict[str, int], seed: int) -> None:
    spec = field(*TYPED, FateDeckKept(), here=here, units=elves)
    before = on_the_map(spec.play.campaign.table)
    pressed(spec, Random(seed))
    table = spec.play.campaign.table
    assert table.battle is None
    report = table.battles[-1]
    lost = sum((Counter(army.lost) for army in report.armies.values()), Counter())
    assert table.place[1] == "turns"
    assert not table.fate_open
    assert not any(area.contested for area in table.land.values())
    assert on_the_map(table) + lost == before
    assert (report.winner == "elf") == attacker_wins(*(report.armies[s].strength for s in ("elf", report.defender)))
    assert sum(stack.size for stack in table.land["field"].stacks.values()) <= 8


@whenever(grounds(), some(*ELVES, most=4), st.integers(0, 999))
@settings(max_examples=often(10), deadline=None)
def test_a_battle_folds_to_what_it_was(here: Laid, elves: dict[str, int], seed: int) -> None:
    spec = field(*TYPED, FateDeckKept(), here=here, units=elves)
    pressed(spec, Random(seed))
    live = as_json(spec.play.campaign.table)
    assert as_json(spec.play.reopen().table) == live


@whenever(grounds(), some(*ELVES, most=4), st.integers(0, 999))
@settings(max_examples=often(10), deadline=None)
def test_settled_again_all_of_it_says_the_same(here: Laid, elves: dict[str, int], seed: int) -> None:
    spec = field(*TYPED, FateDeckKept(), here=here, units=elves)
    pressed(spec, Random(seed))
    for event, entry, before, _ in steps(spec.play):
        assert event.settle(before, Chance(Random(entry.position))) == event


@whenever(grounds(), some(*ELVES, most=4), st.integers(0, 999), st.integers(1, 9))
@settings(max_examples=often(10), deadline=None)
def test_what_is_taken_back_and_done_again_is_as_it_was(
    here: Laid, elves: dict[str, int], seed: int, presses: int
) -> None:
    spec = field(*TYPED, FateDeckKept(), here=here, units=elves)
    pressed(spec, Random(seed), presses)
    live = as_json(spec.play.campaign.table)
    undone = spec.and_undo(sure=True).then()
    assert as_json(undone.play.campaign.table) != live
    undone.and_redo().then()
    assert as_json(spec.play.campaign.table) == live


@whenever(st.integers(1, 9), st.integers(0, 9), st.sampled_from(["", "uthuk"]))
@settings(max_examples=often(25), deadline=None)
def test_the_attacker_wins_with_more_strength_and_with_no_less(attack: int, defence: int, keep: str) -> None:
    units = {"berserker": defence} if defence else {}
    here = Laid(area="field", units=units, stronghold=keep or ("" if defence else "uthuk"))
    spec = field(here=here, units={"elf-archer": attack}).and_then(PASSED).and_then(missed("elf", "elf-archer"))
    if defence:
        spec = spec.and_then(missed("uthuk", "berserker"))
    spec.and_then(StrengthTallied()).then()
    strength = defence + (5 if here.stronghold else 0)
    assert report_of(spec).winner == ("elf" if attack > strength else "uthuk")
