"""Zones: the piles that cards leaving play go to, and that cards come from. For `apply`: nothing here refuses."""

from domain.games.champions.numbers import attachments_of, more_hit_points
from domain.games.champions.state.parts import InPlay, Piles
from domain.games.champions.state.table import Champions


def piles_of(table: Champions, owner: str) -> Piles:
    """The piles of a seat; without a seat, those of the encounter deck."""
    return table.seats.get(owner) or table.scenario


def leave_play(table: Champions, copy: str) -> InPlay | None:
    """Take a card out of play, with its attachments, and return it; None if it was not in play.

    The attachments go to their owners' discard piles, tokens and status cards to the pool. The caller puts the returned
    card on a pile.
    """
    lend_hit_points(table, copy, back=True)
    card = table.play.pop(copy, None)
    table.effects = {id_: effect for id_, effect in table.effects.items() if effect.target != copy}
    table.agenda.drop(lambda due: due.has_fields(scheme=copy))
    for other in attachments_of(table, copy):
        discard_from_play(table, other)
    return card


def lend_hit_points(table: Champions, copy: str, *, back: bool = False) -> None:
    """Give the host of a card the hit points printed on the card, or take them back."""
    if card := table.play.get(copy):
        more_hit_points(table, card.host, card.printed.get("health_bonus", 0) * (-1 if back else 1))


def lends_to(table: Champions, copy: str) -> str:
    """The host that gets hit points from a card; empty if there is none."""
    card = table.play.get(copy)
    return card.host if card and "health_bonus" in card.printed else ""


def discard_from_play(table: Champions, copy: str) -> None:
    """Move a card from play to its owner's discard pile."""
    if card := leave_play(table, copy):
        piles_of(table, card.owner).discard.append(name_of(card))


def engage_player(table: Champions, copy: str, seat: str) -> None:
    """Engage a minion with a player; with quickstrike it attacks a hero at once (交战, 迅击)."""
    if card := table.play.get(copy):
        is_hero = seat in table.seats and table.seats[seat].form == "hero"
        card.engaged, card.strikes = seat, is_hero and "quickstrike" in card.keywords


def name_of(card: InPlay) -> str:
    """The name of a card in its new pile; a blank for a facedown card, which is unknown."""
    return "" if card.facedown else card.card
