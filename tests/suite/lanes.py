"""Lanes: what belongs together in this suite, what of it is measured, who runs it, and where the time goes."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from _pytest.terminal import TerminalReporter
from coverage import Coverage
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

GENERIC = "generic"
"""The lane of what stands in no folder: the laws for every game."""
BROWSER = "browser"
SERVED = "served"
SINGLY = frozenset({BROWSER, SERVED})
"""Lanes whose tests are dealt one by one, for each takes long."""
MEASURED = frozenset({"domain", "projections"})
"""Lanes that cover the rules and the read models; to measure the others too would take almost thrice their time."""
WHOLE = frozenset({"test_typed.py", "test_evening.py", "test_large.py"})
"""Files of these lanes whose tests share a server of their own."""
SLOW = frozenset({BROWSER, SERVED, "faults"})
"""Lanes that wait for the second command, `make test-all`, but for their tests marked `quick`."""
SLOWEST = 15


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def lane_of(nodeid: str) -> str:
    """The lane of a test: the folder within `tests` that it stands in."""
    folders = file_of(nodeid).split("/")[1:-1]
    return folders[0] if folders else GENERIC


class ByFile(LoadScopeScheduling):
    """Deals whole files, the longest first; at the end, test by test, what is served and what a browser shows."""

    def _split_scope(self, nodeid: str) -> str:
        file = file_of(nodeid)
        return nodeid if lane_of(nodeid) in SINGLY and file.rpartition("/")[2] not in WHOLE else file


@contextmanager
def unmeasured() -> Iterator[None]:
    """Without coverage: a process of xdist has two of them, and the first goes on where only the other is stopped."""
    stopped: list[Coverage] = []
    while measuring := Coverage.current():
        measuring.stop()
        stopped.append(measuring)
    try:
        yield
    finally:
        for measuring in reversed(stopped):
            measuring.start()


class Lanes:
    """Deals out the tests, pauses coverage outside the measured lanes, and says at the end what each lane took."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Producer) -> ByFile:
        return ByFile(config, log)

    @pytest.hookimpl(tryfirst=True)
    def pytest_itemcollected(self, item: pytest.Item) -> None:
        if lane_of(item.nodeid) in SLOW and not item.get_closest_marker("quick"):
            item.add_marker(pytest.mark.slow)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """What is served takes a minute a test: dealt last, it would be waited for by everybody else."""
        items.sort(key=lambda item: lane_of(item.nodeid) != SERVED)

    def pytest_collection_finish(self) -> None:
        """What was collected stays to the end: Python need not look through it for what may go, again and again."""
        gc.freeze()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if lane_of(item.nodeid) in MEASURED:
            return (yield)
        with unmeasured():
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._taken[report.nodeid] += report.duration

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter, config: pytest.Config) -> None:
        """Of a run in several processes, which is that of everything; a few tests tell it with `--durations`."""
        if not config.getoption("numprocesses", None):
            return
        terminalreporter.section("where the time went, in seconds of one worker")
        for part_of in (lane_of, file_of, str):
            for part, taken in self._by(part_of).most_common(SLOWEST):
                terminalreporter.line(f"{taken:8.1f}  {part}")
            terminalreporter.line("")

    def _by(self, part_of: Callable[[str], str]) -> Counter[str]:
        seconds = Counter[str]()
        for nodeid, taken in self._taken.items():
            seconds[part_of(nodeid)] += taken
        return seconds
