"""Who reveals encounter cards now: each player all of their own, in player order, and on until none is left (F31)."""

from domain.games.champions.state.table import Champions


def reveals_now(table: Champions) -> str:
    """The player whose dealt cards are revealed next; empty where no card lies before anybody."""
    order = table.player_order()
    if table.revealing in order:
        at = order.index(table.revealing)
        order = [*order[at:], *order[:at]]
    return next((seat for seat in order if table.seats[seat].dealt), "")


def dealt_left(table: Champions) -> int:
    """The dealt cards that nobody has revealed yet."""
    return sum(table.seats[seat].dealt for seat in table.in_game())
