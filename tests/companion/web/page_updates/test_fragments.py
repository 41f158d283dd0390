"""Fragments: a page that is open is sent what changed of it, also with the answer to a command."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.demo import make_demo
from companion.services import Services
from companion.web.pages.table import answer
from companion.web.rendering.fragments import AROUND, HEADER, VIEWS, View
from domain.games import BY_KEY
from tests import toy
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor, asking, body

pytestmark = pytest.mark.slow

WHERE = "Content-Location"


@pytest.fixture
def harbour(services: Services, visitor: Visitor) -> Visitor:
    """A table of the toy game with its own board and two seats."""
    services.campaigns.games = {"toy": toy.GAME, **BY_KEY}
    services.campaigns.new("toy", "At sea", {}, services.new_command())
    visitor = replace(visitor, key="at-sea")
    for name in ("Ann", "Bob"):
        visitor.record("seat-taken", seat=name)
    return visitor


def known(visitor: Visitor, path: str = "") -> dict[str, str]:
    """What a script says of a page that it opened just now."""
    return asking(body(visitor.get(path)))


def asked(visitor: Visitor, has: dict[str, str], path: str = "") -> TestResponse:
    """The answer to who has a page and asks for what changed."""
    return visitor.client.get(visitor.at(path), headers=has)


def changed(visitor: Visitor, has: dict[str, str], path: str = "") -> Any:
    """What changed, by name."""
    return asked(visitor, has, path).json["parts"]  # type: ignore[index]


def tapped(visitor: Visitor, has: dict[str, str], **more: str) -> TestResponse:
    """The answer to who records, and says what of a page they have."""
    typed = {**visitor.fields(), "f.seat": "Ann", "f.amount": "2", **more}
    return visitor.client.post(visitor.at("record/coins-gained"), data=typed, headers=has)


# --- what is sent -----------------------------------------------------------------------------


def test_a_page_says_what_it_has_and_holds_no_mark_of_the_way(harbour: Visitor) -> None:
    page = body(harbour.get(""))
    assert re.search(r'data-position="3" data-has="[\w-]{8}\.\d+"', page)
    assert not re.search(r"[0-9a-f]{32}", page)


def test_of_a_page_that_is_the_same_nothing_is_sent(harbour: Visitor) -> None:
    answer = asked(harbour, known(harbour)).json
    assert (answer["parts"], answer["position"]) == ({}, 3)  # type: ignore[index]


def test_only_what_changed_is_sent_with_the_entry_it_knows_of(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.record("coins-gained", seat="Ann", amount=4)
    answer = asked(harbour, has).json
    assert set(answer["parts"]) == {"undo-last", "handle:piece-seat-Ann", "lines", "prompts", "piece-seat-Ann:1"}  # type: ignore[index]
    assert answer["position"] == 4  # type: ignore[index]
    assert 'id="piece-seat-Ann:1"' in answer["parts"]["piece-seat-Ann:1"]  # type: ignore[index]


def test_of_a_piece_in_which_a_number_alone_changed_that_number_is_sent(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.record("coins-gained", seat="Ann", amount=1)  # pays for no tower
    assert set(changed(harbour, has)) == {"undo-last", "handle:piece-seat-Ann", "lines", "piece-seat-Ann:1"}


def test_what_came_and_went_since_is_not_sent(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.record("coins-gained", seat="Ann", amount=1)
    harbour.record("coins-spent", seat="Ann", amount=1)
    assert "piece-seat-Ann:1" in changed(
        harbour, has
    )  # it was drawn otherwise on the way: whoever has it may have that
    assert "piece-seat-Bob:1" not in changed(harbour, has)


def test_the_recap_goes_without_a_whole_page(harbour: Visitor) -> None:
    harbour.record("session-started")
    harbour.record("coins-gained", seat="Ann", amount="1")
    harbour.record("session-ended")
    harbour.record("session-started")
    has = known(harbour)
    harbour.record("coins-gained", seat="Ann", amount="1")
    assert 'id="recap" hidden' in changed(harbour, has)["recap"]


def test_where_something_around_the_fragments_changed_the_whole_page_is_sent(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.record("seat-taken", seat="Cyd")  # one fragment more
    assert 'id="piece-seat-Cyd"' in body(asked(harbour, has))
    assert "<html" in body(asked(harbour, has, "log"))  # another page


@pytest.mark.parametrize(
    "has", ["", ".", "x", "none.1", "{view}.", "{view}.-1", "{view}.x", "{view}.١", "{view}." + "9" * 99]
)
def test_who_has_no_page_that_is_known_is_sent_the_whole(harbour: Visitor, has: str) -> None:
    view = known(harbour)[HEADER].partition(".")[0]
    assert "<html" in body(asked(harbour, {HEADER: has.format(view=view).encode().decode("latin-1")}))


def test_a_view_of_somebody_else_is_none_of_theirs(app: Flask, services: Services, harbour: Visitor) -> None:
    bea = joined(app, services, "Bea", key="at-sea")
    assert "<html" in body(asked(bea, known(harbour)))


def test_what_is_drawn_otherwise_for_another_language_is_another_view(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.client.set_cookie("interface", "zh_Hans")
    assert "<html" in body(asked(harbour, has))


def test_a_colour_that_a_seat_chose_is_shown_wherever_that_seat_is(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.record("seat-coloured", seat="Bob", colour="blue")
    assert "seat-blue" in changed(harbour, has)["handle:piece-seat-Bob"]


@pytest.mark.parametrize("path", ["table/", "log", "sheets/"])
def test_other_pages_that_are_open_are_sent_what_changed_too(harbour: Visitor, path: str) -> None:
    has = known(harbour, path)
    harbour.record("coins-gained", seat="Ann", amount=1)
    whole, parts = body(harbour.get(path)), changed(harbour, has, path)
    assert parts
    assert sum(map(len, parts.values())) < 0.4 * len(whole)


def test_an_answer_depends_on_what_was_asked(harbour: Visitor) -> None:
    assert HEADER in asked(harbour, known(harbour)).headers["Vary"]


def test_the_views_that_nobody_asked_for_lately_are_forgotten(app: Flask, harbour: Visitor) -> None:
    has = known(harbour)
    for at in range(VIEWS):
        harbour.get(f"log?open={at}")
    assert "<html" in body(asked(harbour, has))
    assert len(app.extensions["views"]) == VIEWS


# --- with the answer to a command -------------------------------------------------------------


def test_who_records_is_sent_what_changed_with_the_answer(harbour: Visitor) -> None:
    answer = tapped(harbour, known(harbour), command="a-tap-of-this-page")
    assert set(answer.json["parts"]) >= {"toast", "undo-last", "handle:piece-seat-Ann", "lines", "prompts"}  # type: ignore[index]
    assert answer.headers[WHERE] == harbour.at("?saved=a-tap-of-this-page")
    assert answer.json["position"] == 4  # type: ignore[index]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_page_has_then_what_it_would_have_asked_for(harbour: Visitor) -> None:
    before = known(harbour)
    answer = tapped(harbour, before)
    again = changed(harbour, before)
    assert own(answer.json["parts"]) | {"toast": ""} == own(again) | {"toast": ""}  # type: ignore[index]


def own(parts: dict[str, str]) -> dict[str, str]:
    """Fragments without what is another one in every answer."""
    return {name: re.sub(r'(name="(?:token|command)" value=")[^"]*', r"\1", html) for name, html in parts.items()}


def test_what_a_command_recorded_is_told_once(harbour: Visitor) -> None:
    answer = tapped(harbour, known(harbour))
    assert "Ann" in answer.json["parts"]["toast"]  # type: ignore[index]
    assert not changed(harbour, {HEADER: answer.json["has"]}).get("toast", "").strip()  # type: ignore[index]


def test_two_commands_that_say_the_same_are_both_told(harbour: Visitor) -> None:
    has = known(harbour)
    for _ in range(2):
        answer = tapped(harbour, has)
        assert "Ann" in answer.json["parts"]["toast"]  # type: ignore[index]
        has = {HEADER: answer.json["has"]}  # type: ignore[index]


def test_who_is_on_another_page_is_sent_the_whole(harbour: Visitor) -> None:
    answer = tapped(harbour, {HEADER: "."})
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert 'id="piece-seat-Ann"' in body(answer)
    assert answer.headers[WHERE].startswith(harbour.at("?saved="))


def test_who_says_nothing_of_a_page_is_led_there(harbour: Visitor) -> None:
    answer = harbour.record("coins-gained", seat="Ann", amount=2)
    assert (answer.status_code, WHERE in answer.headers) == (303, False)


def test_who_is_refused_is_told_why_and_led_nowhere(harbour: Visitor) -> None:
    answer = tapped(harbour, known(harbour), **{"f.amount": "0"})
    assert (answer.status_code, WHERE in answer.headers) == (422, False)


def test_a_name_in_any_letters_leads_there_too(services: Services, harbour: Visitor) -> None:
    made = services.campaigns.new("toy", "海上", {}, services.new_command())
    there = replace(harbour, key=services.find_campaign(made.campaign).key)
    assert there.key == "海上"
    there.record("seat-taken", seat="Ann")
    assert tapped(there, known(there)).json["position"] == 3  # type: ignore[index]


def test_what_they_sign_with_is_known_on_the_page_and_kept(harbour: Visitor) -> None:
    harbour.record("coins-gained", {"by": "Ann"}, seat="Ann", amount=1)
    answer = tapped(harbour, {HEADER: "."}, by="Zoë")
    assert "Undo: Ann gained 2 coins" in Reader(body(answer)).text  # their own, so nobody is named
    assert "Zoë" in body(harbour.get("/more"))


def test_a_hint_about_what_was_just_done_is_gone_with_the_answer(app: Flask, services: Services) -> None:
    visitor = Visitor(app, make_demo(services, BY_KEY["champions"]))
    page = body(visitor.get(""))
    assert 'class="tip"' in page
    position = re.search(r"/undo/(\d+)", page)
    assert position
    answer = visitor.client.post(visitor.at(f"undo/{position[1]}"), data=visitor.fields(), headers=asking(page))
    assert 'class="tip"' not in answer.json["parts"]["newest"]  # type: ignore[index]


def test_where_the_page_cannot_be_had_they_are_led_there(harbour: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was recorded stays acknowledged."""
    has = known(harbour)
    monkeypatch.setattr(answer, "draw_play", lambda here: ("", 500))
    assert tapped(harbour, has).status_code == 303
    monkeypatch.setattr(answer, "draw_play", lambda here: 1 / 0)
    assert tapped(harbour, has).status_code == 303


def test_others_hear_of_it_once_it_is_answered(app: Flask, harbour: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tapped is served first: the others would ask for the same page."""
    done: list[str] = []
    has = known(harbour)
    bell = app.extensions["bell"]
    monkeypatch.setattr(bell, "ring", lambda *_: done.append("heard"))
    monkeypatch.setattr(answer, "draw_play", lambda here: done.append("drawn") or "")
    tapped(harbour, has)
    assert done == ["drawn", "heard"]


# --- a view -----------------------------------------------------------------------------------


class Drawn:
    """A page of fragments within each other, and what was drawn of them."""

    def __init__(self) -> None:
        self.view, self.drawn = View(), list[str]()

    def draw(self, number: int = 1, other: int = 2, panel: int = 0, beside: bytes = b"", around: str = "") -> int:
        """The page with these values; the stamp that it has then."""
        self.drawn.clear()

        def part(name: str, value: int, within: Callable[[], str] = str) -> str:
            def made() -> str:
                self.drawn.append(name)
                return f"<i id={name}>{value}{within()}</i>"

            return self.view.placeholder_of(name, f"{value}{within and ''}".encode(), made)

        def inside() -> str:
            return part("number", number) + part("other", other)

        def outer() -> str:
            self.drawn.append("panel")
            return f"<p>{panel}{inside()}</p>"

        shows = f"{panel} {number} {other}".encode()
        self.view.draw(beside, lambda: around + self.view.placeholder_of("panel", shows, outer))
        return self.view.stamp

    @property
    def html(self) -> str:
        return self.view.html


def test_a_fragment_that_shows_what_it_did_is_not_drawn() -> None:
    page = Drawn()
    page.draw()
    assert page.drawn == ["panel", "number", "other"]
    page.draw()
    assert page.drawn == []
    page.draw(number=3)
    assert page.drawn == ["panel", "number"]
    assert page.html == "<p>0<i id=number>3</i><i id=other>2</i></p>"


def test_of_a_panel_the_number_that_changed_is_sent_alone() -> None:
    page = Drawn()
    stamp = page.draw()
    page.draw(number=3)
    assert page.view.changes_since(stamp) == {"number": "<i id=number>3</i>"}


def test_what_changed_in_a_panel_that_changed_is_sent_with_it_and_what_did_not_has_a_slot() -> None:
    page = Drawn()
    stamp = page.draw()
    page.draw(number=3, panel=9)
    assert page.view.changes_since(stamp) == {"panel": '<p>9<i id=number>3</i><slot name="other"></slot></p>'}


def test_what_stands_around_is_known_up_to_the_stamp_at_which_it_changed() -> None:
    page = Drawn()
    stamp = page.draw()
    page.draw(number=3)
    assert page.view.frame_unchanged_since(stamp)
    page.draw(around="<hr>")
    assert not page.view.frame_unchanged_since(stamp)
    assert page.view.frame_unchanged_since(page.view.stamp)


def test_what_changed_beside_all_values_draws_all_anew_and_sends_what_is_otherwise() -> None:
    page = Drawn()
    stamp = page.draw()
    page.draw(beside=b"colours")
    assert page.drawn == ["panel", "number", "other"]
    assert page.view.changes_since(stamp) == {}


def test_what_is_on_the_page_no_more_is_forgotten_and_sent_again_when_it_is_back() -> None:
    view = View()

    def draw(*names: str) -> int:
        view.draw(
            b"", lambda: "".join(view.placeholder_of(name, b"1", lambda name=name: f"<i id={name}>") for name in names)
        )  # type: ignore[misc]
        return view.stamp

    draw("a", "b")
    draw("a")
    stamp = view.stamp
    draw("a", "b")
    assert not view.frame_unchanged_since(stamp)
    assert "b" in view.changes_since(stamp)[AROUND]


def test_a_drawing_that_broke_off_leaves_a_view_that_is_right() -> None:
    page = Drawn()
    stamp = page.draw()

    def broken() -> str:
        page.view.placeholder_of("number", b"7", lambda: "<i id=number>7</i>")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        page.view.draw(b"", broken)
    page.draw(number=3)
    assert page.html == "<p>0<i id=number>3</i><i id=other>2</i></p>"
    assert page.view.changes_since(stamp) == {"number": "<i id=number>3</i>"}


def test_answers_taken_in_any_order_end_at_the_page() -> None:
    """One that was overtaken is left out, since it knows less; what changed since its stamp was in the later one."""
    random = Random(3)
    for _ in range(200):
        page = Drawn()
        stamp = page.draw()
        mine, has = pieces_of(page.view.changes_since(-1)), stamp
        answers = []
        for _ in range(4):
            page.draw(number=random.randrange(3), other=random.randrange(3), panel=random.randrange(2))
            answers.append((page.view.stamp, dict(page.view.changes_since(stamp))))
        random.shuffle(answers)
        for at, parts in answers:
            if at > has:
                has, mine = at, {**mine, **pieces_of(parts)}
        assert mine == pieces_of(page.view.changes_since(-1))


def pieces_of(parts: dict[str, str]) -> dict[str, str]:
    """The text of each fragment by itself, as a page would hold it once it has put these parts where they belong."""
    found = {}
    for html in parts.values():
        for name in ("number", "other"):
            if own_text := re.search(rf"<i id={name}>(\d)</i>", html):
                found[name] = own_text[1]
        if panel := re.search(r"<p>(\d)", html):
            found["panel"] = panel[1]
    return found


# --- how much is sent -------------------------------------------------------------------------


def test_one_number_of_a_hero_sends_itself_and_what_tells_of_it(app: Flask, services: Services) -> None:
    visitor = Visitor(app, make_demo(services, BY_KEY["agemonia"]))
    has = known(visitor)
    table = services.find_campaign(visitor.key).campaign
    services.campaigns.record(table, "stars-gained", {"hero": "venia", "amount": 1}, services.new_command())
    assert set(changed(visitor, has)) == {"undo-last", "lines", "piece-hero-venia:1"}


STEP = re.compile(r'<form class="tap" method="post" action="(\S+)" data-sums=.*?</form>', re.DOTALL)
HIDDEN = re.compile(r'name="(f\.[^"]*)" value="([^"]*)"')


@pytest.mark.parametrize(("game", "seat"), [("agemonia", "venia"), ("champions", "spider-man"), ("runewars", "elf")])
def test_any_number_of_a_board_sends_less_than_six_kilobytes(
    app: Flask, services: Services, game: str, seat: str
) -> None:
    """To who plays on a seat: their page has the most on it, all seats in a drawer too."""
    visitor = joined(app, services, "Bea", f"at:{seat}", make_demo(services, BY_KEY[game]))
    visitor.record("note-added", text="There is something to undo.")
    page = body(visitor.get(""))
    steps = {(form[1], *HIDDEN.findall(form[0])) for form in STEP.finditer(page)}
    sizes = {}
    for action, *fields in sorted(steps):
        has = known(visitor)
        assert visitor.client.post(action, data=visitor.token | dict(fields) | {"command": f"step-{len(sizes)}"})
        answer = asked(visitor, has)
        assert answer.json["position"] > 0
        sizes[action, *fields] = len(answer.data)
    assert len(sizes) > 15
    assert {step: size for step, size in sizes.items() if size >= 6_000} == {}


# --- what is a page's own ---------------------------------------------------------------------


def test_what_is_no_whole_page_has_the_token_too(harbour: Visitor) -> None:
    (_, fields), *_ = harbour.read("say/heard?words=ann coins 2").forms
    assert fields["token"] == harbour.fields()["token"]


def test_each_form_that_is_sent_has_an_id_of_its_own_and_the_token(harbour: Visitor) -> None:
    has = known(harbour)
    harbour.record("coins-gained", seat="Ann", amount=4)
    for html in (body(harbour.get("")), " ".join(changed(harbour, has).values())):
        tokens, commands = (re.findall(f'name="{name}" value="([^"]*)"', html) for name in ("token", "command"))
        assert set(tokens) == {harbour.fields()["token"]}
        assert len(set(commands)) == len(commands) > 1
        assert all(len(command) == 22 for command in commands)


def test_what_somebody_names_like_a_part_of_the_page_is_none(harbour: Visitor) -> None:
    harbour.record("note-added", text='<i data-has="x.1">around=0</i><slot name="prompts">')
    page = harbour.get("").get_data(as_text=True)
    assert page.count("data-has=") - page.count("&#34;x.1") == 1
    assert "<slot" not in page
