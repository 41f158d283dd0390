"""Helpers for sheets: lists in a cell, counts, dials; empty parts are omitted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from domain.framework.table import join_path
from domain.framework.text import text
from domain.framework.views.sheet import Beside, Block, Cell, Fact, Facts, Grid, Said, Sheet, Track, number_fact
from domain.games.odalin.state.hero import Deeds
from domain.games.odalin.state.table import Odalin

NOTHING = (None, "")


def sheet_of(key: str, title: Said, blocks: Iterable[Block], seat: str = "") -> Sheet:
    """A sheet without empty blocks, facts and columns."""
    return Sheet(key, title, list(_filled(blocks)), seat)


def _filled(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        match block:
            case Facts() if facts := [fact for fact in block.facts if fact.value not in NOTHING]:
                yield replace(block, facts=facts)
            case Grid() if block.rows:
                yield _without_empty_columns(block)
            case Facts() | Grid():
                pass
            case Beside() if any(one for one in _filled(block.blocks)):
                yield block
            case Beside():
                pass
            case _:
                yield block


def _without_empty_columns(grid: Grid) -> Grid:
    kept = [n for n in range(len(grid.columns)) if any(not _is_nothing(row[n]) for row in grid.rows)]
    return replace(grid, columns=[grid.columns[n] for n in kept], rows=[[row[n] for n in kept] for row in grid.rows])


def _is_nothing(cell: object) -> bool:
    return (cell.value if isinstance(cell, Fact) else cell) in NOTHING


def listed(values: Iterable[object]) -> Said:
    """Several values in one cell; None if there are none."""
    found = tuple(values)
    return text("{list}", list=found) if found else None


def counted(table: Odalin, kind: str, counts: Mapping[str, int]) -> Said:
    """The names and counts of some ids in one cell; a count of 1 is omitted."""
    return listed(
        text("{name} ×{count}", name=table.called(kind, id_), count=count) if count > 1 else table.called(kind, id_)
        for id_, count in counts.items()
        if count
    )


def dial(label: Said, value: int | None, most: int | None, *path: str) -> Track:
    """A dial of a hero as a printed track."""
    return Track(label, value, most, path=join_path(path))


def in_row(value: int | None, most: int | None, *path: str) -> Fact:
    """A number in a cell, with its maximum."""
    return number_fact("", value, most, join_path(path))


def dial_cells(table: Odalin, id_: str) -> list[Cell]:
    """The hit points, soul, corruption and taints of a hero, as cells of a row."""
    hero = table.heroes[id_]
    return [
        in_row(hero.hp, hero.most, "heroes", id_, "hp"),
        in_row(hero.soul, None, "heroes", id_, "soul"),
        in_row(hero.corruption, None, "heroes", id_, "corruption"),
        in_row(hero.tainted, None, "heroes", id_, "tainted"),
    ]


DIAL_HEADS: Sequence[Said] = (text("Hit points"), text("Soul"), text("Corruption"), text("Tainted"))
DEED_HEADS: Mapping[str, Said] = {
    "dealt": text("Dealt"),
    "taken": text("Taken"),
    "healed": text("Healed"),
    "falls": text("Defeated"),
    "forms": text("Demonic forms"),
    "lost_control": text("Control lost"),
}
DIAL_DEEDS: Mapping[str, Said] = {
    "turns": text("Turns"),
    "revived": text("Revived"),
    "powers": text("Power spent on"),
    "soul": text("Soul gained"),
    "corruption": text("Corruption gained"),
    "taints": text("Points tainted"),
}


def deeds_grid(
    table: Odalin, title: Said, days: Sequence[Mapping[str, Deeds]], told: Mapping[str, Said] = DEED_HEADS
) -> Grid:
    """The deeds of each hero over some days; a column is omitted if all its values are 0."""
    heroes = list(dict.fromkeys(id_ for day in days for id_ in day))
    sums = {id_: {name: sum(getattr(day[id_], name) for day in days if id_ in day) for name in told} for id_ in heroes}
    names = [name for name in told if any(sums[id_][name] for id_ in heroes)]
    rows: list[list[Cell]] = [[table.called("heroes", id_), *(sums[id_][name] for name in names)] for id_ in heroes]
    return Grid(title, [text("Hero"), *(told[name] for name in names)], rows if names else [])
