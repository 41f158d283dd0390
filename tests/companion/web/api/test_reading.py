"""What programs read: the table, the log, what is possible; as their reader may know it, and under a tag."""

from __future__ import annotations

from itertools import islice

import pytest
from flask import Flask

from companion.demo import make_demo
from companion.services import Services
from companion.web.api.answers import LogLineAnswer
from domain.games import BY_KEY
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import Program, program


def test_a_guest_is_told_of_their_campaign_alone(app: Flask, services: Services, pia: Program) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    told = pia.get("/api/c").get_json()["campaigns"]
    assert [one["key"] for one in told] == ["harbour"]
    assert pia.get("/api/c/elsewhere/state").status_code == 404


def test_a_campaign_names_its_seats_and_who_plays_them(pia: Program) -> None:
    seats = pia.get().get_json()["seats"]
    assert [(one["seat"], one["player"]) for one in seats] == [("Ann", "Pia"), ("Bob", None)]


def test_a_campaign_has_a_tag_of_its_content(app: Flask, services: Services, pia: Program) -> None:
    tag = pia.get().headers["ETag"]
    again = pia.get(**{"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    program(app, services, "Bo", "Bob")
    seated = pia.get(**{"If-None-Match": tag})
    assert (seated.status_code, seated.get_json()["seats"][1]["player"]) == (200, "Bo")
    pia.record("coins-gained", seat="Ann", amount=3)
    assert pia.get(**{"If-None-Match": seated.headers["ETag"]}).get_json()["position"] > 4


def test_a_campaign_says_where_it_is_and_who_has_something_to_do(pia: Program) -> None:
    assert pia.get().get_json()["now"] == {"where": "Round 1 · day", "turn": "", "seats": []}


def test_whose_turn_it_is_is_said_in_the_readers_words_and_by_the_id_of_the_seat(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    key = make_demo(services, BY_KEY["champions"])
    reader = program(app, services, "Pia", key=key)
    english, chinese = (reader.get(**{"Accept-Language": tag}).get_json()["now"] for tag in ("en", "zh-Hans"))
    assert english == {"where": "Game 2 · Round 2 · Player phase", "turn": "Nightjar", "seats": ["nightjar"]}
    assert (chinese["turn"], chinese["seats"]) == ("夜鹰", ["nightjar"])


def test_a_line_of_the_log_has_the_fields_that_the_document_names(pia: Program) -> None:
    line = pia.get("log").get_json()["entries"][0]
    assert line.keys() == LogLineAnswer.model_fields.keys()
    LogLineAnswer.model_validate(line, strict=True)


def test_the_state_is_that_of_the_newest_entry(pia: Program) -> None:
    told = pia.get("state").get_json()
    assert (told["position"], told["value"]["seats"]["Ann"]["coins"]) == (4, 9)


def test_the_state_at_an_entry_is_what_it_was(pia: Program) -> None:
    told = pia.get("state?at=3&path=seats.Ann.coins").get_json()
    assert told == {"position": 4, "at": 3, "value": 0}


@pytest.mark.parametrize("path", ["state?path=nothing.here", "state?at=99", "why?path=nothing.here"])
def test_what_is_not_there_is_not_found(pia: Program, path: str) -> None:
    assert pia.get(path).status_code == 404


def test_sheets_are_in_the_readers_words(pia: Program) -> None:
    pages = [pia.get("sheets", **{"Accept-Language": tag}).get_json()["sheets"][0]["blocks"][0] for tag in ("en", "zh")]
    assert pages[0]["title"] == "Now"
    assert pages[0]["facts"][0]["value"] == pages[1]["facts"][0]["value"] == 1


def test_the_log_is_read_a_page_at_a_time(pia: Program) -> None:
    first = pia.get("log?limit=3").get_json()
    rest = pia.get(f"log?limit=3&after={first['next']}").get_json()
    assert [line["entry"] for line in (*first["entries"], *rest["entries"])] == [1, 2, 3, 4]
    assert rest["next"] is None
    assert rest["entries"][0]["text"] == "Ann gained 9 coins"


def test_what_was_taken_back_stays_in_the_log_and_does_not_count(pia: Program) -> None:
    pia.do("undo", entry=4)
    assert [line["counts"] for line in pia.get("log?after=3").get_json()["entries"]] == [False, True]


def test_what_comes_next_has_its_fields(pia: Program) -> None:
    prompts = pia.get("possible").get_json()["prompts"]
    assert {"title": "Let night fall", "event": "night-fell", "must": True, "fields": {}, "missing": []} in prompts


def test_what_the_board_offers_is_told_besides_what_comes_next(pia: Program) -> None:
    found = pia.get("possible").get_json()
    acts = {one["event"] for one in found["acts"]}
    assert acts
    assert {"must": any(one["must"] for one in found["acts"])} == {"must": False}
    assert not [one for one in found["acts"] if one in found["prompts"]]


def test_what_is_not_possible_says_why(pia: Program) -> None:
    events = {one["event"]: one for one in pia.get("possible").get_json()["events"]}
    assert events["coins-gained"]["possible"]
    barred = [one for one in events.values() if not one["possible"]]
    assert barred
    assert all(one["reasons"][0]["message"] for one in barred)


def test_a_value_says_which_entries_moved_it(pia: Program) -> None:
    moves = pia.get("why?path=seats.Ann.coins").get_json()["moves"]
    assert [(move["entry"], move["before"], move["after"]) for move in moves] == [(2, "–", "0"), (4, "0", "9")]


def test_a_sheet_is_told_as_text_too(pia: Program) -> None:
    text = pia.get("sheets").get_json()["sheets"][0]["text"]
    assert text.startswith("Harbour\n=======\n")
    assert "Ann" in text


# --- tags ------------------------------------------------------------------------------------

TAGGED = ("state", "sheets", "log", "possible", "why?path=seats.Ann.coins", "state?at=3")


@pytest.mark.parametrize("path", TAGGED)
def test_who_has_it_already_is_told_so(pia: Program, path: str) -> None:
    tag = pia.get(path).headers["ETag"]
    answer = pia.get(path, **{"If-None-Match": tag})
    assert (answer.status_code, answer.get_data()) == (304, b"")


def test_an_entry_changes_the_tag(pia: Program) -> None:
    tag = pia.get("state").headers["ETag"]
    pia.record("coins-gained", seat="Ann", amount=1)
    assert pia.get("state", **{"If-None-Match": tag}).status_code == 200


def test_the_tag_of_another_seat_or_language_is_another_one(app: Flask, services: Services, pia: Program) -> None:
    bea = program(app, services, "Bea", "Bob")
    tags = [pia.get("state").headers["ETag"], bea.get("state").headers["ETag"]]
    tags.append(pia.get("state", **{"Accept-Language": "zh"}).headers["ETag"])
    assert len(set(tags)) == 3


# --- positions -------------------------------------------------------------------------------


def test_positions_come_as_a_stream(pia: Program) -> None:
    answer = pia.get("positions")
    first = list(islice(answer.response, 2))
    answer.close()
    assert answer.mimetype == "text/event-stream"
    assert first == [b"retry: 2000\n\n", b"id: 4\ndata: 4\n\n"]


def test_a_stream_ends_for_who_was_let_go(app: Flask, services: Services, pia: Program) -> None:
    guests = app.extensions["guests"]
    answer = pia.get("positions")
    heard = iter(answer.response)
    next(heard)
    guests.remove(guests.guests_of_campaign(services.find_campaign("harbour").campaign)[0])
    assert b"event: gone" in b"".join(heard)


# --- secrets ---------------------------------------------------------------------------------


def test_a_secret_is_told_to_its_seat_alone(app: Flask, services: Services, visitor: Visitor, pia: Program) -> None:
    pia.record("card-drawn", seat="Ann", card=37)
    bea = program(app, services, "Bea", "Bob")
    assert pia.get("state?path=seats.Ann.card").get_json()["value"] == 37
    assert pia.get("log?after=4").get_json()["entries"][0]["fields"]["card"] == 37
    assert bea.get("state?path=seats.Ann.card").get_json()["value"] is None
    assert "card" not in bea.get("log?after=4").get_json()["entries"][0]["fields"]
