"""The quest phase: its order, attempted quests, attribute tests, and rewards."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.components.numbers import NumbersMoved
from domain.components.piles import take_cards
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.event import (
    Choice,
    Count,
    Event,
    FixedTexts,
    Layout,
    Line,
    LogRole,
    Occasion,
    Secrets,
    Settled,
)
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import (
    FINISH_FIRST,
    INFLUENCE_GAINED,
    ONLY_AT_WAR,
    Living,
    QuestId,
    RewardId,
    SeatId,
    TacticsId,
    UnitId,
    not_at_turn,
    still_due,
)
from domain.games.runewars.cards import (
    CardDrawn,
    FateCards,
    Shuffled,
    discard_open,
    draw_fate_cards,
    lay_open,
    why_not_drawn,
)
from domain.games.runewars.heroes.company import (
    AnyHero,
    AttributeId,
    Held,
    HeroEvent,
    HeroId,
    OwnHero,
    attribute_value,
    heroes_of,
    if_routed,
    rewards_of_hero,
)
from domain.games.runewars.runes import RuneGainBegun
from domain.games.runewars.state.heroes import Attempt, Duelist, Hero, Outcome, living_heroes, yet_to_act
from domain.games.runewars.state.kinds import Destiny, FateCard, QuestCard, RewardCard, Small
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import OrdersCalled

# === The quest phase of summer: its order, visits of places, and its end (任务环节) ==============

NOT_SUMMER = refusal(
    "not-quest-phase", "That is done in the quest phase of summer.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
HAS_ACTED = refusal(
    "hero-has-acted", "{hero} has already acted in this quest phase.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
NOT_YET = refusal("not-yet", "In the quest phase {seat} comes first.", rule=sections.QUEST_PHASE, areas=("calendar",))
STILL_AT_WORK = refusal(
    "hero-at-work",
    "First finish with {hero}: a duel, a quest, or nothing.",
    rule=sections.QUEST_PHASE,
    areas=("calendar",),
)
ONE_ACTION: Limit[Runewars] = Limit(lambda table, hero: int(bool(table.hero(hero).acted)), HAS_ACTED)
TEMPLE, KELLOS = "temple", "hall-of-kellos"
WHOLE_PHASE = "phase-not-action"
"""The ruling that places pay at the end of the whole phase."""
PAID = 2
"""The influence that a temple pays."""


def in_quest_phase(table: Runewars) -> bool:
    return table.step == "secondary" and table.season_name == "summer"


def order_of_phase(table: Runewars) -> list[str]:
    """The seats in the order of last season's orders."""
    alive = table.alive()
    return [*(seat for seat in table.last_order if seat in alive), *(s for s in alive if s not in table.last_order)]


def heroes_waiting(table: Runewars) -> list[str]:
    """The heroes that have yet to act, in the order of their seats."""
    left = yet_to_act(table.heroes)
    return [hero for seat in order_of_phase(table) for hero in heroes_of(table, seat) if hero in left]


def not_to_act(table: Runewars, hero: str) -> Iterator[Refused]:
    """The refusals of an action of a hero now (X80)."""
    if not in_quest_phase(table):
        yield NOT_SUMMER()
        return
    first = next((table.hero(id_).seat for id_ in heroes_waiting(table)), "")
    yield from ONE_ACTION.reasons(table, hero, hero=table.called("heroes", hero))
    if first != table.hero(hero).seat and not table.hero(hero).acted:
        yield NOT_YET(seat=table.called("seats", first))
    if table.questing and table.questing != hero:
        yield STILL_AT_WORK(hero=table.called("heroes", table.questing))


def follow_action(table: Runewars, hero: str, *, shared: bool = True) -> Iterator[Event[Runewars]]:
    """The consequences of the end of a hero's action, including a duel or quest: visits, then the end of the phase.

    Args:
        shared: whether no rewards can be shared; else the phase continues until a player ends it.
    """
    visits = list(follow_visit(table, hero)) if in_quest_phase(table) and not table.ruled(WHOLE_PHASE) else []
    yield from visits
    if shared and not any(isinstance(one, KellosVisited) and table.tracks(*one.tracked) for one in visits):
        yield from phase_over(table)


def follow_visit(table: Runewars, hero: str) -> Iterator[Event[Runewars]]:
    """The effect of the place where a hero ends its action (G-50)."""
    here = table.land.get(table.hero(hero).area)
    place = here.exploration.kind if here and here.exploration else ""
    if hero in living_heroes(table.heroes) and place == TEMPLE:
        yield TempleVisited(seat=table.hero(hero).seat, hero=hero)
    if hero in living_heroes(table.heroes) and place == KELLOS:
        yield KellosVisited(seat=table.hero(hero).seat, hero=hero)


def phase_over(table: Runewars) -> Iterator[Event[Runewars]]:
    """The end of the phase, once every hero has acted and nothing is open or due."""
    is_open = bool(table.questing or table.attempt or table.duel or yet_to_act(table.heroes))
    if in_quest_phase(table) and not is_open and not list(still_due(table)):
        yield QuestPhaseEnded()


class TempleVisited(NumbersMoved[Runewars], HeroEvent):
    help_text = "A hero ends up in a temple: the player gains two influence."
    sentence = "{hero} prayed in the temple: +{amount} influence for {seat}"
    automatic = True
    tracked = ("heroes", "exploration", "influence")
    seat: SeatId
    hero: AnyHero
    amount: Annotated[Count, INFLUENCE_GAINED] = PAID


class KellosVisited(HeroEvent):
    help_text = "A hero ends up in the Hall of Kellos: the player draws a tactics card."
    sentence = "{hero} visited the Hall of Kellos: a tactics card for {seat}"
    automatic = True
    tracked = ("heroes", "exploration", "cards")
    seat: SeatId
    hero: AnyHero

    def apply(self, table: Runewars) -> None:
        table.agenda.put(KellosCardDrawn, seat=self.seat)


class KellosCardDrawn(HeroEvent):
    title = "Draw a card in the Hall of Kellos"
    help_text = "The tactics card from the Hall of Kellos. You need not say which."
    sentence = "{seat} drew a tactics card in the Hall of Kellos[: {card}]"
    question = "{seat} draws a tactics card in the Hall of Kellos: which one?"
    layout = Layout(keypad="card")
    tracked = ("heroes", "exploration", "cards")
    secrets = Secrets(("card",))
    acting_seat = "seat"
    seat: Living
    card: TacticsId | None = None

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).fresh.append(self.card or "")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


class QuestPhaseEnded(HeroEvent):
    help_text = "The heroes are done. Next, everyone chooses an order card."
    sentence = "The quest phase ended[: {idle} did nothing]"
    title = "The rest does nothing"
    tracked = ("heroes", "calendar")
    during = ("secondary",)
    ends = "step"
    idle: Annotated[tuple[AnyHero, ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from still_due(table)
        if table.attempt:
            yield FINISH_FIRST(open=table.called("quests", table.attempt.quest))
        if not in_quest_phase(table):
            yield NOT_SUMMER()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(idle=tuple(heroes_waiting(table)))

    def apply(self, table: Runewars) -> None:
        table.questing = ""
        for id_ in self.idle:
            table.hero(id_).acted = "skipped"

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        for hero in living_heroes(table.heroes) if table.ruled(WHOLE_PHASE) else self.idle:
            yield from follow_visit(table, hero)
        if in_quest_phase(table):
            yield OrdersCalled()


# === Rewards: drawn face down, turned over by use, traded, discarded, and taken from fallen heroes (犒赏卡)

Trait = Literal["none", "weapon", "armor"]
TRAITS = FixedTexts(("none", "weapon", "armor"))
MOST_TRADED = 25

NO_REWARD = never("no-reward", "{hero} has no reward.", rule=sections.REWARDS)
OTHER_REWARDS = refusal("other-rewards", "{hero} does not carry {reward}.", rule=sections.REWARDS)
ONE_OF_A_TRAIT = refusal(
    "one-of-a-trait",
    "Only one weapon and one armor may be used per duel: {hero} uses {other}.",
    rule=sections.REWARDS_IN_DUELS,
)
NEEDS_SPECIAL = refusal(
    "needs-special", "{reward} needs a special icon, and {hero} has none left.", rule=sections.REWARDS_IN_DUELS
)
NO_MEETING = refusal(
    "no-meeting",
    "Heroes must be in the same area (or passing through it) to trade: {hero} and {other} do not meet.",
    rule=sections.REWARDS,
    areas=("map",),
)
NOT_THE_TIME = refusal(
    "not-the-time-for-rewards",
    "That is done on the turn of {seat}, or in the quest phase.",
    rule=sections.REWARDS,
    areas=("calendar",),
)


def drop_reward(hero: Hero, reward: str) -> None:
    """Remove a reward from a hero, whether face up or face down. For `apply`."""
    take_cards(1, (reward,), hero.shown if reward in hero.shown else hero.rewards)


def turn_over(hero: Hero, reward: str) -> None:
    """Turn a reward face up. For `apply`."""
    if reward not in hero.shown:
        hero.shown += take_cards(1, (reward,), hero.rewards)


def hand_over(giver: Hero, taker: Hero) -> None:
    """Give all rewards of one hero to another, face up or down as they are. For `apply`."""
    taker.rewards, taker.shown = [*taker.rewards, *giver.rewards], [*taker.shown, *giver.shown]
    giver.rewards, giver.shown = [], []


def areas_of(table: Runewars, hero: str) -> set[str]:
    """The area of a hero, and those it passed in this quest phase."""
    walker = table.hero(hero)
    return {walker.area, *(walker.path if in_quest_phase(table) else ())} - {""}


def not_the_time(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusals of exchanging rewards outside the player's own turn and the quest phase (G-11)."""
    yield from not_at_turn(table, seat)
    if table.step != "turns" and not in_quest_phase(table):
        yield NOT_THE_TIME(seat=table.called("seats", seat))


def empty_handed(table: Runewars, hero: str, reward: str = "") -> Iterator[Refused]:
    """The refusals of a reward that a hero does not have; an unrecorded one may be any."""
    carried, name = rewards_of_hero(table, hero), table.called("heroes", hero)
    if not carried:
        yield NO_REWARD(hero=name)
    elif reward and reward not in carried and "" not in carried:
        yield OTHER_REWARDS(hero=name, reward=table.called("rewards", reward))


class RewardDrawn(HeroEvent):
    """Draws a reward. The name is the seat's secret and may be left out."""

    title = "Draw a reward"
    help_text = "A hero gains a reward card, face down. Only that hero's player may look at it."
    sentence = "{hero} received a reward[: {reward}][ ({source})]"
    question = "{hero} receives a reward: which one?"
    layout = Layout(keypad="reward")
    secrets = Secrets(("reward",))
    acting_seat = "seat"
    seat: Living
    hero: OwnHero
    reward: RewardId | None = None
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.step == "setup":
            yield ONLY_AT_WAR()

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.rewards = [*hero.rewards, self.reward or ""]

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


class RewardUsed(HeroEvent):
    """Uses a reward. In a duel, its damage and prevention belong to the current round."""

    title = "Use a reward"
    help_text = "Flip a reward and use it; it stays face up. In a duel, say what damage it deals or prevents."
    sentence = "{hero} used {reward}[, {damage} damage][, {prevented} prevented][: {effect}]"
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    hero: OwnHero
    reward: Held
    damage: Small = Field(default=0, title="damage to the other hero")
    prevented: Small = Field(default=0, title="damage prevented")
    special: bool = Field(default=False, title="by a special icon")
    effect: Occasion = ""
    trait: Annotated[Trait, TRAITS, Settled()] = "none"
    rune: Annotated[bool, Settled()] = False

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from empty_handed(table, self.hero, self.reward)
        side = table.duel.fighter(self.hero) if table.duel else None
        if side:
            yield from self._not_in_duel(table, side)

    def _not_in_duel(self, table: Runewars, side: Duelist) -> Iterator[Refused]:
        """The refusal of a second weapon or armor in a duel (X88), or of a reward without the special icon it needs."""
        printed, hero = RewardCard.of(table, self.reward), table.called("heroes", self.hero)
        other = {"weapon": side.weapon, "armor": side.armor}.get(printed.trait or "", "")
        if other and other != self.reward:
            yield ONE_OF_A_TRAIT(hero=hero, other=table.called("rewards", other))
        if (self.special or printed.special) and not side.special:
            yield NEEDS_SPECIAL(reward=table.called("rewards", self.reward), hero=hero)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        printed = RewardCard.of(table, self.reward)
        rune = printed.rune and self.reward not in table.hero(self.hero).shown
        return self.copy_with(special=self.special or printed.special, trait=printed.trait or "none", rune=rune)

    def apply(self, table: Runewars) -> None:
        turn_over(table.hero(self.hero), self.reward)
        if side := table.duel.fighter(self.hero) if table.duel else None:
            side.deals, side.prevents = side.deals + self.damage, side.prevents + self.prevented
            side.special = side.special and not self.special
            side.weapon = self.reward if self.trait == "weapon" else side.weapon
            side.armor = self.reward if self.trait == "armor" else side.armor

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.rune:
            yield RuneGainBegun(seat=self.seat, source=self.reward)


class RewardsTraded(HeroEvent):
    """Hands over rewards, face up or down as they are; all of them if none is named."""

    help_text = "Two heroes of the same player meet, and one hands over rewards: those you name, or all of them."
    sentence = "{hero} gave {taker} rewards[: {rewards}]"
    title = "Hand on rewards"
    secrets = Secrets(("rewards",))
    acting_seat = "seat"
    seat: Living
    hero: OwnHero
    taker: Annotated[OwnHero, Field(title="who gets them")]
    rewards: Annotated[
        tuple[RewardId, ...], Field(max_length=MOST_TRADED), Choice("rewards", rewards_of_hero, given=("hero",))
    ] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_the_time(table, self.seat)
        yield from empty_handed(table, self.hero)
        if not areas_of(table, self.hero) & areas_of(table, self.taker) or self.hero == self.taker:
            yield NO_MEETING(hero=table.called("heroes", self.hero), other=table.called("heroes", self.taker))

    def apply(self, table: Runewars) -> None:
        giver, taker = table.hero(self.hero), table.hero(self.taker)
        if not self.rewards:
            hand_over(giver, taker)
        for reward in self.rewards:
            if reward in giver.shown:
                taker.shown += take_cards(1, (reward,), giver.shown)
            else:
                taker.rewards += take_cards(1, (reward,), giver.rewards)


class RewardDiscarded(HeroEvent):
    title = "Discard a reward"
    help_text = "One of a hero's rewards goes to the discard pile, face up."
    sentence = "{hero} lost a reward: {reward}[ ({source})]"
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    hero: OwnHero
    reward: Held
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from empty_handed(table, self.hero, self.reward)

    def apply(self, table: Runewars) -> None:
        drop_reward(table.hero(self.hero), self.reward)
        table.reward_discard.append(self.reward)


def fallen_near(table: Runewars, hero: str) -> list[str]:
    """The defeated heroes with rewards in the area of a hero, or in areas it passed."""
    areas = (table.land[area] for area in sorted(areas_of(table, hero)) if area in table.land)
    return [fallen for area in areas for fallen in area.fallen]


class FallenRewardsTaken(HeroEvent):
    """Takes all rewards of a fallen hero. Only the new player may look at face-down ones."""

    help_text = "A hero who enters the area of a defeated hero may take all its rewards."
    sentence = "{hero} took the rewards of {fallen}"
    title = "Take the rewards of a defeated hero"
    hero: HeroId
    fallen: Annotated[str, Choice("heroes", fallen_near, given=("hero",)), Field(title="which fallen hero")]

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_the_time(table, table.hero(self.hero).seat)

    def apply(self, table: Runewars) -> None:
        hand_over(table.hero(self.fallen), table.hero(self.hero))
        for area in table.land.values():
            area.fallen = [fallen for fallen in area.fallen if fallen != self.fallen]


# === Quests: revealed in their area, an attribute test, and a reward (尝试和完成任务; 属性检定)

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
WHICH_ATTRIBUTE = never("which-attribute", "Say which attribute is tested.", rule=sections.ATTRIBUTE_TESTS)
WHICH_VALUE = never(
    "which-value", "Say how high {attribute} of {hero} is; it is not typed in.", rule=sections.ATTRIBUTE_TESTS
)
WHICH_MARK = never("which-mark", "Say which mark the chosen card shows.", rule=sections.ATTRIBUTE_TESTS)
WHICH_CARD = never(
    "which-test-card", "Say which of the drawn fate cards is chosen.", rule=sections.ATTRIBUTE_TESTS, areas=("fate",)
)
TESTED = never("tested", "The attribute was already tested.", rule=sections.ATTRIBUTE_TESTS)
NOT_TESTED = never(
    "not-tested", "First draw the fate cards of the test.", rule=sections.ATTRIBUTE_TESTS, areas=("fate",)
)


def heroes_attempting(table: Runewars) -> list[str]:
    """The hero that attempts a quest."""
    return [table.attempt.hero] if table.attempt else []


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
    no_choice = ("attribute",)
    seat: Living
    hero: OwnHero
    quest: Annotated[Line, Choice("quests", lambda table, seat: table.seat(seat).quests, given=("seat",), free=True)]
    attribute: Annotated[AttributeId | None, ON_CARD] = Field(default=None, title="which attribute, if unknown here")
    unit: Annotated[UnitId | None, Settled(), ON_CARD] = None

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
    no_choice = ("value",)
    hero: QuestingHero
    attribute: AttributeId | None = None
    value: Small | None = Field(default=None, title="its value, if unknown here")
    cards: FateCards = ()
    shuffled: Shuffled = False

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
            attribute=self._attribute(table), value=value, cards=brought.cards, shuffled=brought.shuffled
        )

    def apply(self, table: Runewars) -> None:
        lay_open(table, self.cards, self.shuffled)
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
    no_choice = ("mark",)
    former_fields = ("success",)
    hero: QuestingHero
    card: CardDrawn | None = None
    mark: Destiny | None = Field(default=None, title="which mark")

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

    hero: QuestingHero
    quest: Annotated[QuestId | None, Settled()] = None
    seat: Annotated[Living | None, Settled()] = None

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
    help_text = "Quest complete! The hero gains a reward; discard the quest and draw a new one."
    sentence = "{hero} completed {quest}"
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
    help_text = "The quest failed: the card goes back to your hand, unless it says otherwise."
    sentence = "{hero} failed {quest}[ ({discarded|discarded})]"
    no_choice = ("discarded",)
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
