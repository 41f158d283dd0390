"""How long it takes until a command answers, and until the first page is there."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.request import urlopen

from tests.bench.measure import ROUNDS, Wait, each, timed
from tests.browser.server import Server

LIBRARIES = "import click, eventsourcing.sqlite, orjson, pydantic"
"""What the command line cannot do without."""


def of_children() -> float:
    """Seconds of the processor that ended processes of ours took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def starting(folder: Path) -> Iterator[Wait]:
    """Of the command line next to importing its libraries; of the pages in seconds, with the demo on the table."""
    server = Server(folder / "start")
    data = str(server.services.settings.data)
    floor = partial(run, "-c", LIBRARIES)
    for word in ("--help", "list"):
        command = partial(run, "-m", "companion", "--data", data, word)
        yield each(command, floor, ROUNDS, of_children).told(f"companion {word}", 4, "importing its libraries")
        waited = median(timed(command, perf_counter) for _ in range(ROUNDS))
        yield Wait(f"companion {word}, as the clock goes", waited, 0.35, unit="s")
    _first_page(server)  # which compiles the templates
    costs, waits = zip(*[_first_page(server) for _ in range(ROUNDS)], strict=True)
    name = "first page from the command on, as the clock goes"
    yield Wait(name, median(waits), 0.8, "processor: until its end", "s", median(costs))
    server.close()


def run(*words: str) -> None:
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)


def _first_page(server: Server) -> tuple[float, float]:
    """µs of the processor, and seconds from the command `serve` to the whole first page of a campaign."""
    before, began = of_children(), perf_counter()
    server.start()
    with urlopen(f"{server.address}/c/{server.demo}/") as page:
        page.read()
    waited = perf_counter() - began
    server.stop()
    return 1e6 * (of_children() - before), waited


__all__ = ["starting"]
