"""The timeline: the table as it was, step by step, and a session played back."""

import pytest

from companion.services import Services
from tests.companion.visitor import Visitor, tells


def way(visitor: Visitor, path: str, name: str) -> str | None:
    """Where a button of the timeline leads."""
    tags = visitor.read(path).tags
    return next((given["href"] for _, given in tags if given.get("id") == f"way-{name}"), None)


@pytest.fixture
def evening(visitor: Visitor) -> Visitor:
    """Entries 5 to 10: session 1, in which Bob's coins are taken back."""
    visitor.record("session-started", players="Ann")
    visitor.record("coins-gained", seat="Bob", amount="3")
    visitor.record("coins-gained", seat="Ann", amount="4")
    visitor.record("night-fell")
    visitor.post("undo/6", {"choice": "those"})
    visitor.record("session-ended")
    return visitor


def test_the_sheets_are_as_they_were(visitor: Visitor) -> None:
    assert ["Ann 9 /20" in visitor.text(f"timeline?at={n}") for n in (3, 4)] == [False, True]


def test_an_entry_is_told_with_what_it_changed_and_what_stood_around_it(visitor: Visitor) -> None:
    page = visitor.text("timeline?at=3")
    assert "Bob sat down" in page
    assert "Nothing changed on the table." in page
    assert "Ann, coins: 0 → 9" in visitor.text("timeline?at=4")
    assert "Ann gained 9 coins" in page


def test_the_newest_entry_is_shown_unless_told_otherwise(visitor: Visitor) -> None:
    assert "Entry 4 of 4" in visitor.text("timeline")


def test_the_buttons_lead_to_the_ends_and_the_neighbours(visitor: Visitor) -> None:
    ways = [way(visitor, "timeline?at=3", name) for name in ("first", "back", "forward", "last")]
    assert ways == [f"/c/harbour/timeline?at={n}" for n in (1, 2, 4, 4)]


def test_at_an_end_there_is_no_way_on(visitor: Visitor) -> None:
    assert (way(visitor, "timeline?at=4", "forward"), way(visitor, "timeline?at=1", "back")) == (None, None)


def test_an_entry_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("timeline?at=99").status_code == 404


def test_the_past_is_told_with_the_corrections_known_by_then(evening: Visitor) -> None:
    assert "Bob 3 /20" in evening.text("timeline?at=8")
    assert "Bob 0 /20" in evening.text("timeline?at=9")
    assert "taken back later" in evening.text("timeline?at=6")


def test_chapters_are_sessions_and_their_rounds_and_steps(evening: Visitor) -> None:
    page = evening.read("timeline?at=7")
    chapters = page.text.partition("Chapters and replay")[2].partition("Bob gained")[0]
    assert "The beginning Session 1 Round 1 day night" in chapters
    assert "/c/harbour/timeline?at=5" in page.links


def test_a_replay_plays_what_counts_in_a_session(evening: Visitor) -> None:
    page = evening.text("timeline?at=5&replay=session")
    assert "Scene 1 of 4" in page
    assert way(evening, "timeline?at=5&replay=session", "forward") == "/c/harbour/timeline?at=7&replay=session"
    assert way(evening, "timeline?at=8&replay=session", "forward") == "/c/harbour/timeline?at=10&replay=session"


def test_a_replay_shows_the_table_as_it_counts_today(evening: Visitor) -> None:
    assert "Bob 0 /20" in evening.text("timeline?at=7&replay=session")


def test_a_replay_at_what_was_taken_back_goes_on_to_the_next_scene(evening: Visitor) -> None:
    assert "Ann, coins: 9 → 13" in evening.text("timeline?at=6&replay=session")


def test_a_replay_of_a_step_ends_with_it(evening: Visitor) -> None:
    assert "Scene 2 of 3" in evening.text("timeline?at=7&replay=step")
    assert way(evening, "timeline?at=8&replay=step", "forward") is None


def test_a_replay_tells_an_entry_as_it_was_put_right(visitor: Visitor) -> None:
    visitor.post("amend/4", {"act": "record"}, seat="Ann", amount="5")
    page = visitor.text("timeline?at=4&replay=session")
    assert ("Ann gained 5 coins" in page, "Ann, coins: 0 → 5" in page) == (True, True)


def test_where_nothing_counts_there_is_nothing_to_play(evening: Visitor) -> None:
    evening.record("session-started")
    evening.post("undo/11", {"sure": "yes"})
    assert evening.get("timeline?at=12&replay=session").status_code == 404


def test_what_only_one_seat_may_see_is_not_told(visitor: Visitor) -> None:
    visitor.record("card-drawn", seat="Bob", card="42")
    assert not [path for path in ("timeline?at=5", "timeline?at=5&replay=session") if tells(visitor.text(path), 42)]


def test_the_log_leads_to_the_moment(visitor: Visitor) -> None:
    assert "/c/harbour/timeline?at=3" in visitor.read("log").links


def test_a_look_back_folds_from_where_one_looked_before(visitor: Visitor, services: Services) -> None:
    sent = visitor.fields()
    for n in range(260):
        values = {**sent, "command": f"command-{n:04}", "f.seat": "Bob", "f.amount": "1"}
        visitor.client.post("/c/harbour/record/coins-gained", data=values)
    services.campaigns.drop_from_memory(services.find_campaign("harbour").campaign)
    visitor.get("timeline?at=255")
    with services.open("harbour") as campaign:
        found = campaign.checkpoints.newest_before(256, 256, campaign.corrected)
    assert found is not None
    assert found.position == 250
