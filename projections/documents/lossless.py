"""The lossless export and its import: one JSON object per line, every entry byte for byte.

The first line describes the file (`Header`); each further line is one entry:
`{"position": 1, "topic": "…", "state": {…}}`, or `"raw": "<base64>"` if the stored bytes differ from
the JSON that this program would write. Entries are not interpreted on export, so
unknown events, future versions and damaged bytes survive a round trip unchanged.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO, Literal, NoReturn

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError

from domain.campaigns import Campaigns
from domain.framework.content import Content, merge_content
from domain.framework.events.chance import KindOfChance
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.kernel import CampaignStarted, PackChanged
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text
from domain.log.campaign import Campaign
from domain.log.entries import Memory, Raw, digest_of
from domain.log.entry_decoding import Unreadable, event_document_slice, game_at_start, reader_of, upcast_event

EXPORT_FORMAT = 1
PINNING = (CampaignStarted.topic, PackChanged.topic)
AT_MOST_ENTRIES = 1_000_000
LONGEST_LINE = 1_000_000
"""Bytes of a line, including its newline."""
LIMIT = 256 * 1024 * 1024
"""Bytes of a whole file, unless the caller passes another limit."""
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def _printable(value: str) -> str:
    if _UNPRINTABLE.search(value):
        raise ValueError("unprintable")
    return value


Name = Annotated[str, Field(max_length=200), AfterValidator(_printable)]
Whole = Annotated[int, Field(ge=0, le=2**53)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, defer_build=True)


Kinds = dict[str, dict[str, dict[str, Any]]]


class Header(_Strict):
    """The first line: the campaign and the digest of its last entry."""

    companion: Literal[1]
    game: Name
    name: Name
    key: Name
    campaign: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    entries: Annotated[int, Field(ge=1, le=AT_MOST_ENTRIES)]
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    pack: Kinds
    packs: list[Kinds] = []


class _Numbered(_Strict):
    """A further line, with the fields that the import parses."""

    model_config = ConfigDict(extra="forbid")

    position: int
    topic: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
    state: Any = None
    raw: str | None = None


class _Bent(_Strict):
    reason: str
    codes: list[str] = []


_Outcome = Annotated[tuple[KindOfChance, Whole, Any], Strict(strict=False)]
"""A random outcome, stored as a JSON list."""


class _Stamp(_Strict):
    """An entry's stamp, with the types that every reader of a log relies on."""

    id: str = ""
    time: str = ""
    actor: str = ""
    device: str = ""
    session: Whole | None = None
    chapter: Whole = 0
    round: Whole = 0
    step: str = ""
    cause: Whole | None = None
    bent: _Bent | None = None
    later: str = ""
    said: list[str] | None = None
    fell: list[_Outcome] | None = None
    previous: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """A campaign that was read from an export and checked, but is not stored yet."""

    header: Header
    game: AnyGame
    raws: list[Raw]
    packs: list[Content]
    """The current pack first, then those the campaign was pinned to before."""

    @property
    def pack(self) -> Content:
        """The pack that the campaign is pinned to now."""
        return self.packs[0]


# --- out ---------------------------------------------------------------------------------------


def write_lossless(campaign: Campaign, key: str = "") -> Iterator[bytes]:
    """A campaign's whole log, line by line; `key` is its key in the store."""
    yield _line(
        {
            "companion": EXPORT_FORMAT,
            "game": campaign.game.key,
            "name": campaign.table.name,
            "key": key,
            "campaign": campaign.id,
            "entries": campaign.position,
            "digest": campaign.digest,
            "pack": campaign.table.pack.kinds,
            "packs": [pack.kinds for pack in _former_packs(campaign)],
        }
    )
    for raw in campaign.source.read(0, campaign.position):
        kept = {"state": orjson.Fragment(raw.state)} if _is_ours(raw.state) else {"raw": b64encode(raw.state).decode()}
        yield _line({"position": raw.position, "topic": raw.topic, **kept})


def _former_packs(campaign: Campaign) -> list[Content]:
    """The packs that the campaign was pinned to before."""
    digests = dict.fromkeys(
        entry.fields.get("pack")
        for entry in (campaign.reader.entry(raw) for raw in campaign.source.read() if raw.topic in PINNING)
    )
    packs = [campaign.packs(str(digest_)) for digest_ in digests if digest_ != campaign.table.content]
    return [pack for pack in packs if pack is not None]


def _line(document: Mapping[str, Any]) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)


def _is_ours(state: bytes) -> bool:
    """Whether stored bytes are exactly what this program writes for their JSON."""
    try:
        return orjson.dumps(orjson.loads(state)) == state
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return False


# --- in ----------------------------------------------------------------------------------------


def read_lossless(stream: BinaryIO, games: Mapping[str, AnyGame], limit: int = LIMIT) -> Imported:
    """Read a campaign from a lossless export of at most `limit` bytes.

    Raises:
        Misfit: the file is not a valid export; one sentence under "", naming the line.
    """
    lines = _lines(stream, limit)
    header = _header(*next(lines, (1, b"")))
    game = games.get(header.game)
    if game is None:
        _refuse(text("The game “{game}” is not known here. Known: {known}.", game=header.game, known=tuple(games)))
    raws: list[Raw] = []
    for number, line in lines:
        if len(raws) == header.entries:
            _refuse(text("This file has more entries than it should: {count}.", count=header.entries))
        raws.append(_raw(line, number, len(raws) + 1))
    if len(raws) < header.entries:
        _refuse(
            text(
                "This file is cut short: it has {found} of {count|entry|entries}.",
                found=len(raws),
                count=header.entries,
            )
        )
    _check_chain(raws, header, game)
    packs = [_pack(kinds) for kinds in (header.pack, *header.packs)]
    for fault in (fault for pack in packs for fault in game.table.content_faults(pack).values()):
        _refuse(fault)
    known = {pack.digest: pack for pack in packs}
    return Imported(header, game_at_start(raws[0], game, known.get), raws, packs)


def _refuse(why: Text) -> NoReturn:
    raise Misfit({"": why})


def _lines(stream: BinaryIO, limit: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, each with its number.

    They are read with a length limit so that no more than one is in memory. The last one may lack its newline.
    """
    total, number = 0, 0
    while line := stream.readline(LONGEST_LINE + 1):
        total, number = total + len(line), number + 1
        if len(line) > LONGEST_LINE:
            _refuse(text("Line {line} is too long: at most {most} bytes.", line=number, most=LONGEST_LINE))
        if total > limit:
            _refuse(text("This file is too large: at most {most} bytes.", most=limit))
        if number == 1:
            line = line.removeprefix(BOM_UTF8)  # some editors add it
        if line.strip():
            yield number, line


def _json(line: bytes, number: int) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        if not line.endswith(b"\n"):
            _refuse(text("This file is cut short in line {line}.", line=number))
        _refuse(text("Line {line} is not JSON, or nested too deeply.", line=number))


def _header(number: int, line: bytes) -> Header:
    if not line:
        _refuse(text("This file is empty."))
    document = _json(line, number)
    version = document.get("companion") if isinstance(document, dict) else None
    if type(version) is not int:
        _refuse(text("This is not an exported campaign."))
    if version != EXPORT_FORMAT:
        _refuse(text("This file was written by another version of companion (format {version}).", version=version))
    try:
        return Header.model_validate(document)
    except ValidationError as error:
        _refuse(text("Line {line}: “{field}” has a wrong value.", line=number, field=_first_place(error)))


def _first_place(error: ValidationError) -> str:
    places = error.errors(include_url=False, include_context=False, include_input=False)
    return _UNPRINTABLE.sub("\ufffd", ".".join(str(part) for part in places[0]["loc"]))[:200]


def _raw(line: bytes, number: int, position: int) -> Raw:
    """The entry of a line, which has to be at a position, with the bytes as they were stored."""
    document = _json(line, number)
    try:
        entry = _Numbered.model_validate(document)
    except ValidationError as error:
        _refuse(text("Line {line}: “{field}” has a wrong value.", line=number, field=_first_place(error)))
    if entry.position != position:
        _refuse(text("Line {line}: this should be entry {expected}.", line=number, expected=position))
    if ("state" in document) == (entry.raw is not None):
        _refuse(text("Line {line} contains no entry.", line=number))
    return Raw(entry.position, entry.topic, _state(entry, number))


def _state(entry: _Numbered, number: int) -> bytes:
    try:
        return orjson.dumps(entry.state) if entry.raw is None else b64decode(entry.raw, validate=True)
    except orjson.JSONEncodeError:
        _refuse(text("Line {line} is not JSON, or nested too deeply.", line=number))
    except (NotBase64, ValueError):
        _refuse(text("Line {line}: “{field}” has a wrong value.", line=number, field="raw"))


def _check_chain(raws: list[Raw], header: Header, game: AnyGame) -> None:
    """Check that the entries form a chain, start a campaign of this game and end with the header's digest."""
    _check_start(raws[0], header)
    expected: str | None = ""
    for raw in raws:
        document = _document(raw)
        stamp = None if document is None else _stamp(raw, document)
        if stamp is not None:
            # The next entry's `previous` was computed from the bytes before the damage, so it cannot be compared.
            if expected is not None and stamp.previous != expected:
                _refuse(
                    text(
                        "Entry {entry} does not follow from entry {before}: one of them was changed.",
                        entry=raw.position,
                        before=raw.position - 1,
                    )
                )
            if stamp.cause is not None and not 0 < stamp.cause < raw.position:
                _refuse(text("Entry {entry}: “{field}” has a wrong value.", entry=raw.position, field="cause"))
        _check_event(raw, document, game)
        expected = None if stamp is None else digest_of(raw)
    if digest_of(raws[-1]) != header.digest:
        _refuse(text("The last entry does not match the header: one of them was changed."))


def _stamp(raw: Raw, document: Mapping[str, Any]) -> _Stamp:
    """Parse the stamp of an entry."""
    try:
        return _Stamp.model_validate(document["entry"])
    except ValidationError as error:
        _refuse(text("Entry {entry}: “{field}” has a wrong value.", entry=raw.position, field=_first_place(error)))


def _document(raw: Raw) -> dict[str, Any] | None:
    try:
        document = orjson.loads(raw.state)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(document, dict) or not {"event", "entry"} <= document.keys():
        return None
    if not isinstance(document["event"], dict):
        _refuse(text("Entry {entry}: “{field}” has a wrong value.", entry=raw.position, field="event"))
    return document


def _check_start(raw: Raw, header: Header) -> None:
    document = _document(raw)
    if raw.topic != CampaignStarted.topic or document is None:
        _refuse(text("This file does not begin with the start of a campaign."))
    try:
        start = upcast_event(CampaignStarted, document)
    except (Unreadable, TypeError):
        _refuse(text("This file does not begin with the start of a campaign."))
    if not isinstance(start, CampaignStarted) or start.game != header.game:
        _refuse(
            text(
                "The header of this file names the game “{game}”, but its log belongs to another game.",
                game=header.game,
            )
        )


def _check_event(raw: Raw, document: Mapping[str, Any] | None, game: AnyGame) -> None:
    """Validate the fields of an event that a fold would take without validation."""
    reader, fields = reader_of(game), event_document_slice(raw.state)
    if not reader.skips_validation(raw.topic, fields):
        return  # the fold validates these
    try:
        reader.checked(raw.topic, {"event": fields})
    except Unreadable:
        _refuse(text("Entry {entry} does not fit its event “{event}”.", entry=raw.position, event=raw.topic))
    if document is not None and document["event"] != fields:
        _refuse(text("Entry {entry}: “{field}” has a wrong value.", entry=raw.position, field="event"))


def _pack(kinds: Kinds) -> Content:
    for kind, things in kinds.items():
        for id_, thing in things.items():
            names = [thing.get("en"), thing.get("zh")]
            if not any(names) or not all(isinstance(name, str | None) for name in names):
                _refuse(text("The content pack has no name for {place}.", place=f"{kind}.{id_}"[:200]))
    pack = Content(kinds)
    try:
        pack.digest  # noqa: B018 - raises if the pack is nested too deeply to be serialised
    except orjson.JSONEncodeError:
        _refuse(text("The content pack is nested too deeply."))
    return pack


# --- into a store ------------------------------------------------------------------------------


def add_packs(campaigns: Campaigns, imported: Imported) -> None:
    """Store the content packs of an imported campaign."""
    for pack in imported.packs:
        campaigns.store.add_pack(imported.game.key, pack)


def check_playable(campaigns: Campaigns, imported: Imported, id_: str) -> Campaign:
    """The imported campaign in memory.

    Its sheets and prompts are computed once, to reject a log that breaks them.

    Raises:
        Misfit: the log is readable, but does not fold into a playable table.
    """

    known = {pack.digest: pack for pack in imported.packs}

    def pack_of(digest_: str) -> Content | None:
        return known.get(digest_) or campaigns.store.pack(digest_)

    game = imported.game
    try:
        campaign = Campaign(id_, game, Memory(imported.raws), pack_of)
        game.table.model_validate_json(campaign.table.model_dump_json(warnings="none"), strict=True)
        game.sheets(game.view(campaign.table, PUBLIC))
        campaign.prompts(PUBLIC)
        _printable(campaign.table.name)
        faults = game.table.content_faults(merge_content(campaign.table.pack, Content(campaign.table.library)))
    except Exception:  # a hostile log may break a game's rules in any way
        raise Misfit({"": text("The log in this file does not give a playable game.")}) from None
    if faults:  # cards that were typed in, which no import checks one by one
        raise Misfit(faults)
    return campaign
