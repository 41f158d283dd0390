"""Conversion of community card databases into content: names and numbers, no texts."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, get_args

from domain.framework.content import Content, Converted
from domain.framework.refusal import Misfit
from domain.framework.text import Text, folded_words, text
from domain.games.champions.state.kinds import ICONS, RESOURCE_NAMES, Keyword

# === Words on a card: names as ids, traits, and the keywords in its text =========================

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


def id_of_name(name: str) -> str:
    """The id of a name: lower-case words joined by hyphens."""
    bare = folded_words(name).replace("'", "").replace("’", "")
    return _ODD.sub("-", bare).strip("-_") or "card"


def split_traits(raw: str) -> list[str]:
    """The traits in a string such as `Avenger. S.H.I.E.L.D.`; a trait of initials keeps its last point."""
    parts = [part.strip().rstrip(".") for part in re.split(r"\.\s+", raw.strip())]
    return [f"{part}." if "." in part else part for part in parts if part]


def keywords_in(text: str) -> Mapping[str, Any]:
    """The keywords and numbers in a card text, if they form a sentence alone."""
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
    """The host in a card text with a sentence that begins with "Attach to"; empty if there is none."""
    found = _ATTACHED.search(_TAG.sub("", text))
    return found[1] if found else ""


def recommended_sets(contents: str, sets: Mapping[str, str]) -> Mapping[str, Any]:
    """The number of modular sets of a scenario, and the recommended ones, read from its contents.

    `sets` maps the names of known sets, as ids, to their ids in the content.
    """
    found = _MODULAR.search(_TAG.sub("", contents))
    if found is None:
        return {}
    named = (found[2] or "").lower().removeprefix("recommended:")
    known = [sets[name] for part in _BETWEEN.split(named) if (name := id_of_name(part.strip(" ."))) in sets]
    return {"modular": NUMBERS[found[1].lower()], **({"recommended": known} if known else {})}


# === One card of a database as the fields of a kind; missing values stay unknown =================

RawCard = Mapping[str, Any]
"""A card as stored in a database."""
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
"""Our names of the card types that are part of decks, by those of a database."""
IDENTITIES, VILLAINS, SCHEMES = ("hero", "alter_ego"), ("villain", "leader"), ("main_scheme",)
"""The database's types of the other cards; a leader is the villain of the players against it."""
CLASSES = ("hero", "justice", "aggression", "protection", "leadership", "basic", "pool")
POWERS = {
    "ally": ("attack", "thwart"),
    "minion": ("attack", "scheme"),
    "villain": ("attack", "scheme"),
    "hero": ("attack", "thwart", "defense"),
    "alter_ego": ("recover",),
}
"""The powers printed on each type of card; one with an empty value is a dash."""
USUAL_COPIES = 3
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}
"""The stages of villains as they are written in names."""


def first_field(raw: RawCard, *names: str) -> Any:
    """The first of some fields that is neither missing nor empty."""
    return next((raw[name] for name in names if raw.get(name) not in (None, "")), None)


def name_of(raw: RawCard) -> str:
    return str(first_field(raw, "real_name", "name") or "")


def text_of(raw: RawCard) -> str:
    return str(first_field(raw, "real_text", "text") or "")


def set_of(raw: RawCard) -> str:
    """The code of a card's set."""
    return str(first_field(raw, "card_set_code", "set_code") or "")


def number_or_none(value: object) -> int | None:
    """A known number; None for an X."""
    if isinstance(value, str) and value.lstrip("+").isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def stage_of(raw: RawCard) -> int | None:
    """The number of a stage written as `2`, `2B` or `II`; None if there is none."""
    said = str(raw.get("stage") or "").rstrip("ABab")
    return next((stage for stage, roman in ROMAN.items() if roman == said), None) or number_or_none(said)


def known_fields(fields: Mapping[str, Any]) -> Fields:
    """The fields without empty values."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {}, 0, False)}


def common_fields(raw: RawCard) -> Fields:
    """The fields common to all cards: name, traits, keywords, place in the collection, database code."""
    words = keywords_in(text_of(raw))
    own = {"en": name_of(raw), "codes": [str(raw["code"])]}
    more = {"traits": traits_of(raw), **number_in_product(raw)}
    return {**own, **known_fields(more), **words}


def traits_of(raw: RawCard) -> list[str]:
    return split_traits(str(first_field(raw, "real_traits", "traits") or ""))


def number_in_product(raw: RawCard) -> Fields:
    """The printed number of a card in its product."""
    return {"collector": str(first_field(raw, "position") or "")}


def in_set(raw: RawCard) -> Fields:
    """The encounter set of a card, and its position in the set."""
    return known_fields(
        {"set": id_of_name(set_of(raw)) if set_of(raw) else "", "set_position": number_or_none(raw.get("set_position"))}
    )


def powers_of_character(raw: RawCard, type_: str) -> Fields:
    """The powers of a character, and which of them have a dash."""
    printed = [(power, raw.get(power)) for power in POWERS.get(type_, ()) if power in raw]
    values = {power: number_or_none(value) for power, value in printed}
    dashes = [power for power, value in printed if value is None and not raw.get(f"{power}_star")]
    found = {power: value for power, value in values.items() if value is not None}
    return {**found, **({"dashes": dashes} if dashes else {})}


def counted_fields(raw: RawCard, names: Mapping[str, str]) -> Fields:
    """Numbers that count even if they are 0; `names` maps our field names to those of the database."""
    return {mine: value for mine, theirs in names.items() if (value := number_or_none(raw.get(theirs))) is not None}


def icon_fields(raw: RawCard) -> Fields:
    """The icons on a card that count while it is in play."""
    return {icon: number_or_none(raw.get(f"scheme_{icon}")) for icon in ICONS}


def card_fields(raw: RawCard) -> Fields:
    """The fields of a card that is part of a deck."""
    type_ = str(raw["type_code"])
    side = type_ in ("side_scheme", "player_side_scheme")
    bonus = {"attack_bonus": "attack", "scheme_bonus": "scheme"} if type_ in ("attachment",) else {}
    resources = {one: number_or_none(raw.get(f"resource_{one}")) or 0 for one in RESOURCE_NAMES}
    limit = number_or_none(raw.get("deck_limit"))
    faction = str(raw.get("faction_code", ""))
    said = {
        "attach_to": attached_to(text_of(raw)),
        "subtitle": raw.get("subname"),
        "unique": bool(raw.get("is_unique")),
        "classification": faction if faction in CLASSES else "",
        "resources": known_fields(resources),
        "attack_star": bool(raw.get("attack_star")),
        "scheme_star": bool(raw.get("scheme_star")),
        "boost": number_or_none(raw.get("boost")),
        "boost_star": bool(raw.get("boost_star")),
        "health_each": bool(raw.get("health_per_hero")),
        "threat_each": side and "base_threat" in raw and not raw.get("base_threat_fixed"),
        "most_in_deck": None if limit == USUAL_COPIES else limit,
        "attack_damage": number_or_none(raw.get("attack_cost")),
        "thwart_damage": number_or_none(raw.get("thwart_cost")),
        **icon_fields(raw),
    }
    counts = counted_fields(raw, {"cost": "cost", "health": "health", **({"threat": "base_threat"} if side else {})})
    return {
        **common_fields(raw),
        **in_set(raw),
        "type": TYPES[type_],
        **known_fields(said),
        **counts,
        **powers_of_character(raw, type_),
        **known_fields(counted_fields(raw, bonus)),
    }


def villain_stage_fields(raw: RawCard) -> Fields:
    """The fields of a villain's stage."""
    stars = known_fields({star: bool(raw.get(star)) for star in ("attack_star", "scheme_star")})
    each = {"health_each": bool(raw.get("health_per_hero"))}
    own = common_fields(raw)
    stage = stage_of(raw)
    name = f"{own['en']} {ROMAN.get(stage or 0, stage)}" if stage else own["en"]
    return {
        **own,
        "en": name,
        **({"stage": stage} if stage else {}),
        **in_set(raw),
        **counted_fields(raw, {"health": "health"}),
        **each,
        **powers_of_character(raw, "villain"),
        **stars,
    }


def scheme_stage_fields(raw: RawCard) -> Fields:
    """The fields of a main scheme's stage."""
    stage = stage_of(raw)
    own = {
        "en": name_of(raw),
        **({"stage": stage} if stage else {}),
        **in_set(raw),
        **known_fields(number_in_product(raw)),
    }
    numbers = {"threat": "base_threat", "acceleration": "escalation_threat", "target": "threat"}
    each = {
        "threat_each": not raw.get("base_threat_fixed"),
        "acceleration_each": not raw.get("escalation_threat_fixed"),
        "target_each": not raw.get("threat_fixed"),
    }
    return {
        **own,
        **counted_fields(raw, numbers),
        **each,
        **known_fields({"hazard": number_or_none(raw.get("scheme_hazard"))}),
    }


def identity_fields(hero: RawCard, alter_ego: RawCard) -> Fields:
    """The fields of a hero with the alter-ego on the other side."""
    own = common_fields(hero)
    own["codes"] = list(dict.fromkeys([*own["codes"], *([str(alter_ego["code"])] if "code" in alter_ego else [])]))
    hands = {**counted_fields(hero, {"hand": "hand_size"}), **counted_fields(alter_ego, {"alter_hand": "hand_size"})}
    sides = {**powers_of_character(hero, "hero"), **powers_of_character(alter_ego, "alter_ego")}
    health = counted_fields(hero, {"health": "health"}) or counted_fields(alter_ego, {"health": "health"})
    return {
        **own,
        **known_fields({"alter_ego": name_of(alter_ego), "aspects": count_aspects(hero, alter_ego)}),
        **known_fields({"alter_traits": traits_of(alter_ego), **icon_fields(hero)}),
        **health,
        **sides,
        **hands,
    }


def count_aspects(*sides: RawCard) -> int | None:
    """The number of aspects that an identity requires; None for the usual single one."""
    needs = (need for side in sides for need in side.get("deck_requirements") or () if isinstance(need, Mapping))
    return max((number_or_none(need.get("aspects")) or 0 for need in needs), default=0) or None


# === A whole database: its cards, reprints merged with the original, its sets, and its unreadable entries

KNOWN_TYPES = frozenset((*TYPES, *IDENTITIES, *VILLAINS, *SCHEMES))
OF_ITSELF = ("code", "set_code", "card_set_code", "set_position", "position", "quantity", "pack_code", "pack_name")
"""The fields that a reprint has itself; all others come from the original card."""
NEEDED = ("code", "type_code")
REPEATS = "repeats"
"""The field of a reprint with the code of the first printing."""


class Database(NamedTuple):
    """The cards of a database in order, and the faults of rejected ones by position."""

    cards: Sequence[RawCard]
    reprints: Sequence[RawCard]
    """Reprinted cards, merged with the first printing and with its code."""
    sets: Mapping[str, RawCard]
    """Sets by code, if the database lists them."""
    products: Mapping[str, str]
    """The names of products by code, if the database lists them."""
    left_out: Mapping[str, Text]


def read_database(document: object) -> Database:
    """The cards of a document, which is a list or contains one; sets and products may be among the cards.

    Raises:

        Misfit: the document is no list of cards, or none of the cards can be read.
    """
    raw = list(_cards_with_sides(_listed(document)))
    sets = {str(one["code"]): one for one in raw if _is_set(one)}
    products = {str(one["code"]): name_of(one) for one in raw if _is_product(one)}
    by_code = {str(one["code"]): one for one in raw if isinstance(one, Mapping) and "code" in one}
    cards: list[RawCard] = []
    reprints: list[RawCard] = []
    left_out: dict[str, Text] = {}
    for place, one in enumerate(raw, 1):
        if _is_set(one) or _is_product(one):
            continue
        whole = _merged_reprint(one, by_code) if isinstance(one, Mapping) else one
        if fault := _fault_of_card(place, whole):
            left_out[str(place)] = fault
        else:
            (reprints if REPEATS in whole else cards).append(whole)
    if left_out and not cards:
        raise Misfit(left_out)
    return Database(cards, reprints, sets, products, left_out)


def original_of(raw: RawCard) -> str:
    """The code of the original that a reprint refers to; empty if it is no reprint."""
    return str(raw.get("duplicate_of_code") or raw.get("duplicate_of") or "")


def _listed(document: object) -> Sequence[Any]:
    if isinstance(document, Mapping):
        document = document.get("cards")
    if not isinstance(document, list):
        raise Misfit({"": text("This is not a list of cards.")})
    return document


def _cards_with_sides(cards: Iterable[Any]) -> Iterator[Any]:
    """The cards, with their other sides as separate cards, each once."""
    seen: set[object] = set()
    for raw in cards:
        other = raw.get("linked_card") if isinstance(raw, Mapping) else None
        for one in (raw, other) if isinstance(other, Mapping) else (raw,):
            code = None if not isinstance(one, Mapping) or _is_set(one) or _is_product(one) else one.get("code")
            if code is None or code not in seen:
                seen.add(code)
                yield one


def _is_set(raw: Any) -> bool:
    return isinstance(raw, Mapping) and "card_set_type_code" in raw and "type_code" not in raw and "code" in raw


def _is_product(raw: Any) -> bool:
    """Whether an entry of a database is a product and not a card."""
    is_marked = isinstance(raw, Mapping) and ("pack_type_code" in raw or "cgdb_id" in raw)
    return is_marked and "code" in raw and "type_code" not in raw


def _merged_reprint(raw: RawCard, by_code: Mapping[str, RawCard]) -> RawCard:
    """A card; a reprint is merged with its first printing."""
    first, seen = raw, {str(raw.get("code"))}
    while (code := original_of(first)) in by_code and code not in seen:
        seen.add(code)
        first = by_code[code]
    if first is raw:
        return raw
    own = {name: raw[name] for name in OF_ITSELF if name in raw}
    set_ = {"card_set_code": set_of(raw) or set_of(first)}
    return {**first, **own, **set_, REPEATS: str(first["code"])}


def _fault_of_card(place: int, raw: Any) -> Text | None:
    """The reason why a card cannot be read; None if it can."""
    if not isinstance(raw, Mapping):
        return text("Card {place}: this is not a card.", place=place)
    if not name_of(raw) or not all(isinstance(raw.get(name), str) for name in NEEDED):
        if REPEATS not in raw and (code := original_of(raw)):
            return text("Card {place}: it repeats {code}, which is not here.", place=place, code=code)
        return text("Card {place}: a name, a code or a type is missing.", place=place)
    if raw["type_code"] not in KNOWN_TYPES:
        return text("Card {place}: nothing is known of the type “{type}”.", place=place, type=raw["type_code"])
    return None


# === A card database as a content pack: cards, identities, villains, schemes, sets and scenarios

NEMESIS, LEADER = "_nemesis", "_leader"
USES = ("standard", "expert", "modular", "nemesis")
"""The purposes of sets, in databases and in our content."""
KNOWN_CLASSES = frozenset(CLASSES) - {"pool"}
"""Classes that the game ships with."""


def convert_database(document: object) -> Converted:
    """Convert a database into content; texts are dropped, but the keywords in them are kept.

    Raises:

        Misfit: the document is no list of cards, or none of the cards can be read.
    """
    raw = read_database(document)
    return Converted(Content(_Database(raw).kinds()), raw.left_out)


class _Database:
    """The cards of a database by type and by set, with their new ids."""

    def __init__(self, database: Database) -> None:
        sides_a = set(_sides_a(database.cards))
        self.fronts = [raw for raw in database.cards if str(raw["code"]) not in sides_a]
        self.sets = database.sets
        self.products = database.products
        self.contents = {set_of(raw): text_of(raw) for raw in reversed(database.cards) if _lists_sets(raw)}
        self.reprints = database.reprints
        self.heroes = self._ids(self._of("hero"))
        self.villains = self._ids(self._of(*VILLAINS), stages=True)
        self.schemes = self._ids(self._of(*SCHEMES))
        self.cards = self._ids([t for t in self.fronts if t["type_code"] in TYPES], taken=set(self.heroes.values()))
        self.cards |= {str(t["code"]): self.cards[t[REPEATS]] for t in self.reprints if t[REPEATS] in self.cards}

    @cached_property
    def _by_set(self) -> Mapping[str, Sequence[RawCard]]:
        """The deck cards by the code of their set; other sides of cards are not counted."""
        found: dict[str, list[RawCard]] = {}
        backs = {str(raw["code"]) for raw in self._all if _is_back(raw, self.cards)}
        for raw in self._all:
            if str(raw["code"]) in self.cards.keys() - backs and set_of(raw):
                found.setdefault(set_of(raw), []).append(raw)
        return found

    @property
    def _all(self) -> Sequence[RawCard]:
        """The cards and their reprints; a reprint may belong to another set."""
        return [*self.fronts, *self.reprints]

    def _of(self, *types: str) -> list[RawCard]:
        return [raw for raw in self.fronts if raw["type_code"] in types]

    def _ids(self, cards: Sequence[RawCard], *, taken: set[str] | None = None, stages: bool = False) -> dict[str, str]:
        """The id of each card by its code: its name, plus a suffix if several cards share the name."""
        used, found = set(taken or ()), {}
        for raw in cards:
            stage = f"-{stage_of(raw)}" if stages and stage_of(raw) else ""
            name = id_of_name(name_of(raw)) + stage
            further = (str(raw.get("subname") or ""), set_of(raw), str(raw["code"]))
            tries = (name, *(f"{name}-{id_of_name(more)}" for more in further if more))
            found[str(raw["code"])] = id_ = next(one for one in tries if one not in used or one == tries[-1])
            used.add(id_)
        return found

    def kinds(self) -> dict[str, dict[str, Fields]]:
        """The whole content, by kind and id."""
        classes = {str(raw.get("faction_code")) for raw in self.fronts} & (frozenset(CLASSES) - KNOWN_CLASSES)
        found = {
            "classes": {one: {"en": one.capitalize()} for one in sorted(classes)},
            "identities": dict(self._identities()),
            "villains": {self.villains[str(raw["code"])]: villain_stage_fields(raw) for raw in self._of(*VILLAINS)},
            "main-schemes": {self.schemes[str(raw["code"])]: scheme_stage_fields(raw) for raw in self._of(*SCHEMES)},
            "scenarios": dict(self._scenarios()),
            "encounter-sets": dict(self._sets()),
            "cards": dict(self._cards()),
        }
        return {kind: things for kind, things in found.items() if things}

    def _cards(self) -> Iterator[tuple[str, Fields]]:
        again: dict[str, list[RawCard]] = {}
        for copy in self.reprints:
            again.setdefault(copy[REPEATS], []).append(copy)
        owners = {set_of(raw): self.heroes[str(raw["code"])] for raw in self._of("hero")}
        for raw in self.fronts:
            if id_ := self.cards.get(str(raw["code"])):
                fields = card_fields(raw)
                copies = again.get(str(raw["code"]), [])
                fields["codes"] += [str(copy["code"]) for copy in copies]
                packs = dict.fromkeys(map(self._product_of, (raw, *copies)))
                fields |= known_fields({"packs": [pack for pack in packs if pack]})
                if fields["type"] == "obligation" and set_of(raw) in owners:
                    fields["identity"] = owners[set_of(raw)]
                yield id_, fields

    def _product_of(self, raw: RawCard) -> str:
        """The name of a card's product; empty if only its code is known."""
        return str(raw.get("pack_name") or self.products.get(str(raw.get("pack_code")), ""))

    def _identities(self) -> Iterator[tuple[str, Fields]]:
        others = {set_of(raw): raw for raw in reversed(self._of("alter_ego"))}
        for hero in self._of("hero"):
            own = identity_fields(hero, others.get(set_of(hero), {}))
            cards = self._in(set_of(hero))
            own |= {
                "cards": self._counts(one for one in cards if one.get("faction_code") != "encounter"),
                "obligations": [self.cards[str(one["code"])] for one in cards if one["type_code"] == "obligation"],
                "nemesis": self._counts(self._in(set_of(hero) + NEMESIS)),
            }
            yield self.heroes[str(hero["code"])], {name: value for name, value in own.items() if value != {}}

    def _in(self, set_: str) -> Sequence[RawCard]:
        """The deck cards of a set."""
        return self._by_set.get(set_, ())

    def _counts(self, cards: Iterable[RawCard]) -> dict[str, int]:
        return {self.cards[str(raw["code"])]: number_or_none(raw.get("quantity")) or 1 for raw in cards}

    def _sets(self) -> Iterator[tuple[str, Fields]]:
        encounter = [raw for raw in self._all if raw.get("faction_code") == "encounter" and set_of(raw)]
        villains = {set_of(raw) for raw in self._of(*VILLAINS)}
        heroes = {set_of(raw) for raw in self._of("hero")}
        for code, raw in {set_of(one): one for one in reversed(encounter)}.items():
            if code in heroes:
                continue
            cards = self._counts(self._in(code))
            use = "scenario" if code in villains else _purpose_of_set(code, {**self.sets.get(code, {}), **raw})
            own = {"en": self._set_name(raw), "cards": cards, "size": sum(cards.values())}
            yield id_of_name(code), {**own, **({"use": use} if use else {})}

    def _set_name(self, raw: RawCard) -> str:
        """The name of a card's set; a leader's set is marked, because it is named after a hero."""
        code = set_of(raw)
        if said := str(raw.get("card_set_name") or ""):
            return said
        return _titled(code) if code.endswith(LEADER) else name_of(self.sets.get(code, {})) or _titled(code)

    @cached_property
    def _set_ids(self) -> Mapping[str, str]:
        """The ids of encounter sets by name in lower case."""
        return {id_of_name(one["en"]): id_ for id_, one in self._sets()}

    def _scenarios(self) -> Iterator[tuple[str, Fields]]:
        for code in dict.fromkeys(set_of(raw) for raw in self._of(*VILLAINS)):
            villains = [raw for raw in self._of(*VILLAINS) if set_of(raw) == code]
            ids = [self.villains[str(raw["code"])] for raw in _cards_by_stage(villains)]
            schemes = [raw for raw in self._of(*SCHEMES) if set_of(raw) == code]
            fields: Fields = {
                "en": self._set_name(villains[0]),
                "villains": ids[:2],
                "expert": ids[-2:],
                "schemes": [self.schemes[str(raw["code"])] for raw in _cards_by_stage(schemes)],
                "sets": [id_of_name(code), "standard"],
                "expert_sets": ["expert"],
                **recommended_sets(self.contents.get(code, ""), self._set_ids),
            }
            yield id_of_name(code), fields


def _sides_a(cards: Iterable[RawCard]) -> Iterator[str]:
    """The codes of main schemes that are side A of a stage whose side B is listed too; side B has all numbers."""
    codes = {str(raw["code"]) for raw in cards if raw["type_code"] == "main_scheme"}
    yield from (code for code in codes if code.endswith("a") and f"{code[:-1]}b" in codes)


def _is_back(raw: RawCard, codes: Container[str]) -> bool:
    """Whether a card is the other side of a listed one."""
    code = str(raw["code"])
    return code.endswith("b") and f"{code[:-1]}a" in codes


def _lists_sets(raw: RawCard) -> bool:
    """Whether the card lists the sets of its scenario."""
    return raw["type_code"] in SCHEMES and (stage_of(raw) or 1) == 1 and bool(text_of(raw))


def _cards_by_stage(cards: Iterable[RawCard]) -> list[RawCard]:
    """The cards ordered by stage; of several villains only those with the first one's name."""
    cards = list(cards)
    same = [raw for raw in cards if raw["type_code"] not in VILLAINS or name_of(raw) == name_of(cards[0])]
    return sorted(same, key=lambda raw: stage_of(raw) or 0)


def _purpose_of_set(code: str, raw: RawCard) -> str:
    """The purpose of a set; empty if unknown."""
    said = str(first_field(raw, "card_set_type_name_code", "card_set_type_code") or "")
    if said in USES:
        return said
    if code.endswith(NEMESIS):
        return "nemesis"
    return next((use for use in ("standard", "expert") if code.startswith(use)), "")


def _titled(code: str) -> str:
    return code.replace("_", " ").title()
