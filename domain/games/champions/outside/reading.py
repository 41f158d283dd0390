"""What a database tells: its cards, reprints as the cards they repeat, its sets, and what of it cannot be read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games.champions.outside.cards import IDENTITIES, SCHEMES, TYPES, VILLAINS, Told, name_of, set_of
from domain.language.refusal import Misfit
from domain.language.text import Text, text

KNOWN_TYPES = frozenset((*TYPES, *IDENTITIES, *VILLAINS, *SCHEMES))
OF_ITSELF = ("code", "set_code", "card_set_code", "set_position", "position", "quantity")
"""What a reprint tells of itself; all else is told by the card that it repeats."""
NEEDED = ("code", "type_code")
REPEATS = "repeats"
"""The field of a reprint with the code of the first printing."""


class Database(NamedTuple):
    """What was told, in its order; the faults of what was left out by its place."""

    cards: Sequence[Told]
    reprints: Sequence[Told]
    """Cards printed again, with all that is told of the first printing, and its code."""
    sets: Mapping[str, Told]
    """Sets by their codes, where the database lists them."""
    left_out: Mapping[str, Text]


def read(document: object) -> Database:
    """The cards of a document: a list, or one within; sets may stand among them.

    Raises:
        Misfit: it is no list of cards, or none of it can be read.
    """
    told = list(_unfolded(_listed(document)))
    sets = {str(one["code"]): one for one in told if _is_set(one)}
    by_code = {str(one["code"]): one for one in told if isinstance(one, Mapping) and "code" in one}
    cards: list[Told] = []
    reprints: list[Told] = []
    left_out: dict[str, Text] = {}
    for place, one in enumerate(told, 1):
        if _is_set(one):
            continue
        whole = _whole(one, by_code) if isinstance(one, Mapping) else one
        if fault := _fault(place, whole):
            left_out[str(place)] = fault
        else:
            (reprints if REPEATS in whole else cards).append(whole)
    if left_out and not cards:
        raise Misfit(left_out)
    return Database(cards, reprints, sets, left_out)


def original_of(told: Told) -> str:
    """The code of the card that this one says it repeats; empty if it says none."""
    return str(told.get("duplicate_of_code") or told.get("duplicate_of") or "")


def _listed(document: object) -> Sequence[Any]:
    if isinstance(document, Mapping):
        document = document.get("cards")
    if not isinstance(document, list):
        raise Misfit({"": text("This is not a list of cards.")})
    return document


def _unfolded(cards: Iterable[Any]) -> Iterator[Any]:
    """Cards, and those that stand in others as their other side, each once."""
    seen: set[object] = set()
    for told in cards:
        other = told.get("linked_card") if isinstance(told, Mapping) else None
        for one in (told, other) if isinstance(other, Mapping) else (told,):
            code = None if not isinstance(one, Mapping) or _is_set(one) else one.get("code")
            if code is None or code not in seen:
                seen.add(code)
                yield one


def _is_set(told: Any) -> bool:
    return isinstance(told, Mapping) and "card_set_type_code" in told and "type_code" not in told and "code" in told


def _whole(told: Told, by_code: Mapping[str, Told]) -> Told:
    """A card, or of a reprint what it tells of itself with the rest of the first printing."""
    first, seen = told, {str(told.get("code"))}
    while (code := original_of(first)) in by_code and code not in seen:
        seen.add(code)
        first = by_code[code]
    if first is told:
        return told
    own = {name: told[name] for name in OF_ITSELF if name in told}
    set_ = {"card_set_code": set_of(told) or set_of(first)}
    return {**first, **own, **set_, REPEATS: str(first["code"])}


def _fault(place: int, told: Any) -> Text | None:
    """Why a card cannot be read."""
    if not isinstance(told, Mapping):
        return text("Card {place}: this is no card.", place=place)
    if not name_of(told) or not all(isinstance(told.get(name), str) for name in NEEDED):
        if REPEATS not in told and (code := original_of(told)):
            return text("Card {place}: it repeats {code}, which is not here.", place=place, code=code)
        return text("Card {place}: a name, a code or a type is missing.", place=place)
    if told["type_code"] not in KNOWN_TYPES:
        return text("Card {place}: nothing is known of the type “{type}”.", place=place, type=told["type_code"])
    return None


__all__ = ["REPEATS", "Database", "read"]
