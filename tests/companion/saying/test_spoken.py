"""What players say: what is offered first is meant in nine sentences of ten, and what leaves no doubt in each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from companion.saying.reading import Reading
from domain.games import BY_KEY
from tests.companion.saying.spoken import Spoken, heard, spoken

ENOUGH = 120
IN_TEN = 9


@cache
def understood(game: str) -> Sequence[tuple[Spoken, Reading | None]]:
    """Every sentence of a game with what is offered first."""
    return [(one, next(iter(heard(one)), None)) for one in spoken(game)]


def odd(found: Sequence[tuple[Spoken, Reading | None]]) -> list[str]:
    return [f"{one.words}: {(first.event, dict(first.fields)) if first else None}" for one, first in found]


@pytest.mark.parametrize("game", BY_KEY)
def test_every_game_has_a_list_of_sentences(game: str) -> None:
    assert len({(one.entry, one.words) for one in spoken(game)}) >= ENOUGH


@pytest.mark.parametrize("game", BY_KEY)
def test_what_is_offered_first_is_meant_nine_times_of_ten(game: str) -> None:
    found = understood(game)
    wrong = [(one, first) for one, first in found if first is None or not one.is_meant_by(first)]
    assert len(wrong) * 10 <= len(found) * (10 - IN_TEN), odd(wrong)


@pytest.mark.parametrize("game", BY_KEY)
def test_nothing_else_than_what_is_meant_is_recorded_without_asking(game: str) -> None:
    wrong = [(one, first) for one, first in understood(game) if first and first.sure and not one.is_meant_by(first)]
    assert odd(wrong) == []


WAR, FIGHT, HEROES = "runewars/0.1.0-war", "agemonia/0.1.0-fight", "champions/0.1.0"


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
    assert (late.event, late.why_not) == ("turn-ended", "This figure already took its turn.")


def test_units_are_told_with_how_many_they_are() -> None:
    first, *_ = offered(WAR, 122, "march 1C 2 berserkers 1 warlock")
    assert first.fields["stacks"] == {"U3/berserker": 2, "U3/warlock": 1}
    assert first.sure


def test_what_may_be_meant_in_two_ways_leaves_a_doubt() -> None:
    assert not any(one.sure for one in offered(HEROES, 205, "ironwood attacks 1"))
    assert not any(one.sure for one in offered(HEROES, 205, "spider-man +0"))
