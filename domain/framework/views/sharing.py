"""Values computed from a table once for all viewers at one position of the log.

Each seat sees a different table, because of its secrets. Most values computed from it read no secret: the piece of an
area, the verdict on a step. A viewer's table records which secrets are read, so a value serves all viewers with the
same knowledge of these secrets.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from functools import cache, wraps
from types import new_class
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from pydantic import BaseModel

from domain.framework.table import Table
from domain.framework.views.visibility import Path, marked_names, ways_to_marks

MadeT = TypeVar("MadeT")
TableT = TypeVar("TableT", bound=Table)
Rest = ParamSpec("Rest")
MOST = 8_192
"""Values that one moment keeps: some times as many as a page of the largest table has for all of its viewers."""
Known = frozenset[Path]
"""The paths of the secrets that a viewer knows and that are not public (`visibility.known_alone`)."""


class MadeOfMoment:
    """A cache of values for one position, each with the secrets read for it and those of them that were known.

    A value must not be changed, and must depend only on the table and its key.
    """

    def __init__(self) -> None:
        self._kept = 0
        self._made = defaultdict[Hashable, list[tuple[Known, Known, Any]]](list)

    def find(self, key: Hashable, known: Known) -> tuple[Known, Any] | None:
        """A value for viewers with this knowledge of the secrets read, and these secrets; None if there is none."""
        return next(((read, made) for read, own, made in self._made.get(key, ()) if read & known == own), None)

    def keep(self, key: Hashable, known: Known, read: Known, made: Any) -> None:
        if self._kept < MOST:
            self._kept += 1
            self._made[key].append((read, read & known, made))


class Sharing:
    """The access of one viewer's table to the cache; it records the secrets that are read from the table."""

    def __init__(self, made: MadeOfMoment, known: Known) -> None:
        self._made, self._known = made, known
        self.read = set[Path]()

    def get(self, key: Hashable, make: Callable[[], MadeT]) -> MadeT:
        """A cached value, or the newly computed one."""
        if found := self._made.find(key, self._known):
            self.read |= found[0]
            return cast(MadeT, found[1])
        before, self.read = self.read, set()
        try:
            made = make()
            self._made.keep(key, self._known, frozenset(self.read), made)
        finally:
            self.read |= before
        return made


def share(table: TableT, made: MadeOfMoment, known: Known) -> TableT:
    """A viewer's table that notes which of its secrets are read, and shares what is made of it (`Table.shared`).

    Args:
        made: what the viewers of this moment share.
        known: the secrets that the viewer knows alone.
    """
    sharing = Sharing(made, known)
    noting: TableT = _noting(table, (), sharing)
    return (noting.model_copy() if noting is table else noting).with_sharing(sharing)


def shared_by_viewers(
    make: Callable[Concatenate[TableT, Rest], MadeT],
) -> Callable[Concatenate[TableT, Rest], MadeT]:
    """Decorate a function of a table and hashable arguments: it is called once for all who know the same."""

    @wraps(make)
    def shared(table: TableT, /, *rest: Rest.args, **named: Rest.kwargs) -> MadeT:
        return table.shared((make, rest, *named.items()), lambda: make(table, *rest, **named))

    return shared


# --- noting -----------------------------------------------------------------------------------


def _noting(part: Any, path: Path, sharing: Sharing) -> Any:
    """A part of a table whose marked fields note when they are read; parts without marks are the same objects."""
    match part:
        case BaseModel():
            return _noting_state(part, path, sharing)
        case dict():
            return {key: _noting(value, (*path, key), sharing) for key, value in part.items()}
        case list():
            return [_noting(value, (*path, str(number)), sharing) for number, value in enumerate(part)]
    return part


def _noting_state(state: BaseModel, path: Path, sharing: Sharing) -> Any:
    cls = type(state)
    inside = {name: _noting(getattr(state, name), (*path, name), sharing) for name in ways_to_marks(cls)}
    if not marked_names(cls):
        return state.model_copy(update=inside) if inside else state
    noting = _noting_class(cls)
    made = noting.__new__(noting)
    made.__setstate__({**state.__getstate__(), "__dict__": {**state.__dict__, **inside}})
    made.whence = sharing, path
    return made


@cache
def _noting_class(cls: type[BaseModel]) -> Any:
    """A subclass of a state that notes when its marked fields are read, also in its copies."""
    made: Any = new_class(cls.__name__, (cls,), exec_body=lambda body: body.update(__slots__=("whence",)))
    for name in marked_names(cls):
        setattr(made, name, _noting_field(name))
    for name in ("__eq__", "__iter__", "__repr_args__", "model_dump", "model_dump_json"):
        setattr(made, name, _reading_all(getattr(cls, name), marked_names(cls)))
    for name in ("__copy__", "__deepcopy__"):
        setattr(made, name, _copying(getattr(cls, name)))
    return made


def _noting_field(name: str) -> property:
    def read(state: Any) -> Any:
        _note(state, name)
        return state.__dict__[name]

    def write(state: Any, value: Any) -> None:
        state.__dict__[name] = value

    return property(read, write)


def _note(state: Any, *names: str) -> None:
    sharing, path = state.whence
    sharing.read.update((*path, name) for name in names)


def _reading_all(method: Callable[..., Any], names: Iterable[str]) -> Callable[..., Any]:
    """A method that reads all fields of a state."""

    @wraps(method)
    def reading(state: Any, *rest: Any, **named: Any) -> Any:
        _note(state, *names)
        return method(state, *rest, **named)

    return reading


def _copying(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that copies a state: what is read from the copy is noted as if read from the original."""

    @wraps(method)
    def copying(state: Any, *rest: Any) -> Any:
        made = method(state, *rest)
        made.whence = state.whence
        return made

    return copying


__all__ = ["MadeOfMoment", "share", "shared_by_viewers"]
