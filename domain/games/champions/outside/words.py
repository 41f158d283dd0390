"""What stands on a card as words: names as ids, traits, and the keywords in its text."""

import re
from collections.abc import Mapping
from typing import Any, get_args

from domain.games.champions.state.kinds import Keyword
from domain.language.text import plain

KEYWORDS: tuple[str, ...] = get_args(Keyword)
_TAG = re.compile(r"<[^>]*>")
_KEYWORD = re.compile(rf"(?:^|[.\n])\s*({'|'.join(KEYWORDS)})\s*(?=[.\n(]|$)", re.IGNORECASE)
_RETALIATE = re.compile(r"(?:^|[.\n])\s*retaliate (\d{1,2})\s*(?=[.\n(]|$)", re.IGNORECASE)
_USES = re.compile(r"(?:^|[.\n])\s*uses \((\d{1,3})\s+([^)]*?)(?:\s+counters?)?\)", re.IGNORECASE)
_MOST = re.compile(r"\bmax (\d{1,2}) per player\b", re.IGNORECASE)
_ATTACHED = re.compile(r"(?:^|[.\n])\s*attach to ([^.(\n]{1,60}?)\s*(?=[.(\n]|$)", re.IGNORECASE)
_MODULAR = re.compile(r"\b(one|two|three|four) modular (?:encounter )?sets?[.\s]*(?:\(([^()]*)\))?", re.IGNORECASE)
_BETWEEN = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
_ODD = re.compile(r"[\W_]+")


def slug(name: str) -> str:
    """A name as an id: small words with hyphens between them."""
    bare = plain(name).replace("'", "").replace("’", "")
    return _ODD.sub("-", bare).strip("-_") or "card"


def traits(told: str) -> list[str]:
    """`Avenger. S.H.I.E.L.D.` → each trait; one of initials keeps its last point."""
    parts = [part.strip().rstrip(".") for part in re.split(r"\.\s+", told.strip())]
    return [f"{part}." if "." in part else part for part in parts if part]


def told_in(text: str) -> Mapping[str, Any]:
    """The keywords and numbers in a text, where they stand as words of their own and not within a sentence."""
    bare = _TAG.sub("", text)
    found: dict[str, Any] = {}
    if keywords := list(dict.fromkeys(word.lower() for word in _KEYWORD.findall(bare))):
        found["keywords"] = keywords
    if retaliate := _RETALIATE.search(bare):
        found["retaliate"] = int(retaliate[1])
    if uses := _USES.search(bare):
        found |= {"uses": int(uses[1]), "uses_of": uses[2].strip()}
    if most := _MOST.search(bare):
        found["most_in_play"] = int(most[1])
    return found


def attached_to(text: str) -> str:
    """What a card says that it is attached to, where its text begins a sentence with that; empty if nothing."""
    found = _ATTACHED.search(_TAG.sub("", text))
    return found[1] if found else ""


def recommended(contents: str, sets: Mapping[str, str]) -> Mapping[str, Any]:
    """How many modular sets a scenario is played with, and which it recommends, from what it says of its contents.

    `sets` are the ids of those that are known, by their names as small words.
    """
    found = _MODULAR.search(_TAG.sub("", contents))
    if found is None:
        return {}
    named = (found[2] or "").lower().removeprefix("recommended:")
    known = [sets[name] for part in _BETWEEN.split(named) if (name := slug(part.strip(" ."))) in sets]
    return {"modular": NUMBERS[found[1].lower()], **({"recommended": known} if known else {})}


__all__ = ["attached_to", "recommended", "slug", "told_in", "traits"]
