"""The end of a war on paper: who won and how, where everybody stood, and what led there, season by season."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.runewars.display.paper.battles import CAUSES
from domain.games.runewars.display.paper.lands import rune_word
from domain.games.runewars.holding import strongholds_of, tally_of
from domain.games.runewars.runes.tokens import thrones, with_rune
from domain.games.runewars.state.calendar import SeasonPast, Tally
from domain.games.runewars.state.heroes import living
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.games.runewars.state.war import Report
from domain.language.shown.sheet import Beside, Block, Cell, Fact, Facts, Grid, Said, Sheet
from domain.language.text import Text, text

NOTHING = "–"


def summary(table: Runewars) -> Iterator[Sheet]:
    """The war as a whole, once it is over."""
    if table.winners:
        yield Sheet("summary", text("The war"), list(_blocks(table)))


def _blocks(table: Runewars) -> Iterator[Block]:
    yield Facts(text("How it ended"), list(_ending(table)))
    yield Grid(text("In the end"), [text("Seat"), *_heads(table)], [_last(table, seat) for seat in table.seats])
    if table.tracks("runes"):
        yield Grid(text("Runes"), [text("Area"), text("Held by"), text("Rune")], list(_runes(table)))
    if table.tracks("calendar"):
        if any(past.tally for past in table.calendar.values()):
            yield Beside(text("Season by season"), list(_seasons(table)))
        yield Grid(text("Orders"), [text("Seat"), text("Orders"), text("Bonuses taken")], list(_orders(table)))
    if table.battles:
        heads = [text("Seat"), text("Fought"), text("Won"), text("Lost"), text("Units lost")]
        yield Grid(text("Battles"), heads, [_battles(table, seat) for seat in table.seats])
    if table.heroes or table.deeds:
        heads = [text("Seat"), text("Heroes in the end"), text("Defeated"), text("Quests completed"), text("Duels won")]
        yield Grid(text("Heroes and quests"), heads, [_heroes(table, seat) for seat in table.seats])


# --- how it ended ---


def _ending(table: Runewars) -> Iterator[Fact]:
    winners = tuple(table.called("seats", seat) for seat in table.winners)
    yield Fact(text("Winner") if len(winners) == 1 else text("Winners"), text("{seats}", seats=winners))
    yield Fact(text("By"), _way(table))
    if table.season:
        yield Fact(text("Ended"), table.called("season numbers", str(table.season)))
    if bids := sum(past.bids for past in table.calendar.values()):
        yield Fact(text("Influence bids"), bids)


def _way(table: Runewars) -> Text:
    """A claim shows enough runes; after the last winter all are turned up; else the table said so."""
    if any(_shown(table, seat) >= table.goal for seat in table.winners):
        return text("a claim to victory")
    if table.tracks("runes") and table.season >= table.last_season:
        return text("most real runes after the last winter")
    return text("agreement")


def _shown(table: Runewars, seat: str) -> int:
    """The real runes of a seat that lie face up, its Dragon Thrones among them."""
    runes = (table.land[area].rune for area in with_rune(table, seat))
    return sum(rune is not None and rune.up and rune.kind == "real" for rune in runes) + thrones(table, seat)


def _runes(table: Runewars) -> Iterator[Sequence[Cell]]:
    for id_, area in sorted(table.land.items()):
        if area.rune:
            held = table.called("seats", area.controller) if area.controller else NOTHING
            yield [table.called("areas", id_), held, rune_word(area.rune)]


# --- where everybody stood ---


def _heads(table: Runewars) -> list[Said]:
    return [name for name, _ in _numbers(table, Tally())] + [
        *((text("Strongholds"),) if table.tracks("map") else ()),
        *((table.called("resources", resource) for resource in RESOURCES) if table.tracks("dials") else ()),
        *((text("Titles"),) if table.tracks("influence") else ()),
    ]


def _numbers(table: Runewars, had: Tally) -> Iterator[tuple[Said, int]]:
    """What is followed of a seat season by season, as far as the table tracks it."""
    if table.tracks("runes", "map"):
        yield text("Rune tokens"), had.runes
    if table.tracks("map"):
        yield text("Areas"), had.areas
    if table.tracks("units"):
        yield text("Units"), had.units
    if table.tracks("influence"):
        yield text("Influence"), had.influence


def _last(table: Runewars, id_: str) -> Sequence[Cell]:
    seat = table.seats[id_]
    row: list[Cell] = [table.called("seats", id_), *(n for _, n in _numbers(table, tally_of(table, id_)))]
    if table.tracks("map"):
        row.append(len(strongholds_of(table, id_)))
    if table.tracks("dials"):
        row += [seat.dials.get(resource, 0) for resource in RESOURCES]
    if table.tracks("influence"):
        row.append(_told([table.called("titles", title) for title in seat.titles]))
    return row


def _told(said: Sequence[Said]) -> Said:
    return text("{said}", said=tuple(said)) if said else NOTHING


# --- what led there ---


def _seasons(table: Runewars) -> Iterator[Grid]:
    """One grid for each number that is followed: a row a season, a column a seat."""
    heads = [text("Season"), *(table.called("seats", seat) for seat in table.seats)]
    for place, (name, _) in enumerate(_numbers(table, Tally())):
        rows = [_season(table, number, past, place) for number, past in table.calendar.items() if past.tally]
        yield Grid(name, heads, rows)


def _season(table: Runewars, number: str, past: SeasonPast, place: int) -> Sequence[Cell]:
    had = (past.tally.get(seat, Tally()) for seat in table.seats)
    return [table.called("season numbers", number), *([n for _, n in _numbers(table, one)][place] for one in had)]


def _orders(table: Runewars) -> Iterator[Sequence[Cell]]:
    for seat in table.seats:
        used = Counter(past.orders[seat] for past in table.calendar.values() if seat in past.orders)
        said = [text("{count} {order}", count=used[id_], order=table.called("orders", id_)) for id_ in sorted(used)]
        yield [table.called("seats", seat), _told(said), sum(seat in past.bonus for past in table.calendar.values())]


def _battles(table: Runewars, seat: str) -> Sequence[Cell]:
    fought = [report for report in table.battles if seat in (report.attacker, report.defender)]
    won = sum(report.winner == seat for report in fought)
    lost = sum(report.winner not in ("", seat) for report in fought)
    return [table.called("seats", seat), len(fought), won, lost, _losses(fought, seat)]


def _losses(fought: Sequence[Report], seat: str) -> Said:
    """Units that a seat lost in battles, by what took them."""
    causes: Counter[str] = Counter()
    for report in fought:
        causes.update(report.armies[seat].causes if seat in report.armies else {})
    return _told([text("{count} {cause}", count=n, cause=CAUSES[cause]) for cause, n in causes.items()])  # type: ignore[index]


def _heroes(table: Runewars, seat: str) -> Sequence[Cell]:
    own = [hero for hero in table.heroes.values() if hero.seat == seat]
    done = Counter(deed.outcome for deed in table.deeds if deed.seat == seat)
    return [
        table.called("seats", seat),
        _told([table.called("heroes", hero) for hero in living(table.heroes, seat)]),
        sum(hero.defeated for hero in own),
        done["completed"],
        done["won"],
    ]


__all__ = ["summary"]
