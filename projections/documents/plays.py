"""The sessions of a campaign as plays in the export format of BG Stats, which other play trackers also import."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID, uuid5

import orjson

from domain.framework.text import Tongue, value_as_words
from domain.log.campaign import Campaign
from projections.heads import Head, head_of
from projections.log import LogLine


def plays_of_campaign(campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue) -> bytes:
    """`{"players": […], "games": [one], "locations": [], "plays": […]}`, one play per session.

    A play has the same id in every export, so that importing it twice creates no duplicate. Its time is that of the
    log, in UTC: the export is the same on every machine.
    """
    sessions = [(number, head, found[0]) for number, head, found in _sessions(lines)]
    names = list(dict.fromkeys(name for _, head, _ in sessions for name in head.players))
    ids = {name: number for number, name in enumerate(names, 1)}
    game = value_as_words(campaign.game.name, tongue)
    return orjson.dumps(
        {
            "players": [
                {"id": id_, "uuid": _uuid(f"player {name}"), "name": name, "isAnonymous": False}
                for name, id_ in ids.items()
            ],
            "locations": [],
            "games": [
                {
                    "id": 1,
                    "uuid": _uuid(f"game {campaign.game.key}"),
                    "name": game,
                    "cooperative": not campaign.game.rivals,
                    "noPoints": True,
                    "highestWins": True,
                    "usesTeams": False,
                }
            ],
            "plays": [_play(campaign, number, head, first, ids, tongue) for number, head, first in sessions],
        },
        option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE,
    )


def _sessions(lines: Sequence[LogLine]) -> Iterator[tuple[int, Head, Sequence[LogLine]]]:
    """The sessions of a log in order, each with its head and its lines."""
    during = (line for line in lines if line.session)
    for number, found in groupby(sorted(during, key=attrgetter("session", "key")), attrgetter("session")):
        session = list(found)
        yield number, head_of(session), session


def _play(
    campaign: Campaign, number: int, head: Head, first: LogLine, ids: dict[str, int], tongue: Tongue
) -> dict[str, Any]:
    return {
        "uuid": _uuid(f"session {campaign.id} {number}"),
        "playDate": first.time[:19].replace("T", " "),
        "durationMin": head.length // timedelta(minutes=1),
        "gameRefId": 1,
        "locationRefId": 0,
        "usesTeams": False,
        "ignored": False,
        "manualWinner": False,
        "board": campaign.table.name,
        "comments": head.summary(campaign.game, tongue),
        "playerScores": [
            {
                "playerRefId": ids[name],
                "score": "",
                "winner": False,
                "startPlayer": False,
                "seatOrder": seat,
                "role": "",
            }
            for seat, name in enumerate(head.players, 1)
        ],
    }


NAMESPACE = UUID("0c3fa7c4-9e0f-5d0b-8a39-2b7f4d5d9f11")


def _uuid(what: str) -> str:
    return str(uuid5(NAMESPACE, what)).upper()


__all__ = ["plays_of_campaign"]
