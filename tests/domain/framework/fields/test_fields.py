"""Fields: what an event takes, and a clear sentence for everything it does not."""

from typing import Any, Literal

import pytest

from companion.testing import given
from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of, make_event, read_value
from domain.framework.kernel import Adjusted, ContentAdded, NoteAdded, SessionStarted
from domain.framework.refusal import Misfit
from tests.toy import GAME, CoinsGained, DiceRolled, Harbour, SeatTaken, TowerBuilt, ToyEvent


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def misfit(cls: type[Event[Any]], **values: Any) -> dict[str, str]:
    with pytest.raises(Misfit) as raised:
        make_event(cls, values)
    return {name: str(fault) for name, fault in raised.value.faults.items()}


NO_WHOLE_NUMBERS: dict[str, Any] = {
    "text": "5",
    "a fraction": 5.0,
    "yes": True,
    "nothing": None,
    "a list": [],
    "names": {},
    "not a number": float("nan"),
    "infinity": float("inf"),
    "long text": "x" * 100_000,
}


@pytest.mark.parametrize("amount", NO_WHOLE_NUMBERS.values(), ids=NO_WHOLE_NUMBERS)
def test_only_a_whole_number_is_a_whole_number(amount: Any) -> None:
    assert misfit(CoinsGained, seat="Ann", amount=amount) == {"amount": "amount: type a whole number"}


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        (0, "amount: at least 1"),
        (-(2**63), "amount: at least 1"),
        (1_000_000, "amount: at most 999999"),
        (2**63, "amount: at most 999999"),
        (2**64, "amount: that number is too large"),
        (10**400, "amount: that number is too large"),
    ],
)
def test_a_number_stays_in_its_bounds(amount: int, sentence: str) -> None:
    assert misfit(CoinsGained, seat="Ann", amount=amount) == {"amount": sentence}


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (5, "seat: type some text"),
        (None, "seat: type some text"),
        (["Ann"], "seat: type some text"),
        ("", "seat: still empty"),
        (" \t ".replace("\t", " "), "seat: still empty"),
        ("x" * 201, "seat: too long, at most 200 characters"),
        ("x" * 100_000, "seat: too long, at most 200 characters"),
        ("An\0n", "seat: some characters cannot be shown"),
        ("An\nn", "seat: some characters cannot be shown"),
        ("An\x1bn", "seat: some characters cannot be shown"),
        ("An\x7fn", "seat: some characters cannot be shown"),
        ("An\x9bn", "seat: some characters cannot be shown"),
        ("An\u2028n", "seat: some characters cannot be shown"),
        ("An\u202en", "seat: some characters cannot be shown"),
        ("\u200b", "seat: still empty"),
        ("An\ud800n", "seat: these characters cannot be kept"),
    ],
    ids=ascii,
)
def test_a_line_is_a_line(seat: Any, sentence: str) -> None:
    assert misfit(SeatTaken, seat=seat) == {"seat": sentence}


@pytest.mark.parametrize(
    "seat", ["Ann", "安", "Ánn", "👩‍🚀", "x" * 200, "o'Hara “the Oak”", "{seat}", "100%", "עדה"], ids=ascii
)
def test_any_name_is_a_line(seat: str) -> None:
    given(GAME).when(make_event(SeatTaken, {"seat": seat})).then(SeatTaken(seat=seat))


def test_a_line_is_stripped() -> None:
    assert make_event(SeatTaken, {"seat": "  Ann "}) == SeatTaken(seat="Ann")


def test_prose_keeps_its_lines() -> None:
    assert make_event(NoteAdded, {"text": "one\ntwo"}) == NoteAdded(text="one\ntwo")


def test_a_missing_field_is_named() -> None:
    assert misfit(CoinsGained) == {"seat": "seat: still missing", "amount": "amount: still missing"}


def test_an_unknown_field_is_named_with_those_there_are() -> None:
    assert misfit(CoinsGained, seat="Ann", amount=1, coins=2) == {
        "coins": "there is no field coins; the fields are: seat, amount"
    }


@pytest.mark.parametrize("name", ["\ud800", "\0", "x" * 1000, ""], ids=ascii)
def test_whatever_a_field_is_called_there_is_a_sentence(name: str) -> None:
    with pytest.raises(Misfit) as raised:
        make_event(SeatTaken, {"seat": "Ann", name: 1})
    assert str(raised.value)
    str(raised.value).encode()


@pytest.mark.parametrize("levels", [100, 254, 255, 300, 5_000])
def test_deep_nesting_is_refused_in_a_fitting_sentence(levels: int) -> None:
    faults = misfit(SeatTaken, seat=nested(levels))
    assert list(faults) == ["seat"]
    assert "characters" not in faults["seat"]


@pytest.mark.parametrize(
    "value",
    [nested(150), nested(300), "x" * 100_000, "\0", "\ud800", 2**63, 2**200, float("nan"), float("inf"), 10.0**300],
    ids=lambda value: ascii(value)[:20],
)
def test_typed_in_content_is_bounded_too(value: Any) -> None:
    assert misfit(ContentAdded, kind="towers", id="tin", fields={"price": value})


@pytest.mark.parametrize(
    "after",
    [2**63, -(2**63), 2**200, "x" * 100_000, "\0", "\ud800", [1], {"a": 1}, 1.5, float("nan")],
    ids=lambda v: ascii(v)[:20],
)
def test_what_a_hand_sets_is_bounded_too(after: Any) -> None:
    faults = misfit(Adjusted, path="seats.Ann.coins", after=after, reason="card")
    assert {name.partition(".")[0] for name in faults} == {"after"}


def test_a_list_names_the_place_of_its_fault() -> None:
    assert misfit(DiceRolled, seat="Ann", dice=[1, 7]) == {"dice.1": "dice.1: at most 6"}
    assert misfit(SessionStarted, players=["Ann", 5]) == {"players.1": "players.1: type some text"}
    assert misfit(SessionStarted, players="Ann") == {"players": "players: a list is needed"}


def test_a_list_is_bounded() -> None:
    assert list(misfit(SessionStarted, players=["Ann"] * 10_000)) == ["players"]


def test_what_is_not_a_number_is_never_nothing() -> None:
    assert list(misfit(DiceRolled, seat="Ann", dice=float("nan"))) == ["dice"]


# --- what an event takes ---------------------------------------------------------------------


def test_fields_come_in_the_order_of_the_class() -> None:
    assert [(f.name, f.required, f.default) for f in fields_of(TowerBuilt)] == [
        ("seat", True, None),
        ("tower", True, None),
        ("paid", False, None),
    ]


def test_options_are_ids_with_their_names() -> None:
    table = given(GAME, SeatTaken(seat="Ann")).play.campaign.table
    seat, tower, _ = fields_of(TowerBuilt)
    assert {id_: str(name) for id_, name in seat.options(table).items()} == {"Ann": "Ann"}
    assert {id_: str(name) for id_, name in tower.options(table).items()} == {"oak": "Oak Tower", "iron": "Iron Tower"}


def test_what_was_typed_in_is_an_option_too() -> None:
    tin = ContentAdded(kind="towers", id="tin", fields={"en": "Tin Tower", "price": 1})
    table = given(GAME, tin).play.campaign.table
    assert str(fields_of(TowerBuilt)[1].options(table)["tin"]) == "Tin Tower"


def test_the_values_of_a_literal_are_options() -> None:
    assert list(fields_of(kernel.Withdrawn)[1].options(Harbour())) == ["alone", "those", "since"]


class Answered(ToyEvent):
    help_text = "A field for yes or no, one that may stay open, and one of text."
    sentence = "{calm}, {fair}, {word}"
    calm: bool
    fair: bool | None = None
    word: str = ""


@pytest.mark.parametrize(
    ("event", "field", "typed", "value"),
    [
        (SeatTaken, 0, "5", "5"),
        (SeatTaken, 0, "true", "true"),
        (CoinsGained, 1, "5", 5),
        (CoinsGained, 1, "five", "five"),
        (DiceRolled, 1, "[1, 2]", [1, 2]),
        (DiceRolled, 1, "1,2", [1, 2]),
        (DiceRolled, 1, "3", [3]),
        (DiceRolled, 1, "1,-2,--3,four", [1, -2, "--3", "four"]),
        (SessionStarted, 0, "101", ["101"]),
        (SessionStarted, 0, "Ann, Bob", ["Ann", "Bob"]),
        (ContentAdded, 2, '{"price": 1}', {"price": 1}),
        *((Answered, 0, said, True) for said in ("yes", "Yes", "true", "是")),
        *((Answered, 0, said, False) for said in ("no", "NO", "false", "否")),
        (Answered, 0, "perhaps", "perhaps"),
        (Answered, 1, "yes", True),
        (Answered, 2, "yes", "yes"),
    ],
)
def test_a_typed_value_is_read_as_its_field_takes_it(
    event: type[Event[Any]], field: int, typed: str, value: Any
) -> None:
    assert read_value(fields_of(event)[field], typed) == value


class DieFound(ToyEvent):
    help_text = "Fields that take words of ours."
    sentence = "A die shows {face}"
    face: Literal["one", "one_extra"]
    others: tuple[Literal["one", "one_extra"], ...] = ()
    mixed: tuple[Literal["one", "one_extra"] | Literal["one", "two"], ...] = ()


def test_a_word_of_ours_is_one_of_those_there_are_as_players_read_them() -> None:
    assert misfit(DieFound, face="oops") == {"face": "face: one of one, one extra"}
    assert misfit(DieFound, face="one", others=["one", "oops"]) == {"others.1": "others.1: one of one, one extra"}
    assert misfit(DieFound, face="one", mixed=["oops"]) == {"mixed.0": "mixed.0: one of one, one extra, two"}


def test_a_word_of_ours_may_be_said_as_players_read_it() -> None:
    found = make_event(DieFound, {"face": "one extra", "others": ["one", "one extra"]})
    assert found == DieFound(face="one_extra", others=("one", "one_extra"))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (2**70, "that number is too large"),
        ("\ud800", "these characters cannot be kept"),
        ({1, 2}, "this has to be text, a number or a list"),
        (float("inf"), "type a whole number"),
        ([1, {"a": float("nan")}], "type a whole number"),
        (nested(2_000), "nested too deeply"),
    ],
)
def test_what_is_not_even_json_is_told_by_what_it_is(value: object, said: str) -> None:
    with pytest.raises(Misfit) as wrong:
        make_event(CoinsGained, {"seat": "Ann", "amount": value})
    assert said in str(wrong.value.faults["amount"])
