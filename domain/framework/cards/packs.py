"""Pack files: reading them against the kinds of a game, and listing invalid and unknown parts by place.

The first line of a file may name the release of companion that made it (`release = "2.0"`). If that release is later
than this one, unknown kinds and fields are kept and reported. Otherwise they are faults. A stored pack is never checked
again, so a pack that was accepted once stays readable.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from json import dumps
from typing import Any

from pydantic import BaseModel

from domain.framework.cards.kinds import no_field, no_kind, odd_values
from domain.framework.content import Content, content_of, merge_content, parse_toml
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import Text, text

Kinds = Mapping[str, type[BaseModel]]
Faults = Iterator[tuple[str, Text]]
RELEASE = "release"
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Pack:
    """The content of a file, and its unknown parts, by place."""

    content: Content
    unknown: Mapping[str, Text] = field(default_factory=dict)


def read_pack(source: str, kinds: Kinds, release: str = "") -> Pack:
    """A pack file, checked as a release of companion reads it.

    Raises:
        Misfit: every fault, by place (`items.007.price`).
    """
    document = parse_toml(source)
    later = _is_later(document.pop(RELEASE, ""), release)
    content = content_of(document)
    odd, unknown = dict(_misfit_values(content, kinds)), dict(_unknown(content, kinds))
    if odd or (unknown and not later):
        raise Misfit(odd if later else {**unknown, **odd})
    return Pack(content, unknown)


def own_content_of(table: Table, shipped: Content) -> Content:
    """The content of a table that its game does not ship with: accepted packs, and cards typed in or corrected."""
    typed, library = (
        Content({kind: {id_: _named(id_, fields) for id_, fields in things.items()} for kind, things in kinds.items()})
        for kinds in (table.typed, table.library)
    )
    known = merge_content(merge_content(typed, merge_content(shipped, table.pack)), library)
    own = {
        kind: {id_: fields for id_, fields in things.items() if fields != shipped.thing(kind, id_)}
        for kind, things in known.kinds.items()
    }
    return Content({kind: things for kind, things in own.items() if things})


def _named(id_: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """A card with its name, or its id if it has none."""
    return fields if fields.get("en") or fields.get("zh") else {"en": id_, **fields}


def write_pack(content: Content, release: str = "", *, by_line: bool = False) -> str:
    """Write a pack as TOML that `read_pack` reads back unchanged; `by_line`: with a line for each thing."""
    head = [f"{RELEASE} = {_toml(release)}"] if release else []
    if by_line:
        tables = (
            "\n".join([f"[{kind}]", *(f"{_toml_key(id_)} = {_toml(fields)}" for id_, fields in known.items())])
            for kind, known in content.kinds.items()
        )
        return "\n\n".join([*head, *tables]) + "\n"
    things = (
        "\n".join(
            [
                f"[{kind}.{_toml(id_)}]",
                *(f"{_toml(name)} = {_toml(value)}" for name, value in _non_empty_values(fields)),
            ]
        )
        for kind, known in content.kinds.items()
        for id_, fields in known.items()
    )
    return "\n\n".join([*head, *things]) + "\n"


def _non_empty_values(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The non-empty values of a card, since TOML has no null."""
    return [(name, value) for name, value in fields.items() if value is not None]


def _toml_key(key: str) -> str:
    """A key in TOML syntax, quoted only if needed."""
    return key if _BARE.fullmatch(key) else _toml(key)


def _toml(value: object) -> str:
    """A value in TOML syntax."""
    match value:
        case Mapping():
            pairs = ", ".join(f"{_toml_key(str(key))} = {_toml(part)}" for key, part in _non_empty_values(value))
            return f"{{ {pairs} }}" if pairs else "{}"
        case list() | tuple():
            return f"[{', '.join(_toml(part) for part in value if part is not None)}]"
        case bool() | int() | float():
            return str(value).lower()
    return dumps(str(value), ensure_ascii=False)


def strangeness_of_pack(places: Iterable[str]) -> tuple[int, int]:
    """Two numbers that order packs by how badly they fit a game: unknown kinds, then all places that do not fit."""
    found = list(places)
    return sum("." not in place for place in found), len(found)


def _is_later(write_pack: object, release: str) -> bool:
    return bool(release) and _numbers(str(write_pack)) > _numbers(release)


def _numbers(release: str) -> tuple[int, ...]:
    """A release such as `1.12` as numbers, so that it sorts after 1.9; empty if it is none."""
    parts = release.split(".")
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else ()


def _unknown(content: Content, kinds: Kinds) -> Faults:
    """Kinds that the game does not have, and fields that its kinds do not have."""
    for kind, things in content.kinds.items():
        if kind not in kinds:
            yield kind, _at(kind, no_kind(kind, kinds))
            continue
        for id_, fields in things.items():
            for name in (name for name in fields if name not in kinds[kind].model_fields):
                place = f"{kind}.{id_}.{name}"
                yield place, _at(place, no_field(name, kinds[kind]))


def _misfit_values(content: Content, kinds: Kinds) -> Faults:
    """Values that do not fit their fields."""
    for kind, card in kinds.items():
        for id_, fields in content.of(kind).items():
            for name, fault in odd_values(card, fields).items():
                place = f"{kind}.{id_}.{name}"
                yield place, fault.copy_with(field=place)


def _at(place: str, fault: Text) -> Text:
    return text("{place}: {fault}", place=place, fault=fault)
