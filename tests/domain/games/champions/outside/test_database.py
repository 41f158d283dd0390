"""Cards of a database of fans as content: names and numbers, keywords where they stand by themselves, no texts."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.framework.cards.packs import read_pack, write_pack
from domain.framework.content import Content
from domain.framework.refusal import Misfit
from domain.games.champions import GAME
from domain.games.champions.outside import attached_to, convert_database, keywords_in, split_traits

INVENTED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("invented.json").read_text(encoding="utf-8"))
PACK = convert_database(INVENTED).content
MANY = 1_500


def of(kind: str, id_: str) -> Mapping[str, Any]:
    thing = PACK.thing(kind, id_)
    assert thing is not None, PACK.of(kind).keys()
    return thing


def test_what_is_converted_is_a_pack_of_this_game() -> None:
    assert read_pack(write_pack(PACK), GAME.kinds).content.digest == PACK.digest


def test_no_text_is_kept() -> None:
    assert "text" not in {field for things in PACK.kinds.values() for fields in things.values() for field in fields}
    assert "nobody keeps" not in write_pack(PACK)


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
    pack = convert_database([*INVENTED, *sides]).content
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
    ("text", "shown"),
    [
        ("Attach to Tide Lord. He gains retaliate 1.", "Tide Lord"),
        ("<b>Surge</b>.\nAttach to the villain (if able).", "the villain"),
        ("When this would attach to Tide Lord, draw.", ""),
    ],
)
def test_a_card_says_what_it_is_attached_to_where_a_sentence_begins_with_it(text: str, shown: str) -> None:
    assert attached_to(text) == shown


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
    ("text", "shown"),
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
def test_keywords_count_where_they_stand_by_themselves(text: str, shown: dict[str, Any]) -> None:
    assert keywords_in(text) == shown


def test_traits_of_initials_keep_their_point() -> None:
    assert split_traits("S.H.I.E.L.D. Soldier.") == ["S.H.I.E.L.D.", "Soldier"]


@pytest.mark.parametrize("document", [{}, "cards", 7, None])
def test_what_is_no_list_of_cards_is_told(document: object) -> None:
    with pytest.raises(Misfit) as wrong:
        convert_database(document)
    assert [str(fault) for fault in wrong.value.faults.values()] == ["This is not a list of cards."]


def test_where_nothing_can_be_read_every_fault_is_told_by_its_place() -> None:
    with pytest.raises(Misfit) as wrong:
        convert_database([{"code": "1", "type_code": "ally"}, 7])
    assert [str(fault) for fault in wrong.value.faults.values()] == [
        "Card 1: a name, a code or a type is missing.",
        "Card 2: this is not a card.",
    ]


def test_what_cannot_be_read_is_left_out_and_told_and_the_rest_is_there() -> None:
    odd = [7, {"code": "1"}, {"code": "2", "duplicate_of": "99999"}, {"code": "3", "type_code": "moon", "name": "Luna"}]
    found = convert_database([*odd, *INVENTED])
    assert found.content.digest == PACK.digest
    assert [str(fault) for fault in found.left_out.values()] == [
        "Card 1: this is not a card.",
        "Card 2: a name, a code or a type is missing.",
        "Card 3: it repeats 99999, which is not here.",
        "Card 4: nothing is known of the type “moon”.",
    ]


def test_a_reprint_that_says_nothing_else_is_the_card_it_repeats_under_its_own_code() -> None:
    reprints = [{"code": "90204", "duplicate_of": "90104"}, {"code": "90304", "duplicate_of": "90204", "quantity": 2}]
    found = convert_database([*reprints, *INVENTED])
    assert found.left_out == {}
    assert (found.content.thing("cards", "grapple") or {})["codes"] == ["90004", "90204", "90304", "90104"]
    assert found.content.of("cards").keys() == PACK.of("cards").keys()


def test_a_reprint_is_a_card_of_its_own_set_too() -> None:
    reprint = {"code": "90130", "duplicate_of": "90030", "set_code": "squall", "quantity": 2}
    sets = convert_database([*INVENTED, reprint]).content.of("encounter-sets")
    assert (sets["fog"]["cards"], sets["squall"]["cards"]) == (
        {"grey-wall": 3},
        {"grey-wall-squall": 1, "grey-wall": 2},
    )


def test_a_full_reprint_of_what_is_not_here_is_a_card() -> None:
    reprint = {"code": "90199", "duplicate_of_code": "80001", "type_code": "event", "name": "Swoop"}
    assert "swoop" in convert_database([*INVENTED, reprint]).content.of("cards")


def test_the_other_side_of_a_card_counts_as_no_card_more() -> None:
    sides = [{**INVENTED[-1], "code": f"90032{side}", "name": f"Door {side}"} for side in "ab"]
    sets = convert_database([*INVENTED, *sides]).content.of("encounter-sets")
    assert sets["squall"]["cards"] == {"grey-wall-squall": 1, "door-a": 1}


@pytest.mark.parametrize("type_", ["ally", "attachment", "environment", "minion", "obligation", "treachery", "upgrade"])
def test_icons_are_kept_on_cards_of_any_type(type_: str) -> None:
    icons = {f"scheme_{icon}": 1 for icon in ("acceleration", "hazard", "amplify", "crisis")}
    one = {"code": "90500", "type_code": type_, "name": "Odd One", **icons}
    fields = convert_database([one]).content.of("cards")["odd-one"]
    assert [fields[icon] for icon in ("acceleration", "hazard", "amplify", "crisis")] == [1, 1, 1, 1]


def test_icons_of_a_hero_are_kept() -> None:
    one = {"code": "90500", "type_code": "hero", "name": "Odd One", "health": 9, "scheme_acceleration": 1}
    assert convert_database([one]).content.of("identities")["odd-one"]["acceleration"] == 1


def test_evidence_and_schemes_of_players_are_types_of_their_own() -> None:
    shown = [
        {"code": "90600", "type_code": "evidence_motive", "name": "Old Letter", "set_code": "case"},
        {
            "code": "90601",
            "type_code": "player_side_scheme",
            "faction_code": "justice",
            "name": "Plan",
            "base_threat": 4,
        },
    ]
    cards = convert_database(shown).content.of("cards")
    assert (cards["old-letter"]["type"], cards["plan"]["type"]) == ("evidence", "player side scheme")
    assert (cards["plan"]["threat"], cards["plan"]["threat_each"]) == (4, True)


def test_a_leader_is_the_villain_of_a_scenario() -> None:
    common = {"type_code": "leader", "faction_code": "encounter", "set_code": "heron_leader", "name": "Night Heron"}
    stages = [{**common, "code": f"9070{n}", "stage": stage} for n, stage in enumerate(("I", "II"), 1)]
    pack = convert_database([*INVENTED, *stages]).content
    assert [pack.of("villains")[id_]["stage"] for id_ in ("night-heron-1", "night-heron-2")] == [1, 2]
    leader = pack.of("scenarios")["heron-leader"]
    assert (leader["en"], leader["villains"]) == ("Heron Leader", ["night-heron-1", "night-heron-2"])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("One modular encounter set <i>(recommended: Fog)</i>.", {"modular": 1, "recommended": ["fog"]}),
        ("Two modular sets (<i>Fog</i> and <i>Squall</i>).", {"modular": 2, "recommended": ["fog", "squall"]}),
        ("Two modular encounter sets. <i>(Squall, and Fog.)</i>", {"modular": 2, "recommended": ["squall", "fog"]}),
        ("One modular set from another box.", {"modular": 1}),
        ("Put the modular sets away.", {}),
    ],
)
def test_a_scenario_recommends_its_modular_sets(text: str, shown: dict[str, Any]) -> None:
    own = {"type_code": "main_scheme", "card_set_code": "tide_lord", "name": "High Water", "stage": "1A", "text": text}
    sides = [{**own, "code": "90029a"}, {**own, "code": "90029b", "stage": "1B", "text": "No."}]
    scenario = convert_database([*INVENTED, *sides]).content.of("scenarios")["tide-lord"]
    assert {name: scenario[name] for name in ("modular", "recommended") if name in scenario} == shown


def test_a_list_of_sets_among_the_cards_says_what_sets_are_for() -> None:
    sets = [{"code": "squall", "name": "The Squall", "card_set_type_code": "modular"}]
    found = convert_database([*sets, *INVENTED])
    assert found.content.of("encounter-sets")["squall"] | {"cards": 0, "size": 0} == {
        "en": "The Squall",
        "cards": 0,
        "size": 0,
        "use": "modular",
    }


def many() -> list[dict[str, Any]]:
    """In sets of ten, as in a whole collection."""
    shown = {**INVENTED[6], "text": "Guard.\n" * 20}
    return [{**shown, "code": f"{n:05}", "name": f"Kite {n}", "card_set_code": f"set_{n // 10}"} for n in range(MANY)]


def test_1500_cards_become_a_pack_that_is_read_again() -> None:
    pack: Content = convert_database(many()).content
    read_pack(write_pack(pack), GAME.kinds)
    assert len(pack.of("cards")) == MANY
