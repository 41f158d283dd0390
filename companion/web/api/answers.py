"""What programs are sent; from these the answers of a document are made."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class ApiAnswer(BaseModel):
    """Something that a program is sent; more fields may come with a later release."""

    model_config = ConfigDict(frozen=True)


class ReasonAnswer(ApiAnswer):
    """One refusal: its code is the same in every language, its message is for people."""

    code: str
    message: str
    rule: str
    bendable: bool


class ProblemAnswer(ApiAnswer):
    """problem+json (RFC 9457): what went wrong, in the reader's language."""

    type: str
    title: str
    status: int
    detail: str
    bendable: bool | None = None
    confirm: str | None = Field(None, description="Of a warning: the field that confirms it, once it is sent as true.")
    reasons: list[ReasonAnswer] = []
    fields: dict[str, str] = {}


class TokenAnswer(ApiAnswer):
    token: str
    campaign: str | None = None
    role: Literal["player", "spectator", "host"]
    seats: list[str] = []


class CampaignAnswer(ApiAnswer):
    key: str
    game: str
    name: str
    position: int


class CampaignsAnswer(ApiAnswer):
    campaigns: list[CampaignAnswer]


class YouAnswer(ApiAnswer):
    name: str
    role: str
    seats: list[str]


class SeatAnswer(ApiAnswer):
    seat: str
    name: str
    player: str | None


class NowAnswer(ApiAnswer):
    where: str = Field(description="Where the table is, in words: chapter, round, step; empty before the first round.")
    turn: str = Field(description="Whose turn it is, or what is waited for, in words; empty where nobody's.")
    seats: list[str] = Field(description="The seats that have something to do now; none where it is up to the table.")


class AboutAnswer(CampaignAnswer):
    seats: list[SeatAnswer]
    now: NowAnswer
    you: YouAnswer


class StateAnswer(ApiAnswer):
    position: int
    at: int
    value: Any


class SheetAnswer(ApiAnswer):
    key: str
    title: str
    text: str = Field(description="The whole sheet as lines of text, for a type of one width.")
    blocks: list[dict[str, Any]] = Field(description="Its parts, each with its `kind`.")


class SheetsAnswer(ApiAnswer):
    position: int
    at: int
    sheets: list[SheetAnswer]


class BendAnswer(ApiAnswer):
    reason: str
    codes: list[str] = Field(description="The refusals that were bent.")


class CorrectedAnswer(ApiAnswer):
    text: str
    fields: Mapping[str, Any]


class LogLineAnswer(ApiAnswer):
    entry: int
    line: int = Field(description="Of a line that a correction added behind the entry: its number, from 1; else 0.")
    time: str
    session: int | None
    chapter: int
    round: int
    step: str
    actor: str
    event: str
    text: str
    fields: Mapping[str, Any]
    cause: int | None = Field(description="The entry that it follows from.")
    bent: BendAnswer | None = Field(description="Why it was recorded though the rules say no.")
    later: str = Field(description="When it happened, where it was recorded after that; else empty.")
    counts: bool = Field(description="Whether it still counts: neither taken back nor replaced.")
    withdrawn_by: int | None = Field(description="The entry that took it back.")
    replaced_by: int | None = Field(description="The entry that replaced it.")
    amended_by: int | None = Field(description="The correction that gave it other values, or added it.")
    now: CorrectedAnswer | None = Field(description="Its text and fields as they count since that correction.")
    unreadable: str = Field(description="Why this release cannot read it; else empty.")


class LogAnswer(ApiAnswer):
    position: int
    entries: list[LogLineAnswer]
    next: int | None = Field(description="What to ask for as `after` for the next page; null behind the last one.")


class RecordedAnswer(ApiAnswer):
    position: int
    repeated: bool = Field(description="Whether this command had been recorded before.")
    entries: list[LogLineAnswer]


class PromptAnswer(ApiAnswer):
    title: str
    event: str
    must: bool
    fields: Mapping[str, Any]
    missing: list[str]


class OfferedAnswer(ApiAnswer):
    event: str
    topic: str
    says: str
    about: str
    possible: bool
    reasons: list[ReasonAnswer]


class PossibleAnswer(ApiAnswer):
    position: int
    prompts: list[PromptAnswer]
    events: list[OfferedAnswer]


class WhyNotAnswer(ApiAnswer):
    possible: bool
    reasons: list[ReasonAnswer]
    missing: list[str]
    choices: Mapping[str, Any]


class MoveAnswer(ApiAnswer):
    entry: int
    line: int = Field(description="Of a line that a correction added behind the entry: its number, from 1; else 0.")
    by: int | None = Field(description="The correction that changed or added the line.")
    time: str
    text: str
    before: str
    after: str


class MovesAnswer(ApiAnswer):
    position: int
    moves: list[MoveAnswer]


class LineAnswer(ApiAnswer):
    entry: int
    text: str


class AgainstAnswer(LineAnswer):
    reasons: list[str]


class OtherwiseAnswer(LineAnswer):
    now: str
    rolled: bool = Field(description="Whether its dice or draws are made again when the correction is recorded.")


class AddedAnswer(ApiAnswer):
    after: int
    text: str
    rolled: bool


class PreviewAnswer(ApiAnswer):
    """The preview of a correction."""

    asked: str = Field(description="Of an amendment or insertion: what it makes of the entry, in words; else empty.")
    goes: list[LineAnswer] = Field(description="What is taken back, restored or put right.")
    going: int
    otherwise: list[OtherwiseAnswer] = Field(description="Later entries with other values.")
    added: list[AddedAnswer] = Field(description="Lines that now follow, and what is inserted.")
    lapsed: list[LineAnswer] = Field(description="Consequences that no longer follow.")
    returned: list[LineAnswer] = Field(description="Later entries that an earlier correction had taken back.")
    dropped: list[AgainstAnswer] = Field(description="Later entries that are taken back too.")
    bent: list[AgainstAnswer] = Field(description="Later entries that stay although the rules would refuse them.")
    still_open: list[str] = Field(description="What the table still has to say then.")
    changes: list[str] = Field(description="What changes on the table.")
    hides: bool = Field(description="Whether more may come otherwise than the reader may see.")
    crosses: list[str]
    turned_over: list[str]
