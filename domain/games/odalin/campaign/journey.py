"""The Journey Phase and the story: entries, decisions, stat tests, facts, quests, mystery boxes (旅程阶段)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import Few, HeroId, OdalinEvent, Source, hero_of
from domain.games.odalin.campaign.party import StatsSet
from domain.games.odalin.dungeon.loot import loot_level
from domain.games.odalin.dungeon.rest import begin_dungeon, recover_all, souls_unsaid, usual_level
from domain.games.odalin.dungeon.rooms import is_room, place_of
from domain.games.odalin.heroes.dials import DamageTaken
from domain.games.odalin.heroes.dice import STAT_UNKNOWN
from domain.games.odalin.state.kinds import QuestCard, StatNo
from domain.games.odalin.state.table import Decision, Odalin, Quest

NO_JOURNEY = refusal("no-journey", "The party is not on a journey.", rule=sections.JOURNEY)
PREPARED = refusal("prepared", "The heroes are already ready for this journey.", rule=sections.JOURNEY)
NOT_PREPARED = refusal("not-prepared", "First make the heroes ready.", rule=sections.JOURNEY)
D20_UNSAID = never(
    "d20-unsaid", "Say what the d20 of {hero} shows, or that the app rolls.", rule=sections.JOURNEY, asks=True
)
FACT_KNOWN = never("fact-known", "{fact} is already recorded.", rule=sections.JOURNEY)
FACTS_IGNORED = refusal("facts-ignored", "Single scenarios ignore facts.", rule=sections.SCENARIO)
QUEST_TAKEN = refusal("quest-taken", "Quest card {quest} is already taken.", rule=sections.QUESTS)
QUEST_NOT_ACTIVE = never("quest-not-active", "Quest {quest} is not active.", rule=sections.QUESTS)
MYSTERY_TWICE = refusal(
    "mystery-twice", "{item} was already taken from box {box}: nothing can be taken twice.", rule=sections.MYSTERY_BOXES
)
NO_SUCH_ITEM = never("no-such-item", "The party does not have {item}.", rule=sections.INTERACT)

DIE = 20
MOST_TARGET = 40

EntryNo = Annotated[Line, Field(max_length=60)]
FactName = Annotated[Line, Choice("facts", free=True)]
QuestNo = Annotated[Line, Choice("quests", free=True), Field(max_length=60)]
Facts = Annotated[tuple[FactName, ...], Field(max_length=8, title="facts gained")]
Quests = Annotated[tuple[QuestNo, ...], Field(max_length=8, title="quests taken")]


class JourneyEvent(OdalinEvent):
    heading = "Journey"


class HeroesPrepared(JourneyEvent):
    """Prepare the heroes: set the dials and split the decks. Stat tokens and hit points follow from equipment."""

    title = "Prepare the heroes"
    help_text = "Full hit points, base soul, no corruption and no power: the heroes are ready for the journey."
    sentence = (
        "The heroes were made ready; loot comes from the decks of level {loot}[; a team of level {usual} is usual here]"
    )
    during = ("journey",)
    loot: Annotated[Count, Settled()] = 1
    usual: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if not table.prepared:
            yield Offer(text("Make the heroes ready"), required=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_on_journey(table)
        if table.prepared:
            yield PREPARED()
        yield from souls_unsaid(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        usual = usual_level(table.chapter_no)
        behind = table.section == 1 and table.level < usual and table.mode == "campaign"
        return self.copy_with(loot=loot_level(table), usual=usual if behind else None)

    def apply(self, table: Odalin) -> None:
        recover_all(table, base_soul=True)
        table.prepared = True


def not_on_journey(table: Odalin) -> Iterator[Refused]:
    if table.phase != "journey":
        yield NO_JOURNEY()


class DungeonEntered(JourneyEvent):
    title = "Enter the dungeon"
    help_text = "The Journey Phase ends, and the first room of the section is set up."
    sentence = "The party entered the dungeon"
    during = ("journey",)
    ends = "step"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        yield Offer(text("Enter the dungeon"), required=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_on_journey(table)
        if not table.prepared:
            yield NOT_PREPARED()

    def apply(self, table: Odalin) -> None:
        begin_dungeon(table)


# === The campaign book: entries and decisions (跟随战役) =========================================


class EntryRead(JourneyEvent):
    title = "Go to an entry"
    help_text = (
        "“Go to [3]”: entry 3 of this chapter and section; in a dungeon that is room 3, and a letter is its scenery."
    )
    sentence = "Entry {entry} of {place} was read[: {note}]"
    entry: EntryNo
    note: Remark = ""
    place: Annotated[str, Settled()] = ""
    scenery: Annotated[bool, Settled(), Field(title="of scenery")] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "journey" and (table.read or not table.prepared or table.mode == "single scenario"):
            yield Offer(text("Go to an entry"))
        elif table.phase == "journey":
            words = text("Read the campaign book, {place}: which entry?", place=place_of(table))
            yield Offer(words, required=True, opens_form=True)

    @classmethod
    def prefilled(cls, table: Odalin) -> Mapping[str, Any]:
        return {"entry": table.next_entry} if table.phase == "journey" and table.next_entry else {}

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(
            place=place_of(table), scenery=table.phase == "dungeon" and not is_room(table, self.entry)
        )

    def apply(self, table: Odalin) -> None:
        table.read = self.entry
        table.entry = table.entry if self.scenery else self.entry


class DecisionMade(JourneyEvent):
    title = "Make a decision"
    help_text = "The party's choice at an entry and its result; facts, quests and the next entry are recorded."
    sentence = "Decided[ at entry {entry}]: {choice}[; {consequences}]"
    layout = Layout(usual=("consequences",))
    choice: Line
    consequences: Remark = ""
    facts: Facts = ()
    quests: Quests = ()
    goes_to: Annotated[EntryNo | None, Field(title="go to entry")] = None
    entry: Annotated[EntryNo | None, Field(title="at entry")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "journey":
            yield Offer(text("Note a decision"))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(entry=self.entry or table.read or table.entry or None)

    def apply(self, table: Odalin) -> None:
        made = Decision(entry=self.entry or "", choice=self.choice, consequences=self.consequences)
        table.decisions = [*table.decisions, made]

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from gains(table, self.facts, self.quests)
        if self.goes_to:
            yield EntryRead(entry=self.goes_to)


def gains(table: Odalin, facts: tuple[str, ...], quests: tuple[str, ...]) -> Iterator[Event[Odalin]]:
    """The given facts and quests that the table does not have yet; a single scenario ignores facts."""
    if table.mode != "single scenario":
        yield from (FactGained(fact=fact) for fact in dict.fromkeys(facts) if fact not in table.facts)
    yield from (QuestTaken(quest=quest) for quest in dict.fromkeys(quests) if quest not in table.quests)


# === Stat tests: a d20 and the whole stat (属性检定) ===============================================


class StatTested(JourneyEvent):
    """Test a stat. Heroes who test it at the same time are one event: "each hero tests Vigor 10" (EX-43)."""

    title = "Test a stat"
    help_text = (
        "Each hero rolls a d20 at the table, or the app rolls, and adds the whole stat: the target is a success."
    )
    sentence = (
        "{stat} test against {target}[ ({source})]: {totals}[; passed by {passed}][; failed by {failed}]"
        "[; without the unknown stat of {unknown}]"
    )
    layout = Layout(usual=("heroes", "dice", "here", "values"))
    stat: Annotated[str, Choice("stats")]
    target: Annotated[int, Field(ge=1, le=MOST_TARGET)]
    heroes: Annotated[tuple[HeroId, ...], Field(max_length=4, title="heroes who test; all if none is named")] = ()
    dice: Annotated[
        Mapping[HeroId, Annotated[int, Field(ge=1, le=DIE)]], Field(max_length=4, title="d20s rolled at the table")
    ] = Field(default_factory=dict)
    here: bool = Field(default=False, title="the app rolls")
    values: Annotated[Mapping[HeroId, StatNo], Field(max_length=4, title="the stat on tiles that are not typed in")] = (
        Field(default_factory=dict)
    )
    passed_damage: Annotated[Few, Field(title="damage to those who pass")] = 0
    failed_damage: Annotated[Few, Field(title="damage to those who fail")] = 0
    source: Source = ""
    totals: Annotated[Mapping[HeroId, Count], Settled()] = Field(default_factory=dict)
    passed: Annotated[tuple[HeroId, ...], Settled()] = ()
    failed: Annotated[tuple[HeroId, ...], Settled()] = ()
    unknown: Annotated[tuple[HeroId, ...], Settled(), Field(title="without the unknown stat of")] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "journey":
            yield Offer(text("Test a stat"), also_required=("dice",))

    def _testing(self, table: Odalin) -> list[str]:
        """The heroes who test: the named ones, else those with a die, else all on the board."""
        return list(self.heroes or self.dice or table.heroes_up())

    def _whole(self, table: Odalin, hero: str) -> int | None:
        """The whole stat of a hero, with the value given for its tile; None if it is unknown."""
        here = hero_of(table, hero)
        given = {self.stat: self.values[hero]} if hero in self.values else {}
        return here.model_copy(update={"stats": {**here.stats, **given}}).stat(self.stat)

    def check(self, table: Odalin) -> Iterator[Refused]:
        for hero in self._testing(table) if not self.here else ():
            if hero not in self.dice:
                yield D20_UNSAID(hero=table.called("heroes", hero))

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        for hero in self._testing(table):
            if self._whole(table, hero) is None:
                yield STAT_UNKNOWN(stat=table.called("stats", self.stat), hero=table.called("heroes", hero))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        heroes = self._testing(table)
        dice = {hero: self.dice.get(hero) or chance.dice(1, DIE)[0] for hero in heroes}
        totals = {hero: die + (self._whole(table, hero) or 0) for hero, die in dice.items()}
        unknown = tuple(hero for hero in heroes if self._whole(table, hero) is None)
        return self.copy_with(
            heroes=tuple(heroes), dice=dice, totals=totals, unknown=unknown,
            passed=tuple(hero for hero in heroes if totals[hero] >= self.target),
            failed=tuple(hero for hero in heroes if totals[hero] < self.target and hero not in unknown),
        )  # fmt: skip

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        for hero, value in self.values.items():
            if hero_of(table, hero).stats.get(self.stat) != value:
                yield StatsSet(hero=hero, stat=self.stat, value=value)
        for heroes, damage in ((self.passed, self.passed_damage), (self.failed, self.failed_damage)):
            for hero in heroes if damage else ():
                yield DamageTaken(whom=hero, amount=damage, source=self.source)


# === Facts (事实) =================================================================================


class FactGained(JourneyEvent):
    title = "Gain a fact"
    help_text = "A milestone of the story goes into the campaign log."
    sentence = "New fact: {fact}"
    log = LogRole(memorable=True)
    fact: FactName

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "journey" and table.mode != "single scenario":
            yield Offer(text("Note a fact"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.fact in table.facts:
            yield FACT_KNOWN(fact=table.called("facts", self.fact))
        if table.mode == "single scenario":
            yield FACTS_IGNORED()

    def apply(self, table: Odalin) -> None:
        if self.fact not in table.facts:
            table.facts = [*table.facts, self.fact]


class FactChecked(JourneyEvent):
    title = "Check a fact"
    help_text = "Whether the campaign log has a fact."
    sentence = "The fact {fact} was looked up: {answer}"
    fact: FactName
    answer: Annotated[Literal["recorded", "not recorded"], Settled()] = "not recorded"

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(answer="recorded" if self.fact in table.facts else "not recorded")


# === Quests, by their card numbers (寻找并完成任务) ==============================================


def active_quests(table: Odalin) -> list[str]:
    return [number for number, quest in table.quests.items() if quest.status == "active"]


def why_not_active(table: Odalin, quest: str) -> Refused | None:
    return QUEST_NOT_ACTIVE(quest=table.called("quests", quest))


ActiveQuest = Annotated[str, Choice("quests", active_quests, why_not=why_not_active)]


class QuestTaken(JourneyEvent):
    title = "Take a quest card"
    help_text = "The campaign book names a quest card by its number; its front shows the task."
    sentence = "Quest {quest} was taken[: {objective}][ ({source})]"
    layout = Layout(usual=("objective",))
    quest: Annotated[QuestNo, Field(title="number of the card")]
    objective: Annotated[Remark, Printed(QuestCard, by="quest")] = ""
    source: Source = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "journey":
            yield Offer(text("Take a quest card"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.quest in table.quests:
            yield QUEST_TAKEN(quest=table.called("quests", self.quest))

    def apply(self, table: Odalin) -> None:
        table.quests[self.quest] = Quest(objective=self.objective)


class QuestUpdated(JourneyEvent):
    title = "Note how a quest goes"
    help_text = "How far an active quest is, as the party keeps track of it."
    sentence = "Quest {quest}: {note}"
    quest: ActiveQuest
    note: Line

    def apply(self, table: Odalin) -> None:
        if quest := table.quests.get(self.quest):
            quest.note = self.note


class QuestCompleted(JourneyEvent):
    title = "Complete a quest"
    help_text = "An active quest is done: only now its back is read, with rewards, facts, perhaps new quests."
    sentence = "Quest {quest} was completed[: {rewards}]"
    log = LogRole(memorable=True)
    layout = Layout(usual=("rewards",))
    quest: ActiveQuest
    rewards: Remark = ""
    facts: Facts = ()
    quests: Quests = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for quest in active_quests(table) if table.phase in ("journey", "dungeon") else ():
            words = text("Quest {quest} is done", quest=table.called("quests", quest))
            yield Offer(words, {"quest": quest}, opens_form=True)

    def apply(self, table: Odalin) -> None:
        if quest := table.quests.get(self.quest):
            quest.status, quest.rewards = "completed", self.rewards

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from gains(table, self.facts, self.quests)


class QuestDropped(JourneyEvent):
    title = "Drop a quest"
    help_text = "A quest has failed, or the story leaves it behind."
    sentence = "Quest {quest} was dropped[: {source}]"
    quest: ActiveQuest
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        if quest := table.quests.get(self.quest):
            quest.status = "dropped"


# === Mystery boxes, special items, and components removed from the game (神秘盒, 移除) ===========


class MysteryItemTaken(JourneyEvent):
    title = "Take from a mystery box"
    help_text = "Only what the campaign book names is taken, and nothing twice: a room played again ignores it."
    sentence = "{item} was taken from mystery box {box}"
    box: Literal["I", "II", "III", "IV"]
    item: Annotated[Line, Field(max_length=60, title="card, model or item")]

    @property
    def name(self) -> str:
        """The item with its box, because another box may have the same item number."""
        return f"{self.box}: {self.item}"

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.name.casefold() in map(str.casefold, table.mystery_items):
            yield MYSTERY_TWICE(item=self.item, box=self.box)

    def apply(self, table: Odalin) -> None:
        if self.name not in table.mystery_items:
            table.mystery_items = [*table.mystery_items, self.name]


class SpecialItemGained(JourneyEvent):
    title = "Gain a special item"
    help_text = "A key, or something else that the story asks for later."
    sentence = "The party gained {item}[ ({source})]"
    item: Annotated[Line, Choice("special-items", free=True)]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        table.special_items = [*table.special_items, self.item]


def why_not_held(table: Odalin, item: str) -> Refused | None:
    return NO_SUCH_ITEM(item=table.called("special-items", item))


class SpecialItemUsed(JourneyEvent):
    title = "Use a special item"
    help_text = "A special item is used, and mostly gone with that."
    sentence = "The party used {item}[ ({source})]"
    item: Annotated[str, Choice("special-items", lambda table: table.special_items, why_not=why_not_held)]
    stays: bool = Field(default=False, title="the party keeps it")
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        if self.item in table.special_items and not self.stays:
            table.special_items.remove(self.item)


class ComponentRemoved(JourneyEvent):
    title = "Remove from the game"
    help_text = "A card, a model or something else leaves the campaign for good."
    sentence = "{component} was removed from the game[ ({source})]"
    component: Annotated[Line, Field(max_length=60)]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        table.removed = [*table.removed, self.component]
