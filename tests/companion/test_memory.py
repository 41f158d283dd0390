"""Memory: however many threads there are, they take it from few places."""

import subprocess
import sys
from ctypes import CDLL

import pytest

from companion.care.memory import PLACES

THREADS = 8
BUSY = f"""
import ctypes, sys
from threading import Barrier, Thread
from companion.care.memory import share

if "shared" in sys.argv:
    share()
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


@pytest.mark.skipif(not hasattr(CDLL(None), "malloc_info"), reason="another C library, which has its own ways")
def test_many_threads_take_memory_from_few_places() -> None:
    assert places("shared") <= PLACES < places()
