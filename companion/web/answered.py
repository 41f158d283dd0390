"""What is told of a request once it is answered, to whoever counts or logs: its view, its end, how long it took."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from flask import Flask, Response, g, request


@dataclass(frozen=True)
class Answered:
    """A request that was answered: the name of its view, nothing of what stands in its address or is typed."""

    endpoint: str
    method: str
    status: int
    seconds: float
    error: BaseException | None = None
    """What an error page was answered to."""


Observer = Callable[[Answered], object]


def install_observers(app: Flask, observers: Sequence[Observer]) -> None:
    """Tell observers of each request; called first, so that all that is done for a request is within its time."""

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
    """Note what the error page of this request is answered to."""
    g.error = error


__all__ = ["Answered", "Observer", "install_observers", "note_error"]
