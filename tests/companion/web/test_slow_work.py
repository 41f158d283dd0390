"""SlowWorkQueue: files and previews are made a few at a time, and nobody who records waits for one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Event as Signal
from threading import Semaphore, Thread
from typing import Any, get_args
from zipfile import ZipFile

import pytest
from flask import Flask

from companion.services import Services
from companion.view_context import ViewContext
from companion.web.network import request_turns, slow_work
from companion.web.network.slow_work import SlowWork, SlowWorkQueue, TooManyWaiting
from companion.web.pages.campaign import exports
from companion.web.pages.log import log
from companion.web.pages.pictures import photos, portraits
from companion.web.pages.quick_entry import saying
from companion.web.pages.table import corrections, timeline
from domain.log.entries import Memory, Raw, Source
from projections import rebuild
from projections.documents.export import EXPORTS, Subject
from tests.companion.visitor import Visitor
from tests.companion.web.pictures.test_reencode import photo
from tests.suite.patience import HANG


@contextmanager
def full(turns: SlowWorkQueue) -> Iterator[None]:
    """While all turns are taken."""
    over, taken = Signal(), Semaphore(0)

    def make(kind: SlowWork) -> None:
        with turns.wait_for_turn(kind):
            taken.release()
            over.wait(HANG)

    makers = [Thread(target=make, args=(kind,)) for kind in get_args(SlowWork)]
    for maker in makers:
        maker.start()
    for _ in makers:
        assert taken.acquire(timeout=HANG)
    try:
        yield
    finally:
        over.set()
        for maker in makers:
            maker.join()


def test_one_of_each_is_made_at_once_and_the_rest_wait() -> None:
    turns, made = SlowWorkQueue(), list[str]()

    def make() -> None:
        with turns.wait_for_turn("file"):
            made.append("made")

    with full(turns):
        waiting = [Thread(target=make) for _ in range(5)]
        for one in waiting:
            one.start()
        assert made == []
    for one in waiting:
        one.join(HANG)
    assert made == ["made"] * 5


def test_who_waits_for_slow_work_lets_others_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_turns, "READING", 1)
    turns, answered = SlowWorkQueue(), Signal()

    def answer() -> None:
        turns.requests.take(records=False)
        turns.requests.give_back()
        answered.set()

    turns.requests.take(records=False)
    with turns.wait_for_turn("file"):
        Thread(target=answer, daemon=True).start()
        assert answered.wait(HANG)
    turns.requests.give_back()


def test_a_preview_does_not_wait_for_a_file() -> None:
    turns = SlowWorkQueue()
    with turns.wait_for_turn("file"), turns.wait_for_turn("preview"):
        pass


def test_whoever_waits_too_long_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    turns = SlowWorkQueue()
    with full(turns), pytest.raises(TooManyWaiting), turns.wait_for_turn("file"):
        pass
    with turns.wait_for_turn("file"):
        pass


def test_where_many_wait_the_next_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_work, "WAITING", 0)
    with pytest.raises(TooManyWaiting), SlowWorkQueue().wait_for_turn("file"):
        pass


def test_what_fails_gives_its_turn_back() -> None:
    turns = SlowWorkQueue()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.wait_for_turn("file"):
            raise ZeroDivisionError


def test_who_reads_in_their_turn_lets_others_go_first() -> None:
    turns, read = SlowWorkQueue(), list[int]()
    rows = turns.yielding_source(Memory([Raw(n, "topic", b"") for n in range(1, 4)]))

    def make() -> None:
        with turns.wait_for_turn("preview"):
            read.extend(row[0] for row in rows.rows())

    with patiently(slow_work):
        turns.requests.take(records=False)
        maker = Thread(target=make)
        maker.start()
        maker.join(0.05)
        assert read == []
        turns.requests.give_back()
        maker.join(HANG)
    assert read == [1, 2, 3]


def test_a_file_lets_others_go_first_between_its_pieces() -> None:
    turns, made = SlowWorkQueue(), list[bytes]()

    def make() -> None:
        with turns.wait_for_turn("file"):
            made.extend(turns.yielding([b"head", b"chapter"]))

    with patiently(slow_work):
        turns.requests.take(records=False)
        maker = Thread(target=make)
        maker.start()
        maker.join(0.05)
        assert made == []
        turns.requests.give_back()
        maker.join(HANG)
    assert made == [b"head", b"chapter"]


def test_who_lets_others_go_first_does_so_for_a_moment_only() -> None:
    turns = SlowWorkQueue()
    turns.requests.take(records=False)
    rows = turns.yielding_source(Memory([Raw(1, "topic", b"")]))
    assert len(list(rows.read())) == 1


@contextmanager
def patiently(module: Any) -> Iterator[None]:
    """While others may take as long as they like."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PAUSE", HANG)
        yield


def test_who_was_served_is_behind_nobody_any_more(app: Flask, visitor: Visitor) -> None:
    served = app.extensions["slow_work"].requests.answering
    assert (visitor.get("undo/4").status_code, visitor.get("nowhere").status_code, served) == (200, 404, {})


@pytest.mark.parametrize(
    "path",
    [
        *("export/md", "export/sheets/text", "report", "report/report.zip", "undo/4", "amend/4"),
        *("why?path=seats.Ann.coins", "compare?a=2", "timeline", "sheets/?at=3", "say?words=coins"),
    ],
)
def test_where_all_turns_are_taken_it_is_said_that_it_takes_a_moment(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    with full(app.extensions["slow_work"]):
        answer = visitor.get(path)
        assert (answer.status_code, "In a moment" in answer.text) == (503, True)
        assert visitor.record("coins-gained", seat="Bob", amount="1").status_code == 303
    assert visitor.get(path).status_code == 200


# --- what is held meanwhile ------------------------------------------------------------------


def recorded_meanwhile(visitor: Visitor) -> bool:
    """Whether somebody else records while something is being made; they give up before who makes it does."""
    other, answers = Visitor(visitor.app), list[int]()
    recording = Thread(target=lambda: answers.append(other.record("coins-gained", seat="Bob", amount="1").status_code))
    recording.daemon = True
    recording.start()
    recording.join(HANG / 4)
    return answers == [303]


def watched(monkeypatch: pytest.MonkeyPatch, room: Any, name: str, look: Callable[[], object]) -> list[object]:
    """What is found each time something is made."""
    found: list[object] = []
    made = getattr(room, name)

    def make(*args: Any, **more: Any) -> Any:
        found.append(look())
        return made(*args, **more)

    monkeypatch.setattr(room, name, make)
    return found


@pytest.mark.parametrize("path", ["undo/4", "undo/4?choice=since", "amend/4"])
def test_a_preview_does_not_hold_the_campaign(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    found = watched(monkeypatch, corrections, "render_template", lambda: recorded_meanwhile(visitor))
    assert visitor.get(path).status_code == 200
    assert found == [True]


def test_a_choice_that_has_to_be_made_does_not_hold_the_campaign(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.record("tower-built", seat="Ann", tower="oak")
    found = watched(monkeypatch, corrections, "render_template", lambda: recorded_meanwhile(visitor))
    assert visitor.post("undo/4").status_code == 422
    assert found == [True]


def test_sheets_as_a_file_do_not_hold_the_campaign(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    found = watched(monkeypatch, exports, "render_sheets", lambda: recorded_meanwhile(visitor))
    visitor.get("export/sheets/md")
    assert found == [True]


@pytest.mark.parametrize(
    ("path", "room", "name"),
    [
        ("why?path=seats.Ann.coins", log, "moves_page"),
        ("timeline?at=3", timeline, "moment_at"),
        ("timeline?at=3&replay=session", timeline, "scene_at"),
        ("sheets/?at=3", ViewContext, "at"),
        ("compare?a=2&b=4", ViewContext, "at"),
        ("say/heard?words=coins", saying, "show_reading"),
        ("say?words=coins", saying, "show_reading"),
    ],
)
def test_looking_back_does_not_hold_the_campaign(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str, room: Any, name: str
) -> None:
    found = watched(monkeypatch, room, name, lambda: recorded_meanwhile(visitor))
    assert visitor.get(path).status_code == 200
    assert set(found) == {True}


@pytest.mark.parametrize(
    ("path", "room", "name"), [("photos/", photos, "reencode_photo"), ("seat/portrait", portraits, "encode_portrait")]
)
def test_a_photo_that_is_reencode_photo_holds_no_campaign(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str, room: Any, name: str
) -> None:
    found = watched(monkeypatch, room, name, lambda: recorded_meanwhile(visitor))
    sent = {**visitor.fields("people/"), "seat": "Ann", "photo": (BytesIO(photo()), "IMG_2041.jpg")}
    assert visitor.client.post(visitor.at(path), data=sent, content_type="multipart/form-data").status_code == 303
    assert found == [True]


def test_who_looks_back_there_again_begins_nearby(
    visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.log.history.EVERY", 2)
    services.campaigns.drop_from_memory(services.find_campaign("harbour").campaign)
    assert visitor.get("sheets/?at=3").status_code == 200
    with services.open("harbour") as live:
        assert 2 in live.checkpoints._kept


@pytest.mark.parametrize("path", ["report", "report/report.zip"])
def test_a_report_does_not_hold_the_campaign_while_it_is_checked(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    found = watched(monkeypatch, rebuild, "fold_from_zero", lambda: recorded_meanwhile(visitor))
    assert "Everything is in order." in report_of(visitor, path)
    assert found == [True]


def report_of(visitor: Visitor, path: str) -> str:
    """What a report says, on its page or in its file."""
    answer = visitor.get(path)
    if path == "report":
        return answer.text
    with ZipFile(BytesIO(answer.data)) as file:
        return file.read("report.txt").decode()


def test_a_report_lets_others_go_first(app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    behind, read = app.extensions["slow_work"].yielding_source, list[int]()

    def watch(source: Source) -> Source:
        put_behind = behind(source)
        rows = put_behind.rows
        put_behind.rows = lambda *of: (read.append(1), rows(*of))[1]
        return put_behind

    monkeypatch.setattr(app.extensions["slow_work"], "yielding_source", watch)
    visitor.get("report")
    assert len(read) >= len(("the table", "the chain of digests", "the fold from zero"))


@pytest.mark.parametrize("suffix", EXPORTS)
def test_no_connection_is_held_while_a_file_is_made(
    visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    write, held = EXPORTS[suffix], list[int]()

    def watch(subject: Subject) -> Iterator[bytes]:
        pieces = write(subject)
        yield next(pieces)
        held.append(services.store._datastore.pool.num_in_use)
        yield from pieces

    monkeypatch.setattr("projections.documents.export.EXPORTS", {suffix: watch})
    assert visitor.get(f"export/{suffix.lstrip('.')}").status_code == 200
    assert held == [0]
