"""The finished games and the evenings of a campaign as plays in the export format of BG Stats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID, uuid5

import orjson

from domain.framework.table import Played
from domain.framework.text import Tongue, value_as_words
from domain.log.campaign import Campaign
from projections.heads import Head, head_of, minutes_of, time_played
from projections.log import LogLine

NAMESPACE = UUID("0c3fa7c4-9e0f-5d0b-8a39-2b7f4d5d9f11")


@dataclass(frozen=True, slots=True)
class Participant:
    """A person of a play, with the hero or faction, the result and the score.

    `won` is None if nothing was finished, or if it is unknown which seat was the person's.
    """

    name: str
    role: str = ""
    won: bool | None = None
    score: int | None = None
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A finished game or scenario, or an evening in which none was finished.

    `start` is the local day and time, `minutes` the time played; 0 if it is unknown how the evening was divided.
    """

    id: str
    start: str
    minutes: int
    title: str
    comment: str
    location: str
    participants: Sequence[Participant]
    finished: bool


def plays_as_bg_stats(campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue) -> bytes:
    """`{"players": […], "games": [one], "locations": […], "plays": […]}`, one play per finished game.

    An evening in which nothing was finished is a play that statistics ignore. A play has the same id in every export,
    so that importing it twice creates no duplicate. Its time is on the clock of the table.
    """
    game, plays = campaign.game, list(plays_of_campaign(campaign, lines, tongue))
    people = {one.name: one for play in plays for one in play.participants}
    ids = {name: number for number, name in enumerate(people, 1)}
    locations = {name: number for number, name in enumerate(dict.fromkeys(play.location for play in plays), 1) if name}
    return orjson.dumps(
        {
            "players": [
                {
                    "id": id_,
                    "uuid": _uuid(f"player {name}"),
                    "name": name,
                    "isAnonymous": people[name].anonymous,
                }
                for name, id_ in ids.items()
            ],
            "locations": [
                {"id": id_, "uuid": _uuid(f"location {name}"), "name": name} for name, id_ in locations.items()
            ],
            "games": [
                {
                    "id": 1,
                    "uuid": _uuid(f"game {game.key}"),
                    "name": value_as_words(game.name, tongue),
                    **({"bggId": game.bgg} if game.bgg else {}),
                    "cooperative": not game.rivals,
                    "noPoints": not any(one.score is not None for play in plays for one in play.participants),
                    "highestWins": True,
                    "usesTeams": False,
                }
            ],
            "plays": [_as_bg_stats(play, ids, locations) for play in plays],
        },
        option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE,
    )


def plays_of_campaign(campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue) -> Iterator[Play]:
    """The plays of a campaign in order: for each evening its finished games, or else the evening."""
    ordered = sorted(lines, key=attrgetter("key"))
    for number, found in groupby((line for line in ordered if line.session), attrgetter("session")):
        session = list(found)
        results = [one for one in campaign.table.played if one.session == number]
        minutes = _minutes_of_results(session, len(results))
        for ordinal, (one, length) in enumerate(zip(results, minutes, strict=True)):
            id_ = f"session {campaign.id} {number}" + (f" {ordinal}" if ordinal else "")
            yield _play(id_, head_of(session), length, campaign, one, tongue)
        if not results:
            head = head_of(session)
            yield _play(f"session {campaign.id} {number}", head, minutes_of(head.length), campaign, None, tongue)
    outside = [line for line in ordered if not line.session and line.counts and line.topic in campaign.game.conclusions]
    without_session = [one for one in campaign.table.played if not one.session]
    for one, line in zip(reversed(without_session), reversed(outside), strict=False):
        yield _play(f"entry {campaign.id} {line.position}", head_of([line]), 0, campaign, one, tongue)


def _play(id_: str, head: Head, minutes: int, campaign: Campaign, result: Played | None, tongue: Tongue) -> Play:
    """The play of a finished game, or of an evening in which none was finished."""
    table = campaign.table
    return Play(
        id_,
        f"{head.date} {head.begun or '00:00'}:00",
        minutes,
        value_as_words(table.called(result.kind, result.what), tongue) if result and result.what else "",
        head.summary(campaign.game, tongue),
        head.location,
        _participants(campaign, result, head, tongue) if result else [Participant(name) for name in head.players],
        result is not None,
    )


def _minutes_of_results(session: Sequence[LogLine], count: int) -> list[int]:
    """The minutes of each result of a session: by chapters of the log, if there are as many; otherwise 0."""
    if count <= 1:
        return [minutes_of(head_of(session).length)] * count
    counting = [line for line in session if line.counts]
    chapters = [list(found) for _, found in groupby(counting, attrgetter("chapter"))][:count]
    if len(chapters) < count:
        return [0] * count
    return [minutes_of(time_played(line.time for line in chapter)) for chapter in chapters]


def _participants(campaign: Campaign, result: Played, head: Head, tongue: Tongue) -> list[Participant]:
    """The people of a finished game: by their seats; of an evening whose seats name nobody, its players."""
    seats: Mapping[str, str] = result.players
    winners = result.winners
    if not any(seats.values()) and head.players:
        together = None if winners is None or campaign.game.rivals else len(winners) == len(seats) > 0
        return [Participant(name, won=together) for name in head.players]
    return [
        Participant(
            name or value_as_words(campaign.table.called(campaign.table.sits, seat), tongue),
            value_as_words(campaign.table.called(campaign.table.sits, seat), tongue),
            None if winners is None else seat in winners,
            result.scores.get(seat),
            anonymous=not name,
        )
        for seat, name in seats.items()
    ]


def _as_bg_stats(play: Play, ids: Mapping[str, int], locations: Mapping[str, int]) -> dict[str, Any]:
    decided = any(one.won is not None for one in play.participants)
    return {
        "uuid": _uuid(play.id),
        "playDate": play.start,
        "durationMin": play.minutes,
        "gameRefId": 1,
        "locationRefId": locations.get(play.location, 0),
        "usesTeams": False,
        "ignored": not (play.finished and decided),
        "manualWinner": decided,
        "board": play.title,
        "comments": play.comment,
        "playerScores": [
            {
                "playerRefId": ids[one.name],
                "score": "" if one.score is None else str(one.score),
                "winner": bool(one.won),
                "startPlayer": False,
                "seatOrder": seat,
                "role": one.role,
            }
            for seat, one in enumerate(play.participants, 1)
        ],
    }


def _uuid(what: str) -> str:
    return str(uuid5(NAMESPACE, what)).upper()


__all__ = ["Participant", "Play", "plays_as_bg_stats", "plays_of_campaign"]
