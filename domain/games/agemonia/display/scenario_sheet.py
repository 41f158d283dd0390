"""The scenario sheet: what has to be put away when a game is broken off in the middle of a scenario."""

from collections.abc import Iterator, Sequence

from domain.games.agemonia.acting import at_turn, waiting
from domain.games.agemonia.state.scenario import HeroTurn, Scene
from domain.games.agemonia.state.table import Agemonia, Hero
from domain.language.shown.sheet import Block, Fact, Facts, Grid, Said, Sheet
from domain.language.table import join
from domain.language.text import Term, text

SCENARIO = "scenario"


def scenario_sheet(table: Agemonia) -> Iterator[Sheet]:
    """The sheet of the scenario at hand; none while nothing of it is on the table."""
    if table.scene == Scene():
        return
    title = table.called("scenarios", table.running.scenario) if table.running else Term("Scenario", "场景")
    yield Sheet(SCENARIO, title, list(_blocks(table)))


def _blocks(table: Agemonia) -> Iterator[Block]:
    scene = table.scene
    phases: dict[str, Said] = {"select": Term("select actions", "选择行动"), "turns": Term("turns", "回合")}
    figure = at_turn(table)
    yield Facts(
        Term("Fight round", "轮"),
        [
            Fact(Term("Fight round", "轮"), scene.round, path="scene.round"),
            Fact(Term("Phase", "阶段"), phases.get(scene.phase)),
            Fact(Term("Whose turn", "当前回合"), table.called("figures", figure) if figure else None),
            Fact(Term("Yet to act", "尚未行动"), _list(tuple(table.called("figures", f) for f in waiting(table)))),
        ],
    )
    yield Grid(Term("Heroes", "英雄"), HERO_COLUMNS, [_hero(table, id_, hero) for id_, hero in table.heroes.items()])
    yield Grid(Term("Enemies", "敌人"), FIGURE_COLUMNS, list(_enemies(table)))
    if scene.allies:
        yield Grid(Term("Allies", "盟友"), FIGURE_COLUMNS, list(_allies(table)))
    if scene.timers:
        timers = [Fact(name, timer.total, timer.target) for name, timer in scene.timers.items()]
        yield Facts(Term("Timers", "计时器"), timers)
    if scene.counters or scene.progress:
        counted = [Fact(name, value, path=_path("counters", name)) for name, value in scene.counters.items()]
        checks = [Fact(name, found.successes, found.target) for name, found in scene.progress.items()]
        yield Facts(Term("Counters", "计数"), [*counted, *checks])
    if scene.cards:
        rows: list[Sequence[Said]] = [
            (letter, Term("flipped", "已翻转") if card.flipped else None) for letter, card in scene.cards.items()
        ]
        yield Grid(Term("Story cards", "故事卡"), (Term("Card", "卡片"), Term("Side", "面")), rows)
    if scene.areas:
        yield Grid(Term("Areas", "区域"), AREA_COLUMNS, [_area(table, area) for area in scene.areas])


HERO_COLUMNS = (
    Term("Hero", "英雄"),
    Term("Available", "可用体力"),
    Term("Spent", "已使用的体力"),
    Term("Locked", "锁定体力"),
    Term("Wounds", "伤口"),
    Term("State", "状况"),
    Term("Action", "行动"),
    Term("Initiative", "先攻"),
)
FIGURE_COLUMNS = (Term("Figure", "模型"), Term("Health", "生命值"), Term("Conditions", "状态"), Term("Area", "区域"))
AREA_COLUMNS = (Term("Area", "区域"), Term("Capacity", "容量"), Term("Figures", "模型"), Term("Traps", "陷阱"))


def _path(*segments: str) -> str:
    return join(("scene", *segments))


def _list(values: Sequence[Said]) -> Said:
    return text("{list}", list=tuple(values)) if values else None


def _hero(table: Agemonia, id_: str, hero: Hero) -> Sequence[Said]:
    turn = table.scene.heroes.get(id_) or HeroTurn()
    marks = {Term("wounded", "受伤"): hero.wounded, Term("exhausted", "筋疲力尽"): hero.exhausted}
    conditions = (table.called("conditions", condition) for condition in hero.conditions)
    return (
        table.called("heroes", id_),
        hero.available,
        hero.spent,
        hero.held or None,
        hero.wounds,
        _list((*(mark for mark, there in marks.items() if there), *conditions)),
        table.called("actions", turn.action) if turn.action else None,
        table.called("symbols", turn.symbol) if turn.symbol else None,
    )


def _enemies(table: Agemonia) -> Iterator[Sequence[Said]]:
    for figure in table.scene.figures():
        model = table.scene.figure(figure)
        if model:
            health = "∞" if model.health is None else f"{model.health}/{model.most}"
            yield _figure(table, figure, health, model.conditions)


def _allies(table: Agemonia) -> Iterator[Sequence[Said]]:
    for id_, ally in table.scene.allies.items():
        yield _figure(table, id_, f"{ally.health}/{ally.most}", ally.conditions)


def _figure(table: Agemonia, figure: str, health: str, conditions: Sequence[str]) -> Sequence[Said]:
    told = _list([table.called("conditions", condition) for condition in conditions])
    return table.called("figures", figure), health, told, table.scene.places.get(figure)


def _area(table: Agemonia, area: str) -> Sequence[Said]:
    ground = table.scene.areas[area]
    here = [table.called("figures", figure) for figure, place in table.scene.places.items() if place == area]
    return area, ground.capacity, _list(here), ground.traps or None
