"""Cards of a database of fans as content: names and numbers, keywords where they stand by themselves, no texts."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.cards.packs import read_pack, written
from domain.content import Content
from domain.games.champions import GAME
from domain.games.champions.outside.database import converted
from domain.games.champions.outside.words import attached_to, told_in, traits
from domain.refusal import Misfit

INVENTED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("invented.json").read_text(encoding="utf-8"))
PACK = converted(INVENTED)
MANY = 1_500


def of(kind: str, id_: str) -> Mapping[str, Any]:
    thing = PACK.thing(kind, id_)
    assert thing is not None, PACK.of(kind).keys()
    return thing


def test_what_is_converted_is_a_pack_of_this_game() -> None:
    assert read_pack(written(PACK), GAME.kinds).content.digest == PACK.digest


def test_no_text_is_kept() -> None:
    assert "text" not in {field for things in PACK.kinds.values() for fields in things.values() for field in fields}
    assert "nobody keeps" not in written(PACK)


def test_both_sides_of_an_identity_are_one() -> None:
    hero = of("identities", "night-heron")
    assert {name: hero[name] for name in ("en", "alter_ego", "health", "attack", "recover", "hand", "alter_hand")} == {
        "en": "Night Heron",
        "alter_ego": "Ada Reed",
        "health": 11,
        "attack": 2,
        "recover": 3,
        "hand": 5,
        "alter_hand": 6,
    }
    assert hero["dashes"] == ["defense"]
    assert (hero["traits"], hero["alter_traits"]) == (["Scout", "T.E.A.M."], ["Birder"])
    assert hero["aspects"] == 2


def test_an_identity_has_its_cards_its_obligation_and_its_nemesis() -> None:
    hero = of("identities", "night-heron")
    assert (hero["cards"], hero["obligations"], hero["nemesis"]) == ({"dive": 2}, ["late-shift"], {"grey-kite": 1})
    assert of("cards", "late-shift")["identity"] == "night-heron"


def test_an_ally_with_the_title_of_a_hero_has_an_id_of_its_own() -> None:
    ally = of("cards", "night-heron-bo-reed")
    assert (ally["subtitle"], ally["unique"], ally["attack_damage"], ally["dashes"]) == ("Bo Reed", True, 1, ["thwart"])


def test_cards_of_one_name_are_told_apart_by_their_sets() -> None:
    assert of("cards", "grey-wall")["set"] == "fog"
    assert of("cards", "grey-wall-squall")["keywords"] == ["peril"]


def test_both_sides_of_a_main_scheme_are_one_stage() -> None:
    set_ = {"faction_code": "encounter", "card_set_code": "tide_lord"}
    sides = [
        {**set_, "code": "90026a", "type_code": "main_scheme", "name": "Flood", "stage": "2A"},
        {**set_, "code": "90026b", "type_code": "main_scheme", "name": "Flood", "stage": "2B", "threat": 9},
    ]
    pack = converted([*INVENTED, *sides])
    assert (pack.thing("scenarios", "tide-lord") or {})["schemes"] == ["high-water", "flood"]
    flood = pack.thing("main-schemes", "flood") or {}
    assert (flood["stage"], flood["target"]) == (2, 9)


def test_a_card_that_was_printed_again_has_both_numbers() -> None:
    assert of("cards", "grapple")["codes"] == ["90004", "90104"]


def test_an_x_is_no_cost() -> None:
    assert "cost" not in of("cards", "grapple")
    assert of("cards", "dive")["cost"] == 0


def test_stages_of_a_villain_make_a_scenario_and_its_expert_one() -> None:
    scenario = of("scenarios", "tide-lord")
    assert scenario["villains"] == ["tide-lord-1", "tide-lord-2"]
    assert scenario["expert"] == ["tide-lord-2", "tide-lord-3"]
    assert scenario["schemes"] == ["high-water"]
    assert scenario["sets"] == ["tide-lord", "standard"]
    assert of("villains", "tide-lord-2")["keywords"] == ["toughness"]


def test_a_main_scheme_says_what_is_for_each_player() -> None:
    stage = of("main-schemes", "high-water")
    assert (stage["threat"], stage["threat_each"], stage["acceleration"], stage["target"], stage["target_each"]) == (
        0,
        False,
        1,
        7,
        True,
    )


def test_a_card_has_its_place_in_its_set_and_in_its_product() -> None:
    for kind, id_ in (("cards", "trident"), ("villains", "tide-lord-1"), ("main-schemes", "high-water")):
        card = of(kind, id_)
        assert (card["set"], card["set_position"] > 0, card["collector"]) == ("tide-lord", True, "7")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Attach to Tide Lord. He gains retaliate 1.", "Tide Lord"),
        ("<b>Surge</b>.\nAttach to the villain (if able).", "the villain"),
        ("When this would attach to Tide Lord, draw.", ""),
    ],
)
def test_a_card_says_what_it_is_attached_to_where_a_sentence_begins_with_it(text: str, told: str) -> None:
    assert attached_to(text) == told


def test_a_set_has_its_cards_and_its_size() -> None:
    assert of("encounter-sets", "tide-lord") | {"cards": 0} == {
        "en": "Tide Lord",
        "cards": 0,
        "size": 3,
        "use": "scenario",
    }
    assert of("encounter-sets", "fog")["use"] == "modular"
    assert of("cards", "broken-dam")["threat_each"] is True
    assert (of("cards", "trident")["attack_bonus"], of("cards", "trident")["attach_to"]) == (2, "Tide Lord")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Guard. <i>(You cannot attack.)</i>\nRetaliate 2.", {"keywords": ["guard"], "retaliate": 2}),
        ("Toughness <i>(with a tough card)</i><b>When Revealed</b>: no.", {"keywords": ["toughness"]}),
        ("Uses (3 web counters).", {"uses": 3, "uses_of": "web"}),
        ("He gains retaliate 1, and surge.", {}),
        ("This card gains surge.", {}),
        ("<b>When Revealed</b>: Surge into it.", {}),
        ("Restricted. Max 1 per player.", {"keywords": ["restricted"], "most_in_play": 1}),
    ],
)
def test_keywords_count_where_they_stand_by_themselves(text: str, told: dict[str, Any]) -> None:
    assert told_in(text) == told


def test_traits_of_initials_keep_their_point() -> None:
    assert traits("S.H.I.E.L.D. Soldier.") == ["S.H.I.E.L.D.", "Soldier"]


@pytest.mark.parametrize("document", [{}, "cards", 7, None])
def test_what_is_no_list_of_cards_is_told(document: object) -> None:
    with pytest.raises(Misfit) as wrong:
        converted(document)
    assert [str(fault) for fault in wrong.value.faults.values()] == ["This is not a list of cards."]


def test_every_card_that_is_none_is_told_by_its_place() -> None:
    with pytest.raises(Misfit) as wrong:
        converted([*INVENTED[:1], {"code": "1", "type_code": "ally"}, 7])
    assert [str(fault) for fault in wrong.value.faults.values()] == [
        "Card 3: a name, a code or a type is missing.",
        "Card 4: this is no card.",
    ]


def many() -> list[dict[str, Any]]:
    """In sets of ten, as in a whole collection."""
    told = {**INVENTED[6], "text": "Guard.\n" * 20}
    return [{**told, "code": f"{n:05}", "name": f"Kite {n}", "card_set_code": f"set_{n // 10}"} for n in range(MANY)]


def test_1500_cards_become_a_pack_that_is_read_again() -> None:
    pack: Content = converted(many())
    read_pack(written(pack), GAME.kinds)
    assert len(pack.of("cards")) == MANY
