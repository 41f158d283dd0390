"""How well what is typed fits a name."""

import pytest

from companion.quick_entry.letters import fit_of_word, folded_letters, share_mentioned, spelling_of


def fits(typed: str, name: str) -> float:
    return fit_of_word(folded_letters(typed), spelling_of(name))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ven", "Venia"),
        ("damage", "Damage suffered"),
        ("suf", "Damage suffered"),
        ("hg", "Harbour Guild"),
        ("zuva", "Zuva'Sai"),
        ("elan", "Élan"),
        ("买", "购买物品"),
        ("買", "购买物品"),
        ("购买", "購買物品"),
        ("mai", "购买物品"),
        ("maiwupin", "购买物品"),
        ("gmwp", "购买物品"),
        ("gelamasike", "格拉马斯克家族"),
        ("格拉馬斯克", "格拉马斯克家族"),
        ("chang", "长老"),
        ("zhang", "长老"),
    ],
)
def test_a_name_is_found_by_its_letters_its_characters_and_how_they_are_read(typed: str, name: str) -> None:
    assert fits(typed, name)


@pytest.mark.parametrize(
    ("typed", "name"), [("enia", "Venia"), ("x", "Venia"), ("maiq", "购买物品"), ("gd", "Venia"), ("golden", "Gold")]
)
def test_what_stands_in_no_name_fits_none(typed: str, name: str) -> None:
    assert not fits(typed, name)


@pytest.mark.parametrize(
    ("better", "worse", "name"),
    [
        ("venia", "veni", "Venia"),
        ("veni", "v", "Venia"),
        ("damage", "da", "Damage suffered"),
        ("购买物品", "购买", "购买物品"),
        ("购买物", "购买", "购买物品"),
        ("购买", "物品", "购买物品"),
        ("gou", "g", "购买物品"),
        ("goumaiwupin", "gmwp", "购买物品"),
    ],
)
def test_who_types_more_of_a_name_is_surer_of_it(better: str, worse: str, name: str) -> None:
    assert fits(better, name) > fits(worse, name)


def test_a_sentence_is_found_by_no_single_letters() -> None:
    assert share_mentioned("buy", spelling_of("A hero buys an item in the city."))
    assert not share_mentioned("bu", spelling_of("A hero buys an item in the city."))


def test_a_character_that_is_only_read_alike_fits_worse_than_the_one_that_stands_there() -> None:
    assert 0 < fits("卖", "购买物品") < fits("买", "购买物品")
    assert fits("燈", "灯") == fits("灯", "灯")


def test_two_characters_that_are_read_alike_fit_better_than_one() -> None:
    assert 0 < fits("卖", "购买物品") < fits("够卖", "购买物品") < fits("购买", "购买物品")


def test_the_number_in_a_name_is_not_the_whole_of_it() -> None:
    assert fits("2", "圣甲虫2") == fits("2", "Scarab 2") < fits("2", "2")
