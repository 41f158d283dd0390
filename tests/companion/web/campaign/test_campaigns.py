"""The list of campaigns, and a new one."""

import pytest

from companion.services import Services
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body


def test_the_campaign_last_played_comes_first(visitor: Visitor) -> None:
    visitor.post("/new/toy", {"name": "Second"})
    visitor.record("coins-gained", seat="Ann", amount="1")
    page = visitor.text("/")
    assert page.index("Harbour Round") < page.index("Second")


def test_a_new_campaign_is_a_choice_among_games(visitor: Visitor) -> None:
    assert "Harbour of Towers 1 to 4 players" in visitor.text("/new")


def test_a_new_campaign_opens_on_the_page_play(visitor: Visitor) -> None:
    assert visitor.post("/new/toy", {"name": "Zweite Runde"}).headers["Location"] == "/c/zweite-runde/"


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "a\u202eb"])
def test_a_name_that_does_not_fit_is_refused_at_its_field(visitor: Visitor, head: Head, name: str) -> None:
    before = head()
    answer = visitor.post("/new/toy", {"name": name})
    assert (answer.status_code, head()) == (422, before)
    assert 'id="name-fault"' in body(answer)


def test_a_name_that_does_not_fit_keeps_what_else_was_typed(visitor: Visitor) -> None:
    answer = visitor.post("/new/agemonia", {"name": ""}, party_name="The Lanterns")
    assert 'value="The Lanterns"' in body(answer)


def test_an_opening_that_does_not_fit_is_explained(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.post("/new/agemonia", {"name": "Fine"}, party_name="x" * 201)
    assert (answer.status_code, "Party name: too long" in body(answer), head()) == (422, True, before)


def test_a_game_that_is_not_there_cannot_be_begun(visitor: Visitor) -> None:
    assert visitor.post("/new/chess", {"name": "x"}).status_code == 404


def test_unreadable_entries_are_counted_in_the_list(visitor: Visitor, services: Services) -> None:
    with services.store.writing() as db:
        db.execute("UPDATE campaigns SET unreadable=2")
    assert "2 entries cannot be read here" in visitor.text("/")
