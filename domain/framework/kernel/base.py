"""The base class of the events of every game."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.framework.events.event import Event
from domain.framework.table import Table

Key = Annotated[str, Field(min_length=1, max_length=80)]
Position = Annotated[int, Field(ge=1, le=9_999_999)]


class KernelEvent(Event[Table]):
    """An event of any game."""

    heading = "Table"
    namespace: ClassVar[str] = "table"
