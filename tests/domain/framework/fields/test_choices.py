"""Choices that depend on other fields: what is offered, what is not, and what is not even asked."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from companion.forms.values import values_of
from companion.testing import given, refused, table
from domain.framework.cards.typos import as_known
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import choices_of
from domain.framework.events.marks import Settled
from domain.framework.fields.choices import choices_wanting, known_of, unknown_choices
from domain.framework.fields.fields import fields_of, read_value
from domain.framework.game import Viewer
from tests.fillings import find_filling
from tests.toy import GAME, FavourCalledIn, FavoursTaken, Harbour, SeatTaken, Sitter, Tower, ToyEvent

DEALT = (
    SeatTaken(seat="Ann"),
    SeatTaken(seat="Bob"),
    FavoursTaken(seat="Ann", favours={"calm": 2}),
    FavoursTaken(seat="Bob", favours={"toll": 1}),
)


def rich(table: Harbour, seat: str, most: int) -> list[str]:
    return [name for name, one in table.seats.items() if name != seat and one.coins <= most]


class Robbed(ToyEvent):
    help_text = "A choice that depends on a seat and on a number."
    sentence = "{seat} robbed {victim}"
    seat: Sitter
    most: int = 5
    victim: Annotated[str, Choice("seats", rich, given=("seat", "most"))]


@pytest.fixture
def harbour() -> Harbour:
    dealt: Harbour = given(GAME, *DEALT).play.campaign.table
    return dealt


def offered(cls: type[Event[Any]], name: str, harbour: Harbour, **values: object) -> list[str]:
    return list(choices_of(cls)[name].options(harbour, known_of(cls, harbour, values)))


def test_what_a_seat_holds_is_offered_to_it(harbour: Harbour) -> None:
    assert [offered(FavourCalledIn, "favour", harbour, seat=seat) for seat in ("Ann", "Bob")] == [["calm"], ["toll"]]


@pytest.mark.parametrize(
    "values", [{}, {"seat": "Zoe"}, {"seat": 7}, {"seat": None}, {"seat": ["Ann"]}, {"seat": 2**70}]
)
def test_nothing_is_offered_while_it_is_not_known_to_whom(harbour: Harbour, values: dict[str, object]) -> None:
    assert offered(FavourCalledIn, "favour", harbour, **values) == []


def test_a_field_that_may_be_left_out_counts_with_its_default(harbour: Harbour) -> None:
    harbour.seats["Bob"].coins = 6
    assert offered(Robbed, "victim", harbour, seat="Ann") == []
    assert offered(Robbed, "victim", harbour, seat="Ann", most=6) == ["Bob"]


def test_what_is_not_offered_is_refused_as_such() -> None:
    given(GAME, *DEALT).when(FavourCalledIn(seat="Bob", favour="calm")).then(
        refused("not-offered", bendable=False, says="“Calm Sea” is not one of the favours here.")
    )


def test_what_is_offered_is_recorded() -> None:
    given(GAME, *DEALT).when(FavourCalledIn(seat="Ann", favour="calm")).then(table(**{"seats.Ann.hand": ["calm"]}))


def test_of_what_depends_on_nobody_nothing_is_said(harbour: Harbour) -> None:
    reasons = unknown_choices(FavourCalledIn(seat="Zoe", favour="gust"), harbour)
    assert [str(reason) for reason in reasons] == ["“Zoe” is not one of the seats here."]


def test_a_blank_is_never_offered_nor_taken(harbour: Harbour) -> None:
    harbour.seats["Ann"].hand = ["", ""]
    assert offered(FavourCalledIn, "favour", harbour, seat="Ann") == []
    assert [r.code for r in unknown_choices(FavourCalledIn(seat="Ann", favour=""), harbour)] == ["not-offered"]


def test_what_has_to_be_chosen_and_cannot_is_wanting(harbour: Harbour) -> None:
    harbour.seats["Ann"].hand = []
    wanted = [
        [c.kind for c in choices_wanting(FavourCalledIn, harbour, values)]
        for values in ({}, {"seat": "Ann"}, {"seat": "Bob"})
    ]
    assert wanted == [[], ["favours"], []]


def test_what_has_nothing_to_offer_is_not_prompted() -> None:
    prompt, viewer = FavourCalledIn.model_construct(seat="Bob"), Viewer.on("Bob")
    given(GAME, *DEALT).then_prompts(prompt, viewer=viewer)
    given(GAME, *DEALT, FavourCalledIn(seat="Bob", favour="toll")).then_no_prompt(prompt, viewer=viewer)


def test_a_free_choice_is_closed_at_tables_that_say_so() -> None:
    offered = Choice("spaces", lambda table: ["quay"], free=True, closed=lambda table: table.night)
    assert offered.strange("atoll", Harbour()) == []
    assert offered.strange("atoll", Harbour(night=True)) == ["atoll"]
    assert offered.strange("quay", Harbour(night=True)) == []


@pytest.mark.parametrize("kind", [Annotated[str, Choice("towers")], Annotated[str | None, Choice("towers")]])
def test_a_choice_that_is_blank_where_nothing_is_chosen_makes_no_event(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"Sunk\.tower.*\| None = None"):
        type("Sunk", (ToyEvent,), {"__annotations__": {"tower": kind}, "tower": "", "sentence": "Sunk"})


def test_a_blank_may_stand_for_what_the_rules_fill_in_and_where_any_text_is_welcome() -> None:
    class Sunk(ToyEvent):
        help_text = sentence = "Sunk"
        free: Annotated[str, Field(max_length=9), Choice("towers", free=True)] = ""
        settled: Annotated[str, Choice("towers"), Settled()] = ""
        none: Tower | None = None

    assert list(unknown_choices(Sunk(), Harbour())) == []


class TowersLent(ToyEvent):
    help_text = "Ids by ids: each tower goes to a seat."
    sentence = "Lent: {to}"
    to: Mapping[Tower, Sitter]


class SeatsSent(ToyEvent):
    help_text = "Several ids by words of ours."
    sentence = "Sent: {to}"
    to: Mapping[Literal["by day", "by night"], tuple[Sitter, ...]]


@pytest.mark.parametrize(
    ("to", "reasons"),
    [
        ({"oak": "Ann", "iron": "Bob"}, []),
        ({"oak": "nobody"}, ["“nobody” is not one of the seats here."]),
        ({"Ann": "oak"}, ["“Ann” is not one of the towers here.", "“oak” is not one of the seats here."]),
        ({"Ann": "Ann"}, ["“Ann” is not one of the towers here."]),
    ],
)
def test_ids_by_ids_are_each_of_their_own_choice(to: dict[str, str], reasons: list[str], harbour: Harbour) -> None:
    assert [str(reason) for reason in unknown_choices(TowersLent(to=to), harbour)] == reasons


def test_several_ids_by_a_word_are_of_their_choice(harbour: Harbour) -> None:
    sent = [SeatsSent(to={"by day": ("Ann", seat)}) for seat in ("Bob", "Zoe")]
    assert [len(unknown_choices(one, harbour)) for one in sent] == [0, 1]


def test_ids_by_ids_are_told_by_their_names(harbour: Harbour) -> None:
    assert str(TowersLent(to={"oak": "Ann", "iron": "Bob"}).describe(harbour)) == (
        "Lent: Oak Tower: Ann, Iron Tower: Bob"
    )
    assert str(SeatsSent(to={"by day": ("Ann", "Bob")}).describe(harbour)) == "Sent: by day: Ann, Bob"


def test_ids_by_ids_are_found_for_what_is_offered(harbour: Harbour) -> None:
    filling = find_filling(TowersLent, {}, harbour).filling
    assert filling is not None
    assert filling["to"] == {"oak": "Ann"}


def test_a_thing_that_a_text_turned_out_to_be_stands_on_either_side(harbour: Harbour) -> None:
    harbour.bound = {"towers": {"acorn": "oak"}}

    class TowersMeant(ToyEvent):
        help_text = sentence = "Meant"
        by: Mapping[Sitter, Annotated[str, Field(max_length=99), Choice("towers", free=True)]]

    assert as_known(TowersMeant(by={"Ann": "acorn", "Bob": "Iron Tower"}), harbour).by == {"Ann": "oak", "Bob": "iron"}


def test_ids_by_ids_may_be_typed_by_their_names(harbour: Harbour) -> None:
    typed = {"f.to": ["Oak Tower = ann\n铁塔 = Bob"]}
    assert values_of(TowersLent, harbour, typed) == {"to": {"oak": "Ann", "iron": "Bob"}}
    [field] = fields_of(TowersLent)
    assert read_value(field, "oak=Ann, iron=Bob") == {"oak": "Ann", "iron": "Bob"}
