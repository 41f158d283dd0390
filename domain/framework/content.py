"""Content packs: the names and numbers that a game is played with.

A pack is TOML with one table per kind (`[heroes.lunara]`) and one entry per thing. An entry has `en` and `zh` names,
and the numbers that its game reads. A campaign is pinned by digest to the pack that it began with.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from math import isfinite
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from domain.framework.refusal import Misfit
from domain.framework.text import Term, Text, text

LARGEST = 4_000_000
"""The largest pack file, in characters: four times a whole collection of 4,000 cards."""
DEEPEST = 20
"""The deepest nesting of lists and tables in a value; stored JSON may be a few times as deep."""
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_LONG_NAME = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_PART}){{{DEEPEST}}}", re.MULTILINE)
"""A name with more dotted parts than any value is deep. The time to parse one grows with the square of its parts."""
_TOO_DEEP = text("This content pack is nested too deeply: at most {most} levels.", most=DEEPEST)


@dataclass(frozen=True)
class Content:
    """The things of a pack, by kind and id. Every thing has at least a name in `en`."""

    kinds: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    def of(self, kind: str) -> Mapping[str, Mapping[str, Any]]:
        return self.kinds.get(kind, {})

    def thing(self, kind: str, id_: str) -> Mapping[str, Any] | None:
        return self.of(kind).get(id_)

    @cached_property
    def terms(self) -> dict[str, dict[str, Term]]:
        """Names by kind and id."""
        return {
            kind: {id_: term_of(id_, thing) for id_, thing in things.items()} for kind, things in self.kinds.items()
        }

    @cached_property
    def cards(self) -> dict[tuple[type, str], Any]:
        """Things as instances of the class of their kind, by class and id; cached when first read."""
        return {}

    @cached_property
    def bytes(self) -> bytes:
        """The pack as JSON in its own order, as it is stored next to a campaign."""
        return orjson.dumps(self.kinds)

    @cached_property
    def digest(self) -> str:
        """The digest of the content of the pack, independent of its order."""
        return hashlib.sha256(orjson.dumps(self.kinds, option=orjson.OPT_SORT_KEYS)).hexdigest()


class Converted(NamedTuple):
    """Cards of another program as content, and the reasons why some were left out, by their place there."""

    content: Content
    left_out: Mapping[str, Text] = MappingProxyType({})


def term_of(id_: str, thing: Mapping[str, Any]) -> Term:
    """The names of a thing of a pack: its `en` and `zh`; a missing one is replaced by the other."""
    name = str(thing.get("en") or thing.get("zh") or id_)
    return Term(name, str(thing.get("zh") or name))


def from_bytes(data: bytes) -> Content:
    return Content(orjson.loads(data))


def load_pack(source: str) -> Content:
    """Read a pack from TOML; its kinds are not checked.

    Raises:
        Misfit: every fault, by place (`heroes.lunara.zh`).
    """
    return content_of(parse_toml(source))


def parse_toml(source: str) -> dict[str, Any]:
    """The values of a pack file.

    Raises:
        Misfit: it is not TOML, or is larger, deeper or has longer numbers than any pack.
    """
    import tomllib  # noqa: PLC0415 - packs are read from it where a game is opened, and nowhere else

    if len(source) > LARGEST:
        raise Misfit({"": too_large()})
    if _LONG_NAME.search(source):
        raise Misfit({"": _TOO_DEEP})
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise Misfit({"": text("This is not a content pack: {why}", why=str(error))}) from None
    except RecursionError:
        raise Misfit({"": _TOO_DEEP}) from None
    except ValueError:
        raise Misfit({"": text("A number in this content pack is too long.")}) from None


class Headings(dict[str, Term]):
    """The headings of a rulebook by their names in the code, for a module's `__getattr__`."""

    def __missing__(self, name: str) -> Term:
        raise AttributeError(f"headings.toml has no section {name}")


def read_headings(module: str) -> Headings:
    """The headings of a game's rulebook in English and Chinese, as printed, from `headings.toml` next to a module."""
    beside = files(module.rpartition(".")[0]).joinpath("headings.toml")
    return Headings({name: Term(**both) for name, both in parse_toml(beside.read_text(encoding="utf-8")).items()})


def too_large() -> Text:
    """The message that a pack file is larger than any pack."""
    return text("This content pack is too large: at most {most} characters.", most=LARGEST)


def content_of(kinds: Mapping[str, Any]) -> Content:
    """The content of a pack file; its kinds are not checked.

    Raises:
        Misfit: every fault, by place.
    """
    faults = dict(_faults(kinds))
    if faults:
        raise Misfit(faults)
    return Content(kinds)


def _faults(kinds: Mapping[str, Any]) -> list[tuple[str, Text]]:
    found: list[tuple[str, Text]] = []
    for kind, things in kinds.items():
        if not isinstance(things, dict):
            found.append((kind, text("{place}: expected a table of things, each with a name", place=kind)))
            continue
        for id_, thing in things.items():
            place = f"{kind}.{id_}"
            if not isinstance(thing, dict):
                found.append((place, text("{place}: expected a thing with a name", place=place)))
                continue
            found += [
                (f"{place}.{key}", text("{place}: a name is text", place=f"{place}.{key}"))
                for key in ("en", "zh")
                if key in thing and not isinstance(thing[key], str)
            ]
            found += [
                (f"{place}.{key}", _not_kept(f"{place}.{key}", value))
                for key, value in thing.items()
                if not _is_kept(value)
            ]
            if not thing.get("en") and not thing.get("zh"):
                found.append((place, text("{place}: a name in en or zh is missing", place=place)))
    return found


def _is_kept(value: object, levels: int = DEEPEST) -> bool:
    """Whether a stored value is read back unchanged; nested lists are checked down to `levels`."""
    match value:
        case bool() | str():
            return True
        case int():
            return abs(value) < 2**63
        case float():
            return isfinite(value)
        case list():
            return levels > 0 and all(_is_kept(part, levels - 1) for part in value)
        case dict():
            return levels > 0 and all(_is_kept(part, levels - 1) for part in value.values())
    return False


def _not_kept(place: str, value: object) -> Text:
    """The message that a value cannot be stored unchanged."""
    if _is_deeper(value, DEEPEST):
        return text("{place}: lists are nested at most {most} deep", place=place, most=DEEPEST)
    return text("{place}: a value is text, a number, yes or no, or a list of these", place=place)


def _is_deeper(value: object, levels: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return parts is not None and (levels == 0 or any(_is_deeper(part, levels - 1) for part in parts))


def merge_content(base: Content, more: Content) -> Content:
    """A pack with the additions and replacements of another one."""
    kinds = {kind: {id_: dict(thing) for id_, thing in things.items()} for kind, things in base.kinds.items()}
    for kind, things in more.kinds.items():
        for id_, thing in things.items():
            kinds.setdefault(kind, {}).setdefault(id_, {}).update(thing)
    return Content(kinds)


def describe_content_changes(old: Content, new: Content) -> list[Text]:
    """The places that differ between two packs, sorted: `items.007 added`, `heroes.torrax.en changed`."""
    before, after = _leaves(old), _leaves(new)
    added = [text("{place} added", place=place) for place in after.keys() - before.keys()]
    gone = [text("{place} gone", place=place) for place in before.keys() - after.keys()]
    both = before.keys() & after.keys()
    other = [text("{place} changed", place=place) for place in both if before[place] != after[place]]
    return sorted(added + gone + other, key=str)


def _leaves(content: Content) -> dict[str, Any]:
    return {
        f"{kind}.{id_}.{key}": value
        for kind, things in content.kinds.items()
        for id_, thing in things.items()
        for key, value in thing.items()
    }
