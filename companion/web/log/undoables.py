"""What can be taken back or brought back, as whoever asks sees it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from companion.here import Here
from companion.telling import say_entry
from companion.web.language import words
from companion.web.who import who
from domain.kernel import Restored
from domain.log.corrections import withheld
from domain.log.entries import Entry, targets_of
from domain.log.reach import commands, last_withdrawal, own_commands
from domain.refusal import NotFound


@dataclass(frozen=True)
class Undoable:
    """A command that can be taken back: its words, and who recorded it if that was somebody else than who asks."""

    position: int
    time: str
    said: str
    actor: str = ""
    whose: str = ""


def undoable(here: Here) -> Undoable | None:
    """The newest command that is whose it is who asks; None if there is nothing to take back."""
    return next(iter(_shown(islice(own_commands(here.campaign, who().hand), 1), here)), None)


def undoables(here: Here, most: int) -> list[Undoable]:
    """The newest commands that whoever asks may take back, as they see them."""
    return _shown(islice(commands(here.campaign, who().hand), most), here)


def _shown(entries: Iterable[Entry], here: Here) -> list[Undoable]:
    standing = here.campaign.standing()
    found = [here.campaign.counted(entry.position, standing) for entry in entries]
    return [Undoable(entry.position, entry.time, say_entry(entry, here), entry.actor, whose(entry)) for entry in found]


def whose(entry: Entry) -> str:
    """Who recorded an entry, if somebody else did; only the host, or their terminal, need not have said a name."""
    return "" if who().recorded(entry) else entry.actor or words("the host")


def redoable(here: Here) -> tuple[int, str] | None:
    """The newest taking back and the words of what redo would bring back; None if there is nothing for who asks."""
    try:
        withdrawal = last_withdrawal(here.campaign)
    except NotFound:
        return None
    if withheld(here.campaign, Restored(entries=targets_of(withdrawal)), who().hand):
        return None
    return withdrawal.position, say_entry(here.campaign.entry(targets_of(withdrawal)[0]), here)


__all__ = ["Undoable", "redoable", "undoable", "undoables"]
