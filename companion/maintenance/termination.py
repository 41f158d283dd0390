"""Termination: callbacks for the signals that ask the program to end."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def on_termination(act: Callable[[], None]) -> Iterator[None]:
    """Call a function on Ctrl-C or SIGTERM instead of the default handler.

    A closing terminal sends several signals. Handlers can be set in the main thread only.
    """
    if current_thread() is not main_thread():
        yield
        return
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as a shell sets it for background jobs
    asking = [signal.SIGTERM] if ignored else [signal.SIGTERM, signal.SIGINT]
    before = [(number, signal.signal(number, lambda *_: act())) for number in asking]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextmanager
def on_first_termination(act: Callable[[], None]) -> Iterator[None]:
    """Call a function on the first SIGTERM; the second one has its former effect."""
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
        if signal.getsignal(signal.SIGTERM) is once:  # unless another signal changed the handler since
            signal.signal(signal.SIGTERM, before)


__all__ = ["on_first_termination", "on_termination"]
