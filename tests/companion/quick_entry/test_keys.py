"""The words by which a device finds again what was understood."""

from __future__ import annotations

import pytest

from companion.quick_entry.keys import keys_of
from companion.quick_entry.moments import current_scope
from tests.companion.quick_entry.tables import Typist, in_town


def keys(typist: Typist, words: str) -> list[str]:
    return keys_of(typist.says(words)[0], typist.here, current_scope(typist.here, typist.author).offers)


@pytest.mark.parametrize("language", ["en", "zh_Hans", "zh_Hant"])
@pytest.mark.parametrize("key", ["venia", "维尼亚", "維尼亞", "wei'ni'ya", "damage'suffered", "受到伤害", "受到傷害"])
def test_it_is_found_by_its_names_in_every_language(language: str, key: str) -> None:
    assert key in keys(in_town(language), "ven dam 2")


def test_its_sentence_finds_it_in_the_language_of_who_reads_it() -> None:
    assert "venia'suffered'2'damage" in keys(in_town(), "ven dam 2")


def test_its_numbers_find_it_as_digits_and_numerals() -> None:
    assert {"2", "二", "两"} <= set(keys(in_town(), "ven dam 2"))


def test_a_number_has_the_sign_of_the_way_that_the_value_goes() -> None:
    assert [("+1" in found, "-1" in found) for found in (keys(in_town(), f"venia stars {n}1") for n in "+-")] == [
        (True, False),
        (False, True),
    ]


def test_no_key_has_a_space_in_it() -> None:
    assert not [key for key in keys(in_town(), "note ask the smith, twice") if " " in key]
