"""Sentences with their values, kept apart so that they can be told in any language."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Term:
    """A name as the rulebook writes it, in English and in Chinese."""

    en: str
    zh: str

    def in_(self, language: str) -> str:
        return self.zh if language.startswith("zh") else self.en

    def __str__(self) -> str:
        return self.en


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a viewer wants to be spoken to: the interface's catalogue and the language of game terms."""

    translate: Callable[[str], str] = str
    content: str = "en"


ENGLISH = Tongue()


@dataclass(frozen=True, slots=True)
class Text:
    """A message with named values; the message is the key of its translation.

    Values may be numbers, names (`Term`), other texts, or sequences of these.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def render(self, tongue: Tongue = ENGLISH) -> str:
        told = {name: say(value, tongue) for name, value in self.values.items()}
        return tongue.translate(self.message).format_map(_Gaps(told))

    def __str__(self) -> str:
        return self.render()


class _Gaps(dict[str, str]):
    """A value that a sentence names but nobody gave is shown as a dash, never as an error."""

    def __missing__(self, key: str) -> str:
        return "–"


def say(value: object, tongue: Tongue = ENGLISH) -> str:
    """One value as words of a sentence."""
    match value:
        case str():
            return value
        case Text():
            return value.render(tongue)
        case Term():
            return value.in_(tongue.content)
        case None:
            return "–"
        case bool():
            return tongue.translate("yes" if value else "no")
        case Mapping():
            return ", ".join(f"{say(k, tongue)} {say(v, tongue)}" for k, v in value.items()) or "–"
        case Iterable():
            return ", ".join(say(item, tongue) for item in value) or "–"
    return str(value)


def text(message: str, /, **values: object) -> Text:
    """Shorthand for `Text(message, values)`; the name that the translators' extraction looks for."""
    return Text(message, values)
