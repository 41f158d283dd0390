"""Whole wars at random: three players press what comes next, or something else, and sometimes take it back."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from companion.testing import Play
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.refusal import NotFound, RefusedAll
from domain.framework.table import as_json
from domain.games.runewars import GAME
from domain.games.runewars.areas import neighbours_of, side_of
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched
from domain.games.runewars.realm.bids import BidPlaced
from domain.games.runewars.rune_tokens import may_hold_rune
from domain.games.runewars.runes import RuneGainBegun, RunesPlaced, StartingRunesPlaced, to_place
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.laying import MapRolledBack
from domain.games.runewars.setup.players import FactionChosen, RulingMade, WarSetUp
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.units import ExcessDestroyed, excess_of
from domain.games.runewars.victory import VictoryClaimed, WarEnded
from domain.log import corrections
from domain.log.corrections import TableDecision
from domain.log.dependents import last_command
from domain.log.reasons import reasons_against
from tests.domain.games.runewars.maps import HOMES, WARRED
from tests.strategies import guess

SEEDS = (3, 8, 9, 11)
"""Of the wars of these more than 90 kinds of events are told: other rules are another war of the same seed."""
STEPS = 260
NEVER = {MapRolledBack, WarSetUp, FactionChosen, RulingMade, WarEnded, VictoryClaimed}
"""What would begin the war anew, or end it before its time."""
ANYTHING = [event for event in GAME.own_events if not event.automatic and event not in NEVER]


def now(play: Play) -> Runewars:
    found: Runewars = play.campaign.table
    return found


def attempt(play: Play, cls: type[Event[Any]], known: Mapping[str, Any], random: Random) -> bool:
    """Record an event, with what is known of it and the rest guessed; whether the rules let it happen."""
    for _ in range(4):
        event = guess(cls, now(play), random, **as_json(dict(known)))
        if event is not None and not reasons_against(play.campaign.game, event, play.campaign.table):
            with suppress(RefusedAll):  # what was guessed is asked about
                play.record(event, Chance(random))
                return True
    return False


def sensibly(prompt: Prompt, table: Runewars, random: Random) -> Mapping[str, Any]:
    """What a player would say where chance alone would hardly ever say anything that holds."""
    known = dict(prompt.fields)
    if prompt.event is ExcessDestroyed:
        area, side = table.land[known["area"]], known["side"]
        units = [u for u, s in area.stacks.items() if side_of(area, s.owner) == side for _ in range(s.size)]
        lost = random.sample(units, excess_of(area, side, known["most"]))
        return {**known, "units": dict(Counter(lost)), "routed": None}
    if prompt.event is RunesPlaced:
        free = [area for area in table.land if may_hold_rune(table, known["seat"], area)]
        some = random.sample(free, to_place(table, known["seat"]))
        return {**known, "areas": some, "real": some[0] if some else None}
    if prompt.event is BidPlaced:
        return {**known, "amount": random.randint(0, table.seats[known["seat"]].influence)}
    if prompt.event is AreaActivated and (near := _within_reach(table, known["seat"])):
        return {**known, "area": random.choice(near)}
    if prompt.event is UnitsMarched and "area" in known:
        return {**known, "stacks": _beside(table, known["seat"], known["area"]), "portal": False}
    return known


def _stacks(table: Runewars, seat: str, area: str) -> dict[str, int]:
    here = table.land[area]
    if seat in here.activated:
        return {}
    return {f"{area}/{unit}": s.standing for unit, s in here.stacks.items() if s.owner == seat and s.standing}


def _beside(table: Runewars, seat: str, area: str) -> dict[str, int]:
    return {id_: count for other in neighbours_of(table, area) for id_, count in _stacks(table, seat, other).items()}


def _within_reach(table: Runewars, seat: str) -> list[str]:
    """Areas beside one's units, where somebody else stands or rules if there are any."""
    near = [area for area in table.land if _beside(table, seat, area) and seat not in table.land[area].activated]
    return [area for area in near if table.land[area].controller != seat] or near


def press(play: Play, random: Random) -> bool:
    """What comes next, mostly; else something of what may be done, or anything."""
    prompts = [prompt for prompt in play.campaign.prompts(PUBLIC) if prompt.event not in NEVER]
    first, luck = next_prompt(prompts), random.random()
    if luck < 0.07 and attempt(play, random.choice(ANYTHING), {}, random):
        return True
    among = [first] if first and luck < 0.6 else random.sample(prompts, len(prompts))
    for prompt in (*among, *prompts):
        table = now(play)
        if attempt(play, prompt.event, sensibly(prompt, table, random), random):
            return True
    return False


def take_back(play: Play) -> None:
    """The last command is taken back, and done again."""
    try:
        play.do(lambda c: corrections.withdraw(c, last_command(c), play.command(), TableDecision(sure=True), "command"))
        play.do(lambda c: corrections.redo(c, play.command()))
    except (RefusedAll, NotFound):
        return


def set_up(play: Play, random: Random) -> None:
    """Everybody places what they begin with, and the war begins."""
    play.record(WarSetUp(exploring=True))
    for event in HOMES:
        play.record(event, Chance(random))
    while now(play).step == "setup":
        prompts = [p for p in play.campaign.prompts(PUBLIC) if p.event not in {*NEVER, StartingRunesPlaced, WarBegun}]
        if any(prompt.required and attempt(play, prompt.event, prompt.fields, random) for prompt in prompts):
            continue
        if now(play).groups:
            play.record(WarBegun())
            continue
        for seat in now(play).seats:
            homes = tuple(area for area, land in now(play).land.items() if land.home == seat)
            play.record(StartingRunesPlaced(seat=seat, areas=homes, fake=random.choice(homes)))


@cache
def war(seed: int) -> Play:
    """A war of some seasons; the same one for the same seed."""
    play, random = Play(WARRED), Random(seed)
    set_up(play, random)
    for step in range(STEPS):
        if now(play).winners or not press(play, random):
            break
        if step % 40 == 0:
            attempt(play, RuneGainBegun, {"seat": random.choice(now(play).alive())}, random)
        if step % 9 == 0:
            take_back(play)
    return play


def wars() -> Iterator[Play]:
    return (war(seed) for seed in SEEDS)


def moments(play: Play) -> Iterator[tuple[Event[Any], Runewars]]:
    """Every entry that counts, and the table after it; the table is the same one all the time, to look at only."""
    standing = play.campaign.standing()
    table = play.campaign.empty_table()
    assert isinstance(table, Runewars)
    for entry in play.campaign.entries():
        if entry.event is not None and standing.counts(entry.position):
            entry.event.record_on(table)
            yield entry.event, table
