"""Ideas: the events that can be recorded at a table, with all words that may mean each of them."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson
from pydantic import TypeAdapter

from companion.i18n import LANGUAGES, tongue_of
from companion.quick_entry.letters import SHORT, Spelling, fit_of_word, share_mentioned, spelling_of
from companion.quick_entry.pinyin import count_full_syllables
from companion.quick_entry.typed import connecting_words
from companion.view_context import ViewContext
from domain.framework.events.event import Event, name_of, title_of_event
from domain.framework.fields.field_shapes import ChoiceShape, TextShape
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.game import Prompt
from domain.framework.kernel import BY_HOST
from domain.framework.text import Slot, Term, Text, Tongue, pieces_of_message, value_as_words
from domain.games import SHIPPED, file_of_game
from domain.log.command import Author
from projections.search.words import is_han

log = logging.getLogger(__name__)
_WAYS = TypeAdapter(dict[str, list[str]])
ABOUT = 0.8
"""The factor for a word of the area of play, help text or sentence, compared with one of the event's name."""

Names = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Idea:
    """An event at a table of a game, with known fields if it comes from a prompt.

    Compared by identity, so that results for an idea can be cached while a player types.
    """

    cls: type[Event[Any]]
    game: str
    known: Mapping[str, Any] = field(default_factory=dict)
    prompt: Prompt | None = None
    asked: Names = ()
    """The words of the prompt's title, in all languages."""

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
        """The field for words without another meaning: a required text, otherwise an optional one."""
        texts = [one for one in self.open_fields if _takes_text(one)]
        return next((one for one in texts if one.required), texts[0] if texts else None)

    def name_coverage(self, words: Sequence[str]) -> float:
        """The largest share of one of its names that the folded words cover."""
        return share_covered(tuple(words), self.all_names)

    def fit_of_word(self, word: str) -> float:
        """How well a folded word fits the event or its prompt."""
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
    """How well a folded word fits an event: its name, otherwise its help text and sentence."""
    words = words_of(cls, game)
    named = best_fit(word, words.called)
    return named or ABOUT * max(
        (share_mentioned(word, spelling_of(sentence)) for sentence in words.sentences), default=0.0
    )


@lru_cache(maxsize=65_536)
def share_covered(words: Names, names: Names) -> float:
    """The largest share of one of the names that the folded words cover; 1 is a whole name."""
    return max((_part_covered(words, name) for name in names), default=0.0)


def _part_covered(words: Names, name: str) -> float:
    spelling = spelling_of(name)
    size = len([word for word in spelling.words if word not in connecting_words()]) or 1
    if spelling.han:
        return min(1.0, sum(_count_characters(word, spelling) for word in words) / len(spelling.han))
    return min(1.0, sum(fit_of_word(word, spelling) > SHORT for word in words if word not in connecting_words()) / size)


def _count_characters(word: str, name: Spelling) -> int:
    """The number of a name's characters that a word covers, as written or by pronunciation."""
    if is_han(word):
        return len(word) * (word in name.han)
    return count_full_syllables(word, name.readings) if len(word) > 1 and word[:2] in name.starts else 0


@lru_cache(maxsize=65_536)
def best_fit(word: str, names: Names) -> float:
    """How well a folded word fits the best of several names."""
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
    """The words that may mean an event."""
    called = (
        name_of(cls).replace("-", " "),
        *in_all_languages(Text(title_of_event(cls)), game),
        *(without_slots(way) for way in ways_of_saying(game).get(name_of(cls), ())),
    )
    sentences = [
        *in_all_languages(Text(cls.heading), game),
        *in_all_languages(Text(cls.help_text), game),
        *_words_of_log_line(cls, game),
    ]
    return Wording(tuple(dict.fromkeys(called)), tuple(dict.fromkeys(sentences)))


@cache
def ways_of_saying(game: str) -> Mapping[str, Sequence[str]]:
    """Alternative phrases for events, by the events' names.

    A phrase with fields also gives the order in which they are said.
    """
    if game not in SHIPPED:
        return _ways_of_installed(game)
    place = files("companion.quick_entry").joinpath("ways", f"{game}.json")
    return orjson.loads(place.read_bytes()) if place.is_file() else {}


def _ways_of_installed(game: str) -> Mapping[str, Sequence[str]]:
    """The phrases in the package of an installed game; none if its file cannot be read."""
    file = file_of_game(game, "ways.json")
    if file is None or not file.is_file():
        return {}
    try:
        return _WAYS.validate_json(file.read_bytes())
    except ValueError as error:
        log.warning("The file %s of the game “%s” cannot be read: %s", file.name, game, error)
        return {}


@cache
def slots_of(message: str) -> Names:
    """The fields in a sentence, in order."""
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
    """The words of the event's log sentence in every language, without its fields."""
    for tongue in tongues_of_content(game):
        yield " ".join(_fixed_words(pieces_of_message(tongue.translate(cls.sentence))))


def _fixed_words(parts: Iterable[object]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Slot):
            yield part.many
        elif isinstance(part, str):
            yield part
        elif isinstance(part, tuple):
            yield from _fixed_words(part)


def in_all_languages(name: Term | Text | str, game: str) -> Iterator[str]:
    """A name in every language, or as the table wrote it."""
    if isinstance(name, Text):
        yield from (value_as_words(name, tongue) for tongue in tongues_of_content(game))
    elif isinstance(name, Term):
        yield from (name.en, name.zh)
    else:
        yield str(name)


@cache
def tongues_of_content(game: str) -> Sequence[Tongue]:
    """The languages of the interface, with the catalogue of a game."""
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
