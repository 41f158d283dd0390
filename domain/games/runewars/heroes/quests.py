"""Quests: a card is revealed where it leads, an attribute tested, a reward received (尝试和完成任务; 属性检定)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Living, QuestId, UnitId, still_due
from domain.games.runewars.fate import CardDrawn, FateCards, Shuffled, discard_open, drawn, lay_open, misdrawn
from domain.games.runewars.heroes.phase import closing, in_quest_phase, phase_over
from domain.games.runewars.heroes.rewards import RewardDrawn
from domain.games.runewars.heroes.values import AttributeId, HeroEvent, OwnHero, attribute_value, if_routed
from domain.games.runewars.state.heroes import Attempt, Outcome
from domain.games.runewars.state.kinds import Destiny, FateCard, QuestCard, Small
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text
from domain.things.piles import take_cards

MOVE_FIRST = refusal(
    "move-first",
    "A duel or a quest comes after the move of {hero}; staying is a move too.",
    rule=sections.QUEST_PHASE,
    areas=("calendar",),
)
ONE_TRY = refusal(
    "one-try", "{hero} may start a duel or a quest, not both, and once.", rule=sections.DUELS, areas=("calendar",)
)
TOKEN_FIRST = refusal(
    "token-first",
    "The exploration token in {area} is resolved before a duel or a quest.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
QUEST_ELSEWHERE = refusal(
    "quest-elsewhere", "The quest needs area {areas}; {hero} is in {area}.", rule=sections.QUESTS, areas=("map",)
)
NO_QUEST_CARD = never("no-quest-card", "{seat} holds no quest card.", rule=sections.QUESTS, areas=("cards",))
NOT_IN_HAND = refusal(
    "not-in-hand", "{quest} is not among the quest cards of {seat}.", rule=sections.QUESTS, areas=("cards",)
)
OTHER_ATTRIBUTE = refusal("other-attribute", "{quest} asks for {test}.", rule=sections.ATTRIBUTE_TESTS)
NOT_DONE_YET = refusal("quest-not-done", "First the test or the duel that {quest} asks for.", rule=sections.QUESTS)
WHICH_ATTRIBUTE = never("which-attribute", "Say which attribute is tested.", rule=sections.ATTRIBUTE_TESTS)
WHICH_VALUE = never(
    "which-value", "Say how high {attribute} of {hero} is; it is not typed in.", rule=sections.ATTRIBUTE_TESTS
)
WHICH_MARK = never("which-mark", "Say which mark the chosen card shows.", rule=sections.ATTRIBUTE_TESTS)
WHICH_CARD = never(
    "which-test-card", "Say which of the drawn fate cards is chosen.", rule=sections.ATTRIBUTE_TESTS, areas=("fate",)
)
TESTED = never("tested", "The attribute was tested already.", rule=sections.ATTRIBUTE_TESTS)
NOT_TESTED = never(
    "not-tested", "First draw the fate cards of the test.", rule=sections.ATTRIBUTE_TESTS, areas=("fate",)
)


def attempting(table: Runewars) -> list[str]:
    """The hero that attempts a quest."""
    return [table.attempt.hero] if table.attempt else []


QuestingHero = Annotated[str, Choice("heroes", attempting)]


def not_to_try(table: Runewars, hero: str) -> Iterator[Refused]:
    """Why a hero may neither start a duel nor a quest (X84, X85, X96)."""
    trying, name = table.hero(hero), table.called("heroes", hero)
    yield from still_due(table)
    yield from if_routed(table, hero)
    if not in_quest_phase(table) or table.questing != hero:
        yield MOVE_FIRST(hero=name)
    if trying.tried:
        yield ONE_TRY(hero=name)
    if covered(table, trying.area):
        yield TOKEN_FIRST(area=table.called("areas", trying.area))


def covered(table: Runewars, area: str) -> bool:
    """Whether an exploration token lies face down in an area."""
    here = table.land.get(area)
    return bool(here and here.exploration and not here.exploration.kind)


ON_CARD = Printed(QuestCard, by="quest")


class QuestRevealed(HeroEvent):
    """The card leaves the hand; failed, it comes back."""

    help_text = "A hero in the area of a quest attempts it: the card is shown."
    says = "{hero} attempts {quest}"
    title = "Quest attempted"
    during = ("secondary",)
    mine = "seat"
    closes = "revealed"
    seat: Living
    hero: OwnHero
    quest: Annotated[Line, Choice("quests", lambda table, seat: table.seat(seat).quests, given=("seat",), free=True)]
    attribute: Annotated[AttributeId | None, ON_CARD] = Field(
        default=None, title="what is tested, where it is not typed in"
    )
    unit: Annotated[UnitId | None, Settled(), ON_CARD] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_to_try(table, self.hero)
        hand = table.seat(self.seat).quests
        if not hand:
            yield NO_QUEST_CARD(seat=table.called("seats", self.seat))
        elif self.quest not in hand and "" not in hand:
            yield NOT_IN_HAND(seat=table.called("seats", self.seat), quest=table.called("quests", self.quest))
        areas, here = QuestCard.of(table, self.quest).areas, table.hero(self.hero).area
        if areas and here not in areas:
            yield QUEST_ELSEWHERE(
                areas=tuple(table.called("areas", area) for area in areas),
                hero=table.called("heroes", self.hero),
                area=table.called("areas", here),
            )
        yield from self._other_attribute(table)

    def _other_attribute(self, table: Runewars) -> Iterator[Refused]:
        """Why the attribute that is said is not tested: the card names another one, or a duel."""
        printed = QuestCard.of(table, self.quest)
        if self.attribute and (printed.unit or printed.attribute not in (None, self.attribute)):
            duel = text("a duel with {unit}", unit=table.called("units", printed.unit or ""))
            test = table.called("attributes", printed.attribute) if printed.attribute else duel
            yield OTHER_ATTRIBUTE(quest=table.called("quests", self.quest), test=test)

    def apply(self, table: Runewars) -> None:
        take_cards(1, (self.quest,), table.seat(self.seat).quests)
        table.hero(self.hero).tried, table.deed(self.hero).quest = "quest", self.quest
        table.attempt = Attempt(hero=self.hero, quest=self.quest, attribute=self.attribute, unit=self.unit or "")


class AttributeTested(HeroEvent):
    """As many fate cards as the attribute is high (C-26), all at once."""

    help_text = "A hero tests an attribute: as many fate cards as it is high, of which one is chosen."
    says = "{hero} tests {attribute} ({value})[: {cards}]"
    closes = "revealed"
    hero: QuestingHero
    attribute: AttributeId | None = None
    value: Small | None = Field(default=None, title="how high it is, where it is not typed in")
    cards: FateCards = ()
    shuffled: Shuffled = False

    def check(self, table: Runewars) -> Iterator[Refused]:
        attribute = self._attribute(table)
        if table.attempt and table.attempt.tested:
            yield TESTED()
        if attribute is None:
            yield WHICH_ATTRIBUTE()
        elif (value := self._value(table)) is None:
            hero = table.called("heroes", self.hero)
            yield WHICH_VALUE(attribute=table.called("attributes", attribute), hero=hero)
        elif table.tracks("fate"):
            yield from misdrawn(table, self.cards, value)

    def _attribute(self, table: Runewars) -> AttributeId | None:
        return self.attribute or (table.attempt.attribute if table.attempt else None)

    def _value(self, table: Runewars) -> int | None:
        attribute = self._attribute(table)
        known = attribute_value(table, self.hero, attribute) if attribute else None
        return self.value if known is None else known

    def settle(self, table: Runewars, chance: Chance) -> Self:
        value = self._value(table) or 0
        brought = drawn(table, value, chance, self.cards)
        return self.but(attribute=self._attribute(table), value=value, cards=brought.cards, shuffled=brought.shuffled)

    def apply(self, table: Runewars) -> None:
        lay_open(table, self.cards, self.shuffled)
        deed = table.deed(self.hero)
        deed.attribute, deed.value, deed.cards = self.attribute, self.value or 0, list(self.cards)
        if table.attempt:
            table.attempt.attribute, table.attempt.tested = self.attribute, True


class CardOfTestChosen(HeroEvent):
    """Where the quest card is typed in, the mark decides; else the table says what came of it."""

    help_text = "One fate card of the test is chosen: its mark decides. All of them are discarded."
    says = "{hero} chose {mark}[ on {card}]"
    title = "Card of the test chosen"
    hero: QuestingHero
    card: CardDrawn | None = None
    mark: Destiny | None = Field(default=None, title="its mark")
    success: Annotated[bool | None, Settled()] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.attempt and not table.attempt.tested:
            yield NOT_TESTED()
        if table.fate_open and not self.card:
            yield WHICH_CARD()
        elif self._mark(table) is None:
            yield WHICH_MARK()

    def _mark(self, table: Runewars) -> Destiny | None:
        return (FateCard.of(table, self.card).destiny if self.card else None) or self.mark

    def settle(self, table: Runewars, chance: Chance) -> Self:
        mark = self._mark(table)
        marks = QuestCard.of(table, table.attempt.quest).success if table.attempt else []
        return self.but(mark=mark, success=mark in marks if marks else None)

    def apply(self, table: Runewars) -> None:
        discard_open(table)
        table.deed(self.hero).mark = self.mark
        if table.attempt:
            table.attempt.tested = table.attempt.chosen = True

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.success is not None:
            yield QuestCompleted(hero=self.hero) if self.success else QuestFailed(hero=self.hero)


class OutcomeEvent(HeroEvent):
    """The quest card leaves the table, and the hero is done for this phase."""

    hero: QuestingHero
    quest: Annotated[QuestId | None, Settled()] = None
    seat: Annotated[Living | None, Settled()] = None

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(quest=table.attempt.quest if table.attempt else None, seat=table.hero(self.hero).seat or None)

    def close(self, table: Runewars, outcome: Outcome) -> None:
        """For `apply`."""
        discard_open(table)
        table.deed(self.hero).outcome = outcome
        table.attempt = None
        table.questing = "" if table.questing == self.hero else table.questing

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from closing(table, self.hero)


class QuestCompleted(OutcomeEvent):
    """What a duel quest brings stands on its card; any other brings a reward."""

    help_text = "A quest is completed: the hero receives a reward, the card is discarded, a new one is drawn."
    says = "{hero} completed {quest}"
    by_duel: Annotated[bool, Settled()] = False

    def check(self, table: Runewars) -> Iterator[Refused]:
        attempt = table.attempt
        if attempt and not attempt.tested and (attempt.attribute or attempt.unit):
            yield NOT_DONE_YET(quest=table.called("quests", attempt.quest))

    def apply(self, table: Runewars) -> None:
        self.close(table, "completed")
        table.quests_discard.extend(filter(None, [self.quest]))
        if self.seat:
            table.agenda.put(NextQuestDrawn, seat=self.seat)
        if self.seat and not self.by_duel:
            table.agenda.put(RewardDrawn, seat=self.seat, hero=self.hero)


class QuestFailed(OutcomeEvent):
    help_text = "A quest is not completed: the card goes back into the hand, unless it says otherwise."
    says = "{hero} did not complete {quest}[ ({discarded|discarded})]"
    discarded: bool = Field(default=False, title="the card is discarded")

    def apply(self, table: Runewars) -> None:
        self.close(table, "failed")
        if self.quest and self.discarded:
            table.quests_discard.append(self.quest)
        elif self.quest and self.seat:
            table.seat(self.seat).quests.append(self.quest)


class NextQuestDrawn(HeroEvent):
    help_text = "A new quest card in place of the completed one; it stays unnamed where it is not written down."
    says = "{seat} drew a new quest card[: {quest}]"
    asks = "{seat} draws a new quest card: which one?"
    pad = "quest"
    tracked = ("heroes", "cards")
    secret = ("quest",)
    mine = "seat"
    seat: Living
    quest: QuestId | None = None

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).quests.append(self.quest or "")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


EVENTS = (QuestRevealed, AttributeTested, CardOfTestChosen, QuestCompleted, QuestFailed, NextQuestDrawn)
