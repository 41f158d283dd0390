"""The board: heroes, rivals, journals, levels and the way to the scenario, as the screen shows them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from domain.board import Chip, Counter, made
from domain.event import worded
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionReputationRemoved
from domain.games.agemonia.campaign.followers import FollowerExperienceGained
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.items import burden_of
from domain.games.agemonia.campaign.journals import KeywordTallyAdded
from domain.games.agemonia.campaign.journey import StageKind, stages_of
from domain.games.agemonia.campaign.levels import ExperienceGained
from domain.games.agemonia.campaign.stars import StarsGained, StarsSpent
from domain.games.agemonia.campaign.vitality import DamageHealed, DamageSuffered, StaminaRecovered, StaminaSpent
from domain.games.agemonia.display.fight import Console, console
from domain.games.agemonia.display.sheets import pairs
from domain.games.agemonia.state.table import (
    HIGHEST_LEVEL,
    MOST_ACHIEVEMENT_GEMS,
    MOST_INSPIRATION_GEMS,
    PARTY,
    UNEASY_SLEEP,
    Agemonia,
    Area,
    Faction,
    Hero,
    Journal,
)
from domain.sheet import Said, Track
from domain.table import join
from domain.text import Term

HERO_AREAS: tuple[Area, ...] = ("steps", "builds", "items", "stars", "vitality")
"""Areas in which heroes differ; a table that tracks none of them needs none."""
GEM_AREAS: tuple[Area, ...] = ("stars", "builds", "scenarios")
_ACHIEVEMENT, _INSPIRATION = Term("Achievement gems", "成就宝石"), Term("Inspiration gems", "灵感宝石")
GEMS: Sequence[tuple[str, Term, str, int, type[AgemoniaEvent], type[AgemoniaEvent]]] = (
    ("gem", _ACHIEVEMENT, "achievement_gems", MOST_ACHIEVEMENT_GEMS, AchievementGemGained, AchievementGemSpent),
    ("spark", _INSPIRATION, "inspiration_gems", MOST_INSPIRATION_GEMS, InspirationGemGained, InspirationGemSpent),
)
"""Both kinds: icon, name, where a hero keeps them, the most, and the events of one more and one less."""


@dataclass(frozen=True, slots=True)
class JournalWord:
    """A word in a journal; its strokes are a counter, which goes nowhere once the word is crossed out."""

    word: str
    tally: Counter
    crossed: bool


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
    skills: Sequence[tuple[Said, bool]]
    stored: Sequence[Chip]
    journal: Sequence[JournalWord]
    bed: Said


@dataclass(frozen=True, slots=True)
class Side:
    """One faction of a rival pair; `locks` is where its lock stickers are counted."""

    id: str
    track: Track
    reputation: Counter
    locks: str
    rank: int
    unread: Sequence[int]


@dataclass(frozen=True, slots=True)
class Level:
    """A box of the party sheet with the experience that fills it."""

    level: int
    pips: int
    filled: int
    ticked: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """A numbered stage of the journey: what it holds, by the letter of its way; empty while nobody typed it in."""

    number: int
    ways: Sequence[tuple[str, Said]]
    done: bool


@dataclass(frozen=True, slots=True)
class Board:
    """All that the table has out."""

    heroes: Sequence[HeroCard]
    fight: Console | None
    needs_heroes: bool
    pairs: Sequence[Sequence[Side]]
    journal: Sequence[JournalWord]
    levels: Sequence[Level]
    experience: Counter
    stages: Sequence[Stage]
    followers: Sequence[tuple[Counter, Said]]
    stock: Sequence[tuple[Said, Sequence[Chip]]]


def board(table: Agemonia) -> Board:
    """What the board shows of a table, of now or of any time before."""
    return Board(
        heroes=[_hero(table, id_) for id_ in table.heroes],
        fight=console(table),
        needs_heroes=not table.heroes and any(table.tracks(area) for area in HERO_AREAS),
        pairs=[[_side(table, id_) for id_ in pair] for pair in _pairs(table)],
        journal=_words(table.journal, PARTY, "journal"),
        levels=list(_levels(table)),
        experience=_experience(table),
        stages=list(_stages(table)),
        followers=list(_followers(table)),
        stock=[(title, chips) for title, chips in _stock(table).items() if chips],
    )


# --- heroes ----------------------------------------------------------------------------------


def _hero(table: Agemonia, id_: str) -> HeroCard:
    hero = table.heroes[id_]
    load, limit = burden_of(table, hero)
    return HeroCard(
        id=id_,
        name=table.called("heroes", id_),
        hero=hero,
        counters=list(_counters(table, id_, hero)),
        chips=_chips(hero),
        items=[_item(table, hero, item, copies) for item, copies in hero.items.items()],
        load=load,
        limit=limit,
        skills=_skills(table, hero, id_),
        stored=list(_stored(table, id_)),
        journal=_words(hero.journal, id_, f"{join(('heroes', id_))}.journal"),
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
    if hero.available is None or hero.room is None:
        return Counter(Term("Spent", "已使用的体力"), hero.spent, f"{path}.spent", up=spend, down=recover)
    back = min(hero.spent, hero.room)
    return Counter(
        Term("Stamina", "体力"),
        hero.available,
        f"{path}.spent",
        hero.chips,
        recover,
        spend,
        most=hero.available + back,
    )


def _wounds(id_: str, hero: Hero, path: str) -> Counter:
    healed = hero.wounds if hero.room is None else min(hero.wounds, hero.room)
    return Counter(
        Term("Wounds", "伤口"),
        hero.wounds,
        f"{path}.wounds",
        up=made(DamageSuffered, hero=id_, amount=1),
        down=made(DamageHealed, hero=id_, amount=1),
        least=hero.wounds - healed,
    )


def _chips(hero: Hero) -> Sequence[str]:
    """The chips of the disk: at hand, spent, wounds."""
    if hero.available is None:
        return ()
    return (*["full"] * hero.available, *["spent"] * hero.spent, *["locked"] * hero.held, *["wound"] * hero.wounds)


def _item(table: Agemonia, hero: Hero, item: str, copies: int) -> Chip:
    known = table.thing("items", item)
    marks: dict[str, tuple[bool, Said]] = {
        "hand": (item in hero.active, Term("active", "有效")),
        "left": (item in hero.left_behind, Term("left behind", "留下")),
        "quest": (bool(known.get("quest")), Term("quest item", "任务物品")),
        "illegal": (bool(known.get("illegal")), Term("illegal item", "非法物品")),
    }
    return Chip(table.called("items", item), copies, [(icon, said) for icon, (on, said) in marks.items() if on])


def _skills(table: Agemonia, hero: Hero, id_: str) -> Sequence[tuple[Said, bool]]:
    """The skills of the class and whether each is ticked; the classes to choose from while there is none."""
    if hero.hero_class is None:
        return [(table.called("classes", choice), False) for choice in table.list_of("heroes", id_, "classes")]
    printed = table.list_of("classes", hero.hero_class, "skills")
    return [(table.called("skills", skill), skill in hero.skills) for skill in dict.fromkeys((*printed, *hero.skills))]


def _stored(table: Agemonia, id_: str) -> Iterator[Chip]:
    """What lies in a hero's places; the place is its mark."""
    for name, place in table.storage.items():
        if place.hero == id_:
            where = [("box", name)]
            yield from (Chip(table.called("items", item), marks=where) for item in place.items)
            yield from (Chip(Term("Stars", "星星"), stars, where) for stars in place.stars)


# --- rivals ----------------------------------------------------------------------------------


def _pairs(table: Agemonia) -> Iterator[Sequence[str]]:
    """Rival pairs; then the tracks of factions that the content does not know, or no longer."""
    known = pairs(table)
    yield from known
    yield from ((id_,) for id_ in table.factions if not any(id_ in pair for pair in known))


def _side(table: Agemonia, id_: str) -> Side:
    state = table.factions.get(id_) or Faction()
    name = table.called("factions", id_)
    path = join(("factions", id_)) if id_ in table.factions else ""
    free = state.free()
    return Side(
        id=id_,
        track=Track(name, state.reputation, state.length, state.locked, tuple(state.ranks)),
        reputation=Counter(
            Term("Reputation", "声望"),
            state.reputation,
            path and f"{path}.reputation",
            None if state.length is None else state.length - state.locked,
            made(FactionReputationGained, faction=id_, amount=1),
            made(FactionReputationRemoved, faction=id_, amount=1),
            most=None if free is None else state.reputation + max(0, free),
        ),
        locks=path and f"{path}.locked",
        rank=state.rank,
        unread=state.unread,
    )


# --- journals, levels ------------------------------------------------------------------------


def _words(journal: Journal, owner: str, path: str) -> list[JournalWord]:
    """The words of a journal as they stand in it; keys are folded, so that its strokes tell their own *why*."""
    return [
        JournalWord(
            word.keyword,
            Counter(
                word.keyword,
                word.tally,
                f"{path}.words.{join((key, 'tally'))}",
                up=None if word.crossed_out else made(KeywordTallyAdded, journal=owner, keyword=word.keyword, count=1),
            ),
            word.crossed_out,
        )
        for key, word in journal.words.items()
    ]


def _levels(table: Agemonia) -> Iterator[Level]:
    for level in range(1, HIGHEST_LEVEL + 1):
        before = table.needed(level - 1)
        pips = max(0, table.needed(level) - before)
        yield Level(level, pips, min(pips, max(0, table.experience - before)), level in table.levels_ticked)


def _experience(table: Agemonia) -> Counter:
    gained = made(ExperienceGained, amount=1)
    return Counter(
        Term("Experience", "经验值"), table.experience, "experience", table.needed(HIGHEST_LEVEL) or None, gained
    )


# --- the way to the scenario -----------------------------------------------------------------


def _stages(table: Agemonia) -> Iterator[Stage]:
    """The stages of the card at hand, those done before and one to come even where nobody typed them in."""
    ways: dict[int, list[tuple[str, Said]]] = {}
    for stage in stages_of(table):
        ways.setdefault(stage["no"], []).append((str(stage.get("branch") or ""), _kind(stage.get("kind"))))
    done = table.journey.stage
    unknown = range(1, done + 2) if not ways else range(1, done + 1)
    for number in sorted({*ways, *unknown}):
        yield Stage(number, ways.get(number, ()), number <= done)


def _kind(kind: object) -> Said:
    told = worded(kind, get_args(StageKind)) if isinstance(kind, str) else ""
    return told if isinstance(told, Said) else ""


# --- what lies beside ------------------------------------------------------------------------


def _followers(table: Agemonia) -> Iterator[tuple[Counter, Said]]:
    """Hired followers: their experience, and whose they are."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired":
            path = f"{join(('followers', id_))}.experience"
            gained = made(FollowerExperienceGained, follower=id_, amount=1)
            name = table.called("followers", id_)
            yield Counter(name, follower.experience, path, up=gained), table.called("heroes", follower.controller)


def _stock(table: Agemonia) -> Mapping[Said, Sequence[Chip]]:
    """What may be chosen, bought or hired, by kind."""
    found: list[tuple[Area, Said, Iterable[Chip]]] = [
        (
            "scenarios",
            Term("Scenario cards", "场景卡"),
            (
                Chip(table.called("scenarios", no), marks=[("arena", Term("arena", "竞技场"))] if card.arena else ())
                for no, card in table.scenarios.items()
                if card.zone == "stock"
            ),
        ),
        (
            "items",
            Term("Items", "物品"),
            (Chip(table.called("items", item), copies) for item, copies in table.stock.items() if copies > 0),
        ),
        (
            "followers",
            Term("Followers", "追随者"),
            (Chip(table.called("followers", id_)) for id_, f in table.followers.items() if f.zone == "stock"),
        ),
        ("followers", Term("Artifacts", "神器"), (Chip(table.called("artifacts", id_)) for id_ in table.artifacts)),
    ]
    return {title: list(chips) for area, title, chips in found if table.tracks(area)}
