"""Controls: what a browser sends of a form, as its templates draw it, is what stood in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from flask import Flask, g, render_template_string

from companion.forms.form import Form, form_of
from companion.forms.values import form_strings, values_of
from companion.forms.widgets import Typed
from domain.framework.events.card_defaults import Printed
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Count
from domain.framework.refusal import Misfit
from domain.framework.text import ENGLISH, Tongue, text
from tests.companion.forms.everything import FULL, Everything, controls, crowded, table
from tests.companion.visitor import Reader
from tests.toy import Harbour, ToyEvent
from tests.toy.cards import TowerCard
from tests.toy.table import PACK

pytestmark = pytest.mark.slow

PAGE = '{% import "form.html" as f %}{{ f.fields(form) }}'
EMPTY = {"line": ""}


class Browser(HTMLParser):
    """What the controls of a page would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._select = self._area = ""
        self._apart = False
        self._options: list[tuple[str, bool]] = []
        self._text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        match tag:
            case "template":
                self._apart = True
            case "input" if not self._apart and (given["type"] not in ("radio", "checkbox") or "checked" in given):
                self._send(name, value)
            case "select":
                self._select, self._options = name, []
            case "option":
                self._options.append((value, "selected" in given))
            case "textarea":
                self._area, self._text = name, ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._send(self._select, next((value for value, on in self._options if on), self._options[0][0]))
        if tag == "template":
            self._apart = False
        if tag == "textarea":
            self._send(self._area, self._text.removeprefix("\n").replace("\n", "\r\n"))

    def _send(self, name: str, value: str) -> None:
        self.sent.setdefault(name, []).append(value)


def drawn(
    app: Flask, typed: Typed, tongue: Tongue = ENGLISH, wrong: Misfit | None = None, at: Harbour | None = None
) -> str:
    with app.test_request_context("/"):
        return draw_fields(form_of(Everything, at or table(), tongue, typed, wrong))


def draw_fields(form: Form) -> str:
    """The controls of a form as a campaign's page has them, whose game draws no map."""
    undrawn = SimpleNamespace(plan=lambda *_: None, picture=lambda *_: None)
    g.here = SimpleNamespace(key="harbour", game=undrawn, table=None)
    return render_template_string(PAGE, form=form)


def read(app: Flask, values: Mapping[str, Any], tongue: Tongue = ENGLISH, at: Harbour | None = None) -> dict[str, Any]:
    """What is read of what a browser sends of a form with values in it."""
    sent = Browser(drawn(app, form_strings(Everything, values), tongue, at=at)).sent
    return values_of(Everything, at or table(), sent, tongue)


@pytest.mark.parametrize("at", [table(), crowded()], ids=["few", "many"])
@pytest.mark.parametrize("tongue", [ENGLISH, Tongue(content="zh")], ids=["en", "zh"])
def test_a_browser_sends_what_stood_in_the_form(app: Flask, tongue: Tongue, at: Harbour) -> None:
    assert read(app, FULL, tongue, at) == FULL


def test_things_of_one_name_are_told_apart(app: Flask) -> None:
    for id_ in ("twin", "t0007"):
        values = {**FULL, "one": id_, "other": id_, "many": [id_], "order": [id_, id_], "others": [id_]}
        assert read(app, values, at=crowded()) == values


def test_a_form_with_thousands_to_choose_from_is_small(app: Flask) -> None:
    few, many = (len(drawn(app, form_strings(Everything, FULL), at=at)) for at in (table(), crowded()))
    assert many - few < 6_000


def test_a_form_left_as_it_is_says_nothing_but_no(app: Flask) -> None:
    assert read(app, {}) == {"flag": False, "prose": "", "kind": ""}


def test_a_number_shows_its_bounds(app: Flask) -> None:
    (given,) = (given for _, given in Reader(drawn(app, EMPTY)).tags if given.get("name") == "f.number")
    assert (given["type"], given["min"], given["max"]) == ("number", "1", "999999")


class Priced(ToyEvent):
    help_text = "What stands on a card, as a number, as one of a few, and as yes or no."
    sentence = "{tower}"
    tower: Annotated[str, Choice("towers")]
    price: Annotated[Count | None, Printed(TowerCard, by="tower")] = None
    name: Annotated[Literal["low", "high"] | None, Printed(TowerCard, by="tower", read=lambda *_: "high")] = None
    dear: Annotated[bool | None, Printed(TowerCard, by="tower", read=lambda *_: True)] = None


@pytest.mark.parametrize(
    "shown", ['placeholder="2"', '<span dir="auto">high (card)</span>', '<span dir="auto">yes (card)</span>']
)
def test_a_control_that_says_nothing_shows_what_stands_on_the_card(app: Flask, shown: str) -> None:
    with app.test_request_context("/"):
        form = form_of(Priced, Harbour().with_pack(PACK), ENGLISH, {"f.tower": ["oak"]})
        assert shown in draw_fields(form)


def test_a_text_shows_how_long_it_may_be(app: Flask) -> None:
    lengths = {
        given.get("name"): given["maxlength"] for _, given in Reader(drawn(app, EMPTY)).tags if "maxlength" in given
    }
    words = {"f.notes.oak": "12", "f.notes.iron": "12", "f.words": "200", "f.others": "200", "f.told": "200"}
    words |= {"f.doors": "20", "f.doors.": "60"}
    assert lengths == {"f.line": "200", "f.remark": "200", "f.prose": "5000", "f.other": "200", **words}


def ids(page: str) -> Sequence[str]:
    return [str(given["id"]) for _, given in Reader(page).tags if given.get("id")]


def references(page: str) -> Iterator[str]:
    """The ids that labels, inputs and lists lead to."""
    for _, given in Reader(page).tags:
        for attribute in ("for", "list", "aria-describedby"):
            yield from (given.get(attribute) or "").split()


def test_labels_and_notes_lead_to_what_is_there_once(app: Flask) -> None:
    faults = Misfit({name: text("{field} is wrong") for name in Everything.model_fields})
    page = drawn(app, form_strings(Everything, FULL), wrong=faults)
    assert len(set(ids(page))) == len(ids(page))
    assert set(references(page)) <= set(ids(page))


def test_what_is_wrong_stands_at_every_control(app: Flask) -> None:
    faults = Misfit({name: text("wrong: {field}") for name in Everything.model_fields})
    said = Reader(drawn(app, EMPTY, wrong=faults)).text
    assert [c.label for c in controls().values() if f"Wrong: {c.label}".casefold() not in said.casefold()] == []


def test_what_stands_in_a_form_is_escaped(app: Flask) -> None:
    sentences = "</textarea><script>alert(1)</script>"
    typed = {
        name: [sentences] for control in controls(**FULL).values() for name in (control.name, f"{control.name}.oak")
    }
    tags = Reader(drawn(app, typed)).tags
    assert not [given for tag, given in tags if tag == "script"]


LISTS = {"to", "ways", "pairs", "named", "parts", "notes"}


@pytest.mark.parametrize(
    ("at", "found", "lists"),
    [
        (table(), set[str](), LISTS - {"notes"}),
        (crowded(), {"many", "order", "others", "counts", "stock"}, LISTS),
    ],
    ids=["few things", "many things"],
)
def test_a_control_is_as_high_as_what_stands_in_it_a_paragraph_a_deck_a_list_and_what_is_found_beside_it(
    at: Harbour, found: set[str], lists: set[str]
) -> None:
    rows = {name: control.widget.rows for name, control in controls(ENGLISH, at).items()}
    high = {"prose": 5, "deck": 8, **dict.fromkeys(lists, 3), **dict.fromkeys(found, 2)}
    assert {name: count for name, count in rows.items() if count > 1} == high


# --- rows of a name and what stands beside it ---


def told_in(**typed: list[str]) -> Any:
    """What is read of rows as a browser sends them."""
    return values_of(Everything, table(), {f"f.{name}": values for name, values in typed.items()})["told"]


def test_a_known_thing_has_a_row_of_its_own_and_others_a_row_by_name(app: Flask) -> None:
    told = controls(told={"oak": 2, "a shed": 3})["told"]
    assert (told.counts["oak"], told.rows) == ("2", [("a shed", "3")])
    assert told.said == "Oak Tower 2, a shed 3"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"flag": True}, "flag"),
        ({"flag": False}, ""),
        ({"number": 7}, "number 7"),
        ({"line": "so be it"}, "so be it"),
        ({"one": "oak"}, "Oak Tower"),
        ({"many": ["oak", "iron"]}, "Oak Tower, Iron Tower"),
        ({"counts": {"oak": 2, "iron": 0}}, "Oak Tower 2, Iron Tower 0"),
    ],
    ids=lambda one: next(iter(one)) if isinstance(one, dict) else "",
)
def test_what_stands_in_a_control_is_told_in_words(given: Mapping[str, Any], said: str) -> None:
    (name,) = given
    assert controls(**given)[name].said.lower() == said.lower()


def test_nothing_is_a_choice_only_of_what_may_be_left_out_and_has_no_default() -> None:
    found = controls(**FULL)
    assert found["one"].nullable
    assert not found["line"].nullable, "it is required"
    assert not found["kind"].nullable, "it has a default"
    assert not replace(found["one"], needed=True).nullable, "here nothing is recorded without it"


def test_there_is_room_for_more_rows_without_a_script(app: Flask) -> None:
    empty = {"name": "f.doors", "value": ""}
    tags = Reader(drawn(app, form_strings(Everything, {"line": "x", "doors": {"2": "the crypt"}}))).tags
    assert len([given for _, given in tags if empty.items() <= given.items()]) == 3


def test_a_row_without_a_name_says_nothing() -> None:
    rows = {"told": ["", "a shed", ""], "told.": ["1", "2", "1"], "told.iron": ["3"]}
    assert told_in(**rows) == {"iron": 3, "a shed": 2}


def test_a_row_takes_the_name_of_a_known_thing() -> None:
    assert told_in(**{"told": ["Oak Tower"], "told.": ["4"]}) == {"oak": 4}
