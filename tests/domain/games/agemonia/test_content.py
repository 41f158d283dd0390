"""The content pack is whole: the numbers of the rulebook, every name in two languages, no reference into nothing."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.games.agemonia import GAME
from domain.games.agemonia.state.table import Agemonia

KINDS = GAME.pack.kinds
LEVELS = ("1", "2", "3", "4", "5")
REFERENCES = {
    ("heroes", "classes"): "classes",
    ("classes", "hero"): "heroes",
    ("classes", "skills"): "skills",
    ("factions", "rival"): "factions",
    ("companions", "hero"): "heroes",
    ("items", "kind"): "item-kinds",
}


def column(name: str) -> tuple[Any, ...]:
    return tuple(KINDS["levels"][level][name] for level in LEVELS)


def test_the_table_of_levels_is_that_of_the_rulebook() -> None:
    assert tuple(KINDS["levels"]) == LEVELS
    assert column("xp_extra") == (0, 2, 3, 4, 5)
    assert column("xp_total") == (0, 2, 5, 9, 14)
    assert column("class_skills") == (0, 1, 2, 3, 4)
    assert column("action_tokens") == (0, 2, 2, 2, 2)
    assert column("slot") == ("none", "normal", "open", "normal", "open")
    assert column("inspiration_gems") == (0, 0, 0, 1, 0)


def test_each_level_takes_as_many_points_more_as_its_number() -> None:
    board = GAME.new_table()
    assert [board.needed(level) - board.needed(level - 1) for level in (2, 3, 4, 5)] == [2, 3, 4, 5]


def test_seven_heroes_have_two_classes_of_their_own_with_five_skills_each() -> None:
    assert len(KINDS["heroes"]) == 7
    for id_, hero in KINDS["heroes"].items():
        assert len(set(hero["classes"])) == 2
        assert all(KINDS["classes"][class_]["hero"] == id_ for class_ in hero["classes"])
    assert {class_ for hero in KINDS["heroes"].values() for class_ in hero["classes"]} == set(KINDS["classes"])
    assert all(len(set(class_["skills"])) == 5 for class_ in KINDS["classes"].values())


def test_every_skill_is_on_a_class_card() -> None:
    assert {skill for class_ in KINDS["classes"].values() for skill in class_["skills"]} == set(KINDS["skills"])


def test_ten_factions_are_five_pairs_of_rivals() -> None:
    factions = KINDS["factions"]
    assert len(factions) == 10
    assert all(faction["rival"] != id_ for id_, faction in factions.items())
    assert all(factions[faction["rival"]]["rival"] == id_ for id_, faction in factions.items())


def test_tokens_sell_by_their_shape() -> None:
    assert {shape: token["price"] for shape, token in KINDS["tokens"].items()} == {
        "small-round": 1,
        "triangle": 3,
        "pentagon": 5,
        "large-round": 10,
        "octagon": 20,
    }


def test_services_that_come_with_a_level() -> None:
    levels = {id_: service["level"] for id_, service in KINDS["services"].items() if "level" in service}
    assert levels == {"learn-profession": 2, "hire-follower": 2, "buy-artifact": 3}


def test_the_steps_are_those_of_the_table() -> None:
    assert list(KINDS["steps"]) == list(Agemonia.steps)


def test_the_scenarios_that_the_rulebook_names() -> None:
    scenarios = KINDS["scenarios"]
    assert [s.get("tutorial") for s in scenarios.values()] == [1, 2, 3, None, None]
    assert [id_ for id_, s in scenarios.items() if s.get("xp")] == ["twilight-watch", "the-vault-of-the-ancients"]


@pytest.mark.parametrize(("kind", "field"), REFERENCES, ids=".".join)
def test_a_reference_leads_somewhere(kind: str, field: str) -> None:
    there = set(KINDS[REFERENCES[kind, field]])
    for id_, thing in KINDS[kind].items():
        named = thing.get(field, [])
        assert there.issuperset([named] if isinstance(named, str) else named), f"{kind}.{id_}.{field}"


def things() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for kind, members in KINDS.items():
        for id_, thing in members.items():
            yield f"{kind}.{id_}", thing


def test_everything_has_an_english_and_a_chinese_name() -> None:
    assert [place for place, thing in things() if not thing.get("en") or not thing.get("zh")] == []
    assert [place for place, thing in things() if not re.search(r"[\u4e00-\u9fff]", thing["zh"])] == []


def test_names_and_numbers_only() -> None:
    long = [place for place, thing in things() for value in thing.values() if len(str(value)) > 200]
    assert long == []
