"""Taking back, restoring, fixing and inserting, always after a look."""

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
    assert "This is no longer possible, and is taken back #5 Ann built Oak Tower Not enough coins (0/2)." in page


def test_the_preview_of_everything_since_refuses_nothing(built: Visitor) -> None:
    built.record("coins-gained", seat="Ann", amount="4")  # 6
    built.post("undo/5")  # 7
    page = built.text("undo/6?choice=since")
    assert "#7 Took back: Ann built Oak Tower" in page
    assert "no longer possible" not in page


def test_the_preview_says_in_words_what_changes(built: Visitor) -> None:
    assert "Ann, coins: 7 → 9" in built.text("undo/5")


def test_the_preview_names_what_goes_together(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    for _ in range(2):
        visitor.record("coins-gained", seat="Bob", amount="1")
    page = visitor.text("undo/5?choice=since")
    assert "#5 Bob rolled 2, 3 #6 Bob gained 5 coins #7 Bob gained 1 coins" in page


def test_undo_without_a_choice_asks_where_others_are_affected(built: Visitor, head: Head) -> None:
    before = head()
    answer = built.post("undo/4")
    assert (answer.status_code, head()) == (422, before)
    assert "Nothing has changed yet." in body(answer)


@pytest.mark.parametrize(
    ("choice", "struck"), [("", []), ("those", [4, 5]), ("since", [4, 5])], ids=["none", "those", "since"]
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
    visitor.post("undo/6")
    assert "at=6" not in " ".join(visitor.read("sheets/").links)


def test_undo_to_here_takes_back_what_came_after(built: Visitor) -> None:
    answer = built.get("undo-to/3", follow_redirects=True)
    assert "Take back all 2 entries" in body(answer)


def test_undo_to_here_keeps_the_consequences_of_here(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert visitor.get("undo-to/5").headers["Location"].endswith("/undo/7?choice=since")


def test_undo_to_a_consequence_keeps_its_whole_command(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert visitor.get("undo-to/6").headers["Location"].endswith("/undo/7?choice=since")
    assert visitor.get("undo-to/5").headers["Location"].endswith("/undo/7?choice=since")


def test_a_consequence_is_undone_with_what_it_follows_from_unless_it_is_asked_for_alone(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    both, alone = visitor.text("undo/6"), visitor.text("undo/6?scope=consequence")
    assert ("so both go" in both, "The log says so" in alone) == (True, True)
    visitor.post("undo/6", {"scope": "consequence"})
    assert "Took back only this consequence: Bob gained 5 coins" in visitor.log


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
    assert 'name="f.about" type="text" dir="auto" value=""' in body(visitor.get("amend/5"))


def test_putting_right_with_values_that_do_not_fit_keeps_them(visitor: Visitor) -> None:
    answer = visitor.post("amend/4", {"act": "look"}, seat="Ann", amount="no")
    assert (answer.status_code, 'value="no"' in body(answer)) == (422, True)


def test_a_restoration_keeps_bendable_later_entries_unless_flipped(visitor: Visitor) -> None:
    visitor.record("night-fell")
    visitor.post("undo/5")
    visitor.record("tower-built", seat="Ann", tower="oak")
    kept = visitor.read("restore/5")
    assert "This stays, though the rules would refuse it #7 Ann built Oak Tower That belongs to: day." in kept.text
    (turned,) = [link for link in kept.links if "flipped=7" in link]
    assert "is taken back #7 Ann built Oak Tower That belongs to: day. Right now it is: night. Keep it" in visitor.text(
        turned
    )
    visitor.post("restore/5", {"choice": "those", "flipped": "7"})
    assert "<s>Ann built Oak Tower</s>" in body(visitor.get("log"))


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
    page = visitor.read("undo/4?choice=since")
    assert "Round 1: 16 entries" in page.text


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
    assert "This changes #6 The cards were turned over: Ann 17, Bob 3" in looked.text
    assert "Ann 17, Bob 3 The cards were turned over: Ann 17, Bob 23" in looked.text
    visitor.post("amend/5", {**seat, "act": "record"})
    assert "The cards were turned over: Ann 17, Bob 23" in visitor.text("log")


# --- insertions ------------------------------------------------------------------------------


def test_an_insertion_is_chosen_typed_previewed_and_recorded(built: Visitor, head: Head) -> None:
    before = head()
    assert "/c/harbour/insert/4/coins-gained" in built.read("insert/4").links
    form = built.read("insert/4/coins-gained").text
    assert "After #4 Ann gained 9 coins" in form
    looked = Reader(body(built.post("insert/4/coins-gained", {"act": "look"}, seat="Ann", amount="3")))
    assert "After entry 4: Ann gained 3 coins" in looked.text
    assert "Ann, coins: 7 → 10" in looked.text
    assert head() == before
    built.post("insert/4/coins-gained", {"act": "record"}, seat="Ann", amount="3")
    assert "Added after entry 4: Ann gained 3 coins" in built.log


def test_an_inserted_event_is_at_its_place_with_its_correction(built: Visitor) -> None:
    built.post("insert/4/coins-gained", {"act": "record"}, seat="Ann", amount="3")
    page = built.read("log").text
    assert "#4.1 Ann gained 3 coins added by correction #6" in page
    assert page.index("#5") < page.index("#4.1") < page.index("Ann gained 9 coins")


def test_an_inserted_event_is_taken_back_with_its_correction(built: Visitor) -> None:
    built.post("insert/4/coins-gained", {"act": "record"}, seat="Ann", amount="3")
    assert "/c/harbour/undo/6" in built.read("log").links
    assert "#6 Added after entry 4: Ann gained 3 coins" in built.text("undo/6")
    built.post("undo/6")
    assert "#4.1" not in built.text("log")
    assert "Took back: Added after entry 4: Ann gained 3 coins" in built.log
    assert "Ann, coins: 0 → 7" in built.text("compare?a=3")


def test_an_insertion_that_the_rules_refuse_shows_the_form_again(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.post("insert/3/tower-built", {"act": "record"}, seat="Ann", tower="oak")
    assert (answer.status_code, head()) == (422, before)
    assert "Not enough coins (0/2)." in body(answer)


OAK_BEFORE = {"f.seat": "Ann", "f.tower": "oak"}


def test_a_later_entry_that_a_card_could_allow_stays_or_is_taken_back_by_a_button(built: Visitor, head: Head) -> None:
    before = head()
    kept = body(built.post("insert/4/tower-built", {"act": "look", **OAK_BEFORE}))
    stays = "This stays, though the rules would refuse it #5 Ann built Oak Tower Ann has that tower already."
    assert f"{stays} Take it back as well" in Reader(kept).text
    turned = body(built.post("insert/4/tower-built", {"act": "record", "drop": "5", **OAK_BEFORE}))
    assert "is taken back #5 Ann built Oak Tower Ann has that tower already. Keep it" in Reader(turned).text
    assert 'name="flipped" value="5"' in turned
    back = body(built.post("insert/4/tower-built", {"act": "record", "flipped": "5", "keep": "5", **OAK_BEFORE}))
    assert stays in Reader(back).text
    assert head() == before


def test_a_later_entry_that_could_stay_is_taken_back_with_the_insertion(built: Visitor) -> None:
    sent = {"act": "record", "choice": "those", "flipped": "5", **OAK_BEFORE}
    assert built.post("insert/4/tower-built", sent).status_code == 303
    lines = {line.partition('"')[0]: line for line in body(built.get("log")).split('<li id="entry-')[1:]}
    assert ("struck" in lines["5"][:60], "struck" in lines["4.1"][:60]) == (True, False)


def test_a_forgotten_event_stands_in_the_log_like_a_command(visitor: Visitor) -> None:
    visitor.post("insert/4/dice-rolled", {"act": "record"}, seat="Ann", dice="1 1")
    kinds = [part.partition('"')[0] for part in body(visitor.get("log")).split('<li id="entry-4.')[1:]]
    assert kinds == ["1", "2"]
    assert 'id="entry-4.1" class="line"' in body(visitor.get("log"))
    assert 'id="entry-4.2" class="line follows depth-1"' in body(visitor.get("log"))


@pytest.mark.parametrize("path", ["insert/99", "insert/99/coins-gained", "insert/4/no-such-event"])
def test_nothing_is_inserted_after_a_missing_entry(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_typed_values_can_be_changed_below_the_preview(built: Visitor) -> None:
    looked = built.post("amend/4", {"act": "look"}, seat="Ann", amount="5")
    assert 'name="f.amount"' in body(looked)
    again = built.post("amend/4", {"act": ["record", "look"]}, seat="Ann", amount="6")
    assert "Ann, coins: 7 → 4" in body(again)


def test_the_host_fixes_a_secret_without_seeing_its_effects(visitor: Visitor) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    page = Reader(body(visitor.post("amend/5", {"act": "look"}, seat="Ann", card="12")))
    outlook = page.text.partition("Fix this")[2].partition("Change what you typed")[0]
    assert "Things hidden from you may change, too." in outlook
    assert "37" not in outlook
    assert "12" not in outlook
    assert visitor.post("amend/5", {"act": "record"}, seat="Ann", card="12").status_code == 303


def test_an_older_entry_is_previewed_for_the_host_without_the_secrets_it_moves(visitor: Visitor) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    looked = Reader(body(visitor.post("amend/4", {"act": "look"}, seat="Ann", amount="5")))
    assert "Ann, coins: 9 → 5" in looked.text
    assert "37" not in looked.text
