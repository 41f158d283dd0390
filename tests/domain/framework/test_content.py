"""Content packs: loading, every fault by its place, and what differs between two."""

import re

import pytest

from domain.framework.content import LARGEST, Content, describe_content_changes, from_bytes, load_pack
from domain.framework.refusal import Misfit
from tests.toy import PACK


def faults(source: str) -> dict[str, str]:
    with pytest.raises(Misfit) as raised:
        load_pack(source)
    return {place: str(fault) for place, fault in raised.value.faults.items()}


def test_a_pack_is_read_from_toml() -> None:
    pack = load_pack('[towers.oak]\nen = "Oak Tower"\nzh = "橡木塔"\nprice = 2\n')
    assert pack.thing("towers", "oak") == {"en": "Oak Tower", "zh": "橡木塔", "price": 2}
    assert pack.thing("towers", "tin") is None
    assert pack.of("dragons") == {}


def test_a_pack_keeps_its_digest_through_its_bytes() -> None:
    assert from_bytes(PACK.bytes).digest == PACK.digest
    assert from_bytes(PACK.bytes).kinds == PACK.kinds


def test_the_digest_does_not_depend_on_the_order() -> None:
    turned = Content({kind: dict(reversed(PACK.of(kind).items())) for kind in reversed(PACK.kinds)})
    assert turned.digest == PACK.digest


def test_every_fault_is_told_by_its_place() -> None:
    assert faults("dragons = 3\n[towers]\noak = 5\n[towers.iron]\nprice = 5\n[towers.tin]\nen = 7\n") == {
        "dragons": "dragons: expected a table of things, each with a name",
        "towers.oak": "towers.oak: expected a thing with a name",
        "towers.iron": "towers.iron: a name in en or zh is missing",
        "towers.tin.en": "towers.tin.en: a name is text",
    }


@pytest.mark.parametrize("source", ["[", "a = ", "\0", "[a]\n[a]\n"])
def test_what_is_no_toml_is_refused_in_a_sentence(source: str) -> None:
    assert faults(source)[""].startswith("This is not a content pack")


@pytest.mark.parametrize("value", ["1979-05-27", "12:00:00", "nan", "inf"])
def test_a_pack_that_cannot_be_kept_as_it_is_is_refused_by_its_place(value: str) -> None:
    """Dates become text and nan becomes null in the stored pack, so they are not welcome."""
    assert list(faults(f'[towers.oak]\nen = "Oak"\nbuilt = {value}\n')) == ["towers.oak.built"]


def test_a_number_beyond_64_bits_is_refused_by_its_place() -> None:
    assert list(faults(f'[towers.oak]\nen = "Oak"\nprice = {2**70}\n')) == ["towers.oak.price"]


@pytest.mark.parametrize(
    "line",
    [
        f"{'.'.join('a' * 3_000)} = 1",
        f"[{'.'.join('a' * 3_000)}]",
        f"x = {'[' * 50_000}",
        f"x = {'{a=' * 300}1{'}' * 300}",
    ],
    ids=["dotted keys", "a dotted heading", "lists without an end", "tables in tables"],
)
def test_what_is_nested_deeper_than_any_pack_is_refused_in_a_sentence(line: str) -> None:
    ((_, shown),) = faults(f'[towers.oak]\nen = "Oak"\n{line}\n').items()
    assert re.search("nested too deeply: at most 20 levels|lists are nested at most 20 deep", shown)


def test_a_value_that_is_deeper_than_any_is_refused_by_its_place() -> None:
    deep = f"{'[' * 300}{']' * 300}"
    assert faults(f'[towers.oak]\nen = "Oak"\nx = {deep}\n') == {
        "towers.oak.x": "towers.oak.x: lists are nested at most 20 deep"
    }


def test_lists_and_tables_of_a_card_stand_in_each_other_as_they_need_to() -> None:
    deep = f"{'[' * 20}{']' * 20}"
    assert load_pack(f'[towers.oak]\nen = "Oak"\nx = {deep}\ntext = "a.b.{"c." * 30}"\n').digest


def test_a_number_of_five_thousand_digits_is_refused_in_a_sentence() -> None:
    assert faults(f'[towers.oak]\nen = "Oak"\nprice = {"9" * 5_000}\n') == {
        "": "A number in this content pack is too long."
    }


def test_a_file_that_is_larger_than_any_pack_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomllib.loads", lambda source: pytest.fail("it was read"))
    assert faults("#" * (LARGEST + 1))[""] == "This content pack is too large: at most 4000000 characters."


def test_changes_name_the_places_that_differ() -> None:
    old = Content({"towers": {"oak": {"en": "Oak", "price": 2}, "iron": {"en": "Iron"}}})
    new = Content({"towers": {"oak": {"en": "Oak", "price": 3}, "tin": {"en": "Tin"}}})
    assert [str(change) for change in describe_content_changes(old, new)] == [
        "towers.iron.en gone",
        "towers.oak.price changed",
        "towers.tin.en added",
    ]
    assert describe_content_changes(old, old) == []


def test_a_thing_with_one_name_is_called_so_in_both_languages() -> None:
    term = load_pack('[towers.oak]\nzh = "橡木塔"\n').terms["towers"]["oak"]
    assert (term.en, term.zh) == ("橡木塔", "橡木塔")
