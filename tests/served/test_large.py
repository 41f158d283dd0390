"""What is large: a photo or a form of megabytes that somebody brings keeps nobody else at the table waiting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from time import monotonic, sleep

import pytest
from PIL import Image

from companion.campaign_files.backups import automatic_backups
from tests.browser.server import Server
from tests.served.browser import Answer, Browser
from tests.served.tables import join_everybody
from tests.suite.patience import HANG

WAIT = 30
"""So many times as long as with nobody else there an entry takes at most while somebody brings a photo."""
TOLD = 20
"""So many times as long as for a form of a line it takes at most to refuse one of three megabytes."""
MEMORY = 2
"""So many times as much memory as before the server takes at most for a photo."""
ALONE, AT_ONCE, TRIES = 15, 3, 4
LARGE = "x" * 3_000_000
JPEG = b"\xff\xd8"
"""How a photo begins that is taken; one of as many pixels as that of the other kind is not."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("large"), "--lan") as server:
        yield server


@pytest.fixture(scope="module")
def people(server: Server) -> Iterator[Mapping[str, Browser]]:
    with join_everybody(server, server.demo) as people:
        yield people


def make_png(side: int) -> bytes:
    """A picture of one colour: hardly any bytes, and as many pixels as one likes."""
    made = BytesIO()
    Image.new("L", (side, side), 200).save(made, "PNG")
    return made.getvalue()


def make_jpeg(width: int, height: int) -> bytes:
    """A photo as phones make them: of so many pixels, none like the one beside it."""
    grain = Image.frombytes("RGB", (400, 300), Random(22).randbytes(400 * 300 * 3))
    made = BytesIO()
    grain.resize((width, height)).save(made, "JPEG", quality=95)
    return made.getvalue()


def seconds_to_note(server: Server, browser: Browser) -> float:
    """How long it takes somebody to record a note."""
    form = f"/c/{server.demo}/record/note-added"
    fields = {**dict(browser.hidden_fields(form, "/record/note-added")), "f.text": "While a photo comes."}
    answer = browser.send(form, [*fields.items()])
    assert answer.status == 303
    return answer.seconds


def upload_photo(server: Server, browser: Browser, body: bytes) -> Answer:
    path = f"/c/{server.demo}/photos/"
    return browser.send(path, browser.hidden_fields(path, "/photos/"), photo=body)


def longest_wait(server: Server, people: Mapping[str, Browser], body: bytes) -> tuple[float, list[int]]:
    """The longest that somebody waits to record while others bring a photo, and what these are told."""
    shown = list[int]()

    def upload_often() -> None:
        with closing(people["seat"].elsewhere(server.port)) as phone:
            shown.append(upload_photo(server, phone, body).status)

    bringing = [Thread(target=upload_often) for _ in range(AT_ONCE)]
    for one in bringing:
        one.start()
    waits = list[float]()
    until = monotonic() + HANG
    while any(one.is_alive() for one in bringing) and monotonic() < until:
        waits.append(seconds_to_note(server, people["player"]))
    return max(waits), shown


@pytest.fixture(params=["png", "jpeg"])
def body(request: pytest.FixtureRequest) -> bytes:
    return make_png(7_000) if request.param == "png" else make_jpeg(4_000, 3_000)


def test_nobody_who_records_waits_for_a_photo(server: Server, people: Mapping[str, Browser], body: bytes) -> None:
    found, status = list[float](), 303 if body.startswith(JPEG) else 422
    for _ in range(TRIES):
        alone = median(seconds_to_note(server, people["player"]) for _ in range(ALONE))
        longest, shown = longest_wait(server, people, body)
        assert shown == [status] * AT_ONCE
        found.append(longest / alone)
        if found[-1] <= WAIT:
            break
    assert min(found) <= WAIT, found


def most_memory(process: int) -> int:
    """The most memory that a process had, in kB."""
    shown = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(next(line for line in shown.splitlines() if line.startswith("VmHWM")).split()[1])


def looked_through(server: Server) -> None:
    """Wait for the backup behind the first look at the whole file, which the server takes with time and memory."""
    until = monotonic() + HANG
    while not automatic_backups(server.services.settings.file) and monotonic() < until:
        sleep(0.1)
    assert automatic_backups(server.services.settings.file)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="This system does not say what a process took.")
def test_a_photo_takes_at_most_twice_the_memory_of_the_pages_besides(
    server: Server, people: Mapping[str, Browser], body: bytes
) -> None:
    looked_through(server)
    people["seat"].get(f"/c/{server.demo}/log")
    before = most_memory(server.pid)
    upload_photo(server, people["seat"], body)
    assert most_memory(server.pid) <= MEMORY * before


FORMS = {
    "record/note-added": "f.text",
    "record/note-added?preview": "f.about",
    "undo/3": "choice",
    "amend/3": "f.text",
    "people/sit": "place",
    "photos/": "caption",
    "seat/portrait": "seat",
    "branch": "name",
}
"""Addresses that take a form, each with a field of it."""


@pytest.mark.parametrize("viewer", ["host", "player", "spectator"])
def test_a_form_of_megabytes_is_refused_at_once_in_a_sentence(
    server: Server, people: Mapping[str, Browser], viewer: str
) -> None:
    browser = people[viewer]
    hidden = browser.hidden_fields(f"/c/{server.demo}/people/", "/people/sit")
    wrong = []
    for path, name in FORMS.items():
        to = f"/c/{server.demo}/{path}"
        line = median(browser.send(to, [*hidden, ("nothing", "x")]).seconds for _ in range(3))
        answer = min((browser.send(to, [*hidden, (name, LARGE)]) for _ in range(TRIES)), key=lambda one: one.seconds)
        if answer.status not in (403, 413) or not answer.says_something:
            wrong.append(f"{path}: {answer.status}")
        elif answer.seconds > TOLD * line:
            wrong.append(f"{path}: {answer.seconds / line:.0f} times as long as a line")
    assert wrong == []
