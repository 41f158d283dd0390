"""Strategies for definitions of games: those of the gallery, changed at one or several places, and made-up ones."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from domain.games.own.gallery import GALLERY, TEMPLATES, source_of
from domain.games.own.kinds import CARDS, KINDS

Document = dict[str, Any]
Path = tuple[str | int, ...]
GOOD: Mapping[str, Document] = {id_: tomllib.loads(source_of(id_)) for id_ in dict.fromkeys((*GALLERY, *TEMPLATES))}
"""The definitions of the package, as values."""
ODD_TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "\x00", "\x07bell", "two\nlines", "\u202eright", "\u200b", "<script>alert(1)</script>", "{name}",
         "[a, b]", "a" * 201, "x" * 70_000, "%s", "{{ 7 * 7 }}", "'; DROP TABLE entries;--", "\U0001f409"]
    ),
    st.text(max_size=12),
)  # fmt: skip
ODD_IDS = st.one_of(
    st.sampled_from(
        ["", "a.b", "a b", "-", "..", "x" * 41, "x" * 256, "é", "血", "\x01", "gone", "kinds", "__class__", "a\nb", '"']
    ),
    st.text(max_size=8),
)
NUMBERS = st.one_of(
    st.sampled_from([0, 1, -1, 99_999, 100_000, -100_000, 2**31, 2**63 - 1, 2**63, 10**30]), st.integers(-200, 200)
)
VALUES = st.recursive(
    st.one_of(NUMBERS, ODD_TEXTS, st.booleans(), st.floats(), st.sampled_from(["seat", "table", "figure", "hp"])),
    lambda inside: st.one_of(st.lists(inside, max_size=4), st.dictionaries(ODD_IDS, inside, max_size=4)),
    max_leaves=6,
)


def deep(levels: int, brackets: str) -> Any:
    """A value nested so deeply."""
    value: Any = 1
    for _ in range(levels):
        value = [value] if brackets == "[]" else {"a": value}
    return value


# === Changes ======================================================================================


def places_in(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all parts of a document, without the document itself."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places_in(part, (*path, key))


def holder_at(document: Document, path: Path) -> Any:
    """The dictionary or list that contains a part."""
    found: Any = document
    for key in path[:-1]:
        found = found[key]
    return found


def put_value(draw: Callable[..., Any], document: Document, path: Path) -> None:
    holder_at(document, path)[path[-1]] = draw(VALUES)


def adjust_value(draw: Callable[..., Any], document: Document, path: Path) -> None:
    """Another value of the same type, which may fit."""
    match holder_at(document, path)[path[-1]]:
        case bool() as value:
            new: Any = not value
        case int() as value:
            new = value + draw(st.sampled_from([-1, 1, 10]))
        case str():
            new = draw(st.sampled_from(["seat", "table", "round", "scenario", "track", "Name", "名字", ""]))
        case _:
            return
    holder_at(document, path)[path[-1]] = new


def nest_value(draw: Callable[..., Any], document: Document, path: Path) -> None:
    levels, brackets = draw(st.sampled_from([3, 19, 21, 60])), draw(st.sampled_from(["[]", "{}"]))
    holder_at(document, path)[path[-1]] = deep(levels, brackets)


def remove_part(draw: Callable[..., Any], document: Document, path: Path) -> None:
    del holder_at(document, path)[path[-1]]


def rename_part(draw: Callable[..., Any], document: Document, path: Path) -> None:
    holder = holder_at(document, path)
    if isinstance(holder, dict):
        holder[draw(ODD_IDS)] = holder.pop(path[-1])


def add_field(draw: Callable[..., Any], document: Document, path: Path) -> None:
    holder = holder_at(document, path)
    if isinstance(holder, dict):
        fields = sorted({name for card in CARDS for name in card.model_fields})
        holder[draw(st.one_of(st.sampled_from([*fields, *KINDS]), ODD_IDS))] = draw(VALUES)


def repeat_thing(draw: Callable[..., Any], document: Document, path: Path) -> None:
    """The same thing many times, under other ids and the same name."""
    if isinstance(things := document.get(path[0]), dict) and things:
        thing, count = next(iter(things.values())), draw(st.sampled_from([1, 2, 41, 10_000]))
        things.update({f"copy-{n}": thing for n in range(count)})


def turn_bounds(draw: Callable[..., Any], document: Document, path: Path) -> None:
    """A number whose ends are exchanged."""
    if isinstance(numbers := document.get("numbers"), dict) and numbers:
        number = numbers[draw(st.sampled_from(sorted(numbers)))]
        if isinstance(number, dict):
            number.update(least=draw(NUMBERS), most=draw(NUMBERS), start=draw(NUMBERS))


def add_ring(draw: Callable[..., Any], document: Document, path: Path) -> None:
    """Rules of which each turns the number of the next over; one alone turns over itself."""
    count = draw(st.integers(1, 4))
    ids = [f"ring-{n}" for n in range(count)]
    new = {"numbers": {}, "rules": {}}
    for id_, onward in zip(ids, [*ids[1:], ids[0]], strict=True):
        new["numbers"][id_] = {"en": id_, "most": 9}
        new["rules"][id_] = {"en": id_, "number": id_, "at_least": 3, "turns_over": onward}
    for kind, things in new.items():
        if isinstance(known := document.setdefault(kind, {}), dict):
            known.update(things)


CHANGES = (
    adjust_value, put_value, nest_value, remove_part, rename_part, add_field, repeat_thing, turn_bounds, add_ring,
)  # fmt: skip
GENTLE = (adjust_value, remove_part)
"""Changes after which a definition may still be sound."""


@st.composite
def changed_definitions(draw: Any, most: int = 3) -> Document:
    """A definition of the package with one change or a few: half of them only with gentle ones."""
    document = deepcopy(GOOD[draw(st.sampled_from(sorted(GOOD)))])
    changes = draw(st.sampled_from([CHANGES, GENTLE]))
    for _ in range(draw(st.integers(1, most))):
        if places := sorted(places_in(document), key=str):
            draw(st.sampled_from(changes))(draw, document, draw(st.sampled_from(places)))
    return document


# === Made-up ones =================================================================================


@st.composite
def free_definitions(draw: Any) -> Document:
    """Things of any kinds with any fields, of which most have names that fit."""
    ids = st.one_of(st.sampled_from(["hp", "gold", "a", "b"]), ODD_IDS)
    document: Document = {"game": {"mine": {"en": "Mine"}}}
    for kind in draw(st.lists(st.one_of(st.sampled_from(list(KINDS)), ODD_IDS), max_size=6)):
        fields = list(KINDS[kind].model_fields) if kind in KINDS else ["en"]
        values = st.one_of(VALUES, st.sampled_from(["hp", "gold", "a", "b", "scenario", 1, 3, True]))
        things = st.dictionaries(st.one_of(st.sampled_from(fields), ODD_IDS), values, max_size=5)
        document[kind] = {id_: {"en": "Thing", **draw(things)} for id_ in draw(st.lists(ids, max_size=4))}
    return document


def definitions() -> st.SearchStrategy[Document]:
    """Hostile definitions, as values: changed ones of the package, and made-up ones."""
    return st.one_of(changed_definitions(), free_definitions())


# === As files =====================================================================================


def toml_of(document: Document) -> str:
    """The file of a document; null, which TOML does not have, is left out."""
    return "".join(
        f"{_inline(str(kind))} = {_inline(things)}\n" for kind, things in document.items() if things is not None
    )


def _inline(value: Any) -> str:
    match value:
        case dict():
            pairs = (f"{_inline(str(key))} = {_inline(part)}" for key, part in value.items() if part is not None)
            return f"{{ {', '.join(pairs)} }}"
        case list():
            return f"[{', '.join(_inline(part) for part in value if part is not None)}]"
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


@st.composite
def files(draw: Any) -> str:
    """Hostile files: documents as TOML, of which some have a part cut out or put in."""
    source = toml_of(draw(definitions()))
    if draw(st.integers(0, 3)):
        return source
    first = draw(st.integers(0, len(source)))
    junk = draw(
        st.one_of(ODD_TEXTS, st.sampled_from(["[", "]", "{" * 500, "a." * 400, '"""', "= =", "\r", "9" * 5_000]))
    )
    return source[:first] + junk + source[first + draw(st.integers(0, 40)) :]
