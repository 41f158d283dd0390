"""Ideas: what could be recorded at a table, with all the words by which somebody may mean it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson

from companion.i18n import LANGUAGES, tongue_of
from companion.saying.letters import SHORT, Spelling, fit_of_word, share_mentioned, spelling_of
from companion.saying.pinyin import read_whole
from companion.saying.typed import connecting_words
from companion.view_context import ViewContext
from domain.language.event import Event, name_of, title_of_event
from domain.language.fields import FieldInfo, fields_of
from domain.language.game import Prompt
from domain.language.kernel import BY_HOST
from domain.language.shapes import ChoiceShape, TextShape
from domain.language.text import Slot, Term, Text, Tongue, pieces_of_message, say
from domain.log.command import Author
from projections.search.words import is_han

ABOUT = 0.8
"""So much less it fits who says the area of play, or a word of the sentences about an event, than who names it."""

Names = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Idea:
    """An event at a table of a game, perhaps as what comes next, with the fields that are known by it.

    Each is itself alone, so that what follows from it is found once for all the letters that somebody types.
    """

    cls: type[Event[Any]]
    game: str
    known: Mapping[str, Any] = field(default_factory=dict)
    prompt: Prompt | None = None
    asked: Names = ()
    """The words of what comes next, in all languages."""

    @cached_property
    def called(self) -> Names:
        """All that it is called."""
        return (*self.asked, *words_of(self.cls, self.game).called)

    @cached_property
    def open_fields(self) -> Sequence[FieldInfo]:
        """The fields that somebody fills in and that are not known."""
        return [one for one in fields_of(self.cls) if not one.settled and one.name not in self.known]

    @cached_property
    def text_field(self) -> FieldInfo | None:
        """The field that takes words which mean nothing else: one that is needed, else a remark."""
        texts = [one for one in self.open_fields if _takes_text(one)]
        return next((one for one in texts if one.required), texts[0] if texts else None)

    def covered(self, words: Sequence[str]) -> float:
        """How much of one of its names some folded words are, at best."""
        return share_covered(tuple(words), self.called)

    def fits(self, word: str) -> float:
        """How well a folded word fits it."""
        of_event = fit_of_event(word, self.cls, self.game)
        return max(of_event, best_fit(word, self.asked)) if self.asked else of_event


def _takes_text(one: FieldInfo) -> bool:
    return isinstance(one.shape, TextShape) or (isinstance(one.shape, ChoiceShape) and one.shape.free)


class Wording(NamedTuple):
    """What an event is called in all languages, and what is said of it."""

    called: Names
    sentences: Names


@lru_cache(maxsize=65_536)
def fit_of_event(word: str, cls: type[Event[Any]], game: str) -> float:
    """How well a folded word fits an event: its name, else what is said of it."""
    words = words_of(cls, game)
    named = best_fit(word, words.called)
    return named or ABOUT * max(
        (share_mentioned(word, spelling_of(sentence)) for sentence in words.sentences), default=0.0
    )


@lru_cache(maxsize=65_536)
def share_covered(words: Names, names: Names) -> float:
    """How much of one of several names some folded words are, at best: 1 is all of it."""
    return max((_part_covered(words, name) for name in names), default=0.0)


def _part_covered(words: Names, name: str) -> float:
    spelling = spelling_of(name)
    size = len([word for word in spelling.words if word not in connecting_words()]) or 1
    if spelling.han:
        return min(1.0, sum(_count_characters(word, spelling) for word in words) / len(spelling.han))
    return min(1.0, sum(fit_of_word(word, spelling) > SHORT for word in words if word not in connecting_words()) / size)


def _count_characters(word: str, name: Spelling) -> int:
    """How many characters of a name a word is, as it is written or as it is read."""
    if is_han(word):
        return len(word) * (word in name.han)
    return read_whole(word, name.readings) if len(word) > 1 and word[:2] in name.starts else 0


@lru_cache(maxsize=65_536)
def best_fit(word: str, names: Names) -> float:
    """How well a folded word fits any of several names."""
    return max((fit_of_word(word, spelling_of(name)) for name in names), default=0.0)


def ideas_here(here: ViewContext, author: Author) -> list[Idea]:
    """What could be recorded: what comes next with its fields, then every event that this hand may record here."""
    possible = {name: cls for name, cls in here.game.offered(here.table).items() if _may_record(author, cls)}
    due = [prompt for prompt in here.campaign.prompts(here.viewer) if name_of(prompt.event) in possible]
    key = here.game.key
    asked = [Idea(prompt.event, key, prompt.fields, prompt, tuple(in_all(prompt.title, key))) for prompt in due]
    return [*asked, *(Idea(cls, key) for cls in possible.values())]


def _may_record(author: Author, cls: type[Event[Any]]) -> bool:
    return author.host or not issubclass(cls, BY_HOST)


@cache
def words_of(cls: type[Event[Any]], game: str) -> Wording:
    """The words by which somebody may mean an event."""
    called = (
        name_of(cls).replace("-", " "),
        *in_all(Text(title_of_event(cls)), game),
        *(without_slots(way) for way in ways_of_saying(game).get(name_of(cls), ())),
    )
    sentences = [
        *in_all(Text(cls.area_of_play), game),
        *in_all(Text(cls.help_text), game),
        *_words_of_log_line(cls, game),
    ]
    return Wording(tuple(dict.fromkeys(called)), tuple(dict.fromkeys(sentences)))


@cache
def ways_of_saying(game: str) -> Mapping[str, Sequence[str]]:
    """How players of a game say events in words that are not ours, by the events' names.

    One that tells fields tells in which order they are said.
    """
    place = files("companion.saying").joinpath("ways", f"{game}.json")
    return orjson.loads(place.read_bytes()) if place.is_file() else {}


@cache
def slots_of(message: str) -> Names:
    """The fields that a sentence tells, in its order."""
    return tuple(dict.fromkeys(slot.name for slot in _slots_in(pieces_of_message(message))))


def without_slots(way: str) -> str:
    """A way of saying an event without its fields: the hits of “{by} hits {figure}”."""
    return " ".join(part.strip() for part in _fixed_words(pieces_of_message(way))).strip()


def _slots_in(parts: Iterable[object]) -> Iterator[Slot]:
    for part in parts:
        if isinstance(part, Slot):
            yield part
        elif isinstance(part, tuple):
            yield from _slots_in(part)


def _words_of_log_line(cls: type[Event[Any]], game: str) -> Iterator[str]:
    """The words of its log line, without its fields."""
    for tongue in tongues_of_content(game):
        yield " ".join(_fixed_words(pieces_of_message(tongue.translate(cls.says))))


def _fixed_words(parts: Iterable[object]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Slot):
            yield part.many
        elif isinstance(part, str):
            yield part
        elif isinstance(part, tuple):
            yield from _fixed_words(part)


def in_all(name: Term | Text | str, game: str) -> Iterator[str]:
    """A name in every language, and as the table writes it."""
    if isinstance(name, Text):
        yield from (say(name, tongue) for tongue in tongues_of_content(game))
    elif isinstance(name, Term):
        yield from (name.en, name.zh)
    else:
        yield str(name)


@cache
def tongues_of_content(game: str) -> Sequence[Tongue]:
    """All the languages that are spoken at a table of a game."""
    return [tongue_of(language, game=game) for language in LANGUAGES]


__all__ = ["Idea", "Names", "best_fit", "ideas_here", "in_all", "slots_of", "ways_of_saying", "without_slots"]
