"""The field in which somebody says what happened, without scripts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.services import Services
from domain.games.agemonia import GAME as AGEMONIA
from projections.search.meaning import Meaning
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor


def said(visitor: Visitor, words: str, part: str = "say") -> Reader:
    return Reader(visitor.get(part, query_string={"words": words}).get_data(as_text=True))


def test_what_was_understood_stands_in_the_logs_own_sentence(visitor: Visitor) -> None:
    assert "Ann gained 2 coins" in said(visitor, "ann coins 2").text


def test_its_button_records_it(visitor: Visitor) -> None:
    page = said(visitor, "ann coins 2")
    address, fields = next(form for form in page.forms if form[0].endswith("/record/coins-gained"))
    answer = visitor.client.post(address, data=fields, follow_redirects=True)
    assert "Ann gained 2 coins" in Reader(answer.get_data(as_text=True)).text


def test_what_is_missing_is_asked_for_in_place(visitor: Visitor) -> None:
    page = said(visitor, "coins 2")
    address, fields = next(form for form in page.forms if form[0].endswith("/record/coins-gained"))
    seats = [given["value"] for tag, given in page.tags if tag == "input" and given.get("name") == "f.seat"]
    assert seats[:2] == ["Ann", "Bob"]
    visitor.client.post(address, data={**fields, "f.seat": "Bob"})
    assert "Bob gained 2 coins" in visitor.text("log")


def kept(page: Reader) -> list[str]:
    """What is told to a device of each line that it may keep."""
    return [given["data-words"] for tag, given in page.tags if tag == "li" and given.get("data-words")]


def choices(page: Reader, field: str) -> set[str | None]:
    """What a page offers for a field, side by side."""
    return {given["value"] for tag, given in page.tags if tag == "input" and given.get("name") == f"f.{field}"}


@pytest.fixture
def party(visitor: Visitor, services: Services) -> Visitor:
    """Somebody at a table of Agemonia with two heroes, whose classes are chosen among their own."""
    services.campaigns.new("agemonia", "Party", {}, services.new_command())
    party = Visitor(visitor.app, "party")
    for hero in ("lunara", "venia"):
        party.record("hero-joined-party", hero=hero)
    level = {"path": "level", "after": 2, "reason": "begun before"}
    services.campaigns.record(services.find_campaign("party").campaign, "adjusted", level, services.new_command())
    return party


def test_what_depends_on_something_missing_is_asked_for_after_it(party: Visitor) -> None:
    page = said(party, "class chosen", "say/heard")
    address, fields = next(form for form in page.forms if form[1].get("event") == "class-chosen")
    assert (choices(page, "hero"), choices(page, "hero_class")) == ({"lunara", "venia"}, set())
    then = Reader(party.client.get(address, query_string={**fields, "f.hero": "venia"}).get_data(as_text=True))
    address, fields = next(form for form in then.forms if form[0].endswith("/record/class-chosen"))
    assert fields["f.hero"] == "venia"
    party.client.post(address, data={**fields, "f.hero_class": min(filter(None, choices(then, "hero_class")))})
    assert "Venia chose the class" in party.text("log")


def test_what_was_answered_so_far_is_nothing_to_be_kept(party: Visitor) -> None:
    page = said(party, "class chosen", "say/heard")
    assert not [words for words in kept(page) if "class'chosen" in words.split()]


def test_no_two_controls_have_one_id(visitor: Visitor) -> None:
    ids = [given["id"] for _, given in said(visitor, "ann").tags if given.get("id")]
    assert len(ids) == len(set(ids))


def test_what_is_not_possible_says_why_and_leads_to_its_form(visitor: Visitor) -> None:
    page = said(visitor, "bob built iron")
    assert "Not enough coins" in page.text
    assert any("/record/tower-built?" in link and "seat=Bob" in link for link in page.links)


def test_a_script_is_given_the_part_alone(visitor: Visitor) -> None:
    part = said(visitor, "ann coins 2", "say/heard")
    assert "Ann gained 2 coins" in part.text
    assert not any(tag in ("html", "main", "nav") for tag, _ in part.tags)


def test_words_that_mean_nothing_are_told_so(visitor: Visitor) -> None:
    assert "Nothing here matches “qqqq”." in said(visitor, "qqqq").text


def test_what_is_typed_is_shown_as_it_is(visitor: Visitor) -> None:
    page = visitor.get("say", query_string={"words": "<script>alert(1)</script>"}).get_data(as_text=True)
    assert "<script>alert" not in page


def test_who_looks_on_is_not_asked(visitor: Visitor, services: Services) -> None:
    looker = joined(visitor.app, services, "Eve", "watch")
    assert looker.get("say").status_code == 403
    assert 'id="say"' not in looker.get("").get_data(as_text=True)


def test_who_plays_on_a_seat_need_not_name_it(visitor: Visitor, services: Services) -> None:
    ann = joined(visitor.app, services, "Ann", "at:Ann")
    assert "Ann gained 2 coins" in said(ann, "coins 2").text


# --- for a device that may lose the host ------------------------------------------------------


def test_each_line_says_by_which_words_it_is_found_again(visitor: Visitor) -> None:
    words = kept(said(visitor, "ann coins 2", "say/heard"))[0].split()
    assert {"ann", "coins'gained", "2", "+2", "ann'gained'2'coins"} <= set(words)


def test_what_is_refused_is_not_to_be_kept(visitor: Visitor) -> None:
    page = said(visitor, "bob built iron", "say/heard")
    assert "Not enough coins" in page.text
    assert not [words for words in kept(page) if "iron" in words]


def test_without_words_it_tells_what_was_recorded_lately(visitor: Visitor) -> None:
    visitor.record("coins-gained", seat="Bob", amount="7")
    assert "Bob gained 7 coins" in said(visitor, "", "say/heard").text


def test_what_was_taken_back_is_not_told_as_recorded(visitor: Visitor, services: Services) -> None:
    visitor.record("coins-gained", seat="Bob", amount="7")
    services.campaigns.undo(services.find_campaign("harbour").campaign, None, services.new_command())
    assert "Bob gained 7 coins" not in said(visitor, "", "say/heard").text


def test_what_another_seat_keeps_secret_is_not_told_as_recorded(visitor: Visitor, services: Services) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    bob, ann = (joined(visitor.app, services, name, f"at:{name}") for name in ("Bob", "Ann"))
    assert ["37" in said(one, "", "say/heard").text for one in (ann, bob)] == [True, False]


# --- what else the words lead to --------------------------------------------------------------


def links(page: Reader) -> list[str]:
    return [link for link in page.links if "/say" not in link]


def test_words_find_lines_of_the_log(visitor: Visitor) -> None:
    assert "/c/harbour/log/3" in links(said(visitor, "bob sat", "say/heard"))


def test_words_find_sheets_places_and_help(visitor: Visitor) -> None:
    assert "/c/harbour/charts/" in links(said(visitor, "chart", "say/heard"))
    assert "/c/harbour/help/offline" in links(said(visitor, "offl", "say/heard"))
    assert any(link.startswith("/c/harbour/sheets/") for link in links(said(visitor, "harbour", "say/heard")))


def test_words_find_only_pages_that_one_may_open(visitor: Visitor, services: Services) -> None:
    ann = joined(visitor.app, services, "Ann", "at:Ann")
    found = links(said(ann, "campaigns", "say/heard"))
    assert all(ann.client.get(link).status_code in (200, 303) for link in found)


def test_words_find_nothing_that_is_hidden_from_who_types_them(visitor: Visitor, services: Services) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    bob, ann = (joined(visitor.app, services, name, f"at:{name}") for name in ("Bob", "Ann"))
    assert "/c/harbour/log/5" not in links(said(bob, "37", "say/heard"))
    assert "/c/harbour/log/5" in links(said(ann, "37", "say/heard"))


def test_what_words_may_lead_to_is_gathered_once_for_all_the_letters_typed_at_a_table(
    party: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered, thing, sheets = Counter[str](), Meaning._thing, AGEMONIA.sheets

    def counting(*args: Any) -> Any:
        gathered["things"] += 1
        return thing(*args)

    def drawing(table: Any) -> Any:
        gathered["sheets"] += 1
        return sheets(table)

    monkeypatch.setattr(Meaning, "_thing", counting)
    monkeypatch.setitem(vars(AGEMONIA), "sheets", drawing)
    counts = []
    for typed in ("v", "ve", "ven"):
        party.text(f"say/heard?words={typed}")
        counts.append(Counter(gathered))
    assert counts[0].keys() == {"things", "sheets"}
    assert counts == [counts[0]] * 3
