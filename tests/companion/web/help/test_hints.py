"""Hints: one a page, until it is put away or done; kept on the device."""

import pytest

from companion.i18n import translator
from companion.web.pages.help.hints import HINTS
from tests.companion.conftest import Head
from tests.companion.visitor import Reader, Visitor


def shown(page: Reader) -> list[str]:
    """The keys of the hints on a page, by the forms that put them away."""
    return [action.removeprefix("/hints/") for action, _ in page.forms if action.startswith("/hints/")]


@pytest.fixture
def newcomer(visitor: Visitor) -> Visitor:
    """Somebody who opens the campaign on a new device."""
    return Visitor(visitor.app)


@pytest.mark.parametrize(
    ("path", "hint"), [("", "primary"), ("log", "menu"), ("sheet", "why"), ("campaign", "joining"), ("more", None)]
)
def test_a_page_has_one_hint_at_most(newcomer: Visitor, path: str, hint: str | None) -> None:
    assert shown(newcomer.read(path)) == ([hint] if hint else [])


def test_a_hint_says_its_sentence_and_leads_to_the_help(newcomer: Visitor) -> None:
    page = newcomer.read("log")
    assert "⋯ takes an entry back" in page.text
    assert "/c/harbour/help/log" in page.links


def test_a_hint_put_away_makes_room_for_the_next(newcomer: Visitor) -> None:
    answer = newcomer.post("/hints/primary", {"back": "/c/harbour/"})
    assert answer.headers["Location"] == "/c/harbour/"
    assert shown(newcomer.read("")) == ["undo"]


def test_all_hints_put_away_leave_the_page_alone(newcomer: Visitor) -> None:
    for hint in HINTS:
        newcomer.post(f"/hints/{hint.key}")
    assert not [path for path in ("", "log", "sheet", "campaign") if shown(newcomer.read(path))]


def test_who_did_it_needs_no_hint(newcomer: Visitor) -> None:
    newcomer.record("coins-gained", seat="Ann", amount="1")
    assert shown(newcomer.read("")) == ["undo"]
    newcomer.post("undo/5")
    assert shown(newcomer.read("")) == []


def test_who_looked_needs_no_hint(newcomer: Visitor) -> None:
    newcomer.get("why?path=seats.Ann.coins")
    assert shown(newcomer.read("sheet")) == []


def test_what_was_refused_is_not_done(newcomer: Visitor) -> None:
    newcomer.record("coins-gained", seat="Nobody", amount="1")
    assert shown(newcomer.read("")) == ["primary"]


def test_hints_come_back_when_asked_for(newcomer: Visitor) -> None:
    newcomer.post("/hints/primary")
    newcomer.post("/hints", {"back": "/c/harbour/more"})
    assert shown(newcomer.read("")) == ["primary"]


def test_another_device_still_has_its_hints(newcomer: Visitor) -> None:
    newcomer.post("/hints/primary")
    assert shown(Visitor(newcomer.app).read("")) == ["primary"]


def test_hints_are_never_in_the_log(newcomer: Visitor, head: Head) -> None:
    before = head()
    newcomer.post("/hints/primary")
    newcomer.post("/hints")
    assert head() == before


@pytest.mark.parametrize("kept", ["", "nonsense", "primary.nonsense.;<b>", "primary." * 200])
def test_a_cookie_that_makes_no_sense_hides_nothing_else(newcomer: Visitor, kept: str) -> None:
    newcomer.client.set_cookie("hints", kept)
    assert shown(newcomer.read("log")) == ["menu"]


def test_a_hint_nobody_gives_is_not_remembered(newcomer: Visitor) -> None:
    assert "hints=" not in str(newcomer.post("/hints/nonsense").headers.getlist("Set-Cookie"))


def test_one_is_not_sent_elsewhere(newcomer: Visitor) -> None:
    assert newcomer.post("/hints/primary", {"back": "https://elsewhere.example"}).headers["Location"] == "/"


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant"])
def test_every_hint_is_said_in_every_language(language: str) -> None:
    said = translator(language)
    assert not [hint.key for hint in HINTS if said(hint.said.message) == hint.said.message]
