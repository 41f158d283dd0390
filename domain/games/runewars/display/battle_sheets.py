"""Battles on paper: the current one, fighter by fighter, and a report of each earlier one (section 7, 5)."""

from collections.abc import Iterator, Mapping

from domain.framework.table import join_path
from domain.framework.text import Text, text
from domain.framework.views.sheet import Beside, Block, Box, Cell, Fact, Facts, Grid, Said, Sheet
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Army, Battle, Cause, Fate, Report, Volley

FATES: Mapping[Fate, Text] = {
    "destroyed": text("destroyed"),
    "conquered": text("conquered"),
    "removed": text("removed"),
}
CAUSES: Mapping[Cause, Text] = {
    "damage": text("damage"),
    "card": text("a card"),
    "by hand": text("in the battle"),
    "routed before": text("routed before it"),
    "nowhere to go": text("nowhere to go"),
}


def battle_sheet(table: Runewars) -> Iterator[Sheet]:
    """The current battle, then the earlier ones, the latest first; no sheet if there was none."""
    blocks = [*_open(table), *(battle_block(table, report) for report in reversed(table.battles))]
    if blocks:
        yield Sheet("battles", text("Battles"), blocks)


def _open(table: Runewars) -> Iterator[Block]:
    if battle := table.battle:
        yield _line(table, battle)
        yield battle_block(table, battle.report)


def _line(table: Runewars, battle: Battle) -> Grid:
    """The fighters with their state."""
    heads: list[Said] = [text("Unit"), text("Side"), text("Damage"), text("Routed"), text("Has drawn")]
    return Grid(text("Armies"), heads, [_fighter(table, battle, id_) for id_ in battle.fighters])


def _fighter(table: Runewars, battle: Battle, id_: str) -> list[Cell]:
    fighter, at = battle.fighters[id_], ("battle", "fighters", id_)
    return [
        table.called("fighters", id_),
        table.called("owners", fighter.side),
        Fact("", fighter.damage, of=fighter.health, path=join_path((*at, "damage"))),
        Box("", fighter.routed, path=join_path((*at, "routed"))),
        Box("", fighter.drawn, path=join_path((*at, "drawn"))),
    ]


def battle_block(table: Runewars, report: Report) -> Beside:
    """One battle: its result, both armies, and the drawn cards."""
    return Beside(_title(table, report), list(_parts_of_a_battle(table, report)))


def _parts_of_a_battle(table: Runewars, report: Report) -> Iterator[Facts | Grid]:
    if outcome := list(_outcome(table, report)):
        yield Facts("", outcome)
    heads: list[Said] = [
        text("Side"),
        text("Lined up"),
        text("Strength"),
        text("Lost"),
        text("Lost by"),
        text("Retreated to"),
    ]
    yield Grid(text("Armies"), heads, [_army(table, side, army) for side, army in report.armies.items()])
    if report.volleys:
        drawn: list[Said] = [text("Round"), text("Units"), text("Special"), text("Rout"), text("Damage"), text("Cards")]
        yield Grid(text("Fate cards"), drawn, [_volley(table, volley) for volley in report.volleys])


def _title(table: Runewars, report: Report) -> Text:
    return text(
        "[{season}: ]{attacker} against {defender} in {area}",
        season=table.called("season numbers", str(report.season)) if report.season else "",
        attacker=table.called("owners", report.attacker),
        defender=table.called("owners", report.defender),
        area=table.called("areas", report.area),
    )


def _outcome(table: Runewars, report: Report) -> Iterator[Fact]:
    if report.winner:
        yield Fact(text("Winner"), table.called("owners", report.winner))
    if report.fortification:
        yield Fact(text("Fortification"), table.called("developments", report.fortification))
    if report.siege:
        yield Fact(text("Stronghold"), text("counted 3 less"))
    if report.stronghold:
        yield Fact(text("Stronghold"), FATES[report.stronghold])


def _army(table: Runewars, side: str, army: Army) -> list[Cell]:
    causes = tuple(text("{count} {cause}", count=count, cause=CAUSES[cause]) for cause, count in army.causes.items())
    return [
        table.called("owners", side),
        _units(table, army.units),
        army.strength,
        _units(table, army.lost),
        text("{causes}", causes=causes),
        table.called("areas", army.retreat) if army.retreat else "",
    ]


def _units(table: Runewars, units: Mapping[str, int]) -> Text:
    named = tuple(text("{count} {unit}", count=n, unit=table.called("units", unit)) for unit, n in units.items())
    return text("{units}", units=named)


def _volley(table: Runewars, volley: Volley) -> list[Cell]:
    units = text("{count} {unit}", count=volley.count, unit=table.called("units", volley.unit))
    cards = text("{cards}", cards=tuple(table.called("fate", card) for card in volley.cards))
    return [volley.round, units, volley.specials, volley.routs, volley.damage, cards]
