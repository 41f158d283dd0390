"""Points to look back to and to compare with: the ends of sessions, and other campaigns of the same game."""

from companion.here import Here
from companion.web.page import desk
from companion.web.who import who
from projections.campaigns import Listed, kin
from projections.following import numbered
from projections.saves import sessions


def ended_sessions(here: Here) -> list[tuple[int, int]]:
    """(session, position of its end), in order."""
    with numbered(desk().campaigns, here.id) as cursor:
        return sessions(cursor, here.id)


def family(here: Here) -> list[Listed]:
    """The other campaigns of the same game to compare with, relatives first; a guest knows of none."""
    if who().guest:
        return []
    with desk().store.reading() as cursor:
        return kin(cursor, here.listed)


__all__ = ["ended_sessions", "family"]
