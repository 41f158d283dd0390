"""Points to look back to and compare with: ends of sessions, and other campaigns of the same game."""

from companion.view_context import ViewContext
from companion.web.visitors.page import current_services
from companion.web.visitors.visitor import current_visitor
from projections.campaigns import Listed, related_campaigns
from projections.following import numbers_when_followed
from projections.saves import sessions_with_saves


def ended_sessions(here: ViewContext) -> list[tuple[int, int]]:
    """The ended sessions, each with the position of its end, in order."""
    with numbers_when_followed(current_services().campaigns, here.id) as cursor:
        return sessions_with_saves(cursor, here.id)


def related_entries(here: ViewContext) -> list[Listed]:
    """Campaigns of the same game that the visitor may see, to compare with; relatives first."""
    with current_services().store.reading() as cursor:
        found, known = related_campaigns(cursor, here.listed), current_visitor().knows_of
    return [listed for listed in found if known is None or listed.campaign in known]


__all__ = ["ended_sessions", "related_entries"]
