"""A whole database of cards as a content pack: cards, identities, villains, schemes, sets and scenarios."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from domain.games.champions.outside.cards import (
    CLASSES,
    SCHEMES,
    TYPES,
    VILLAINS,
    Fields,
    Told,
    card,
    first,
    identity,
    name_of,
    number,
    scheme,
    set_of,
    stage_of,
    text_of,
    villain,
)
from domain.games.champions.outside.reading import REPEATS, Database, read
from domain.games.champions.outside.words import recommended, slug
from domain.language.content import Content, Converted

NEMESIS, LEADER = "_nemesis", "_leader"
USES = ("standard", "expert", "modular", "nemesis")
"""What a set is for, as a database says it and as we do."""
KNOWN_CLASSES = frozenset(CLASSES) - {"pool"}
"""Classes that the game ships with."""


def converted(document: object) -> Converted:
    """What a database says of cards as content; texts are dropped, keywords in them are kept.

    Raises:
        Misfit: it is no list of cards, or none of it can be read.
    """
    told = read(document)
    return Converted(Content(_Database(told).kinds()), told.left_out)


class _Database:
    """The cards of a database by type and by set, with the ids they get."""

    def __init__(self, database: Database) -> None:
        sides_a = set(_sides_a(database.cards))
        self.told = [told for told in database.cards if str(told["code"]) not in sides_a]
        self.sets = database.sets
        self.contents = {set_of(told): text_of(told) for told in reversed(database.cards) if _lists_sets(told)}
        self.reprints = database.reprints
        self.heroes = self._ids(self._of("hero"))
        self.villains = self._ids(self._of(*VILLAINS), stages=True)
        self.schemes = self._ids(self._of(*SCHEMES))
        self.cards = self._ids([t for t in self.told if t["type_code"] in TYPES], taken=set(self.heroes.values()))
        self.cards |= {str(t["code"]): self.cards[t[REPEATS]] for t in self.reprints if t[REPEATS] in self.cards}

    @cached_property
    def _by_set(self) -> Mapping[str, Sequence[Told]]:
        """The cards that lie in decks, by the code of their set; their other sides are no cards more."""
        found: dict[str, list[Told]] = {}
        backs = {str(told["code"]) for told in self._all if _is_back(told, self.cards)}
        for told in self._all:
            if str(told["code"]) in self.cards.keys() - backs and set_of(told):
                found.setdefault(set_of(told), []).append(told)
        return found

    @property
    def _all(self) -> Sequence[Told]:
        """The cards and their reprints, which may be of other sets."""
        return [*self.told, *self.reprints]

    def _of(self, *types: str) -> list[Told]:
        return [told for told in self.told if told["type_code"] in types]

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
            "villains": {self.villains[str(told["code"])]: villain(told) for told in self._of(*VILLAINS)},
            "main-schemes": {self.schemes[str(told["code"])]: scheme(told) for told in self._of(*SCHEMES)},
            "scenarios": dict(self._scenarios()),
            "encounter-sets": dict(self._sets()),
            "cards": dict(self._cards()),
        }
        return {kind: things for kind, things in found.items() if things}

    def _cards(self) -> Iterator[tuple[str, Fields]]:
        again: dict[str, list[str]] = {}
        for copy in self.reprints:
            again.setdefault(copy[REPEATS], []).append(str(copy["code"]))
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
        encounter = [told for told in self._all if told.get("faction_code") == "encounter" and set_of(told)]
        villains = {set_of(told) for told in self._of(*VILLAINS)}
        heroes = {set_of(told) for told in self._of("hero")}
        for code, told in {set_of(one): one for one in reversed(encounter)}.items():
            if code in heroes:
                continue
            cards = self._counts(self._in(code))
            use = "scenario" if code in villains else _use(code, {**self.sets.get(code, {}), **told})
            own = {"en": self._set_name(told), "cards": cards, "size": sum(cards.values())}
            yield slug(code), {**own, **({"use": use} if use else {})}

    def _set_name(self, told: Told) -> str:
        """What the set of a card is called; that of a leader is named as one, for it has a hero's name."""
        code = set_of(told)
        if said := str(told.get("card_set_name") or ""):
            return said
        return _titled(code) if code.endswith(LEADER) else name_of(self.sets.get(code, {})) or _titled(code)

    @cached_property
    def _set_ids(self) -> Mapping[str, str]:
        """The sets of encounter cards by what they are called, as small words."""
        return {slug(one["en"]): id_ for id_, one in self._sets()}

    def _scenarios(self) -> Iterator[tuple[str, Fields]]:
        for code in dict.fromkeys(set_of(told) for told in self._of(*VILLAINS)):
            villains = [told for told in self._of(*VILLAINS) if set_of(told) == code]
            ids = [self.villains[str(told["code"])] for told in _staged(villains)]
            schemes = [told for told in self._of(*SCHEMES) if set_of(told) == code]
            fields: Fields = {
                "en": self._set_name(villains[0]),
                "villains": ids[:2],
                "expert": ids[-2:],
                "schemes": [self.schemes[str(told["code"])] for told in _staged(schemes)],
                "sets": [slug(code), "standard"],
                "expert_sets": ["expert"],
                **recommended(self.contents.get(code, ""), self._set_ids),
            }
            yield slug(code), fields


def _sides_a(cards: Iterable[Told]) -> Iterator[str]:
    """The codes of main schemes that are side A of a stage whose side B is told too: all numbers stand on that."""
    codes = {str(told["code"]) for told in cards if told["type_code"] == "main_scheme"}
    yield from (code for code in codes if code.endswith("a") and f"{code[:-1]}b" in codes)


def _is_back(told: Told, codes: Container[str]) -> bool:
    """Whether a card is the other side of one that is told too."""
    code = str(told["code"])
    return code.endswith("b") and f"{code[:-1]}a" in codes


def _lists_sets(told: Told) -> bool:
    """Whether it is the card that says which sets its scenario is played with."""
    return told["type_code"] in SCHEMES and (stage_of(told) or 1) == 1 and bool(text_of(told))


def _staged(cards: Iterable[Told]) -> list[Told]:
    """The cards of one name, the first one's, by their stages."""
    cards = list(cards)
    same = [told for told in cards if told["type_code"] not in VILLAINS or name_of(told) == name_of(cards[0])]
    return sorted(same, key=lambda told: stage_of(told) or 0)


def _use(code: str, told: Told) -> str:
    """What a set is for, as far as it is told; empty where it is not."""
    said = str(first(told, "card_set_type_name_code", "card_set_type_code") or "")
    if said in USES:
        return said
    if code.endswith(NEMESIS):
        return "nemesis"
    return next((use for use in ("standard", "expert") if code.startswith(use)), "")


def _titled(code: str) -> str:
    return code.replace("_", " ").title()


__all__ = ["converted"]
