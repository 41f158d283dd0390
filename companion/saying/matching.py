"""Matching: which words name an event, and which are values of its fields; every word has to be one or the other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import heappop, heappush
from itertools import accumulate, islice
from typing import Any

from companion.saying.ideas import Idea, best_fit, words_of
from companion.saying.letters import BEGUN, WHOLE
from companion.saying.offers import Fits, Offers
from companion.saying.typed import Heard
from domain.event import Event, summed_in
from domain.fields import FieldInfo
from domain.moves import moves_in
from domain.shapes import ListShape, MappingShape, NumberShape

COUNTED, NUMBER, MAYBE, REMARK, SIGNED = 0.9, 0.75, 0.5, 0.35, 0.2
"""How well a number fits the field that taps add up in, one that is needed, any other; how well words fit a text, and
a number with a sign one that nothing is added to or taken from."""
OPTIONAL, OWN_WORD, LED_TO = 0.1, 0.3, 0.2
"""So much less a value fits that need not be told, and one that is a word of ours; so much better where the word before
it is what the field is called, as in “to the ford”."""
TARGETS, MATCHES, STEPS = 4, 3, 24
"""So many meanings of a word are tried; so many ways to understand all of them are kept for each idea, and so many
steps for each word are taken to find these."""
ALIKE = 9
"""Digits of a worth in which sums of the same numbers are alike, in whatever order they were added up."""


@dataclass(frozen=True)
class Match:
    """One way to understand some words: how well they fit, and by field what is meant, how many, and what is said."""

    idea: Idea
    worth: float = 0.0
    chosen: Mapping[str, Sequence[Fits]] = field(default_factory=dict)
    numbers: Mapping[str, Heard] = field(default_factory=dict)
    counts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """By field that has a number for each of several things: these numbers, as they were said."""
    texts: Sequence[Heard] = ()
    named: tuple[str, ...] = ()
    """The words that name the event."""
    values: int = 0
    """How many words name what is chosen."""

    @property
    def words(self) -> int:
        """How many words there are."""
        counted = sum(map(len, self.counts.values()))
        return len(self.named) + self.values + len(self.numbers) + counted + len(self.texts)

    @property
    def covered(self) -> float:
        """How much of one of the event's names the words say, at best."""
        return self.idea.covered(self.named) if self.named else 0.0


@dataclass(frozen=True)
class _Name:
    """A word that names the event."""

    worth: float

    def taken(self, so_far: Match, word: Heard) -> Match:
        return replace(so_far, worth=so_far.worth + self.worth, named=(*so_far.named, word.folded))


@dataclass(frozen=True)
class _Known:
    """A word for what is known already."""

    worth: float

    def taken(self, so_far: Match, word: Heard) -> Match:
        return replace(so_far, worth=so_far.worth + self.worth, values=so_far.values + 1)


@dataclass(frozen=True)
class _Count:
    """A word that is how many there are of one of several things."""

    worth: float
    field: FieldInfo

    def taken(self, so_far: Match, word: Heard) -> Match:
        said = (*so_far.counts.get(self.field.name, ()), word.number or 0)
        return replace(so_far, worth=so_far.worth + self.worth, counts={**so_far.counts, self.field.name: said})


@dataclass(frozen=True)
class _Value:
    """A word that names a value of a field, or several of which one is meant."""

    worth: float
    field: FieldInfo
    ids: Fits

    def taken(self, so_far: Match, word: Heard) -> Match | None:
        """Further words of the same name leave fewer that are meant; in a list they may be another value."""
        before = so_far.chosen.get(self.field.name, ())
        if word.number is not None and not before and max(self.ids.values()) < WHOLE:
            return None  # the number of a thing that nobody named
        both = {id_: worth + self.ids[id_] for id_, worth in before[-1].items() if id_ in self.ids} if before else {}
        if before and not both and not isinstance(self.field.shape, ListShape | MappingShape):
            return None
        now = [*before[:-1], both] if both else [*before, self.ids]
        chosen = {**so_far.chosen, self.field.name: now}
        return replace(so_far, worth=so_far.worth + self.worth, chosen=chosen, values=so_far.values + 1)


@dataclass(frozen=True)
class _Number:
    """A word that is the number of a field."""

    worth: float
    field: FieldInfo

    def taken(self, so_far: Match, word: Heard) -> Match | None:
        if self.field.name in so_far.numbers:
            return None
        numbers = {**so_far.numbers, self.field.name: word}
        return replace(so_far, worth=so_far.worth + self.worth, numbers=numbers)


@dataclass(frozen=True)
class _Text:
    """A word that means nothing to the rules, and stands in a text."""

    worth: float

    def taken(self, so_far: Match, word: Heard) -> Match:
        return replace(so_far, worth=so_far.worth + self.worth, texts=(*so_far.texts, word))


_Target = _Name | _Known | _Value | _Number | _Count | _Text


def matches(idea: Idea, words: Sequence[Heard], offers: Offers) -> list[Match]:
    """The best ways to understand all words as an idea; none where one of them fits nothing in it."""
    return _best(idea, words, (_targets(idea, word, offers) for word in words))


def with_text(idea: Idea, words: Sequence[Heard], offers: Offers) -> list[Match]:
    """The same for an event that one of the words names, where the last ones stand in a text of it."""
    told = idea.text_field
    if told is None:
        return []
    called = words_of(idea.cls, idea.game).called
    if not any(best_fit(word.folded, called) for word in words):
        return []
    text = _Text(REMARK if told.required else REMARK - OPTIONAL)
    found = _best(idea, words, ([*_targets(idea, word, offers), text] for word in words))
    return [one for one in found if _ends_in_text(one, words) and told.name not in one.chosen]


def _ends_in_text(match: Match, words: Sequence[Heard]) -> bool:
    """Whether the last words are a text, and no mere number."""
    texts = match.texts
    return texts == tuple(words[-len(texts) :]) and any(word.number is None for word in texts)


def begins_a_text(match: Match, words: Sequence[Heard]) -> bool:
    """Whether the first word names an event that is about its text, as in “note ask the smith”."""
    told, called = match.idea.text_field, words_of(match.idea.cls, match.idea.game).called
    return told is not None and told.required and best_fit(words[0].folded, called) >= BEGUN


def tells_a_name(match: Match) -> bool:
    """Whether words name an event wholly, and the text is a name that is not known yet, as in “plays web-shooter”."""
    told = match.idea.text_field
    return told is not None and told.chosen is not None and match.covered == 1


def _best(idea: Idea, words: Sequence[Heard], targets: Iterable[Iterable[_Target]]) -> list[Match]:
    tried: list[list[_Target]] = []
    for meant in targets:
        tried.append(sorted(meant, key=_worth, reverse=True)[:TARGETS])
        if not tried[-1]:
            return []
    found = (one for one in _best_first(Match(idea), words, tried) if one.named or one.values or idea.prompt)
    return list(islice(found, MATCHES))


def _worth(one: _Target | Match) -> float:
    return one.worth


def _best_first(none: Match, words: Sequence[Heard], targets: Sequence[Sequence[_Target]]) -> Iterator[Match]:
    """Ways to understand words, the best one first, as many as so many steps for each word lead to.

    What is taken up next is what may come to most, were each word that is left to be what it fits best.
    """
    to_come = [*accumulate((found[0].worth for found in reversed(targets)), initial=0.0)][::-1]
    open_: list[tuple[float, tuple[int, ...], Match]] = [(-to_come[0], (), none)]
    for _ in range(STEPS * len(words)):
        if not open_:
            return
        _, path, so_far = heappop(open_)
        if len(path) == len(words):
            yield so_far
            continue
        for number, target in enumerate(targets[len(path)]):
            if after := target.taken(so_far, words[len(path)]):
                most = after.worth + to_come[len(path) + 1]
                heappush(open_, (-round(most, ALIKE), (*path, number), after))


def _targets(idea: Idea, word: Heard, offers: Offers) -> Iterator[_Target]:
    """What a word may be in an idea."""
    if not word.signed and (worth := idea.fits(word.folded)):
        yield _Name(worth)
    open_ = offers.open_to(idea)
    led = [(one, offered) for one, offered in open_ if offered and word.after == one.name]
    for one, offered in led if led and offers.fits(led[0][1] or {}, word.folded) else open_:
        if isinstance(one.shape, NumberShape):
            if word.number is not None and _within(word.number, one.shape):
                yield _Number(_worth_of_number(idea.cls, one, word.signed), one)
        elif offered and not word.signed and (ids := offers.fits(offered, word.folded)):
            said = LED_TO if word.after == one.name else 0
            yield _Value(max(ids.values()) - _less(one) + said, one, ids)
        if isinstance(one.shape, MappingShape) and word.number is not None and word.number > 0:
            yield _Count(COUNTED, one)
    if not word.signed and (worth := offers.fit_of_known(idea, word.folded)):
        yield _Known(worth)


def _less(one: FieldInfo) -> float:
    """How much less a value fits a field that need not be told: much less one of our own words, which say much."""
    if one.required:
        return 0
    return OPTIONAL if one.choice else OWN_WORD


def is_amount(shape: NumberShape) -> bool:
    """Whether a number tells how much, and the event which way it goes."""
    return shape.least is not None and shape.least >= 0


def _within(number: int, shape: NumberShape) -> bool:
    told = abs(number) if is_amount(shape) else number
    return (shape.least is None or told >= shape.least) and (shape.most is None or told <= shape.most)


@cache
def _worth_of_number(cls: type[Event[Any]], one: FieldInfo, signed: bool) -> float:
    if one.name in (summed_in(cls), *(name for name, _ in moves_in(cls))):
        return COUNTED
    if signed and isinstance(one.shape, NumberShape) and is_amount(one.shape):
        return SIGNED
    return NUMBER if one.required else MAYBE


__all__ = ["Match", "begins_a_text", "is_amount", "matches", "tells_a_name", "with_text"]
