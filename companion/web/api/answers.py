"""The API's response models, from which the OpenAPI documents are generated."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class ApiAnswer(BaseModel):
    """A response of the API. Later releases may add fields."""

    model_config = ConfigDict(frozen=True)


class ReasonAnswer(ApiAnswer):
    """One refusal: a code that is the same in every language, and a message for people."""

    code: str
    message: str
    rule: str
    bendable: bool


class ProblemAnswer(ApiAnswer):
    """A problem+json response (RFC 9457), in the reader's language."""

    type: str
    title: str
    status: int
    detail: str
    bendable: bool | None = None
    confirm: str | None = Field(None, description="Of a warning: the field to send as true to confirm it.")
    reasons: list[ReasonAnswer] = []
    fields: dict[str, str] = {}


class IndexAnswer(ApiAnswer):
    version: str
    links: Mapping[str, str] = Field(description="The addresses to begin with, by their purpose.")
    documents: Mapping[str, str] = Field(description="The OpenAPI document of each game.")


class TokenAnswer(ApiAnswer):
    token: str
    campaign: str | None = None
    role: Literal["player", "spectator", "host"]
    seats: list[str] = []
    waiting: bool = False


class CampaignAnswer(ApiAnswer):
    key: str
    game: str
    game_name: str = Field(description="The name of the game; of a described game, the one in its file.")
    name: str
    position: int
    installed: bool = Field(description="Whether its game is installed; otherwise nothing can be recorded.")


class CampaignsAnswer(ApiAnswer):
    campaigns: list[CampaignAnswer]


class TallyAnswer(ApiAnswer):
    played: int
    won: int
    lost: int
    unknown: int = Field(description="The finished games whose result is unknown.")


class PersonTotalsAnswer(TallyAnswer):
    person: str
    evenings: int
    minutes: int
    streak: int = Field(description="The wins since the last loss.")
    longest: int = Field(description="The most wins in a row.")
    wins_by_month: dict[str, int]


class RoleTotalsAnswer(TallyAnswer):
    seat: str
    role: str = Field(description="The English name of the hero or faction.")


class GameTotalsAnswer(ApiAnswer):
    game: str
    game_en: str = Field(description="The English name of a game that its campaigns describe; empty for another game.")
    game_zh: str = Field(description="The Chinese name of a game that its campaigns describe; empty for another game.")
    evenings: int
    minutes: int
    finished: int
    roles: list[RoleTotalsAnswer]


class StatisticsAnswer(ApiAnswer):
    evenings: int
    minutes: int = Field(description="Minutes of evenings whose game was put away.")
    finished: int
    games: list[GameTotalsAnswer]
    people: list[PersonTotalsAnswer]
    months: dict[str, int] = Field(description="The evenings of each month, such as `2026-11`.")


class YouAnswer(ApiAnswer):
    name: str
    role: str
    seats: list[str]


class SeatAnswer(ApiAnswer):
    seat: str
    name: str
    player: str | None


class NowAnswer(ApiAnswer):
    where: str = Field(description="The table's chapter, round and step, in words; empty before the first round.")
    turn: str = Field(description="The current turn or pending decision, in words; empty if there is none.")
    seats: list[str] = Field(description="The seats that have something to do now; empty if any seat may act.")


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
    text: str = Field(description="The whole sheet as text for a monospaced font.")
    blocks: list[dict[str, Any]] = Field(description="The sheet's blocks, each with its `kind`.")


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
    line: int = Field(description="The number, from 1, of a line that a correction added after the entry; else 0.")
    time: str
    session: int | None
    chapter: int
    round: int
    step: str
    actor: str
    event: str
    text: str
    fields: Mapping[str, Any]
    cause: int | None = Field(description="The entry that caused this one.")
    bent: BendAnswer | None = Field(description="Why it was recorded against the rules.")
    later: str = Field(description="When it happened, if it was recorded later; else empty.")
    counts: bool = Field(description="Whether it counts: neither withdrawn nor replaced.")
    withdrawn_by: int | None = Field(description="The entry that withdrew it.")
    replaced_by: int | None = Field(description="The entry that replaced it.")
    amended_by: int | None = Field(description="The correction that amended or added it.")
    now: CorrectedAnswer | None = Field(description="Its text and fields since that correction.")
    unreadable: str = Field(description="Why this release cannot read it; else empty.")


class LogAnswer(ApiAnswer):
    position: int
    entries: list[LogLineAnswer]
    next: int | None = Field(description="The `after` of the next page; null on the last page.")


class RecordedAnswer(ApiAnswer):
    position: int
    repeated: bool = Field(description="Whether the command was recorded by an earlier request.")
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
    acts: list[PromptAnswer]
    events: list[OfferedAnswer]


class WhyNotAnswer(ApiAnswer):
    possible: bool
    reasons: list[ReasonAnswer]
    missing: list[str]
    choices: Mapping[str, Any]


class MoveAnswer(ApiAnswer):
    entry: int
    line: int = Field(description="The number, from 1, of a line that a correction added after the entry; else 0.")
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
    rolled: bool = Field(description="Whether dice or cards are rolled or drawn again when the correction is recorded.")


class AddedAnswer(ApiAnswer):
    after: int
    text: str
    rolled: bool


class PreviewAnswer(ApiAnswer):
    """The preview of a correction."""

    asked: str = Field(description="The amended or inserted entry, in words; empty for other corrections.")
    goes: list[LineAnswer] = Field(description="The entries that are withdrawn, restored or amended.")
    going: int
    otherwise: list[OtherwiseAnswer] = Field(description="Later entries with other values.")
    added: list[AddedAnswer] = Field(description="The inserted entry and new consequences.")
    lapsed: list[LineAnswer] = Field(description="Consequences that no longer follow.")
    returned: list[LineAnswer] = Field(description="Later entries that were withdrawn by an earlier correction.")
    dropped: list[AgainstAnswer] = Field(description="Later entries that are withdrawn too.")
    bent: list[AgainstAnswer] = Field(description="Later entries that stay although the rules now refuse them.")
    still_open: list[str] = Field(description="The questions that the table must then answer.")
    changes: list[str] = Field(description="The changes on the table.")
    hides: bool = Field(description="Whether hidden values may change as well.")
    crosses: list[str]
    turned_over: list[str]
