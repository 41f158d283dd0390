"""The sheets: the scenario, each hero, the rounds, and the order of all sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from domain.framework.cards.kinds import names_of
from domain.framework.table import join_path
from domain.framework.text import spaced_words, text
from domain.framework.views.sheet import (
    Block,
    Box,
    Boxes,
    Cell,
    Fact,
    Facts,
    Grid,
    Said,
    Sheet,
    Track,
    Tracks,
    number_fact,
)
from domain.games.champions.cards.entering import ally_limit
from domain.games.champions.defeats import path_of_body
from domain.games.champions.display.cards import hit_points, pile_counters, statuses_on, threat_counter
from domain.games.champions.display.heroes import effect_words
from domain.games.champions.display.records import campaign_sheet, deck_sheets, modular_sets, summary_sheets
from domain.games.champions.numbers import attachments_of, body_of, count_icons, main_threat
from domain.games.champions.rounds import ORDER, is_step_threat_unknown, steps_of
from domain.games.champions.state.kinds import FORM_NAMES, ICONS, NUMBER_NAMES, STATUS_NAMES, CardSheet, IdentitySheet
from domain.games.champions.state.parts import STATUSES, RoundTold
from domain.games.champions.state.table import MAIN, VILLAIN, Champions

# === Notes on paper: those about a hero on the hero's sheet, all others on the scenario sheet ====


def notes_on(table: Champions, id_: str) -> Iterator[Grid]:
    """The notes about a hero, under any name of the seat."""
    yield from _noted([note for about, found in table.notes.items() if about in _names(table, id_) for note in found])


def other_notes(table: Champions) -> Iterator[Grid]:
    """The notes that are on no hero's sheet."""
    heroes = {name for id_ in table.seats for name in _names(table, id_)}
    yield from _noted([note for about, found in table.notes.items() if about not in heroes for note in found])


def _names(table: Champions, id_: str) -> set[str]:
    return {id_, table.seats[id_].player, *names_of(table.called("identities", id_))} - {""}


def _noted(notes: Sequence[str]) -> Iterator[Grid]:
    if notes:
        yield Grid(text("Notes"), (text("Note"),), [[note] for note in notes])


# === Characters on paper: the dial, the status cards, and the cards in play with their attachments


def hit_points_block(table: Champions, id_: str) -> Block:
    """The remaining hit points as boxes to tick; as a number if they are unknown."""
    dial = hit_points(table, id_)
    if dial.of is None or dial.value is None:
        return Facts("", [dial.fact])
    return Tracks("", [[Track(dial.label, dial.value, max(dial.value, dial.of), path=dial.path)]])


def status_boxes(table: Champions, id_: str, *besides: Box) -> Boxes:
    """The status cards of a character, and its other checkboxes."""
    at = path_of_body(table, id_)
    whom = body_of(table, id_)
    lying = [Box(STATUS_NAMES[one], bool(getattr(whom, one, False)), join_path((*at, one))) for one in STATUSES]
    return Boxes(text("Status cards"), [*lying, *besides])


def dial_in_row(table: Champions, id_: str) -> Fact:
    """The remaining hit points in a cell of a grid."""
    return replace(hit_points(table, id_).fact, label="")


def statuses_in_row(table: Champions, id_: str) -> Said:
    """The status cards of a character, in a cell of a grid."""
    found = tuple(statuses_on(table, id_))
    return text("{statuses}", statuses=found) if found else ""


def attached_to(table: Champions, host: str) -> Said:
    """The attachments of a character or card, in a cell of a grid."""
    found = tuple(table.called("copies", copy) for copy in attachments_of(table, host))
    return text("{cards}", cards=found) if found else ""


def with_attached(table: Champions, copy: str) -> Said:
    """A card in play, followed by its attachments."""
    return text("{card}[ + {attached}]", card=table.called("copies", copy), attached=attached_to(table, copy))


def grid_of_filled(title: Said, heads: Sequence[Said], rows: Sequence[Sequence[Cell]], kept: int) -> Grid:
    """A grid with the first `kept` columns, and those after them that are not empty."""
    columns = [n for n in range(len(heads)) if n < kept or any(row[n] != "" for row in rows)]
    return Grid(title, [heads[n] for n in columns], [[row[n] for n in columns] for row in rows])


def counted_on(counters: Mapping[str, int]) -> Said:
    """The counters of a card, in a cell of a grid."""
    found = tuple(text("{name} {count}", name=name, count=count) for name, count in counters.items())
    return text("{counters}", counters=found) if found else ""


def counted_besides_uses(table: Champions, copy: str) -> Said:
    """The counters of a card in play, without its uses."""
    card = table.play[copy]
    return counted_on({name: count for name, count in card.counters.items() if name != card.uses_of})


def uses_of(table: Champions, copy: str) -> Cell:
    """The remaining uses of a card, as boxes to tick; empty if it has none."""
    card = table.play[copy]
    if card.uses_of not in card.counters:
        return ""
    left = card.counters[card.uses_of]
    printed = CardSheet.of(table, card.card).uses
    path = join_path(("play", copy, "counters", card.uses_of))
    return Track(card.uses_of, left, max(left, printed), path=path)


# === The hero sheets: the identity, the dial, the cards in front of the player, and the counted piles

BESIDE = ("upgrade", "support", "obligation")
"""Types of cards in front of a player that have no hit points."""
POWERS = ("attack", "thwart", "defense", "recover")


def hero_sheets(table: Champions) -> Iterator[Sheet]:
    """A sheet for each seat, as all players see it."""
    for id_ in table.seats:
        yield Sheet(f"hero-{id_}", table.called("identities", id_), list(hero_blocks(table, id_)), seat=id_)


def hero_blocks(table: Champions, id_: str) -> Iterator[Block]:
    seat = table.seats[id_]
    yield Facts(text("Hero"), list(identity_facts(table, id_)))
    yield hit_points_block(table, id_)
    tired = (
        [Box(text("Exhausted"), seat.exhausted, join_path(("seats", id_, "exhausted")))]
        if table.tracks("turns")
        else []
    )
    yield status_boxes(table, id_, *tired)
    if table.tracks("allies"):
        heads = (text("Ally"), text("Hit points"), text("Exhausted"), text("Status cards"), text("Counters"))
        title = text("Allies (at most {limit})", limit=ally_limit(table, id_))
        yield grid_of_filled(title, heads, list(ally_rows(table, id_)), kept=4)
        columns = (text("Card"), text("Type"), text("Exhausted"), text("Uses"), text("Counters"))
        yield grid_of_filled(text("Upgrades and supports"), columns, list(support_rows(table, id_)), kept=3)
    if table.tracks("hands"):
        yield Facts(text("Cards"), list(player_piles(table, id_)))
    yield from notes_on(table, id_)


def identity_facts(table: Champions, id_: str) -> Iterator[Fact]:
    """The player, the form, the counters and the known numbers."""
    seat = table.seats[id_]
    if seat.player:
        yield Fact(text("Player"), seat.player, path=join_path(("seats", id_, "player")))
    yield Fact(text("Form"), FORM_NAMES[seat.form], path=join_path(("seats", id_, "form")))
    if alter_ego := IdentitySheet.of(table, id_).alter_ego:
        yield Fact(text("Alter-ego"), alter_ego)
    if seat.eliminated:
        yield Fact(text("State"), text("out of the game"), path=join_path(("seats", id_, "eliminated")))
    if lying := counted_on(seat.counters):
        yield Fact(text("Counters"), lying)
    for name in (*POWERS, "hand", "alter_hand"):
        if name in seat.printed:
            yield Fact(NUMBER_NAMES[name], seat.printed[name], path=join_path(("seats", id_, "printed", name)))
    if table.tracks("encounter"):
        yield Fact(text("Encounter cards dealt"), seat.dealt, path=join_path(("seats", id_, "dealt")))


def ally_rows(table: Champions, id_: str) -> Iterator[list[Cell]]:
    for copy in table.copies("ally"):
        if table.play[copy].controller == id_:
            yield [
                with_attached(table, copy),
                dial_in_row(table, copy),
                exhausted_box(table, copy),
                statuses_in_row(table, copy),
                counted_besides_uses(table, copy),
            ]


def support_rows(table: Champions, id_: str) -> Iterator[list[Cell]]:
    """The upgrades, supports and obligations with their counters."""
    for copy in table.copies(*BESIDE):
        card = table.play[copy]
        if card.controller == id_:
            yield [
                table.called("copies", copy),
                spaced_words(card.type),
                exhausted_box(table, copy),
                uses_of(table, copy),
                counted_besides_uses(table, copy),
            ]


def exhausted_box(table: Champions, copy: str) -> Box:
    return Box("", table.play[copy].exhausted, join_path(("play", copy, "exhausted")))


def player_piles(table: Champions, id_: str) -> Iterator[Fact]:
    """The counts of a player's piles; all players see the size of a hand."""
    seat = table.seats[id_]
    yield Fact(text("Hand"), len(seat.hand))
    yield from (pile.fact for pile in pile_counters(seat, ("seats", id_)))
    if seat.removed:
        yield Fact(text("Removed from the game"), len(seat.removed), path=join_path(("seats", id_, "removed")))


# === The scenario sheet: the villain, the schemes, the minions, and the progress of the game =====


def scenario_sheet(table: Champions) -> Iterator[Sheet]:
    """The sheet of the current scenario, as far as it is tracked."""
    if table.scenario.id:
        yield Sheet("scenario", text("Scenario"), list(scenario_blocks(table)))


def scenario_blocks(table: Champions) -> Iterator[Block]:
    yield Facts(text("Game"), list(game_facts(table)))
    if table.under_way():
        yield phase_boxes(table)
    yield Facts(table.called("enemies", VILLAIN), list(villain_facts(table)))
    yield hit_points_block(table, VILLAIN)
    yield status_boxes(table, VILLAIN)
    yield Facts(table.called("schemes", MAIN), list(main_scheme_facts(table)))
    if table.main.target:
        yield Tracks("", [[Track(text("Threat"), main_threat(table), table.main.target, path="main.threat")]])
    if table.tracks("schemes"):
        columns = (text("Scheme"), text("Threat"), text("Icons"), text("Counters"))
        yield grid_of_filled(text("Side schemes"), columns, list(side_scheme_rows(table)), kept=3)
    if environments := table.copies("environment"):
        found = [[_copy(table, one), counted_besides_uses(table, one)] for one in environments]
        yield grid_of_filled(text("Environments"), (text("Card"), text("Counters")), found, kept=1)
    if table.tracks("minions"):
        heads = (text("Minion"), text("Engaged with"), text("Hit points"), text("Status cards"), text("Counters"))
        yield grid_of_filled(text("Minions"), heads, list(minion_rows(table)), kept=4)
    if table.tracks("encounter"):
        yield Facts(text("Encounter deck"), list(encounter_piles(table)))
    if lasting := [[effect_words(table, effect)] for effect in table.effects.values()]:
        yield Grid(text("Lasting effects"), (text("What"),), lasting)
    yield from other_notes(table)


def game_facts(table: Champions) -> Iterator[Fact]:
    """The scenario, the players, and the progress."""
    scenario = table.scenario
    yield Fact(text("Scenario"), table.called("scenarios", scenario.id), path="scenario.id")
    yield Fact(text("Mode"), spaced_words(scenario.mode), path="scenario.mode")
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


def phase_boxes(table: Champions) -> Boxes:
    """The steps of a round at this table, ticked up to the current one."""
    at = ORDER.index(table.step) if table.step in ORDER else 0
    boxes = [Box(table.steps[step], ORDER.index(step) <= at, "step") for step in steps_of(table)]
    return Boxes(text("This round"), boxes)


def villain_facts(table: Champions) -> Iterator[Fact]:
    """The stage, the dial, the known numbers, and the attachments."""
    here = table.villain
    yield Fact(text("Stage"), here.stage, len(here.stages) or None, "villain.stage")
    for name in ("attack", "scheme"):
        if name in here.printed:
            yield Fact(NUMBER_NAMES[name], here.printed[name], path=join_path(("villain", "printed", name)))
    if here.boosts:
        yield Fact(text("Boost cards face down"), here.boosts, path="villain.boosts")
    yield from facts_lying_on(table, VILLAIN, here.counters)


def facts_lying_on(table: Champions, id_: str, counters: Mapping[str, int]) -> Iterator[Fact]:
    """The attachments and counters of the villain or the main scheme."""
    if lying := attached_to(table, id_):
        yield Fact(text("Attached"), lying)
    if counted := counted_on(counters):
        yield Fact(text("Counters"), counted)


def main_scheme_facts(table: Champions) -> Iterator[Fact]:
    """The stage, the threat, and the threat added in each villain phase."""
    main = table.main
    yield Fact(text("Stage"), main.stage, len(main.stages) or None, "main.stage")
    if not main.target:
        yield threat_counter(table, MAIN).fact
    known = None if is_step_threat_unknown(table) else main.acceleration
    yield number_fact(text("Threat in each villain phase"), known, path="main.acceleration")
    yield Fact(text("Acceleration tokens"), main.tokens, path="main.tokens")
    for name in ("acceleration", "hazard"):
        if found := count_icons(table, name):
            yield Fact(NUMBER_NAMES[name], found)
    yield from facts_lying_on(table, MAIN, main.counters)


def side_scheme_rows(table: Champions) -> Iterator[list[Said | Fact]]:
    for copy in table.copies("side scheme"):
        card = table.play[copy]
        icons = tuple(
            text("{icon} {count}", icon=NUMBER_NAMES[name], count=card.printed[name])
            for name in ICONS
            if card.printed.get(name)
        )
        threat = replace(threat_counter(table, copy).fact, label="")
        icons_on = text("{icons}", icons=icons) if icons else ""
        yield [with_attached(table, copy), threat, icons_on, counted_besides_uses(table, copy)]


def minion_rows(table: Champions) -> Iterator[list[Said | Fact]]:
    for copy in table.copies("minion"):
        engaged = table.play[copy].engaged
        yield [
            with_attached(table, copy),
            table.called("identities", engaged) if engaged else "",
            dial_in_row(table, copy),
            statuses_in_row(table, copy),
            counted_besides_uses(table, copy),
        ]


def encounter_piles(table: Champions) -> Iterator[Fact]:
    """The counts of the encounter deck and of its piles."""
    scenario = table.scenario
    yield from (pile.fact for pile in pile_counters(scenario, ("scenario",)))
    yield Fact(text("Times it ran out"), scenario.reshuffles, path="scenario.reshuffles")
    for label, cards, name in (
        (text("Obligations set aside"), scenario.obligations, "obligations"),
        (text("Set aside"), scenario.aside, "aside"),
        (text("Removed from the game"), scenario.removed, "removed"),
        (text("Victory display"), scenario.victory, "victory"),
    ):
        if cards:
            yield Fact(label, len(cards), path=f"scenario.{name}")


def _copy(table: Champions, copy: str) -> Said:
    return table.called("copies", copy)


# === The rounds of a game on paper: hit points and threat at the end of each =====================


def rounds_sheet(table: Champions) -> Iterator[Sheet]:
    """The sheet of finished rounds, a line for each; nothing before the first is over."""
    if table.rounds:
        rows = [round_row(table, row) for row in table.rounds]
        yield Sheet("rounds", text("Rounds"), [Grid("", round_heads(table), rows)])


def round_heads(table: Champions) -> list[Said]:
    heroes = [table.called("identities", id_) for id_ in table.seats]
    stage = [text("Stage")] if several_stages(table) else []
    return [text("Round"), text("First player"), *heroes, table.called("enemies", VILLAIN), *stage, text("Threat")]


def round_row(table: Champions, row: RoundTold) -> list[Cell]:
    stage = [row.stage] if several_stages(table) else []
    first = table.called("identities", row.first) if row.first else ""
    return [row.round, first, *(row.left.get(id_) for id_ in table.seats), row.villain, *stage, row.threat]


def several_stages(table: Champions) -> bool:
    """Whether the villain has reached more than one stage."""
    return any(row.stage > 1 for row in table.rounds)


# === All sheets: the scenario, heroes, rounds, decks, the campaign, and the end of a game ========


def sheets(table: Champions) -> Sequence[Sheet]:
    """All sheets in order, as the viewer of the table may see them; a finished game comes first."""
    parts = (summary_sheets, scenario_sheet, hero_sheets, rounds_sheet, deck_sheets, campaign_sheet)
    return [sheet for part in parts for sheet in part(table)]
