"""Pages of a fans' collection as content: names and numbers, no texts."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.framework.cards.packs import read_pack, write_pack
from domain.framework.content import Content, Converted, merge_content
from domain.framework.refusal import Misfit
from domain.games.heroes3 import GAME, PACK
from domain.games.heroes3.collection import convert_collection
from tests.domain.games.heroes3.invented import ADA, BANK, HERONS, PAGES, TILE

FOUND = convert_collection(PACK, PAGES)
Fields = Mapping[str, Any]


def of(kind: str, id_: str, content: Content = FOUND.content) -> Fields:
    thing = content.thing(kind, id_)
    assert thing is not None, content.of(kind).keys()
    return thing


def of_one(place: str, page: str) -> Converted:
    return convert_collection(PACK, {"events/marketplace.md": PAGES["events/marketplace.md"], place: page})


def numbers(thing: Fields, before: str = "") -> list[int]:
    return [thing[f"{before}{name}"] for name in ("attack", "defense", "hp", "initiative")]


def test_what_is_converted_is_a_pack_of_this_game() -> None:
    assert read_pack(write_pack(FOUND.content), GAME.kinds).content.digest == FOUND.content.digest


def test_no_text_is_kept() -> None:
    assert not [word for word in ("nobody", "Wader", "assets", "Search") if word in write_pack(FOUND.content)]


# --- units ---------------------------------------------------------------------------------------


def test_a_unit_has_the_numbers_of_both_its_sides() -> None:
    herons = of("units", "grey-herons")
    assert (numbers(herons), numbers(herons, "pack_")) == ([3, 0, 5, 7], [4, 0, 5, 9])
    assert (herons["cost"], herons["pack_cost"]) == ({"gold": 6}, {"gold": 9, "valuables": 1})
    assert (herons["faction"], herons["tier"], herons["type"]) == ("castle", "silver", "flying")


def test_what_only_one_side_can_do_is_not_said_of_the_card() -> None:
    assert "elemental" not in of("units", "grey-herons")
    both = HERONS.replace("| Abilities | - |", "| Abilities | This unit deals elemental damage. |")
    assert of("units", "grey-herons", of_one("units/grey_herons.md", both).content)["elemental"]


def test_the_neutral_card_of_a_unit_is_one_of_its_own() -> None:
    neutral = of("units", "neutral-grey-herons")
    assert (neutral["en"], neutral["neutral"], neutral["tier"]) == ("Grey Herons (neutral)", True, "golden")
    assert (numbers(neutral), neutral["cost"]) == ([2, 1, 6, 8], {"gold": 11})


def test_a_unit_that_is_always_neutral_has_its_plain_name() -> None:
    otters = of("units", "otters")
    assert (otters["en"], otters["neutral"], otters["cost"]) == ("Otters", True, {"gold": 0})


def test_a_creature_bank_is_guarded_by_its_own_cards() -> None:
    guard = of("units", "crypt-grey-herons")
    assert (guard["en"], numbers(guard), "tier" in guard) == ("Grey Herons (Crypt)", [1, 0, 4, 6], False)
    bank = of("banks", "crypt")
    assert (bank["guards"], bank["unit"]) == (["crypt-grey-herons"] * 3, "crypt-grey-herons")


def test_a_creature_bank_brings_the_first_of_its_guards() -> None:
    mixed = BANK.replace("#crypt) |", "#crypt)<br>1x&nbsp;[Teal&nbsp;Herons](../units/teal_herons.md#crypt) |")
    teal = HERONS.replace("Grey Herons", "Teal Herons").replace("Grey&nbsp;Herons", "Teal&nbsp;Herons")
    pages = {**PAGES, "fields/crypt_creature_bank.md": mixed, "units/teal_herons.md": teal}
    bank = of("banks", "crypt", convert_collection(PACK, pages).content)
    assert (bank["guards"], bank["unit"]) == ([*["crypt-grey-herons"] * 3, "crypt-teal-herons"], "crypt-grey-herons")


def test_a_creature_bank_whose_units_are_not_there_keeps_the_guards_it_has() -> None:
    assert "banks" not in of_one("fields/crypt_creature_bank.md", BANK).content.kinds


def test_another_printing_is_told() -> None:
    odd = HERONS.replace("| Neutral | Crypt |", "| Few (Alternate) | Crypt |")
    told = [str(fault) for fault in of_one("units/grey_herons.md", odd).left_out.values()]
    assert told == ["units/grey_herons.md: nothing is known of the column “Few (Alternate)”"]


def test_a_pack_of_another_type_has_its_own() -> None:
    odd = HERONS.replace(
        "| Type | [:flying_unit:](x) | [:flying_unit:](x) |", "| Type | [:flying_unit:](x) | [:ranged_unit:](x) |"
    )
    unit = of_one("units/grey_herons.md", odd).content.kinds["units"]["grey-herons"]
    assert (unit["type"], unit["pack_type"]) == ("flying", "ranged")
    same = of_one("units/grey_herons.md", HERONS).content.kinds["units"]["grey-herons"]
    assert "pack_type" not in same


# --- heroes and cards ------------------------------------------------------------------------------


def test_a_hero_has_its_statistics_its_ability_and_its_specialties() -> None:
    hero = of("heroes", "ada")
    assert [hero[name] for name in ("en", "faction", "magic", "ability")] == ["Ada Reed", "castle", True, "wisdom"]
    assert [hero[name] for name in ("attack", "defense", "power", "knowledge")] == [0, 2, 1, 3]
    assert hero["specialties"] == ["ada-1", "ada-4", "ada-6"]
    assert of("heroes", "bo")["magic"] is False


def test_specialties_of_one_name_are_told_apart() -> None:
    assert (of("cards", "ada-4")["en"], of("cards", "bo-4")["en"]) == ("Reeds IV (Ada Reed)", "Reeds IV (Bo Reed)")
    assert of("cards", "ada-4", of_one("heroes/ada.md", ADA).content)["en"] == "Reeds IV"


def test_a_card_has_the_timing_of_its_effects_where_they_have_one() -> None:
    assert [of("cards", f"ada-{level}").get("timing") for level in (1, 4, 6)] == ["instant", "ongoing", None]


def test_a_spell_has_its_grade_its_school_and_what_it_empowers() -> None:
    assert of("cards", "mist") == {
        "en": "Mist", "kind": "spell", "school": "water", "grade": "expert", "copies": 1, "empowers": 1,
        "timing": "ongoing",
    }  # fmt: skip


def test_what_the_game_ships_with_is_filled_in_under_its_id() -> None:
    assert of("cards", "cart-of-ore")["grade"] == "minor"
    merged = merge_content(PACK, FOUND.content)
    assert (of("cards", "cart-of-ore", merged)["zh"], len(merged.of("event-cards"))) == ("无尽矿车", 2)


def test_abilities_and_war_machines_are_cards_too() -> None:
    assert of("cards", "wading") == {
        "en": "Wading", "kind": "ability", "copies": 1, "expert": True, "timing": "map",
    }  # fmt: skip
    assert of("cards", "punt") == {"en": "Punt", "kind": "war machine", "timing": "permanent"}


# --- tiles and towns -------------------------------------------------------------------------------


def test_a_tile_has_its_fields_from_the_middle_round_to_the_right() -> None:
    assert of("tiles", "#N9") == {"en": "#N9", "kind": "near", "school": "water"}
    fields = [of("printed-fields", f"#N9 {number}") for number in range(7)]
    assert [field["location"] for field in fields] == [
        "artifact", "blocked", "otter-pond", "settlement", "library", "mine", "empty",
    ]  # fmt: skip
    assert [field.get("level", 0) for field in fields] == [2, 0, 0, 3, 0, 5, 0]
    assert fields[5]["good"] == "gold"


def test_the_fields_of_a_sea_tile_are_of_the_sea() -> None:
    sea = of_one("tiles/w9.md", TILE.replace("Near Tile", "Sea Tile")).content.of("printed-fields")
    assert all(field["sea"] for field in sea.values())


def test_a_tile_without_seven_fields_is_left_out() -> None:
    found = of_one("tiles/nx9.md", TILE.replace("- [Blocked Field](../fields/blocked_field.md)\n", ""))
    assert "tiles" not in found.content.kinds
    assert [str(fault) for fault in found.left_out.values()] == ["tiles/nx9.md: 6 fields where a tile has seven"]


def test_a_location_brings_what_its_page_says_and_what_tiles_show() -> None:
    assert of("locations", "otter-pond") == {
        "en": "Otter Pond", "category": "visit", "cost": {"gold": 2}, "goods": {"gold": 4}, "morale": 1,
        "deck": "artifact", "search": 2,
    }  # fmt: skip


def test_a_location_of_which_the_game_knows_all_stays_as_it_is() -> None:
    assert "library" not in FOUND.content.of("locations")


def test_a_town_has_its_buildings_with_what_they_cost() -> None:
    costs = {id_: thing["cost"] for id_, thing in FOUND.content.of("buildings").items()}
    assert costs == {
        "castle city-hall": {"gold": 7, "materials": 2},
        "castle mage-guild": {"gold": 3},
        "castle spell-book": {"gold": 8},
        "castle dwelling-silver": {"gold": 4, "valuables": 1},
        "castle faction-a": {"gold": 1},
        "castle faction-b": {"gold": 2},
    }


def test_a_building_brings_income_where_nothing_is_chosen() -> None:
    incomes = {id_: thing["income"] for id_, thing in FOUND.content.of("buildings").items() if "income" in thing}
    assert incomes == {"castle city-hall": {"gold": 3}}


# --- what is asked for, and what cannot be read -----------------------------------------------------


def test_of_some_boxes_only_what_comes_with_them_is_taken() -> None:
    core = convert_collection(PACK, PAGES, ["core"]).content
    assert (list(core.of("units")), "heroes" in core.kinds) == (["grey-herons", "otters"], False)
    assert "neutral-grey-herons" in convert_collection(PACK, PAGES, ["Core", "Rampart"]).content.of("units")


def test_a_box_that_no_page_names_is_told() -> None:
    with pytest.raises(Misfit, match="No page names a box “marsh”; there is: Core Game, Naval Battles Expansion"):
        convert_collection(PACK, PAGES, ["marsh"])


def test_what_cannot_be_read_is_told_by_its_page() -> None:
    assert [str(fault) for fault in FOUND.left_out.values()] == [
        "units/otters.md: “?” is no number",
        "units.otters.initiative: initiative: at most 30",
        "towns/castle.md: nothing is known of the building “Weir”",
    ]


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("units/x.md", "there is no table of statistics"),
        ("heroes/x.md", "there are no statistics"),
        ("spells/x.md", "it does not say what card it is"),
        ("tiles/x.md", "0 fields where a tile has seven"),
        ("towns/x.md", "there is no table of buildings of a faction"),
    ],
)
def test_a_page_of_something_else_is_told(place: str, says: str) -> None:
    assert [str(fault) for fault in of_one(place, "# X\n").left_out.values()] == [f"{place}: {says}"]


def test_a_page_without_a_name_and_pages_of_other_folders_are_told() -> None:
    assert [str(fault) for fault in of_one("units/x.md", "").left_out.values()] == ["units/x.md: a name is missing"]
    told = of_one("keywords/x.md", "# X\n").left_out
    assert [str(fault) for fault in told.values()] == ["keywords/: nothing is known of such pages (1 page)"]


def test_where_nothing_can_be_read_all_of_it_is_told() -> None:
    with pytest.raises(Misfit, match="nothing is known of such pages"):
        convert_collection(PACK, {"keywords/x.md": "# X\n"})
    with pytest.raises(Misfit, match=r"There is no page \(.md\) here."):
        convert_collection(PACK, {"units/index.md": "# Units\n"})


def test_a_name_that_is_too_long_takes_nothing_with_it() -> None:
    found = of_one("events/x.md", f"# {'x' * 10_000}\n")
    assert (list(found.content.of("event-cards")), len(found.left_out)) == (["marketplace"], 1)
