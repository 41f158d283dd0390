"""Points to look back to and to compare with: the ends of sessions, and other campaigns of the same game."""

from companion.here import Here
from companion.web.page import desk, listing
from projections.campaigns import Listed
from projections.saves import sessions


def ended_sessions(here: Here) -> list[tuple[int, int]]:
    """(session, position of its end), in order."""
    with desk().store.reading() as cursor:
        return sessions(cursor, here.id)


def family(here: Here) -> list[Listed]:
    """The other campaigns of the same game: those to compare with, relatives first."""
    same = [other for other in listing() if other.game == here.game.key and other.campaign != here.id]
    return sorted(same, key=lambda other: other.parent != here.key and other.key != here.listed.parent)


__all__ = ["ended_sessions", "family"]
