"""The live stream: positions, places to listen from, and what a page needs to come back."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice, repeat
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import orjson
import pytest
from flask import Flask

from companion.services import Services
from companion.web.pages import live
from companion.web.pages.live import MOST_STREAMS, Bell, Bells, stream_positions
from companion.web.rendering.static_files import SCRIPT, STYLESHEET, static_address
from domain.store import Busy, FileStore
from domain.store.sqlite import StoredEntries
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.suite.patience import HANG

HARBOUR = "harbour"
BEAT = b"event: beat\ndata:\n\n"
"""What a stream says where nothing has happened."""
HERE = Path(__file__).parents[3]


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FileStore]:
    store = FileStore(tmp_path / "campaigns.db")
    yield store
    store.close()


@pytest.fixture
def bells(store: FileStore) -> Bells:
    return Bells(store)


def heard(bells: Bells, head: int, known: int, count: int = 2) -> list[bytes]:
    """The first things a stream says, the wish when to come back among them."""
    stream = stream_positions(bells, HARBOUR, lambda: head, known)
    try:
        return list(islice(stream, count))
    finally:
        stream.close()  # type: ignore[attr-defined]


def test_who_is_behind_hears_at_once_how_far_the_log_is(bells: Bells) -> None:
    assert heard(bells, head=7, known=3)[1] == b"id: 7\ndata: 7\n\n"


def test_who_knows_everything_hears_that_the_stream_is_there(bells: Bells) -> None:
    assert heard(bells, head=7, known=7)[1] == BEAT


def test_pages_expect_a_beat_as_often_as_a_stream_has_one() -> None:
    script = (HERE / "companion/web/static/js/live.js").read_text(encoding="utf-8")
    assert re.findall(r"^const BEAT = (\d+);$", script, re.MULTILINE) == [f"{live.BEAT * 1_000:.0f}"]


def test_a_stream_says_when_to_come_back(bells: Bells) -> None:
    assert heard(bells, head=7, known=7, count=1) == [b"retry: 2000\n\n"]


def test_many_steps_missed_are_told_as_one(bells: Bells) -> None:
    head = iter([3, 250])
    stream = stream_positions(bells, HARBOUR, lambda: next(head), 2)
    assert list(islice(stream, 2))[1] == b"id: 3\ndata: 3\n\n"
    for _ in range(247):
        bells.ring_all()
    assert next(stream) == b"id: 250\ndata: 250\n\n"


def test_who_listens_hears_at_once_that_somebody_sat_down(bells: Bells) -> None:
    changes = 3
    stream = stream_positions(bells, HARBOUR, lambda: 7, 7, people=lambda: changes)
    assert list(islice(stream, 2))[1] == BEAT
    changes = 4
    assert next(stream) == b"event: people\ndata:\n\n"
    stream.close()  # type: ignore[attr-defined]


def test_a_ring_wakes_who_waits(bell: Bell) -> None:
    head, found = [1], list[int]()
    waiting = Thread(target=lambda: found.append(bell.wait_for_head(lambda: head[0], 1, HANG)))
    began = monotonic()
    waiting.start()
    head[0] = 2
    while waiting.is_alive():
        bell.ring()
        waiting.join(0.01)
    assert (found, monotonic() - began < HANG) == ([2], True)


@pytest.mark.parametrize("asked", ["head", "gone"])
def test_who_records_does_not_wait_for_what_a_listener_asks(bell: Bell, asked: str) -> None:
    asking, answer = Event(), Event()

    def slow() -> int:
        asking.set()
        answer.wait(HANG)
        return 0

    asks = {"head": lambda: 1, "gone": lambda: False, asked: slow}
    listening = Thread(target=lambda: bell.wait_for_head(asks["head"], 1, 0.01, lambda: bool(asks["gone"]())))
    listening.start()
    assert asking.wait(HANG)
    recording = Thread(target=bell.ring)
    recording.start()
    recording.join(HANG / 4)
    rung = not recording.is_alive()
    answer.set()
    listening.join(HANG)
    recording.join(HANG)
    assert rung


def test_a_ring_while_a_listener_asks_is_heard(bell: Bell) -> None:
    head, began = [1], monotonic()

    def asks() -> bool:
        if head == [1]:
            head[0] = 2
            bell.ring()
        return False

    assert bell.wait_for_head(lambda: head[0], 1, HANG, asks) == 2
    assert monotonic() - began < HANG


RECORDS = """
import sys
from pathlib import Path
from companion.config import Settings
from companion.services import Services
from tests.toy import GAME
services = Services(Settings(Path(sys.argv[1])))
services.campaigns.games = {GAME.key: GAME}
campaign = services.find_campaign("harbour").campaign
services.campaigns.record(campaign, "note-added", {"text": "From elsewhere."}, services.new_command())
services.close()
"""


def listens(app: Flask, campaign: str, shown: list[str], gone: Callable[[], bool] = lambda: False) -> Thread:
    """Somebody who listens to a campaign, and has heard that the stream is there."""
    bells, head, there = app.extensions["bell"], app.extensions["services"].store.source(campaign).head, Event()

    def listen() -> None:
        for said in stream_positions(bells, campaign, head, head(), gone=gone):
            shown.append(said.decode())
            if len(shown) > 1:
                there.set()

    listening = Thread(target=listen, daemon=True)
    listening.start()
    assert there.wait(HANG)
    return listening


def hears(shown: list[str], how_much: int) -> bool:
    """Whether that much is told, before what hangs is ended."""
    until = monotonic() + HANG
    while len(shown) < how_much and monotonic() < until:
        sleep(0.01)
    return len(shown) == how_much


def test_what_another_process_records_is_heard(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", 0.01)
    shown = list[str]()
    listens(app, services.find_campaign("harbour").campaign, shown)
    subprocess.run([sys.executable, "-c", RECORDS, str(services.settings.data)], cwd=HERE, check=True)
    assert hears(shown, 3)
    assert shown[2] == "id: 5\ndata: 5\n\n"


def test_what_is_recorded_past_the_pages_is_heard(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whatever road an entry comes: all of them end in the file."""
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", 0.01)
    shown, campaign = list[str](), services.find_campaign("harbour").campaign
    listens(app, campaign, shown)
    services.campaigns.undo(campaign, None, services.new_command())
    assert hears(shown, 3)


def test_the_bell_of_another_campaign_wakes_nobody(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", HANG)
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    rung, shown = list[str](), list[str]()
    ring = Bell.ring
    listens(app, services.find_campaign("elsewhere").campaign, shown)
    monkeypatch.setattr(Bell, "ring", lambda bell: (rung.append("rung"), ring(bell)))
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert (rung, len(shown)) == ([], 2)
    visitor.key = "elsewhere"
    visitor.record("seat-taken", seat="Ann")
    assert hears(shown, 3)
    assert rung == ["rung"]


def test_nobody_looks_at_the_file_where_nobody_listens(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", 0.01)
    over, shown, looks = Event(), list[str](), list[int]()
    look = services.store.rows_after
    monkeypatch.setattr(services.store, "rows_after", lambda row: (looks.append(row), look(row))[1])
    listening = listens(app, services.find_campaign("harbour").campaign, shown, over.is_set)
    over.set()
    listening.join(HANG)
    assert not listening.is_alive()
    until = monotonic() + HANG
    while app.extensions["bell"].watched and monotonic() < until:
        sleep(0.001)
    done = len(looks)
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert (done > 0, len(looks)) == (True, done)


def test_who_listens_again_hears_what_comes(app: Flask, services: Services, visitor: Visitor) -> None:
    campaign, over = services.find_campaign("harbour").campaign, Event()
    first = listens(app, campaign, [], over.is_set)
    over.set()
    first.join(HANG)
    shown = list[str]()
    listens(app, campaign, shown)
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert hears(shown, 3)


def test_a_file_that_cannot_be_read_ends_the_streams(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", 0.01)
    listening = listens(app, services.find_campaign("harbour").campaign, [])
    services.store.close()
    listening.join(HANG)
    assert not listening.is_alive()


def test_streams_where_nothing_happens_share_one_look(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many listen: none of them asks the file again before something was recorded."""
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", 0.001)
    looks, asked, look = list[int](), list[str](), services.store.rows_after
    monkeypatch.setattr(services.store, "rows_after", lambda row: (looks.append(row), look(row))[1])
    for _ in range(MOST_STREAMS):
        listens(app, services.find_campaign("harbour").campaign, [])
    read = StoredEntries.head
    monkeypatch.setattr(StoredEntries, "head", lambda source: (asked.append("head"), read(source))[1])
    before, until = len(looks), monotonic() + HANG
    while len(looks) < before + 20 and monotonic() < until:
        sleep(0.001)
    assert (len(looks) >= before + 20, asked) == (True, [])


def test_waiting_ends_where_nothing_moves(bell: Bell) -> None:
    assert bell.wait_for_head(lambda: 1, 1, patience=0.01) == 1


def test_where_all_places_are_taken_the_position_is_told_once(bells: Bells, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 0)
    assert heard(bells, head=7, known=3, count=9) == [b"retry: 2000\n\n", b"id: 7\ndata: 7\n\n"]


def test_who_hangs_up_leaves_a_place_behind(bells: Bells, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 1)
    heard(bells, head=7, known=7)
    with bells.listening_place(HARBOUR) as place:
        assert place.free


def test_a_stream_ends_where_the_file_cannot_be_read(bells: Bells) -> None:
    def closed() -> int:
        raise Busy("The campaign file was closed. Nothing was recorded.")

    assert list(stream_positions(bells, HARBOUR, closed, 3)) == [b"retry: 2000\n\n"]


def test_a_stream_ends_after_its_life(bells: Bells, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LIFE", 0.0)
    assert len(heard(bells, head=7, known=3, count=99)) == 2


def test_a_stream_ends_for_a_guest_who_was_let_go(bells: Bells) -> None:
    here = iter([True])
    stream = stream_positions(bells, HARBOUR, lambda: 7, 3, welcome=lambda: next(here, False))
    assert list(stream) == [b"retry: 2000\n\n", b"id: 7\ndata: 7\n\n", b"event: gone\ndata:\n\n"]


GOING = {
    "let go": lambda host, guest: host.post("people/1/end"),
    "another code": lambda host, guest: host.post("people/code"),
    "left": lambda host, guest: guest.post("people/leave"),
}


@pytest.mark.parametrize("how", list(GOING))
def test_who_was_let_go_hears_it_at_once(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", HANG)
    ann = joined(app, services, "Ann", "at:Ann")
    stream = ann.get("live?after=4").iter_encoded()
    assert [next(stream), next(stream)][1] == BEAT
    shown, began = list[bytes](), monotonic()
    listening = Thread(target=lambda: shown.extend(stream))
    listening.start()
    GOING[how](visitor, ann)
    listening.join(HANG)
    assert (shown[-1], monotonic() - began < HANG) == (b"event: gone\ndata:\n\n", True)


def test_who_stays_is_not_asked_for_again_and_again(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, asked = joined(app, services, "Ann", "at:Ann"), list[str]()
    guests = app.extensions["guests"]
    stream = ann.get("live?after=4").iter_encoded()
    look = guests.guest_of_secret
    monkeypatch.setattr(guests, "guest_of_secret", lambda secret: (asked.append(secret), look(secret))[1])
    monkeypatch.setattr(live, "GLANCE", 0.0001)
    monkeypatch.setattr(live, "BEAT", 0.05)
    monkeypatch.setattr(live, "MAY_LISTEN", 0.05)
    assert [next(stream) for _ in range(3)][2] == BEAT
    assert len(asked) <= 2


def test_a_stream_ends_as_soon_as_nobody_listens(bells: Bells, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(live, "GLANCE", 0.01)
    hangs_up = chain([False, False], repeat(True))
    began = monotonic()
    assert len(list(stream_positions(bells, HARBOUR, lambda: 7, 7, gone=lambda: next(hangs_up)))) < 5
    assert monotonic() - began < HANG


def test_recording_rings(app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(app.extensions["bell"], "ring", lambda: rung.append("rung"))
    visitor.get("")
    assert not rung
    visitor.record("coins-gained", seat="Bob", amount="1")
    assert rung


def test_a_page_resumes_where_its_stream_broke(visitor: Visitor) -> None:
    answer = visitor.get("live?after=1", headers={"Last-Event-ID": "3"}, buffered=False)
    shown = answer.iter_encoded()
    assert (answer.mimetype, [next(shown), next(shown)][1]) == ("text/event-stream", b"id: 4\ndata: 4\n\n")
    answer.close()


def test_a_page_knows_its_campaign_and_how_far_it_shows_it(visitor: Visitor) -> None:
    [main] = [given for tag, given in visitor.read("").tags if tag == "main"]
    assert (main["data-campaign"], main["data-position"]) == ("harbour", "4")


def status(visitor: Visitor, path: str) -> int:
    """What a file answers."""
    with visitor.client.get(path) as answer:
        return answer.status_code


def test_the_service_worker_keeps_every_file_and_knows_its_version(visitor: Visitor) -> None:
    answer = visitor.client.get("/sw.js")
    version, _, files = answer.text.split("\n")[:3]
    assert len(orjson.loads(version.partition("= ")[2].rstrip(";"))) == 16
    named = orjson.loads(files.partition("= ")[2].rstrip(";"))
    assert {status(visitor, name) for name in named} == {200}
    assert {"/offline", f"{static_address()}/{SCRIPT}", f"{static_address()}/{STYLESHEET}"} <= set(named)


def kept(visitor: Visitor, path: str) -> bool:
    """Whether a browser may keep a file and need not ask for it again."""
    with visitor.client.get(path) as answer:
        stays = answer.cache_control
        return answer.status_code == 200 and bool(stays.max_age) and not stays.no_cache


def test_files_of_pages_are_kept_under_an_address_that_says_which_they_are(visitor: Visitor) -> None:
    named = [given.get("src") or given.get("href") or "" for _, given in visitor.read("").tags]
    files = {path.partition("#")[0] for path in named if path.startswith("/static/")}
    assert len(files) >= 5
    assert {path for path in files if not kept(visitor, path)} == set()


def test_nothing_is_at_the_address_of_files_of_another_release(visitor: Visitor) -> None:
    assert status(visitor, f"/static/0123456789abcdef/{STYLESHEET}") == 404


def test_the_service_worker_opens_the_store_that_pages_are_kept_in(visitor: Visitor) -> None:
    worker = visitor.client.get("/sw.js").text
    store = (HERE / "companion/web/static/js/store.js").read_text(encoding="utf-8")
    names = re.findall(r"^export (const .+)$", store, re.MULTILINE)
    assert len(names) == 3
    assert all(f"\n{name}\n" in worker for name in names)


def test_the_service_worker_is_no_module_for_not_every_browser_starts_one(visitor: Visitor) -> None:
    assert not re.search(r"^(import|export)\b", visitor.client.get("/sw.js").text, re.MULTILINE)


def test_the_manifest_names_icons_that_are_there(visitor: Visitor) -> None:
    shown = visitor.client.get("/manifest.webmanifest").get_json(force=True)
    assert {status(visitor, icon["src"]) for icon in shown["icons"]} == {200}
