"""Extraction of all messages into the catalogues: `python -m tools.catalogue`.

Most messages are literals in the code (`text("…")`, `refusal("code", "…")` and the like) and in templates, where Babel
finds them; the others are titles and words of events and states. Messages of a game's package go to that game's
catalogue, all others to the core's.
"""

import re
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from pydantic import BaseModel

from companion.forms.form import title_of
from companion.forms.widgets import Widget
from companion.i18n import LANGUAGES
from companion.i18n.catalogues import CORE, FOLDER, SIMPLIFIED, TRADITIONAL, merge_catalogues, sources_of
from domain.framework import kernel
from domain.framework.cards.kinds import Card
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import all_choices, fixed_texts, fixed_texts_by_field
from domain.framework.fields.fields import fields_of
from domain.framework.game import AnyGame
from domain.framework.refusal import Explained
from domain.framework.table import Table, inner_state
from domain.framework.text import ENGLISH, spaced_words
from domain.framework.views.changes import title_at
from domain.games import BY_KEY
from domain.store import StoreError
from projections.documents.environment import templates_folder

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "projections", "companion")
OF_GAMES = ROOT / "domain" / "games"
"""The folder with one package per game."""

T = TypeVar("T")


def all_subclasses(cls: type[T]) -> set[type[T]]:
    """A class and all its subclasses, direct and indirect."""
    return {cls}.union(*(all_subclasses(kind) for kind in cls.__subclasses__()))


KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    "text": None,
    "translate_sentence": None,
    "translate": None,
    "saying": None,
    "refusal": (1, 2),
    "never": (1, 2),
    **{kind.__name__: None for kind in all_subclasses(Explained) | all_subclasses(StoreError)},
}
"""Functions that take a message, with the argument positions of code and message, unless it is the first."""
TEMPLATE_OPTIONS = {
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "extensions": "companion.web.rendering.fragments.Regions",
}
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the catalogues' headers; constant, so that files change only when a message does."""
UNTOLD = (b"Project-Id-Version", b"Report-Msgid-Bugs-To", b"Last-Translator", b"Language-Team", b"Generated-By")
"""Headers that are useless or differ between computers."""
Message = tuple[str, str]
"""A message, and its comment for translators."""


# --- which messages there are ----------------------------------------------------------------


def core_messages() -> Iterator[Message]:
    """The messages of the core, one for each occurrence."""
    code = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    yield from _of_code(path for path in code if OF_GAMES not in path.parents[1:])
    yield from _of_templates(
        path for path in templates_folder().rglob("*.html") if _templates_by_game() not in path.parents
    )
    yield from _of_events(kernel.EVENTS)
    yield from _of_state(Table, set())
    yield from _of_card(Card, ())
    yield from _of_widgets()


def game_messages(game: AnyGame) -> Iterator[Message]:
    """The messages of one game's package, one for each occurrence."""
    yield from _of_code((OF_GAMES / game.key).rglob("*.py"))
    yield from _of_templates((_templates_by_game() / game.key).rglob("*.html"))
    yield from _of_events(game.own_events)
    yield from _of_state(game.table, set())
    for kind, card in game.kinds.items():
        yield spaced_words(kind).message, "a kind of things"
        yield from _of_card(card, Card.model_fields)


def _templates_by_game() -> Path:
    """The folder with the templates of each game."""
    return templates_folder() / "games"


def _of_code(paths: Iterable[Path]) -> Iterator[Message]:
    for path in sorted(paths):
        yield from (_message_of_call(found[1]) for found in extract_from_file("python", path, KEYWORDS))


def _message_of_call(found: str | tuple[str, ...]) -> Message:
    """A message with its comment: for a refusal, its code."""
    if isinstance(found, str):
        return found, ""
    code, sentence = found
    return sentence, f"a refusal: {code}"


def _of_templates(paths: Iterable[Path]) -> Iterator[Message]:
    for path in sorted(paths):
        found = extract_from_file("jinja2.ext:babel_extract", path, {"_": None}, (), TEMPLATE_OPTIONS)
        yield from ((str(message[1]), "") for message in found)


def _of_events(classes: Iterable[type[Event[Any]]]) -> Iterator[Message]:
    for cls in classes:
        yield from _of_event(cls)
        yield from ((info.label, f"a field: {cls.topic}") for info in fields_of(cls))
        yield from (
            (spaced_words(word).message, "a value") for words in fixed_texts_by_field(cls).values() for word in words
        )
        yield from ((spaced_words(choice.kind).message, "a kind of things") for choice in all_choices(cls))


def _of_event(cls: type[Event[Any]]) -> Iterator[Message]:
    """The messages of an event: its title, its labels, its sentence."""
    yield cls.sentence, f"the log: {cls.topic}"
    yield cls.question, f"when it is due: {cls.topic}"
    yield cls.answers, f"the question that it answers: {cls.topic}"
    yield title_of(cls, ENGLISH), f"an event: {cls.topic}"
    yield cls.help_text, f"what it is: {cls.topic}"
    yield cls.heading, "an area of play"


def _of_state(model: type[BaseModel], seen: set[type]) -> Iterator[Message]:
    """The messages of a state: the titles of its parts, and its fixed words."""
    if model in seen:
        return
    seen.add(model)
    for name in _own_fields(model):
        title, inner = title_at(model, name)
        if title:
            yield title, "a part of the state"
        yield from ((spaced_words(word).message, "a value") for word in fixed_texts(model.model_fields[name]))
        if inner:
            yield from _of_state(inner, seen)


def _own_fields(model: type[BaseModel]) -> list[str]:
    """The fields of a state without those of every table, which belong to the core."""
    common = Table.model_fields if model is not Table and issubclass(model, Table) else {}
    return [name for name in model.model_fields if name not in common]


def _of_card(card: type[BaseModel], known: Container[str]) -> Iterator[Message]:
    """The messages of a card: the labels of its fields, and its fixed words."""
    for field in fields_of(card):
        if field.name not in known:
            info = card.model_fields[field.name]
            yield field.label, "a field of a card"
            yield from ((spaced_words(word).message, "a value") for word in fixed_texts(info))
            if part := inner_state(info.annotation):
                yield from _of_state(part, set())


def _of_widgets() -> Iterator[Message]:
    for widget in sorted(all_subclasses(Widget), key=lambda widget: widget.__name__):
        if widget.hint:
            yield widget.hint, "a hint beside a field"


# --- the catalogues --------------------------------------------------------------------------


NAMES = (CORE, *BY_KEY)
"""The names of the catalogues."""


@cache
def messages_by_catalogue() -> Mapping[str, Mapping[str, list[str]]]:
    """The messages of each catalogue, by its name, each with its comments."""
    found = [core_messages(), *map(game_messages, BY_KEY.values())]
    return dict(zip(NAMES, map(_together, found), strict=True))


def _together(found: Iterable[Message]) -> Mapping[str, list[str]]:
    together: dict[str, list[str]] = {}
    for message, what in found:
        if message:
            together.setdefault(message, []).extend([what] if what else [])
    return together


def updated_catalogue(known: Catalog, name: str) -> Catalog:
    """A catalogue with today's messages: known translations stay, new messages are empty, obsolete ones are removed.

    A game may also translate messages of the core: these stay as long as the core has them.
    """
    wanted = _catalog()
    for said, what in messages_by_catalogue()[name].items():
        wanted.add(said, auto_comments=what)
    for message in known:
        if message.string and message.id not in wanted and message.id in messages_by_catalogue()[CORE]:
            wanted.add(message.id, auto_comments=["instead of the core's"])
    known.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
    known.obsolete.clear()
    return known


def catalogue_as_bytes(catalog: Catalog) -> bytes:
    """A catalogue as the bytes of its file: sorted, without source lines, so that it changes only with a message."""
    file = BytesIO()
    write_po(file, catalog, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    return re.sub(rb'^"(?:%s):.*\n' % b"|".join(UNTOLD), b"", file.getvalue(), flags=re.MULTILINE)


def path_of(language: str, name: str) -> Path:
    """The path of a language's catalogue."""
    return FOLDER / language / f"{name}.po"


def read_catalogue(language: str, name: str) -> Catalog:
    """A language's catalogue; empty for a new language or a new game."""
    known, path = _catalog(language), path_of(language, name)
    if path.exists():
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    known[message.id] = message
    return known


def exceptions_of(known: Catalog, made: Catalog) -> Catalog:
    """The translations that differ from the converted simplified ones, each with the conversion as comment."""
    wanted = _catalog(str(known.locale))
    for message in made:
        own = known.get(message.id) if message.id else None
        if own and own.string and own.string != message.string:
            wanted.add(message.id, own.string, auto_comments=[str(message.string)])
    return wanted


def traditional_catalogue(name: str) -> Catalog:
    """A traditional catalogue as converted, without exceptions."""
    return merge_catalogues(TRADITIONAL, [path_of(SIMPLIFIED, name).read_bytes()])


def words_of_catalogue(language: str, name: str) -> Catalog:
    """All translations of a catalogue in use; for traditional Chinese, including the converted ones."""
    return merge_catalogues(language, [path.read_bytes() for path in sources_of(language, name)])


def _catalog(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        project="companion",
        header_comment=f"# What companion says{f', in {LANGUAGES[language]}' if language else ''}.",
        creation_date=BEGUN,
        revision_date=BEGUN,
        fuzzy=False,
    )


def main() -> None:
    """Update the catalogues from the code."""
    for name in messages_by_catalogue():
        path_of(SIMPLIFIED, name).parent.mkdir(exist_ok=True)
        known = updated_catalogue(read_catalogue(SIMPLIFIED, name), name)
        path_of(SIMPLIFIED, name).write_bytes(catalogue_as_bytes(known))
        missing = sum(not message.string for message in known if message.id)
        others = exceptions_of(read_catalogue(TRADITIONAL, name), traditional_catalogue(name))
        path_of(TRADITIONAL, name).write_bytes(catalogue_as_bytes(others))
        sys.stdout.write(
            f"{name}: {len(known)} messages, {missing} without a translation,"
            f" {len(others)} with one of their own in traditional characters\n"
        )


if __name__ == "__main__":
    main()
