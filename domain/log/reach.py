"""Reach: which entries a correction would be about, found in the log from its end or from an entry on."""

from collections.abc import Iterator

from domain import kernel
from domain.log.campaign import Campaign
from domain.log.command import THE_TABLE, Hand
from domain.log.entries import Entry, targets_of
from domain.log.guarding import is_own, kept_from, not_to_correct
from domain.refusal import NotFound

WINDOW = 64
"""Entries that are read at a time, from the end of a log."""
FOUNDING = kernel.CampaignStarted | kernel.CampaignBranched
"""How a campaign came to be is not taken back."""


def last_command(campaign: Campaign, hand: Hand = THE_TABLE) -> int:
    """The position of the command that somebody takes back who says no more than that.

    Raises:
        NotFound: there is nothing to take back.
    """
    for entry in own_commands(campaign, hand):
        return entry.position
    raise NotFound("There is nothing to take back.")


def own_commands(campaign: Campaign, hand: Hand) -> Iterator[Entry]:
    """The commands that are somebody's own, the newest first; all that they may take back where nobody is a rival."""
    return (entry for entry in commands(campaign, hand) if not campaign.game.rivals or is_own(hand, entry))


def commands(campaign: Campaign, hand: Hand = THE_TABLE) -> Iterator[Entry]:
    """The commands that count and that somebody may take back, the newest first."""
    now = campaign.standing()
    for entry in backwards(campaign):
        is_command = entry.cause is None and not isinstance(entry.event, FOUNDING | kernel.Withdrawn | kernel.Restored)
        if not is_command or entry.event is None or not now.counts(entry.position):
            continue
        if not any(kept_from(hand.seats, type(entry.event), entry.fields, campaign.table)) and not any(
            not_to_correct(campaign.game, hand, entry)
        ):
            yield entry


def last_withdrawal(campaign: Campaign) -> Entry:
    """The newest withdrawal that still counts, if nothing else was recorded since.

    Raises:
        NotFound: there is nothing to restore.
    """
    now = campaign.standing()
    for entry in backwards(campaign):
        if not now.counts(entry.position):
            continue
        if isinstance(entry.event, kernel.Withdrawn) and now.withdrawn.keys() & set(entry.event.entries):
            return entry
        if not isinstance(entry.event, kernel.Withdrawn | kernel.Restored):
            break
    raise NotFound("There is nothing to restore: something else was recorded since.")


def backwards(campaign: Campaign) -> Iterator[Entry]:
    """The log from its end."""
    for end in range(campaign.position, 0, -WINDOW):
        yield from reversed(list(campaign.entries(max(0, end - WINDOW), end)))


def with_consequences(campaign: Campaign, position: int) -> list[Entry]:
    """An entry and everything it caused; consequences stand right behind their command."""
    group = [campaign.entry(position)]
    positions = {position}
    for entry in campaign.entries(position):
        if entry.cause is None:
            break
        if entry.cause in positions:
            positions.add(entry.position)
            group.append(entry)
    return group


def everything_since(campaign: Campaign, position: int) -> list[Entry]:
    """What must go so that the table is as it was before an entry.

    That is what counts from there on, and the corrections from there on that reach further back.
    """
    now = campaign.standing()
    goes: dict[int, Entry] = {}
    for entry in campaign.entries(position - 1):
        targets = targets_of(entry)
        if targets and min(targets) < position:
            goes[entry.position] = entry
            goes.update((t, campaign.entry(t)) for t in targets if t >= position)
        elif now.counts(entry.position) and not entry.is_correction:
            goes[entry.position] = entry
    return [goes[p] for p in sorted(goes)]
