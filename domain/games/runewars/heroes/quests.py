"""Quests: revealed in their area, an attribute test, and their outcome (尝试和完成任务; 属性检定)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.components.piles import take_cards
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.base import Living, QuestId, UnitId, still_due
from domain.games.runewars.cards import (
    CardDrawn,
    FateCards,
    Shuffled,
    Unnamed,
    discard_open,
    draw_fate_cards,
    fate_named,
    lay_open,
    named_of,
    unnamed_of,
    why_not_drawn,
)
from domain.games.runewars.heroes.company import AttributeId, HeroEvent, OwnHero, attribute_value, if_routed
from domain.games.runewars.heroes.quest_phase import follow_action, heroes_at_work, in_quest_phase, phase_over
from domain.games.runewars.heroes.rewards import RewardDrawn
from domain.games.runewars.state.heroes import Attempt, Outcome
from domain.games.runewars.state.kinds import Destiny, FateCard, QuestCard, Small
from domain.games.runewars.state.table import ATTRIBUTES, Runewars

MOVE_FIRST = refusal(
    "move-first",
    "A duel or a quest comes after the move of {hero}; staying is a move too.",
    rule=sections.QUEST_PHASE,
    areas=("calendar",),
)
ONE_TRY = refusal(
    "one-try", "{hero} may start a duel or a quest, not both, and once.", rule=sections.DUELS, areas=("calendar",)
)
ONE_TRY_A_PHASE: Limit[Runewars] = Limit(lambda table, hero: int(bool(table.hero(hero).tried)), ONE_TRY)
TOKEN_FIRST = refusal(
    "token-first",
    "The exploration token in {area} is resolved before a duel or a quest.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
QUEST_ELSEWHERE = refusal(
    "quest-elsewhere", "The quest needs area {areas}; {hero} is in {area}.", rule=sections.QUESTS, areas=("map",)
)
QUEST_FIRST = never("quest-first", "First finish the quest {quest}.", rule=sections.QUESTS)
NO_QUEST_CARD = never("no-quest-card", "{seat} holds no quest card.", rule=sections.QUESTS, areas=("cards",))
NOT_IN_HAND = refusal(
    "not-in-hand", "{quest} is not one of the quest cards of {seat}.", rule=sections.QUESTS, areas=("cards",)
)
OTHER_ATTRIBUTE = refusal("other-attribute", "{quest} asks for {test}.", rule=sections.ATTRIBUTE_TESTS)
NOT_DONE_YET = refusal(
    "quest-not-done", "First comes the test or the duel that {quest} asks for.", rule=sections.QUESTS
)
WHICH_ATTRIBUTE = never("which-attribute", "Say which attribute is tested.", rule=sections.ATTRIBUTE_TESTS, asks=True)
WHICH_VALUE = never(
    "which-value",
    "Say how high {attribute} of {hero} is; it is not typed in.",
    rule=sections.ATTRIBUTE_TESTS,
    asks=True,
)
WHICH_MARK = never("which-mark", "Say which mark the chosen card shows.", rule=sections.ATTRIBUTE_TESTS, asks=True)
WHICH_CARD = never(
    "which-test-card",
    "Say which of the drawn fate cards is chosen.",
    rule=sections.ATTRIBUTE_TESTS,
    areas=("fate",),
    asks=True,
)
TESTED = never("tested", "The attribute was already tested.", rule=sections.ATTRIBUTE_TESTS)
NOT_TESTED = never(
    "not-tested", "First draw the fate cards of the test.", rule=sections.ATTRIBUTE_TESTS, areas=("fate",)
)

WHICH_FATE_CARD, WHICH_OUTCOME = text("Which fate card?"), text("Is the quest completed?")


def heroes_attempting(table: Runewars) -> list[str]:
    """The hero that attempts a quest."""
    return [table.attempt.hero] if table.attempt else []


def open_attempts(table: Runewars) -> list[Attempt]:
    """The quest under way; none during its duel."""
    return [table.attempt] if table.attempt and not table.duel else []


QuestingHero = Annotated[str, Choice("heroes", heroes_attempting)]


def not_to_try(table: Runewars, hero: str) -> Iterator[Refused]:
    """Why a hero may neither start a duel nor a quest (X84, X85, X96)."""
    name = table.called("heroes", hero)
    yield from still_due(table)
    yield from if_routed(table, hero)
    if not in_quest_phase(table) or table.questing != hero:
        yield MOVE_FIRST(hero=name)
    yield from ONE_TRY_A_PHASE.reasons(table, hero, hero=name)
    if has_covered_token(table, area := table.hero(hero).area):
        yield TOKEN_FIRST(area=table.called("areas", area))


def not_on_card(
    table: Runewars, quest: str, attribute: str | None = None, unit: str | None = None
) -> Iterator[Refused]:
    """Why an attribute is not tested, or no unit fought: the quest card asks for something else."""
    printed = QuestCard.of(table, quest)
    is_other = attribute and (printed.unit or printed.attribute not in (None, attribute))
    if is_other or (unit and (printed.attribute or printed.unit not in (None, "", unit))):
        duel = text("a duel with {unit}", unit=table.called("units", printed.unit or ""))
        test = table.called("attributes", printed.attribute) if printed.attribute else duel
        yield OTHER_ATTRIBUTE(quest=table.called("quests", quest), test=test)


def has_covered_token(table: Runewars, area: str) -> bool:
    """Whether an area has a face-down exploration token."""
    here = table.land.get(area)
    return bool(here and here.exploration and not here.exploration.kind)


def heroes_free_to_try(table: Runewars) -> list[str]:
    """The hero at work that may still start a duel or a quest, once the exploration token in its area is resolved."""
    heroes = {id_: table.hero(id_) for id_ in heroes_at_work(table)}
    return [
        id_ for id_, hero in heroes.items() if not (hero.tried or hero.routed or has_covered_token(table, hero.area))
    ]


ON_CARD = Printed(QuestCard, by="quest")


class QuestRevealed(HeroEvent):
    """Reveals a quest card. It leaves the hand, and returns if the quest fails."""

    help_text = "A hero in the quest's area attempts it: show the card."
    sentence = "{hero} attempted {quest}"
    title = "Attempt a quest"
    limits = {ONE_TRY_A_PHASE: {}}
    during = ("secondary",)
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    layout = Layout(no_choice=("attribute",))
    seat: Living
    hero: OwnHero
    quest: Annotated[Line, Choice("quests", lambda table, seat: table.seat(seat).quests, given=("seat",), free=True)]
    attribute: Annotated[AttributeId | None, ON_CARD] = Field(default=None, title="which attribute, if unknown here")
    unit: Annotated[UnitId | None, Settled(), ON_CARD] = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The quests for the area of the hero at work, as far as the viewer knows the hand."""
        for hero in heroes_free_to_try(table):
            seat, here = table.hero(hero).seat, table.hero(hero).area
            hand = dict.fromkeys(table.seat(seat).quests)
            for quest in filter(None, hand):
                if here in (QuestCard.of(table, quest).areas or [here]):
                    yield Offer(text("Quest: {quest}"), {"seat": seat, "hero": hero, "quest": quest})
            if "" in hand:
                yield Offer(text("A quest"), {"seat": seat, "hero": hero})

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.attempt:
            yield QUEST_FIRST(quest=table.called("quests", table.attempt.quest))
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
        yield from not_on_card(table, self.quest, self.attribute)

    def apply(self, table: Runewars) -> None:
        take_cards(1, (self.quest,), table.seat(self.seat).quests)
        table.hero(self.hero).tried, table.deed(self.hero).quest = "quest", self.quest
        table.attempt = Attempt(hero=self.hero, quest=self.quest, attribute=self.attribute, unit=self.unit or "")


class AttributeTested(HeroEvent):
    """Tests an attribute with as many fate cards as its value (C-26), drawn at once."""

    title = "Test an attribute"
    help_text = "A hero tests an attribute: draw as many fate cards as its value, then choose one."
    sentence = "{hero} tested {attribute} ({value})[: {cards}]"
    log = LogRole(confirm_undo="revealed")
    layout = Layout(no_choice=("value",))
    hero: QuestingHero
    attribute: AttributeId | None = None
    value: Small | None = Field(default=None, title="its value, if unknown here")
    cards: FateCards = ()
    unnamed: Unnamed = 0
    shuffled: Shuffled = False

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The test of the attribute on the card, or of a chosen one; the value is asked for if it is unknown."""
        for attempt in open_attempts(table):
            if attempt.unit or attempt.tested:
                continue
            tested = [attempt.attribute] if attempt.attribute else ATTRIBUTES
            unknown = any(attribute_value(table, attempt.hero, one) is None for one in tested)
            value = ("value",) if unknown else ()
            if attempt.attribute:
                known = {"hero": attempt.hero, "attribute": attempt.attribute}
                yield Offer(text("{hero}: test {attribute}"), known, required=True, also_required=value)
            else:
                title, known = text("{hero}: test an attribute"), {"hero": attempt.hero}
                yield Offer(title, known, required=True, also_required=("attribute", *value))

    def check(self, table: Runewars) -> Iterator[Refused]:
        attribute = self._attribute(table)
        if table.attempt and table.attempt.tested:
            yield TESTED()
        if table.attempt:
            yield from not_on_card(table, table.attempt.quest, self.attribute)
        if attribute is None:
            yield WHICH_ATTRIBUTE()
        elif (value := self._value(table)) is None:
            hero = table.called("heroes", self.hero)
            yield WHICH_VALUE(attribute=table.called("attributes", attribute), hero=hero)
        elif table.tracks("fate"):
            yield from why_not_drawn(table, self.cards, value)

    def _attribute(self, table: Runewars) -> AttributeId | None:
        return self.attribute or (table.attempt.attribute if table.attempt else None)

    def _value(self, table: Runewars) -> int | None:
        attribute = self._attribute(table)
        known = attribute_value(table, self.hero, attribute) if attribute else None
        return self.value if known is None else known

    def settle(self, table: Runewars, chance: Chance) -> Self:
        value = self._value(table) or 0
        brought = draw_fate_cards(table, value, chance, self.cards)
        return self.copy_with(
            attribute=self._attribute(table),
            value=value,
            cards=named_of(brought),
            unnamed=unnamed_of(brought),
            shuffled=brought.shuffled,
        )

    def apply(self, table: Runewars) -> None:
        lay_open(table, self.cards, self.shuffled, self.unnamed)
        deed = table.deed(self.hero)
        deed.attribute, deed.value, deed.cards = self.attribute, self.value or 0, list(self.cards)
        if table.attempt:
            table.attempt.attribute, table.attempt.tested = self.attribute, True


class CardOfTestChosen(HeroEvent):
    """Chooses the card of the test.

    If the quest card is known, its marks decide; otherwise the players enter the result.
    """

    help_text = "Choose one fate card of the test: it decides the result. Then all of them are discarded."
    sentence = "{hero} chose “{mark}”[ on {card}]"
    title = "Choose the card of the test"
    layout = Layout(no_choice=("mark",))
    former_fields = ("success",)
    hero: QuestingHero
    card: CardDrawn | None = None
    mark: Destiny | None = Field(default=None, title="which mark")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The cards of the test, successes first; a card with an unknown mark asks for it."""
        for attempt in open_attempts(table):
            if not attempt.tested or attempt.chosen:
                continue
            wins = QuestCard.of(table, attempt.quest).success
            cards = sorted(fate_named(table), key=lambda card: FateCard.of(table, card).destiny not in wins)
            for card in cards:
                mark, known = FateCard.of(table, card).destiny, {"hero": attempt.hero, "card": card}
                title, needs = text("Choose {card}[: {mark}]", mark=mark), () if mark else ("mark",)
                yield Offer(title, known, required=card == cards[0], also_required=needs, question=WHICH_FATE_CARD)
            if not cards:
                yield Offer(text("Mark of the card"), {"hero": attempt.hero}, required=True, also_required=("mark",))

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.attempt and not table.attempt.tested:
            yield NOT_TESTED()
        if fate_named(table) and not self.card:
            yield WHICH_CARD()
        elif self._mark(table) is None:
            yield WHICH_MARK()

    def _mark(self, table: Runewars) -> Destiny | None:
        return (FateCard.of(table, self.card).destiny if self.card else None) or self.mark

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(mark=self._mark(table))

    def apply(self, table: Runewars) -> None:
        discard_open(table)
        table.deed(self.hero).mark = self.mark
        if table.attempt:
            table.attempt.tested = table.attempt.chosen = True

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if marks := QuestCard.of(table, table.attempt.quest).success if table.attempt else []:
            yield QuestCompleted(hero=self.hero) if self.mark in marks else QuestFailed(hero=self.hero)


class OutcomeEvent(HeroEvent):
    """The base of the outcomes of a quest. The quest card leaves the table, and the hero has finished this phase."""

    offered_as: ClassVar[Text]
    hero: QuestingHero
    quest: Annotated[QuestId | None, Settled()] = None
    seat: Annotated[Living | None, Settled()] = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The outcome. It is a must once a card is chosen; while one can be chosen, it is not offered."""
        for attempt in open_attempts(table):
            if attempt.chosen or not attempt.tested:
                yield Offer(cls.offered_as, {"hero": attempt.hero}, required=attempt.chosen, question=WHICH_OUTCOME)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(
            quest=table.attempt.quest if table.attempt else None, seat=table.hero(self.hero).seat or None
        )

    def close(self, table: Runewars, outcome: Outcome) -> None:
        """Close the attempt with this outcome. For `apply`."""
        discard_open(table)
        table.deed(self.hero).outcome = outcome
        table.attempt = None
        table.questing = "" if table.questing == self.hero else table.questing

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_action(table, self.hero)


class QuestCompleted(OutcomeEvent):
    """Completes a quest. The result of a duel quest is on its card; any other quest gives a reward."""

    title = "Complete a quest"
    offered_as = text("The quest is completed")
    help_text = "Quest complete! The hero gains a reward; discard the quest and draw a new one."
    sentence = "{hero} completed {quest}"
    log = LogRole(memorable=True)
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
    title = "Fail a quest"
    offered_as = text("The quest is not completed")
    help_text = "The quest failed: the card goes back to your hand, unless it says otherwise."
    sentence = "{hero} failed {quest}[ ({discarded|discarded})]"
    layout = Layout(no_choice=("discarded",))
    discarded: bool = Field(default=False, title="the card is discarded")

    def apply(self, table: Runewars) -> None:
        self.close(table, "failed")
        if self.quest and self.discarded:
            table.quests_discard.append(self.quest)
        elif self.quest and self.seat:
            table.seat(self.seat).quests.append(self.quest)


class NextQuestDrawn(HeroEvent):
    title = "Draw a new quest card"
    help_text = "Draw a new quest card to replace the completed one. You need not say which."
    sentence = "{seat} drew a new quest card[: {quest}]"
    question = "{seat} draws a new quest card: which one?"
    layout = Layout(keypad="quest")
    tracked = ("heroes", "cards")
    secrets = Secrets(("quest",))
    acting_seat = "seat"
    seat: Living
    quest: QuestId | None = None

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).quests.append(self.quest or "")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)
