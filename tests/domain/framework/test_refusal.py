"""Refusals: the section of the rulebook that a reason rests on, as its reader finds it."""

import pytest

from domain.framework.refusal import heading_of_rule, never, refusal
from domain.framework.text import ENGLISH, Term, Tongue

CHINESE_NAMES = Tongue(content="zh")


@pytest.mark.parametrize(
    ("rule", "tongue", "shown"),
    [
        (None, ENGLISH, ""),
        (Term("Damage", "伤害"), ENGLISH, "Damage (伤害)"),
        (Term("Damage", "伤害"), CHINESE_NAMES, "伤害"),
        (Term("X-23", "X-23"), ENGLISH, "X-23"),
    ],
)
def test_the_heading_of_the_chinese_rulebook_stands_beside_english(
    rule: Term | None, tongue: Tongue, shown: str
) -> None:
    assert heading_of_rule(rule, tongue) == shown


def test_what_is_arithmetic_cannot_be_bent_and_what_a_rule_says_can() -> None:
    reason = refusal("too-far", "It is too far.", rule=Term("Range", "射程"))()
    assert reason.as_json() == {
        "code": "too-far",
        "message": "It is too far.",
        "rule": "Range (射程)",
        "bendable": True,
    }
    asked = never("how-much", "How much is it?", asks=True)()
    assert (asked.bendable, asked.refusal.asks) == (False, True)
    assert not never("none-left", "None is left.")().refusal.asks
