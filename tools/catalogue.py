"""All messages that a person may see, each in the catalogue it belongs to: `python -m tools.catalogue`.

Most stand in the code as literals (`text("…")`, `refusal("code", "…")` and the like) and in the templates, where Babel
finds them; the rest follows from the events and the states, as forms and the log show them. What comes from the package
of a game is in that game's catalogue, all else in the core's.
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
from domain.games import BY_KEY
from domain.language import kernel
from domain.language.cards.kinds import Card
from domain.language.changes import title_at
from domain.language.event import Event, all_choices, fixed_words, words_of
from domain.language.fields import fields_of
from domain.language.game import AnyGame
from domain.language.refusal import Explained
from domain.language.table import Table, inner_state
from domain.language.text import ENGLISH, spoken
from domain.store import StoreError
from projections.documents.environment import templates

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "projections", "companion")
OF_GAMES = ROOT / "domain" / "games"
"""Each folder in here is the package of one game."""

T = TypeVar("T")


def all_subclasses(cls: type[T]) -> set[type[T]]:
    """A class and all that are made of it."""
    return {cls}.union(*(all_subclasses(kind) for kind in cls.__subclasses__()))


KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    "text": None,
    "translate_sentence": None,
    "translate": None,
    "saying": None,
    "refusal": (2,),
    "never": (2,),
    **{kind.__name__: None for kind in all_subclasses(Explained) | all_subclasses(StoreError)},
}
"""Calls that say a message, with its place among their arguments (the first one unless told otherwise)."""
TEMPLATE_OPTIONS = {
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "extensions": "companion.web.drawing.fragments.Regions",
}
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
"""The catalogues' date: they change when a message does, not when they are written."""
UNTOLD = (b"Project-Id-Version", b"Report-Msgid-Bugs-To", b"Last-Translator", b"Language-Team", b"Generated-By")
"""Headers that would say nothing, or differ from one computer to the next."""
Message = tuple[str, str]
"""What is said, and what it is, for translators."""


# --- which messages there are ----------------------------------------------------------------


def of_core() -> Iterator[Message]:
    """Every message that no game says, several times if it is said in several places."""
    code = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    yield from _of_code(path for path in code if OF_GAMES not in path.parents[1:])
    yield from _of_templates(path for path in templates().rglob("*.html") if _screens() not in path.parents)
    yield from _of_events(kernel.EVENTS)
    yield from _of_state(Table, set())
    yield from _of_card(Card, ())
    yield from _of_widgets()


def of_game(game: AnyGame) -> Iterator[Message]:
    """Every message of one game's package, several times if it is said in several places."""
    yield from _of_code((OF_GAMES / game.key).rglob("*.py"))
    yield from _of_templates((_screens() / game.key).rglob("*.html"))
    yield from _of_events(game.own_events)
    yield from _of_state(game.table, set())
    for kind, card in game.kinds.items():
        yield spoken(kind).message, "a kind of things"
        yield from _of_card(card, Card.model_fields)


def _screens() -> Path:
    """The templates of games, a folder each."""
    return templates() / "games"


def _of_code(paths: Iterable[Path]) -> Iterator[Message]:
    for path in sorted(paths):
        yield from ((str(found[1]), "") for found in extract_from_file("python", path, KEYWORDS))


def _of_templates(paths: Iterable[Path]) -> Iterator[Message]:
    for path in sorted(paths):
        found = extract_from_file("jinja2.ext:babel_extract", path, {"_": None}, (), TEMPLATE_OPTIONS)
        yield from ((str(message[1]), "") for message in found)


def _of_events(classes: Iterable[type[Event[Any]]]) -> Iterator[Message]:
    for cls in classes:
        yield from _of_event(cls)
        yield from ((info.label, f"a field: {cls.topic}") for info in fields_of(cls))
        yield from ((spoken(word).message, "a value") for words in words_of(cls).values() for word in words)
        yield from ((spoken(choice.kind).message, "a kind of things") for choice in all_choices(cls))


def _of_event(cls: type[Event[Any]]) -> Iterator[Message]:
    """What an event is called, where it stands, and how the log tells it."""
    yield cls.says, f"the log: {cls.topic}"
    yield cls.asks, f"when it is due: {cls.topic}"
    yield title_of(cls, ENGLISH), f"an event: {cls.topic}"
    yield cls.help_text, f"what it is: {cls.topic}"
    yield cls.area_of_play, "an area of play"


def _of_state(model: type[BaseModel], seen: set[type]) -> Iterator[Message]:
    """What changes are told by: the titles of a state's parts, and the words that stand in them."""
    if model in seen:
        return
    seen.add(model)
    for name in _own_fields(model):
        title, inner = title_at(model, name)
        if title:
            yield title, "a part of the state"
        yield from ((spoken(word).message, "a value") for word in fixed_words(model.model_fields[name]))
        if inner:
            yield from _of_state(inner, seen)


def _own_fields(model: type[BaseModel]) -> list[str]:
    """The fields of a state without those that every table has, which are the core's."""
    common = Table.model_fields if model is not Table and issubclass(model, Table) else {}
    return [name for name in model.model_fields if name not in common]


def _of_card(card: type[BaseModel], known: Container[str]) -> Iterator[Message]:
    """What the fields of a card are called, but for those that are known, and the words that stand in them."""
    for field in fields_of(card):
        if field.name not in known:
            info = card.model_fields[field.name]
            yield field.label, "a field of a card"
            yield from ((spoken(word).message, "a value") for word in fixed_words(info))
            if part := inner_state(info.annotation):
                yield from _of_state(part, set())


def _of_widgets() -> Iterator[Message]:
    for widget in sorted(all_subclasses(Widget), key=lambda widget: widget.__name__):
        if widget.hint:
            yield widget.hint, "a hint beside a field"


# --- the catalogues --------------------------------------------------------------------------


@cache
def messages_by_catalogue() -> Mapping[str, Mapping[str, list[str]]]:
    """The messages of each catalogue, by its name, each with what it is."""
    return {CORE: _together(of_core()), **{game.key: _together(of_game(game)) for game in BY_KEY.values()}}


def _together(found: Iterable[Message]) -> Mapping[str, list[str]]:
    together: dict[str, list[str]] = {}
    for message, what in found:
        if message:
            together.setdefault(message, []).extend([what] if what else [])
    return together


def updated_catalogue(known: Catalog, name: str) -> Catalog:
    """A catalogue with all its messages of now: known translations stay, new messages are empty, those gone go.

    A game may have its own words for messages of the core, too: these stay as long as the core says them.
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
    """A catalogue as its file: sorted and without places, so that it changes only when a message does."""
    file = BytesIO()
    write_po(file, catalog, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    return re.sub(rb'^"(?:%s):.*\n' % b"|".join(UNTOLD), b"", file.getvalue(), flags=re.MULTILINE)


def path_of(language: str, name: str) -> Path:
    """The file of a language's catalogue."""
    return FOLDER / language / f"{name}.po"


def read_catalogue(language: str, name: str) -> Catalog:
    """A language's catalogue as it is kept; an empty one for a new language, or a new game."""
    known, path = _catalog(language), path_of(language, name)
    if path.exists():
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    known[message.id] = message
    return known


def exceptions_of(known: Catalog, made: Catalog) -> Catalog:
    """Of the known translations those that differ from what is made of the simplified ones, each with what that is."""
    wanted = _catalog(str(known.locale))
    for message in made:
        own = known.get(message.id) if message.id else None
        if own and own.string and own.string != message.string:
            wanted.add(message.id, own.string, auto_comments=[str(message.string)])
    return wanted


def traditional_catalogue(name: str) -> Catalog:
    """A catalogue in traditional characters as it would be without exceptions."""
    return merge_catalogues(TRADITIONAL, [path_of(SIMPLIFIED, name).read_bytes()])


def words_of_catalogue(language: str, name: str) -> Catalog:
    """All words of a catalogue, as they are read: of the traditional one, those that are made, too."""
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
    """Bring the catalogues up to date with the code."""
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
