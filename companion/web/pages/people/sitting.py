"""Seating: taking a hero or faction, being named as its player, and choosing its seat are the same act.

The log records the player of each seat. It also records who took a seat with a secret, since they may read it from then
on.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.view_context import ViewContext
from companion.web.pages.people.evenings import begin_evening
from companion.web.pages.people.places import seats_there
from companion.web.visitors.guests import Guest, OnSeated, PlaceTaken, Role
from companion.web.visitors.page import current_services
from companion.web.visitors.typed import look_alike
from companion.web.visitors.visitor import Right, current_visitor, forget_visitor, guests_of_app
from domain.campaigns import Receipt
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import event_named
from domain.framework.kernel import ChairTaken, PlayerSeated
from domain.framework.table import Table
from domain.framework.text import text
from domain.log.campaign import Campaign
from domain.log.command import Command
from projections.known import keeps_secrets

ONLY_WATCHES = text("You joined with the code for spectators. The host can give you a seat.")


def record_taking_seat(campaign: Campaign, name: str, fields: Mapping[str, Any], command: Command) -> Receipt:
    """Record an event; a guest whom it seats has the seat from then on.

    The caller holds the campaign open. A repeated command seats the guest if the first one did not.
    """
    event = make_event(event_named(campaign.game, name), fields)
    begin_evening(campaign, [event], command)
    if named := _guest_to_reseat(campaign, event):
        return _record_taking_over(
            campaign, event, named, lambda: current_services().campaigns.record(campaign.id, name, fields, command)
        )
    seat, guest, receipts = _seat_of(event), _guest_to_seat(campaign, event), list[Receipt]()
    said = {**fields, **_player_left_out(event, guest)}

    def record() -> bool:
        receipts.append(current_services().campaigns.record(campaign.id, name, said, command))
        with current_services().campaigns.open(campaign.id) as live:
            is_there = seat in live.table.chairs()
            if is_there and guest:
                record_together(live, secret_seats_taken(live, [seat], guest.name), _command_of(command))
        return is_there

    if guest or seat in guests_of_app().players_of(campaign.id):
        guests_of_app().take_new_seat(campaign.id, seat, guest, campaign.table.chairs().keys(), record)
        forget_visitor()
    else:
        record()
    return receipts[0]


def _guest_to_reseat(campaign: Campaign, event: Event[Any]) -> Guest | None:
    """The guest whom an event names as the player of a seat at the table, if the visitor may give it to them.

    The host gives any seat, a guest their own, and takes a free one. A guest who names someone else for a free seat
    leaves the answer to that person's phone (`claims.py`).
    """
    if event.reseating is None:
        return None
    seat, name, me = getattr(event, event.reseating.seat), getattr(event, event.reseating.player), current_visitor()
    players = [one for one in guests_of_app().guests_of_campaign(campaign.id) if one.role == "player"]
    named = next((one for one in players if name and look_alike(name, one.name)), None)
    if named is None or me.right is Right.HOST or seat in me.seats:
        return named
    is_me = me.guest is not None and named.id == me.guest.id
    return named if is_me and seat not in guests_of_app().players_of(campaign.id) else None


def _record_taking_over(
    campaign: Campaign, event: Event[Any], guest: Guest, recording: Callable[[], Receipt]
) -> Receipt:
    """Record that a guest is the player of a seat, which is theirs from then on; a repeated command moves no seat that
    has another player by then.
    """
    seat, receipts = getattr(event, event.reseating.seat) if event.reseating else "", list[Receipt]()

    def record() -> bool:
        receipts.append(recording())
        with current_services().campaigns.open(campaign.id) as live:
            is_theirs = look_alike(live.table.played_by().get(seat, ""), guest.name)
            if is_theirs and seat not in guest.seats:
                command = current_services().new_command(
                    actor=current_visitor().name, host=current_visitor().author.host
                )
                record_together(live, secret_seats_taken(live, [seat], guest.name), command)
        return is_theirs

    guests_of_app().take_over_seat(seat, guest, record)
    forget_visitor()
    return receipts[0]


def _seat_of(event: Event[Any]) -> str:
    """The seat that an event adds to the table; empty if it adds none."""
    return str(getattr(event, event.seating.seat)) if event.seating else ""


def _guest_to_seat(campaign: Campaign, event: Event[Any]) -> Guest | None:
    """The guest who is seated by an event that adds a seat; None if there is none. Any visitor may record it.

    A named player who has joined is seated. If they have a seat and another person names them, they are asked first
    (`claims.py`). If no guest is named, a visitor without a seat takes it.
    """
    me = current_visitor()
    if event.seating is None:
        return None
    player = getattr(event, event.seating.player)
    players = [one for one in guests_of_app().guests_of_campaign(campaign.id) if one.role == "player"]
    named = next((one for one in players if player and look_alike(player, one.name)), None)
    if named and not (me.guest and named.id == me.guest.id):
        return None if seats_there(named.seats, campaign.table) else named
    return named or (me.guest if not me.seats else None)


def _player_left_out(event: Event[Any], guest: Guest | None) -> Mapping[str, str]:
    """The player field, if the event left it out and a guest is seated by it."""
    is_left_out = event.seating and guest and not getattr(event, event.seating.player)
    return {event.seating.player: guest.name} if is_left_out and event.seating and guest else {}


def _command_of(command: Command) -> Command:
    """A new command of the same person on the same device."""
    return current_services().new_command(actor=command.actor, device=command.device, host=command.host)


def seat_recorder(campaign: Campaign, player: str, command: Command) -> OnSeated:
    """A function that records that a player took seats: `ChairTaken` for those with secrets, and `PlayerSeated`."""

    def record_seats(seats: Sequence[str]) -> None:
        events = [*secret_seats_taken(campaign, seats, player), *player_seated(campaign.table, seats, player)]
        record_together(campaign, events, command)

    return record_seats


def secret_seats_taken(campaign: Campaign, seats: Sequence[str], player: str) -> list[Event[Any]]:
    """A `ChairTaken` event for each seat that keeps a secret: the player may read it from now on."""
    with current_services().store.reading() as cursor:
        return [ChairTaken(seat=seat, player=player) for seat in seats if keeps_secrets(cursor, campaign, seat)]


def player_seated(table: Table, seats: Sequence[str], player: str) -> list[Event[Any]]:
    """A `PlayerSeated` event for each seat whose player has another name; none without a name."""
    known = table.played_by()
    return [
        PlayerSeated(seat=seat, player=player)
        for seat in seats
        if player and seat in known and not look_alike(known[seat], player)
    ]


def record_together(campaign: Campaign, events: Sequence[Event[Any]], command: Command) -> None:
    """Record events as one command, if there are any."""
    if events:
        current_services().campaigns.record_all(campaign.id, events, command)


def change_name(here: ViewContext, guest: Guest, name: str, command: Command) -> None:
    """Rename a guest, also as the player of their seats.

    Raises:
        PlaceTaken: another guest has the name.
    """
    table = here.campaign.table

    def record_players(seats: Sequence[str]) -> None:
        record_together(here.campaign, player_seated(table, seats_there(seats, table), name), command)

    guests_of_app().rename(guest, name, record_players)


def hand_over(here: ViewContext, seat: str, giver: Guest, taker: Guest | None, command: Command) -> None:
    """Give a seat of a guest to another player, or to the host if `taker` is None.

    The table keeps the name of the player that it has for the seat: a guest's page does not know the host's.

    Raises:
        PlaceTaken: the giver no longer has the seat.
    """
    record = seat_recorder(here.campaign, taker.name if taker else "", command)
    guests_of_app().hand_over(seat, giver, taker, record)


def change_place(here: ViewContext, guest: Guest | None, role: Role, seats: Sequence[str], command: Command) -> None:
    """Give another place to a guest, or to the host if `guest` is None.

    Raises:
        PlaceTaken: another person has one of these seats, or the guest may only watch.
    """
    if guest and guest.watches and role == "player" and current_visitor().right is not Right.HOST:
        raise PlaceTaken(ONLY_WATCHES)
    record = seat_recorder(here.campaign, guest.name if guest else command.actor, command)
    if guest:
        guests_of_app().move(guest, role, seats, record)
    else:
        guests_of_app().seat_host(here.id, seats, record)


__all__ = [
    "ONLY_WATCHES",
    "change_name",
    "change_place",
    "hand_over",
    "player_seated",
    "record_taking_seat",
    "record_together",
    "seat_recorder",
]
