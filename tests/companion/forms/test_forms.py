"""Forms: what stands in them and what is read from them, at a table."""

from typing import Annotated, Any, Literal

import pytest

from companion.forms.form import form_of
from companion.forms.names import Offered, ids_of, names_offered_at
from companion.forms.values import form_strings, values_of
from companion.forms.widgets import MARK, widgets_of
from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.events.marks import KeepsOrder
from domain.framework.fields.fields import make_event
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit
from domain.framework.text import ENGLISH, Tongue
from tests.companion.forms.everything import FULL, Everything, controls, crowded, table
from tests.domain.framework.fields.test_choices import DEALT
from tests.strategies import plausible
from tests.suite.soak import often
from tests.test_games import GAMES_UNDER_TEST, plays
from tests.toy import GAME, FavourCalledIn, Harbour, ToyEvent


def read(**typed: str) -> dict[str, Any]:
    return values_of(Everything, table(), {MARK + name: [value] for name, value in typed.items()})


@pytest.mark.parametrize("name", FULL)
def test_what_stands_in_a_control_is_read_as_what_it_was(name: str) -> None:
    assert values_of(Everything, table(), form_strings(Everything, FULL))[name] == FULL[name]


def test_an_empty_form_leaves_out_all_but_what_empty_means() -> None:
    assert read() == {"flag": False, "prose": "", "kind": ""} or read() == {"flag": False}


def test_a_known_thing_is_typed_by_its_name_in_either_language() -> None:
    assert [read(other=name)["other"] for name in ("Oak Tower", "oak tower", "橡木塔", "oak")] == ["oak"] * 4


def test_a_thing_nobody_knows_stays_as_it_was_typed() -> None:
    assert read(other="Tower of cards")["other"] == "Tower of cards"


class DieFound(ToyEvent):
    help_text = "Fields that take words of ours."
    sentence = "A die shows {face}"
    face: Literal["one", "one_extra"]
    others: Annotated[tuple[Literal["one", "one_extra"], ...], KeepsOrder()] = ()


@pytest.mark.parametrize("typed", ["one_extra", "one extra", "One Extra"])
def test_a_word_of_ours_is_typed_as_it_is_read(typed: str) -> None:
    found = values_of(DieFound, table(), {MARK + "face": [typed], MARK + "others": ["one", typed]})
    assert found == {"face": "one_extra", "others": ["one", "one_extra"]}


def test_a_word_of_ours_is_typed_in_the_language_that_it_is_read_in() -> None:
    chinese = Tongue(lambda message: {"one extra": "一点加骰"}.get(message, message), "zh", "zh-Hans")
    assert values_of(DieFound, table(), {MARK + "face": ["一点加骰"]}, chinese) == {"face": "one_extra"}


def names(at: Harbour | None = None, tongue: Tongue = ENGLISH) -> Offered:
    other = next(widget.field for widget in widgets_of(Everything) if widget.field.name == "others")
    return names_offered_at(other, at or table(), tongue)


def test_what_is_no_name_is_left_for_the_event_to_refuse() -> None:
    assert ids_of([1, "Oak Tower"], names()) == [1, "oak"]


def test_names_are_the_keys_of_a_mapping_too() -> None:
    assert ids_of({"Oak Tower": 2, "铁塔": 1}, names()) == {"oak": 2, "iron": 1}


# --- many things to choose from --------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("oak", ["Oak Tower"]),
        ("TOWER 1999", ["Watch Tower 1999"]),
        ("t1999", ["Watch Tower 1999"]),
        ("瞭望塔1999", ["Watch Tower 1999"]),
        ("橡木", ["Oak Tower"]),
        ("wátch 7 (t0", ["Watch Tower 7 (t0007)"]),
        ("twin", ["Watch Tower 7 (twin)"]),
        ("no such tower", []),
    ],
)
def test_a_thing_is_found_by_part_of_any_of_its_names(typed: str, found: list[str]) -> None:
    assert [name for _, name in names(crowded()).search(typed)] == found


def test_at_most_twenty_are_found_and_those_that_begin_with_it_come_first() -> None:
    found = [name for _, name in names(crowded()).search("tower")]
    assert (len(found), found[0]) == (20, "Oak Tower")
    assert [name for _, name in names(crowded()).search("watch tower 7")][:2] == [
        "Watch Tower 7 (t0007)",
        "Watch Tower 7 (twin)",
    ]


@pytest.mark.parametrize(("count", "sought"), [(100, []), (101, ["one", "other", "many", "counts"])])
def test_of_more_than_a_hundred_none_is_listed(count: int, sought: list[str]) -> None:
    options = [(f"t{n}", f"Tower {n}") for n in range(count)]
    shown = {widget.field.name: widget.for_options(options).template for widget in widgets_of(Everything)}
    assert [name for name in ("one", "other", "many", "counts") if shown[name].startswith("sought")] == sought


@pytest.mark.parametrize("typed", ["Watch Tower 12", "watch  tower 12", "瞭望塔12", "t0012"])
@pytest.mark.parametrize("field", ["one", "other"])
def test_one_of_many_is_typed_by_any_of_its_names(field: str, typed: str) -> None:
    assert values_of(Everything, crowded(), {MARK + field: [typed]})[field] == "t0012"


@pytest.mark.parametrize(
    ("field", "typed", "near"),
    [
        ("one", "Watch Towr 12", "Watch Tower 12"),
        ("many", "oak\nwatch towr", "Watch Tower"),
        ("counts", "Watch Towr 12 = 2", "Watch Tower 12"),
        ("one", "Watch Tower 7", "Watch Tower 7 (t0007), Watch Tower 7 (twin)"),
        ("other", "Watch Tower 7", "Watch Tower 7 (t0007), Watch Tower 7 (twin)"),
    ],
)
def test_what_is_no_name_or_that_of_several_is_refused_with_those_near_it(field: str, typed: str, near: str) -> None:
    with pytest.raises(Misfit) as wrong:
        values_of(Everything, crowded(), {MARK + field: [typed]})
    assert near in str(wrong.value.faults[field])
    assert str(wrong.value.faults[field]).startswith(field)


def test_some_of_many_are_typed_beside_those_that_are_chosen() -> None:
    typed = {"f.many": ["oak", "Watch Tower 3\r\n铁塔"], "f.counts.oak": ["2"], "f.counts": ["Watch Tower 3 = 1"]}
    read = values_of(Everything, crowded(), typed)
    assert (read["many"], read["counts"]) == (["oak", "t0003", "iron"], {"oak": 2, "t0003": 1})


def test_words_stand_beside_each_thing_and_where_there_are_many_beside_its_name() -> None:
    rows = {"f.notes.oak": [" 7 "], "f.notes.iron": [""]}
    assert values_of(Everything, table(), rows)["notes"] == {"oak": "7"}
    lines = {"f.notes": ["Watch Tower 3 = 7\r\n铁塔 = the = there"], "f.notes.oak": ["tall"]}
    assert values_of(Everything, crowded(), lines)["notes"] == {"oak": "tall", "t0003": "7", "iron": "the = there"}


def test_words_beside_what_is_none_of_many_are_refused_with_those_near_it() -> None:
    with pytest.raises(Misfit, match="Watch Tower 12"):
        values_of(Everything, crowded(), {"f.notes": ["Watch Towr 12 = tall"]})


@pytest.mark.parametrize(
    ("field", "typed", "read"),
    [
        ("to", "oak = 7", {"oak": "7"}),
        ("to", 'oak = "7"', {"oak": "7"}),
        ("to", "oak = true", {"oak": "true"}),
        ("ways", 'oak = ["iron", 7]', {"oak": ["iron", "7"]}),
        ("pairs", "oak = 7", {"oak": 7}),
        ("counts", "oak = 7", {"oak": 7}),
    ],
)
def test_digits_are_an_id_where_an_id_is_taken(field: str, typed: str, read: dict[str, Any]) -> None:
    assert values_of(Everything, table(), {MARK + field: [typed]})[field] == read


def test_what_was_typed_and_is_no_name_stays_in_the_form() -> None:
    typed = {"f.many": ["oak", "Watch Towr"], "f.counts": ["Watch Towr = 2"]}
    made = form_of(Everything, crowded(), ENGLISH, {"f.line": ["x"], **typed})
    many, counts = (c for c in (*made.shown, *made.folded) if c.name in typed)
    assert (many.chosen, many.rest) == ([("oak", "Oak Tower")], ["Watch Towr"])
    assert counts.values[-1] == "Watch Towr = 2"


# --- fields that depend on others ------------------------------------------------------------


def held(*typed: str) -> list[str]:
    """What the toy game offers to call in."""
    table = given(GAME, *DEALT).play.campaign.table
    made = form_of(FavourCalledIn, table, ENGLISH, {"f.seat": list(typed)})
    return [name for _, name in made.shown[1].options]


def test_a_field_offers_what_fits_the_one_it_depends_on() -> None:
    assert [held("Ann"), held("Bob")] == [["Calm Sea"], ["Harbour Toll"]]


@pytest.mark.parametrize("typed", [[], [""], ["Zoe"]])
def test_before_that_one_is_chosen_it_says_what_to_choose_first(typed: list[str]) -> None:
    table = given(GAME, *DEALT).play.campaign.table
    made = form_of(FavourCalledIn, table, ENGLISH, {"f.seat": typed})
    assert (made.shown[1].options, made.shown[1].waits, made.narrows) == ([], ["Who"], ["f.seat"])


def test_a_known_thing_stands_in_the_form_by_its_name() -> None:
    assert controls(other="oak")["other"].value == "Oak Tower"
    others = controls(Tongue(content="zh"), others=["oak", "cards"])["others"]
    assert (others.chosen, others.rest) == ([("oak", "橡木塔")], ["cards"])


def test_options_come_with_names() -> None:
    assert dict(controls()["one"].options) == {"oak": "Oak Tower", "iron": "Iron Tower"}


def test_not_said_is_not_no() -> None:
    assert ("answer" in read(answer=""), read(answer="no")["answer"]) == (False, False)


@pytest.mark.parametrize("typed", ["1.5", "1_000", "0x10", "1e3", "many"])
def test_what_is_no_whole_number_is_left_for_the_event_to_refuse(typed: str) -> None:
    assert read(number=typed)["number"] == typed


def test_numbers_may_be_separated_as_one_likes() -> None:
    assert read(numbers="1 2,3、4；5;6".replace("；", ";"))["numbers"] == [1, 2, 3, 4, 5, 6]


def test_long_forms_fold_away_what_may_stay_empty() -> None:
    made = form_of(Everything, table(), ENGLISH, form_strings(Everything, {"line": "x", "remark": "y"}))
    shown = [control.name for control in made.shown]
    assert ("f.line" in shown, "f.remark" in shown, "f.words" in shown) == (True, True, False)


def test_a_field_of_the_event_is_never_one_of_the_forms_own() -> None:
    assert all(control.name.startswith(MARK) for control in controls().values())


def said(event: Event[Any]) -> dict[str, Any]:
    """The fields a form asks for, without those that say nothing: an empty list looks like none in a form."""
    fields = event.model_dump(mode="json")
    asked = [widget.field.name for widget in widgets_of(type(event))]
    return {name: fields[name] for name in asked if fields[name] not in (None, [], {}, "")}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_every_plausible_event_survives_its_form(game: AnyGame) -> None:
    for play in plays(game):
        for cls in game.by_name.values():
            for event in plausible(cls, play.campaign.table, seed=7, count=often(3)):
                fields = event.model_dump(mode="json")
                values = values_of(cls, play.campaign.table, form_strings(cls, fields))
                assert said(make_event(cls, values)) == said(event), (cls, values)
