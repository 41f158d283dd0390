"""Points to look back to and to compare with: the ends of sessions, and other campaigns of the same game."""

from companion.view_context import ViewContext
from companion.web.page import services
from companion.web.who import who
from projections.campaigns import Listed, related_campaigns
from projections.following import numbers_when_followed
from projections.saves import sessions


def ended_sessions(here: ViewContext) -> list[tuple[int, int]]:
    """(session, position of its end), in order."""
    with numbers_when_followed(services().campaigns, here.id) as cursor:
        return sessions(cursor, here.id)


def related_entries(here: ViewContext) -> list[Listed]:
    """The other campaigns of the same game to compare with, relatives first; a guest knows of none."""
    if who().guest:
        return []
    with services().store.reading() as cursor:
        return related_campaigns(cursor, here.listed)


__all__ = ["ended_sessions", "related_entries"]
