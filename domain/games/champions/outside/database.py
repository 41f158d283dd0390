"""A whole database of cards as a content pack: cards, identities, villains, schemes, sets and scenarios."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from domain.content import Content
from domain.games.champions.outside.cards import (
    CLASSES,
    TYPES,
    Fields,
    Told,
    card,
    identity,
    name_of,
    number,
    scheme,
    set_of,
    stage_of,
    villain,
)
from domain.games.champions.outside.words import slug
from domain.refusal import Misfit
from domain.text import Text, text

NEEDED = ("code", "type_code")
NEMESIS = "_nemesis"
USES = ("standard", "expert", "modular", "nemesis")
"""What a set is for, as a database says it and as we do."""
KNOWN_CLASSES = frozenset(CLASSES) - {"pool"}
"""Classes that the game ships with."""


def converted(document: object) -> Content:
    """What a database says of cards as content; texts are dropped, keywords in them are kept.

    Raises:
        Misfit: it is no list of cards, or a card has no name, code or type.
    """
    cards = list(_unfolded(_listed(document)))
    if faults := dict(_faults(cards)):
        raise Misfit(faults)
    return Content(_Database(cards).kinds())


def _listed(document: object) -> Sequence[Any]:
    """The cards of a document: a list, or one within."""
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
            code = one.get("code") if isinstance(one, Mapping) else None
            if code is None or code not in seen:
                seen.add(code)
                yield one


def _faults(cards: Iterable[Any]) -> Iterator[tuple[str, Text]]:
    for place, told in enumerate(cards, 1):
        if not isinstance(told, Mapping):
            yield str(place), text("Card {place}: this is no card.", place=place)
        elif not name_of(told) or not all(isinstance(told.get(field), str) for field in NEEDED):
            yield str(place), text("Card {place}: a name, a code or a type is missing.", place=place)


class _Database:
    """The cards of a database by type and by set, with the ids they get."""

    def __init__(self, cards: Sequence[Told]) -> None:
        copies = {str(told["code"]) for told in cards if self._original(told)}
        left_out = {*copies, *_sides_a(cards)}
        self.told = [told for told in cards if str(told["code"]) not in left_out]
        self.heroes = self._ids(self._of("hero"))
        self.villains = self._ids(self._of("villain"), stages=True)
        self.schemes = self._ids(self._of("main_scheme"))
        self.cards = self._ids([t for t in self.told if t["type_code"] in TYPES], taken=set(self.heroes.values()))
        self.copies = {str(told["code"]): self._original(told) for told in cards if str(told["code"]) in copies}

    @cached_property
    def _by_set(self) -> Mapping[str, Sequence[Told]]:
        """The cards that lie in decks, by the code of their set."""
        found: dict[str, list[Told]] = {}
        for told in self.told:
            if str(told["code"]) in self.cards and set_of(told):
                found.setdefault(set_of(told), []).append(told)
        return found

    @staticmethod
    def _original(told: Told) -> str:
        """The code of the card that this one is printed from again; empty if it is none."""
        return str(told.get("duplicate_of_code") or told.get("duplicate_of") or "")

    def _of(self, type_: str) -> list[Told]:
        return [told for told in self.told if told["type_code"] == type_]

    def _ids(self, cards: Sequence[Told], *, taken: set[str] | None = None, stages: bool = False) -> dict[str, str]:
        """An id for each card, by its code: its name, and what tells it from others of that name."""
        used, found = set(taken or ()), {}
        for told in cards:
            stage = f"-{stage_of(told)}" if stages and stage_of(told) else ""
            name = slug(name_of(told)) + stage
            further = (str(told.get("subname") or ""), set_of(told), str(told["code"]))
            tries = (name, *(f"{name}-{slug(more)}" for more in further if more))
            found[str(told["code"])] = id_ = next(one for one in tries if one not in used or one == tries[-1])
            used.add(id_)
        return found

    def kinds(self) -> dict[str, dict[str, Fields]]:
        """All of it, by kind and id."""
        classes = {str(told.get("faction_code")) for told in self.told} & (frozenset(CLASSES) - KNOWN_CLASSES)
        found = {
            "classes": {one: {"en": one.capitalize()} for one in sorted(classes)},
            "identities": dict(self._identities()),
            "villains": {self.villains[str(told["code"])]: villain(told) for told in self._of("villain")},
            "main-schemes": {self.schemes[str(told["code"])]: scheme(told) for told in self._of("main_scheme")},
            "scenarios": dict(self._scenarios()),
            "encounter-sets": dict(self._sets()),
            "cards": dict(self._cards()),
        }
        return {kind: things for kind, things in found.items() if things}

    def _cards(self) -> Iterator[tuple[str, Fields]]:
        again: dict[str, list[str]] = {}
        for copy, code in self.copies.items():
            again.setdefault(code, []).append(copy)
        owners = {set_of(told): self.heroes[str(told["code"])] for told in self._of("hero")}
        for told in self.told:
            if id_ := self.cards.get(str(told["code"])):
                fields = card(told)
                fields["codes"] += again.get(str(told["code"]), [])
                if fields["type"] == "obligation" and set_of(told) in owners:
                    fields["identity"] = owners[set_of(told)]
                yield id_, fields

    def _identities(self) -> Iterator[tuple[str, Fields]]:
        others = {set_of(told): told for told in reversed(self._of("alter_ego"))}
        for hero in self._of("hero"):
            own = identity(hero, others.get(set_of(hero), {}))
            cards = self._in(set_of(hero))
            own |= {
                "cards": self._counts(one for one in cards if one.get("faction_code") == "hero"),
                "obligations": [self.cards[str(one["code"])] for one in cards if one["type_code"] == "obligation"],
                "nemesis": self._counts(self._in(set_of(hero) + NEMESIS)),
            }
            yield self.heroes[str(hero["code"])], {name: value for name, value in own.items() if value != {}}

    def _in(self, set_: str) -> Sequence[Told]:
        """The cards of a set that lie in decks."""
        return self._by_set.get(set_, ())

    def _counts(self, cards: Iterable[Told]) -> dict[str, int]:
        return {self.cards[str(told["code"])]: number(told.get("quantity")) or 1 for told in cards}

    def _sets(self) -> Iterator[tuple[str, Fields]]:
        encounter = [told for told in self.told if told.get("faction_code") == "encounter" and set_of(told)]
        villains = {set_of(told) for told in self._of("villain")}
        heroes = {set_of(told) for told in self._of("hero")}
        for code, told in {set_of(one): one for one in reversed(encounter)}.items():
            if code in heroes:
                continue
            cards = self._counts(self._in(code))
            use = "scenario" if code in villains else _use(code, told)
            own = {"en": str(told.get("card_set_name") or _titled(code)), "cards": cards, "size": sum(cards.values())}
            yield slug(code), {**own, **({"use": use} if use else {})}

    def _scenarios(self) -> Iterator[tuple[str, Fields]]:
        for code in dict.fromkeys(set_of(told) for told in self._of("villain")):
            villains = [told for told in self._of("villain") if set_of(told) == code]
            ids = [self.villains[str(told["code"])] for told in _staged(villains)]
            schemes = [told for told in self._of("main_scheme") if set_of(told) == code]
            fields: Fields = {
                "en": str(villains[0].get("card_set_name") or _titled(code)),
                "villains": ids[:2],
                "expert": ids[-2:],
                "schemes": [self.schemes[str(told["code"])] for told in _staged(schemes)],
                "sets": [slug(code), "standard"],
                "expert_sets": ["expert"],
            }
            yield slug(code), fields


def _sides_a(cards: Iterable[Told]) -> Iterator[str]:
    """The codes of main schemes that are side A of a stage whose side B is told too: all numbers stand on that."""
    codes = {str(told["code"]) for told in cards if told["type_code"] == "main_scheme"}
    yield from (code for code in codes if code.endswith("a") and f"{code[:-1]}b" in codes)


def _staged(cards: Iterable[Told]) -> list[Told]:
    """The cards of one name, the first one's, by their stages."""
    cards = list(cards)
    same = [told for told in cards if told["type_code"] != "villain" or name_of(told) == name_of(cards[0])]
    return sorted(same, key=lambda told: stage_of(told) or 0)


def _use(code: str, told: Told) -> str:
    """What a set is for, as far as it is told; empty where it is not."""
    said = str(told.get("card_set_type_name_code") or "")
    if said in USES:
        return said
    if code.endswith(NEMESIS):
        return "nemesis"
    return next((use for use in ("standard", "expert") if code.startswith(use)), "")


def _titled(code: str) -> str:
    return code.replace("_", " ").title()


__all__ = ["converted"]
