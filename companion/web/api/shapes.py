"""What programs send, with a bound for each part; from these and a game's events its document is made."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema
from pydantic_core import PydanticCustomError

from companion.web.typed import COMMAND
from domain.language.event import Remark
from domain.language.lengths import MOST_THINGS
from domain.log.corrections import Reach
from domain.log.reach import Scope

LONGEST = 5_000
"""Characters of one text, which is what a field of several lines takes."""
DEEPEST = 8
"""How deep lists and mappings lie in one another."""
MOST_FIELDS = 100
"""More than any event has."""
PAGE = 500
"""Lines of the log that are sent at once."""
LARGEST_NUMBER = 2**53
"""Beyond it, programs that have no whole numbers would read another one."""
SEATS = 20
MOST_ENTRIES = 9_999_999
"""As pages take it: no campaign is that long."""


def within_bounds(field: Any) -> Any:
    """Refuse a field that no event takes, before any is asked: too long, too many things, too large, too deep."""
    pending: list[tuple[Any, int]] = [(field, 1)]
    while pending:
        value, depth = pending.pop()
        match value:
            case str() if len(value) > LONGEST:
                raise PydanticCustomError("string_too_long", "too long", {"max_length": LONGEST})
            case float() | int() if abs(value) > LARGEST_NUMBER:
                raise ValueError("too large")
            case dict() | list() if depth > DEEPEST:
                raise ValueError("too deep")
            case dict() | list() if len(value) > MOST_THINGS:
                raise PydanticCustomError("too_long", "too many", {"max_length": MOST_THINGS})
        inside = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
        pending += [(part, depth + 1) for part in inside]
    return field


def schema_of_value(depth: int) -> dict[str, Any]:
    """The JSON schema of any value that stays within the bounds."""
    plain: list[dict[str, Any]] = [
        {"type": "string", "maxLength": LONGEST},
        {"type": "number", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
        {"type": "boolean"},
        {"type": "null"},
    ]
    if not depth:
        return {"anyOf": plain}
    inner = schema_of_value(depth - 1)
    several = [
        {"type": "array", "maxItems": MOST_THINGS, "items": inner},
        {
            "type": "object",
            "maxProperties": MOST_THINGS,
            "propertyNames": {"maxLength": LONGEST},
            "additionalProperties": inner,
        },
    ]
    return {"anyOf": [*plain, *several]}


SHOWN_DEPTH = 2
"""So deep the document tells what a value of any event may be; what one event takes, it tells in full."""
Key = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[str, Field(min_length=1, max_length=200)]
Entry = Annotated[int, Field(ge=1, le=MOST_ENTRIES)]
Position = Annotated[int, Field(ge=0, le=MOST_ENTRIES)]
OneLine = Annotated[Remark, WithJsonSchema({"type": "string", "maxLength": 200, "pattern": r"^[^\n\r]*$"})]
CommandId = Annotated[str, Field(min_length=8, max_length=64, pattern=f"^{COMMAND.pattern}$")]
Fields = Annotated[
    dict[Annotated[str, Field(max_length=LONGEST)], Annotated[JsonValue, AfterValidator(within_bounds)]],
    Field(max_length=MOST_FIELDS),
    WithJsonSchema(
        {
            "type": "object",
            "maxProperties": MOST_FIELDS,
            "propertyNames": {"maxLength": LONGEST},
            "additionalProperties": schema_of_value(SHOWN_DEPTH),
        }
    ),
]
Flipped = Annotated[list[Entry], Field(max_length=MOST_THINGS)]
Role = Literal["player", "spectator"]


class ApiBody(BaseModel):
    """Something that a program sends: no other fields, and each of its own kind."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ApiQuery(BaseModel):
    """What stands in an address: text that is read as what it means."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# --- addresses -------------------------------------------------------------------------------


class CampaignPath(ApiQuery):
    key: Key = Field(description="The campaign's key, as `/api/c` lists it.")


class GamePath(ApiQuery):
    game: Key = Field(description="The key of a game.")


class MomentQuery(ApiQuery):
    at: Entry | None = Field(None, description="As it was after this entry; without it, as it is.")


class StateQuery(MomentQuery):
    path: str = Field("", max_length=1_000, description="The part at this path, such as `heroes.lunara`; all if empty.")


class ValueQuery(ApiQuery):
    path: str = Field(min_length=1, max_length=1_000, description="The path of a value, as the state has it.")


class LogQuery(ApiQuery):
    after: Position = Field(0, description="Only entries after this one.")
    limit: int = Field(100, ge=1, le=PAGE, description="So many entries at most, struck-out ones too.")


class PositionsQuery(ApiQuery):
    after: Position = Field(0, description="The position that is known already.")


# --- what is sent ----------------------------------------------------------------------------


class JoinBody(ApiBody):
    """A code of a campaign, for a token; with seats one plays them."""

    code: str = Field(min_length=1, max_length=20, description="As the page People shows it.")
    name: str = Field(min_length=1, max_length=40, description="What the others call whoever this is.")
    role: Role = "spectator"
    seats: list[Id] = Field(default=[], max_length=SEATS, description="Seats to play, the leading one first.")


class HostBody(ApiBody):
    """What the server was started with as the host's token."""

    token: str = Field(min_length=1, max_length=1_000)


class SeatsBody(ApiBody):
    """Another place at the table; the seats that one had are given up."""

    role: Role = "player"
    seats: list[Id] = Field(default=[], max_length=SEATS)


class EventBody(ApiBody):
    """An event with its fields, as the document of its game lists them."""

    event: Id
    fields: Fields = {}


class CommandBody(EventBody):
    """An event to record, once however often it arrives with the same `id`."""

    id: CommandId
    bend: OneLine = Field("", description="Why a bendable refusal does not hold here.")
    later: OneLine = Field("", description="That it happened before, and when.")
    sure: bool = Field(False, description="Also if it ends a moment, and something that is still open is lost.")


CHOICE: Any = Field(
    None, description="`those`: also take back what is `dropped`, as the preview lists it; `since`: everything since."
)
SURE: Any = Field(False, description="Also across a finished session or scenario, or a reveal.")
FLIPPED: Any = Field([], description="Later entries to take back that are `bent` in the preview.")


class UndoPreviewBody(ApiBody):
    """What a correction is about; without an entry, the last command that this author may take back."""

    entry: Entry | None = None
    scope: Scope = Field(
        "entry", description="An entry with what it caused, its whole command, or a consequence alone."
    )
    choice: Reach | None = CHOICE
    flipped: Flipped = FLIPPED


class UndoBody(UndoPreviewBody):
    id: CommandId
    sure: bool = SURE


class RedoPreviewBody(ApiBody):
    entry: Entry
    flipped: Flipped = FLIPPED


class RedoBody(ApiBody):
    """The entry to restore; without one, what was taken back last."""

    id: CommandId
    entry: Entry | None = None
    choice: Reach | None = CHOICE
    sure: bool = SURE
    flipped: Flipped = FLIPPED


class AmendPreviewBody(ApiBody):
    """Other fields for an entry; those that are not named stay as they are."""

    entry: Entry
    fields: Fields
    bend: OneLine = ""
    flipped: Flipped = FLIPPED


class AmendBody(AmendPreviewBody):
    id: CommandId
    choice: Reach | None = CHOICE
    sure: bool = SURE


class InsertPreviewBody(EventBody):
    """A forgotten event, and the entry after whose command it happened."""

    after: Entry
    bend: OneLine = Field("", description="Why a bendable refusal does not hold there.")
    flipped: Flipped = FLIPPED


class InsertBody(InsertPreviewBody):
    id: CommandId
    choice: Reach | None = CHOICE
    sure: bool = SURE
