"""Recording several events at once, as one command."""

from collections.abc import Sequence
from typing import Any

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.refusal import RefusedAll, RefusedOne
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command


def record_all(campaign: Campaign, events: Sequence[Event[Any]], command: Command, chance: Chance) -> Batch:
    """Record events in order, each after those before it; all of them, or none.

    Raises:
        RefusedOne: the rules forbid one of them; nothing changed.
    """
    began = campaign.position
    batch = Batch(campaign.id, campaign.game_at_start, campaign.table, campaign.trace.take_over())
    for number, event in enumerate(events):
        try:
            campaign.record(event, command, chance, onto=batch)
        except RefusedAll as refused:
            _drop_after(campaign, began)
            raise RefusedOne(number, refused.reasons) from None
    return batch


def _drop_after(campaign: Campaign, began: int) -> None:
    """Drop the entries in memory after a position, and the tables kept since.

    Another process may have recorded entries at these positions.
    """
    campaign.checkpoints.drop_since(began + 1)
    campaign.position = 0
    campaign.catch_up()


__all__ = ["record_all"]
