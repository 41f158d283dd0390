"""Read models: the interface that the store's transactions call."""

from typing import TYPE_CHECKING, Protocol

from domain.store.recorder import Write

if TYPE_CHECKING:
    from domain.log.campaign import Batch, Campaign


class ReadModels(Protocol):
    """Keeps the read models in step with the log."""

    def writer(self, batch: "Batch") -> Write:
        """The write for the transaction of a batch."""
        ...

    def projector(self, batch: "Batch") -> Write:
        """The write for a batch that is replayed from a log."""
        ...

    def keeper(self, campaign: "Campaign") -> Write:
        """The write that goes with a snapshot of a campaign."""
        ...


__all__ = ["ReadModels"]
