"""Regions: a page that is open is sent what differs from it, and nothing that it would not be sent as a whole."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask, Response

from companion.demo import demo
from companion.desk import Desk
from companion.web.table.regions import HEADER, told
from domain.games import BY_KEY
from tests import toy
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body


@pytest.fixture
def harbour(desk: Desk, visitor: Visitor) -> Visitor:
    """A table of the toy game with its own board and two seats."""
    desk.campaigns.games = {"toy": toy.GAME}
    desk.campaigns.new("toy", "At sea", {}, desk.command())
    visitor = replace(visitor, key="at-sea")
    for name in ("Ann", "Bob"):
        visitor.record("seat-taken", seat=name)
    return visitor


def listed(page: str) -> str:
    found = re.search(r'data-regions="([^"]*)"', page)
    assert found
    return found[1]


def digests(listed: str) -> dict[str, str]:
    """Regions by their names, as a page says them."""
    return dict(pair.split("=") for pair in listed.split())


def asked(visitor: Visitor, known: str, path: str = "") -> Any:
    """What a page is answered with that has these regions."""
    return visitor.client.get(visitor.at(path), headers={HEADER: " ".join(digests(known).values())})


def test_a_page_says_which_regions_it_has_and_holds_no_mark(harbour: Visitor) -> None:
    page = body(harbour.get(""))
    names = list(digests(listed(page)))
    assert names[-1] == "around"
    assert set(names) >= {"strip", "prompts", "bar", "undo-last", "newest", "piece-seat-Ann", "piece-seat-Bob"}
    assert not re.search(r"[0-9a-f]{32}strip ", page)


def test_of_a_page_that_is_the_same_nothing_is_sent(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    assert asked(harbour, known).json == {"regions": "", "position": 3, "parts": {}}


def test_only_what_differs_is_sent_with_the_entry_it_knows_of(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    harbour.record("coins-gained", seat="Ann", amount=4)
    answer = asked(harbour, known).json
    assert set(answer["parts"]) == {"undo-last", "handle:piece-seat-Ann", "lines", "prompts", "piece-seat-Ann:1"}
    assert answer["position"] == 4
    assert 'id="piece-seat-Ann:1"' in answer["parts"]["piece-seat-Ann:1"]
    assert digests(known) | digests(answer["regions"]) == digests(listed(body(harbour.get(""))))


def test_of_a_piece_in_which_a_number_alone_differs_that_number_is_sent(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    harbour.record("coins-gained", seat="Ann", amount=1)  # pays for no tower
    parts = asked(harbour, known).json["parts"]
    assert set(parts) == {"undo-last", "handle:piece-seat-Ann", "lines", "piece-seat-Ann:1"}
    assert 'id="piece-seat-Ann:1"' in parts["piece-seat-Ann:1"]


def test_where_something_around_the_regions_differs_the_whole_page_is_sent(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    harbour.record("seat-taken", seat="Cyd")  # one region more
    assert 'id="piece-seat-Cyd"' in body(asked(harbour, known))
    assert "<html" in body(asked(harbour, known, "campaign"))  # another page


# --- one within another -----------------------------------------------------------------------

PANEL = """{{ regions_here }}{% region "panel" %}<div id="panel">{{ panel }}
{% region "number" %}<b id="number">{{ number }}</b>{% endregion %}
{% region "other" %}<i id="other">{{ other }}</i>{% endregion %}</div>{% endregion %}"""


def panel(app: Flask, known: str = "", **shown: str) -> Response:
    """The answer to who has these regions of a page with a panel and two numbers in it."""
    with app.test_request_context(headers={HEADER: " ".join(digests(known).values())}):
        page = app.jinja_env.from_string(PANEL).render({"panel": "p", "number": "1", "other": "2"} | shown)
        return told(Response(page, mimetype="text/html"))


def parts(app: Flask, **shown: str) -> Any:
    """What is sent of it to who has it as it was before."""
    return panel(app, panel(app).get_data(as_text=True).partition("<")[0], **shown).get_json()["parts"]


def test_of_a_panel_the_number_that_moved_is_sent_alone(app: Flask) -> None:
    assert parts(app, number="3") == {"number": '<b id="number">3</b>'}


def test_what_differs_in_a_region_that_differs_is_sent_with_it_and_what_does_not_has_a_slot(app: Flask) -> None:
    sent = parts(app, panel="q", number="3")
    assert list(sent) == ["panel"]
    assert re.sub(r"\s+", "", sent["panel"]) == '<divid="panel">q<bid="number">3</b><slotname="other"></slot></div>'


def test_a_page_is_told_the_digests_of_what_it_is_sent_alone(app: Flask) -> None:
    before, after = (panel(app, panel=shown).get_data(as_text=True).partition("<")[0] for shown in "pq")
    assert digests(panel(app, before, panel="q").get_json()["regions"]) == {"panel": digests(after)["panel"]}


def test_two_regions_that_hold_the_same_are_told_apart(app: Flask) -> None:
    assert list(parts(app, number="2", other="2")) == ["number"]


def test_what_has_no_name_is_part_of_what_is_around_it(app: Flask) -> None:
    unnamed = '{% region "" %}<b>{% region "in it" %}{{ one }}{% endregion %}</b>{% endregion %}'
    named = '{{ regions_here }}{% region "a" %}<i id="a">' + unnamed + "</i>{% endregion %}"
    with app.test_request_context():
        page = told(Response(app.jinja_env.from_string(named).render(one=1), mimetype="text/html")).get_data(
            as_text=True
        )
    assert list(digests(page.partition("<")[0])) == ["a", "around"]
    assert page.endswith('<i id="a"><b>1</b></i>')


def test_a_page_with_one_within_another_is_whole(app: Flask) -> None:
    page = panel(app).get_data(as_text=True)
    assert list(digests(page.partition("<")[0])) == ["number", "other", "panel", "around"]
    html = page[page.index("<") :]
    assert re.sub(r"\s+", "", html) == '<divid="panel">p<bid="number">1</b><iid="other">2</i></div>'


def test_one_number_of_a_hero_sends_itself_and_what_tells_of_it(app: Flask, desk: Desk) -> None:
    visitor = Visitor(app, demo(desk, BY_KEY["agemonia"]))
    known = listed(body(visitor.get("")))
    table = desk.find(visitor.key).campaign
    desk.campaigns.record(table, "stars-gained", {"hero": "venia", "amount": 1}, desk.command())
    assert set(asked(visitor, known).json["parts"]) == {"undo-last", "lines", "piece-hero-venia:1"}


STEP = re.compile(r'<form class="tap" method="post" action="(\S+)" data-sums=.*?</form>', re.DOTALL)
HIDDEN = re.compile(r'name="(f\.[^"]*)" value="([^"]*)"')


@pytest.mark.parametrize(("game", "seat"), [("agemonia", "venia"), ("champions", "spider-man"), ("runewars", "elf")])
def test_any_number_of_a_board_sends_less_than_six_kilobytes(app: Flask, desk: Desk, game: str, seat: str) -> None:
    """To who plays on a seat: their page has the most on it, all seats in a drawer too."""
    visitor = joined(app, desk, "Bea", f"at:{seat}", demo(desk, BY_KEY[game]))
    visitor.record("note-added", text="There is something to undo.")
    page = body(visitor.get(""))
    steps = {(form[1], *HIDDEN.findall(form[0])) for form in STEP.finditer(page)}
    sizes = {}
    for action, *fields in sorted(steps):
        known = listed(body(visitor.get("")))
        assert visitor.client.post(action, data=visitor.token | dict(fields) | {"command": f"step-{len(sizes)}"})
        answer = asked(visitor, known)
        assert answer.json["position"] > 0
        sizes[action, *fields] = len(answer.data)
    assert len(sizes) > 15
    assert {step: size for step, size in sizes.items() if size >= 6_000} == {}


# --- what is a page's own ---------------------------------------------------------------------


FORM = """{{ regions_here }}{% import "macros.html" as m with context %}
{% region "form" %}<form id="form">{{ m.hidden() }}{% region "button" %}<b id="button"></b>{% endregion %}
</form>{% endregion %}"""


def test_what_a_page_has_is_known_again_after_the_host_was_away(app: Flask) -> None:
    """Marks are made anew each start: digests know nothing of them."""
    with app.test_request_context():
        page = told(Response(app.jinja_env.from_string(FORM).render(), mimetype="text/html")).get_data(as_text=True)
    assert page.partition("<")[0] == "button=f826c49c2c form=47ac768fd2 around=34d10bfda2"


def test_what_is_no_whole_page_has_the_token_too(harbour: Visitor) -> None:
    (_, fields), *_ = harbour.read("say/heard?words=ann coins 2").forms
    assert fields["token"] == harbour.fields()["token"]


def test_each_form_that_is_sent_has_an_id_of_its_own_and_the_token(harbour: Visitor) -> None:
    around = f"around={digests(listed(body(harbour.get(''))))['around']}"  # and nothing in it
    for html in (body(harbour.get("")), " ".join(asked(harbour, around).json["parts"].values())):
        tokens, commands = (re.findall(f'name="{name}" value="([^"]*)"', html) for name in ("token", "command"))
        assert set(tokens) == {harbour.fields()["token"]}
        assert len(set(commands)) == len(commands) > 3
        assert all(len(command) == 22 for command in commands)


def test_what_a_command_recorded_is_told_in_a_region(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    sent = harbour.record("coins-gained", seat="Ann", amount=2)
    answer = asked(harbour, known, sent.location)
    assert "Ann" in answer.json["parts"]["toast"]


def test_an_answer_depends_on_what_was_asked(harbour: Visitor) -> None:
    assert HEADER in asked(harbour, "").headers["Vary"]


def test_what_somebody_names_like_a_mark_is_no_mark(harbour: Visitor) -> None:
    harbour.record("note-added", text='<i data-regions="x=1">around=0</i>')
    assert listed(body(harbour.get(""))).split()[-1].startswith("around=")
