"""Abilities: the occurrences that cards answer, limits, windows for interrupts and responses, choices, Peril."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, Secrets
from domain.framework.events.marks import KeepsOrder, Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.champions import sections
from domain.games.champions.base import (
    CardName,
    InGame,
    OccurrenceName,
    PlayedEvent,
    not_at_turn,
    not_in_form,
    not_in_game,
)
from domain.games.champions.state.kinds import (
    OCCURRENCE_NAMES,
    PERIOD_NAMES,
    CardSheet,
    Fighting,
    IdentitySheet,
    VillainSheet,
)
from domain.games.champions.state.parts import Usage, Window, card_of
from domain.games.champions.state.table import VILLAIN, Champions, Form

# === Answers of cards: known from content, or from an earlier use at the table (触发条件, 中断, 回应, 强制)

ON_CARD = {"responses", "interrupts", "forced"}
"""The fields of a card that list the occurrences it answers."""


def learn_response(table: Champions, card: str, what: str, kind: str) -> None:
    """Remember that a card answers an occurrence, and with which type of ability; for `apply`."""
    known = table.answers.get(card_of(card), {})
    table.answers = {**table.answers, card_of(card): {**known, what: kind}}


def sheet_of(table: Champions, id_: str) -> tuple[type[Fighting], str]:
    """The kind and id of the content with a card's answers: a villain's stage, an identity, or a copy's card."""
    if id_ == VILLAIN:
        return VillainSheet, table.villain.sheet
    return (IdentitySheet, id_) if id_ in table.seats else (CardSheet, card_of(id_))


def answers_of(table: Champions, id_: str) -> Mapping[str, str]:
    """The occurrences that a card answers, as far as known, with the type of ability; content takes precedence."""
    (kind, name), seen = sheet_of(table, id_), table.answers.get(card_of(id_), {})
    if not ON_CARD & table.thing(kind.kind_name, name).keys():
        return seen  # most cards list no answers, and reading a whole card is slow
    sheet = kind.of(table, name)
    return {
        **seen,
        **dict.fromkeys(sheet.responses, "response"),
        **dict.fromkeys(sheet.interrupts, "interrupt"),
        **dict.fromkeys(sheet.forced, "forced"),
    }


# === Limits and maxes: the number of uses in a period (上限, 最多) ===============================

LIMIT_USED = refusal(
    "limit-used", "{what}: the limit of {most} in a {period} is used up.", rule=sections.LIMITS, areas=("timing",)
)
MAX_USED = refusal(
    "max-used", "{what}: the max of {most} in a {period}, for all players together, is used up.",
    rule=sections.MAXIMUM, areas=("timing",),
)  # fmt: skip

SHARED, OF_ABILITY = " (max)", " · "
"""Marks in the keys of `table.usage` for uses shared by all copies, and for a single ability of a card."""
Period = Literal["attack", "activation", "turn", "phase", "round", "game"]


@dataclass(frozen=True, slots=True)
class Cap:
    """The number of uses allowed in a period: a limit is per copy, a max is shared by all copies of a title.

    Each ability of a card with several has its own, identified by the name that the table gives it.
    """

    what: str
    most: int
    period: Period
    shared: bool = False
    ability: str = ""

    @property
    def key(self) -> str:
        """The key of its count in `table.usage`."""
        what = f"{self.what}{SHARED}" if self.shared else self.what
        return f"{what}{OF_ABILITY}{self.ability}" if self.ability else what

    def usage_so_far(self, table: Champions) -> Usage | None:
        """What was counted of it so far in its period."""
        return table.usage.get(self.key)

    def reached(self, table: Champions) -> bool:
        """Whether the limit is reached (F36); cancelled uses count."""
        used = self.usage_so_far(table)
        return used is not None and used.used >= self.most

    def reasons(self, table: Champions) -> Iterator[Refused]:
        """The refusal for another use in this period once the limit is reached."""
        if self.reached(table):
            said = MAX_USED if self.shared else LIMIT_USED
            yield said(what=ability_name(table, self.key), most=self.most, period=PERIOD_NAMES[self.period])

    def count(self, table: Champions) -> None:
        """Count one use; for `apply`."""
        used = table.usage.get(self.key, Usage()).used
        table.usage = {**table.usage, self.key: Usage(used=used + 1, most=self.most, period=self.period)}


def ability_name(table: Champions, key: str) -> Text:
    """The name of a used ability: the card, and the ability if given."""
    what, _, ability = key.partition(OF_ABILITY)
    return text("{card}[ ({ability})]", card=table.called("hosts", what.removesuffix(SHARED)), ability=ability)


# === Peril: while such a card is resolved, no other player plays cards or triggers abilities (困境)

IN_PERIL = refusal(
    "in-peril",
    "{seat} resolves a card with Peril: until it is done, no other player plays cards, triggers abilities or is asked.",
    rule=sections.KEYWORDS,
    areas=("encounter",),
)
NO_PERIL = never("no-peril", "No card with Peril is being resolved.")


def not_in_peril(table: Champions, seat: str) -> Iterator[Refused]:
    """The refusal for playing or triggering while another player resolves a card with Peril (A49).

    Forced abilities and basic defenses are not checked.
    """
    if table.peril and table.peril != seat:
        yield IN_PERIL(seat=table.called("identities", table.peril))


class PerilEvent(PlayedEvent):
    heading = "Encounter"
    tracked = ("encounter",)


class PerilBegun(PerilEvent):
    title = "Begin a card with Peril"
    help_text = "A card with Peril: its player must resolve it without any help."
    sentence = "{seat} began a card with Peril[: {source}]"
    seat: InGame
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)

    def apply(self, table: Champions) -> None:
        table.peril = self.seat


class PerilOver(PerilEvent):
    title = "End Peril"
    help_text = "The card with Peril is resolved: everyone can help again."
    sentence = "The card with Peril was resolved"

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.peril:
            yield NO_PERIL()

    def apply(self, table: Champions) -> None:
        table.peril = ""


# === Windows for interrupts and responses: forced abilities first, then all players until all pass
# Windows are help for the table and never block it.

WINDOW_CLOSED = never("window-closed", "It is too late for this.", rule=sections.TIMING)
FORCED_FIRST = refusal("forced-first", "Forced abilities come first: {cards}.", rule=sections.FORCED, areas=("timing",))
FIRST_DECIDES = refusal("first-decides", "The first player decides this: {seat}.", rule=sections.FIRST_PLAYER)
ORDER_INCOMPLETE = never("order-incomplete", "Name each of these once: {cards}.", rule=sections.FORCED)
PASSED_ALREADY = never("passed-already", "{seat} has already passed.", rule=sections.TIMING)

Cards = Annotated[
    tuple[Annotated[Line, Choice("hosts", free=True)], ...], Field(min_length=1, max_length=20), KeepsOrder()
]


class WindowEvent(PlayedEvent):
    heading = "Timing"
    tracked = ("timing",)


class WindowOpened(WindowEvent):
    """Open a window. Simultaneous results, such as damage and a defeat, share one (E5)."""

    help_text = "Several abilities can respond to this: forced ones first, then everyone in player order."
    sentence = "Time for interrupts and responses: {condition}[; forced: {forced}]"
    title = "Open a moment for interrupts and responses"
    condition: Annotated[Line, Choice("occurrences", free=True)] = Field(title="what happens")
    forced: Cards | None = Field(default=None, title="which cards have forced abilities")

    def apply(self, table: Champions) -> None:
        forced = list(dict.fromkeys(self.forced or ()))
        table.windows = [*table.windows, Window(condition=self.condition, forced=forced)]


class ForcedOrderChosen(WindowEvent):
    title = "Choose the order of forced abilities"
    help_text = "Several forced abilities trigger at once: the first player chooses their order."
    sentence = "{seat} put the forced abilities in this order: {cards}"
    seat: InGame
    cards: Cards

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if table.windows and len(table.windows[-1].forced) > 1:
            for seat in table.player_order()[:1]:
                yield Offer(text("In which order? Forced abilities"), {"seat": seat})

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from first_decides(table, self.seat)
        window = table.windows[-1] if table.windows else None
        if window is None:
            yield WINDOW_CLOSED()
        elif sorted(self.cards) != sorted(window.forced):
            yield ORDER_INCOMPLETE(cards=names_of_cards(table, window.forced))

    def apply(self, table: Champions) -> None:
        if table.windows:
            table.windows[-1].forced = list(self.cards)


class ForcedAbilityResolved(WindowEvent):
    title = "Resolve a forced ability"
    help_text = "Resolve a forced ability as far as you can; then the next one."
    sentence = "Resolved a forced ability: {card}"
    card: Annotated[Line, Choice("hosts", free=True)]

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for card in table.windows[-1].forced if table.windows else ():
            yield Offer(text("Forced: {card}", card=table.called("hosts", card)), {"card": card})

    def apply(self, table: Champions) -> None:
        table.answered = [*table.answered, self.card]
        used_in_window(table, self.card, forced=True)


class WindowPassed(WindowEvent):
    help_text = "A player passes. Once everyone has passed in a row, the moment is over."
    sentence = "{seat} passed[; {over|the moment was over}]"
    title = "Use nothing now"
    seat: InGame
    over: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for window in table.windows[-1:]:
            what = table.called("occurrences", window.condition)
            for seat in table.player_order():
                title = text("{seat}: use nothing now ({what})", seat=table.called("identities", seat), what=what)
                yield Offer(title, {"seat": seat})

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        if not table.windows:
            yield WINDOW_CLOSED()
        elif self.seat in table.windows[-1].passed and not have_all_passed(table, table.windows[-1].passed):
            yield PASSED_ALREADY(seat=table.called("identities", self.seat))
        yield from forced_first(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        passed = {*table.windows[-1].passed, self.seat} if table.windows else set()
        return self.copy_with(over=have_all_passed(table, passed))

    def apply(self, table: Champions) -> None:
        if table.windows and self.over:
            table.windows = table.windows[:-1]
        elif table.windows:
            table.windows[-1].passed = [*table.windows[-1].passed, self.seat]


def in_window(table: Champions) -> str | None:
    """The occurrence of the current window; None if there is none, or if it is no known occurrence."""
    condition = table.windows[-1].condition if table.windows else ""
    return condition if condition in OCCURRENCE_NAMES else None


def have_all_passed(table: Champions, passed: Collection[str]) -> bool:
    """Whether all players in the game have passed, so that the window closes."""
    return bool(passed) and set(passed) >= set(table.in_game())


def first_decides(table: Champions, seat: str) -> Iterator[Refused]:
    """The refusal for a decision of the first player by another seat (起始玩家)."""
    if table.first and seat != table.first:
        yield FIRST_DECIDES(seat=table.called("identities", table.first))


def forced_first(table: Champions) -> Iterator[Refused]:
    """The refusal for optional abilities while forced ones are left (强制)."""
    if table.windows and table.windows[-1].forced:
        yield FORCED_FIRST(cards=names_of_cards(table, table.windows[-1].forced))


def used_in_window(table: Champions, card: str, forced: bool) -> None:
    """Note the use of an ability in the window: a forced one is done; after another one all may use theirs again.

    For `apply`.
    """
    if not table.windows:
        return
    window = table.windows[-1]
    if forced and card in window.forced:
        window.forced = [one for one in window.forced if one != card]
    else:
        window.passed = []


def names_of_cards(table: Champions, cards: Sequence[str]) -> tuple[object, ...]:
    """The names of cards."""
    return tuple(table.called("hosts", card) for card in cards)


# === Choices, random results and looks at cards, as entries of the log (选择, 起始玩家) ==========

Zone = Literal["encounter deck", "encounter discard pile", "deck", "discard pile", "hand", "boost cards"]


class ChoiceEvent(PlayedEvent):
    heading = "Timing"
    tracked = ("timing",)


class OptionChosen(ChoiceEvent):
    title = "Choose an option"
    help_text = "A card gives a choice, or the table decides something: note which option it was."
    sentence = "{seat} chose: {option}[ ({source})]"
    seat: InGame
    option: Line
    source: Occasion = ""


class TargetChosen(ChoiceEvent):
    """Choose a target; if an encounter card has several, the first player chooses."""

    title = "Choose a target"
    help_text = "A card could target several things: which one is it? The first player picks for encounter cards."
    sentence = "{seat} chose {target}[ ({source})]"
    seat: InGame
    target: Annotated[Line, Choice("hosts", free=True)]
    encounter: bool = Field(default=False, title="of an encounter card")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.encounter:
            yield from first_decides(table, self.seat)


class RandomResultNoted(ChoiceEvent):
    title = "Note a random result"
    help_text = "Something was decided at random: what for, and the result."
    sentence = "{what}, at random: {result}"
    what: Line
    result: Line


class CardLookedAt(ChoiceEvent):
    title = "Look at a card"
    help_text = "A player looks at a card in secret."
    sentence = "{seat} looked at a card[: {card}][, {zone}][ ({source})]"
    secrets = Secrets(("card",))
    seat: InGame
    card: Annotated[CardName | None, Field(title="which")] = None
    zone: Annotated[Zone | None, Field(title="from where")] = None
    source: Occasion = ""


class CardPresented(ChoiceEvent):
    title = "Show a card"
    help_text = "Show a card to everyone, then put it back where it was."
    sentence = "{seat} showed {card}[, {zone}][ ({source})]"
    seat: InGame
    card: CardName
    zone: Annotated[Zone | None, Field(title="from where")] = None
    source: Occasion = ""


# === Abilities triggered, with the limits they count towards; actions requested from others; cancelling

NOT_CONTROLLED = refusal("not-controlled", "{seat} does not control {card}.", rule=sections.CONTROL, areas=("allies",))
ONESELF = never("oneself", "That is the same player.")

ANSWERING = ("interrupt", "response", "forced")
"""The types of abilities that answer an occurrence."""
Ability = Literal["action", "interrupt", "response", "resource", "special", "forced"]
CardHere = Annotated[Line, Choice("hosts", free=True)]
"""A card on the table, or any card by name."""
Often = Annotated[int, Field(ge=1, le=9)]


class AbilityEvent(PlayedEvent):
    heading = "Timing"
    tracked = ("timing",)


class AbilityTriggered(AbilityEvent):
    """Use an ability. Its effects are recorded by other events; a limit is per copy (F36)."""

    help_text = "Use a card's ability, and note the limit or max it counts towards."
    sentence = "An ability of {card} was used: {kind}[ by {seat}][, {ability}][, when {to}]"
    title = "Use an ability"
    layout = Layout(usual=("seat", "kind", "limit", "per"))
    card: CardHere
    seat: Annotated[InGame | None, Field(title="by whom")] = None
    kind: Ability = Field(default="action", title="what type of ability")
    ability: Remark = Field(default="", title="which ability")
    form: Annotated[Form | None, Field(title="in which form only")] = None
    limit: Often | None = Field(default=None, title="limit")
    max_: Often | None = Field(default=None, title="max, for all players together")
    per: Period = Field(default="round", title="within what time")
    to: OccurrenceName | None = Field(default=None, title="when")
    counted_as: Annotated[Remark, Settled()] = ""
    """The ability that the limit is for, if a card has several; empty if it was not given."""

    def caps(self, ability: str) -> Iterator[Cap]:
        """The limits that the use counts towards."""
        if self.limit:
            yield Cap(self.card, self.limit, self.per, ability=ability)
        if self.max_:
            yield Cap(card_of(self.card), self.max_, self.per, shared=True)

    def as_before(self, table: Champions) -> Self:
        """It with the limit or the max that was said of the ability before in this period, if none is said now."""
        if self.limit or self.max_:
            return self
        if own := Cap(self.card, 0, self.per, ability=self.ability).usage_so_far(table):
            return self.copy_with(limit=own.most, per=own.period)
        if shared := Cap(card_of(self.card), 0, self.per, shared=True).usage_so_far(table):
            return self.copy_with(max_=shared.most, per=shared.period)
        return self

    def check(self, table: Champions) -> Iterator[Refused]:
        for cap in self.as_before(table).caps(self.ability):
            yield from cap.reasons(table)
        if self.seat:
            yield from not_in_game(table, self.seat)
            if self.form:
                yield from not_in_form(table, self.seat, self.form)
            yield from not_controlled(table, self.seat, self.card)
        if self.kind != "forced":
            yield from not_in_peril(table, self.seat or table.peril)
        if self.kind in ("interrupt", "response"):
            yield from forced_first(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.as_before(table).copy_with(counted_as=self.ability, to=self.to or in_window(table))

    def apply(self, table: Champions) -> None:
        for cap in self.caps(self.counted_as):
            cap.count(table)
        if self.to and self.kind in ANSWERING:
            learn_response(table, self.card, self.to, self.kind)
        table.answered = [*table.answered, self.card]
        used_in_window(table, self.card, forced=self.kind == "forced")


def not_controlled(table: Champions, seat: str, card: str) -> Iterator[Refused]:
    """The refusal for using a card that another player controls; all players may use encounter cards."""
    controller = card if card in table.seats else table.play[card].controller if card in table.play else ""
    if controller and controller != seat:
        yield NOT_CONTROLLED(seat=table.called("identities", seat), card=table.called("hosts", card))


class ActionRequested(AbilityEvent):
    help_text = "On your turn you ask another player to use an action; that player decides."
    sentence = "{seat} asked {of} for an action[: {action}]"
    title = "Ask for an action"
    seat: InGame
    of: Annotated[InGame, Field(title="whom do you ask")]
    action: Remark = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_in_peril(table, self.of)
        if self.seat == self.of:
            yield ONESELF()

    def apply(self, table: Champions) -> None:
        table.agenda.put(ActionAnswered, must=False, seat=self.of)


class ActionAnswered(AbilityEvent):
    title = "Say whether the action is used"
    help_text = "A player who was asked for an action decides whether to use it."
    sentence = "{seat} {yes}[: {action}]"
    question = "{seat} is asked for an action"
    layout = Layout(keypad="accepted")
    seat: InGame
    accepted: bool = Field(default=True, title="the action is used")
    action: Remark = ""
    yes: Annotated[Literal["will", "will not"], Settled()] = "will"

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(yes="will" if self.accepted else "will not")

    def apply(self, table: Champions) -> None:
        if self.accepted:
            table.helping = [*table.helping, self.seat]


class EffectCancelled(AbilityEvent):
    """Cancel an effect. Its cost stays paid, and the use still counts towards its limit and max (D35)."""

    title = "Cancel an effect"
    help_text = "One card cancels the effect of another. Costs already paid stay paid."
    sentence = "{card} was cancelled[ by {seat}][ ({source})]"
    card: CardHere
    seat: Annotated[InGame | None, Field(title="by whom")] = None
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.seat:
            yield from not_in_peril(table, self.seat)
