"""`make scale`: how many tables one process bears, and two over one database. It writes docs/develop/scale.md.

Really served, over HTTP: each table has three phones of players and a screen for the room, which listen to its stream
and ask for what changed when it moved, as their scripts do. They tap as often as people do, then ever more often, until
one in twenty is saved after more than a second. What a proxy would do is done here: everybody has an address of their
own, requests share connections, and all of a table meet in one process.
"""

from __future__ import annotations

import asyncio
import os
import re
import resource
import sys
from argparse import ArgumentParser
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.parse import urlencode
from uuid import uuid4

import orjson

from companion.campaign_files.shared_log import move_to_database, open_database
from companion.demo import make_demo
from companion.services import Services
from companion.web.visitors.guard import KEY_BYTES, session_key
from companion.web.visitors.guests import Guests
from companion.web.visitors.in_database import give_guests, shared_session_key
from domain.games import BY_KEY
from domain.store import watch_nothing
from tests.bench.devices import PLAYERS, cookies_with, seconds_of_taps
from tests.bench.report import number, p95, today, where_measured
from tests.bench.taps import NUMBERS, Steps
from tests.processes import Serving, all_of, opened, prepared
from tests.shared import Database
from tests.soak.evening import memory_of

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "scale.md"
SITE = "table.example"
EVERY = (120, 60, 30, 20, 15, 10, 7.5, 5, 3)
"""Seconds between two taps of a table, ever fewer."""
SETTLING, MEASURED = 20.0, 30.0
"""Seconds that a rate lasts before it is measured, and then."""
LONGEST = 1.0
"""Seconds until nineteen of twenty taps are saved; behind that nothing more is tried, once there are `LEAST` rates."""
LEAST = 3
BUSY, LATER, DOUBLINGS = 503, 3.0, 1
"""The status for an open page that cannot be answered now, seconds until it asks again, and how often these double."""
NOTHING_YET = b""
"""The answer to a tap that is saved while there is no time to draw the page."""
AT_ONCE = 8
"""So many pages are opened at the same time."""
HANG = 120.0
QUIET, IDLE = 8.0, 0.06
"""Seconds in which processes that only have listeners take less than such a share of a core."""
HANDWRITTEN = "## What bends first"


# --- a device ---------------------------------------------------------------------------------


class Passing:
    """Connections to one process, as a proxy keeps them: a request takes one that is idle."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[StreamReader, StreamWriter]] = []

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: str = ""
    ) -> tuple[int, Mapping[str, str], bytes]:
        """The status, headers and body of an answer; asked anew where a connection that was kept is none any more."""
        while self._idle:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                return await self._asked(*self._idle.pop(), method, path, headers, body)
        return await self._asked(*await self.connect(), method, path, headers, body)

    async def connect(self) -> tuple[StreamReader, StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def _asked(
        self, reader: StreamReader, writer: StreamWriter, method: str, path: str, headers: Mapping[str, str], body: str
    ) -> tuple[int, Mapping[str, str], bytes]:
        writer.write(head_of(method, path, headers, body))
        status, given = await answered(reader)
        answer = await reader.readexactly(int(given.get("content-length", 0)))
        self._idle.append((reader, writer))
        return status, given, answer


def head_of(method: str, path: str, headers: Mapping[str, str], body: str = "") -> bytes:
    form = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))} if body else {}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {**headers, **form}.items())]
    return "\r\n".join([*lines, "", body]).encode()


async def answered(reader: StreamReader) -> tuple[int, Mapping[str, str]]:
    """The status of an answer, and its headers by their names in small letters; one that comes again is a line more."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
    given: dict[str, str] = {}
    for line in filter(None, lines):
        name, _, value = line.partition(": ")
        given[name.lower()] = f"{given[name.lower()]}\n{value}" if name.lower() in given else value
    return int(first.split()[1]), given


@dataclass(eq=False)
class Device:
    """A phone of a player, or the screen for the room, with its page open."""

    table: Table
    number: int
    path: str
    cookies: dict[str, str]
    has: str = ""
    position: int = 0
    told: int = 0
    wholes: int = 0
    asked: int = 0
    _token: str = ""

    def __post_init__(self) -> None:
        self._moved = asyncio.Event()

    @property
    def _headers(self) -> dict[str, str]:
        address = f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Host": SITE, "X-Forwarded-For": address, "Cookie": cookies}

    async def _ask(
        self, method: str, path: str, form: Mapping[str, str] | None = None, *, knows: bool = False
    ) -> bytes:
        known = {"X-Has": self.has or "."} if knows else {}
        body, refusals = urlencode(form) if form else "", 0
        while True:
            status, given, answer = await self.table.process.ask(method, path, {**self._headers, **known}, body)
            if status != BUSY:
                break
            self.table.crowd.refused += 1
            await asyncio.sleep(LATER * 2 ** min(refusals, DOUBLINGS))
            refusals += 1
        assert status in (200, 204, 302, 303), (status, method, path, answer[:2000])
        for cookie in given.get("set-cookie", "").splitlines():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    async def open(self) -> None:
        """Open the page."""
        self._keep(await self._ask("GET", self.path))

    def _keep(self, answer: bytes) -> None:
        if answer.startswith(b"{"):
            said = orjson.loads(answer)
            self.has, self.position = said["has"], said["position"]
            return
        self.wholes += 1
        page = answer.decode()
        self.has = found[1] if (found := re.search(r'data-has="([^"]*)"', page)) else ""
        self.position = int(found[1]) if (found := re.search(r'data-position="(\d+)"', page)) else 0
        self._token = found[1] if (found := re.search(r'name="csrf" content="([^"]*)"', page)) else self._token

    async def listen(self) -> None:
        """Hear positions; when a stream ends, come back after what it said."""
        while True:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                reader, writer = await self.table.process.connect()
                with closing(writer):
                    path = f"/c/{self.table.key}/live?after={self.position}"
                    writer.write(head_of("GET", path, self._headers))
                    status, _ = await answered(reader)
                    assert status == 200, status
                    while line := await reader.readline():
                        if line.startswith(b"data: ") and line[6:].strip():
                            self.told = max(self.told, int(line[6:]))
                            self._moved.set()
            await asyncio.sleep(2)

    async def follow(self) -> None:
        """Ask for what changed whenever the table is further than the page, one request at a time."""
        while True:
            await self._moved.wait()
            self._moved.clear()
            while self.told > self.position:
                self.asked += 1
                self._keep(await self._ask("GET", self.path, knows=True))
                self.table.saw(self)

    async def tap(self, event: str, fields: Mapping[str, object]) -> None:
        typed = {f"f.{name}": str(value) for name, value in fields.items()}
        sent = {"token": self._token, "command": uuid4().hex, **typed}
        began = monotonic()
        answer = await self._ask("POST", f"/c/{self.table.key}/record/{event}", sent, knows=True)
        self.table.crowd.save(began)
        if answer == NOTHING_YET:
            answer = await self._ask("GET", self.path, knows=True)
        self._keep(answer)
        self.table.tapped(self, began)


@dataclass(eq=False)
class Table:
    """A campaign with its devices, and when what was tapped last was seen."""

    crowd: Crowd
    process: Passing
    key: str
    steps: Iterator[tuple[str, Mapping[str, object]]]
    devices: list[Device] = field(default_factory=list)
    _waiting: dict[int, tuple[float, set[Device]]] = field(default_factory=dict)

    def tapped(self, device: Device, began: float) -> None:
        late = {one for one in self.devices if one.position < device.position}
        self.crowd.shown += [monotonic() - began] * (len(self.devices) - 1 - len(late))
        self._waiting[device.position] = (began, late)

    def saw(self, device: Device) -> None:
        for position, (began, late) in list(self._waiting.items()):
            if device.position >= position and device in late:
                late.discard(device)
                self.crowd.shown.append(monotonic() - began)
                if not late:
                    del self._waiting[position]


# --- all of them ------------------------------------------------------------------------------


@dataclass
class Crowd:
    """All tables; how long it took until a tap was saved, and until each other screen of its table showed it."""

    tables: list[Table] = field(default_factory=list)
    saved: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    refused: int = 0
    last_saved: float = 0

    def save(self, began: float) -> None:
        """A tap is saved that was sent then."""
        self.last_saved = monotonic()
        self.saved.append(self.last_saved - began)

    @property
    def devices(self) -> list[Device]:
        return [device for table in self.tables for device in table.devices]

    async def open(self) -> None:
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(device: Device) -> None:
            async with turn:
                await device.open()

        await asyncio.gather(*map(one, self.devices))

    async def tap(self, every: float, seconds: float, random: Random) -> None:
        """Each table taps so often, whoever of its players; none waits for another."""
        taps: set[asyncio.Task[None]] = set()

        async def table(one: Table, begin: float) -> None:
            until = monotonic() + seconds
            await asyncio.sleep(min(begin, seconds))
            while monotonic() < until:
                event, fields = next(one.steps)
                task = asyncio.create_task(random.choice(one.devices[:PLAYERS]).tap(event, fields))
                taps.add(task)
                await asyncio.sleep(max(0.0, min(every * random.uniform(0.5, 1.5), until - monotonic())))

        await asyncio.gather(*(table(one, random.uniform(0, every)) for one in self.tables))
        await asyncio.gather(*taps)


@dataclass(frozen=True)
class Figures:
    """What a rate was like."""

    every: float
    taps: float
    saved: tuple[float, float]
    shown: tuple[float, float]
    cpu: float
    database: float
    own: float
    memory: Sequence[float]
    wholes: float
    refused: int

    @property
    def row(self) -> str:
        memory = " + ".join(f"{one:,.0f}" for one in self.memory)
        saved, shown = (f"{1_000 * mid:,.0f} / {1_000 * most:,.0f}" for mid, most in (self.saved, self.shown))
        shares = f"{self.cpu:.2f} | {1_000 * self.cpu / self.taps:.0f} | {self.database:.2f} | {self.own:.2f}"
        start = f"| {self.every:g} | {number(self.taps)} | {saved} | {shown} | {shares}"
        return f"{start} | {memory} | {self.wholes:.0%} | {self.refused} |"


HEADINGS = """\
| every, s | taps a second | saved | shown by others | processes | a tap | database | bench | memory | whole | 503 |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


def processor(*pids: int) -> float:
    """Seconds that processes have had of the processor."""
    found = 0.0
    for pid in pids:
        with suppress(OSError):
            times = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            found += (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
    return found


def below(pid: int) -> list[int]:
    """A process and those that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split() if pid else []
    return [pid, *map(int, children)]


async def ramp(crowd: Crowd, served: Sequence[Serving], database: int, every: Sequence[float]) -> list[Figures]:
    """Open all pages, listen, and tap ever more often, until it is too slow."""
    began = monotonic()
    await crowd.open()
    print(f"{len(crowd.devices)} pages opened in {monotonic() - began:.0f} s", flush=True)
    others = [asyncio.create_task(act()) for device in crowd.devices for act in (device.listen, device.follow)]
    await quiet(served)
    random, found = Random(1), list[Figures]()
    for seconds in every:
        await crowd.tap(seconds, SETTLING, random)
        found.append(await measured(crowd, served, database, seconds, random))
        print(found[-1].row, flush=True)
        if len(found) >= LEAST and found[-1].saved[1] > LONGEST:
            break
    failed = [task.exception() for task in others if task.done()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    assert not failed, failed[0]
    return found


async def quiet(served: Sequence[Serving]) -> None:
    """Wait until what is done behind the first pages is done: logs looked through, the backup of the evening."""
    until, before = monotonic() + HANG, processor(*(one.pid for one in served))
    while monotonic() < until:
        await asyncio.sleep(QUIET)
        now = processor(*(one.pid for one in served))
        if now - before < IDLE * QUIET:
            print(f"{(now - before) / QUIET:.3f} cores while nobody taps", flush=True)
            return
        before = now


async def measured(crowd: Crowd, served: Sequence[Serving], database: int, every: float, random: Random) -> Figures:
    crowd.saved.clear()
    crowd.shown.clear()
    wholes, asked = sum(one.wholes for one in crowd.devices), sum(one.asked for one in crowd.devices)
    refused = crowd.refused
    ours, theirs = processor(*(one.pid for one in served)), processor(*below(database))
    own, began = sum(os.times()[:2]), monotonic()
    await crowd.tap(every, MEASURED, random)
    took = monotonic() - began
    await asyncio.sleep(1)
    more = sum(one.asked for one in crowd.devices) - asked
    return Figures(
        every,
        len(crowd.saved) / (crowd.last_saved - began),
        (median(crowd.saved), p95(crowd.saved)),
        (median(crowd.shown), p95(crowd.shown)),
        (processor(*(one.pid for one in served)) - ours) / took,
        (processor(*below(database)) - theirs) / took,
        (sum(os.times()[:2]) - own) / took,
        [memory_of(one.pid) for one in served],
        (sum(one.wholes for one in crowd.devices) - wholes) / max(1, more),
        crowd.refused - refused,
    )


# --- the house --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Begun:
    """A campaign of its own, with the secrets of its players and of the screen for the room."""

    key: str
    steps: Steps
    secrets: Sequence[str]


def begin(services: Services, tables: int) -> list[Begun]:
    """Campaigns that are where the demo of a game is, of each game in turn."""
    guests, numbers = Guests(services.settings.guests), count(1)
    demos = {game: services.find_campaign(make_demo(services, BY_KEY[game])) for game in NUMBERS}
    found = []
    for game in [one for one, _ in zip(cycle(demos), range(tables), strict=False)]:
        demo = demos[game]
        made = services.campaigns.branch(
            demo.campaign, f"Table {next(numbers)}", None, demo.key, services.new_command()
        ).campaign
        with services.campaigns.open(made) as campaign:
            seats = list(campaign.table.chairs())[:PLAYERS]
        players = [guests.join(made, f"Player {n + 1}", "player", seats[n : n + 1]) for n in range(PLAYERS)]
        secrets = [*players, guests.join(made, "Screen", "spectator", ())]
        found.append(Begun(services.find_campaign(made).key, NUMBERS[game], secrets))
    return found


def crowd_at(begun: Sequence[Begun], served: Sequence[Serving], key: bytes) -> Crowd:
    """Three phones and a screen at each table; all of a table meet in one process."""
    crowd, numbers, signed = Crowd(), count(1), cookies_with(key)
    passing = [Passing(one.port) for one in served]
    for n, one in enumerate(begun):
        table = Table(crowd, passing[n % len(passing)], one.key, cycle(one.steps))
        for who, secret in enumerate(one.secrets):
            path = f"/c/{one.key}/" if who < PLAYERS else f"/c/{one.key}/table/"
            table.devices.append(Device(table, next(numbers), path, signed(secret)))
        crowd.tables.append(table)
    return crowd


def run(folder: Path, tables: int, processes: int, every: Sequence[float], options: Sequence[str]) -> list[Figures]:
    """One process over a file, or several over one database."""
    with closing(opened(folder / "file")) as services:
        begun = begin(services, tables)
        print(f"{tables} tables begun, {services.health()['entries']:,} entries", flush=True)
        with ExitStack() as stack:
            url, pid, key = "", 0, session_key(services.settings.data)
            if processes > 1:
                database = stack.enter_context(closing(Database()))
                url, pid = prepared(database.new_database()), database.pid
                move_to_database(services.store, url, watch_nothing)
                with open_database(url) as recorder:
                    give_guests(Guests(services.settings.guests), recorder.beside)
                    key = shared_session_key(recorder.beside, KEY_BYTES, folder / "session.key")
            services.close()
            how = ("--behind", f"http://{SITE}", "--tables", str(tables // processes + tables % processes), *options)
            folders = [folder / ("file" if not url else f"copy {n}") for n in range(processes)]
            served = stack.enter_context(all_of(*(Serving(one, url, *how) for one in folders)))
            return asyncio.run(ramp(crowd_at(begun, served, key), served, pid, every))


def cost_alone(folder: Path) -> float:
    """The seconds of the processor for one tap and what the other devices ask for then, without any load."""
    took = list[float]()
    for game, steps in NUMBERS.items():
        with closing(opened(folder / game)) as services:
            took.append(median(seconds_of_taps(services, BY_KEY[game], steps)[1]))
    return mean(took)


def most_taps(rows: Sequence[Figures]) -> float:
    """The taps a second of the fastest rate."""
    return max((one.taps for one in rows), default=0.0)


def verdicts(rows: Sequence[Figures], alone: float) -> str:
    """What the figures of one process say about a full house, next to the goals, as a table."""
    saved = [one for one in rows if one.saved[1] <= LONGEST]
    shown = [one for one in saved if one.shown[1] <= LONGEST]
    lines = [
        ("a tap at the slowest rate over one without any load", number(rows[0].cpu / rows[0].taps / alone), "1.5"),
        ("taps a second that all screens show within a second", number(most_taps(shown)), ""),
        ("taps a second that are saved within a second", number(most_taps(saved)), "25"),
    ]
    if shown:
        half, twice = (min(rows, key=lambda one: abs(one.taps - share * most_taps(shown))) for share in (0.5, 2))
        what = f"nineteen of twenty saved at {number(twice.taps)} taps a second over {number(half.taps)}"
        lines.append((what, number(twice.saved[1] / half.saved[1]), "4"))
    return "\n".join(("| | reached | goal |", "|---|---:|---:|", *(f"| {' | '.join(line)} |" for line in lines)))


def write(tables: int, alone: float, found: Mapping[str, Sequence[Figures]]) -> None:
    """Write the figures into the page, and leave what is written by hand behind them."""
    before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    by_hand = before[before.find(HANDWRITTEN) :] if HANDWRITTEN in before else f"{HANDWRITTEN}\n"
    parts = [
        HEAD.format(tables=tables, screens=4 * tables),
        f"{today()}, {where_measured()}\n{ALONE.format(number(1_000 * alone))}",
        *(f"## {name}\n\n{HEADINGS}\n" + "\n".join(one.row for one in rows) for name, rows in found.items()),
        "## A full house\n\n" + verdicts(next(iter(found.values())), alone),
        by_hand.strip(),
    ]
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


ALONE = "Alone, one tap of a game and what the three other devices of its table ask for then took {} ms on that day."
HEAD = """\
# How much it takes

Written by `make scale`: {tables} tables that are played at the same time, with {screens} screens, on a machine whose
cores the processes, the database and the bench itself share. Each table has three phones of players and a screen for
the room, over real HTTP; each screen listens, and asks for the changes after each tap. Tables tap ever more
often, a tap in two minutes first (`every`, in seconds), until one in twenty is saved later than after a second.

Waits are in milliseconds, what half of them and what nineteen of twenty stay below: from the tap until the host
answered that it is saved, and until each of the three other screens has what changed. The processor is told in cores:
of the processes of the companion (and of them in ms for a tap and all that follows from it), of the database, of the
bench. Memory is in MB, of each process. Whole are those pages of all that were asked for which had to be sent whole,
some twenty times as much as what changed; 503 is how often a process asked a page to come again later."""


def main() -> int:
    parser = ArgumentParser(prog="make scale", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--every", type=float, nargs="*", default=EVERY, help="seconds between two taps of a table")
    parser.add_argument("--dry", action="store_true", help="write no page")
    parser.add_argument("options", nargs="*", help="of `companion serve`, behind --")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16_384, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    names = {1: "One process, one file", 2: "Two processes, one database"}
    found = {}
    with TemporaryDirectory(prefix="scale-") as folder:
        alone = cost_alone(Path(folder))
    print(ALONE.format(number(1_000 * alone)), flush=True)
    for processes in asked.processes:
        name = names.get(processes, f"{processes} processes, one database")
        print(f"--- {name}", flush=True)
        with TemporaryDirectory(prefix="scale-") as folder:
            found[name] = run(Path(folder), asked.tables, processes, asked.every, asked.options)
    print(verdicts(next(iter(found.values())), alone))
    if not asked.dry:
        write(asked.tables, alone, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
