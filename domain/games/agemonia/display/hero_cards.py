"""Hero cards on the board: what is counted, the chips of the disk, what a hero carries and knows, journals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.stars import StarsGained, StarsSpent
from domain.games.agemonia.campaign.vitality import (
    DamageHealed,
    DamageSuffered,
    StaminaRecovered,
    StaminaSpent,
    healable,
    recoverable,
)
from domain.games.agemonia.display.beside import journal_of
from domain.games.agemonia.goods import burden_of
from domain.games.agemonia.state.kinds import HeroBoard, HeroClass, ItemCard
from domain.games.agemonia.state.table import (
    MOST_ACHIEVEMENT_GEMS,
    MOST_INSPIRATION_GEMS,
    UNEASY_SLEEP,
    Agemonia,
    Area,
    Hero,
)
from domain.language.shown.board import Chip, Counter, Word, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import Term

GEM_AREAS: tuple[Area, ...] = ("stars", "builds", "scenarios")
_ACHIEVEMENT, _INSPIRATION = Term("Achievement gems", "成就宝石"), Term("Inspiration gems", "灵感宝石")
GEMS: Sequence[tuple[str, Term, str, int, type[AgemoniaEvent], type[AgemoniaEvent]]] = (
    ("gem", _ACHIEVEMENT, "achievement_gems", MOST_ACHIEVEMENT_GEMS, AchievementGemGained, AchievementGemSpent),
    ("spark", _INSPIRATION, "inspiration_gems", MOST_INSPIRATION_GEMS, InspirationGemGained, InspirationGemSpent),
)
"""Both kinds: icon, name, where a hero keeps them, the most, and the events of one more and one less."""


@dataclass(frozen=True, slots=True)
class HeroCard:
    """A hero: what is counted, the chips of its vitality disk one by one, what it carries and knows."""

    id: str
    name: Said
    hero: Hero
    counters: Sequence[tuple[str, Counter]]
    chips: Sequence[str]
    items: Sequence[Chip]
    load: int
    limit: int
    too_heavy: bool
    skills: Sequence[tuple[Said, bool]]
    stored: Sequence[Chip]
    journal: Sequence[Word]
    bed: Said

    @property
    def seat(self) -> str:
        """The seat that plays it."""
        return self.id


def hero_card(table: Agemonia, id_: str) -> HeroCard:
    hero = table.heroes[id_]
    burden = burden_of(table, hero)
    return HeroCard(
        id=id_,
        name=table.called("heroes", id_),
        hero=hero,
        counters=list(_counters(table, id_, hero)),
        chips=_chips(hero),
        items=[_item(table, hero, item, copies) for item, copies in hero.items.items()],
        load=burden.load,
        limit=burden.limit,
        too_heavy=burden.too_heavy,
        skills=_skills(table, hero, id_),
        stored=list(_stored(table, id_)),
        journal=journal_of(hero.journal, id_, f"{join(('heroes', id_))}.journal").words,
        bed="" if hero.sleeps == UNEASY_SLEEP else table.called("locations", hero.sleeps),
    )


def _counters(table: Agemonia, id_: str, hero: Hero) -> Iterator[tuple[str, Counter]]:
    """What is counted on a hero's card, each with its icon."""
    path = join(("heroes", id_))
    if table.tracks("stars"):
        gained, spent = made(StarsGained, hero=id_, amount=1), made(StarsSpent, hero=id_, amount=1)
        yield "star", Counter(Term("Stars", "星星"), hero.stars, f"{path}.stars", up=gained, down=spent)
    if table.tracks("vitality"):
        yield "chip", _stamina(id_, hero, path)
        yield "wound", _wounds(id_, hero, path)
    if any(table.tracks(area) for area in GEM_AREAS):
        for icon, label, name, most, one_more, one_less in GEMS:
            steps = made(one_more, hero=id_), made(one_less, hero=id_)
            yield icon, Counter(label, getattr(hero, name), f"{path}.{name}", most, *steps)


def _stamina(id_: str, hero: Hero, path: str) -> Counter:
    """Stamina at hand; where the disk is not known, what was spent."""
    spend, recover = made(StaminaSpent, hero=id_, amount=1), made(StaminaRecovered, hero=id_, amount=1)
    if hero.available is None:
        return Counter(Term("Spent", "已使用的体力"), hero.spent, f"{path}.spent", up=spend, down=recover)
    return Counter(
        Term("Stamina", "体力"),
        hero.available,
        f"{path}.spent",
        hero.chips,
        recover,
        spend,
        most=hero.available + recoverable(hero),
    )


def _wounds(id_: str, hero: Hero, path: str) -> Counter:
    return Counter(
        Term("Wounds", "伤口"),
        hero.wounds,
        f"{path}.wounds",
        up=made(DamageSuffered, hero=id_, amount=1),
        down=made(DamageHealed, hero=id_, amount=1),
        least=hero.wounds - healable(hero),
    )


def _chips(hero: Hero) -> Sequence[str]:
    """The chips of the disk: at hand, spent, wounds."""
    if hero.available is None:
        return ()
    return (*["full"] * hero.available, *["spent"] * hero.spent, *["locked"] * hero.held, *["wound"] * hero.wounds)


def _item(table: Agemonia, hero: Hero, item: str, copies: int) -> Chip:
    known = ItemCard.of(table, item)
    marks: dict[str, tuple[bool, Said]] = {
        "hand": (item in hero.active, Term("active", "有效")),
        "left": (item in hero.left_behind, Term("left behind", "留下")),
        "quest": (known.quest, Term("quest item", "任务物品")),
        "illegal": (known.illegal, Term("illegal item", "非法物品")),
    }
    return Chip(table.called("items", item), copies, [(icon, said) for icon, (on, said) in marks.items() if on])


def _skills(table: Agemonia, hero: Hero, id_: str) -> Sequence[tuple[Said, bool]]:
    """The skills of the class and whether each is ticked; the classes to choose from while there is none."""
    if hero.hero_class is None:
        return [(table.called("classes", choice), False) for choice in HeroBoard.of(table, id_).classes]
    printed = HeroClass.of(table, hero.hero_class).skills
    return [(table.called("skills", skill), skill in hero.skills) for skill in dict.fromkeys((*printed, *hero.skills))]


def _stored(table: Agemonia, id_: str) -> Iterator[Chip]:
    """What lies in a hero's places; the place is its mark."""
    for name, place in table.storage.items():
        if place.hero == id_:
            where = [("box", name)]
            yield from (Chip(table.called("items", item), marks=where) for item in place.items)
            yield from (Chip(Term("Stars", "星星"), stars, where) for stars in place.stars)
