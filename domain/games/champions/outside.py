"""Outside: cards as databases of fans tell them, as content of this game: names and numbers, no texts."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, get_args

from domain.games.champions.state.kinds import ICONS, RESOURCE_NAMES, Keyword
from domain.language.content import Content, Converted
from domain.language.refusal import Misfit
from domain.language.text import Text, plain, text

# === What stands on a card as words: names as ids, traits, and the keywords in its text ==========

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


def keywords_in(text: str) -> Mapping[str, Any]:
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


# === One card of a database as the fields of a kind; what is not said there stays unknown ========

Told = Mapping[str, Any]
"""A card as a database tells it."""
Fields = dict[str, Any]
TYPES = {
    "ally": "ally",
    "attachment": "attachment",
    "environment": "environment",
    "event": "event",
    "evidence_means": "evidence",
    "evidence_motive": "evidence",
    "evidence_opportunity": "evidence",
    "minion": "minion",
    "obligation": "obligation",
    "player_side_scheme": "player side scheme",
    "resource": "resource",
    "side_scheme": "side scheme",
    "support": "support",
    "treachery": "treachery",
    "upgrade": "upgrade",
}
"""Types of cards that lie in decks, as a database calls them."""
IDENTITIES, VILLAINS, SCHEMES = ("hero", "alter_ego"), ("villain", "leader"), ("main_scheme",)
"""Types of the others; a leader is the villain of those who play against it."""
CLASSES = ("hero", "justice", "aggression", "protection", "leadership", "basic", "pool")
POWERS = {
    "ally": ("attack", "thwart"),
    "minion": ("attack", "scheme"),
    "villain": ("attack", "scheme"),
    "hero": ("attack", "thwart", "defense"),
    "alter_ego": ("recover",),
}
"""The powers that are printed on a card of a type; one that is told as nothing is a dash."""
USUAL_COPIES = 3
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}
"""How stages of villains are written."""


def first(told: Told, *names: str) -> Any:
    """The first of some fields that says anything."""
    return next((told[name] for name in names if told.get(name) not in (None, "")), None)


def name_of(told: Told) -> str:
    return str(first(told, "real_name", "name") or "")


def text_of(told: Told) -> str:
    return str(first(told, "real_text", "text") or "")


def set_of(told: Told) -> str:
    """The code of the set a card is of."""
    return str(first(told, "card_set_code", "set_code") or "")


def number(value: object) -> int | None:
    """A number that is known: an X is none."""
    if isinstance(value, str) and value.lstrip("+").isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def stage_of(told: Told) -> int | None:
    """The number of a stage that is told as `2`, as `2B` or as `II`; None where there is none."""
    said = str(told.get("stage") or "").rstrip("ABab")
    return next((stage for stage, roman in ROMAN.items() if roman == said), None) or number(said)


def known(fields: Mapping[str, Any]) -> Fields:
    """Fields without those that say nothing."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {}, 0, False)}


def named(told: Told) -> Fields:
    """What every card has: its name, traits, keywords, its place in a collection, and what the database calls it."""
    words = keywords_in(text_of(told))
    own = {"en": name_of(told), "codes": [str(told["code"])]}
    more = {"traits": traits_of(told), **collected(told)}
    return {**own, **known(more), **words}


def traits_of(told: Told) -> list[str]:
    return traits(str(first(told, "real_traits", "traits") or ""))


def collected(told: Told) -> Fields:
    """The number of a card in its product, as it is printed."""
    return {"collector": str(first(told, "position") or "")}


def in_set(told: Told) -> Fields:
    """The set of a card of the encounter, and the place in it."""
    return known({"set": slug(set_of(told)) if set_of(told) else "", "set_position": number(told.get("set_position"))})


def powers(told: Told, type_: str) -> Fields:
    """The powers of a character, and which of them are dashed."""
    printed = [(power, told.get(power)) for power in POWERS.get(type_, ()) if power in told]
    values = {power: number(value) for power, value in printed}
    dashes = [power for power, value in printed if value is None and not told.get(f"{power}_star")]
    found = {power: value for power, value in values.items() if value is not None}
    return {**found, **({"dashes": dashes} if dashes else {})}


def counted(told: Told, names: Mapping[str, str]) -> Fields:
    """Numbers that count even where they are 0, by the names that they have there."""
    return {mine: value for mine, theirs in names.items() if (value := number(told.get(theirs))) is not None}


def icon_fields(told: Told) -> Fields:
    """The icons on a card that count as long as it is in play."""
    return {icon: number(told.get(f"scheme_{icon}")) for icon in ICONS}


def card(told: Told) -> Fields:
    """A card that lies in a deck."""
    type_ = str(told["type_code"])
    side = type_ in ("side_scheme", "player_side_scheme")
    bonus = {"attack_bonus": "attack", "scheme_bonus": "scheme"} if type_ in ("attachment",) else {}
    resources = {one: number(told.get(f"resource_{one}")) or 0 for one in RESOURCE_NAMES}
    limit = number(told.get("deck_limit"))
    faction = str(told.get("faction_code", ""))
    said = {
        "attach_to": attached_to(text_of(told)),
        "subtitle": told.get("subname") if type_ == "ally" else "",
        "unique": bool(told.get("is_unique")),
        "classification": faction if faction in CLASSES else "",
        "resources": known(resources),
        "attack_star": bool(told.get("attack_star")),
        "scheme_star": bool(told.get("scheme_star")),
        "boost": number(told.get("boost")),
        "boost_star": bool(told.get("boost_star")),
        "health_each": bool(told.get("health_per_hero")),
        "threat_each": side and "base_threat" in told and not told.get("base_threat_fixed"),
        "most_in_deck": None if limit == USUAL_COPIES else limit,
        "attack_damage": number(told.get("attack_cost")),
        "thwart_damage": number(told.get("thwart_cost")),
        **icon_fields(told),
    }
    counts = counted(told, {"cost": "cost", "health": "health", **({"threat": "base_threat"} if side else {})})
    return {
        **named(told),
        **in_set(told),
        "type": TYPES[type_],
        **known(said),
        **counts,
        **powers(told, type_),
        **known(counted(told, bonus)),
    }


def villain(told: Told) -> Fields:
    """A stage of a villain."""
    stars = known({star: bool(told.get(star)) for star in ("attack_star", "scheme_star")})
    each = {"health_each": bool(told.get("health_per_hero"))}
    own = named(told)
    stage = stage_of(told)
    name = f"{own['en']} {ROMAN.get(stage or 0, stage)}" if stage else own["en"]
    return {
        **own,
        "en": name,
        **({"stage": stage} if stage else {}),
        **in_set(told),
        **counted(told, {"health": "health"}),
        **each,
        **powers(told, "villain"),
        **stars,
    }


def scheme(told: Told) -> Fields:
    """A stage of a main scheme."""
    stage = stage_of(told)
    own = {"en": name_of(told), **({"stage": stage} if stage else {}), **in_set(told), **known(collected(told))}
    numbers = {"threat": "base_threat", "acceleration": "escalation_threat", "target": "threat"}
    each = {
        "threat_each": not told.get("base_threat_fixed"),
        "acceleration_each": not told.get("escalation_threat_fixed"),
        "target_each": not told.get("threat_fixed"),
    }
    return {**own, **counted(told, numbers), **each, **known({"hazard": number(told.get("scheme_hazard"))})}


def identity(hero: Told, alter_ego: Told) -> Fields:
    """A hero with the alter-ego on the other side."""
    own = named(hero)
    own["codes"] = list(dict.fromkeys([*own["codes"], *([str(alter_ego["code"])] if "code" in alter_ego else [])]))
    hands = {**counted(hero, {"hand": "hand_size"}), **counted(alter_ego, {"alter_hand": "hand_size"})}
    sides = {**powers(hero, "hero"), **powers(alter_ego, "alter_ego")}
    health = counted(hero, {"health": "health"}) or counted(alter_ego, {"health": "health"})
    return {
        **own,
        **known({"alter_ego": name_of(alter_ego), "aspects": aspects(hero, alter_ego)}),
        **known({"alter_traits": traits_of(alter_ego), **icon_fields(hero)}),
        **health,
        **sides,
        **hands,
    }


def aspects(*sides: Told) -> int | None:
    """How many aspects an identity asks for, where it asks for more than one."""
    needs = (need for side in sides for need in side.get("deck_requirements") or () if isinstance(need, Mapping))
    return max((number(need.get("aspects")) or 0 for need in needs), default=0) or None


# === What a database tells: its cards, reprints as the cards they repeat, its sets, and what of it cannot be read

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


# === A whole database of cards as a content pack: cards, identities, villains, schemes, sets and scenarios

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
