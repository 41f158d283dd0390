"""Notification of observers, such as metrics and the log, about each answered request."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from flask import Flask, Response, g, request


@dataclass(frozen=True)
class Answered:
    """A request that was answered, by endpoint: without its address or anything typed."""

    endpoint: str
    method: str
    status: int
    seconds: float
    error: BaseException | None = None
    """The exception that an error page was the response to."""


Observer = Callable[[Answered], object]


def install_observers(app: Flask, observers: Sequence[Observer]) -> None:
    """Notify observers of each request. Call it first, so that the measured time includes all other handlers."""

    def tell(response: Response) -> Response:
        seconds = perf_counter() - g.begun if "begun" in g else 0.0
        answered = Answered(request.endpoint or "", request.method, response.status_code, seconds, g.get("error"))
        for observe in observers:
            observe(answered)
        return response

    app.before_request(note_beginning)
    app.after_request(tell)


def note_beginning() -> None:
    g.begun = perf_counter()


def note_error(error: BaseException) -> None:
    """Note the exception that this request's error page is about."""
    g.error = error


__all__ = ["Answered", "Observer", "install_observers", "note_error"]
