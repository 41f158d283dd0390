"""Save sheets: the party sheet, one for each hero, and the current scenario."""

from collections.abc import Iterable, Iterator, Sequence

from domain.framework.table import join_path
from domain.framework.text import Term, text
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
    Word,
    Words,
    number_fact,
)
from domain.games.agemonia.campaign.factions import rival_of
from domain.games.agemonia.figures import at_turn, figures_waiting, uncounted_health
from domain.games.agemonia.goods import burden_of
from domain.games.agemonia.state.kinds import HeroBoard, HeroClass, ItemCard
from domain.games.agemonia.state.scenario import Ally, Figure, HeroTurn, Scene
from domain.games.agemonia.state.table import (
    HIGHEST_LEVEL,
    MOST_ACHIEVEMENT_GEMS,
    MOST_INSPIRATION_GEMS,
    PARTY,
    STARS_IN_A_SLOT,
    Agemonia,
    Faction,
    Hero,
    Journal,
)

# === The scenario sheet, to put the game away in the middle of a scenario ========================

SCENARIO = "scenario"


def scenario_sheet(table: Agemonia) -> Iterator[Sheet]:
    """The sheet of the current scenario; none while its table is empty."""
    if table.scene == Scene():
        return
    title = table.called("scenarios", table.running.scenario) if table.running else Term("Scenario", "场景")
    yield Sheet(SCENARIO, title, list(_scenario_blocks(table)))


def _scenario_blocks(table: Agemonia) -> Iterator[Block]:
    scene = table.scene
    phases: dict[str, Said] = {"select": Term("select actions", "选择行动"), "turns": Term("turns", "回合")}
    figure = at_turn(table)
    yield Facts(
        Term("Fight round", "轮"),
        [
            Fact(Term("Fight round", "轮"), scene.round, path="scene.round"),
            Fact(Term("Phase", "阶段"), phases.get(scene.phase)),
            Fact(Term("Whose turn", "当前回合"), table.called("figures", figure) if figure else None),
            Fact(
                Term("Yet to act", "尚未行动"),
                _as_list(tuple(table.called("figures", f) for f in figures_waiting(table))),
            ),
        ],
    )
    yield Grid(Term("Heroes", "英雄"), HERO_COLUMNS, [_hero_row(table, *one) for one in table.heroes.items()])
    yield Grid(Term("Enemies", "敌人"), FIGURE_COLUMNS, list(_enemy_rows(table)))
    if scene.allies:
        yield Grid(Term("Allies", "盟友"), FIGURE_COLUMNS, list(_ally_rows(table)))
    if scene.timers:
        timers = [Fact(name, timer.total, timer.target) for name, timer in scene.timers.items()]
        yield Facts(Term("Timers", "计时器"), timers)
    if scene.counters or scene.progress:
        counted = [Fact(name, value, path=_scene_path("counters", name)) for name, value in scene.counters.items()]
        checks = [number_fact(name, found.successes, found.target) for name, found in scene.progress.items()]
        yield Facts(Term("Counters", "计数"), [*counted, *checks])
    if scene.cards:
        rows: list[Sequence[Said]] = [
            (letter, Term("flipped", "已翻转") if card.flipped else None) for letter, card in scene.cards.items()
        ]
        yield Grid(Term("Story cards", "故事卡"), (Term("Card", "卡片"), Term("Side", "面")), rows)
    if scene.areas:
        yield Grid(Term("Areas", "区域"), AREA_COLUMNS, [_area_row(table, area) for area in scene.areas])


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


def _scene_path(*segments: str) -> str:
    return join_path(("scene", *segments))


def _as_list(values: Sequence[Said]) -> Said:
    return text("{list}", list=tuple(values)) if values else None


def _hero_row(table: Agemonia, id_: str, hero: Hero) -> Sequence[Cell]:
    turn = table.scene.heroes.get(id_) or HeroTurn()
    marks = {Term("wounded", "受伤"): hero.wounded, Term("exhausted", "筋疲力尽"): hero.exhausted}
    conditions = (table.called("conditions", condition) for condition in hero.conditions)
    return (
        table.called("heroes", id_),
        number_fact("", hero.available),
        hero.spent,
        hero.held or None,
        hero.wounds,
        _as_list((*(mark for mark, there in marks.items() if there), *conditions)),
        table.called("actions", turn.action) if turn.action else None,
        table.called("symbols", turn.symbol) if turn.symbol else None,
    )


def _enemy_rows(table: Agemonia) -> Iterator[Sequence[Said]]:
    for figure in table.scene.figures():
        model = table.scene.figure(figure)
        if model:
            health = uncounted_health(table, figure) if model.health is None else _health(model)
            yield _figure_row(table, figure, health, model.conditions)


def _ally_rows(table: Agemonia) -> Iterator[Sequence[Said]]:
    for id_, ally in table.scene.allies.items():
        yield _figure_row(table, id_, _health(ally), ally.conditions)


def _health(body: Figure | Ally) -> str:
    known = ("?" if number is None else str(number) for number in (body.health, body.most))
    return "/".join(known)


def _figure_row(table: Agemonia, figure: str, health: str, conditions: Sequence[str]) -> Sequence[Said]:
    named = _as_list([table.called("conditions", condition) for condition in conditions])
    return table.called("figures", figure), health, named, table.scene.places.get(figure)


def _area_row(table: Agemonia, area: str) -> Sequence[Cell]:
    ground = table.scene.areas[area]
    here = [table.called("figures", figure) for figure, place in table.scene.places.items() if place == area]
    return area, number_fact("", ground.capacity), _as_list(here), ground.traps or None


# === Save sheets: the party sheet, one for each hero, and the current scenario (记录和存储你的战役)

OPEN_SLOT = "open"


def sheets(table: Agemonia) -> Sequence[Sheet]:
    """The party sheet, those of the heroes in the order they joined, and that of a running scenario."""
    return [party_sheet(table), *(hero_sheet(table, hero) for hero in table.heroes), *scenario_sheet(table)]


def party_sheet(table: Agemonia) -> Sheet:
    return Sheet(
        PARTY,
        table.party_name or Term("Party sheet", "队伍表格"),
        [
            Facts(
                Term("Campaign", "战役"),
                [
                    Fact(Term("Step", "战役步骤"), table.steps[table.step], path="step"),
                    Fact(Term("Campaign round", "战役回合"), table.round, path="round"),
                    Fact(Term("Level", "等级"), table.level, HIGHEST_LEVEL, path="level"),
                    Fact(
                        Term("Experience", "经验值"), table.experience, table.needed(HIGHEST_LEVEL), path="experience"
                    ),
                ],
            ),
            _level_boxes(table),
            _record_grid(table),
            _words_block(Term("Party journal", "队伍日志"), table.journal, "journal"),
            Tracks(Term("Factions", "派系"), [[_track_of(table, id_) for id_ in pair] for pair in rival_pairs(table)]),
            _reading_list(table),
            *_holding_blocks(table),
            *_note_blocks(table, ("", PARTY)),
        ],
    )


def pips_of_level(table: Agemonia, level: int) -> int | None:
    """The experience points that a level takes after the one before it; None if unknown."""
    need, before = table.needed(level), table.needed(level - 1) if level > 1 else 0
    return None if need is None or before is None else max(0, need - before)


def _level_boxes(table: Agemonia) -> Block:
    """A box for each level, with a pip for each experience point that it takes; the first takes none."""
    pips = {level: _pips(pips_of_level(table, level)) for level in range(1, HIGHEST_LEVEL + 1)}
    boxes = [
        Box(f"{level} {pip}".strip(), level in table.levels_ticked, "levels_ticked") for level, pip in pips.items()
    ]
    return Boxes(Term("Levels", "等级"), boxes)


def _pips(count: int | None) -> str:
    return "?" if count is None else "✭" * count


def _record_grid(table: Agemonia) -> Block:
    tutorials: list[Sequence[Cell]] = [
        (text("T{number}", number=number), table.called("scenarios", f"tutorial-{number}"), result, None, None)
        for number, result in sorted(table.tutorials.items())
    ]
    played: list[Sequence[Cell]] = [
        (
            None if table.pack.thing("scenarios", no) else no,
            table.called("scenarios", no),
            ", ".join(card.results),
            card.best_score,
            Box("✭", card.experience_given, join_path(("scenarios", no, "experience_given"))),
        )
        for no, card in table.scenarios.items()
        if card.results
    ]
    columns = (
        Term("No.", "编号"),
        Term("Scenario", "场景"),
        Term("Result", "结果"),
        Term("Best score", "最佳分数"),
        Term("XP", "经验值"),
    )
    return Grid(Term("Scenario record", "场景记录"), columns, [*tutorials, *played])


def _words_block(title: Said, journal: Journal, path: str) -> Block:
    return Words(
        title,
        [
            Word(word.keyword, word.tally, word.crossed_out, f"{path}.words.{join_path((key, 'tally'))}")
            for key, word in journal.words.items()
        ],
    )


def rival_pairs(table: Agemonia) -> list[tuple[str, ...]]:
    """The factions as rival pairs, in the order of the content; one without a known rival is alone."""
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for id_ in table.ids("factions"):
        if id_ in seen:
            continue
        rival = rival_of(table, id_)
        pair = (id_, rival) if rival and rival not in seen else (id_,)
        seen.update(pair)
        found.append(pair)
    return found


def _track_of(table: Agemonia, faction: str) -> Track:
    state = table.factions.get(faction) or Faction()
    path = f"factions.{faction}.reputation" if faction in table.factions else ""
    name = table.called("factions", faction)
    return Track(name, state.reputation, state.length, state.locked, tuple(state.ranks), path)


def _reading_list(table: Agemonia) -> Block:
    rows: list[Sequence[Said]] = [
        (table.called("factions", faction), rank) for faction, track in table.factions.items() for rank in track.unread
    ]
    return Grid(
        Term("To read at the next city step", "下个城市步骤要阅读"),
        (Term("Faction", "派系"), Term("Rank", "等级")),
        rows,
    )


def _holding_blocks(table: Agemonia) -> Iterable[Block]:
    """The grids of the stock and of followers, once they have contents."""
    stock: list[Sequence[Said]] = [
        (Term("Scenario", "场景"), table.called("scenarios", no))
        for no, card in table.scenarios.items()
        if card.zone == "stock"
    ]
    stock += [
        (Term("Item", "物品"), text("{item} ×{n}", item=table.called("items", i), n=n))
        for i, n in table.stock.items()
        if n
    ]
    stock += [(Term("Artifact", "神器"), table.called("artifacts", artifact)) for artifact in table.artifacts]
    stock += [
        (Term("Follower", "追随者"), table.called("followers", id_))
        for id_, f in table.followers.items()
        if f.zone == "stock"
    ]
    if stock:
        yield Grid(Term("Stock", "库存"), (Term("Kind", "种类"), Term("Card", "卡牌")), stock)
    hired = [(id_, f) for id_, f in table.followers.items() if f.zone in ("hired", "removed")]
    if hired:
        columns = (Term("Follower", "追随者"), Term("Hero", "英雄"), Term("XP", "经验值"), Term("Gone", "移除"))
        rows: list[Sequence[Said]] = [
            (
                table.called("followers", id_),
                table.called("heroes", f.controller),
                f.experience,
                "✕" if f.zone == "removed" else None,
            )
            for id_, f in hired
        ]
        yield Grid(Term("Followers", "追随者"), columns, rows)


def _note_blocks(table: Agemonia, about: Iterable[str]) -> Iterable[Block]:
    notes = [note for key in about for note in table.notes.get(key, ())]
    if notes:
        yield Grid(Term("Notes", "笔记"), (Term("Note", "笔记"),), [(note,) for note in notes])


def hero_sheet(table: Agemonia, hero_id: str) -> Sheet:
    """The sheet of a hero, with the contents of its box."""
    hero = table.heroes[hero_id]
    path = f"heroes.{hero_id}"
    return Sheet(
        hero_id,
        table.called("heroes", hero_id),
        [
            _identity_facts(table, hero, path),
            _ability_facts(hero, path),
            _vitality_facts(table, hero, path),
            _possession_facts(hero, path),
            _skill_boxes(table, hero, hero_id),
            _action_grid(table, hero),
            _item_grid(table, hero),
            *_stored_blocks(table, hero_id),
            *_card_blocks(table, hero),
            _words_block(Term("Hero journal", "英雄日志"), hero.journal, f"{path}.journal"),
            *_note_blocks(table, (hero_id,)),
        ],
        seat=hero_id,
    )


def _identity_facts(table: Agemonia, hero: Hero, path: str) -> Block:
    return Facts(
        Term("Hero", "英雄"),
        [
            Fact(Term("Player", "玩家"), hero.player or None, path=f"{path}.player"),
            Fact(Term("Level", "等级"), table.level, path="level"),
            Fact(
                Term("Class", "职业"),
                table.called("classes", hero.hero_class) if hero.hero_class else None,
                path=f"{path}.hero_class",
            ),
            Fact(
                Term("Profession", "专精"),
                table.called("professions", hero.profession) if hero.profession else None,
                path=f"{path}.profession",
            ),
            Fact(Term("Talents", "天赋"), ", ".join(hero.talents) or None),
        ],
    )


def _ability_facts(hero: Hero, path: str) -> Block:
    names = {
        "strength": Term("Strength", "力量"),
        "agility": Term("Agility", "敏捷"),
        "will": Term("Will", "意志"),
        "taunt": Term("Taunt", "嘲讽值"),
    }
    return Facts(
        Term("Abilities", "能力"),
        [number_fact(label, getattr(hero, name), path=f"{path}.{name}") for name, label in names.items()],
    )


def _vitality_facts(table: Agemonia, hero: Hero, path: str) -> Block:
    marks = {Term("wounded", "受伤"): hero.wounded, Term("exhausted", "筋疲力尽"): hero.exhausted}
    state = tuple(mark for mark, there in marks.items() if there)
    conditions = tuple(table.called("conditions", condition) for condition in hero.conditions)
    return Facts(
        Term("Vitality disk", "生命力圆盘"),
        [
            number_fact(Term("Chips", "体力筹码"), hero.chips, path=f"{path}.chips"),
            number_fact(Term("Wounded number", "受伤数值"), hero.wounded_cap, path=f"{path}.wounded_cap"),
            number_fact(Term("Available", "可用体力"), hero.available, hero.chips),
            Fact(Term("Spent", "已使用的体力"), hero.spent, path=f"{path}.spent"),
            *([Fact(Term("Locked", "锁定体力"), hero.held)] if hero.held else []),
            Fact(Term("Wounds", "伤口"), hero.wounds, path=f"{path}.wounds"),
            Fact(Term("State", "状况"), text("{list}", list=state) if state else None),
            Fact(Term("Conditions", "状态"), text("{list}", list=conditions) if conditions else None),
        ],
    )


def _possession_facts(hero: Hero, path: str) -> Block:
    return Facts(
        Term("Stars and gems", "星星和宝石"),
        [
            number_fact(Term("Stars", "星星"), hero.stars_shown, path=f"{path}.stars"),
            Fact(
                Term("Achievement gems", "成就宝石"),
                hero.achievement_gems,
                MOST_ACHIEVEMENT_GEMS,
                f"{path}.achievement_gems",
            ),
            Fact(
                Term("Inspiration gems", "灵感宝石"),
                hero.inspiration_gems,
                MOST_INSPIRATION_GEMS,
                f"{path}.inspiration_gems",
            ),
        ],
    )


def _skill_boxes(table: Agemonia, hero: Hero, hero_id: str) -> Block:
    """The five skills of the class with their ticks; the names of both classes until one is chosen."""
    if hero.hero_class is None:
        classes = HeroBoard.of(table, hero_id).classes
        return Boxes(Term("Class", "职业"), [Box(table.called("classes", id_), ticked=False) for id_ in classes])
    skills = HeroClass.of(table, hero.hero_class).skills
    boxes = [Box(table.called("skills", s), s in hero.skills, f"heroes.{hero_id}.skills") for s in skills]
    return Boxes(Term("Class skills", "职业技能"), boxes)


def _action_grid(table: Agemonia, hero: Hero) -> Block:
    """Action tokens, then the slots of the extra action board, the open ones marked."""
    rows: list[Sequence[Cell]] = [(table.called("actions", token), None) for token in hero.tokens]
    rows += [
        (text("level {level} slot", level=level), Box(Term("open", "开放"), kind == OPEN_SLOT))
        for level, kind in hero.slots.items()
    ]
    columns = (Term("Action", "行动"), Term("Slot", "插槽"))
    return Grid(Term("Action tokens and slots", "行动指示物和插槽"), columns, rows)


def _item_grid(table: Agemonia, hero: Hero) -> Block:
    """The items with their state; encumbrance counts those that are neither active nor left behind."""
    burden = burden_of(table, hero)
    rows: list[Sequence[Said]] = []
    for item, copies in hero.items.items():
        known = ItemCard.of(table, item)
        marks = "✕" if known.illegal else "!" if known.quest else None
        weight = known.encumbrance or None
        rows.append((table.called("items", item), copies, weight, _item_state(hero, item), marks))
    columns = (
        Term("Item", "物品"),
        Term("Copies", "数量"),
        Term("Encumbrance", "负重"),
        Term("State", "状态"),
        Term("Mark", "标记"),
    )
    title = text("{items} ({load}/{limit})", items=Term("Items", "物品"), load=burden.shown, limit=burden.limit)
    return Grid(title, columns, rows)


def _item_state(hero: Hero, item: str) -> Said:
    if item in hero.active:
        return Term("active", "有效")
    return Term("left behind", "留下") if item in hero.left_behind else Term("other", "其他")


def _stored_blocks(table: Agemonia, hero_id: str) -> Iterable[Block]:
    rows: list[Sequence[Said]] = []
    for name, place in table.storage.items():
        if place.hero == hero_id:
            rows += [(name, table.called("items", item)) for item in place.items]
            rows += [(name, text("{n}/{most} stars", n=stars, most=STARS_IN_A_SLOT)) for stars in place.stars]
            rows += [(name, None)] * max(0, place.free())
    if rows:
        yield Grid(Term("Stored", "存放"), (Term("Place", "地点"), Term("Contents", "内容")), rows)


def _card_blocks(table: Agemonia, hero: Hero) -> Iterable[Block]:
    """The injuries and artifacts of a hero, and the story cards that it has to keep."""
    rows = [(table.called("injuries", injury),) for injury in hero.injuries]
    yield Grid(Term("Injuries", "受伤卡"), (Term("Injury", "受伤卡"),), rows)
    marks = [(table.called("artifacts", artifact), mark or None) for artifact, mark in hero.artifacts.items()]
    yield Grid(Term("Artifacts", "神器卡"), (Term("Artifact", "神器卡"), Term("Progress", "进度")), marks)
    if hero.story_cards:
        kept = [card.rpartition(" ") for card in hero.story_cards]
        letters = [(table.called("scenarios", scenario), letter) for scenario, _, letter in kept]
        yield Grid(Term("Kept story cards", "保留的故事卡"), (Term("Scenario", "场景"), Term("Card", "卡牌")), letters)
