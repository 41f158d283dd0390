"""Events of the campaign itself: its beginning, its sessions, its tracked areas, and notes."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field, NaiveDatetime, TypeAdapter, ValidationError

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Line, Moment, Prose, Remark, Settled
from domain.framework.kernel.base import KernelEvent, Key, Position
from domain.framework.refusal import Refused, never
from domain.framework.table import AREAS, Sitting, Table

FURTHEST = 14 * 60
"""Minutes: no clock in the world is further ahead of UTC."""
_CALENDAR = TypeAdapter(NaiveDatetime)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?")
SESSION_OPEN = never("session-open", "Session {number} is still open. End it first.")
NO_SESSION = never("no-session", "No session is open.")
NO_SUCH_DAY = never("no-such-day", "“{when}” is no day. Write it like 2026-11-20, or 2026-11-20 19:00 with the time.")
ALREADY_HIDDEN = never("already-hidden", "This campaign is hidden already.")
NOT_HIDDEN = never("not-hidden", "This campaign is not hidden.")
NO_PHOTO = never("no-photo", "Choose a photo first.")


class CampaignStarted(KernelEvent):
    """Begins a campaign.

    All areas that exist at that time are tracked, until the table decides otherwise; later ones are not.
    """

    help_text = "A campaign begins, with the names and numbers of its content pack."
    sentence = "Started “{name}”"
    log = LogRole(bookkeeping=True)
    game: Key
    name: Line
    pack: Key
    areas: Annotated[tuple[Key, ...] | None, Settled()] = None

    def settle(self, table: Table, chance: Chance) -> Self:
        return self.copy_with(areas=tuple(table.areas))

    def apply(self, table: Table) -> None:
        table.name, table.content = self.name, self.pack
        if self.areas is not None:
            table.tracked = list(self.areas)


class CampaignBranched(KernelEvent):
    help_text = "From here on, this campaign goes its own way. Up to here, it is the same as the original."
    sentence = "Branched off “{parent}” after entry {entry}, as “{name}”"
    name: Line
    parent: Line
    parent_key: Key
    entry: Position

    def apply(self, table: Table) -> None:
        table.name = self.name
        table.hidden = False


class CampaignRenamed(KernelEvent):
    title = "Rename the campaign"
    help_text = "Rename the campaign; its address stays."
    sentence = "Renamed to “{name}”"
    log = LogRole(bookkeeping=True)
    name: Line

    def apply(self, table: Table) -> None:
        table.name = self.name


class CampaignHidden(KernelEvent):
    """Leaves the campaign out of the host's list and of the statistics. Nothing else changes; its address stays."""

    title = "Hide the campaign"
    help_text = "The list of campaigns and the statistics leave it out; nothing else changes."
    sentence = "Hid the campaign from the list"
    log = LogRole(bookkeeping=True)

    def check(self, table: Table) -> Iterator[Refused]:
        if table.hidden:
            yield ALREADY_HIDDEN()

    def apply(self, table: Table) -> None:
        table.hidden = True


class CampaignShown(KernelEvent):
    """Puts a hidden campaign back into the host's list and the statistics."""

    title = "Show the campaign"
    help_text = "The list of campaigns and the statistics have it again."
    sentence = "Put the campaign back into the list"
    log = LogRole(bookkeeping=True)

    def check(self, table: Table) -> Iterator[Refused]:
        if not table.hidden:
            yield NOT_HIDDEN()

    def apply(self, table: Table) -> None:
        table.hidden = False


class PackChanged(KernelEvent):
    title = "Change the content pack"
    help_text = "From here on, the campaign uses another content pack."
    sentence = "Switched to another content pack"
    log = LogRole(bookkeeping=True)
    pack: Key

    def apply(self, table: Table) -> None:
        table.pin_to(self.pack)


class SessionStarted(KernelEvent):
    """Starts an evening.

    Its day and offset from UTC are recorded from the host's clock. `when` is the day of an evening that is entered
    afterwards, with or without the time it started. `location` leaves with the plays and the calendar.
    """

    title = "Start the evening"
    help_text = "Everyone is at the table: the evening begins. If you played on another day, say when."
    sentence = "Started the evening[ of {when}][, {location}][: {players}]"
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("players", "when"), remembered=("players", "location"))
    players: Annotated[tuple[Line, ...], Field(max_length=12)] = ()
    when: Annotated[Moment, Field(title="played on another day")] = ""
    location: Annotated[Remark, Field(title="where you play")] = ""
    day: Annotated[str, Field(pattern=r"^(\d{4}-\d\d-\d\d)?$", max_length=10), Settled(offered=True)] = ""
    offset: Annotated[int | None, Field(ge=-FURTHEST, le=FURTHEST), Settled(offered=True)] = None

    def check(self, table: Table) -> Iterator[Refused]:
        if table.sitting:
            yield SESSION_OPEN(number=table.sitting.number)
        if self.when and not is_moment(self.when):
            yield NO_SUCH_DAY(when=self.when)

    def dated(self, day: str, offset: int | None, later: str) -> Self:
        """The event with the local day, and with the day in a remark that it is recorded later."""
        if not day or self.day:
            return self
        when = self.when or (later if is_moment(later) else "")
        return self.copy_with(day=day, offset=offset, when=when)

    def apply(self, table: Table) -> None:
        table.sittings += 1
        day, _, begun = (self.when or self.day).partition(" ")
        table.sitting = Sitting(
            number=table.sittings,
            players=list(self.players),
            day=day,
            begun=begun,
            offset=self.offset,
            location=self.location,
        )
        table.evenings.append(table.sitting.model_copy(deep=True))


def is_moment(words: str) -> bool:
    """Whether words are a day of the calendar, or a day and a time: `2026-11-20`, `2026-11-20 19:00`."""
    try:
        return bool(_MOMENT.fullmatch(words)) and bool(_CALENDAR.validate_python(words))
    except ValidationError:
        return False


class SessionEnded(KernelEvent):
    title = "Put the game away"
    help_text = "That's it for tonight: the sheets are put away just as they are."
    sentence = "Put the game away[. {note}]"
    log = LogRole(bookkeeping=True, confirm_undo="session")
    ends = "evening"
    note: Remark = ""

    def check(self, table: Table) -> Iterator[Refused]:
        if not table.sitting:
            yield NO_SESSION()

    def apply(self, table: Table) -> None:
        table.sitting = None


class PhotoTaken(KernelEvent):
    """Adds a photo. The picture is stored next to the log by its digest; a withdrawn one is not shown."""

    title = "Take a photo of the table"
    help_text = "A photo of the table. The log keeps only its fingerprint, never the picture."
    sentence = "Took a photo of the table[: {caption}]"
    log = LogRole(bookkeeping=True)
    caption: Remark = ""
    photo: Annotated[str, Field(pattern="^([0-9a-f]{64})?$", max_length=64), Settled(offered=True)] = ""
    session: Annotated[Position | None, Settled(offered=True)] = None

    def check(self, table: Table) -> Iterator[Refused]:
        if not self.photo:
            yield NO_PHOTO()

    def settle(self, table: Table, chance: Chance) -> Self:
        return self if self.session else self.copy_with(session=table.sittings or None)


class AreasTracked(KernelEvent):
    """Sets the tracked areas. If none are named, nothing changes."""

    title = "Areas this table tracks"
    help_text = "The areas to track. An area that you leave out is never asked for and never gets in your way."
    sentence = "Chose to keep track of {tracks}"
    log = LogRole(bookkeeping=True)
    tracks: Annotated[
        tuple[str, ...] | None, Choice(AREAS, lambda table: table.areas), Field(title="what do you track")
    ] = None

    @classmethod
    def prefilled(cls, table: Table) -> Mapping[str, Any]:
        return {"tracks": table.areas_tracked()}

    def settle(self, table: Table, chance: Chance) -> Self:
        return self if self.tracks else self.copy_with(tracks=tuple(table.areas_tracked()))

    def apply(self, table: Table) -> None:
        table.tracked = list(self.tracks or ())


class NoteAdded(KernelEvent):
    title = "Add a note"
    help_text = "A note about someone or something at the table, or about an entry in the log."
    sentence = "Note: {text}"
    text: Prose
    about: Remark = ""
    entry: Position | None = None

    def apply(self, table: Table) -> None:
        if self.entry is None:
            table.notes.setdefault(self.about, []).append(self.text)
