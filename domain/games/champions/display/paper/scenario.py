"""The scenario sheet: the villain, the schemes, the minions, and where the game stands."""

from collections.abc import Iterator, Mapping

from domain.games.champions.display.paper.bodies import (
    attached_to,
    counted_besides_uses,
    counted_on,
    dial_in_row,
    grid,
    hurt,
    statuses,
    statuses_in_row,
    with_attached,
)
from domain.games.champions.display.paper.notes import other_notes
from domain.games.champions.display.paper.summary import modular_sets
from domain.games.champions.display.pieces.moments import reminder
from domain.games.champions.numbers import icons
from domain.games.champions.rounds.steps import ORDER, steps_of
from domain.games.champions.state.names import ICONS, NUMBER_NAMES
from domain.games.champions.state.scenario import MAIN, VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Block, Box, Boxes, Fact, Facts, Grid, Said, Sheet, Track, Tracks
from domain.language.table import join
from domain.language.text import spoken, text


def scenario_sheet(table: Champions) -> Iterator[Sheet]:
    """The sheet of the scenario that is played, as far as the table tracks it."""
    if table.scenario.id:
        yield Sheet("scenario", text("Scenario"), list(blocks(table)))


def blocks(table: Champions) -> Iterator[Block]:
    yield Facts(text("Game"), list(game(table)))
    if table.under_way():
        yield phases(table)
    yield Facts(table.called("enemies", VILLAIN), list(villain(table)))
    yield hurt(table, VILLAIN)
    yield statuses(table, VILLAIN)
    yield Facts(table.called("schemes", MAIN), list(main_scheme(table)))
    if table.main.target:
        yield Tracks("", [[Track(text("Threat"), table.main.threat, table.main.target, path="main.threat")]])
    if table.tracks("schemes"):
        columns = (text("Scheme"), text("Threat"), text("Icons"), text("Counters"))
        yield grid(text("Side schemes"), columns, list(side_schemes(table)), kept=3)
    if environments := table.copies("environment"):
        found = [[_copy(table, one), counted_besides_uses(table, one)] for one in environments]
        yield grid(text("Environments"), (text("Card"), text("Counters")), found, kept=1)
    if table.tracks("minions"):
        heads = (text("Minion"), text("Engaged with"), text("Hit points"), text("Status cards"), text("Counters"))
        yield grid(text("Minions"), heads, list(minions(table)), kept=4)
    if table.tracks("encounter"):
        yield Facts(text("Encounter deck"), list(piles(table)))
    if lasting := [[reminder(table, effect)] for effect in table.effects.values()]:
        yield Grid(text("Lasting effects"), (text("What"),), lasting)
    yield from other_notes(table)


def game(table: Champions) -> Iterator[Fact]:
    """What is played, by whom, and how far it is."""
    scenario = table.scenario
    yield Fact(text("Scenario"), table.called("scenarios", scenario.id), path="scenario.id")
    yield Fact(text("Mode"), spoken(scenario.mode), path="scenario.mode")
    if scenario.heroic:
        yield Fact(text("Heroic level"), scenario.heroic, path="scenario.heroic")
    if scenario.skirmish:
        yield Fact(text("Skirmish"), text("a single stage"), path="scenario.skirmish")
    if scenario.modular:
        sets = modular_sets(table, [one.name for one in scenario.modular])
        yield Fact(text("Modular sets"), text("{sets}", sets=sets), path="scenario.modular")
    yield Fact(text("Players"), text("{heroes}", heroes=tuple(table.chairs().values())))
    if table.first:
        yield Fact(text("First player"), table.called("identities", table.first), path="first")
    if table.sittings:
        yield Fact(text("Session"), table.sittings)
    yield Fact(text("Round"), table.round, path="round")
    yield Fact(text("Phase"), table.steps[table.step], path="step")


def phases(table: Champions) -> Boxes:
    """The steps of a round that this table goes through, ticked up to the one at hand."""
    at = ORDER.index(table.step) if table.step in ORDER else 0
    boxes = [Box(table.steps[step], ORDER.index(step) <= at, "step") for step in steps_of(table)]
    return Boxes(text("This round"), boxes)


def villain(table: Champions) -> Iterator[Fact]:
    """The stage, the dial, the numbers that are known, and what is attached."""
    here = table.villain
    yield Fact(text("Stage"), here.stage, len(here.stages) or None, "villain.stage")
    for name in ("attack", "scheme"):
        if name in here.printed:
            yield Fact(NUMBER_NAMES[name], here.printed[name], path=join(("villain", "printed", name)))
    if here.boosts:
        yield Fact(text("Boost cards face down"), here.boosts, path="villain.boosts")
    yield from lying_on(table, VILLAIN, here.counters)


def lying_on(table: Champions, id_: str, counters: Mapping[str, int]) -> Iterator[Fact]:
    """What is attached to the villain or the main scheme, and what is counted there."""
    if lying := attached_to(table, id_):
        yield Fact(text("Attached"), lying)
    if counted := counted_on(counters):
        yield Fact(text("Counters"), counted)


def main_scheme(table: Champions) -> Iterator[Fact]:
    """The stage, the threat, and what comes on top in each villain phase."""
    main = table.main
    yield Fact(text("Stage"), main.stage, len(main.stages) or None, "main.stage")
    if not main.target:
        yield Fact(text("Threat"), main.threat, path="main.threat")
    yield Fact(text("Threat in each villain phase"), main.acceleration, path="main.acceleration")
    yield Fact(text("Acceleration tokens"), main.tokens, path="main.tokens")
    for name in ("acceleration", "hazard"):
        if found := icons(table, name):
            yield Fact(NUMBER_NAMES[name], found)
    yield from lying_on(table, MAIN, main.counters)


def side_schemes(table: Champions) -> Iterator[list[Said | Fact]]:
    for copy in table.copies("side scheme"):
        card = table.play[copy]
        told = tuple(
            text("{icon} {count}", icon=NUMBER_NAMES[name], count=card.printed[name])
            for name in ICONS
            if card.printed.get(name)
        )
        threat = Fact("", card.threat, path=join(("play", copy, "threat")))
        icons_on = text("{icons}", icons=told) if told else ""
        yield [with_attached(table, copy), threat, icons_on, counted_besides_uses(table, copy)]


def minions(table: Champions) -> Iterator[list[Said | Fact]]:
    for copy in table.copies("minion"):
        engaged = table.play[copy].engaged
        yield [
            with_attached(table, copy),
            table.called("identities", engaged) if engaged else "",
            dial_in_row(table, copy),
            statuses_in_row(table, copy),
            counted_besides_uses(table, copy),
        ]


def piles(table: Champions) -> Iterator[Fact]:
    """The encounter deck and what left it, counted."""
    scenario = table.scenario
    if scenario.counted:
        yield Fact(text("Deck"), scenario.deck, path="scenario.deck")
    yield Fact(text("Discard pile"), len(scenario.discard), path="scenario.discard")
    yield Fact(text("Times it ran out"), scenario.reshuffles, path="scenario.reshuffles")
    for label, cards, name in (
        (text("Obligations set aside"), scenario.obligations, "obligations"),
        (text("Set aside"), scenario.aside, "aside"),
        (text("Removed from the game"), scenario.removed, "removed"),
    ):
        if cards:
            yield Fact(label, len(cards), path=f"scenario.{name}")
    if scenario.victory:
        yield Fact(text("Victory display"), len(scenario.victory), path="scenario.victory")


def _copy(table: Champions, copy: str) -> Said:
    return table.called("copies", copy)


__all__ = ["scenario_sheet"]
