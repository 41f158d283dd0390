"""Ideas: the events that can be recorded at a table, with all words that may stand for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson

from companion.i18n import LANGUAGES, tongue_of
from companion.saying.letters import SHORT, Spelling, fit_of_word, share_mentioned, spelling_of
from companion.saying.pinyin import count_full_syllables
from companion.saying.typed import connecting_words
from companion.view_context import ViewContext
from domain.language.event import Event, name_of, title_of_event
from domain.language.fields import FieldInfo, fields_of
from domain.language.game import Prompt
from domain.language.kernel import BY_HOST
from domain.language.shapes import ChoiceShape, TextShape
from domain.language.text import Slot, Term, Text, Tongue, pieces_of_message, value_as_words
from domain.log.command import Author
from projections.search.words import is_han

ABOUT = 0.8
"""So much less it fits who says the area of play, or a word of the sentences about an event, than who names it."""

Names = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Idea:
    """An event at a table of a game, perhaps from a prompt, with its known fields.

    Each is itself alone, so that what follows from it is found once for all the letters that somebody types.
    """

    cls: type[Event[Any]]
    game: str
    known: Mapping[str, Any] = field(default_factory=dict)
    prompt: Prompt | None = None
    asked: Names = ()
    """The words of what comes next, in all languages."""

    @cached_property
    def all_names(self) -> Names:
        """All names of the event."""
        return (*self.asked, *words_of(self.cls, self.game).called)

    @cached_property
    def open_fields(self) -> Sequence[FieldInfo]:
        """The fields that a player fills in and that are not known."""
        return [one for one in fields_of(self.cls) if not one.settled and one.name not in self.known]

    @cached_property
    def text_field(self) -> FieldInfo | None:
        """The field that takes words without other meaning: a required text, else a remark."""
        texts = [one for one in self.open_fields if _takes_text(one)]
        return next((one for one in texts if one.required), texts[0] if texts else None)

    def name_coverage(self, words: Sequence[str]) -> float:
        """The largest share of one of its names that some folded words cover."""
        return share_covered(tuple(words), self.all_names)

    def fit_of_word(self, word: str) -> float:
        """How well a folded word fits it."""
        of_event = fit_of_event(word, self.cls, self.game)
        return max(of_event, best_fit(word, self.asked)) if self.asked else of_event


def _takes_text(one: FieldInfo) -> bool:
    return isinstance(one.shape, TextShape) or (isinstance(one.shape, ChoiceShape) and one.shape.free)


class Wording(NamedTuple):
    """The names of an event in all languages, and the words of its help text and sentence."""

    called: Names
    sentences: Names


@lru_cache(maxsize=65_536)
def fit_of_event(word: str, cls: type[Event[Any]], game: str) -> float:
    """How well a folded word fits an event: its name, else its help text and sentence."""
    words = words_of(cls, game)
    named = best_fit(word, words.called)
    return named or ABOUT * max(
        (share_mentioned(word, spelling_of(sentence)) for sentence in words.sentences), default=0.0
    )


@lru_cache(maxsize=65_536)
def share_covered(words: Names, names: Names) -> float:
    """The largest share of one of several names that some folded words cover: 1 is all of it."""
    return max((_part_covered(words, name) for name in names), default=0.0)


def _part_covered(words: Names, name: str) -> float:
    spelling = spelling_of(name)
    size = len([word for word in spelling.words if word not in connecting_words()]) or 1
    if spelling.han:
        return min(1.0, sum(_count_characters(word, spelling) for word in words) / len(spelling.han))
    return min(1.0, sum(fit_of_word(word, spelling) > SHORT for word in words if word not in connecting_words()) / size)


def _count_characters(word: str, name: Spelling) -> int:
    """How many characters of a name a word covers, as written or by pronunciation."""
    if is_han(word):
        return len(word) * (word in name.han)
    return count_full_syllables(word, name.readings) if len(word) > 1 and word[:2] in name.starts else 0


@lru_cache(maxsize=65_536)
def best_fit(word: str, names: Names) -> float:
    """How well a folded word fits any of several names."""
    return max((fit_of_word(word, spelling_of(name)) for name in names), default=0.0)


def ideas_at_table(here: ViewContext, author: Author) -> list[Idea]:
    """The recordable ideas: prompts with their fields, then every event that this author may record."""
    possible = {name: cls for name, cls in here.game.offered(here.table).items() if _may_record(author, cls)}
    due = [prompt for prompt in here.campaign.prompts(here.viewer) if name_of(prompt.event) in possible]
    key = here.game.key
    asked = [
        Idea(prompt.event, key, prompt.fields, prompt, tuple(in_all_languages(prompt.title, key))) for prompt in due
    ]
    return [*asked, *(Idea(cls, key) for cls in possible.values())]


def _may_record(author: Author, cls: type[Event[Any]]) -> bool:
    return author.host or not issubclass(cls, BY_HOST)


@cache
def words_of(cls: type[Event[Any]], game: str) -> Wording:
    """The words that may stand for an event."""
    called = (
        name_of(cls).replace("-", " "),
        *in_all_languages(Text(title_of_event(cls)), game),
        *(without_slots(way) for way in ways_of_saying(game).get(name_of(cls), ())),
    )
    sentences = [
        *in_all_languages(Text(cls.area_of_play), game),
        *in_all_languages(Text(cls.help_text), game),
        *_words_of_log_line(cls, game),
    ]
    return Wording(tuple(dict.fromkeys(called)), tuple(dict.fromkeys(sentences)))


@cache
def ways_of_saying(game: str) -> Mapping[str, Sequence[str]]:
    """Alternative phrases of players for events, by the events' names.

    One that tells fields tells in which order they are said.
    """
    place = files("companion.saying").joinpath("ways", f"{game}.json")
    return orjson.loads(place.read_bytes()) if place.is_file() else {}


@cache
def slots_of(message: str) -> Names:
    """The fields that a sentence contains, in its order."""
    return tuple(dict.fromkeys(slot.name for slot in _slots_in(pieces_of_message(message))))


def without_slots(way: str) -> str:
    """A phrase without its fields: the hits of “{by} hits {figure}”."""
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


def in_all_languages(name: Term | Text | str, game: str) -> Iterator[str]:
    """A name in every language, and as the table writes it."""
    if isinstance(name, Text):
        yield from (value_as_words(name, tongue) for tongue in tongues_of_content(game))
    elif isinstance(name, Term):
        yield from (name.en, name.zh)
    else:
        yield str(name)


@cache
def tongues_of_content(game: str) -> Sequence[Tongue]:
    """All languages of content that are used at a table of a game."""
    return [tongue_of(language, game=game) for language in LANGUAGES]


__all__ = [
    "Idea",
    "Names",
    "best_fit",
    "ideas_at_table",
    "in_all_languages",
    "slots_of",
    "ways_of_saying",
    "without_slots",
]
