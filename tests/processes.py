"""`companion serve` as a process of its own, over a file or over a log that several of them share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from companion.campaign_files.shared_log import open_database
from companion.config import Settings
from companion.services import Services
from companion.web.visitors.in_database import create_tables
from tests.suite.patience import end_process


def prepared(url: str) -> str:
    """A database that has the tables of a shared log and of its guests by now."""
    with open_database(url) as recorder:
        recorder.create_tables()
        create_tables(recorder.beside)
    return url


def settings_of(folder: Path, store: str = "") -> Settings:
    """The settings of a process in a folder, with a database where one is given."""
    return Settings(folder).for_database(store) if store else Settings(folder)


def opened(folder: Path, store: str = "") -> Services:
    """What such a process has, without its pages."""
    return Services(settings_of(folder, store))


class Serving:
    """A process that serves; after a stop it starts at the same port again."""

    def __init__(self, folder: Path, store: str = "", *options: str) -> None:
        self._folder, self._store, self._options = folder, store, options
        self.port = 0
        self.numbers = ""
        """Where it tells its numbers, if it was asked to."""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    def begin(self) -> None:
        """Start it, and do not wait for it."""
        store = ["--store", self._store] if self._store else []
        words = ["--data", str(self._folder), *store, "serve", "--port", str(self.port), *self._options]
        self._process = subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, text=True)

    def await_address(self) -> None:
        """Wait until it says where it is."""
        assert self._process is not None
        assert self._process.stdout is not None
        shown = self._process.stdout.readline()
        if "--metrics" in self._options:
            self.numbers, shown = shown.split()[-1], self._process.stdout.readline()
        assert shown.startswith("http://"), "It went before it said where it is."
        self.port = int(shown.strip().rstrip("/").rpartition(":")[2])

    def start(self) -> None:
        self.begin()
        self.await_address()

    def stop(self) -> None:
        """Ask it to end, and wait until it did."""
        if self._process is None:
            return
        process, self._process = self._process, None
        end_process(process)
        assert process.returncode == 0


@contextmanager
def all_of(*processes: Serving) -> Iterator[Sequence[Serving]]:
    """Several processes, started at the same time."""
    with ExitStack() as stack:
        for one in processes:
            stack.callback(one.stop)
            one.begin()
        for one in processes:
            one.await_address()
        yield processes
