"""Messages with their values, stored separately so that they can be rendered in any language."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from unicodedata import combining, normalize


@dataclass(frozen=True, slots=True)
class Term:
    """A name from the rulebook, in English and in Chinese."""

    en: str
    zh: str

    def in_(self, language: str) -> str:
        return self.zh if language.startswith("zh") else self.en

    def __str__(self) -> str:
        return self.en


@dataclass(frozen=True, slots=True)
class Tongue:
    """The languages of a viewer: the interface's catalogue and the language of game terms.

    `language` is the catalogue's, as documents name it (`zh-Hant`). `script` converts Chinese names of the game to the
    viewer's characters.
    """

    translate: Callable[[str], str] = str
    content: str = "en"
    language: str = "en"
    script: Callable[[str], str] = str

    @property
    def document(self) -> str:
        """The language of a document in this tongue.

        It is that of the interface; for English sentences with Chinese terms, it is that of the terms.
        """
        return "zh" if self.language == "en" and self.content.startswith("zh") else self.language

    def name(self, term: Term) -> str:
        """A name of the game; a name that is the same in both languages is rendered as it was typed."""
        named = term.in_(self.content)
        return named if term.en == term.zh else self.script(named)


ENGLISH = Tongue()


@dataclass(frozen=True, slots=True)
class Text:
    """A message with named values; the message is the key of its translation.

    Values are numbers, names (`Term`), other texts, or sequences of these. A message may contain `{name}`;
    `{count|mark|marks}`, a number with its noun; `{won|and won}`, words for a true value; and `[, by {name}]`, a clause
    that is left out if a value in it is empty or none.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def copy_with(self, **values: object) -> "Text":
        """The same message with other or additional values."""
        return Text(self.message, {**self.values, **values})

    def render(self, tongue: Tongue = ENGLISH) -> str:
        named = tongue.translate(self.message)
        if "{" not in named:  # it has no placeholder
            return named.strip()
        return "".join(_begun(_rendered(pieces_of_message(named), self.values, tongue))).strip()

    def __str__(self) -> str:
        return self.render()


@dataclass(frozen=True, slots=True)
class Sentence(Text):
    """A text that is a separate sentence in a row of texts.

    It begins with a capital letter, even if it begins with a value.
    """

    def render(self, tongue: Tongue = ENGLISH) -> str:
        return sentence_case(Text.render(self, tongue))


class Slot(NamedTuple):
    """A placeholder; `one` and `many` are the words for a count, `one` alone those for a true value."""

    name: str
    one: str = ""
    many: str = ""


class Clause(tuple["str | Slot", ...]):
    """Pieces that are rendered only if each of their placeholders has a value."""

    __slots__ = ()


Piece = str | Slot | Clause
ENDS = (". ", "? ", "! ")
"""The endings of a sentence before another one, in languages with capital letters."""
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""The Unicode marks around words whose direction is found from their own letters."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_SLOT = re.compile(r"\{(\w+)(?:\|([^|{}]*)(?:\|([^|{}]*))?)?\}")
_CLAUSE = re.compile(r"\[([^\[\]]*\{[^\[\]]*)\]")


@lru_cache(maxsize=4096)
def pieces_of_message(message: str) -> tuple[Piece, ...]:
    """A message parsed into text, slots and clauses."""
    found: list[Piece] = []
    end = 0
    for clause in _CLAUSE.finditer(message):
        found += _slots(message[end : clause.start()])
        found.append(Clause(_slots(clause[1])))
        end = clause.end()
    return (*found, *_slots(message[end:]))


def _slots(part: str) -> Iterator[str | Slot]:
    end = 0
    for slot in _SLOT.finditer(part):
        yield part[end : slot.start()]
        yield Slot(slot[1], slot[2] or "", slot[3] or "")
        end = slot.end()
    yield part[end:]


@lru_cache(maxsize=4096)
def placeholders_of(message: str) -> frozenset[str]:
    """The names of the values in a message."""
    flat = [
        inner for piece in pieces_of_message(message) for inner in (piece if isinstance(piece, Clause) else (piece,))
    ]
    return frozenset(piece.name for piece in flat if isinstance(piece, Slot))


def _rendered(parts: Iterable[Piece], values: Mapping[str, object], tongue: Tongue) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Clause):
            if all(values.get(slot.name) for slot in part if isinstance(slot, Slot)):
                yield from _rendered(part, values, tongue)
        else:
            value = values.get(part.name)
            yield part.one if value is True and not part.many and part.one else _isolated(value_as_words(value, tongue))
            if part.many:
                yield f" {part.one if value == 1 else part.many}"


def _isolated(words: str) -> str:
    """Words within a sentence, with marks around right-to-left ones, so that numbers next to them keep their order."""
    if words.isascii() or words.startswith(ISOLATE) or not _RIGHT_TO_LEFT.search(words):
        return words
    return f"{ISOLATE}{words}{END_OF_ISOLATE}"


def _begun(named: Iterable[str]) -> Iterator[str]:
    """The text, with a capital letter at the beginning of each sentence after the first."""
    over = False
    for part in named:
        yield sentence_case(part) if over else part
        over = part.endswith(ENDS) if part else over


def value_as_words(value: object, tongue: Tongue = ENGLISH) -> str:
    """A value as words of a sentence."""
    match value:
        case str():
            return value
        case Text():
            return value.render(tongue)
        case Term():
            return tongue.name(value)
        case None:
            return "–"
        case bool():
            return tongue.translate("yes") if value else tongue.translate("no")
        case int():
            return str(value)
        case Mapping():
            return (
                tongue.translate(", ").join(
                    f"{value_as_words(k, tongue)} {value_as_words(v, tongue)}" for k, v in value.items()
                )
                or "–"
            )
        case Iterable():
            return tongue.translate(", ").join(value_as_words(item, tongue) for item in value) or "–"
    return str(value)


def kebab_case(name: str) -> str:
    """`KeywordWritten` → `keyword-written`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@lru_cache(16_384)
def folded_words(named: str) -> str:
    """Words folded for comparison, as in the index of the log: lower case, without accents.

    Cached, because the same names are folded at each letter that is typed.
    """
    if named.isascii():
        return named.casefold()
    return "".join(c for c in normalize("NFKD", named).casefold() if not combining(c))


def sentence_case(words: str) -> str:
    """Words with a capital first letter."""
    return words[:1].upper() + words[1:]


def spaced_words(word: str) -> Text:
    """A word of the code as players read it: `one_extra` → one extra, `fate-cards` → fate cards; `-1` → −1."""
    if word.removeprefix("-").isdigit():
        return Text(word.replace("-", "−"))
    return Text(word.replace("_", " ").replace("-", " "))


def text(message: str, /, **values: object) -> Text:
    """A message as a literal, so that the extractor finds it; computed messages are `Text(…)`."""
    return Text(message, values)
