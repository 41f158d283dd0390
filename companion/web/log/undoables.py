"""What can be taken back or brought back, as whoever asks sees it."""

from dataclasses import dataclass
from itertools import islice

from companion.here import Here
from companion.telling import say_entry
from domain.log.corrections import commands, last_withdrawal
from domain.log.entries import targets_of
from domain.refusal import NotFound


@dataclass(frozen=True)
class Undoable:
    """A command that can be taken back: its words, and who recorded it if that was somebody else than the visitor."""

    position: int
    time: str
    said: str
    actor: str = ""
    whose: str = ""


def undoable(here: Here, by: str) -> Undoable | None:
    """The newest command that counts; None if there is nothing to take back."""
    return next(iter(undoables(here, by, 1)), None)


def undoables(here: Here, by: str, most: int) -> list[Undoable]:
    """The newest commands that count, as somebody called `by` sees them."""
    standing = here.campaign.standing()
    found = [here.campaign.counted(entry.position, standing) for entry in islice(commands(here.campaign), most)]
    return [
        Undoable(
            entry.position, entry.time, say_entry(entry, here), entry.actor, "" if entry.actor == by else entry.actor
        )
        for entry in found
    ]


def redoable(here: Here) -> tuple[int, str] | None:
    """The newest taking back and the words of what redo would bring back; None if there is nothing."""
    try:
        withdrawal = last_withdrawal(here.campaign)
    except NotFound:
        return None
    return withdrawal.position, say_entry(here.campaign.entry(targets_of(withdrawal)[0]), here)


__all__ = ["Undoable", "redoable", "undoable", "undoables"]
