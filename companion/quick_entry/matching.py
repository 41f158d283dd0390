"""Matching of words to an event: each word must be part of its name or a value of a field."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import accumulate, islice
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.quick_entry.candidates import Idea, best_fit, slots_of
from companion.quick_entry.letters import BEGUN, WHOLE, WORD
from companion.quick_entry.option_matches import Fits, Offers
from companion.quick_entry.typed import Heard
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import merged_field_of
from domain.framework.fields.field_shapes import ListShape, MappingShape, NumberShape
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.fields.number_paths import number_marks_of

COUNTED, NUMBER, TOLD, MAYBE, REMARK, SIGNED = 0.9, 0.75, 0.7, 0.5, 0.35, 0.2
"""Fits of a number to a summed field, a required one, the first one in the log sentence, and any other; of words to
a text; and of a signed number to a field that changes nothing."""
TOWARDS = frozenset(("to", "into", "onto", "到", "向"))
"""The words before the target of a movement."""
LABEL = 0.9
"""The fit of a word that is the name of a number's field."""
STANDS_AT = frozenset(("is", "are", "at", "now", "为", "是"))
"""The words before a number that sets a value instead of changing it."""
OPTIONAL, OWN_WORD, LED_TO = 0.1, 0.3, 0.5
"""Penalties for an optional field and for a word of the interface; the bonus if the word before a value is the name
of its field, as in “to the ford”."""
TARGETS, MATCHES, STEPS = 4, 3, 24
"""The maximum of targets tried per word, of matches kept per idea, and of search steps per word."""
NONE: Mapping[str, Any] = MappingProxyType({})
ALIKE = 9
"""Digits to which sums are rounded, so that the order of addition does not matter."""


class Match(NamedTuple):
    """An interpretation of some words: their total fit, and the values, counts and texts by field."""

    idea: Idea
    worth: float = 0.0
    chosen: Mapping[str, Sequence[Fits]] = NONE
    numbers: Mapping[str, Heard] = NONE
    counts: Mapping[str, Sequence[int]] = NONE
    """The typed counts, by the field that has a number for each of several things."""
    texts: Sequence[Heard] = ()
    named: tuple[Heard, ...] = ()
    """The words that name the event."""
    said: Mapping[str, Sequence[Heard]] = NONE
    """The words for the values of each field, including known values."""
    value: Mapping[str, Sequence[Heard]] = NONE
    """The words for the last value of a field with several values."""
    outcomes: Mapping[str, Fits] = NONE
    """The typed outcomes, by the field that the rules fill in."""
    labels: frozenset[str] = frozenset()
    """The fields that were named; each needs a number too."""

    @property
    def word_count(self) -> int:
        """The number of words."""
        counted = sum(map(len, self.counts.values()))
        return len(self.named) + self.value_count + len(self.numbers) + len(self.labels) + counted + len(self.texts)

    @property
    def value_count(self) -> int:
        """The number of words that name values."""
        return sum(map(len, self.said.values()))

    @property
    def words_named(self) -> Iterator[Heard]:
        """The words that are not text, without counts and labels."""
        yield from self.named
        yield from self.numbers.values()
        yield from (word for words in self.said.values() for word in words)

    @property
    def name_coverage(self) -> float:
        """The largest share of one of the event's names that the words cover."""
        return self.idea.name_coverage([word.folded for word in self.named]) if self.named else 0.0


class _Name(NamedTuple):
    """A word that names the event."""

    worth: float

    def match_with(self, so_far: Match, word: Heard) -> Match:
        return so_far._replace(worth=so_far.worth + self.worth, named=(*so_far.named, word))


class _Known(NamedTuple):
    """A word for a known value of a field."""

    worth: float
    field: str

    def match_with(self, so_far: Match, word: Heard) -> Match | None:
        if self.worth < WHOLE and not _is_its_number(word, so_far.said.get(self.field, ())):
            return None
        return so_far._replace(worth=so_far.worth + self.worth, said=_with_word(so_far.said, self.field, word))


class _Label(NamedTuple):
    """A word that names the field of a number."""

    worth: float
    field: FieldInfo

    def match_with(self, so_far: Match, word: Heard) -> Match | None:
        if self.field.name in so_far.labels:
            return None
        return so_far._replace(worth=so_far.worth + self.worth, labels=so_far.labels | {self.field.name})


class _Count(NamedTuple):
    """A word that is the count of one of several things."""

    worth: float
    field: FieldInfo

    def match_with(self, so_far: Match, word: Heard) -> Match:
        said = (*so_far.counts.get(self.field.name, ()), word.number or 0)
        return so_far._replace(worth=so_far.worth + self.worth, counts={**so_far.counts, self.field.name: said})


class _Value(NamedTuple):
    """A word that names a value of a field, or several candidates."""

    worth: float
    field: FieldInfo
    ids: Fits

    def match_with(self, so_far: Match, word: Heard) -> Match | None:
        """Further words of the same name narrow the candidates; in a list they may be another value."""
        name, shape = self.field.name, self.field.shape
        before = so_far.chosen.get(name, ())
        several = before and isinstance(shape, ListShape | MappingShape)  # scarab 2 and 1
        if max(self.ids.values()) < WHOLE and not (several or _is_its_number(word, so_far.said.get(name, ()))):
            return None
        both = {id_: worth + self.ids[id_] for id_, worth in before[-1].items() if id_ in self.ids} if before else {}
        if (
            isinstance(shape, ListShape)
            and shape.ordered
            and word.folded in map(_fold_heard, so_far.value.get(name, ()))
        ):
            both = {}  # the same once more: one, one, two
        if before and not both and not several:
            return None
        return so_far._replace(
            worth=so_far.worth + self.worth,
            chosen={**so_far.chosen, name: [*before[:-1], both] if both else [*before, self.ids]},
            said=_with_word(so_far.said, name, word),
            value=_with_word(so_far.value if both else {**so_far.value, name: ()}, name, word),
        )


class _Number(NamedTuple):
    """A word that is the number of a field."""

    worth: float
    field: FieldInfo

    def match_with(self, so_far: Match, word: Heard) -> Match | None:
        if self.field.name in so_far.numbers:
            return None
        numbers = {**so_far.numbers, self.field.name: word}
        return so_far._replace(worth=so_far.worth + self.worth, numbers=numbers)


class _Text(NamedTuple):
    """A word without another meaning, for a text field."""

    worth: float

    def match_with(self, so_far: Match, word: Heard) -> Match:
        return so_far._replace(worth=so_far.worth + self.worth, texts=(*so_far.texts, word))


class _Outcome(NamedTuple):
    """A word for the value of a field that the rules fill in."""

    worth: float
    field: FieldInfo
    ids: Fits

    def match_with(self, so_far: Match, word: Heard) -> Match | None:
        before = so_far.outcomes.get(self.field.name, self.ids)
        both = {id_: worth for id_, worth in self.ids.items() if id_ in before}
        said = _with_word(so_far.said, self.field.name, word)
        outcomes = {**so_far.outcomes, self.field.name: both}
        return so_far._replace(worth=so_far.worth + self.worth, outcomes=outcomes, said=said) if both else None


_Target = _Name | _Known | _Value | _Number | _Label | _Count | _Outcome | _Text


def _fold_heard(word: Heard) -> str:
    return word.folded


def _is_its_number(word: Heard, said: Sequence[Heard]) -> bool:
    """Whether a number is part of a thing's name because it follows it, as in “scarab 2 attacks for 2”."""
    if word.number is None:
        return True
    return bool(said) and said[-1].number is None and word.at - said[-1].at - len(said[-1].typed) <= 1


def _with_word(said: Mapping[str, Sequence[Heard]], name: str, word: Heard) -> Mapping[str, Sequence[Heard]]:
    return {**said, name: (*said.get(name, ()), word)}


def match_ideas(idea: Idea, words: Sequence[Heard], offers: Offers) -> list[Match]:
    """The best matches of all words to an idea; none if a word fits nothing in it."""
    return _best_matches(idea, words, (_targets_meant(idea, word, offers) for word in words))


def match_with_text(idea: Idea, words: Sequence[Heard], offers: Offers) -> list[Match]:
    """The matches of an event in which some adjacent words are the value of a text field."""
    field = idea.text_field
    if field is None or not any(best_fit(word.folded, idea.all_names) for word in words):
        return []
    text = _Text(REMARK if field.required else REMARK - OPTIONAL)
    found = _best_matches(idea, words, ([*_targets_beside_text(idea, word, offers), text] for word in words))
    return [one for one in found if _has_a_text(one, words) and field.name not in one.chosen]


def _targets_beside_text(idea: Idea, word: Heard, offers: Offers) -> Iterator[_Target]:
    """The targets of a word that may also be text; it names the event only if it is in one of the event's names.

    Otherwise “about” and “the” in “note ask Ben about the bell” would count as words of the event.
    """
    named = best_fit(word.folded, idea.all_names)
    yield from (one for one in _targets_meant(idea, word, offers) if named or not isinstance(one, _Name))


def _has_a_text(match: Match, words: Sequence[Heard]) -> bool:
    """Whether the text words are adjacent; a mere number is text only if the event has no number field."""
    texts = match.texts
    numbers = any(isinstance(one.shape, NumberShape) for one in match.idea.open_fields)
    if not texts or (numbers and all(word.number is not None for word in texts)):
        return False
    first = words.index(texts[0])
    after = [word for word in match.named if word.at > texts[-1].at]
    whole = all(best_fit(word.folded, match.idea.all_names) >= WORD for word in after)
    return whole and texts == tuple(words[first : first + len(texts)])


def begins_a_text(idea: Idea, words: Sequence[Heard]) -> bool:
    """Whether the first word names an event that records a text, as in “note ask the smith”."""
    field = idea.text_field
    return field is not None and field.required and best_fit(words[0].folded, idea.all_names) >= BEGUN


def takes_a_name(idea: Idea) -> bool:
    """Whether the text of an event is a name that may be unknown yet, as in “plays web-shooter”."""
    return idea.text_field is not None and idea.text_field.chosen is not None


def _best_matches(idea: Idea, words: Sequence[Heard], targets: Iterable[Iterable[_Target]]) -> list[Match]:
    tried: list[list[_Target]] = []
    for meant in targets:
        tried.append(_likeliest_targets(meant))
        if not tried[-1]:
            return []
    found = (one for one in _search_best_matches(Match(idea), words, tried) if _names_anything(one))
    return list(islice(found, MATCHES))


def _names_anything(match: Match) -> bool:
    """Whether something was named, counts have things, and labels have numbers."""
    told = match.labels <= match.numbers.keys() and match.counts.keys() <= match.chosen.keys()
    return told and bool(match.named or match.value_count or match.idea.prompt)


def _likeliest_targets(meant: Iterable[_Target]) -> list[_Target]:
    return sorted(meant, key=_worth_of, reverse=True)[:TARGETS]


def _worth_of(one: _Target | Match) -> float:
    return one.worth


def _search_best_matches(none: Match, words: Sequence[Heard], targets: Sequence[Sequence[_Target]]) -> Iterator[Match]:
    """Best-first search over the interpretations of words, limited to `STEPS` per word.

    The next candidate is the one with the highest possible total, assuming the best fit for every remaining word.
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
            if after := target.match_with(so_far, words[len(path)]):
                most = after.worth + to_come[len(path) + 1]
                heappush(open_, (-round(most, ALIKE), (*path, number), after))


def _targets_meant(idea: Idea, word: Heard, offers: Offers) -> Sequence[_Target]:
    """The likeliest targets of a word in an idea, cached while further letters are typed."""
    kept: dict[Idea, Sequence[_Target]] = offers.cached_for_word(word._replace(at=0))
    if idea not in kept:
        kept[idea] = _likeliest_targets(_targets_of_word(idea, word, offers))
    return kept[idea]


def _targets_of_word(idea: Idea, word: Heard, offers: Offers) -> Iterator[_Target]:
    """The possible targets of a word in an idea."""
    open_ = offers.open_to(idea)
    led = [
        one
        for one in (open_ if word.after else ())
        if one[1] and _follows_label(word, one[0]) and one[1].fits_of_word(word.folded)
    ]
    if not word.signed and not word.is_in_digits and not led and (worth := idea.fit_of_word(word.folded)):
        yield _Name(worth)
    for one, offered in led or open_:
        if isinstance(one.shape, NumberShape):
            yield from _number_targets(idea, word, one)
        elif offered and not word.signed and (ids := offered.fits_of_word(word.folded)):
            yield _Value(max(ids.values()) - _penalty_of_value(idea, one) + (LED_TO if led else 0), one, ids)
        if isinstance(one.shape, MappingShape) and word.number is not None and word.number > 0:
            yield _Count(SIGNED if word.signed and not _is_moved(idea.cls, one.name) else COUNTED, one)
    if not word.signed:
        yield from (_Known(worth, name) for name, worth in offers.fits_of_known(idea, word.folded))
        yield from (_Known(WHOLE, name) for name, known in idea.known.items() if _is_number(known, word))
        yield from _outcome_targets(idea, word, offers)


def _is_number(known: object, word: Heard) -> bool:
    """Whether a word is the known number of a field, as in “go on to section 2”."""
    return known == word.number and isinstance(known, int) and not isinstance(known, bool)


def _follows_label(word: Heard, one: FieldInfo) -> bool:
    """Whether the words before this one name the field, as in “to the ford”."""
    return one.name in word.after or (one.name == "to" and bool(TOWARDS & {*word.after}))


def _outcome_targets(idea: Idea, word: Heard, offers: Offers) -> Iterator[_Target]:
    """The targets of a word among fields that the rules fill in."""
    for one, offered in offers.outcomes_of(idea):
        if ids := offered.fits_of_word(word.folded):
            yield _Outcome(max(ids.values()) - OPTIONAL + (LED_TO if _follows_label(word, one) else 0), one, ids)


def _number_targets(idea: Idea, word: Heard, one: FieldInfo) -> Iterator[_Target]:
    """The targets of a word among fields that take a number."""
    if word.number is None:
        if word.folded == one.name:
            yield _Label(LABEL, one)
    elif isinstance(one.shape, NumberShape) and _within_bounds(word.number, one.shape):
        yield _Number(_worth_of_number(idea, one, word), one)


def _penalty_of_value(idea: Idea, one: FieldInfo) -> float:
    """The penalty of an optional field, unless the log sentence begins with it.

    It is larger for words of the interface, which fit too easily, and for counts.
    """
    if one.required or slots_of(idea.cls.sentence)[:1] == (one.name,):
        return 0
    return OPTIONAL if one.choice and not isinstance(one.shape, MappingShape) else OWN_WORD


def is_amount(shape: NumberShape) -> bool:
    """Whether a number is an amount whose direction the event determines."""
    return shape.least is not None and shape.least >= 0


def _within_bounds(number: int, shape: NumberShape) -> bool:
    counted = abs(number) if is_amount(shape) else number
    return (shape.least is None or counted >= shape.least) and (shape.most is None or counted <= shape.most)


def _worth_of_number(idea: Idea, one: FieldInfo, word: Heard) -> float:
    """How well a number fits a field: “wood +4” is an amount to add, “wood is 4” a value to set."""
    moved, needed = (
        _is_moved(idea.cls, one.name),
        one.required or (idea.prompt and one.name in idea.prompt.also_required),
    )
    if STANDS_AT & {*word.after} and not word.signed:
        return MAYBE if moved else COUNTED if needed else NUMBER
    if moved:
        return COUNTED
    if word.signed and isinstance(one.shape, NumberShape) and is_amount(one.shape):
        return SIGNED
    return NUMBER if needed else TOLD if one.name == _first_number_said(idea.cls) else MAYBE


@cache
def _is_moved(cls: type[Event[Any]], name: str) -> bool:
    """Whether a number is added to or subtracted from a value."""
    return name in (merged_field_of(cls), *(moved for moved, _ in number_marks_of(cls)))


@cache
def _first_number_said(cls: type[Event[Any]]) -> str:
    """The first number in the sentence of an event; empty if there is none."""
    numbers = {one.name for one in fields_of(cls) if isinstance(one.shape, NumberShape)}
    return next((name for name in slots_of(cls.sentence) if name in numbers), "")


__all__ = ["Match", "begins_a_text", "is_amount", "match_ideas", "match_with_text", "takes_a_name"]
