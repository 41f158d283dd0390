"""`kinds`: what may stand on the cards of a game."""

from tests.companion.cli.conftest import Terminal


def test_the_kinds_of_a_game(empty: Terminal) -> None:
    lines = empty.ok("kinds", "agemonia").out.splitlines()
    assert any(line.startswith("fate-cards") and line.endswith("en, zh, text, unsure, value") for line in lines)
    rows = empty.ok("kinds", "agemonia", "--json").json
    assert {"kind": "item-kinds", "fields": ["en", "zh", "text", "unsure"]} in rows


def test_one_kind_with_its_fields(empty: Terminal) -> None:
    output = [" ".join(line.split()) for line in empty.ok("kinds", "agemonia", "items").out.splitlines()]
    assert output[0] == "items: 3"
    assert {"price price a number, 0 to 9999", "quest quest item true or false"} <= set(output)


def test_a_kind_is_told_in_the_language_asked_for(empty: Terminal) -> None:
    row = empty.ok("kinds", "agemonia", "items", "--json", "--lang", "zh_Hans").json
    assert {"name": "quest", "label": "任务物品"} in row["fields"]
    assert row["schema"]["properties"]["hands"]["maximum"] == 30


def test_a_kind_that_there_is_not_names_the_near_ones(empty: Terminal) -> None:
    output = empty("kinds", "agemonia", "item")
    assert (output.code, output.err) == (2, "there is no kind “item”; there is: items, terms\n")
    assert empty("kinds", "chess").code == 5
