"""A mistyped name is answered with similar ones."""

import pytest

from companion.cli.suggestions import suggest_names
from tests.companion.cli.conftest import KEY, Terminal


@pytest.mark.parametrize(
    ("words", "code", "near"),
    [
        (["lst"], 2, "'list'"),
        (["log", "evning-one"], 5, f"Perhaps: {KEY}"),
        (["branch", "evening", "x"], 5, f"Perhaps: {KEY}"),
        (["site", "FOLDER", "evening-on"], 5, f"Perhaps: {KEY}"),
        (["new", "agemona", "x"], 5, "Perhaps: agemonia"),
        (["demo", "runewar"], 5, "Perhaps: runewars"),
        (["kinds", "champion"], 5, "Perhaps: champions"),
        (["events", "odlain"], 5, "Perhaps: odalin"),
        (["record", KEY, "keyword-writen"], 5, "keyword-written"),
        (["record", KEY, "keyword-written", "jurnal=party"], 2, "perhaps journal;"),
        (["record", KEY, "hero-left-party", "hero=lunra"], 3, "hero, perhaps: Lunara"),
    ],
)
def test_a_mistyped_name_is_answered_with_a_similar_one(
    companion: Terminal, words: list[str], code: int, near: str
) -> None:
    result = companion(*(str(companion.data.parent / "site") if word == "FOLDER" else word for word in words))
    assert (result.code, result.out) == (code, "")
    assert near in result.err


def test_a_program_finds_similar_values_as_hints(companion: Terminal) -> None:
    wrong = companion("record", KEY, "hero-left-party", "hero=lunra", "--json").wrong
    assert wrong["hints"] == ["hero, perhaps: Lunara"]


def test_without_similar_names_all_games_are_listed(companion: Terminal) -> None:
    result = companion("new", "chess", "x")
    assert "Known: agemonia, " in result.err
    assert companion("log", "nowhere").err == "There is no campaign “nowhere”.\n"


def test_a_hidden_card_is_never_suggested(harbour: Terminal) -> None:
    assert "42" not in harbour("record", "harbour", "card-shown", "seat=Ann", "card=43").err


def test_few_names_are_suggested_the_most_similar_first() -> None:
    assert suggest_names("evening-one", [f"evening-one-{n}" for n in range(9)])[0] == "evening-one-0"
    assert len(suggest_names("evening-one", [f"evening-one-{n}" for n in range(9)])) == 3
