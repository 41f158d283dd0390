"""One card of a database as the fields of a kind; what is not said there stays unknown."""

from collections.abc import Mapping
from typing import Any

from domain.games.champions.outside.words import attached_to, slug, told_in, traits
from domain.games.champions.state.names import ICONS, RESOURCE_NAMES

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
    words = told_in(text_of(told))
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


__all__ = [
    "IDENTITIES",
    "SCHEMES",
    "TYPES",
    "VILLAINS",
    "card",
    "identity",
    "name_of",
    "number",
    "scheme",
    "set_of",
    "stage_of",
    "villain",
]
