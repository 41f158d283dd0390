"""Heroes as pieces of the board: what is counted, the chips of the disk, what a hero carries and knows, journals."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.campaign.conditions import ConditionGained
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.items import ItemDiscarded, ItemGained, ItemTransferred
from domain.games.agemonia.campaign.stars import StarsGained, StarsSpent
from domain.games.agemonia.campaign.vitality import (
    DamageHealed,
    DamageSuffered,
    InjuryCardDrawn,
    InjuryCardRemoved,
    StaminaRecovered,
    StaminaSpent,
    healable,
    recoverable,
)
from domain.games.agemonia.console.rounds.order import undecided
from domain.games.agemonia.display.beside import journal_of
from domain.games.agemonia.display.models import ills, labelled
from domain.games.agemonia.goods import burden_of
from domain.games.agemonia.state.kinds import HeroBoard, HeroClass, ItemCard
from domain.games.agemonia.state.table import (
    MOST_ACHIEVEMENT_GEMS,
    MOST_INSPIRATION_GEMS,
    Agemonia,
    Area,
    Hero,
)
from domain.language.shown.board import Ask, Chip, Counter, Handle, Piece, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import Term, text

VITAL = ("chip", "wound")
"""Icons of the numbers that are asked for all the time in a fight."""
GEM_AREAS: tuple[Area, ...] = ("stars", "builds", "scenarios")
_ACHIEVEMENT, _INSPIRATION = Term("Achievement gems", "成就宝石"), Term("Inspiration gems", "灵感宝石")
GEMS: Sequence[tuple[str, Term, str, int, type[AgemoniaEvent], type[AgemoniaEvent]]] = (
    ("gem", _ACHIEVEMENT, "achievement_gems", MOST_ACHIEVEMENT_GEMS, AchievementGemGained, AchievementGemSpent),
    ("spark", _INSPIRATION, "inspiration_gems", MOST_INSPIRATION_GEMS, InspirationGemGained, InspirationGemSpent),
)
"""Both kinds: icon, name, where a hero keeps them, the most, and the events of one more and one less."""


def hero_piece(table: Agemonia, id_: str, active: str) -> Piece:
    """A hero: what is counted and what ails it, then what it carries, what it can and what it wrote down."""
    hero, name = table.heroes[id_], table.called("heroes", id_)
    counters = list(_counters(table, id_, hero))
    asks = [
        Ask(text("Add a condition"), ConditionGained, {"figure": id_}, "ill"),
        Ask(text("Add an injury"), InjuryCardDrawn, {"hero": id_}, "wound"),
    ]
    vital = [counter for counter in counters if counter.icon in VITAL] or counters[:1]
    return Piece(
        f"hero-{id_}",
        name,
        marks=list(_about(table, hero)),
        counters=counters,
        chips=list(_ailing(table, id_, hero)) if table.tracks("vitality") else [],
        asks=asks if table.tracks("vitality") else [],
        inside=list(_folds(table, id_, hero)),
        handle=Handle(
            name,
            seat=id_,
            numbers=[(counter.icon, counter) for counter in vital],
            marks=list(_marks(table, id_, hero)),
            active=id_ == active,
        ),
        look="active" if id_ == active else "done" if hero.exhausted else "danger" if hero.wounded else "",
    )


def _about(table: Agemonia, hero: Hero) -> Iterator[Said]:
    """Who plays it, and what it has become."""
    if hero.player:
        yield hero.player
    if table.tracks("builds"):
        built = ("classes", hero.hero_class), ("professions", hero.profession)
        yield from (table.called(kind, id_) for kind, id_ in built if id_)


def _ailing(table: Agemonia, id_: str, hero: Hero) -> Iterator[Chip]:
    """What ails a hero; a condition or an injury leads to the form that takes it away."""
    if hero.wounded:
        yield Chip(text("wounded"), look="ill")
    if hero.exhausted:
        yield Chip(text("exhausted"), look="ill")
    yield from ills(table, id_, hero.conditions)
    for injury in hero.injuries:
        name = table.called("injuries", injury)
        yield Chip(name, look="ill", opens=Ask(name, InjuryCardRemoved, {"hero": id_, "injury": injury}))


def _marks(table: Agemonia, id_: str, hero: Hero) -> Iterator[tuple[str, Said]]:
    """What ails a hero, and whether it has selected its action, as its handle says it."""
    if table.tracks("vitality"):
        if hero.exhausted:
            yield "ill", text("exhausted")
        yield from (("ill", table.called("conditions", one)) for one in hero.conditions)
        yield from (("wound", table.called("injuries", one)) for one in hero.injuries)
    if table.scene.phase == "select" and id_ not in undecided(table):
        yield "check", text("selected")


# --- numbers ---------------------------------------------------------------------------------


def _counters(table: Agemonia, id_: str, hero: Hero) -> Iterator[Counter]:
    """What is counted on a hero's card."""
    path = join(("heroes", id_))
    if table.tracks("stars"):
        gained, spent = made(StarsGained, hero=id_, amount=1), made(StarsSpent, hero=id_, amount=1)
        yield Counter(Term("Stars", "星星"), hero.stars, f"{path}.stars", up=gained, down=spent, icon="star")
    if table.tracks("vitality"):
        yield replace(_stamina(id_, hero, path), icon="chip", look="bare")
        yield replace(_wounds(id_, hero, path), icon="wound")
    if any(table.tracks(area) for area in GEM_AREAS):
        for icon, label, name, most, one_more, one_less in GEMS:
            steps = made(one_more, hero=id_), made(one_less, hero=id_)
            yield Counter(label, getattr(hero, name), f"{path}.{name}", most, *steps, look="bare", icon=icon)


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


def disk(hero: Hero) -> Sequence[str]:
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


# --- what is folded --------------------------------------------------------------------------


def _folds(table: Agemonia, id_: str, hero: Hero) -> Iterator[Piece]:
    if table.tracks("items"):
        yield _items(table, id_, hero)
    if table.tracks("builds"):
        yield _skills(table, id_, hero)
    if table.tracks("journals"):
        yield _journal(id_, hero)


def _items(table: Agemonia, id_: str, hero: Hero) -> Piece:
    """What a hero carries, how heavy that is, and what lies in its places."""
    burden, stored = burden_of(table, hero), list(_stored(table, id_))
    asks = [Ask(text("Gain an item"), ItemGained, {"hero": id_})]
    if hero.items:
        asks.append(Ask(text("Give one away"), ItemTransferred, {"hero": id_}))
        asks.append(Ask(text("Discard one"), ItemDiscarded, {"hero": id_}))
    return Piece(
        f"items-{id_}",
        text("Items"),
        note=text(
            "{count} · {load}/{limit} carried", count=sum(hero.items.values()), load=burden.load, limit=burden.limit
        ),
        chips=[_item(table, hero, item, copies) for item, copies in hero.items.items()],
        rows=[Piece(f"stored-{id_}", text("Stored"), chips=stored)] if stored else [],
        asks=asks,
        folded=True,
        look="danger" if burden.too_heavy else "",
    )


def _stored(table: Agemonia, id_: str) -> Iterator[Chip]:
    """What lies in a hero's places; the place is its mark."""
    for name, place in table.storage.items():
        if place.hero == id_:
            where = [("box", name)]
            yield from (Chip(table.called("items", item), marks=where) for item in place.items)
            yield from (Chip(Term("Stars", "星星"), stars, where) for stars in place.stars)


def _skills(table: Agemonia, id_: str, hero: Hero) -> Piece:
    """The skills of the class and whether each is ticked, with what else a hero can; classes while there is none."""
    abilities = (
        (text("Strength"), hero.strength),
        (text("Agility"), hero.agility),
        (text("Will"), hero.will),
        (text("Taunt"), hero.taunt),
    )
    tokens = [Chip(table.called("actions", one)) for one in hero.tokens]
    more = ("tokens", text("Action tokens"), tokens), ("talents", text("Talents"), [*map(Chip, hero.talents)])
    return Piece(
        f"skills-{id_}",
        text("Skills") if hero.hero_class else text("Classes to choose from"),
        note=str(len(hero.skills)) if hero.hero_class else "",
        marks=[labelled(name, value) for name, value in abilities if value is not None],
        chips=_skill_chips(table, id_, hero),
        rows=[Piece(f"{key}-{id_}", title, chips=chips) for key, title, chips in more if chips],
        folded=True,
    )


def _skill_chips(table: Agemonia, id_: str, hero: Hero) -> list[Chip]:
    if hero.hero_class is None:
        return [Chip(table.called("classes", choice)) for choice in HeroBoard.of(table, id_).classes]
    printed = dict.fromkeys((*HeroClass.of(table, hero.hero_class).skills, *hero.skills))
    ticked = [("check", text("ticked"))]
    return [
        Chip(table.called("skills", skill), marks=ticked, look="on")
        if skill in hero.skills
        else Chip(table.called("skills", skill))
        for skill in printed
    ]


def _journal(id_: str, hero: Hero) -> Piece:
    journal = journal_of(hero.journal, id_, f"{join(('heroes', id_))}.journal")
    standing = sum(not word.crossed for word in journal.words)
    return replace(journal, note=str(standing), folded=True, icon="")
