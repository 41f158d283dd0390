"""Termination: what is done when a signal asks the program to end."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def on_termination(act: Callable[[], None]) -> Iterator[None]:
    """Call a function on Ctrl-C or SIGTERM, in place of the default handler.

    A terminal that closes asks several times, and is in no hurry. Only the main thread of a program is asked.
    """
    if current_thread() is not main_thread():
        yield
        return
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as a shell has it for what runs in its background
    asking = [signal.SIGTERM] if ignored else [signal.SIGTERM, signal.SIGINT]
    before = [(number, signal.signal(number, lambda *_: act())) for number in asking]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextmanager
def on_first_termination(act: Callable[[], None]) -> Iterator[None]:
    """Call a function on the first SIGTERM; the next one does what it did before."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)

    def once(*_: object) -> None:
        signal.signal(signal.SIGTERM, before)
        act()

    signal.signal(signal.SIGTERM, once)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGTERM) is once:  # another signal may have had it ignored since
            signal.signal(signal.SIGTERM, before)


__all__ = ["on_first_termination", "on_termination"]
