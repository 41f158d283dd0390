"""Loading: what is loaded once, and stays as long as the program runs."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """While modules are loaded, the collector does not look through what is made of them, and never does after.

    The classes of a game and of the pages are a hundred thousand objects, none of which goes: to look through them time
    and again took a tenth of the time until the first page, and is a pause of 25 ms wherever somebody plays.
    """
    known, collects = len(sys.modules), gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > known:
            gc.freeze()
        if collects:
            gc.enable()


__all__ = ["without_collector"]
