"""Descriptions of the tables and views of a campaign file, for people who query it.

`companion data`, the page `docs/reference/tables.md` and the metadata for Datasette are made from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

KEY = "the campaign's key, as in addresses and on the command line"
CAMPAIGN = "the campaign's id"
GAME = "the game's key"
POSITION = "the number of the entry in its campaign, from 1"
CHAPTER, ROUND = "the scenario, season or year, as a number", "the round in the chapter"


@dataclass(frozen=True)
class Description:
    """The meaning of a table or view.

    Attributes:
        row: what one row is.
        columns: the meaning of each column, in order.
        secret: whether it can hold what only some seats may see; `companion data` does not read it.
        internal: whether only the program itself needs it; Datasette lists it last.
    """

    row: str
    columns: Mapping[str, str]
    secret: bool = False
    internal: bool = False


VIEWS: Mapping[str, Description] = {
    "evenings": Description(
        "an evening at a table; one that campaigns share, as branches do, is listed once",
        {
            "key": KEY,
            "name": "the campaign's name",
            "game": GAME,
            "session": "the number of the session in its campaign",
            "day": "the local day, such as 2026-11-20",
            "begun": "the local time of the start, such as 19:00; empty if only the day is known",
            "minutes": "the minutes played, without breaks of more than two hours",
            "entries": "the number of entries that count",
            "players": "the names of the players, separated by commas",
        },
    ),
    "persons": Description(
        "a person, over all campaigns; the same name is the same person",
        {
            "person": "the name",
            "evenings": "the number of evenings",
            "minutes": "the minutes played",
            "plays": "the number of finished games and scenarios",
            "wins": "the plays that the person won",
            "losses": "the plays that the person did not win",
            "unknown": "the plays without a known winner",
        },
    ),
    "plays": Description(
        "a person in a finished game or scenario",
        {
            "key": KEY,
            "name": "the campaign's name",
            "game": GAME,
            "play": "the number of the finished game or scenario in its campaign",
            "day": "the local day of the evening in which it was finished; NULL outside an evening",
            "title": "the finished game or scenario",
            "person": "the player's name; empty if no one took the seat",
            "role": "the hero or faction",
            "won": "1 for a win, 0 for none; NULL if it is not known",
            "score": "the score; NULL if the game has none",
        },
    ),
    "numbers": Description(
        "a number of a campaign at the end of a round, as charts show it",
        {
            "key": KEY,
            "game": GAME,
            "number": "the name of the number, such as stars lunara",
            "chapter": CHAPTER,
            "round": ROUND,
            "value": "the number at the end of the round",
        },
    ),
}
READ_MODELS: Mapping[str, Description] = {
    "campaigns": Description(
        "a campaign",
        {
            "campaign": CAMPAIGN,
            "key": KEY,
            "game": GAME,
            "name": "its name",
            "parent": "the key of the campaign that it branched from; empty if none",
            "created": "the time of its first entry, in UTC",
            "updated": "the time of its newest entry, in UTC",
            "entries": "the number of its entries",
            "sessions": "the number of its sessions",
            "chapter": CHAPTER,
            "round": ROUND,
            "step": "the step of the round or campaign",
            "unreadable": "the number of entries that this release cannot read",
            "digest": "the SHA-256 of its newest entry",
            "hidden": "1 if the list and the statistics leave it out, else 0",
            "game_en": "the English name of a game that the campaign describes; empty for another game",
            "game_zh": "the Chinese name of a game that the campaign describes; empty for another game",
            "number": "the row of its first entry; the high bits of log.id",
        },
    ),
    "log": Description(
        "an entry as a line of the log, as everyone at the table may read it",
        {
            "id": "number << 32 | position, with the number of the campaign",
            "campaign": CAMPAIGN,
            "position": POSITION,
            "time": "the time at which it was recorded, in UTC",
            "session": "the number of its session; NULL between sessions",
            "chapter": "the chapter before the entry",
            "round": "the round before the entry",
            "step": "the step before the entry",
            "actor": "the name of the author",
            "topic": "the event, such as agemonia.keyword-written",
            "text": "the sentence in English",
            "fields": "the fields of the event, as JSON",
            "cause": "the entry of which it is a consequence",
            "bent": "the refusal that was overruled, with the reason, as JSON",
            "later": "the remark of an entry that was recorded later",
            "about": "the entry that a note is about",
            "withdrawn_by": "the correction that took it back; NULL if none",
            "replaced_by": "the correction that replaced it; NULL if none",
            "amended_by": "the correction that changed its fields; NULL if none",
            "unreadable": "why this release cannot read it; empty if it can",
        },
    ),
    "series": Description(
        "a number at the end of a stretch of entries in one round",
        {
            "campaign": CAMPAIGN,
            "name": "the name of the number; empty for a stretch without numbers",
            "since": "the first entry of the stretch",
            "chapter": CHAPTER,
            "round": ROUND,
            "value": "the number at the end of the stretch",
        },
    ),
    "sittings": Description(
        "an evening of a campaign",
        {
            "campaign": CAMPAIGN,
            "session": "the number of the session",
            "day": "the local day; that of UTC if neither clock nor day of the table are known",
            "begun": "the local time of the start; empty if only the day is known",
            "offset": "minutes that the clock of the table was ahead of UTC; NULL if it is not known",
            "minutes": "the minutes played; NULL until the game is put away",
        },
    ),
    "sitters": Description(
        "a player at an evening",
        {"campaign": CAMPAIGN, "session": "the number of the session", "person": "the player's name"},
    ),
    "played": Description(
        "a finished game or scenario",
        {
            "campaign": CAMPAIGN,
            "number": "its number in the campaign, from 1",
            "session": "the session in which it was finished; 0 outside an evening",
            "kind": "the kind of content that was finished; empty for a game",
            "what": "the id of the content",
            "title": "its name in English; empty if it has none",
        },
    ),
    "participants": Description(
        "a seat of a finished game or scenario",
        {
            "campaign": CAMPAIGN,
            "number": "the number of the finished game",
            "seat": "the seat: a hero or a faction",
            "person": "the player's name; empty if no one took the seat",
            "role": "the name of the hero or faction in English",
            "won": "1 for a win, 0 for none; NULL if it is not known",
            "score": "the score; NULL if the game has none",
        },
    ),
    "state": Description(
        "a field of the whole table at the newest snapshot",
        {"campaign": CAMPAIGN, "part": "the field", "position": "the entry after which it was so", "value": "as JSON"},
        secret=True,
    ),
    "sheets": Description(
        "a save sheet at the end of a session",
        {
            "campaign": CAMPAIGN,
            "session": "the number of the session",
            "position": "the entry that ended it",
            "sheet": "the key of the sheet",
            "body": "the sheet, as JSON",
        },
        secret=True,
    ),
    "log_terms": Description(
        "an indexed word of a campaign",
        {"number": "the number of the campaign", "term": "the word as the index folds it"},
        internal=True,
    ),
    "log_followed": Description(
        "how far the full-text index of a campaign is",
        {"campaign": CAMPAIGN, "position": "the last indexed entry"},
        internal=True,
    ),
    "series_behind": Description(
        "a campaign whose numbers and sheets wait for an update after a correction",
        {"campaign": CAMPAIGN, "since": "the first entry from which they are out of date"},
        internal=True,
    ),
}
STORED: Mapping[str, Description] = {
    "entries": Description(
        "an entry of the log as it is stored; it cannot be rebuilt",
        {
            "rowid": "the order of recording in the whole file",
            "originator_id": CAMPAIGN,
            "originator_version": POSITION,
            "topic": "the event",
            "state": "the event and its stamp, as JSON",
        },
        secret=True,
    ),
    "commands": Description(
        "a command that was recorded; its id is accepted once",
        {"campaign": CAMPAIGN, "command": "its id", "first": "its first entry", "last": "its last entry"},
        internal=True,
    ),
    "packs": Description(
        "the content that campaigns are pinned to",
        {"digest": "the SHA-256 of the pack", "game": GAME, "pack": "the names and numbers, as JSON"},
    ),
    "photos": Description(
        "a picture that players added",
        {"digest": "the SHA-256 of the picture", "body": "the picture"},
    ),
    "quarantine": Description(
        "an entry known to be damaged or lost",
        {"campaign": CAMPAIGN, "position": POSITION, "why": "what is wrong with it"},
        internal=True,
    ),
    "snapshots": Description(
        "a whole table at a position, as a cache of one release",
        {
            "originator_id": CAMPAIGN,
            "originator_version": "the entry after which it was so",
            "topic": "the release of the code",
            "state": "the table",
        },
        secret=True,
        internal=True,
    ),
}
DESCRIPTIONS: Mapping[str, Description] = {**VIEWS, **READ_MODELS, **STORED}
"""Every table and view of a campaign file by its name, the views first."""

__all__ = ["DESCRIPTIONS", "READ_MODELS", "STORED", "VIEWS", "Description"]
