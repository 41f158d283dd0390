"""Log lines as JSON objects, for receipts and for pages of the log."""

from typing import Any

from companion.log_sentences import line_object
from companion.view_context import ViewContext
from companion.web.visitors.page import current_services
from projections.log import Wanted, select_lines
from projections.placed import place_lines


def line_objects(here: ViewContext, after: int, upto: int) -> list[dict[str, Any]]:
    """The lines after one position up to another, as the viewer may see them and in their language."""
    with current_services().store.reading() as cursor:
        found = select_lines(cursor, here.id, Wanted(after=after, before=upto + 1))
    return [line_object(line, here) for line in place_lines(found, here.campaign, here.viewer.seats)]


__all__ = ["line_objects"]
