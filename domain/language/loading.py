"""Loading modules without pauses of the garbage collector."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable the garbage collector while modules are loaded, and exclude what they made from it for good.

    The classes of a game and of the pages are a hundred thousand objects that are never freed, so to look through them
    is in vain (docs/develop/speed.md).
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
