"""A campaign's entries in memory: for tests, specs and trying things out."""

from collections.abc import Iterable, Iterator, Sequence

from domain.log.entries import CORRECTION_TOPICS, Raw


class Memory:
    """A `Source` that is a list."""

    def __init__(self, raws: Iterable[Raw] = ()) -> None:
        self.raws = list(raws)

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        return iter(self.raws[max(after, 0) : upto])

    rows = read

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        return [raw for raw in self.read(after, upto) if raw.topic in CORRECTION_TOPICS]

    def head(self) -> int:
        return len(self.raws)
