"""The outbox: pauses, bounds, and receivers that do not answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from threading import Event

import pytest

from companion.notices import outbox as outboxes
from companion.notices.notice import Notice, NoticeKind
from companion.notices.outbox import MOST_WAITING, PAUSES, Outbox
from companion.notices.receivers import Receiver, Receivers
from companion.notices.sending import Reply
from domain.framework.text import text
from tests.companion.notices.program import Program, all_posts, wait_until
from tests.suite.patience import HANG

GONE = Reply(text("not reached"))
FINE = Reply(text("answered 200"), arrived=True, is_final=True)


def notice(id_: str, kind: NoticeKind = "evening-started") -> Notice:
    return Notice(id_, kind, "", {}, id_)


@pytest.fixture
def receivers(tmp_path: Path, program: Program) -> Receivers:
    every = Receivers(tmp_path / "notices")
    for campaign in ("c", "d"):
        every.keep(program.receiver(campaign))
    return every


class Sender:
    """Sends by hand: each attempt waits until it is let go."""

    def __init__(self, answer: Reply) -> None:
        self.answer, self.begun, self.go = answer, Queue[tuple[str, str]](), Event()

    def __call__(self, sent: Notice, receiver: Receiver) -> Reply:
        self.begun.put((receiver.campaign, sent.id))
        assert self.go.wait(HANG)
        return self.answer


MakeOutbox = Callable[..., Outbox]


@pytest.fixture
def make_outbox(receivers: Receivers) -> Iterator[MakeOutbox]:
    made: list[Outbox] = []

    def make(
        send: Callable[[Notice, Receiver], Reply] | None = None, pauses: tuple[float, ...] = (0.01,) * 3
    ) -> Outbox:
        made.append(Outbox(receivers, send, pauses) if send else Outbox(receivers, pauses=pauses))
        return made[-1]

    yield make
    for one in made:
        one.end()


def test_a_notice_is_sent_again_after_a_failure_with_the_same_id(make_outbox: MakeOutbox, program: Program) -> None:
    program.answers = [500, 503]
    outbox = make_outbox()
    outbox.put("c", notice("n"))
    assert [program.next_post().json["id"] for _ in range(3)] == ["n"] * 3
    wait_until(lambda: (last := outbox.last_delivery("c")) and last.answer.arrived)
    assert all_posts(program) == []


def test_the_next_attempt_is_announced(make_outbox: MakeOutbox, program: Program) -> None:
    program.answers = [500]
    outbox = make_outbox(pauses=(300.0,))
    outbox.put("c", notice("n"))
    outbox.await_delivery("c", "n", HANG)
    last = outbox.last_delivery("c")
    assert last is not None
    assert last.again is not None
    assert 290 < last.again - last.at <= 301
    assert str(last.answer.said) == "answered 500"


def test_a_notice_is_given_up_after_some_attempts(make_outbox: MakeOutbox, program: Program) -> None:
    program.answers = [500] * 10
    outbox = make_outbox()
    outbox.put("c", notice("n"))
    wait_until(lambda: (last := outbox.last_delivery("c")) and last.again is None)
    assert len(all_posts(program)) == 4


def test_a_notice_is_given_up_when_it_is_old(make_outbox: MakeOutbox, program: Program) -> None:
    program.answers, program.headers = [429], {"Retry-After": "3600"}
    outbox = make_outbox()
    outbox.put("c", notice("n"))
    outbox.await_delivery("c", "n", HANG)
    last = outbox.last_delivery("c")
    assert last is not None
    assert last.again is None


def test_pauses_grow_and_end_within_the_age_of_news() -> None:
    assert list(PAUSES) == sorted(set(PAUSES))
    assert sum(PAUSES) <= outboxes.OLDEST


def test_no_more_than_some_notices_wait_for_a_campaign(make_outbox: MakeOutbox) -> None:
    sender = Sender(FINE)
    outbox = make_outbox(sender)
    outbox.put("c", notice("first"))
    assert sender.begun.get(timeout=HANG) == ("c", "first")
    for number in range(MOST_WAITING + 5):
        outbox.put("c", notice(str(number)))
    sender.go.set()
    sent = [sender.begun.get(timeout=HANG)[1] for _ in range(MOST_WAITING)]
    assert sent == [str(number) for number in range(5, MOST_WAITING + 5)]


def test_a_newer_turn_takes_the_place_of_one_that_waits(make_outbox: MakeOutbox) -> None:
    sender = Sender(GONE)
    outbox = make_outbox(sender, (0.0, 600.0))
    outbox.put("c", notice("ann", "turn"))
    assert sender.begun.get(timeout=HANG) == ("c", "ann")
    outbox.put("c", notice("bob", "turn"))
    outbox.put("c", notice("eve", "turn"))
    sender.go.set()
    assert sender.begun.get(timeout=HANG) == ("c", "eve")
    assert sender.begun.get(timeout=HANG) == ("c", "eve")
    assert sender.begun.empty()


def test_a_receiver_that_hangs_delays_no_other_campaign(make_outbox: MakeOutbox) -> None:
    stuck, sent, over = Event(), Queue[str](), Event()

    def send(one: Notice, receiver: Receiver) -> Reply:
        if receiver.campaign == "c":
            stuck.set()
            over.wait(HANG)
        sent.put(one.id)
        return FINE

    outbox = make_outbox(send)
    for number in range(8):
        outbox.put("c", notice(f"c{number}"))
    assert stuck.wait(HANG)
    outbox.put("d", notice("d"))
    assert sent.get(timeout=HANG) == "d"
    over.set()


def test_nothing_is_sent_to_a_receiver_that_was_removed(
    make_outbox: MakeOutbox, receivers: Receivers, program: Program
) -> None:
    outbox = make_outbox()
    receivers.remove("c")
    outbox.put("c", notice("n"))
    outbox.put("d", notice("m"))
    assert program.next_post().json["id"] == "m"
    assert all_posts(program) == []


def test_what_is_forgotten_is_not_sent_again(make_outbox: MakeOutbox, program: Program) -> None:
    program.answers = [500]
    outbox = make_outbox(pauses=(0.2,))
    outbox.put("c", notice("n"))
    outbox.await_delivery("c", "n", HANG)
    outbox.forget("c")
    assert outbox.last_delivery("c") is None
    outbox.put("d", notice("m"))
    outbox.await_delivery("d", "m", HANG)
    assert [post.json["id"] for post in all_posts(program)] == ["n", "m"]


def test_the_end_does_not_wait_and_nothing_is_sent_after_it(make_outbox: MakeOutbox) -> None:
    sender = Sender(GONE)
    outbox = make_outbox(sender)
    outbox.put("c", notice("one"))
    outbox.put("c", notice("two"))
    assert sender.begun.get(timeout=HANG) == ("c", "one")
    outbox.end()  # returns while the first attempt still waits
    outbox.put("c", notice("three"))
    sender.go.set()
    wait_until(lambda: not outbox.workers)
    assert sender.begun.empty()


def test_a_fault_of_ours_stops_no_later_notice(make_outbox: MakeOutbox, caplog: pytest.LogCaptureFixture) -> None:
    sent = Queue[str]()

    def send(one: Notice, _: Receiver) -> Reply:
        if one.id == "bad":
            raise RuntimeError
        sent.put(one.id)
        return FINE

    outbox = make_outbox(send)
    outbox.put("c", notice("bad"))
    outbox.put("c", notice("good"))
    assert sent.get(timeout=HANG) == "good"
    assert "cannot be sent" in caplog.text
