"""Taking back, restoring and putting right, always after a look."""

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor, body
from tests.test_secrets import RIVALS


@pytest.fixture
def built(visitor: Visitor) -> Visitor:
    """Ann's nine coins (entry 4) paid for an oak tower (entry 5)."""
    visitor.record("tower-built", seat="Ann", tower="oak")
    return visitor


def test_looking_at_what_undo_would_do_changes_nothing(built: Visitor, head: Head) -> None:
    before = head()
    built.get("undo/4")
    assert head() == before


def test_the_preview_names_what_would_no_longer_be_possible_and_why(built: Visitor) -> None:
    page = built.text("undo/4")
    assert "#5 Ann built Oak Tower Not enough coins (0/2)." in page


def test_the_preview_of_everything_since_says_what_counts_again_and_refuses_nothing(built: Visitor) -> None:
    built.post("undo/4", {"choice": "alone"})  # 6
    built.record("coins-gained", seat="Ann", amount="4")  # 7
    built.post("undo/5")  # 8
    page = built.text("undo/7?choice=since")
    assert "These count again, though the rules refuse them now #5 Ann built Oak Tower Not enough coins (0/2)." in page
    assert "no longer be possible" not in page
    assert "those go too" not in page


def test_the_preview_says_in_words_what_changes(built: Visitor) -> None:
    assert "Ann, coins: 7 → 9" in built.text("undo/5")


def test_the_preview_names_what_goes_together(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    assert "#5 Bob rolled 2, 3 #6 Bob gained 5 coins" in visitor.text("undo/5")


def test_undo_without_a_choice_asks_where_others_are_affected(built: Visitor, head: Head) -> None:
    before = head()
    answer = built.post("undo/4")
    assert (answer.status_code, head()) == (422, before)
    assert "Nothing has changed yet." in body(answer)


@pytest.mark.parametrize(
    ("choice", "struck"), [("alone", [4]), ("those", [4, 5]), ("since", [4, 5])], ids=["alone", "those", "since"]
)
def test_each_choice_takes_back_what_it_says(built: Visitor, choice: str, struck: list[int]) -> None:
    built.post("undo/4", {"choice": choice})
    page = built.read("log")
    lines = [given for _, given in page.tags if str(given.get("id", "")).startswith("entry-")]
    found = [int(str(g["id"])[6:]) for g in lines if "struck" in str(g["class"])]
    assert sorted(found) == struck


def test_what_is_taken_back_is_struck_through_in_the_log(built: Visitor) -> None:
    built.post("undo/5")
    assert "<s>Ann built Oak Tower</s>" in body(built.get("log"))


def test_the_log_says_what_was_taken_back(built: Visitor) -> None:
    built.post("undo/5")
    assert "Took back: Ann built Oak Tower" in built.log


def test_what_was_taken_back_can_be_restored(built: Visitor) -> None:
    built.post("undo/5")
    assert "Ann, coins: 9 → 7" in built.text("restore/5")
    built.post("restore/5")
    assert "Restored: Ann built Oak Tower" in built.log


def test_reaching_back_across_the_end_of_a_session_asks_once_more(visitor: Visitor, head: Head) -> None:
    visitor.record("session-started")
    visitor.record("session-ended")
    page = visitor.text("undo/4?choice=since")
    before = head()
    refused = visitor.post("undo/4", {"choice": "since"})
    assert ("I am sure" in page, refused.status_code, head()) == (True, 422, before)
    assert visitor.post("undo/4", {"choice": "since", "sure": "yes"}).status_code == 303


def test_an_end_that_was_taken_back_is_no_point_to_look_back_to(visitor: Visitor) -> None:
    visitor.record("session-started")
    visitor.record("session-ended")
    assert "at=6" in " ".join(visitor.read("sheets/").links)
    visitor.post("undo/6", {"choice": "alone"})
    assert "at=6" not in " ".join(visitor.read("sheets/").links)


def test_undo_to_here_takes_back_what_came_after(built: Visitor) -> None:
    answer = built.get("undo-to/3", follow_redirects=True)
    assert "Undo all 2 entries" in body(answer)


def test_undo_to_here_keeps_the_consequences_of_here(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert visitor.get("undo-to/5").headers["Location"].endswith("/undo/7?choice=since")


def test_undo_to_the_newest_entry_has_nothing_to_do(visitor: Visitor) -> None:
    assert visitor.get("undo-to/4").status_code == 404


def test_the_start_cannot_be_taken_back(visitor: Visitor) -> None:
    assert visitor.post("undo/1").status_code == 404


def test_an_entry_to_put_right_comes_with_its_values(built: Visitor) -> None:
    assert 'name="f.amount" type="number" step="1" min="1" inputmode="numeric" max="999999" value="9"' in body(
        built.get("amend/4")
    )


def test_putting_right_shows_first_what_would_change(built: Visitor, head: Head) -> None:
    before = head()
    page = body(built.post("amend/4", {"act": "look"}, seat="Ann", amount="5"))
    assert ("Ann, coins: 7 → 3" in page, head()) == (True, before)


def test_putting_right_shows_both_the_old_words_and_the_new(built: Visitor) -> None:
    built.post("amend/4", {"act": "record"}, seat="Ann", amount="5")
    page = body(built.get("log"))
    assert "<s>Ann gained 9 coins</s>" in page
    assert "Ann gained 5 coins" in page


@pytest.mark.parametrize("act", ["look", "record"])
def test_putting_right_to_what_it_says_stays_on_the_form(visitor: Visitor, head: Head, act: str) -> None:
    before = head()
    answer = visitor.post("amend/4", {"act": act}, seat="Ann", amount="9")
    assert (answer.status_code, head()) == (422, before)
    assert "It already says that." in body(answer)
    assert 'name="f.amount"' in body(answer)


def test_putting_right_says_the_old_words_and_the_new(visitor: Visitor) -> None:
    visitor.post("amend/4", {"act": "record"}, seat="Ann", amount="5")
    assert "Fixed: Ann gained 9 coins → Ann gained 5 coins" in visitor.log


def test_redo_is_not_offered_after_putting_something_right(visitor: Visitor) -> None:
    visitor.record("coins-gained", seat="Bob", amount="3")
    visitor.post("undo/5")
    before = "Redo:" in visitor.text("")
    visitor.post("amend/4", {"act": "record"}, seat="Ann", amount="5")
    assert (before, "Redo:" in visitor.text("")) == (True, False)


def test_putting_right_what_would_forbid_later_entries_asks(built: Visitor, head: Head) -> None:
    before = head()
    look = built.post("amend/4", {"act": "look"}, seat="Ann", amount="1")
    answer = built.post("amend/4", {"act": "record"}, seat="Ann", amount="1")
    assert "Not enough coins (1/2)." in body(look)
    assert (answer.status_code, head()) == (422, before)


def test_an_optional_field_that_is_emptied_is_empty(visitor: Visitor) -> None:
    visitor.record("note-added", text="Stormy", about="harbour")
    visitor.post("amend/5", {"act": "record"}, text="Stormy")
    assert 'name="f.about" type="text" value=""' in body(visitor.get("amend/5"))


def test_putting_right_with_values_that_do_not_fit_keeps_them(visitor: Visitor) -> None:
    answer = visitor.post("amend/4", {"act": "look"}, seat="Ann", amount="no")
    assert (answer.status_code, 'value="no"' in body(answer)) == (422, True)


def test_restoring_without_a_choice_asks_where_others_are_affected(visitor: Visitor, head: Head) -> None:
    visitor.record("night-fell")
    visitor.post("undo/5")
    visitor.record("tower-built", seat="Ann", tower="oak")
    before = head()
    answer = visitor.post("restore/5")
    assert (answer.status_code, head()) == (422, before)
    assert "That belongs to: day." in body(answer)


def test_a_correction_cannot_be_put_right(visitor: Visitor) -> None:
    visitor.post("undo/4")
    assert visitor.get("amend/5").status_code == 404


def test_how_a_branch_came_to_be_cannot_be_put_right(visitor: Visitor) -> None:
    visitor.post("branch", {"name": "What if", "at": "3"})
    assert [visitor.get(f"/c/what-if/amend/{entry}").status_code for entry in (1, 3, 4)] == [404, 200, 404]


def test_a_long_list_of_what_goes_is_folded(visitor: Visitor) -> None:
    fields = visitor.fields()
    for n in range(15):
        sent = {**fields, "command": f"command-{n:04}", "f.seat": "Bob", "f.amount": "1"}
        visitor.client.post("/c/harbour/record/coins-gained", data=sent)
    assert "and 4 more" in visitor.text("undo/4?choice=since")


def test_who_goes_back_past_a_secret_can_say_that_they_are_sure(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    """Ann's card is entry 5; Bob goes back to before her coins."""
    visitor.record("card-drawn", seat="Ann")
    bob = joined(app, services, "Bob", "at:Bob")
    asked = bob.post("undo/4", {"choice": "since"})
    assert (asked.status_code, 'name="sure"' in body(asked)) == (422, True)
    assert bob.post("undo/4", {"choice": "since", "sure": "yes"}).status_code == 303
    assert "Ann, coins" not in bob.text("undo")


def test_what_is_not_theirs_to_take_back_is_said_at_once(app: Flask, services: Services, visitor: Visitor) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    page = joined(app, services, "Bob", "at:Bob").read("undo/5")
    assert "That is a secret of another seat: Ann." in page.text
    assert not page.part("decide")
    assert "/c/harbour/undo/5?choice=since" in page.links


def test_an_outcome_that_would_be_another_one_is_put_right_too(app: Flask, services: Services) -> None:
    """Bob's card was 23, and everybody was shown a 3."""
    services.campaigns.games = {"rivals": RIVALS}
    services.campaigns.new("rivals", "Harbour", {}, services.new_command())
    visitor = Visitor(app)
    for seat, card in (("Ann", "17"), ("Bob", "3")):
        visitor.record("seat-taken", seat=seat)
        visitor.record("card-drawn", seat=seat, card=card)
    visitor.record("cards-turned")
    seat = {"f.seat": "Bob", "f.card": "23"}
    services.campaigns.record(
        services.find_campaign("harbour").campaign, "secrets-opened", {"agreed": True}, services.new_command()
    )
    looked = Reader(body(visitor.post("amend/5", {**seat, "act": "look"})))
    assert "Ann 17, Bob 3 The cards were turned over: Ann 17, Bob 23" in looked.text
    visitor.post("amend/5", {**seat, "act": "record", "choice": "alone", "mend": "yes"})
    assert "The cards were turned over: Ann 17, Bob 23" in visitor.text("log")
