"""Read models, as far as the store's transactions call for them."""

from typing import TYPE_CHECKING, Protocol

from domain.store.recorder import Write

if TYPE_CHECKING:
    from domain.log.campaign import Batch, Campaign


class ReadModels(Protocol):
    """What keeps the read models in step with the log."""

    def writer(self, batch: "Batch") -> Write:
        """What to write in the transaction of a batch."""
        ...

    def projector(self, batch: "Batch") -> Write:
        """What to write of a batch of a log that is told as a whole."""
        ...

    def keeper(self, campaign: "Campaign") -> Write:
        """What to write with a snapshot of a campaign."""
        ...


__all__ = ["ReadModels"]
