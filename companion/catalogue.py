"""All messages that a person may see, gathered from one place: `python -m companion.catalogue`.

Most stand in the code as `text("…")`, `refusal("code", "…")` and the like; the rest follows from the
events and the states of all games, as forms and the log show them, and from the templates.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from pydantic import BaseModel

from companion.forms.form import title_of
from companion.forms.widgets import Widget
from companion.i18n import LANGUAGES
from companion.web.errors import BROKEN, BY_STATUS, TABLE
from companion.web.language import CHOICES
from domain import kernel
from domain.event import Event, choices_of, fixed, words_of
from domain.fields import fields_of
from domain.games import GAMES
from domain.refusal import Explained
from domain.tell import title_at
from domain.text import ENGLISH
from projections.documents.environment import templates

HERE = Path(__file__).parent / "i18n"
ROOT = HERE.parents[1]
PACKAGES = ("domain", "projections", "companion")

T = TypeVar("T")


def kinds(cls: type[T]) -> set[type[T]]:
    """A class and all that are made of it."""
    return {cls}.union(*(kinds(kind) for kind in cls.__subclasses__()))


SAYING = {
    "text": 0,
    "Text": 0,
    "words": 0,
    "translate": 0,
    "refusal": 1,
    "never": 1,
    "saying": 0,
    **{kind.__name__: 0 for kind in kinds(Explained)},
}
"""Calls that say a message, with the place of the message among their arguments."""
TABLES = ("_SENTENCES", "_OWN")
"""Mappings whose values are messages."""
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
"""The catalogues' date: they change when a message does, not when they are written."""
UNTOLD = (b"Project-Id-Version", b"Report-Msgid-Bugs-To", b"Last-Translator", b"Language-Team", b"Generated-By")
"""Headers that would say nothing, or differ from one computer to the next."""
Message = tuple[str, str]
"""What is said, and what it is, for translators."""


def messages() -> Iterator[Message]:
    """Every message, several times if it is said in several places."""
    yield from _of_code()
    yield from _of_templates()
    yield from _of_events()
    yield from _of_states()
    yield from _of_pages()


# --- the code ---------------------------------------------------------------------------------


def _of_code() -> Iterator[Message]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    saying = SAYING | {name: n for tree in trees.values() for name, n in _passing_on(tree)}
    for tree in trees.values():
        yield from ((message, "") for message in _said_in(tree, saying))


def _passing_on(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions that say a message which they are given, with its place among their parameters."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and not function.name.startswith("__"):
            parameters = [parameter.arg for parameter in function.args.args]
            for name, args in _calls(function):
                given = args[SAYING[name]] if name in SAYING and len(args) > SAYING[name] else None
                if isinstance(given, ast.Name) and given.id in parameters:
                    yield function.name, parameters.index(given.id)


def _calls(tree: ast.AST) -> Iterator[tuple[str, list[ast.expr]]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
                yield name, args


def _said_in(tree: ast.Module, saying: Mapping[str, int]) -> Iterator[str]:
    """The messages of a module."""
    for name, args in _calls(tree):
        if name in saying and len(args) > saying[name]:
            yield from _constants(args[saying[name]], tree)
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=values)) if name in TABLES:
                for value in values:
                    yield from _constants(value, tree)


def _constants(given: ast.expr, tree: ast.Module) -> Iterator[str]:
    """The strings that an expression may be: itself, either branch, what a name was set to, what a function returns."""
    match given:
        case ast.Constant(value=str(message)):
            yield message
        case ast.IfExp(body=body, orelse=orelse):
            yield from _constants(body, tree)
            yield from _constants(orelse, tree)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _constants(value, tree)
        case ast.Call(func=ast.Attribute(attr="get"), args=[_, default]):
            yield from _constants(default, tree)
        case ast.Call(func=ast.Name(id=name)):
            yield from _returned(name, tree)
        case ast.Name(id=name):
            for node in ast.walk(tree):
                match node:
                    case ast.Assign(targets=[ast.Name(id=set_)], value=value) if set_ == name and value is not given:
                        yield from _constants(value, tree)


def _returned(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield from _constants(part.value, tree)


# --- the templates ----------------------------------------------------------------------------


def _of_templates() -> Iterator[Message]:
    folder = templates()
    options = {"trim_blocks": "true", "lstrip_blocks": "true"}
    for path in sorted(folder.rglob("*.html")):
        with path.open("rb") as file:
            for _, message, _, _ in extract("jinja2.ext:babel_extract", file, {"_": None}, (), options):
                yield str(message), ""


# --- the events and states of all games -------------------------------------------------------


def _events() -> Iterator[type[Event[Any]]]:
    yield from kernel.EVENTS
    for game in GAMES:
        yield from game.own_events


def _of_events() -> Iterator[Message]:
    for cls in _events():
        yield cls.says, f"the log: {cls.topic}"
        yield title_of(cls, ENGLISH), f"an event: {cls.topic}"
        yield cls.help_text, f"what it is: {cls.topic}"
        yield cls.area_of_play, "an area of play"
        yield from ((info.label, f"a field: {cls.topic}") for info in fields_of(cls))
        yield from ((word, "a value") for words in words_of(cls).values() for word in words)
        yield from ((choice.kind, "a kind of things") for choice in choices_of(cls).values())


def _of_states() -> Iterator[Message]:
    """What changes are told by: the titles of a state's parts, and the words that stand in them."""
    for game in GAMES:
        yield from _of_state(game.table, set())


def _of_state(model: type[BaseModel], seen: set[type]) -> Iterator[Message]:
    if model in seen:
        return
    seen.add(model)
    for name, info in model.model_fields.items():
        title, inner = title_at(model, name)
        if title:
            yield title, "a part of the state"
        yield from ((word, "a value") for word in fixed(info))
        if inner:
            yield from _of_state(inner, seen)


# --- the pages --------------------------------------------------------------------------------


def _of_pages() -> Iterator[Message]:
    for page in (*TABLE.values(), *BY_STATUS.values(), BROKEN):
        yield page.title, "the heading of an error"
        yield page.advice, "what to do about it"
    for name, choices in CHOICES.items():
        own = LANGUAGES.values() if name == "interface" else ("English", "中文")
        yield from ((said, f"a choice: {name}") for said in choices.values() if said not in own)
    for widget in sorted(kinds(Widget), key=lambda widget: widget.__name__):
        if widget.hint:
            yield widget.hint, "a hint beside a field"
    yield from ((word, "a value") for word in ("yes", "no"))


# --- the catalogues ---------------------------------------------------------------------------


def template() -> Catalog:
    """All messages without translations."""
    made = _catalog()
    for message, what in messages():
        if message:
            made.add(message, auto_comments=[what] if what else ())
    return made


def updated(known: Catalog, wanted: Catalog) -> Catalog:
    """A language's catalogue with all messages wanted now: known translations stay, new messages are empty."""
    known.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
    known.obsolete.clear()
    return known


def written(catalog: Catalog) -> bytes:
    """A catalogue as its file: sorted and without places, so that it changes only when a message does."""
    file = BytesIO()
    write_po(file, catalog, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    return re.sub(rb'^"(?:%s):.*\n' % b"|".join(UNTOLD), b"", file.getvalue(), flags=re.MULTILINE)


def read(language: str) -> Catalog:
    """A language's catalogue as it is kept; an empty one for a new language."""
    path = HERE / language / "messages.po"
    if not path.exists():
        return _catalog(language)
    with path.open("rb") as file:
        found = read_po(file, locale=language)
    known = _catalog(language)
    for message in found:
        if message.id:
            known[message.id] = message
    return known


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
    """Write the template, and bring the catalogues up to date with it."""
    wanted = template()
    (HERE / "messages.pot").write_bytes(written(wanted))
    for language in LANGUAGES:
        if language != "en":
            known = updated(read(language), wanted)
            (HERE / language).mkdir(exist_ok=True)
            (HERE / language / "messages.po").write_bytes(written(known))
            missing = sum(not message.string for message in known if message.id)
            sys.stdout.write(f"{language}: {len(known)} messages, {missing} without a translation\n")


if __name__ == "__main__":
    main()
