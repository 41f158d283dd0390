"""The log, why, branches, comparisons, and the sheets at any entry."""

import re
from collections import Counter
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.services import Services
from domain.log.entries import Raw
from projections.rebuild import rebuild_read_models
from tests.companion.visitor import Reader, Visitor, body
from tests.toy import GAME, DiceRolled

OFFERS = ("Take back", "Restore", "Fix", "Insert after this …", "Take back to here")
"""What the menu of a line offers where it can be done."""


def test_the_log_is_in_chapters_the_newest_first(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann")
    page = visitor.log.partition("Jump to a day")[2]
    log = page[page.index("Session 1") :]
    assert log.index("Ann") < log.index("Between sessions") < log.index("Bob sat down") < log.index("Ann sat down")


def test_the_newest_line_is_first_and_what_followed_stands_below_its_cause(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    found = [int(line.partition('"')[0]) for line in lines_of(visitor.get("log"))]
    assert found == [5, 6, 4, 3, 2, 1]


def test_the_chronicle_tells_what_happened_and_offers_nothing_to_do(visitor: Visitor) -> None:
    everything, chronicle = (body(visitor.get(f"log{depth}")) for depth in ("", "?depth=chronicle"))
    assert ("Ann gained 9 coins" in chronicle, "undo/4" in everything, "undo/4" in chronicle) == (True, True, False)


def test_a_session_stands_under_who_sat_there_and_how_it_was_put_away(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann")
    visitor.record("session-ended", note="Enough for today")
    assert "Ann · Enough for today · Round 1 · 2 entries" in visitor.log


def rounds(page: str) -> list[bool]:
    """Whether each fold of a round on a page of the log is open."""
    return ["open" in given for tag, given in Reader(page).tags if tag == "details" and given["class"] == "fold round"]


def test_a_fight_folds_by_round_and_the_newest_round_is_open(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(GAME), "begin_rounds", frozenset({DiceRolled.topic}))
    for dice in ("2 3", "1 1"):
        visitor.record("dice-rolled", seat="Bob", dice=dice)
    assert rounds(body(visitor.get("log"))) == [True, False]
    assert "Bob rolled 2, 3 2 entries" in visitor.log


def test_the_round_with_the_entry_that_is_looked_for_is_open(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(GAME), "begin_rounds", frozenset({DiceRolled.topic}))
    for dice in ("2 3", "1 1"):
        visitor.record("dice-rolled", seat="Bob", dice=dice)
    assert rounds(body(visitor.get("log?open=6"))) == [True, True]


def test_what_a_search_found_is_not_folded(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(GAME), "begin_rounds", frozenset({DiceRolled.topic}))
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    assert rounds(body(visitor.get("log?search=rolled"))) == []


def test_the_log_can_be_searched(visitor: Visitor) -> None:
    page = visitor.text("log?search=gained")
    assert ("Ann gained 9 coins" in page, "Bob sat down" in page) == (True, False)


def test_the_log_can_be_searched_for_an_entry_by_its_number(visitor: Visitor) -> None:
    page = visitor.text("log?search=%234")
    assert ("Ann gained 9 coins" in page, "Bob sat down" in page) == (True, False)


def test_a_search_says_how_much_it_found(visitor: Visitor) -> None:
    assert "2 entries found" in visitor.text("log?search=down")


def test_a_slip_in_a_search_is_forgiven_and_said(visitor: Visitor) -> None:
    page = visitor.text("log?search=ganied")
    assert "1 entry found with similar words: gained" in page
    assert ("Ann gained 9 coins" in page, "Bob sat down" in page) == (True, False)


def test_what_is_found_as_typed_is_not_widened(visitor: Visitor) -> None:
    assert "similar words" not in visitor.text("log?search=coins")


def test_what_was_found_stands_right_below_the_field(visitor: Visitor) -> None:
    page = visitor.text("log?search=gained")
    assert page.index("1 entry found") < page.index("Ann gained 9 coins") < page.index("Find something")


def test_a_search_without_a_hit_says_so(visitor: Visitor) -> None:
    assert "Nothing in the log matches that." in visitor.text("log?search=dragon")


def test_a_long_log_comes_in_pages(visitor: Visitor) -> None:
    fields = visitor.fields()
    for n in range(100):
        sent = {**fields, "command": f"command-{n:04}", "f.seat": "Bob", "f.amount": "1"}
        visitor.client.post("/c/harbour/record/coins-gained", data=sent)
    page = visitor.read("log")
    older = next(link for link in page.links if "before=" in link)
    assert ("Started" in page.text, "Started" in visitor.text(older)) == (False, True)


def test_a_note_stands_under_the_entry_it_is_about(visitor: Visitor) -> None:
    visitor.record("note-added", text="So close!", entry="4")
    assert "Ann gained 9 coins So close!" in visitor.log


def test_consequences_say_what_they_follow_from(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    assert "Bob gained 5 coins (follows from #5)" in visitor.log


def test_an_entry_that_cannot_be_read_is_shown_and_said_to_be_kept(visitor: Visitor, services: Services) -> None:
    campaign = services.find_campaign("harbour").campaign
    services.store.append(campaign, [Raw(5, "toy.comet-fell", b'{"event":{},"entry":{}}')], [])
    rebuild_read_models(services.campaigns, services.models)
    services.campaigns.drop_from_memory(campaign)
    assert "cannot be read here; it is kept as it is" in visitor.log


def test_why_tells_what_moved_a_number(visitor: Visitor) -> None:
    visitor.record("tower-built", seat="Ann", tower="oak")
    page = visitor.text("why?path=seats.Ann.coins")
    assert "Ann, coins: 7 9 → became 7 Ann built Oak Tower #5 0 → became 9 Ann gained 9 coins #4" in page


def test_every_number_with_a_path_leads_to_its_why(visitor: Visitor) -> None:
    whys = [link for link in visitor.read("sheets/").links if "why?path=" in link]
    assert len(whys) == 4
    assert {visitor.get(link).status_code for link in whys} == {200}


def test_why_of_nothing_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("why?path=dragons").status_code == 404


def test_a_branch_shares_the_past_and_knows_its_parent(visitor: Visitor) -> None:
    answer = visitor.post("branch", {"name": "What if", "at": "3"})
    assert answer.headers["Location"] == "/c/what-if/"
    page = visitor.text("/c/what-if/log")
    assert ("Bob sat down" in page, "Ann gained 9 coins" in page) == (True, False)
    assert "A branch of harbour" in visitor.text("/c/what-if/campaign")


def test_the_form_of_a_branch_in_the_midst_of_a_command_says_that_it_ends_with_that_command(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    assert "Entry 5 is part of a command that ends with entry 6." in visitor.text("branch?at=5")
    assert "is part of a command" not in visitor.text("branch?at=6")
    visitor.post("branch", {"name": "What if", "at": "5"})
    assert "Bob gained 5 coins" in visitor.text("/c/what-if/log")


def test_a_branch_without_a_name_is_refused(visitor: Visitor) -> None:
    assert visitor.post("branch", {"name": " ", "at": "3"}).status_code == 422


def test_two_points_compare_in_words(visitor: Visitor) -> None:
    assert "Ann, coins: 0 → 9" in visitor.text("compare?a=3&b=4")


def test_a_branch_compares_with_its_parent(visitor: Visitor) -> None:
    visitor.post("branch", {"name": "What if", "at": "3"})
    assert "Ann, coins: 0 → 9" in visitor.text("compare?with=what-if")


def test_comparing_beyond_the_log_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("compare?a=99").status_code == 404


def test_sheets_are_as_they_were_after_an_entry(visitor: Visitor) -> None:
    now, then = visitor.text("sheets/harbour"), visitor.text("sheets/harbour?at=3")
    assert ("Ann 9 /20" in now, "Ann 0 /20" in then) == (True, True)


def test_sheets_of_the_past_lead_to_no_why(visitor: Visitor) -> None:
    assert not [link for link in visitor.read("sheets/?at=3").links if "why?path=" in link]


def test_one_sheet_can_stand_alone(visitor: Visitor) -> None:
    assert body(visitor.get("sheets/seat-Ann")).count('class="sheet"') == 1


def test_one_sheet_can_be_taken_alone(visitor: Visitor) -> None:
    link = next(link for link in visitor.read("sheets/seat-Ann").links if "form=md" in link or "/sheets/md" in link)
    assert body(visitor.get(link)).count("\n## ") == 1


def test_a_sheet_to_take_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("export/sheets/md?sheet=seat-Zoe").status_code == 404


def test_a_sheet_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("sheets/seat-Zoe").status_code == 404


def test_the_campaign_page_leads_to_each_session(visitor: Visitor) -> None:
    visitor.record("session-started")
    visitor.record("session-ended")
    links = visitor.read("campaign").links
    assert {"/c/harbour/log?session=1", "/c/harbour/sheets/?at=6"} <= set(links)


def test_a_longer_page_asks_for_no_more_addresses_and_for_no_more_words(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lines have in common, and menus that offer the same, is asked for once a page."""
    asked, drawn = Counter[str](), visitor.app.jinja_env.globals
    for name in ("url_for", "_"):

        def counting(*args: Any, name: str = name, ask: Any = drawn[name], **values: Any) -> Any:
            asked[name] += 1
            return ask(*args, **values)

        monkeypatch.setitem(drawn, name, counting)
    for number in range(32):
        visitor.record("note-added", text=f"Note {number}")
    visitor.get("log")  # what is the same on every page is drawn once
    counts = []
    for before in (5, 35):
        asked.clear()
        lines = body(visitor.get(f"log?before={before}")).count('class="line"')
        counts.append((lines, asked["url_for"], asked["_"]))
    (few, *less), (many, *more) = counts
    assert (many - few, more[0] - less[0], more[1] - less[1]) == (30, 0, 0)


def lines_of(page: TestResponse) -> list[str]:
    """The lines on a page of the log, each as it is drawn."""
    return page.get_data(as_text=True).split('<li id="entry-')[1:]


def test_the_menu_of_each_line_is_about_its_own_entry(visitor: Visitor) -> None:
    about = [
        {re.findall(r"\d+$", shown)[0] for shown in (*Reader(line).links, *re.findall('aria-label="(.*)"', line))}
        for line in lines_of(visitor.get("log"))
    ]
    assert about == [{"4"}, {"3"}, {"2"}, {"1"}]


def test_a_menu_offers_what_can_be_done_with_its_entry(visitor: Visitor) -> None:
    visitor.post("undo/4", {"sure": "yes"})
    offered = [[name for name in OFFERS if f">{name}</a>" in line] for line in lines_of(visitor.get("log"))]
    assert offered[::-1] == [
        ["Insert after this …", "Take back to here"],
        ["Take back", "Fix", "Insert after this …", "Take back to here"],
        ["Take back", "Fix", "Insert after this …", "Take back to here"],
        ["Restore", "Take back to here"],
        ["Take back"],
    ], "the first entry stays, the taken back one comes back, a correction is not put right"


def test_a_consequence_under_another_heading_than_its_cause_is_a_line_of_its_own(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    assert 'id="entry-6" class="line follows depth-1"' in body(visitor.get("log"))
    monkeypatch.setitem(vars(GAME), "begin_rounds", frozenset({"toy.coins-gained"}))
    assert 'id="entry-6" class="line"' in body(visitor.get("log"))


# --- the chronicle and the margin ------------------------------------------------------------


def gain(visitor: Visitor, times: int) -> None:
    """Bob gains coins in as many commands."""
    fields = visitor.fields()
    for n in range(times):
        sent = {**fields, "command": f"command-{n:04}", "f.seat": "Bob", "f.amount": "1"}
        visitor.client.post("/c/harbour/record/coins-gained", data=sent)


def positions_of(page: TestResponse) -> list[int]:
    return [int(line.partition('"')[0]) for line in lines_of(page)]


def test_the_chronicle_is_read_from_its_beginning(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    assert positions_of(visitor.get("log?depth=chronicle")) == [2, 3, 4, 5, 6]


def test_a_long_chronicle_leads_on_and_back_page_by_page(visitor: Visitor) -> None:
    gain(visitor, 120)
    first = visitor.read("log?depth=chronicle")
    (on,) = [link for link in first.links if "after=" in link]
    assert on == "/c/harbour/log?depth=chronicle&after=101"
    (back,) = [link for link in visitor.read(on).links if link.startswith("/c/harbour/log?depth=chronicle")][-1:]
    assert positions_of(visitor.get(on))[0] == 102
    assert (first.text, "Older entries" in first.text) == (visitor.read(back).text, False)


def test_the_middle_of_a_chronicle_leads_back_to_the_page_before_it(visitor: Visitor) -> None:
    gain(visitor, 220)
    links = visitor.read("log?depth=chronicle&after=201").links
    assert "/c/harbour/log?depth=chronicle&after=101" in links


def test_a_chronicle_of_several_sessions_leads_to_each_of_them(visitor: Visitor) -> None:
    for event in ("session-started", "session-ended", "session-started"):
        visitor.record(event)
    sessions = [link for link in visitor.read("log?depth=chronicle").links if "session=" in link]
    assert sessions == [f"/c/harbour/log?depth=chronicle&session={number}" for number in (1, 2)]


def test_the_margin_of_a_line_has_the_mark_of_its_seat_or_a_ring(visitor: Visitor) -> None:
    margins = [re.findall(r'<span class="(seat-mark|ring)', line) for line in lines_of(visitor.get("log"))]
    assert margins == [["seat-mark"], ["ring"], ["ring"], ["ring"]]
