"""The board: handles, heroes, rivals, journals and levels."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from domain.components.numbers import counter_of
from domain.framework.table import join_path
from domain.framework.text import Term, text
from domain.framework.views.board import Ask, Chip, Counter, Handle, Piece, Tallied, event_if_valid, handles_of_board
from domain.framework.views.sheet import Said, Track
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.campaign import gems, vitality
from domain.games.agemonia.campaign.factions import (
    FactionReputationGained,
    FactionReputationRemoved,
    FactionSpaceLocked,
    FactionTrackConfigured,
    free_spaces,
)
from domain.games.agemonia.campaign.followers import FollowerExperienceGained
from domain.games.agemonia.campaign.items import ItemDiscarded, ItemGained, ItemTransferred, StarsGained, StarsSpent
from domain.games.agemonia.campaign.journals import KeywordCrossedOut, KeywordTallyAdded, KeywordWritten
from domain.games.agemonia.campaign.levels import ExperienceGained
from domain.games.agemonia.console.initiative import heroes_undecided
from domain.games.agemonia.display.campaign_round import scene_of
from domain.games.agemonia.display.fight import Console, condition_chips, scenario_console, with_label
from domain.games.agemonia.display.sheets import pips_of_level, rival_pairs
from domain.games.agemonia.figures import at_turn
from domain.games.agemonia.goods import burden_of
from domain.games.agemonia.state.kinds import HeroBoard, HeroClass, ItemCard
from domain.games.agemonia.state.table import (
    HIGHEST_LEVEL,
    MOST_ACHIEVEMENT_GEMS,
    MOST_INSPIRATION_GEMS,
    PARTY,
    Agemonia,
    Area,
    Faction,
    Hero,
    Journal,
)

# === Pieces other than heroes: the party's journal and levels, followers, the stock ==============

LEVELS = "levels"
"""The key of the piece that shows the boxes of the party sheet."""


def beside_heroes(table: Agemonia) -> Iterator[Piece]:
    """The pieces other than heroes, as far as their areas are tracked."""
    if table.tracks("journals"):
        yield replace(journal_of(table.journal, PARTY, "journal"), title=text("Party journal"))
    if table.tracks("levels"):
        yield _levels_piece(table)
    if table.tracks("followers") and (hired := list(_hired_follower_rows(table))):
        yield Piece("followers", text("Followers"), rows=hired, icon="person")
    if stock := list(_stock_rows(table)):
        yield Piece("stock", text("Stock"), rows=stock, icon="box")


def journal_of(journal: Journal, owner: str, path: str) -> Piece:
    """The piece of a journal.

    The path of each tally contains the key of its keyword, so that it has its own history.
    """
    words = [
        Tallied(
            word.keyword,
            Counter(
                word.keyword,
                word.tally,
                f"{path}.words.{join_path((key, 'tally'))}",
                up=None
                if word.crossed_out
                else event_if_valid(KeywordTallyAdded, journal=owner, keyword=word.keyword, count=1),
            ),
            word.crossed_out,
        )
        for key, word in journal.words.items()
    ]
    asks = [Ask(text("Write a keyword"), KeywordWritten, {"journal": owner})]
    if words:
        asks.append(Ask(text("Cross one out"), KeywordCrossedOut, {"journal": owner}))
    note = "" if words else text("No keywords yet.")
    return Piece(f"journal-{owner}", text("Journal"), note=note, words=words, asks=asks, icon="quill")


def _levels_piece(table: Agemonia) -> Piece:
    most = table.needed(HIGHEST_LEVEL) or None
    experience = counter_of(table, Term("Experience", "经验值"), ExperienceGained)
    experience = replace(experience, of=most, look="bare", icon="spark")
    note: Said = ""
    if table.level_up:
        note = text("Level {level} is being gained.", level=table.level_up.level)
    elif table.level + 1 in table.levels_ticked:
        note = text("Level {level} comes at the next city step.", level=table.level + 1)
    title = text("Level {level}", level=table.level)
    return Piece(LEVELS, title, note=note, counters=[experience], icon="rank")


def _hired_follower_rows(table: Agemonia) -> Iterator[Piece]:
    """The rows of hired followers: their experience, and the hero that controls each."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired":
            name = table.called("followers", id_)
            counter = counter_of(table, name, FollowerExperienceGained, follower=id_)
            yield Piece(f"follower-{id_}", name, table.called("heroes", follower.controller), counters=[counter])


def _stock_rows(table: Agemonia) -> Iterator[Piece]:
    """The rows of the stock, by kind: cards to choose, buy or hire."""
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
    for number, (area, title, chips) in enumerate(found):
        if table.tracks(area) and (lying := list(chips)):
            yield Piece(f"stock-{number}", title, chips=lying)


# === Heroes as pieces of the board: counters, the chips of the disk, items, skills, journals =====

VITAL = ("chip", "wound")
"""The icons of counters that are needed all the time in a fight."""
GEM_AREAS: tuple[Area, ...] = ("stars", "builds", "scenarios")
_ACHIEVEMENT, _INSPIRATION = Term("Achievement gems", "成就宝石"), Term("Inspiration gems", "灵感宝石")
GEMS: Sequence[tuple[str, Term, str, int, type[AgemoniaEvent], type[AgemoniaEvent]]] = (
    (
        "gem",
        _ACHIEVEMENT,
        "achievement_gems",
        MOST_ACHIEVEMENT_GEMS,
        gems.AchievementGemGained,
        gems.AchievementGemSpent,
    ),
    (
        "spark",
        _INSPIRATION,
        "inspiration_gems",
        MOST_INSPIRATION_GEMS,
        gems.InspirationGemGained,
        gems.InspirationGemSpent,
    ),
)
"""Both kinds of gems: icon, name, field of the hero, maximum, and the events of one more and one less."""


def hero_piece(table: Agemonia, id_: str, active: str) -> Piece:
    """The piece of a hero: counters and ailments, then items, skills and keywords."""
    hero, name = table.heroes[id_], table.called("heroes", id_)
    counters = list(_hero_counters(table, id_, hero))
    asks = [
        Ask(text("Add a condition"), vitality.ConditionGained, {"figure": id_}, "ill"),
        Ask(text("Add an injury"), vitality.InjuryCardDrawn, {"hero": id_}, "wound"),
    ]
    vital = [counter for counter in counters if counter.icon in VITAL] or counters[:1]
    return Piece(
        f"hero-{id_}",
        name,
        marks=list(_hero_marks(table, hero)),
        counters=counters,
        chips=list(_ill_chips(table, id_, hero)) if table.tracks("vitality") else [],
        asks=asks if table.tracks("vitality") else [],
        inside=list(_folded_pieces(table, id_, hero)),
        handle=Handle(
            name,
            seat=id_,
            numbers=[(counter.icon, counter) for counter in vital],
            marks=list(_handle_marks(table, id_, hero)),
            active=id_ == active,
        ),
        look="active" if id_ == active else "done" if hero.exhausted else "danger" if hero.wounded else "",
    )


def _hero_marks(table: Agemonia, hero: Hero) -> Iterator[Said]:
    """The player, the class and the profession of a hero."""
    if hero.player:
        yield hero.player
    if table.tracks("builds"):
        built = ("classes", hero.hero_class), ("professions", hero.profession)
        yield from (table.called(kind, id_) for kind, id_ in built if id_)


def _ill_chips(table: Agemonia, id_: str, hero: Hero) -> Iterator[Chip]:
    """The ailments of a hero; a condition or an injury links to the form that removes it."""
    if hero.wounded:
        yield Chip(text("wounded"), look="ill")
    if hero.exhausted:
        yield Chip(text("exhausted"), look="ill")
    yield from condition_chips(table, id_, hero.conditions)
    for injury in hero.injuries:
        name = table.called("injuries", injury)
        yield Chip(name, look="ill", opens=Ask(name, vitality.InjuryCardRemoved, {"hero": id_, "injury": injury}))


def _handle_marks(table: Agemonia, id_: str, hero: Hero) -> Iterator[tuple[str, Said]]:
    """The ailments of a hero for its handle, and whether it has selected its action."""
    if table.tracks("vitality"):
        if hero.exhausted:
            yield "ill", text("exhausted")
        yield from (("ill", table.called("conditions", one)) for one in hero.conditions)
        yield from (("wound", table.called("injuries", one)) for one in hero.injuries)
    if table.scene.phase == "select" and id_ not in heroes_undecided(table):
        yield "check", text("selected")


# --- numbers ---------------------------------------------------------------------------------


def _hero_counters(table: Agemonia, id_: str, hero: Hero) -> Iterator[Counter]:
    """The counters of a hero's card."""
    path = join_path(("heroes", id_))
    if table.tracks("stars"):
        stars = counter_of(table, Term("Stars", "星星"), StarsGained, StarsSpent, hero=id_)
        known = hero.stars_shown is not None
        yield replace(stars, icon="star", value=hero.stars_shown, down=stars.down if known else None)
    if table.tracks("vitality"):
        yield from _stamina_counters(id_, hero, path)
        yield replace(_wounds_counter(id_, hero, path), icon="wound")
    if any(table.tracks(area) for area in GEM_AREAS):
        for icon, label, name, most, one_more, one_less in GEMS:
            steps = event_if_valid(one_more, hero=id_), event_if_valid(one_less, hero=id_)
            yield Counter(label, getattr(hero, name), f"{path}.{name}", most, *steps, look="bare", icon=icon)


def _stamina_counters(id_: str, hero: Hero, path: str) -> Iterator[Counter]:
    """The counter of available stamina; if the size of the disk is unknown, also that of spent stamina."""
    spend, recover = (
        event_if_valid(vitality.StaminaSpent, hero=id_, amount=1),
        event_if_valid(vitality.StaminaRecovered, hero=id_, amount=1),
    )
    stamina = Counter(Term("Stamina", "体力"), hero.available, of=hero.chips, look="bare", icon="chip")
    if hero.available is None:
        yield replace(stamina, lost=hero.spent or None)
        yield Counter(Term("Spent", "已使用的体力"), hero.spent, f"{path}.spent", up=spend, down=recover, look="bare")
        return
    most = hero.available + hero.spent - hero.least_spent
    yield replace(stamina, path=f"{path}.spent", up=recover, down=spend, most=most)


def _wounds_counter(id_: str, hero: Hero, path: str) -> Counter:
    return Counter(
        Term("Wounds", "伤口"),
        hero.wounds,
        f"{path}.wounds",
        up=event_if_valid(vitality.DamageSuffered, hero=id_, amount=1),
        down=event_if_valid(vitality.DamageHealed, hero=id_, amount=1),
        least=hero.least_wounds,
    )


def chips_of_disk(hero: Hero) -> Sequence[str]:
    """The state of each chip: available, spent, locked or a wound; empty if the disk is unknown."""
    if hero.available is None:
        return ()
    return (*["full"] * hero.available, *["spent"] * hero.spent, *["locked"] * hero.held, *["wound"] * hero.wounds)


def _item_chip(table: Agemonia, hero: Hero, item: str, copies: int) -> Chip:
    known = ItemCard.of(table, item)
    marks: dict[str, tuple[bool, Said]] = {
        "hand": (item in hero.active, Term("active", "有效")),
        "left": (item in hero.left_behind, Term("left behind", "留下")),
        "quest": (known.quest, Term("quest item", "任务物品")),
        "illegal": (known.illegal, Term("illegal item", "非法物品")),
    }
    return Chip(table.called("items", item), copies, [(icon, said) for icon, (on, said) in marks.items() if on])


# --- folded pieces ---------------------------------------------------------------------------


def _folded_pieces(table: Agemonia, id_: str, hero: Hero) -> Iterator[Piece]:
    if table.tracks("items"):
        yield _items_piece(table, id_, hero)
    if table.tracks("builds"):
        yield _skills_piece(table, id_, hero)
    if table.tracks("journals"):
        yield _journal_piece(id_, hero)


def _items_piece(table: Agemonia, id_: str, hero: Hero) -> Piece:
    """The piece of a hero's items, their weight, and its stored goods."""
    burden, stored = burden_of(table, hero), list(_stored_chips(table, id_))
    asks = [Ask(text("Gain an item"), ItemGained, {"hero": id_})]
    if hero.items:
        asks.append(Ask(text("Give one away"), ItemTransferred, {"hero": id_}))
        asks.append(Ask(text("Discard one"), ItemDiscarded, {"hero": id_}))
    return Piece(
        f"items-{id_}",
        text("Items"),
        note=text(
            "{count} · {load}/{limit} carried", count=sum(hero.items.values()), load=burden.shown, limit=burden.limit
        ),
        chips=[_item_chip(table, hero, item, copies) for item, copies in hero.items.items()],
        rows=[Piece(f"stored-{id_}", text("Stored"), chips=stored)] if stored else [],
        asks=asks,
        folded=True,
        look="danger" if burden.too_heavy else "",
    )


def _stored_chips(table: Agemonia, id_: str) -> Iterator[Chip]:
    """The contents of a hero's storage places, each marked with its place."""
    for name, place in table.storage.items():
        if place.hero == id_:
            where = [("box", name)]
            yield from (Chip(table.called("items", item), marks=where) for item in place.items)
            yield from (Chip(Term("Stars", "星星"), stars, where) for stars in place.stars)


def _skills_piece(table: Agemonia, id_: str, hero: Hero) -> Piece:
    """The piece of a hero's class skills with their ticks, and of its other abilities.

    Until it has a class, the piece shows the classes to choose from.
    """
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
        marks=[with_label(name, value) for name, value in abilities if value is not None],
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


def _journal_piece(id_: str, hero: Hero) -> Piece:
    journal = journal_of(hero.journal, id_, f"{join_path(('heroes', id_))}.journal")
    standing = sum(not word.crossed for word in journal.words)
    return replace(journal, note=str(standing), folded=True, icon="")


# === The board of the campaign: heroes, rivals, journals, levels and the current step ============


@dataclass(frozen=True, slots=True)
class Side:
    """One faction of a rival pair; `locks` is the path of the count of its lock stickers."""

    id: str
    track: Track
    reputation: Counter
    locks: str
    rank: int
    unread: Sequence[int]
    asks: Sequence[Ask]


@dataclass(frozen=True, slots=True)
class Level:
    """A box of the party sheet with the experience that fills it."""

    level: int
    pips: int | None
    filled: int
    ticked: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board of a table; `disks` are the chips of each hero's disk, one by one."""

    scene: Sequence[Piece]
    heroes: Sequence[Piece]
    disks: Mapping[str, Sequence[str]]
    fight: Console | None
    pairs: Sequence[Sequence[Side]]
    beside: Sequence[Piece]
    levels: Sequence[Level]

    @property
    def known_pairs(self) -> Sequence[Sequence[Side]]:
        """The rival pairs with a track that was typed in, or that has reputation."""
        return [pair for pair in self.pairs if any(one.track.length is not None or one.track.value for one in pair)]

    @property
    def handles(self) -> Sequence[Handle]:
        """The handles of all heroes, then of other pieces; during a scenario the campaign is folded."""
        beside = [Handle(text("Map, timers"), "aside", icon="path")] if self.fight else []
        campaign = Handle(text("Factions, journal"), "campaign", icon="rivals", folded=self.fight is not None)
        return (*handles_of_board(self.heroes), *beside, campaign)

    @property
    def pieces(self) -> Sequence[Piece]:
        """All pieces that the core draws."""
        fight = (*self.fight.now, *self.fight.enemies, *self.fight.aside) if self.fight else ()
        return (*self.scene, *fight, *self.heroes, *self.beside)


def board(table: Agemonia) -> Board:
    """The board of a table, now or at any earlier entry."""
    active = at_turn(table)
    return Board(
        scene=list(scene_of(table)),
        heroes=[hero_piece(table, id_, active) for id_ in table.heroes],
        disks={id_: chips_of_disk(hero) for id_, hero in table.heroes.items() if table.tracks("vitality")},
        fight=scenario_console(table),
        pairs=[[_faction_side(table, id_) for id_ in pair] for pair in _rival_pairs(table)],
        beside=list(beside_heroes(table)),
        levels=list(_level_boxes(table)),
    )


# --- rivals ----------------------------------------------------------------------------------


def _rival_pairs(table: Agemonia) -> Iterator[Sequence[str]]:
    """The rival pairs, then the tracks of factions that the content does not have, or no longer."""
    known = rival_pairs(table)
    yield from known
    yield from ((id_,) for id_ in table.factions if not any(id_ in pair for pair in known))


def _faction_side(table: Agemonia, id_: str) -> Side:
    state = table.factions.get(id_) or Faction()
    name = table.called("factions", id_)
    path = join_path(("factions", id_)) if id_ in table.factions else ""
    free = free_spaces(table, id_)
    return Side(
        id=id_,
        track=Track(name, state.reputation, state.length, state.locked, tuple(state.ranks)),
        reputation=Counter(
            Term("Reputation", "声望"),
            state.reputation,
            path and f"{path}.reputation",
            state.most_reputation,
            event_if_valid(FactionReputationGained, faction=id_, amount=1),
            event_if_valid(FactionReputationRemoved, faction=id_, amount=1),
            most=None if free is None else state.reputation + free,
        ),
        locks=path and f"{path}.locked",
        rank=state.rank,
        unread=state.unread,
        asks=(
            Ask(text("Lock a space"), FactionSpaceLocked, {"faction": id_}),
            Ask(text("Its printed values"), FactionTrackConfigured, {"faction": id_}),
        ),
    )


# --- levels ----------------------------------------------------------------------------------


def _level_boxes(table: Agemonia) -> Iterator[Level]:
    for level in range(1, HIGHEST_LEVEL + 1):
        before, pips = table.needed(level - 1) or 0, pips_of_level(table, level)
        yield Level(level, pips, min(pips or 0, max(0, table.experience - before)), level in table.levels_ticked)
