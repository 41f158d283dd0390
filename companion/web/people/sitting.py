"""Recording who takes a seat that keeps a secret: they may read it from then on, so the log says so to everybody."""

from collections.abc import Sequence

from companion.view_context import ViewContext
from companion.web.guests import Guest, OnSeated, Role
from companion.web.page import current_services
from companion.web.who import guests_of_app
from domain.language.kernel import ChairTaken
from domain.log.campaign import Campaign
from domain.log.command import Command
from projections.known import keeps_secrets


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


__all__ = ["chair_recorder", "change_place"]
