"""A game's own words win over the core's at its tables, and nowhere else."""

import pytest

from companion.i18n import tongue_of, translator
from domain.framework.text import text
from tests.shelf import Shelf


@pytest.fixture(autouse=True)
def words(shelf: Shelf) -> Shelf:
    shelf.write("core", {"Log": "日志", "More": "更多"})
    shelf.write("toy", {"Log": "航海日志"})
    return shelf


def test_a_games_own_word_wins_at_its_table() -> None:
    assert text("Log").render(tongue_of("zh_Hans", game="toy")) == "航海日志"


def test_elsewhere_it_is_not_known() -> None:
    assert text("Log").render(tongue_of("zh_Hans")) == "日志"


def test_two_games_say_it_each_in_their_own_way(words: Shelf) -> None:
    words.write("other", {"Log": "战报"})
    assert [translator("zh_Hans", game)("Log") for game in ("toy", "other")] == ["航海日志", "战报"]


def test_what_a_game_has_no_word_for_is_told_by_the_core() -> None:
    assert translator("zh_Hans", "toy")("More") == "更多"


def test_a_word_that_a_game_left_empty_is_told_by_the_core(words: Shelf) -> None:
    words.write("toy", {"Log": ""})
    assert translator("zh_Hans", "toy")("Log") == "日志"


def test_a_game_without_a_catalogue_speaks_as_the_core_does() -> None:
    assert translator("zh_Hans", "unheard-of")("Log") == "日志"


def test_each_language_has_words_of_its_own(words: Shelf) -> None:
    words.write("toy", {"Log": "航海日誌"}, "zh_Hant")
    assert translator("zh_Hant", "toy")("Log") == "航海日誌"
