"""The party and its campaign: heroes and players, tracked areas, rulings, difficulty, the end."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Sets, move_numbers
from domain.components.rulings import RulingEvent
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Seating
from domain.framework.events.marks import Count, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.game import TrackingSet
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import AREAS as TRACKED
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import AT_REST, HeroId, OdalinEvent, hero_of
from domain.games.odalin.dungeon.rest import AND_THEN, boss_may_be_beaten, is_last_chapter
from domain.games.odalin.dungeon.rooms import end_campaign
from domain.games.odalin.heroes.dials import change_most, hp_changed
from domain.games.odalin.heroes.dice import added_hp, bonus_of, bonuses_typed, equipment_hp, keep_bonuses, most_after
from domain.games.odalin.state.hero import MOST_DIAL, MOST_HP, SLEEVES, Hero, Sleeve
from domain.games.odalin.state.kinds import Gear, HeroTile, Small, Stat, StatNo
from domain.games.odalin.state.table import (
    AMULETS,
    AREAS,
    FEWEST_HEROES,
    MOST_HEROES,
    Amulet,
    Area,
    Mode,
    Odalin,
    System,
)

HERO_PRESENT = never("hero-present", "{hero} is already in the party.", rule=sections.CAMPAIGN)
PARTY_FULL = refusal("party-full", "A party has 2 to 4 heroes.", rule=sections.CAMPAIGN)
TOO_FEW_HEROES = refusal("too-few-heroes", "A party has 2 to 4 heroes; there is {have}.", rule=sections.CAMPAIGN)
LORD_BOUND = refusal("lord-bound", "{lord} is already bound to another hero.", rule=sections.CAMPAIGN)
ONLY_AT_REST = refusal("only-at-rest", "A Demon Lord can only be changed when the party rests.", rule=sections.CAMPFIRE)
WRONG_COUNT = refusal(
    "wrong-count", "This mode needs {need|hero|heroes} for {players|player|players}.", rule=sections.AMULETS
)
BEGUN = refusal("begun", "The campaign has already begun.", rule=sections.CAMPAIGN)
SAME_DIFFICULTY = never("same-difficulty", "That is already the difficulty.", rule=sections.DIFFICULTY)
BETWEEN_DUNGEONS = refusal(
    "between-dungeons", "The difficulty is best changed after a rest or on a journey.",
    rule=sections.DIFFICULTY,
)  # fmt: skip
NOW_UNKNOWN = never(
    "now-unknown", "Say also how many hit points {hero} has now: it was hurt before they were known.",
    rule=sections.DEFEAT, asks=True,
)  # fmt: skip
NOTHING_READ = never("nothing-read", "Say what is printed on the tile of {hero}.", rule=sections.CAMPAIGN, asks=True)
NOW_ABOVE = never("now-above", "{hero} has {hp|hit point|hit points} at most.", rule=sections.DEFEAT)
AMULETS_FOR = {1: 2, 2: 2, 3: 1, 4: 0}
"""The number of Amulets of Power by number of players, in Multi-Turn Mode (附录A)."""
HEROES_FOR = {1: 2, 2: 2, 3: 3}
"""The number of heroes by number of players, in Multi-Turn Mode."""
ASKED_ONCE = {"areas_round_up": "area-rounds-up", "theme_first": "theme-first"}
"""The rulings asked for when the campaign is set up, by the fields of `CampaignSetUp`."""

MOST_BONUS = 30
"""The most that the token of a stat can add."""

ON_TILE = Printed(HeroTile, by="hero")


class PartyEvent(OdalinEvent):
    heading = "Party"


class CampaignSetUp(PartyEvent):
    """The opening of the game, recorded right after the start with the fields given to `new`."""

    title = "Set up the campaign"
    help_text = "The areas to track, the difficulty, and the track; all can be changed later."
    layout = Layout(usual=("difficulty",), keeps_unnamed=True)
    sentence = (
        "The party set out[ as {party_name}][ in act {act}]: {difficulty}, {mode}, with the {system};"
        " keeping track of {tracks}"
    )
    party_name: Remark = Field(default="", title="name of the party")
    players: Annotated[int, Field(ge=0, le=4, title="how many players")] = 0
    difficulty: Annotated[str, Choice("difficulties")] = "normal"
    mode: Annotated[Mode, Field(title="what is played")] = "campaign"
    act: Annotated[int | None, Field(ge=1, le=20, title="act, if not the first")] = None
    system: Annotated[System, Field(title="which track")] = "power track"
    amulets: bool = Field(default=False, title="with Amulets of Power (Multi-Turn Mode)")
    areas_round_up: bool = Field(default=False, title="half of an area's damage rounds up")
    theme_first: bool = Field(default=False, title="ties go by the theme, not in the heroes' favor")
    balance_limit: Annotated[int, Field(ge=1, le=20, title="ends of the Balance Track")] = 5
    tracks: Annotated[tuple[Area, ...], Choice(TRACKED, lambda table: table.areas), Field(title="keep track of")] = (
        AREAS
    )

    @classmethod
    def prefilled(cls, table: Odalin) -> Mapping[str, Any]:
        return {
            "party_name": table.party_name,
            "players": table.players,
            "difficulty": table.difficulty,
            "mode": table.mode,
            "system": table.system,
            "amulets": bool(table.amulets),
            **{name: table.ruled(ruling) for name, ruling in ASKED_ONCE.items()},
            "balance_limit": table.balance_limit,
            "tracks": table.areas_tracked(),
        }

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        count = AMULETS_FOR.get(len(table.heroes), 0)
        if table.phase == "setup" and len(table.heroes) >= FEWEST_HEROES and count and not table.amulets:
            words = text("Play with {count|Amulet|Amulets} of Power", count=count)
            known = {**cls.prefilled(table), "act": table.act, "amulets": True, "players": len(table.heroes)}
            yield Offer(words, known)

    def apply(self, table: Odalin) -> None:
        table.party_name = self.party_name or table.party_name
        table.players, table.mode, table.system = self.players, self.mode, self.system
        table.act = self.act or table.act
        table.difficulty, table.balance_limit = self.difficulty, self.balance_limit
        others = [ruling for ruling in table.rulings if ruling not in ASKED_ONCE.values()]
        table.rulings = [*others, *(ruling for name, ruling in ASKED_ONCE.items() if getattr(self, name))]
        count = AMULETS_FOR.get(self.players or 2, 0) if self.amulets else 0
        table.amulets = {id_: table.amulets.get(id_, Amulet()) for id_ in AMULETS[:count]}
        table.tracked = list(self.tracks)


TRACKING_SETS = (
    TrackingSet(
        "evening",
        text("The campaign and the fights"),
        text("Turns, conditions, rooms, equipment and power; cards and dice stay on the table."),
        ("turns", "conditions", "rooms", "equipment", "power"),
    ),
    TrackingSet(
        "everything",
        text("Everything"),
        text("Also the action cards in hand, attacks step by step, and the attack cards of villains."),
        AREAS,
    ),
    TrackingSet(
        "dials",
        text("Hit points, soul and corruption"),
        text("The dials of heroes and villains, the story and what was found; turns stay on the table."),
        ("equipment",),
    ),
)


FIRST_EVENING = (
    text(
        "Each hero: class, hit points, base soul and stats, from its tile, when it joins. The page asks for what is "
        "missing, for the Demon Lord, and for weapon and armor."
    ),
    text(
        "The first room: its villains, with hit points, defense, side and strength from their cards, as they are put on"
        " the board."
    ),
    text("That is all. It is typed in once, and whatever is missing is asked for when it counts."),
)


class RulingMade(RulingEvent[Odalin], PartyEvent):
    title = "Make a ruling"
    help_text = (
        "Where the rulebook is silent or says two things, the table rules otherwise than usual, or as usual again."
    )
    sentence = "The table ruled: {ruling}[ ({usual|as usual again})]"

    def apply(self, table: Odalin) -> None:
        self.rule(table)


class DifficultyChanged(PartyEvent):
    title = "Change the difficulty"
    help_text = "The campaign goes on easier or harder, best after a rest or on a journey."
    sentence = "The difficulty was changed to {difficulty}"
    difficulty: Annotated[str, Choice("difficulties")]

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.difficulty == self.difficulty:
            yield SAME_DIFFICULTY()

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        if table.phase == "dungeon":
            yield BETWEEN_DUNGEONS()

    def apply(self, table: Odalin) -> None:
        table.difficulty = self.difficulty


def heroes_to_take(table: Odalin) -> list[str]:
    return [hero for hero in table.ids("heroes") if hero not in table.heroes]


def lords_free(table: Odalin) -> list[str]:
    bound = {hero.demon_lord for hero in table.heroes.values()}
    return [lord for lord in table.ids("demon-lords") if lord not in bound]


class HeroJoined(PartyEvent):
    title = "Take a hero"
    help_text = "A hero joins the party, with the Demon Lord bound to it; the numbers on its tile are typed in once."
    log = LogRole(changes_names=True)
    sentence = (
        "{hero} joined the party[, played by {player}][, bound to {demon_lord}][, {simplified|simplified}]"
        "[; {without_vigor|what Vigor adds to the hit points is unknown}]"
    )
    layout = Layout(usual=("player", "hero_class", "demon_lord", "hp", "soul"))
    seating = Seating("hero", "player")
    hero: Annotated[Line, Choice("heroes", heroes_to_take, free=True)]
    player: Remark = Field(default="", title="who plays it")
    hero_class: Annotated[str | None, Choice("classes"), ON_TILE, Field(title="class")] = None
    demon_lord: Annotated[Line, Choice("demon-lords", lords_free, free=True), Field(title="Demon Lord")] | None = None
    hp: Annotated[Annotated[int, Field(ge=1, le=MOST_HP)] | None, ON_TILE, Field(title="hit points")] = None
    soul: Annotated[Small | None, ON_TILE, Field(title="base soul")] = None
    power: Annotated[StatNo | None, ON_TILE] = Field(default=None, title="power (the stat)")
    vigor: Annotated[StatNo | None, ON_TILE] = None
    agility: Annotated[StatNo | None, ON_TILE] = None
    spirit: Annotated[StatNo | None, ON_TILE] = None
    mind: Annotated[StatNo | None, ON_TILE] = None
    luck: Annotated[StatNo | None, ON_TILE] = None
    allowed: Annotated[tuple[Gear, ...], ON_TILE, Field(max_length=9, title="equipment it may use")] = ()
    simplified: bool = False
    most: Annotated[Count | None, Settled()] = None
    without_vigor: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "setup" and len(table.heroes) < MOST_HEROES:
            words = text("Take another hero") if table.heroes else text("Who plays? Take a hero")
            yield Offer(words, required=len(table.heroes) < FEWEST_HEROES)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.hero in table.heroes:
            yield HERO_PRESENT(hero=table.called("heroes", self.hero))
        elif len(table.heroes) >= MOST_HEROES:
            yield PARTY_FULL()
        if self.demon_lord in {hero.demon_lord for hero in table.heroes.values()}:
            yield LORD_BOUND(lord=table.called("demon-lords", self.demon_lord or ""))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        stats = {} if self.vigor is None else {"vigor": self.vigor}
        vigor = bonus_of(table, Hero(stats=stats), "vigor")
        most = None if self.hp is None else min(MOST_HP, self.hp + (vigor or 0))
        return self.copy_with(most=most, without_vigor=bool(self.hp) and vigor is None)

    def apply(self, table: Odalin) -> None:
        stats = {stat: value for stat in STATS if (value := getattr(self, stat)) is not None}
        sleeves = {f"{self.hero} {n}": Sleeve() for n in range(1, SLEEVES + 1)} if table.tracks("cards") else {}
        table.heroes[self.hero] = Hero(
            player=self.player,
            hero_class=self.hero_class or "",
            demon_lord=self.demon_lord or "",
            hp=self.most,
            most=self.most,
            base_hp=self.hp,
            base_soul=self.soul or 0,
            soul_unsaid=self.soul is None,
            soul=min(10, self.soul or 0),
            stats=stats,
            simplified=self.simplified,
            sleeves=sleeves,
        )


STATS: tuple[Stat, ...] = ("power", "vigor", "agility", "spirit", "mind", "luck")


def unread(hero: Hero) -> tuple[str, ...]:
    """The fields of a hero's tile that nobody has typed in: its class and its stats."""
    return (*(() if hero.hero_class else ("hero_class",)), *(stat for stat in STATS if stat not in hero.stats))


class TileRead(PartyEvent):
    title = "Read a hero's tile"
    help_text = "The class of a hero and its six stats, without what equipment adds; typed in once."
    sentence = "{hero}'s tile was read[: {hero_class}]"
    log = LogRole(bookkeeping=True)
    hero: HeroId
    hero_class: Annotated[str | None, Choice("classes"), Field(title="class")] = None
    power: StatNo | None = Field(default=None, title="power (the stat)")
    vigor: StatNo | None = None
    agility: StatNo | None = None
    spirit: StatNo | None = None
    mind: StatNo | None = None
    luck: StatNo | None = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        """The class and the stats on the tile, which are needed for tests only."""
        for id_, hero in table.heroes.items() if table.phase in AT_REST else ():
            if needs := unread(hero):
                words = text("{hero}: class and stats on its tile", hero=table.called("heroes", id_))
                yield Offer(words, {"hero": id_}, opens_form=True, also_required=needs)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not (self.hero_class or self._stats()):
            yield NOTHING_READ(hero=table.called("heroes", self.hero))

    def _stats(self) -> dict[Stat, int]:
        return {stat: value for stat in STATS if (value := getattr(self, stat)) is not None}

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.hero_class = self.hero_class or hero.hero_class

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        known = hero_of(table, self.hero).stats
        for stat, value in self._stats().items():
            if known.get(stat) != value:
                yield StatsSet(hero=self.hero, stat=stat, value=value)


class HeroLeft(PartyEvent):
    title = "A hero leaves"
    help_text = "A hero leaves the party with its equipment."
    log = LogRole(changes_names=True)
    sentence = "{hero} left the party"
    hero: HeroId

    def apply(self, table: Odalin) -> None:
        table.heroes.pop(self.hero, None)
        table.take_off_board(self.hero)
        table.track = [card for card in table.track if card != self.hero]
        table.waiting = [card for card in table.waiting if card != self.hero]
        table.agenda.drop(lambda due: due.fields.get("hero") == self.hero)


class StatsSet(PartyEvent):
    title = "Set a stat"
    help_text = "The value of a stat on the hero's tile, without what equipment adds."
    sentence = "{hero}'s {stat} was set to {value}"
    log = LogRole(bookkeeping=True)
    hero: HeroId
    stat: Annotated[str, Choice("stats")]
    value: StatNo
    most: Annotated[Count | None, Settled()] = None
    base: Annotated[Count | None, Settled(), Field(title="hit points without equipment")] = None

    def settle(self, table: Odalin, chance: Chance) -> Self:
        """If the most hit points were given with an unknown Vigor in them, they stay, and those of the tile follow."""
        here = hero_of(table, self.hero)
        kept = {stat: bonus for stat, bonus in here.bonuses.items() if stat != self.stat}
        changed = here.model_copy(update={"stats": {**here.stats, self.stat: self.value}, "bonuses": kept})
        if self.stat == "vigor" and self.stat in here.bonuses and here.most is not None:
            return self.copy_with(base=max(0, here.most - added_hp(table, changed)))
        return self.copy_with(most=most_after(table, here, changed))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.stats[self.stat] = self.value
        hero.bonuses.pop(self.stat, None)
        hero.base_hp = hero.base_hp if self.base is None else self.base
        if self.most is not None:
            change_most(hero, self.most)


def vigor_unknown(table: Odalin, hero: Hero) -> bool:
    """Whether a hero's hit points exclude its vigor, because the bonus on that token is unknown."""
    return hero.base_hp is not None and bonus_of(table, hero, "vigor") is None


class HitPointsSet(PartyEvent):
    title = "Set the most hit points"
    help_text = "The most hit points of a hero; what it has goes up or down with it."
    sentence = "{hero}'s maximum hit points changed to {most}"
    hero: HeroId
    most: Annotated[int, Field(ge=1, le=MOST_HP, title="most hit points")]
    base: Annotated[Count, Settled()] = 0
    now: Annotated[Count | None, Field(title="hit points now")] = None
    vigor: Annotated[Small | None, Settled(), Field(title="what Vigor adds")] = None
    whole: Annotated[bool, Settled(), Field(title="an unknown Vigor is in them")] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_, hero in table.heroes.items():
            called = table.called("heroes", id_)
            if hero.most is None:
                words = text("{hero}: how many hit points?", hero=called)
                needs = ("now",) if hp_changed(hero) else ()
                yield Offer(words, {"hero": id_}, required=True, opens_form=True, also_required=needs)
            elif vigor_unknown(table, hero) and table.phase != "ended":
                words = text("{hero}: how many hit points with Vigor[ {value}]?", hero=called, value=hero.stat("vigor"))
                yield Offer(words, {"hero": id_}, opens_form=True, reminder=words if table.phase == "setup" else None)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.now is None and hp_changed(hero_of(table, self.hero)):
            yield NOW_UNKNOWN(hero=table.called("heroes", self.hero))
        elif self.now is not None and self.now > self.most:
            yield NOW_ABOVE(hero=table.called("heroes", self.hero), hp=self.most)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        """If only the bonus of vigor is unknown, it is the difference between the given maximum and the known parts."""
        hero = hero_of(table, self.hero)
        if hero.base_hp is not None and vigor_unknown(table, hero):
            vigor = self.most - hero.base_hp - equipment_hp(hero)
            if 0 <= vigor <= MOST_BONUS:
                return self.copy_with(base=hero.base_hp, vigor=vigor)
        whole = bonus_of(table, hero, "vigor") is None
        return self.copy_with(base=max(0, self.most - added_hp(table, hero)), whole=whole)

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.base_hp = self.base
        keep_bonuses(hero, {"vigor": self.vigor})
        if self.whole:
            hero.bonuses["vigor"] = 0
        change_most(hero, self.most, self.now)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        """Store the bonus of vigor, which also applies to other heroes with the same vigor."""
        yield from bonuses_typed(table, self.hero, {"vigor": self.vigor})
        if self.vigor is None:
            return
        if (value := hero_of(table, self.hero).stat("vigor")) is None:
            return
        for id_, hero in table.heroes.items():
            if id_ != self.hero and vigor_unknown(table, hero) and hero.stat("vigor") == value:
                base = hero.base_hp or 0
                yield HitPointsSet(hero=id_, most=min(MOST_HP, base + equipment_hp(hero) + self.vigor))


class BaseSoulSet(NumbersMoved[Odalin], PartyEvent):
    title = "Set the base soul"
    help_text = "The soul of a hero at the start of a journey and after a rest, from its tile; typed in once."
    sentence = "{hero}'s base soul was set to {soul}"
    log = LogRole(bookkeeping=True)
    hero: HeroId
    soul: Annotated[int, Field(ge=0, le=MOST_DIAL, title="base soul"), Sets("heroes.{hero}.base_soul")]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_, hero in table.heroes.items():
            if hero.soul_unsaid and table.phase != "ended":
                words = text("{hero}: which base soul?", hero=table.called("heroes", id_))
                yield Offer(words, {"hero": id_}, required=table.phase != "setup", keypad="soul")

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        if hero.soul_unsaid:
            hero.soul = min(MOST_DIAL, hero.soul + self.soul)
        move_numbers(table, self)
        hero.soul_unsaid = False


class DemonLordChanged(PartyEvent):
    title = "Change the Demon Lord"
    help_text = (
        "A hero binds its Demon Lord, or at a rest another one: its twelve demon cards replace the others by number."
    )
    log = LogRole(changes_names=True)
    sentence = "{hero} bound {lord}"
    hero: HeroId
    lord: Annotated[Line, Choice("demon-lords", lords_free, free=True), Field(title="which Demon Lord")]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "campfire" and table.rested:
            yield Offer(text("Bind another Demon Lord"))

    @classmethod
    def to_bind(cls, table: Odalin) -> Iterator[Offer]:
        """The question which Demon Lord a hero is bound to, which belongs to the choice of the hero."""
        for id_, hero in table.heroes.items() if table.phase in AT_REST else ():
            if not hero.demon_lord:
                words = text("{hero}: which Demon Lord?", hero=table.called("heroes", id_))
                yield Offer(words, {"hero": id_}, opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.phase not in ("setup", "campfire") and hero_of(table, self.hero).demon_lord:
            yield ONLY_AT_REST()
        if self.lord in {hero.demon_lord for hero in table.heroes.values()}:
            yield LORD_BOUND(lord=table.called("demon-lords", self.lord))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        for sleeve in hero.sleeves.values() if hero.demon_lord else ():
            sleeve.demon_card = ""
        hero.demon_lord = self.lord


def not_ready(table: Odalin) -> Iterator[Refused]:
    """The refusals for beginning a campaign or a scenario: already begun, or a wrong number of heroes."""
    if table.phase != "setup":
        yield BEGUN()
    need = HEROES_FOR.get(table.players) if table.amulets else None
    if need and len(table.heroes) != need:
        yield WRONG_COUNT(need=need, players=table.players)
    if len(table.heroes) < FEWEST_HEROES:
        yield TOO_FEW_HEROES(have=len(table.heroes))


class CampaignBegun(PartyEvent):
    title = "Begin the campaign"
    help_text = "The party is complete: the Journey Phase of the first section begins."
    sentence = "The campaign began"
    during = ("setup",)
    ends = "step"
    amulets: Annotated[Count | None, Settled(), Field(title="Amulets of Power")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.mode == "campaign":
            yield Offer(text("Begin the campaign"), required=len(table.heroes) >= FEWEST_HEROES)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_ready(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        """If the number of players was not said, the heroes decide how many amulets there are."""
        unsaid = table.amulets and not table.players
        return self.copy_with(amulets=AMULETS_FOR.get(len(table.heroes), 0) if unsaid else None)

    def apply(self, table: Odalin) -> None:
        table.phase, table.day, table.entry = "journey", 1, "1"
        if self.amulets is not None:
            table.amulets = {id_: table.amulets.get(id_, Amulet()) for id_ in AMULETS[: self.amulets]}


class CampaignEnded(PartyEvent):
    title = "End the campaign"
    help_text = "The campaign book has come to its end, or the party ends it here."
    sentence = "The campaign ended[: {outcome}]"
    log = LogRole(confirm_undo="scenario", concludes=True)
    outcome: Remark = ""
    won: bool = Field(default=True, title="the party won")

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if is_last_chapter(table) and boss_may_be_beaten(table):
            must = bool(table.boss_beaten)
            yield Offer(text("End the campaign"), opens_form=True, required=must, question=AND_THEN)
        elif table.phase == "journey" and table.act > 1:
            yield Offer(text("End the campaign"), opens_form=True)

    def apply(self, table: Odalin) -> None:
        end_campaign(table, won=self.won)
        table.outcome = self.outcome
