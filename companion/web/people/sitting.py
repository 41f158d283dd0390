"""Sitting down: a hero or faction that is taken on a phone seats that phone; seats with secrets are told to everybody.

Who takes a seat that keeps a secret may read it from then on, so the log says so.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.view_context import ViewContext
from companion.web.evenings import begin_evening
from companion.web.guests import Guest, OnSeated, Role
from companion.web.page import current_services
from companion.web.typed import look_alike
from companion.web.who import current_visitor, forget_visitor, guests_of_app
from domain.campaigns import Receipt
from domain.language.event import Event
from domain.language.fields import make_event
from domain.language.game import event_named
from domain.language.kernel import ChairTaken
from domain.log.campaign import Campaign
from domain.log.command import Command
from projections.known import keeps_secrets


def record_taking_seat(campaign: Campaign, name: str, fields: Mapping[str, Any], command: Command) -> Receipt:
    """Record the event of a name with its fields; a phone without a seat that takes one with it has it from then on.

    The campaign is held open by the caller. A command that comes once more, because nobody heard its answer, seats the
    phone if the first one did not.
    """
    event = make_event(event_named(campaign.game, name), fields)
    begin_evening(campaign, [event], command)
    seat, guest, receipts = _seat_of(event), _guest_to_seat(campaign, event), list[Receipt]()

    def record() -> bool:
        receipts.append(current_services().campaigns.record(campaign.id, name, fields, command))
        with current_services().campaigns.open(campaign.id) as live:
            is_there = seat in live.table.chairs()
            if is_there and guest:
                chair_recorder(live, guest.name, _command_of(command))([seat])
        return is_there

    if guest or seat in guests_of_app().players_of(campaign.id):
        guests_of_app().take_new_seat(campaign.id, seat, guest, campaign.table.chairs().keys(), record)
        forget_visitor()
    else:
        record()
    return receipts[0]


def _seat_of(event: Event[Any]) -> str:
    """The seat that an event brings to the table; empty if it brings none."""
    return str(getattr(event, event.seating.seat)) if event.seating else ""


def _guest_to_seat(campaign: Campaign, event: Event[Any]) -> Guest | None:
    """The guest who records an event that takes a seat, unless it is for another guest.

    The host records for everybody, and who has a seat enters others for a neighbour or for a second hero.
    """
    me = current_visitor()
    if event.seating is None or me.guest is None or me.seats:
        return None
    player = getattr(event, event.seating.player)
    others = (one for one in guests_of_app().guests_of_campaign(campaign.id) if one.id != me.guest.id)
    is_others = player and any(look_alike(player, one.name) for one in others)
    return None if is_others else me.guest


def _command_of(command: Command) -> Command:
    """Another command of the same person on the same device."""
    return current_services().new_command(actor=command.actor, device=command.device, host=command.host)


def chair_recorder(campaign: Campaign, player: str, command: Command) -> OnSeated:
    """A function that records `ChairTaken` for each of the given seats that keeps a secret."""

    def record_chairs(seats: Sequence[str]) -> None:
        with current_services().store.reading() as cursor:
            secret = [seat for seat in seats if keeps_secrets(cursor, campaign, seat)]
        if secret:
            events = [ChairTaken(seat=seat, player=player) for seat in secret]
            current_services().campaigns.record_all(campaign.id, events, command)

    return record_chairs


def change_place(here: ViewContext, guest: Guest | None, role: Role, seats: Sequence[str], command: Command) -> None:
    """Give a guest another place, or the host, who is none.

    Raises:
        PlaceTaken: somebody else has one of these seats.
    """
    record = chair_recorder(here.campaign, guest.name if guest else command.actor, command)
    if guest:
        guests_of_app().move(guest, role, seats, record)
    else:
        guests_of_app().seat_host(here.id, seats, record)


__all__ = ["chair_recorder", "change_place", "record_taking_seat"]
