"""Sending once: signed, within a time, to checked addresses, without redirects."""

import socket
from time import time
from typing import Any

import pytest

from companion.notices import sending
from companion.notices.notice import Notice
from companion.notices.sending import checked_address, send_notice
from tests.companion.notices.program import SECRET, Program, all_posts, running

NOTICE = Notice("id-7", "test", "2026-12-02T19:00:00.000Z", {"name": "Harbour"}, "A test.")


def test_a_notice_arrives_signed_with_its_id_and_time(program: Program) -> None:
    answer = send_notice(NOTICE, program.receiver(url=program.url + "?room=7"))
    assert (answer.arrived, answer.is_final, str(answer.said)) == (True, True, "answered 200")
    post = program.next_post()
    assert (post.path, post.json["id"], post.json["text"]) == ("/hook?room=7", "id-7", "A test.")
    assert post.headers["X-Companion-Delivery"] == "id-7"
    assert abs(int(post.headers["X-Companion-Timestamp"]) - time()) < 60
    assert post.is_signed_with(SECRET)
    assert not post.is_signed_with("another")
    assert SECRET.encode() not in post.body


@pytest.mark.parametrize("status", [500, 502, 503, 599, 429, 408])
def test_an_answer_that_may_change_is_asked_again(program: Program, status: int) -> None:
    program.answers = [status]
    program.headers = {"Retry-After": "90"}
    answer = send_notice(NOTICE, program.receiver())
    assert (answer.arrived, answer.is_final, answer.pause) == (False, False, 90)
    assert str(answer.said) == f"answered {status}"


@pytest.mark.parametrize(("asked", "pause"), [("99999999999", 0), ("7200", 3600), ("-5", 0), ("tomorrow", 0)])
def test_a_receiver_asks_for_no_endless_pause(program: Program, asked: str, pause: int) -> None:
    program.answers, program.headers = [503], {"Retry-After": asked}
    assert send_notice(NOTICE, program.receiver()).pause == pause


@pytest.mark.parametrize("status", [400, 401, 404, 410, 413])
def test_an_answer_that_stays_is_final(program: Program, status: int) -> None:
    program.answers = [status]
    answer = send_notice(NOTICE, program.receiver())
    assert (answer.arrived, answer.is_final) == (False, True)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(program: Program, status: int) -> None:
    with running() as elsewhere:
        program.answers, program.headers = [status], {"Location": elsewhere.url}
        answer = send_notice(NOTICE, program.receiver())
        assert (answer.arrived, answer.is_final) == (False, True)
        assert len(all_posts(program)) == 1
        assert all_posts(elsewhere) == []


def test_a_silent_receiver_is_given_up_after_a_while(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "TIMEOUT", 0.1)
    program.silent = True
    answer = send_notice(NOTICE, program.receiver())
    assert (str(answer.said), answer.is_final) == ("no answer in time", False)


def test_an_answer_letter_by_letter_has_an_end(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "DEADLINE", 0.2)
    program.slow = 0.02
    answer = send_notice(NOTICE, program.receiver())
    assert (str(answer.said), answer.is_final) == ("no answer in time", False)


def test_a_receiver_that_is_gone_is_tried_again() -> None:
    with running() as program:
        receiver = program.receiver()
    answer = send_notice(NOTICE, receiver)
    assert (str(answer.said), answer.is_final) == ("not reached", False)


def resolved(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name has these addresses."""

    def look_up(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(sending, "getaddrinfo", look_up)


@pytest.mark.parametrize(
    "addresses", [["192.168.1.5"], ["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["169.254.169.254"], ["fe80::1%eth0"]]
)
def test_a_name_that_leads_into_a_private_network_is_not_reached(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch, program: Program
) -> None:
    resolved(monkeypatch, *addresses)
    answer = send_notice(NOTICE, program.receiver(url=f"https://example.org:{program.port}/"))
    assert (answer.said, answer.is_final) == (sending.LEADS_ASIDE, True)
    assert all_posts(program) == []


def test_the_address_that_was_checked_is_the_one_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved(monkeypatch, "93.184.216.34", "93.184.216.35")
    assert checked_address("example.org", 443) == "93.184.216.34"
    resolved(monkeypatch, "127.0.0.1")
    assert checked_address("localhost", 80) == "127.0.0.1"


def test_a_local_name_that_leads_elsewhere_is_not_reached(monkeypatch: pytest.MonkeyPatch, program: Program) -> None:
    resolved(monkeypatch, "93.184.216.34")
    answer = send_notice(NOTICE, program.receiver(url="http://localhost/"))
    assert (answer.said, answer.is_final) == (sending.LEADS_ASIDE, True)


def test_a_receiver_without_encryption_gets_nothing_where_it_is_promised(program: Program) -> None:
    answer = send_notice(NOTICE, program.receiver(url=program.url.replace("http:", "https:")))
    assert not answer.arrived
    assert all_posts(program) == []
