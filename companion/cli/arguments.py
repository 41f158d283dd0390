"""Parsing of command arguments: campaigns and `field=value` words."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
from pydantic_core import to_jsonable_python

from companion.cli.base import Call
from companion.cli.suggestions import suggest_names, unknown_game
from companion.forms.list_formats import parse_counts
from companion.forms.lists import replace_names_in_counts
from companion.forms.names import Offered, ids_beside, ids_of, names_offered_at
from companion.view_context import ViewContext
from domain.framework.events.event import Event, name_of
from domain.framework.fields.choices import known_of
from domain.framework.fields.field_shapes import MappingShape
from domain.framework.fields.fields import FieldInfo, fields_of, printable_name, read_value
from domain.framework.game import PUBLIC, AnyGame, Viewer
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import ENGLISH, Tongue, text
from domain.games import BY_KEY

_BARE = re.compile(r"[\w@%+=:,./-]+")
"""Words that need no quotes in any shell."""
_ODD = re.compile(r"""["$`\\!%]""")
"""Characters that are special inside double quotes."""


def game_of(key: str) -> AnyGame:
    """The game with a key.

    Raises:
        NotFound: no game has it; the sentence names similar ones.
    """
    if key not in BY_KEY:
        raise unknown_game(key, BY_KEY)
    return BY_KEY[key]


@contextmanager
def open_view(call: Call, key: str, seat: str | None = None) -> Iterator[ViewContext]:
    """Open a campaign and yield its view as a seat sees it."""
    listed = call.find(key)
    with call.services.campaigns.open(listed.campaign) as campaign:
        yield ViewContext(listed, campaign, Viewer.on(seat) if seat else PUBLIC, call.tongue)


def named_values(
    cls: type[Event[Any]] | None, words: Iterable[str], table: Table | None = None, tongue: Tongue = ENGLISH
) -> dict[str, Any]:
    """The fields of an event from `field=value` words, each parsed by its field.

    With a table, a thing may be named (`hero=托拉克斯`) instead of given by id, and so may words of the interface, as
    rendered in `tongue` (`faces=two,one extra`).

    Raises:
        Misfit: a word is not `field=value`, the field is unknown, or a name is ambiguous.
    """
    values = _read_words(cls, words)
    return _replace_names(cls, values, table, tongue) if cls and table else values


def _replace_names(cls: type[Event[Any]], values: Mapping[str, Any], table: Table, tongue: Tongue) -> dict[str, Any]:
    """Replace names by ids, in the order of the fields, because options depend on earlier fields."""
    found = dict(values)
    for field in fields_of(cls):
        if field.name in values and (field.chosen or field.field_beside):
            names = names_offered_at(field, table, tongue, known_of(cls, table, found))
            try:
                found[field.name] = _ids_in_value(values[field.name], names, table, field)
                found[field.name] = ids_beside(found[field.name], field, table, tongue, known_of(cls, table, found))
            except Misfit as wrong:
                raise Misfit({field.name: wrong.faults[""].copy_with(field=field.name)}) from None
    return found


def _ids_in_value(value: Any, names: Offered, table: Table, field: FieldInfo) -> Any:
    """Replace the names in a value by ids."""
    return replace_names_in_counts(value, names, table, field) if _is_list(field) else ids_of(value, names)


def _is_list(field: FieldInfo) -> bool:
    return isinstance(field.shape, MappingShape) and field.shape.listed


def _read_word(field: FieldInfo, word: str) -> Any:
    """Parse a word as a field's value; a list of things may be pasted, or given as @FILE.

    Raises:
        Misfit: there is no such file.
    """
    if not _is_list(field):
        return read_value(field, word)
    if not word.startswith("@"):
        read = word if "\n" in word or word.startswith(("{", "[", "<")) else read_value(field, word)
        return parse_counts(word) if isinstance(read, str) else read
    file = Path(word.removeprefix("@"))
    if not file.is_file():
        raise Misfit(
            {field.name: text("{field}: there is no file “{file}”", field=field.name, file=printable_name(file.name))}
        )
    return parse_counts(file.read_text(encoding="utf-8", errors="replace"))


def _read_words(cls: type[Event[Any]] | None, words: Iterable[str]) -> dict[str, Any]:
    known: Mapping[str, FieldInfo] = {field.name: field for field in fields_of(cls)} if cls else {}
    values: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Misfit({printable_name(name): text("“{word}” is not FIELD=VALUE", word=printable_name(word))})
        if name not in known:
            odd = text(
                "there is no field {field}[, perhaps {near}]; the fields are: {fields}",
                field=printable_name(name),
                near=suggest_names(name, known) or None,
                fields=tuple(known),
            )
            raise Misfit({printable_name(name): odd})
        if name in values:
            raise Misfit({name: text("{field} is given twice", field=name)})
        values[name] = _read_word(known[name], value)
    return values


def as_command_words(cls: type[Event[Any]], values: Mapping[str, Any]) -> str:
    """An event as arguments of the command `record`, which `named_values` parses to the same values."""
    fields = {field.name: field for field in fields_of(cls)}
    options = (
        f"{name}={_quote_for_shell(_word_of_value(fields[name], value))}"
        for name, value in values.items()
        if value is not None
    )
    return " ".join([name_of(cls), *options])


def _word_of_value(field: FieldInfo, value: Any) -> str:
    """A value in the shortest form that parses to itself: plain, `a,b`, `a=1,b=2`, or JSON."""
    plain = to_jsonable_python(value)
    return next((words for words in _words_of_value(plain) if _read_word(field, words) == plain), _as_json(plain))


def _words_of_value(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            yield ",".join(map(str, value))
        case Mapping():
            yield ",".join(f"{key}={part}" for key, part in value.items())


def _as_json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _quote_for_shell(words: str) -> str:
    """Quote words for a shell: in double quotes if those suffice, because every system knows them."""
    if _BARE.fullmatch(words):
        return words
    return shlex.quote(words) if _ODD.search(words) else f'"{words}"'
