"""Recording: one tap, a form, a refusal, a bend."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.demo import make_demo
from companion.i18n import tongue_of
from companion.services import Services
from companion.view_context import ViewContext
from companion.web.pages.log import lines
from companion.web.pages.log.undoables import Undoable
from companion.web.pages.table import play_page, recent_lines
from companion.web.pages.table.boards import board_at
from companion.web.visitors.visitor import Who, current_visitor
from domain.framework.game import PUBLIC, Prompt
from domain.framework.kernel import NoteAdded, SecretsOpened
from domain.framework.text import text
from domain.games import BY_KEY
from domain.log.corrections import TableDecision
from projections.log import LogLine, Wanted
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor, body, tells
from tests.toy import GAME


def test_what_is_recorded_stands_in_the_log(visitor: Visitor) -> None:
    visitor.record("tower-built", seat="Ann", tower="oak")
    assert "Ann built Oak Tower" in visitor.log


def test_the_same_form_sent_twice_records_once(visitor: Visitor, head: Head) -> None:
    sent = {**visitor.fields(), "f.seat": "Ann", "f.amount": "2"}
    before = head()
    answers = [visitor.client.post("/c/harbour/record/coins-gained", data=sent).status_code for _ in range(2)]
    assert (answers, head() - before) == ([303, 303], 1)


def test_undo_sent_twice_takes_back_once(visitor: Visitor, head: Head) -> None:
    sent, before = visitor.fields(), head()
    answers = [visitor.client.post("/c/harbour/undo/4", data=sent).status_code for _ in range(2)]
    assert (answers, head() - before) == ([303, 303], 1)


def test_a_new_campaign_sent_twice_begins_once(visitor: Visitor, services: Services) -> None:
    sent = {**visitor.fields("/new/toy"), "name": "Twice"}
    answers = [visitor.client.post("/new/toy", data=sent) for _ in range(2)]
    assert [a.headers["Location"] for a in answers] == ["/c/twice/"] * 2
    assert [c.name for c in services.list_campaigns()].count("Twice") == 1


def test_a_refusal_keeps_what_was_typed(visitor: Visitor) -> None:
    page = body(visitor.record("seat-taken", {"by": "Cleo", "when": "on Sunday"}, seat="Ann"))
    assert 'name="f.seat" type="text" dir="auto" value="Ann"' in page
    assert 'value="Cleo"' in page
    assert 'value="on Sunday"' in page


def test_a_refusal_stands_at_the_top_and_at_the_field_it_names(visitor: Visitor) -> None:
    page = Reader(body(visitor.record("seat-taken", seat="Ann")))
    assert page.text.count("Ann already sits here.") == 2
    assert page.part("f-seat-fault")


def test_a_refusal_records_nothing(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.record("seat-taken", seat="Ann")
    assert (answer.status_code, head()) == (422, before)


def test_what_cannot_be_bent_offers_no_bending(visitor: Visitor) -> None:
    assert 'name="bend"' not in body(visitor.record("seat-taken", seat="Ann"))


def test_a_refusal_that_a_card_may_overrule_can_be_bent_and_is_marked(visitor: Visitor) -> None:
    visitor.record("night-fell")
    refused = visitor.record("tower-built", seat="Ann", tower="oak")
    assert "Record it anyway" in body(refused)
    visitor.record("tower-built", {"bend": "The moon card"}, seat="Ann", tower="oak")
    assert "against the rule: The moon card" in visitor.log


def test_what_is_recorded_later_is_not_held_to_the_step_and_says_so(visitor: Visitor) -> None:
    visitor.record("night-fell")
    visitor.record("tower-built", {"when": "before supper"}, seat="Ann", tower="oak")
    assert "recorded later (before supper)" in visitor.log


@pytest.mark.parametrize(
    ("event", "values", "said"),
    [
        ("coins-gained", {"seat": "Ann", "amount": "many"}, "How much: type a whole number"),
        ("coins-gained", {"seat": "Ann", "amount": "0"}, "How much: at least 1"),
        ("coins-gained", {"seat": "Ann"}, "How much: still missing"),
        ("coins-gained", {"seat": "Ann", "amount": "9" * 40}, "How much: that number is too large"),
        ("seat-taken", {"seat": "x" * 201}, "Who: too long, at most 200 characters"),
    ],
)
def test_a_value_that_does_not_fit_is_explained_at_its_field(
    visitor: Visitor, event: str, values: dict[str, str], said: str
) -> None:
    answer = visitor.record(event, None, **values)
    assert (answer.status_code, said in body(answer)) == (422, True)


def test_full_width_digits_are_digits(visitor: Visitor) -> None:
    visitor.record("coins-gained", seat="Bob", amount="１２")
    assert "Bob gained 12 coins" in visitor.log


def test_the_address_of_a_form_may_fill_it_in(visitor: Visitor) -> None:
    assert 'value="Bob" checked' in body(visitor.get("record/tower-built?seat=Bob"))


def test_a_prompt_with_all_its_fields_is_one_tap(visitor: Visitor) -> None:
    page = visitor.read("")
    action, sent = next(f for f in page.forms if f[1].get("f.tower") == "oak" and f[1].get("f.seat") == "Ann")
    visitor.client.post(action, data=sent)
    assert "Ann built Oak Tower" in visitor.log


def test_a_prompt_that_asks_for_more_opens_its_form(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    asking = Prompt(text("Write it down"), NoteAdded, fields={"text": "Stormy"}, opens_form=True)
    monkeypatch.setitem(GAME.__dict__, "prompts", lambda table: [asking])
    assert ("/c/harbour/record/note-added", {"text": "Stormy"}) in visitor.read("").forms


def test_what_is_for_the_host_comes_next_for_the_host_alone(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = Prompt(text("Lay all open"), SecretsOpened, also_required=("agreed",))
    monkeypatch.setitem(GAME.__dict__, "prompts", lambda table: [opening])
    assert "Lay all open" in visitor.text("")
    assert "Lay all open" not in joined(app, services, "Cleo").text("")


def taps(page: Reader) -> list[tuple[str, dict[str, list[str]]]]:
    """The prompts of a page that are one tap: where their forms go, and all that these send; of keys the first."""
    found: list[tuple[str, dict[str, list[str]]]] = []
    for tag, given in page.tags:
        if tag == "form":
            found.append((str(given.get("action")), {}))
        elif tag == "input" and given.get("type") == "hidden" and found:
            found[-1][1].setdefault(str(given["name"]), []).append(str(given.get("value") or ""))
        elif tag == "button" and given.get("class") == "key" and given.get("name") and found:
            found[-1][1].setdefault(str(given["name"]), [str(given.get("value") or "")])
    return [(action, sent) for action, sent in found if "/record/" in action and "token" in sent]


def test_every_one_tap_offer_of_the_demo_can_be_tapped_as_it_stands(app: Flask, services: Services) -> None:
    id_ = services.find_campaign(make_demo(services, BY_KEY["agemonia"])).campaign
    tapped, refused = 0, []
    for at in range(10, services.find_campaign(id_).entries, 45):
        branch = services.campaigns.branch(id_, f"At {at}", at, "demo", services.new_command()).campaign
        visitor = Visitor(app, branch)
        for action, sent in taps(visitor.read("")):
            answer = visitor.client.post(action, data=sent)
            tapped += 1
            if answer.status_code == 303:
                services.campaigns.undo(branch, None, services.new_command(), TableDecision(sure=True))
            else:
                refused.append((at, action, answer.status_code))
    assert (tapped > 0, refused) == (True, [])


def test_the_first_must_is_the_large_button(visitor: Visitor) -> None:
    large = [i for i, (tag, given) in enumerate(visitor.read("").tags) if given.get("class") == "button primary large"]
    assert len(large) == 1
    assert '<button class="button primary large">Let night fall' in body(visitor.get(""))


def test_an_event_of_another_step_is_greyed_with_the_reason(visitor: Visitor) -> None:
    assert "Day broke A new day. That belongs to: night. Right now it is: day." in visitor.text("record/")


def test_events_are_grouped_by_area_of_play(visitor: Visitor) -> None:
    page = visitor.text("record/")
    assert re.search(r"Harbour \d+ .*Seat taken Somebody joins\..*Table \d+", page, re.DOTALL)


def test_undo_stands_beside_the_newest_with_its_words(visitor: Visitor) -> None:
    assert "Undo: Ann gained 9 coins" in visitor.text("")


def test_after_undo_there_is_redo_with_its_words(visitor: Visitor) -> None:
    visitor.post("undo/4")
    assert "Redo: Ann gained 9 coins" in visitor.text("")
    visitor.redo()
    assert "Redo:" not in visitor.text("")


def test_last_session_is_told_until_this_one_goes_on(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann\nBob")
    visitor.record("coins-gained", seat="Bob", amount="4")
    visitor.record("session-ended")
    visitor.record("session-started", players="Ann")
    assert "Previously B Bob gained 4 coins" in visitor.text("")
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert "Previously" not in visitor.text("")


def test_last_time_does_not_come_back_while_much_is_put_right(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann\nBob")
    visitor.record("coins-gained", seat="Bob", amount="4")
    visitor.record("session-ended")
    visitor.record("session-started", players="Ann\nBob")
    assert "Previously" in visitor.text("")
    visitor.record("coins-gained", seat="Bob", amount="1")
    visitor.record("coins-gained", seat="Ann", amount="1")
    for _ in range(recent_lines.NEWEST):
        visitor.post("undo/10")
        visitor.redo()
        assert "Previously" not in visitor.text("")
    visitor.post("undo/10")
    visitor.post("undo/9")
    assert "Previously" in visitor.text("")


def test_last_time_is_played_back_from_where_it_began(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann\nBob")
    began = int(visitor.get("").get_data(as_text=True).partition('data-position="')[2].partition('"')[0])
    for _ in range(2 * recent_lines.RECAP):
        visitor.record("coins-gained", seat="Bob", amount="4")
        visitor.record("tower-built", seat="Ann", tower="oak")
    visitor.record("session-ended")
    assert f"timeline?at={began}&amp;replay=session" in visitor.get("").get_data(as_text=True)


def test_what_a_table_remembers_of_last_time_is_told_whatever_came_after(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann\nBob")
    for seat, tower in (("Ann", "oak"), ("Ann", "iron"), ("Bob", "oak")):
        visitor.record("coins-gained", seat=seat, amount="5")
        assert visitor.record("tower-built", seat=seat, tower=tower).status_code == 303
    for _ in range(2 * recent_lines.RECAP):
        visitor.record("coins-gained", seat="Bob", amount="4")
    visitor.record("session-ended")
    assert "gate opened" in visitor.text("").partition("Previously")[2]


def test_of_a_long_session_only_the_end_is_looked_at(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor.record("session-started", players="Ann\nBob")
    for _ in range(2 * recent_lines.RECAP):
        visitor.record("coins-gained", seat="Bob", amount="4")
    visitor.record("session-ended")
    looked: list[int] = []
    find = recent_lines.lines_of_moment

    def finds(here: ViewContext, wanted: Wanted) -> list[LogLine]:
        found = find(here, wanted)
        looked.append(len(found))
        return found

    monkeypatch.setattr(recent_lines, "STRIP", recent_lines.RECAP + 1)
    monkeypatch.setattr(recent_lines, "lines_of_moment", finds)
    assert "Previously" in visitor.text("")
    assert max(looked) == recent_lines.STRIP


def test_a_session_that_ended_with_much_put_right_is_told_all_the_same(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.record("session-started", players="Ann\nBob")
    visitor.record("coins-gained", seat="Bob", amount="4")
    for entry in (7, 9, 11):
        visitor.record("coins-gained", seat="Ann", amount="1")
        visitor.post(f"undo/{entry}")
    visitor.record("session-ended")
    monkeypatch.setattr(recent_lines, "STRIP", 4)
    assert "Previously B Bob gained 4 coins" in visitor.text("")


def test_who_recorded_stands_in_the_log_and_is_remembered_for_the_next_form(visitor: Visitor) -> None:
    visitor.record("coins-gained", {"by": "田中"}, seat="Bob", amount="1")
    assert "田中" in visitor.log
    assert 'name="by" type="text" dir="auto" maxlength="80" value="田中"' in body(visitor.get("record/coins-gained"))


def test_secrets_of_a_seat_are_not_shown_to_anybody(visitor: Visitor) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    pages = ("", "log", "sheets/", "undo/5", "amend/5", "compare?a=1", "why?path=seats.Bob.card")
    assert [page for page in pages if tells(visitor.read(page).text, 37)] == []
    assert visitor.get("why?path=seats.Ann.card").status_code == 404


def by_hand(visitor: Visitor, to: str, after: str, reason: str, **sent: str) -> TestResponse:
    """Ann's card set by hand, or that put right."""
    fields = {"f.path": "seats.Ann.card", "f.after": after, "f.reason": reason}
    return visitor.post(to, {**fields, **sent})


@pytest.fixture
def swapped(visitor: Visitor) -> Visitor:
    """Ann's secret card 37 (entry 5) was set to 41 by hand (entry 6)."""
    visitor.record("card-drawn", seat="Ann", card="37")
    by_hand(visitor, "record/adjusted", "41", "swap")
    return visitor


SWAPPED = ["", "log", "sheets/", "undo/5", "undo/6", "amend/5", "amend/6", "campaign", "compare?a=4&b=6"]
SWAPPED += ["why?path=seats.Ann.card", "why?path=seats.Ann", "export/json", "export/md", "export/csv", "export/html"]


@pytest.mark.parametrize("path", SWAPPED)
def test_a_secret_set_by_hand_is_not_shown_to_anybody(swapped: Visitor, path: str) -> None:
    assert not tells(swapped.text(path), 37, 41)


def test_a_secret_that_is_gone_has_no_why(swapped: Visitor) -> None:
    by_hand(swapped, "record/adjusted", "null", "gone")
    assert swapped.get("why?path=seats.Ann.card").status_code == 404


def test_a_look_at_a_secret_put_right_does_not_tell_it(swapped: Visitor) -> None:
    page = Reader(body(by_hand(swapped, "amend/6", "44", "swap", act="look")))
    assert not tells(page.text, 37, 41)


def test_putting_the_reason_right_keeps_a_secret_set_by_hand(swapped: Visitor, services: Services) -> None:
    by_hand(swapped, "amend/6", "", "swapped", act="record")
    with services.open("harbour") as campaign:
        assert campaign.table.seats["Ann"].card == 41


def test_putting_an_entry_right_keeps_a_secret_that_nobody_saw(visitor: Visitor, services: Services) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    visitor.post("amend/5", {"act": "record"}, seat="Bob")
    with services.open("harbour") as campaign:
        assert campaign.table.seats["Bob"].card == 37


def test_the_newest_command_comes_first_followed_by_its_consequences(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    page = visitor.text("").partition("Just now")[2]
    order = [page.index(said) for said in ("Bob rolled 2, 3", "Bob gained 5 coins", "Ann gained 9 coins")]
    assert order == sorted(order)


def test_a_consequence_without_its_cause_is_not_among_the_newest(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    for seat, amount in (("Ann", "1"), ("Bob", "2"), ("Ann", "4"), ("Bob", "6")):
        visitor.record("coins-gained", seat=seat, amount=amount)
    assert "Bob gained 5 coins" not in visitor.text("").partition("Just now")[2].partition("The whole log")[0]


# --- everything that can be recorded ----------------------------------------------------------


def test_what_was_recorded_lately_stands_first(visitor: Visitor) -> None:
    page = visitor.text("record/")
    assert re.search(r"Recorded recently 2 Coins gained .* Seat taken .* Harbour \d+", page)


def test_what_is_not_tracked_is_named_last_with_the_way_to_track_it(visitor: Visitor) -> None:
    assert "Not tracked at this table" not in visitor.text("record/")
    visitor.record("areas-tracked", tracks="towers")
    page = visitor.read("record/")
    assert "Not tracked at this table 1 Coins" in page.text
    assert "/c/harbour/record/areas-tracked" in page.links


def test_what_happened_can_be_said_above_all_that_can_be_recorded(visitor: Visitor) -> None:
    assert visitor.read("record/").part("say")


# --- what is found once -----------------------------------------------------------------------


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Who]:
    """Who looked when it was found what can be taken back."""
    looked: list[Who] = []
    find = play_page.newest_undoable

    def finds(here: ViewContext) -> Undoable | None:
        looked.append(current_visitor())
        return find(here)

    monkeypatch.setattr(play_page, "newest_undoable", finds)
    return looked


def test_what_can_be_taken_back_is_found_once_for_each_state_of_a_table(visitor: Visitor, found: list[Who]) -> None:
    visitor.get("")
    visitor.get("")
    assert len(found) == 1
    visitor.record("coins-gained", seat="Ann", amount=2)
    assert "Undo: Ann gained 2 coins" in visitor.text("")
    assert len(found) == 2


def test_it_is_found_for_each_who_may_see_or_record_something_else(
    app: Flask, services: Services, visitor: Visitor, found: list[Who]
) -> None:
    cleo, dora = joined(app, services, "Cleo"), joined(app, services, "Dora")
    cleo.record("coins-gained", seat="Ann", amount=2)
    found.clear()
    assert "Undo: Ann gained 2 coins" in cleo.text("")
    assert "Undo what Cleo recorded: Ann gained 2 coins" in dora.text("")
    assert "Undo what Cleo recorded: Ann gained 2 coins" in visitor.text("")
    assert len(found) == 3


def test_what_can_be_brought_back_is_found_for_each_who_records_too(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among rivals nobody brings back what another took back."""
    looked: list[Who] = []
    monkeypatch.setattr(play_page, "newest_redoable", lambda here: looked.append(current_visitor()))
    cleo, dora = joined(app, services, "Cleo"), joined(app, services, "Dora")
    for anybody in (cleo, dora, visitor, cleo):
        anybody.get("")
    assert len(looked) == 3


def test_only_the_newest_lines_are_put_into_words(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        visitor.record("note-added", text=f"Remark {number}.")
    said: list[int] = []
    monkeypatch.setattr(lines, "say_line", lambda line, here: said.append(line.position) or "said")
    visitor.get("")
    assert len(said) == recent_lines.NEWEST


def test_what_a_board_shows_is_found_once_a_page(services: Services, visitor: Visitor) -> None:
    found: list[object] = []

    def shows(table: Any) -> object:
        found.append(table)
        return GAME.board(table)

    services.campaigns.games = {"toy": replace(GAME, board=shows)}
    services.campaigns.drop_from_memory(services.find_campaign("harbour").campaign)
    visitor.get("")
    assert len(found) == 1


def test_a_board_of_before_shows_what_was_then(app: Flask, services: Services, visitor: Visitor) -> None:
    listed = services.find_campaign("harbour")
    with services.campaigns.open(listed.campaign) as campaign, app.app_context():
        here = ViewContext(listed, campaign, PUBLIC, tongue_of("en"))
        assert board_at(here, here.at(3)) != board_at(here, here.table) == board_at(here, here.at(4))
