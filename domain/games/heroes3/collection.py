"""Conversion of a collection of pages about the game into content: names and numbers, no texts.

The pages are Markdown, one per thing, in a folder per kind. A page of a unit has a table of its statistics, a page of a
tile a list of its fields. Values are read by the signs that are printed on the cards, such as `:gold:`.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from domain.framework.cards.kinds import odd_values
from domain.framework.content import Content, Converted
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text
from domain.games.heroes3.state.kinds import KINDS, OF_NEUTRAL, LocationCard, School, Timing

Fields = dict[str, Any]
Row = Sequence[str]

# === The parts of a page: its title, its sections, its tables, and the signs of the game ==========

GOODS_BY_SIGN = {"gold": "gold", "building_materials": "materials", "valuables": "valuables"}
TIERS_BY_SIGN = {"bronze_tier": "bronze", "silver_tier": "silver", "gold_tier": "golden", "azure_tier": "azure"}
TYPES_BY_SIGN = {"ground_unit": "ground", "flying_unit": "flying", "ranged_unit": "ranged"}
TIMINGS_BY_SIGN: Mapping[str, Timing] = {
    "instant": "instant",
    "activation": "activation",
    "map_effect": "map",
    "ongoing": "ongoing",
    "permanent": "permanent",
}
STATISTICS_BY_SIGN = {"attack": "attack", "defense": "defense", "health_points": "hp", "initiative": "initiative"}
SCHOOLS: Mapping[str, School] = {"Air": "air", "Fire": "fire", "Earth": "earth", "Water": "water"}
NUMERALS = {"Ⅰ": 1, "Ⅱ": 2, "Ⅲ": 3, "Ⅳ": 4, "Ⅴ": 5, "Ⅵ": 6, "Ⅶ": 7}
ROMAN = {1: "I", 4: "IV", 6: "VI"}
READING_ORDER = ("5", "6", "4", "0", "1", "3", "2")
"""The fields of a tile from its upper left to its lower right, by number."""
OTHERWISE = "— OR —"
CHOSEN = re.compile(r"\bOR\b|\bor\b|/|→|twice|choose|select")
"""Words that mark a choice; the signs of a location with one of these words are not read."""
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(([^()\n]*)\)")
_SIGN = re.compile(r":(\w+):")
_AMOUNT = re.compile(r"(\d{1,3}) :(\w+):")
_PRICE = re.compile(r":pay: (\d{1,3} :\w+:)")
_ODD = re.compile(r"[\W_]+")


def slug_of(name: str) -> str:
    """A name as an id: lower-case words with hyphens between them."""
    return _ODD.sub("-", name.casefold().replace("'", "").replace("’", "")).strip("-")


def strip_markdown(words: str) -> str:
    """Words without Markdown links and marks; signs are kept."""
    return _LINK.sub(r"\1", words).replace("&nbsp;", " ").replace("*", "").strip()


def signs_in(words: str) -> list[str]:
    return _SIGN.findall(words)


def sign_of(words: str, known: Mapping[str, Any]) -> Any:
    """The meaning of the first sign that has one; None if none has."""
    return next((known[sign] for sign in signs_in(words) if sign in known), None)


def goods_in(words: str) -> dict[str, int]:
    """The amounts of goods in words.

    A good with the amount 0 is returned only if there is no other, and then only one.
    """
    found = {GOODS_BY_SIGN[sign]: int(amount) for amount, sign in _AMOUNT.findall(words) if sign in GOODS_BY_SIGN}
    return {good: amount for good, amount in found.items() if amount} or dict([*found.items()][:1])


def timing_in(words: str) -> Timing | None:
    """The timing of a card; None if it has none or its effects differ."""
    found = {TIMINGS_BY_SIGN[sign] for sign in signs_in(words) if sign in TIMINGS_BY_SIGN}
    return found.pop() if len(found) == 1 else None


def brought_by(words: str) -> Fields:
    """The values that a visit brings, by the signs in the words; none if they depend on a choice."""
    if CHOSEN.search(words):
        return {}
    price = _PRICE.search(words)
    rest = _PRICE.sub("", words)
    searched = re.search(r"Search ?\((\d)\)\D*?(Artifact|Spell|Ability|:artifact:|:spell:)", rest)
    dice = re.search(r"(\d)? ?:resource_die:", rest)
    found = {
        "cost": goods_in(price[1]) if price else {},
        "goods": goods_in(rest),
        "xp": ":experience:" in rest,
        "movement": ":movement_points:" in rest,
        "morale": ":positive_morale:" in rest,
        "deck": searched and searched[2].strip(":").lower(),
        "search": searched and int(searched[1]),
        "dice": dice and int(dice[1] or 1),
    }
    return {name: int(value) if value is True else value for name, value in found.items() if value}


class CollectedPage:
    """A page of the collection."""

    def __init__(self, place: str, source: str) -> None:
        self.place, self.lines = place, source.splitlines()
        *folders, file = place.split("/")
        self.folder, self.stem = folders[-1] if folders else "", slug_of(file.removesuffix(".md"))

    @cached_property
    def title(self) -> str:
        """The name, without the part in parentheses."""
        found = next((line[2:] for line in self.lines if line.startswith("# ")), "")
        return strip_markdown(found.partition(" (")[0])

    @cached_property
    def head(self) -> Sequence[str]:
        """The lines before its first section."""
        return self.section("")

    def section(self, heading: str) -> list[str]:
        found, here = [], ""
        for line in self.lines:
            if line.startswith("## "):
                here = line[3:].strip()
            elif here == heading:
                found.append(line)
        return found

    @cached_property
    def paragraphs(self) -> list[str]:
        lines = (line.partition(">")[2].rpartition("</p>")[0] for line in self.head if line.startswith("<p"))
        return [strip_markdown(line) for line in lines]

    def table(self, begins: str) -> list[Row]:
        """The rows of the first table whose first column has this name, with the heading first and without the rule."""
        found: list[Row] = []
        for line in self.lines:
            if line.startswith("|"):
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if found or strip_markdown(cells[0]) == begins:
                    found.append(cells)
            elif found:
                break
        return [*found[:1], *found[2:]]

    @cached_property
    def boxes(self) -> list[tuple[str, str]]:
        """The boxes that contain the thing, each with the part of it, or an empty text for all of it."""
        lines = (
            strip_markdown(line.removeprefix("- ")) for line in self.section("Comes With") if line.startswith("- ")
        )
        return [(box, part.rstrip(")")) for box, _, part in (line.partition(" (") for line in lines)]


# === The collection as a content pack =============================================================


def convert_collection(shipped: Content, pages: Mapping[str, str], boxes: Collection[str] = ()) -> Converted:
    """Convert pages into content. A thing that the game ships with is completed under its shipped id.

    Args:
        shipped: the content of the game.
        pages: the pages, by folder and file.
        boxes: words of the names of the boxes to convert; all boxes if there are none.

    Raises:
        Misfit: there are no pages, none of them can be read, or no page names a box.
    """
    found = [CollectedPage(place, source) for place, source in pages.items() if place.rpartition("/")[2] != "index.md"]
    if not found:
        raise Misfit({"": text("There is no page (.md) here.")})
    known = sorted({box for page in found for box, _ in page.boxes})
    for box in boxes:
        if not any(box.casefold() in one.casefold() for one in known):
            raise Misfit({"box": text("No page names a box “{box}”; there is: {near}", box=box, near=tuple(known))})
    collection = _Collection(shipped, boxes)
    collection.read_pages(found)
    if not collection.kinds:
        raise Misfit(collection.left_out or {"": text("There is no page (.md) here.")})
    return Converted(Content(collection.kinds), collection.left_out)


class _Collection:
    """The things that were read so far, and those left out."""

    def __init__(self, shipped: Content, boxes: Collection[str]) -> None:
        self.shipped, self.wanted = shipped, [box.casefold() for box in boxes]
        self.kinds: dict[str, dict[str, Fields]] = {}
        self.left_out: dict[str, Text] = {}
        self.shown: dict[str, list[Fields]] = {}
        """The values that tiles show for a location, by its id."""
        self.ids = {
            kind: {slug_of(str(thing.get("en", ""))): id_ for id_, thing in things.items()}
            for kind, things in shipped.kinds.items()
        }

    def read_pages(self, pages: Sequence[CollectedPage]) -> None:
        readers = {
            "units": self._unit,
            "heroes": self._hero,
            "artifacts": self._card,
            "spells": self._card,
            "abilities": self._card,
            "war_machines": self._card,
            "tiles": self._tile,
            "fields": self._field,
            "towns": self._town,
            "events": self._event,
            "astrologers_proclaim": self._proclamation,
        }
        for folder, reader in readers.items():
            for page in (page for page in pages if page.folder == folder):
                if not page.title:
                    self.leave_out(page, text("a name is missing"))
                elif self.is_wanted(page):
                    reader(page)
        self._tell_specialties_apart()
        for folder, count in Counter(page.folder for page in pages if page.folder not in readers).items():
            place = f"{folder or '.'}/"
            self.left_out[place] = text(
                "{place}: nothing is known of such pages ({count|page|pages})", place=place, count=count
            )

    def leave_out(self, page: CollectedPage, why: Text) -> None:
        place = page.place if page.place not in self.left_out else f"{page.place} {len(self.left_out)}"
        self.left_out[place] = text("{place}: {fault}", place=page.place, fault=why)

    def keep_thing(self, kind: str, id_: str, fields: Mapping[str, Any]) -> None:
        """Keep a thing without the values that its kind cannot hold."""
        known = {name: value for name, value in fields.items() if value not in (None, "", {}, [])}
        odd = {place.partition(".")[0]: fault for place, fault in odd_values(KINDS[kind], known).items()}
        for name, fault in odd.items():
            place = f"{kind}.{id_}.{name}"
            self.left_out[place] = text("{place}: {fault}", place=place, fault=fault.copy_with(field=name))
        if not odd.keys() & {"en", "zh"}:
            of_kind = self.kinds.setdefault(kind, {})
            of_kind[id_] = {name: value for name, value in known.items() if name not in odd}

    def is_wanted(self, page: CollectedPage, part: str = "") -> bool:
        """Whether a page, or a part of it, is in a requested box."""
        of_part = [box for box, one in page.boxes if part and part in one]
        boxes = of_part or [box for box, one in page.boxes if not (part and one)]
        return not self.wanted or not boxes or any(want in box.casefold() for want in self.wanted for box in boxes)

    def id_of(self, kind: str, *names: str) -> str:
        """The id of a shipped thing with one of these names; otherwise the last name as an id."""
        known = self.ids.get(kind, {})
        return next((known[slug_of(name)] for name in names if slug_of(name) in known), slug_of(names[-1]))

    def faction_id(self, name: str) -> str:
        return self.ids.get("factions", {}).get(slug_of(name), "")

    def names_of(self, kind: str, id_: str, title: str, behind: tuple[str, str] = ("", "")) -> Fields:
        """The names of a thing, followed by a word in parentheses; a shipped thing keeps its own names."""
        shipped = self.shipped.thing(kind, id_) or {}
        zh = str(shipped.get("zh", ""))
        own = {"zh": f"{zh}（{behind[1]}）"} if zh and behind[1] else {}
        return {"en": str(shipped.get("en", title)) + (f" ({behind[0]})" if behind[0] else ""), **own}

    # --- units -----------------------------------------------------------------------------------

    def _unit(self, page: CollectedPage) -> None:
        """A unit: its own card with two sides, its card of the neutral deck, and those that guard creature banks."""
        rows = page.table("Statistics")
        if not rows:
            return self.leave_out(page, text("there is no table of statistics"))
        sides = {
            column: {strip_markdown(row[0]): row[n] for row in rows[1:] if n < len(row)}
            for n, column in enumerate(rows[0])
        }
        sides.pop(rows[0][0])
        id_ = self.id_of("units", page.title, page.stem)
        own = sides.get("Few") or sides.get("Siege")
        faction = self.faction_id(strip_markdown(own.get("Town", ""))) if own else ""
        for column, side in sides.items():
            if not self.is_wanted(page, column) or column == "Pack":
                continue
            fields = {"faction": faction, **self._side(page, side)}
            if side is own:
                pack = self._side(page, sides.get("Pack", {}))
                numbers = {
                    f"pack_{name}": pack[name] for name in (*STATISTICS_BY_SIGN.values(), "cost") if name in pack
                }
                both = {name: True for name in ("strikes_back", "elemental") if not pack or name in pack}
                fields = {name: value for name, value in fields.items() if value is not True or name in both}
                if pack.get("type") != fields.get("type"):
                    numbers["pack_type"] = pack.get("type")
                self.keep_thing("units", id_, {**self.names_of("units", id_, page.title), **fields, **numbers})
            elif column == "Neutral":
                behind = ("neutral", "中立") if own else ("", "")
                names = self.names_of("units", id_, page.title, behind)
                self.keep_thing("units", f"{OF_NEUTRAL}{id_}" if own else id_, {**names, "neutral": True, **fields})
            elif strip_markdown(side.get("Town", "")) == "Creature Bank":
                bank = self.id_of("banks", column)
                called = self.shipped.thing("banks", bank) or {}
                names = self.names_of("units", id_, page.title, (column, str(called.get("zh", column))))
                self.keep_thing("units", f"{bank}-{id_}", {**names, "neutral": True, **fields})
            else:
                self.leave_out(page, text("nothing is known of the column “{column}”", column=column))
        return None

    def _side(self, page: CollectedPage, cells: Mapping[str, str]) -> Fields:
        """The fields of a side of a unit's card."""
        found: Fields = {
            "tier": sign_of(cells.get("Tier", ""), TIERS_BY_SIGN),
            "type": sign_of(cells.get("Type", ""), TYPES_BY_SIGN),
        }
        for sign, name in STATISTICS_BY_SIGN.items():
            value = strip_markdown(cells.get(f":{sign}:", ""))
            if value.isdecimal() and len(value) < len("1000"):
                found[name] = int(value)
            elif value not in ("", "-"):
                self.leave_out(page, text("“{value}” is no number", value=value))
        abilities = strip_markdown(cells.get("Abilities", ""))
        found["cost"] = goods_in(cells.get("Cost", ""))
        found["strikes_back"] = "unlimited number of Retaliation" in abilities or None
        found["elemental"] = "deals elemental damage" in abilities or None
        return {name: value for name, value in found.items() if value not in (None, {})}

    # --- heroes ----------------------------------------------------------------------------------

    def _hero(self, page: CollectedPage) -> None:
        """A hero, and its three specialties as cards."""
        head = "\n".join(page.head)
        numbers = re.findall(r":(attack|defense|power|knowledge):(?:\]\([^()\n]*\))?(?:&nbsp;| ){0,3}(\d{1,2})", head)
        if not numbers:
            return self.leave_out(page, text("there are no statistics"))
        links = {target.split("/")[1]: label for label, target in _LINK.findall(head) if target.startswith("../")}
        id_ = self.id_of("heroes", page.title, page.stem)
        specialties = self._specialties(page, id_)
        fields: Fields = {
            **self.names_of("heroes", id_, page.title),
            "faction": self.faction_id(links.get("towns", "")),
            "magic": ":magic:" in head,
            **{name: int(number) for name, number in numbers},
            "ability": self.id_of("cards", links["abilities"]) if "abilities" in links else "",
            "specialties": list(specialties),
        }
        self.keep_thing("heroes", id_, fields)
        for card, one in specialties.items():
            self.keep_thing("cards", card, one)
        return None

    def _specialties(self, page: CollectedPage, hero: str) -> dict[str, Fields]:
        """The cards of a hero's specialty, by level."""
        effects = {strip_markdown(row[0]): row[1] for row in page.table("Level")[1:] if len(row) > 1}
        found: dict[str, Fields] = {}
        for line in page.section("Specialty"):
            name, _, numeral = line.removeprefix('=== "').rstrip('" ').rpartition(" ")
            if line.startswith("=== ") and (level := NUMERALS.get(numeral)) in ROMAN:
                timing = timing_in(effects.get(numeral, ""))
                found[f"{hero}-{level}"] = {"en": f"{name} {ROMAN[level]}", "kind": "specialty", "timing": timing}
        return found

    def _tell_specialties_apart(self) -> None:
        """Add the hero to the name of a specialty if several heroes have one with this name."""
        heroes, cards = self.kinds.get("heroes", {}), self.kinds.get("cards", {})
        owners = {card: hero for hero in heroes.values() for card in hero.get("specialties", ())}
        names = Counter(cards[card]["en"] for card in owners if card in cards)
        for card, hero in owners.items():
            if card in cards and names[cards[card]["en"]] > 1:
                cards[card]["en"] += f" ({hero['en']})"

    # --- cards -----------------------------------------------------------------------------------

    def _card(self, page: CollectedPage) -> None:
        """An artifact, a spell, an ability or a war machine.

        The pages do not give the number of copies: one is assumed.
        """
        for n, paragraph in enumerate(page.paragraphs):
            if fields := _card_fields(paragraph, page, "\n".join(page.paragraphs[n + 1 :])):
                id_ = self.id_of("cards", page.title, page.stem)
                return self.keep_thing("cards", id_, {**self.names_of("cards", id_, page.title), **fields})
        return self.leave_out(page, text("it does not say what card it is"))

    # --- tiles and locations -----------------------------------------------------------------------

    def _tile(self, page: CollectedPage) -> None:
        """A tile and its seven fields; all fields of a sea tile are sea."""
        lines = [strip_markdown(line) for line in page.head]
        kind = next((line.removesuffix(" Tile").lower() for line in lines if line.endswith(" Tile")), "")
        school = next(
            (SCHOOLS.get(line.removeprefix("Elemental ")) for line in lines if line.startswith("Elemental ")), None
        )
        fields = [found for line in page.section("Fields") if (found := self._printed(line))]
        if len(fields) != len(READING_ORDER):
            return self.leave_out(page, text("{count|field|fields} where a tile has seven", count=len(fields)))
        self.keep_thing("tiles", page.title, {"en": page.title, "kind": kind, "school": school})
        for number, field in sorted(zip(READING_ORDER, fields, strict=True), key=lambda pair: pair[0]):
            name = f"{page.title} {number}"
            known = {"tile": page.title, "number": int(number), **field, "sea": kind == "sea" or None}
            self.keep_thing("printed-fields", name, {"en": name, **known})
        return None

    def _printed(self, line: str) -> Fields | None:
        """The values of a field in a line of a tile's list; None if the line is no field."""
        links = _LINK.findall(line)
        label, target = links[-1] if links else ("", "")
        folder, _, file = target.removeprefix("../").partition("/")
        if folder not in ("fields", "towns"):
            return None
        name = slug_of(file.partition(".")[0]).removesuffix("-symbol")
        if folder == "towns":
            name = "random-town" if label.startswith("Random") else slug_of(label.rpartition(" ")[2])
        location = self.id_of("locations", name)
        self.shown.setdefault(location, []).append(brought_by(label))
        good = sign_of(label, GOODS_BY_SIGN) if location == "mine" else None
        level = next((NUMERALS[sign] for sign in line if sign in NUMERALS), None)
        return {"location": location, "level": level, "good": good}

    def _field(self, page: CollectedPage) -> None:
        """A location on a tile, or the guards of a creature bank."""
        kinds = " ".join(page.paragraphs[:1])
        if "Creature Bank (" in kinds:
            return self._bank(page)
        id_ = self.id_of("locations", page.title, page.stem.removesuffix("-symbol"))
        shipped = LocationCard.read(self.shipped.thing("locations", id_) or {})
        brings = (
            shipped.cost,
            shipped.goods,
            shipped.xp,
            shipped.movement,
            shipped.morale,
            shipped.search,
            shipped.dice,
        )
        category = next(
            (word for word in ("visit", "revisit", "flag") if kinds.startswith(f"{word.capitalize()}")), None
        )
        if id_ not in self.shown or shipped.known or any(brings) or category != "visit":
            return None
        shown = self.shown[id_]
        alike = shown[0] if all(one == shown[0] for one in shown) else {}
        told = {**brought_by(" ".join(page.paragraphs[1:])), **alike}
        if told or not self.shipped.thing("locations", id_):
            self.keep_thing(
                "locations", id_, {**self.names_of("locations", id_, page.title), "category": category, **told}
            )
        return None

    def _bank(self, page: CollectedPage) -> None:
        """The guards of a creature bank: the units of the bank's cards, if all of them are known."""
        id_ = self.id_of("banks", page.title)
        rows = page.table("Units")[1:]
        own = self.kinds.get("units", {})
        units = [
            (int(count), f"{id_}-{self.id_of('units', file)}")
            for count, file in re.findall(
                r"(\d)x(?:&nbsp;| )\[[^\]\n]*\]\(\.\./units/(\w+)\.md", rows[0][0] if rows else ""
            )
        ]
        if not units or any(unit not in own for _, unit in units):
            return
        guards = [unit for count, unit in units for _ in range(count)]
        brings = strip_markdown(rows[0][1]).startswith("1x ") if len(rows[0]) > 1 else False
        fields = {"guards": guards, "unit": guards[0] if brings else ""}
        self.keep_thing("banks", id_, {**self.names_of("banks", id_, page.title), **fields})

    # --- towns, and cards that have only names -------------------------------------------------------

    def _town(self, page: CollectedPage) -> None:
        """The buildings of a faction: dwellings by the tier that they unlock, and its two own buildings in order."""
        faction, rows = self.faction_id(page.title), page.table("Name")
        if not faction or not rows or not any("Cost" in cell for cell in rows[0][1:2]):
            return self.leave_out(page, text("there is no table of buildings of a faction"))
        own = iter(("faction-a", "faction-b"))
        for name, cost, effect in (
            (strip_markdown(row[0]), row[1], strip_markdown(row[2])) for row in rows[1:] if len(row) > len("ab")
        ):
            kind = self.ids.get("building-kinds", {}).get(slug_of(name)) or _dwelling(effect) or next(own, "")
            if not kind:
                self.leave_out(page, text("nothing is known of the building “{building}”", building=name))
                continue
            income = re.search(r"Resource round, gain (?::instant: )?(\d{1,2} :\w+:)", effect)
            fields = {"cost": goods_in(cost), "income": goods_in(income[1]) if income else {}}
            self.keep_thing("buildings", f"{faction} {kind}", {"en": name, **fields})
            if kind == "mage-guild" and (price := _PRICE.search(effect)):
                book = self.names_of("building-kinds", "spell-book", "Spell Book")
                self.keep_thing("buildings", f"{faction} spell-book", {**book, "cost": goods_in(price[1])})
        return None

    def _event(self, page: CollectedPage) -> None:
        self._named("event-cards", page)

    def _proclamation(self, page: CollectedPage) -> None:
        self._named("proclamations", page)

    def _named(self, kind: str, page: CollectedPage) -> None:
        id_ = self.id_of(kind, page.title, page.stem)
        self.keep_thing(kind, id_, self.names_of(kind, id_, page.title))


_ARTIFACT = re.compile(r"(Minor|Major|Relic) Artifact")
_SPELL = re.compile(r"(Basic|Expert) (?:(Air|Fire|Earth|Water) )?Spell")


def _card_fields(words: str, page: CollectedPage, effects: str) -> Fields:
    """The fields of a card, from its type line and its effects; none if it is no card."""
    if found := _ARTIFACT.fullmatch(words):
        return {"kind": "artifact", "grade": found[1].lower(), "copies": 1, "timing": timing_in(effects)}
    if found := _SPELL.fullmatch(words):
        main, _, other = effects.rpartition(OTHERWISE)
        power = re.search(r"\+(\d) :power:", other) if main else None
        school = SCHOOLS.get(found[2] or "")
        known = {"kind": "spell", "school": school, "grade": found[1].lower(), "copies": 1}
        return {**known, "empowers": int(power[1]) if power else 0, "timing": timing_in(main if power else effects)}
    if words == "Ability":
        regular = next((row for row in page.table("Type") if row[0] == "Regular"), [])
        effect, expert = [strip_markdown(cell) for cell in (*regular[1:3], "", "")][:2]
        return {"kind": "ability", "copies": 1, "expert": expert not in ("", "-"), "timing": timing_in(effect)}
    return {"kind": "war machine", "timing": timing_in(effects)} if words == "War Machine" else {}


def _dwelling(effect: str) -> str:
    """The dwelling that unlocks a tier; empty if the building is no dwelling."""
    tier = sign_of(effect, TIERS_BY_SIGN) if "Recruiting of" in effect else None
    return f"dwelling-{tier}" if tier else ""
