"""Whom everybody waits for: whose turn it is, who reveals a card, and which enemies are still to activate."""

from domain.games.champions.base import whose_turn
from domain.games.champions.display.coming.at_once import against
from domain.games.champions.display.coming.enemies import striking, waiting_for
from domain.games.champions.encounter.order import reveals_now
from domain.games.champions.enemies.course import at_hand
from domain.games.champions.state.processes import Activation
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Said
from domain.language.text import text


def at_turn(table: Champions) -> Said:
    """The player at turn, or who reveals or resolves an encounter card; nobody while enemies activate or strike."""
    seat = "" if being_resolved(table) or any(striking(table)) else acting(table)
    return table.called("identities", seat) if seat else ""


def waiting(table: Champions) -> Said:
    """Which enemy is at it, strikes at once or comes next, and how many come after it."""
    activation = being_resolved(table)
    first = [against(table, activation.enemy, acting(table), activation.kind)] if activation else []
    at_once = [first_way.left or first_way.title for first_way, *_ in striking(table)]
    enemies = [*first, *at_once, *waiting_for(table)]
    return text("{first}[, and {left} more]", first=enemies[0], left=len(enemies) - 1 or "") if enemies else ""


def acting(table: Champions) -> str:
    """The seat that has something to say now: it is attacked, resolves or reveals a card, or has the turn."""
    if activation := being_resolved(table):
        return activation.target or activation.seat
    if table.step == "encounters" and table.tracks("encounter"):
        due = (str(due.fields.get("seat", "")) for due in table.agenda.due.values())
        return next((seat for seat in due if seat), "") or reveals_now(table)
    return whose_turn(table)


def being_resolved(table: Champions) -> Activation | None:
    """The activation at hand, where the table follows them."""
    return at_hand(table) if table.tracks("activations") else None


__all__ = ["acting", "at_turn", "waiting"]
