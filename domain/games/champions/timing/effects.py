"""Lasting and delayed effects, the periods at whose end they expire, and gained or lost traits and keywords."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line, Occasion, Remark, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.games.champions import sections
from domain.games.champions.base import CharacterId, KeywordName, PlayedEvent, not_in_play
from domain.games.champions.cards.handling import bodies_with_numbers
from domain.games.champions.defeats import follow_defeat
from domain.games.champions.numbers import body_of, more_hit_points
from domain.games.champions.state.parts import PERIODS, Duration, Effect, Forbidden, Operation, new_copy
from domain.games.champions.state.table import Champions

# === Periods: the end of a period ends the effects of it and of all shorter ones (持续效果, 上限, 最多)


def expire_effects(table: Champions, period: Duration) -> None:
    """End the effects of a period and reset its limits; for `apply`.

    At the end of a round this comes before everything else (E11).
    """
    over = PERIODS.over_with(period)
    for id_ in [id_ for id_, effect in table.effects.items() if effect.until in over]:
        if not ends_by_itself(table, table.effects[id_]):
            end_effect(table, id_)
    table.usage = {id_: used for id_, used in table.usage.items() if used.period not in over}
    PERIODS.end(table, period)


def ends_by_itself(table: Champions, effect: Effect) -> bool:
    """Whether the end of an effect needs an entry, because it may leave a character without hit points."""
    return bool(hit_points_gained(effect)) and table.tracks("timing")


def was_used(table: Champions, *periods: Duration) -> bool:
    """Whether any limit of these periods was used."""
    return any(used.period in periods for used in table.usage.values())


def use_again(table: Champions, *periods: Duration) -> None:
    """Reset the limits of these periods; for `apply`."""
    table.usage = {key: used for key, used in table.usage.items() if used.period not in periods}


GAINED = {"keyword": "keywords", "trait": "traits"}
LOST = {"loses": "keywords", "loses_trait": "traits"}
"""The fields of an effect that give or take a word, with the field of the character that has such words."""


def start_effect(table: Champions, id_: str, effect: Effect) -> None:
    """Start an effect; for `apply`.

    A gained word that the character already has, or a lost word that it lacks, is dropped from the effect, so that its
    end does not revert it. It stays if another effect shares the word.
    """
    whom = body_of(table, effect.target)
    for name, words in {**GAINED, **LOST}.items():
        what, have = getattr(effect, name), getattr(whom, words, ())
        if whom and what and (what in have) == (name in LOST):
            setattr(whom, words, toggle_word(have, what))
        elif not effect.shared:
            effect = effect.model_copy(update={name: ""})
    table.effects = {**table.effects, id_: effect}
    more_hit_points(table, effect.target, hit_points_gained(effect))


def end_effect(table: Champions, id_: str) -> None:
    """End an effect; a keyword or trait is reverted unless another effect does the same. For `apply`."""
    effect = table.effects.pop(id_, None)
    whom = body_of(table, effect.target) if effect else None
    if effect is None or whom is None:
        return
    more_hit_points(table, effect.target, -hit_points_gained(effect))
    for name, words in {**GAINED, **LOST}.items():
        what, have = getattr(effect, name), getattr(whom, words)
        if what and (what in have) == (name in GAINED) and not has_same_effect(table, effect.target, name, what):
            setattr(whom, words, toggle_word(have, what))


def hit_points_gained(effect: Effect) -> int:
    """The hit points that an effect gives."""
    return effect.amount if effect.number == "health" and effect.operation == "plus" else 0


def toggle_word(have: Sequence[str], what: str) -> list[str]:
    """The words without the given one if it is among them, else with it."""
    return [one for one in have if one != what] if what in have else [*have, what]


def has_same_effect(table: Champions, target: str, name: str, what: str) -> bool:
    """Whether another effect gives or takes the same of a character."""
    return any(effect.target == target and getattr(effect, name) == what for effect in table.effects.values())


# === Lasting and delayed effects, as reminders that expire automatically (持续效果, 延时效果) ====

NO_CHANGE = never("no-change", "Say how much it changes: {number}.", rule=sections.LASTING, asks=True)
ONLY_MORE = never("only-more", "{number} go up or down by an amount.", rule=sections.LASTING)
NOBODY_NAMED = never("nobody-named", "Say whose it is.", rule=sections.LASTING, asks=True)
OVER_ALREADY = never("over-already", "That is already over.", rule=sections.LASTING)

CHANGING = ("attack", "thwart", "defense", "recover", "scheme", "hand", "alter_hand", "retaliate", "health")
"""Numbers that a lasting effect may change; a change of hit points applies to the maximum and the remaining ones."""
LastsUntil = Literal["attack", "activation", "turn", "phase", "round", "game"]


class EffectEvent(PlayedEvent):
    heading = "Timing"
    tracked = ("timing",)


class LastingEffectBegun(EffectEvent):
    """A lasting effect begins. It continues if its card leaves play, and ends with its period (E11)."""

    help_text = "An effect with a duration, and what it changes."
    sentence = (
        "Lasting effect: {effect}[, for {target}][, until the end of the {until}][, or until {waits_for}][ ({source})]"
    )
    title = "Note a lasting effect"
    layout = Layout(usual=("until", "target"))
    effect: Line = Field(title="what does it do")
    until: LastsUntil = Field(default="round", title="until the end of what")
    target: Annotated[CharacterId | None, Field(title="for whom")] = None
    number: Annotated[str, Choice("numbers", lambda table: CHANGING)] | None = Field(
        default=None, title="what does it change"
    )
    operation: Operation = Field(default="plus", title="how")
    amount: Annotated[int, Field(ge=-99, le=99)] = Field(default=0, title="by how much")
    keyword: Annotated[KeywordName | None, Field(title="which keyword does it give")] = None
    forbids: Annotated[Forbidden | None, Field(title="what does it forbid")] = None
    waits_for: Remark = Field(default="", title="or what ends it")
    source: Occasion = ""
    shared: Annotated[bool, Settled()] = False
    """Whether another effect already gives the keyword."""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.target is None and (self.number or self.keyword or self.forbids):
            yield NOBODY_NAMED()
        if self.number and not self.amount and self.operation in ("plus", "times"):
            yield NO_CHANGE(number=table.called("numbers", self.number))
        if self.number == "health" and self.operation != "plus":
            yield ONLY_MORE(number=table.called("numbers", self.number))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(
            shared=bool(self.keyword) and has_same_effect(table, self.target or "", "keyword", self.keyword or "")
        )

    def apply(self, table: Champions) -> None:
        effect = Effect(
            text=self.effect,
            until=self.until,
            waits_for=self.waits_for,
            target=self.target or "",
            number=self.number or "",
            operation=self.operation,
            amount=self.amount,
            keyword=self.keyword or "",
            forbids=self.forbids or "",
            shared=self.shared,
        )
        start_effect(table, new_copy(self.effect, table.effects), effect)


class LastingEffectEnded(EffectEvent):
    help_text = "An effect ends early: what it waited for happened, or a card says so."
    sentence = "{effect} ended[ ({source})]"
    title = "End a lasting effect"
    former_fields = ("target",)
    effect: Annotated[str, Choice("effects", lambda table: [i for i, e in table.effects.items() if e.until != "event"])]
    source: Occasion = ""

    def void_reasons(self, table: Champions) -> Iterator[Refused]:
        if self.effect not in table.effects:
            yield OVER_ALREADY()

    def plan(self, table: Champions) -> str:
        """The character that got hit points from it; without them it may be defeated."""
        effect = table.effects.get(self.effect)
        return effect.target if effect and effect.number == "health" else ""

    def apply(self, table: Champions) -> None:
        end_effect(table, self.effect)

    def follow_plan(self, table: Champions, plan: str) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, plan) if plan else ()


class DelayedEffectSet(EffectEvent):
    help_text = "Something will happen later: when, and what."
    sentence = "Planned for when {waits_for}: {effect}[ ({source})]"
    title = "Note a delayed effect"
    waits_for: Annotated[Line, Choice("occurrences", free=True)] = Field(title="when")
    effect: Line = Field(title="what will happen")
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        effect = Effect(text=self.effect, until="event", waits_for=self.waits_for)
        start_effect(table, new_copy(self.effect, table.effects), effect)


class DelayedEffectFired(EffectEvent):
    """A delayed effect happens, automatically and before responses to that moment; no ability is triggered again."""

    help_text = "The event that a delayed effect waited for has happened: resolve it now."
    sentence = "A delayed effect happened: {what}"
    title = "Carry out a delayed effect"
    effect: Annotated[str, Choice("effects", lambda table: [i for i, e in table.effects.items() if e.until == "event"])]
    what: Annotated[Remark, Settled()] = ""

    def apply(self, table: Champions) -> None:
        end_effect(table, self.effect)


def ends_of_effects(table: Champions, *periods: Duration) -> Iterator[LastingEffectEnded]:
    """The ends of all effects that last no longer than these periods."""
    yield from (LastingEffectEnded(effect=id_) for id_, effect in table.effects.items() if effect.until in periods)


def hit_points_end(table: Champions, period: Duration) -> Iterator[LastingEffectEnded]:
    """The ends of effects on hit points at the end of a period; a character without hit points is then defeated."""
    over = PERIODS.over_with(period)
    for id_, effect in table.effects.items():
        if effect.until in over and ends_by_itself(table, effect):
            yield LastingEffectEnded(effect=id_)


# === Traits gained and lost, and keywords lost, for a time given by a card (特性, 获得) ==========

TRAIT_THERE = refusal("trait-there", "{target} already has the trait {trait}.", rule=sections.GAINING)


def traits_of(table: Champions, target: str) -> Iterable[str]:
    """The traits of a character or card."""
    whom = body_of(table, target)
    return whom.traits if whom else ()


def keywords_of(table: Champions, target: str) -> Iterable[str]:
    """The keywords without a number of a character or card."""
    whom = body_of(table, target)
    return whom.keywords if whom else ()


class WordEvent(EffectEvent):
    """The base of events that give or take a word. It lasts like other effects; its end restores the former state."""

    changes: ClassVar[str]
    """The field of the effect that the event sets."""
    target: Annotated[str, Choice("hosts", bodies_with_numbers, why_not=not_in_play)] = Field(title="for whom")
    until: LastsUntil = Field(default="game", title="until the end of what")
    source: Occasion = ""
    shared: Annotated[bool, Settled()] = False
    """Whether another effect already does the same."""

    def word(self) -> str:
        """The trait or keyword."""
        return str(getattr(self, "trait", "") or getattr(self, "keyword", ""))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(shared=has_same_effect(table, self.target, self.changes, self.word()))

    def apply(self, table: Champions) -> None:
        said = {"until": self.until, "target": self.target, "shared": self.shared, self.changes: self.word()}
        start_effect(table, new_copy(self.word(), table.effects), Effect.model_validate({"text": self.word(), **said}))


class TraitGained(WordEvent):
    title = "Give a trait"
    help_text = "A card gives a character a trait, for as long as it says."
    sentence = "{target} gained the trait {trait}[, until the end of the {until}][ ({source})]"
    changes = "trait"
    trait: Line

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.trait in traits_of(table, self.target):
            yield TRAIT_THERE(target=table.called("hosts", self.target), trait=self.trait)


class TraitLost(WordEvent):
    title = "Take a trait away"
    help_text = "A card takes a trait away from a character, for as long as it says."
    sentence = "{target} lost the trait {trait}[, until the end of the {until}][ ({source})]"
    changes = "loses_trait"
    trait: Annotated[str, Choice("traits", traits_of, given=("target",))]


class KeywordLost(WordEvent):
    title = "Take a keyword away"
    help_text = "A card takes a keyword away from a character, for as long as it says."
    sentence = "{target} lost {keyword}[, until the end of the {until}][ ({source})]"
    changes = "loses"
    keyword: Annotated[str, Choice("keywords", keywords_of, given=("target",))]
