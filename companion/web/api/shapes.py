"""The API's request models with their bounds, from which the OpenAPI documents are generated."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema
from pydantic_core import PydanticCustomError

from companion.web.visitors.typed import COMMAND
from domain.framework.events.marks import Remark
from domain.framework.events.size_limits import MOST_THINGS
from domain.log.corrections import Reach
from domain.log.dependents import Scope

LONGEST = 5_000
"""Characters in one text: the bound of a field of several lines."""
DEEPEST = 8
"""Levels of nested lists and mappings in a field."""
MOST_FIELDS = 100
"""Fields in one request; every event has fewer."""
PAGE = 500
"""Log entries in one response."""
LARGEST_NUMBER = 2**53
"""Largest absolute number: JavaScript and others have no exact integers beyond it."""
SEATS = 20
MOST_ENTRIES = 9_999_999
"""The largest entry number that the pages accept, too."""


def within_bounds(field: Any) -> Any:
    """Refuse a value that no event takes before an event class sees it: too long, too many, too large, too deep."""
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
    """The JSON schema of any value within the bounds, nested `depth` levels."""
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
"""Nesting levels in the schema of an arbitrary event's fields; the schemas of single events are complete."""
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
    """A request body: unknown fields are refused, types are strict."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ApiQuery(BaseModel):
    """The parameters of an address, converted from text."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# --- addresses -------------------------------------------------------------------------------


class CampaignPath(ApiQuery):
    key: Key = Field(description="The campaign's key, as `/api/v1/c` lists it.")


class GamePath(ApiQuery):
    game: Key = Field(description="The key of a game.")


class ExportPath(CampaignPath):
    suffix: Literal["jsonl", "zip", "json", "md", "html", "csv", "pdf", "bgsplay", "plays.csv", "ics"] = Field(
        description="The file format."
    )


class MomentQuery(ApiQuery):
    at: Entry | None = Field(None, description="The state after this entry; without it, the current state.")


class StateQuery(MomentQuery):
    path: str = Field(
        "", max_length=1_000, description="The part at this path, such as `heroes.lunara`; everything if empty."
    )


class ValueQuery(ApiQuery):
    path: str = Field(min_length=1, max_length=1_000, description="The path of a value in the state.")


class LogQuery(ApiQuery):
    after: Position = Field(0, description="Only entries after this one.")
    limit: int = Field(100, ge=1, le=PAGE, description="The largest number of entries, withdrawn ones included.")


class PositionsQuery(ApiQuery):
    after: Position = Field(0, description="The position that the client knows.")


# --- request bodies --------------------------------------------------------------------------


class JoinBody(ApiBody):
    """The code of a campaign, to exchange for a token, and the seats to play."""

    code: str = Field(
        min_length=1,
        max_length=20,
        description="The code that the page People shows while the table is open to the network.",
    )
    name: str = Field(min_length=1, max_length=40, description="The name that other players see.")
    role: Role = "spectator"
    seats: list[Id] = Field(default=[], max_length=SEATS, description="Seats to play, the leading one first.")
    same_person: bool = Field(
        default=False,
        description="Ask to be a device of the person who joined under this name, with their role and seats. One of"
        " their devices or the host answers on their page; until a yes, and after a no, the token is not accepted.",
    )


class HostBody(ApiBody):
    """The host's token that the server was started with."""

    token: str = Field(min_length=1, max_length=1_000)


class SeatsBody(ApiBody):
    """Another place at the table. The seats held before are given up."""

    role: Role = "player"
    seats: list[Id] = Field(default=[], max_length=SEATS)


class EventBody(ApiBody):
    """An event with its fields, as the game's OpenAPI document lists them."""

    event: Id
    fields: Fields = {}


class CommandBody(EventBody):
    """An event to record. Requests with the same `id` record it once."""

    id: CommandId
    bend: OneLine = Field("", description="Why the table bends the rules here.")
    later: OneLine = Field("", description="When it happened, if earlier than now.")
    sure: bool = Field(
        False, description="Record it even if it ends a turn, round or session in which something is still open."
    )


class NewBody(ApiBody):
    """A new campaign. Requests with the same `id` start it once."""

    id: CommandId
    game: Key = Field(description="The key of a game, as the index lists it.")
    name: str = Field(min_length=1, max_length=200)
    fields: Fields = {}


CHOICE: Any = Field(
    None,
    description="`those`: also withdraw the entries that the preview lists as `dropped`; `since`: all later entries.",
)
SURE: Any = Field(False, description="Confirm a correction across a finished session or scenario, or across a reveal.")
FLIPPED: Any = Field([], description="Entries that the preview lists as `bent`, to withdraw as well.")


class UndoPreviewBody(ApiBody):
    """The entry to preview the undo of; without one, the last command that this author may withdraw."""

    entry: Entry | None = None
    scope: Scope = Field(
        "entry", description="An entry with its consequences, its whole command, or a single consequence."
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
    """The entry to restore; without one, the entry that was withdrawn last."""

    id: CommandId
    entry: Entry | None = None
    choice: Reach | None = CHOICE
    sure: bool = SURE
    flipped: Flipped = FLIPPED


class AmendPreviewBody(ApiBody):
    """New values for some fields of an entry; the other fields stay."""

    entry: Entry
    fields: Fields
    bend: OneLine = ""
    flipped: Flipped = FLIPPED


class AmendBody(AmendPreviewBody):
    id: CommandId
    choice: Reach | None = CHOICE
    sure: bool = SURE


class InsertPreviewBody(EventBody):
    """A forgotten event, and the entry after whose command it is inserted."""

    after: Entry
    bend: OneLine = Field("", description="Why the table bends the rules there.")
    flipped: Flipped = FLIPPED


class InsertBody(InsertPreviewBody):
    id: CommandId
    choice: Reach | None = CHOICE
    sure: bool = SURE
