"""Readings: the events that typed words may mean, best first, each with its log sentence."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from itertools import chain, repeat
from typing import Any

from companion.forms.values import default_values
from companion.log_sentences import say_event
from companion.quick_entry.candidates import Idea
from companion.quick_entry.filling import filled_fields, missing_fields, with_only_choices
from companion.quick_entry.matching import Match, begins_a_text, match_ideas, match_with_text, takes_a_name
from companion.quick_entry.moments import Scope, current_scope
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.possible import direction_of_event, refusals_as_seen, settle_for_viewer
from companion.quick_entry.spelling import nearer_words
from companion.quick_entry.typed import MOST as MOST_WORDS
from companion.quick_entry.typed import Heard, split_initials, without_connections, words_in
from companion.quick_entry.word_order import has_swapped_roles
from companion.view_context import ViewContext
from domain.framework.events.event import Event, name_of
from domain.framework.fields.field_shapes import ChoiceShape, ListShape, NumberShape, YesNoShape
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.refusal import Misfit, Refused
from domain.framework.text import Slot, pieces_of_message
from domain.log.command import Author
from domain.log.permissions import kept_from

MOST, TRIED, OF_ONE = 8, 24, 3
"""The maximum of readings returned, of matches examined, and of readings per event."""
NAMED, OPEN_STEP, DUE, MUST, RECENT = 0.3, 0.15, 0.08, 0.12, 0.12
"""Bonuses of a reading, added to the fit of its words: they cover the event's name, its step is open, it is a prompt,
it is a must, it was recorded recently."""
REFUSED, UNTOLD, OTHER_WAY, SAME_WAY = 0.3, 0.05, 1.0, 0.12
"""Penalties of a reading: it is refused, a field is missing, a sign contradicts its direction; and the bonus if a sign
agrees."""
PASSED_OVER, TURNED_ROUND, CLEAR, APART = 0.3, 0.5, 0.5, 0.1
"""Penalties of a reading that skips a required choice, or swaps subject and object; the share of an event's name that
must be said, and the lead over any other reading, for a reading to be certain."""
OTHERS = 8
"""The maximum of other seats that are checked before the seat at turn is filled in."""
LATELY = 200
"""The number of log lines that count as recent."""
GAP = "…"
"""The placeholder of a missing field in a sentence."""


@dataclass(frozen=True)
class Reading:
    """A possible event: its known fields, the missing ones, its sentence, and its refusal."""

    cls: type[Event[Any]]
    fields: Mapping[str, Any]
    missing: Sequence[str]
    said: str
    why_not: str
    worth: float
    apart: str = ""
    """A distinction from another reading with the same sentence."""
    clear: bool = False
    """Whether its words name the event and none of them contradicts it."""
    sure: bool = False
    """Whether it is certain: clear, complete, and well ahead of all others."""

    @property
    def event(self) -> str:
        """The event's name in addresses and commands."""
        return name_of(self.cls)

    @property
    def complete(self) -> bool:
        """Whether it can be recorded as it is."""
        return not self.missing and not self.why_not


@dataclass(frozen=True)
class Listener:
    """The context of typed words: the view, the author, and the topics recorded recently, the newest first."""

    here: ViewContext
    author: Author
    recent: Sequence[str] = ()

    def readings(self, typed: str) -> list[Reading]:
        """The readings of typed words at the table, best first; without words, the prompts."""
        now = current_scope(self.here, self.author)
        found, offers = matches_understood(words_in(typed), now), now.offers
        ranked = nlargest(TRIED, found, key=self._worth_before)
        ways = ((match, values) for match in ranked for values in filled_fields(match, typed, self.here, offers))
        readings = [self._reading(match, self._fill_seat_at_turn(match, values)) for match, values in ways]
        best = _distinct_readings(sorted(readings, key=lambda reading: -reading.worth))[:MOST]
        best = _mark_certain([self._with_sentence(one) for one in best])
        return told_apart(best)

    def reading_begun(self, cls: type[Event[Any]], values: Mapping[str, Any]) -> Reading:
        """A reading of an event with some known fields; fields with one possible value are filled in."""
        now = current_scope(self.here, self.author)
        idea = next((idea for idea in now.ideas if idea.cls is cls and _agrees_with_idea(idea, values)), None)
        match = Match(idea or Idea(cls, self.here.game.key))
        return self._with_sentence(self._reading(match, with_only_choices(cls, dict(values), self.here, now.offers)))

    def readings_of_recorded(self, recorded: Iterable[tuple[type[Event[Any]], Mapping[str, Any]]]) -> list[Reading]:
        """Recent events that can be recorded again, without duplicates."""
        possible = {idea.cls for idea in current_scope(self.here, self.author).ideas}
        readings = [self.reading_begun(cls, values) for cls, values in recorded if cls in possible]
        return list({one.said: one for one in readings if not one.why_not}.values())

    def _worth_before(self, match: Match) -> float:
        """The preliminary score of a match, without refusals: fit, prompts, recency."""
        cls, prompt = match.idea.cls, match.idea.prompt
        worth = match.worth / max(1, match.word_count) + NAMED * match.name_coverage
        worth += 0 if any(self.here.table.gate(cls.during)) else OPEN_STEP
        worth += 0 if prompt is None else MUST if prompt.required else 0 if prompt.opens_form else DUE
        return worth - RECENT * self._recency_by_topic.get(cls.topic, 1)

    @cached_property
    def _recency_by_topic(self) -> Mapping[str, float]:
        """The age of each recent topic: 0 for the newest, up to 1."""
        return {topic: n / len(self.recent) for n, topic in reversed([*enumerate(self.recent)])}

    def _reading(self, match: Match, values: Mapping[str, Any]) -> Reading:
        cls, prompt = match.idea.cls, match.idea.prompt
        untold = missing_fields(cls, values, prompt.also_required if prompt else ())
        worth = self._worth_before(match) - UNTOLD * len(untold)
        try:
            why_not = say_all(self._reasons_against(cls, values, untold), self.here)
        except Misfit as wrong:
            why_not = " ".join(fault.render(self.here.tongue) for fault in wrong.faults.values())
        way = self._direction_matches(match, values, untold)
        if way < 0 and (turned := self._reversing_fields(match, values, untold)):
            return self._reading(match, turned)
        worth -= REFUSED if why_not else 0
        worth += {1: SAME_WAY, 0: 0, -1: -OTHER_WAY}[way]
        worth -= PASSED_OVER if _skips_required_choice(match) else 0
        awry = has_swapped_roles(match) or not self._outcome_matches(match, values, untold)
        worth -= TURNED_ROUND if awry else 0
        clear = way >= 0 and match.name_coverage >= CLEAR and not (_skips_required_choice(match) or match.texts or awry)
        return Reading(cls, values, untold, "", why_not, worth, clear=clear)

    def _with_sentence(self, one: Reading) -> Reading:
        """A reading with its sentence, which is rendered only for readings that are shown."""
        try:
            said = sentence_of(one.cls, one.fields, one.missing, self.here)
        except Misfit:
            said = sentence_with_gaps(one.cls, one.fields, one.missing, self.here)
        return replace(one, said=said)

    def _fill_seat_at_turn(self, match: Match, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields, with the seat at turn if it was not typed and no other seat may act."""
        now, cls, prompt = current_scope(self.here, self.author), match.idea.cls, match.idea.prompt
        untold = missing_fields(cls, values, prompt.also_required if prompt else ())
        if len(untold) != 1 or untold[0] not in now.at_turn:
            return values
        who = untold[0]
        offered = now.offers.names(cls, next(one for one in fields_of(cls) if one.name == who), values)
        others = [{**values, who: id_} for id_ in offered if id_ != now.at_turn[who]]
        if (
            now.at_turn[who] not in offered
            or len(others) > OTHERS
            or not all(map(self._is_refused, repeat(cls), others))
        ):
            return values
        return {**values, who: now.at_turn[who]}

    def _is_refused(self, cls: type[Event[Any]], values: Mapping[str, Any]) -> bool:
        try:
            return bool(self._reasons_against(cls, values, ()))
        except Misfit:
            return True

    def _reasons_against(
        self, cls: type[Event[Any]], values: Mapping[str, Any], untold: Sequence[str]
    ) -> Sequence[Refused]:
        """The refusals of a reading, beginning with one for another seat's event."""
        said = {**default_values(cls), **dict.fromkeys(untold, ""), **values}
        kept = kept_from(self.author.seats, cls, said, self.here.campaign.table)
        return [*kept] or refusals_as_seen(cls, values, self.here, untold)

    def _direction_matches(self, match: Match, values: Mapping[str, Any], untold: Sequence[str]) -> int:
        """Whether the sign of a number agrees with the event's change: 1 if so, -1 if not, 0 if unknown."""
        signs = [word.number or 0 for word in match.numbers.values() if word.signed]
        if not signs:
            return 0
        try:
            event = make_event(match.idea.cls, {**self._fill_with_any(match.idea.cls, values, untold), **values})
        except Misfit:
            return 0
        return direction_of_event(event, self.here) * (1 if signs[0] > 0 else -1)

    def _outcome_matches(self, match: Match, values: Mapping[str, Any], untold: Sequence[str]) -> bool:
        """Whether the rules fill in the typed outcome, as far as it is known."""
        if untold or not match.outcomes:
            return True
        try:
            settled = settle_for_viewer(make_event(match.idea.cls, values), self.here)
        except Misfit:
            return True
        return all(str(getattr(settled, name)) in ids for name, ids in match.outcomes.items())

    def _reversing_fields(self, match: Match, values: Mapping[str, Any], untold: Sequence[str]) -> Mapping[str, Any]:
        """The fields with the boolean set that reverses the event, to agree with the sign; empty if there is none."""
        open_ = (one.name for one in match.idea.open_fields if isinstance(one.shape, YesNoShape))
        turned = ({**values, name: True} for name in open_ if name not in values)
        return next((one for one in turned if self._direction_matches(match, one, untold) > 0), {})

    def _fill_with_any(
        self, cls: type[Event[Any]], values: Mapping[str, Any], untold: Sequence[str]
    ) -> Mapping[str, Any]:
        """Values for the missing fields: the first option of a choice, 1 for a number."""
        offers = current_scope(self.here, self.author).offers
        fields = [one for one in fields_of(cls) if one.name in untold]
        names = {one.name: next(iter(offers.names(cls, one, values)), "") for one in fields if one.chosen}
        return names | {one.name: 1 for one in fields if isinstance(one.shape, NumberShape)}


def _skips_required_choice(match: Match) -> bool:
    """Whether an optional value was typed, but a required choice was not."""
    fields = {one.name: one for one in match.idea.open_fields}
    needless = bool(match.outcomes) or any(not fields[name].required for name in match.chosen)
    return needless and any(one.required and one.chosen and one.name not in match.chosen for one in fields.values())


def _mark_certain(found: Sequence[Reading]) -> list[Reading]:
    """The readings, best first, with the first one marked if it is certain."""
    if not found:
        return []
    first, *others = found
    nearly = any(one.worth > first.worth - APART for one in others if one.said != first.said)
    return [replace(first, sure=first.complete and first.clear and not nearly), *others]


def _agrees_with_idea(idea: Idea, values: Mapping[str, Any]) -> bool:
    """Whether the values contain all known fields of an idea."""
    return all(values.get(name) == value for name, value in idea.known.items())


def matches_understood(words: Sequence[Heard], now: Scope) -> list[Match]:
    """The matches of words as typed, otherwise corrected; the last words may also be a text."""
    found, offers = now.ideas, now.offers
    if not words:
        return [Match(idea) for idea in found if idea.prompt]
    for meant in chain([without_connections(words)], _corrected_words(without_connections(words), now)):
        if every := [match for idea in found for match in match_ideas(idea, meant[:MOST_WORDS], offers)]:
            about = [idea for idea in found if begins_a_text(idea, words)]
            named = [idea for idea in found if takes_a_name(idea) and idea not in about]
            return [
                *every,
                *(match for idea in about for match in match_with_text(idea, words, offers)),
                *(
                    match
                    for idea in named
                    for match in match_with_text(idea, words, offers)
                    if match.name_coverage == 1
                ),
                *_split_by_initials(words, found, offers),
            ]
    as_text = [match for idea in found for match in match_with_text(idea, words, offers)]
    least = min((len(match.texts) for match in as_text), default=0)
    return [match for match in as_text if len(match.texts) <= least + 1]


def _corrected_words(words: Sequence[Heard], now: Scope) -> Iterator[Sequence[Heard]]:
    """The corrected variants of words; the known words are collected only if needed."""
    yield from nearer_words(words, now.known)


def _split_by_initials(words: Sequence[Heard], found: Sequence[Idea], offers: Offers) -> list[Match]:
    """The matches of a short word with each letter read as a word: `md` for 买灯."""
    letters = split_initials(words[0]) if len(words) == 1 else []
    return [match for idea in found for match in match_ideas(idea, letters, offers)] if len(letters) > 1 else []


def sentence_of(cls: type[Event[Any]], values: Mapping[str, Any], untold: Sequence[str], here: ViewContext) -> str:
    """The log sentence of an event, settled by the rules as of now.

    Raises:
        Misfit: the values do not fit the event's fields.
    """
    if untold:
        return sentence_with_gaps(cls, values, untold, here)
    return say_event(cls, settle_for_viewer(make_event(cls, values), here).model_dump(mode="json"), here)


def sentence_with_gaps(
    cls: type[Event[Any]], values: Mapping[str, Any], untold: Sequence[str], here: ViewContext
) -> str:
    """The log sentence with a gap for each missing field."""
    said = {**default_values(cls), **values, **dict.fromkeys(untold, GAP)}
    open_ = {
        piece.name: GAP
        for piece in pieces_of_message(cls.sentence)
        if isinstance(piece, Slot) and said.get(piece.name) is None
    }
    return say_event(cls, {**said, **open_}, here)


def say_all(refused: Iterable[Refused], here: ViewContext) -> str:
    return " ".join(reason.text.render(here.tongue) for reason in refused)


def told_apart(found: Sequence[Reading]) -> list[Reading]:
    """The readings, those with the same sentence distinguished; of those that look the same then, the best one."""
    times = Counter(one.said for one in found)
    named = (one if times[one.said] == 1 else replace(one, apart=_ids_chosen(one)) for one in found)
    kept: dict[tuple[str, str], Reading] = {}
    for one in named:
        kept.setdefault((one.said, one.apart), one)
    return list(kept.values())


def _ids_chosen(one: Reading) -> str:
    """The chosen ids that do not occur in the sentence."""
    chosen = [field for field in fields_of(one.cls) if field.name in one.fields]
    ids: list[str] = []
    for field in chosen:
        value = one.fields[field.name]
        if isinstance(field.shape, ChoiceShape):
            ids.append(str(value))
        elif isinstance(field.shape, ListShape) and isinstance(field.shape.of, ChoiceShape):
            ids += map(str, value)
    return ", ".join(id_ for id_ in ids if id_.casefold() not in one.said.casefold())


def _distinct_readings(found: Iterable[Reading]) -> list[Reading]:
    """Readings without near duplicates: they differ in required fields, and at most `OF_ONE` are of the same event."""
    kept: dict[object, Reading] = {}
    times = Counter[type]()
    for one in found:
        needed = (one.cls, *(str(one.fields.get(field.name)) for field in fields_of(one.cls) if field.required))
        if needed not in kept and times[one.cls] < OF_ONE:
            kept[needed] = one
            times[one.cls] += 1
    return list(kept.values())


__all__ = ["LATELY", "Listener", "Reading", "told_apart"]
