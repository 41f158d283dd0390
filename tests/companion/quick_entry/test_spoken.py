"""What players say: what is offered first is meant in nine sentences of ten, and what leaves no doubt in each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from companion.quick_entry.reading import Reading
from domain.games import KEYS
from tests.companion.quick_entry.spoken import Spoken, heard, spoken

pytestmark = pytest.mark.slow

ENOUGH = {"": 120, "unseen": 60}
"""By folder of lists, how many sentences each has at least."""
IN_TEN = 9
every_list = pytest.mark.parametrize(("game", "kept"), [(game, kept) for kept in ENOUGH for game in KEYS])


@cache
def understood(game: str, kept: str) -> Sequence[tuple[Spoken, Reading | None]]:
    """Every sentence of a list with what is offered first."""
    return [(one, next(iter(heard(one)), None)) for one in spoken(game, kept)]


def odd(found: Sequence[tuple[Spoken, Reading | None]]) -> list[str]:
    return [f"{one.words}: {(first.event, dict(first.fields)) if first else None}" for one, first in found]


@every_list
def test_every_game_has_a_list_of_sentences(game: str, kept: str) -> None:
    assert len({(one.entry, one.words) for one in spoken(game, kept)}) >= ENOUGH[kept]


@every_list
def test_what_is_offered_first_is_meant_nine_times_of_ten(game: str, kept: str) -> None:
    found = understood(game, kept)
    wrong = [(one, first) for one, first in found if first is None or not one.is_meant_by(first)]
    assert len(wrong) * 10 <= len(found) * (10 - IN_TEN), odd(wrong)


@every_list
def test_nothing_else_than_what_is_meant_is_recorded_without_asking(game: str, kept: str) -> None:
    wrong = [
        (one, first) for one, first in understood(game, kept) if first and first.sure and not one.is_meant_by(first)
    ]
    assert odd(wrong) == []


WAR, FIGHT, HEROES = "runewars/0.1.0-war", "agemonia/0.1.0-fight", "champions/0.1.0"
TUESDAY, LANTERNS, RUNES, WELL = "champions/demo", "agemonia/demo", "runewars/demo", "odalin/demo"


def offered(log: str, entry: int, words: str) -> list[Reading]:
    return heard(Spoken(log.partition("/")[0], log, entry, words, "", ()))


@pytest.mark.parametrize(("words", "event"), [("threat +2", "threat-placed"), ("threat -2", "threat-removed")])
def test_the_sign_of_a_number_decides_also_where_something_is_missing(words: str, event: str) -> None:
    others = {"threat-placed", "threat-removed"} - {event}
    found = offered(HEROES, 205, words)
    assert found[0].event == event
    assert not others & {one.event for one in found[:3] if "amount" in one.fields}


def test_a_number_below_zero_takes_from_a_counter() -> None:
    first, *_ = offered(FIGHT, 174, "prisoners -1")
    assert dict(first.fields) == {"counter": "Prisoners", "amount": 1, "down": True}


def test_who_loses_hit_points_takes_damage() -> None:
    first, *_ = offered(HEROES, 205, "villain -5")
    assert (first.event, dict(first.fields)) == ("damage-dealt", {"target": "villain", "amount": 5})


def test_a_hero_who_attacks_is_never_the_villain() -> None:
    assert "activation-started" not in {one.event for one in offered(HEROES, 205, "nightjar attacks 1")}


def test_a_card_is_played_by_its_name_and_paid_for_before() -> None:
    first, second, *_ = offered(HEROES, 205, "ironwood plays spring rain")
    rain = {"seat": "ironwood", "card": "spring-rain"}
    assert [(one.event, dict(one.fields)) for one in (first, second)] == [
        ("cost-declared", rain),
        ("card-played", rain),
    ]
    assert (first.why_not, second.why_not) == ("", "Not paid yet: 0 of 1 resources.")


def test_what_is_offered_first_is_possible_or_says_why_not() -> None:
    late, *_ = offered(FIGHT, 174, "lunara end")
    assert (late.event, late.why_not) == ("turn-ended", "This figure has no turn left in this round.")


def test_units_are_told_with_how_many_they_are() -> None:
    first, *_ = offered(WAR, 122, "march 1C 2 berserkers 1 warlock")
    assert first.fields["stacks"] == {"U3/berserker": 2, "U3/warlock": 1}
    assert first.sure


def test_what_may_be_meant_in_two_ways_leaves_a_doubt() -> None:
    assert not any(one.sure for one in offered(HEROES, 205, "ironwood attacks 1"))
    assert not any(one.sure for one in offered(HEROES, 205, "spider-man +0"))


def first_reading(log: str, entry: int, words: str) -> tuple[str, dict[str, object]]:
    """What is offered first: the event with its fields."""
    best, *_ = offered(log, entry, words)
    return best.event, dict(best.fields)


def test_who_stands_before_the_word_for_it_does_it() -> None:
    event, fields = first_reading(TUESDAY, 20, "rhino hits spider-man for 3")
    assert (event, fields["enemy"], fields["seat"]) == ("enemy-activated", "villain", "spider-man")
    event, fields = first_reading(TUESDAY, 12, "spider-man hits rhino for 3")
    assert (event, fields["seat"], fields["target"]) == ("hero-attacked", "spider-man", "villain")
    event, fields = first_reading(FIGHT, 217, "archer 3 hits venia for 2")
    assert (event, fields["target"], fields["damage"]) == ("enemy-turn-resolved", "venia", 2)


def test_who_is_told_after_by_does_it_wherever_that_stands() -> None:
    event, fields = first_reading(TUESDAY, 20, "3 damage to rhino by spider-man")
    assert (event, fields) == ("damage-dealt", {"target": "villain", "amount": 3, "by": "spider-man"})


def test_what_the_rules_fill_in_has_to_come_out_as_it_was_said() -> None:
    as_hero, as_alter_ego = 189, 71
    best, *_ = offered(TUESDAY, as_hero, "nightjar flips to alter ego")
    assert (best.event, best.sure) == ("form-changed", True)
    assert not any(one.sure for one in offered(TUESDAY, as_alter_ego, "nightjar flips to alter ego"))


def test_a_text_may_stand_in_the_middle() -> None:
    assert first_reading(LANTERNS, 350, "wrote broken seal in the party journal") == (
        "keyword-written",
        {"journal": "party", "keyword": "broken seal"},
    )
    assert first_reading(LANTERNS, 309, "timer flood 12") == ("timer-started", {"timer": "flood", "target": 12})


def test_a_number_is_a_text_where_nothing_else_is_one() -> None:
    assert first_reading(LANTERNS, 302, "entry 166") == ("story-entry-read", {"entry_no": "166"})


def test_what_is_at_a_number_is_set_and_what_has_a_sign_is_changed() -> None:
    assert first_reading(RUNES, 334, "daqan wood is 3") == (
        "dial-set",
        {"seat": "human", "resource": "wood", "value": 3},
    )
    assert first_reading(RUNES, 334, "daqan wood +3") == (
        "dial-raised",
        {"seat": "human", "resource": "wood", "amount": 3},
    )


def test_the_same_may_be_said_twice_where_the_order_counts() -> None:
    assert first_reading(FIGHT, 169, "one one two") == ("dice-rolled", {"faces": ["one", "one", "two"]})
    assert first_reading(FIGHT, 169, "rolled one two one") == ("dice-rolled", {"faces": ["one", "two", "one"]})


def test_a_number_is_for_the_field_that_a_word_names() -> None:
    event, fields = first_reading(FIGHT, 174, "venia melee attack skitterer 1 with 3 dice")
    assert (event, fields["dice"], fields.get("condition")) == ("attack-declared", 3, None)


def test_who_is_at_turn_need_not_be_named_where_it_can_be_nobody_else() -> None:
    assert first_reading(WAR, 207, "end turn") == ("turn-ended", {"seat": "uthuk"})
    assert first_reading(TUESDAY, 72, "plays little owl") == (
        "cost-declared",
        {"seat": "nightjar", "card": "little-owl"},
    )


def test_who_takes_damage_is_asked_although_somebody_is_at_turn() -> None:
    suffered = next(one for one in offered(FIGHT, 174, "takes 1 damage") if one.event == "damage-suffered")
    assert list(suffered.missing) == ["hero"]


def test_what_an_area_holds_is_known_wherever_the_area_is_said() -> None:
    meant = {"area": "E1", "units": {"elf-archer": 1}}
    assert first_reading(RUNES, 334, "destroy an archer in e1") == ("units-destroyed", meant)
    assert first_reading(RUNES, 334, "in e1 an archer is destroyed") == ("units-destroyed", meant)


def test_what_has_to_be_said_besides_is_asked_before_a_reason_against_it() -> None:
    best, *_ = offered(FIGHT, 174, "venia moves")
    assert (best.event, list(best.missing), best.why_not) == ("move-maneuver-started", ["points"], "")


@pytest.mark.parametrize("words", ["scarab 2 attacks borin for 2", "scarab attacks borin for 2", "圣甲虫2 攻击 博林 2"])
def test_a_thing_has_its_number_right_after_its_name_and_another_number_is_an_amount(words: str) -> None:
    assert first_reading(WELL, 35, words) == ("villain-attacked", {"villain": "scarab 2", "hero": "borin", "damage": 2})


def test_several_things_of_one_name_are_told_by_their_numbers() -> None:
    meant = {"order": ["scarab 2", "scarab 1"]}
    assert first_reading(WELL, 41, "initiative scarab 2 and 1") == ("initiative-changed", meant)


def test_a_number_counts_nothing_where_nothing_is_named_that_it_counts() -> None:
    event, fields = first_reading(WELL, 35, "scarab 2 hits sena for 3")
    assert (event, fields["damage"]) == ("villain-attacked", 3)


def test_a_sign_decides_between_two_events_of_which_one_cannot_tell_which_way_it_goes() -> None:
    best, *_ = offered(WELL, 92, "borin corruption -1")
    assert (best.event, best.sure) == ("corruption-reduced", True)


def test_a_text_is_whole_where_words_of_it_stand_in_what_is_said_of_the_event() -> None:
    assert first_reading(WELL, 245, "note ask Ben about the bell") == (
        "note-added",
        {"text": "ask Ben about the bell"},
    )


def test_a_number_that_what_comes_next_knows_may_be_said() -> None:
    assert first_reading(WELL, 248, "go on to section 2") == ("section-begun", {"section": 2, "chapter_no": 1})
