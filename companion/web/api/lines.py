"""Lines of the log as programs are sent them: what a receipt has, and what a page of the log has."""

from typing import Any

from companion.telling import say_line
from companion.view_context import ViewContext
from companion.web.page import current_services
from projections.known import reveal_known
from projections.log import Wanted, as_json, select_lines


def line_objects(here: ViewContext, after: int, upto: int) -> list[dict[str, Any]]:
    """The lines after a position up to another one, as the viewer may know them and in their language."""
    with current_services().store.reading() as cursor:
        found = select_lines(cursor, here.id, Wanted(after=after, before=upto + 1))
    known = reveal_known(found, here.campaign, here.viewer.seats)
    return [as_json(line) | {"text": say_line(line, here)} for line in known]


__all__ = ["line_objects"]
