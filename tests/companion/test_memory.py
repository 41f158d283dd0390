"""Memory: however many threads there are, they take it from one place, and what is free there is given back."""

import subprocess
import sys
from ctypes import CDLL
from threading import Event

import pytest

from companion.maintenance import watchdog
from companion.maintenance.watchdog import Watch
from companion.services import Services
from tests.suite.patience import HANG

ANOTHER = "another C library, which has its own ways"
THREADS = 8
BUSY = f"""
import ctypes, sys
from threading import Barrier, Thread
from companion.maintenance.memory import share_one_arena

if "shared" in sys.argv:
    share_one_arena()
together, kept = Barrier({THREADS}), []

def draw():
    together.wait()
    kept.append([bytearray(20_000) for _ in range(200)])
    together.wait()

threads = [Thread(target=draw) for _ in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""
"""What several threads do at once, and then where the C library has memory."""


def places(*words: str) -> int:
    line = [sys.executable, "-c", BUSY, *words]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout.count("<heap nr=")


GAPS = """
import sys
from companion.maintenance.memory import return_free_memory, share_one_arena

def taken():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1])

share_one_arena()
kept = [bytearray(20_000) for _ in range(2_000)]
kept = kept[::10]
before = taken()
return_free_memory()
print(taken() / before)
"""
"""What somebody takes and gives up in part: how much of the memory is still taken once the gaps were given back."""


@pytest.mark.skipif(not hasattr(CDLL(None), "malloc_info"), reason=ANOTHER)
def test_many_threads_take_memory_from_one_place() -> None:
    assert places("shared") == 1 < places()


@pytest.mark.skipif(not hasattr(CDLL(None), "malloc_trim"), reason=ANOTHER)
def test_what_is_free_between_what_is_not_is_given_back() -> None:
    shown = subprocess.run([sys.executable, "-c", GAPS], capture_output=True, text=True, check=True).stdout
    assert float(shown) < 0.7


def test_the_watch_gives_memory_back_now_and_then(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    again = Event()
    monkeypatch.setattr(watchdog, "MINUTE", 0.0)
    monkeypatch.setattr(watchdog, "TICK", 0.01)
    monkeypatch.setattr(watchdog, "return_free_memory", lambda: (given.append(1), len(given) > 1 and again.set()))
    looks = Watch(services)
    looks.start()
    assert again.wait(HANG)
    looks.end()
