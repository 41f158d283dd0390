"""Sitting down: who takes a seat that keeps a secret is told it, so the log says to everybody that they did."""

from collections.abc import Sequence

from companion.web.guests import Told
from companion.web.page import services
from domain.language.kernel import ChairTaken
from domain.log.campaign import Campaign
from domain.log.command import Command
from projections.known import keeps_secrets


def to_the_log(campaign: Campaign, player: str, command: Command) -> Told:
    """What tells everybody which of some seats that keep secrets somebody takes; the host has no name at the table."""

    def told(seats: Sequence[str]) -> None:
        with services().store.reading() as cursor:
            telling = [seat for seat in seats if keeps_secrets(cursor, campaign, seat)]
        if telling:
            events = [ChairTaken(seat=seat, player=player) for seat in telling]
            services().campaigns.record_all(campaign.id, events, command)

    return told


__all__ = ["to_the_log"]
