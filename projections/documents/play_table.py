"""The finished games and the evenings of a campaign as CSV, with the names that BoardGameGeek gives to logged plays."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from domain.framework.text import Tongue, value_as_words
from domain.log.campaign import Campaign
from projections.documents.plays import Participant, plays_of_campaign
from projections.documents.table import csv_row
from projections.log import LogLine

COLUMNS = (
    "playid",
    "date",
    "quantity",
    "length",
    "incomplete",
    "nowinstats",
    "location",
    "game",
    "objectid",
    "comments",
    "name",
    "startposition",
    "color",
    "score",
    "win",
)
"""The fields of a play, then those of a player in it. `color` is the hero or faction."""
NO_ONE = Participant("")
"""The player of a play in which no one is named."""


def plays_as_csv(campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue) -> Iterator[bytes]:
    """The plays as CSV, in UTF-8 with a byte order mark: one row for each person of each play.

    An evening in which nothing was finished is `incomplete`. Without a known result, `win` is empty and the play is
    out of statistics (`nowinstats`). `length` is in minutes, 0 if unknown.
    """
    game = campaign.game
    yield BOM_UTF8 + csv_row(COLUMNS)
    for number, play in enumerate(plays_of_campaign(campaign, lines, tongue), 1):
        decided = any(one.won is not None for one in play.participants)
        about = (
            number,
            play.start[:10],
            1,
            play.minutes,
            int(not play.finished),
            int(not (play.finished and decided)),
            play.location,
            value_as_words(game.name, tongue),
            game.bgg or None,
            " · ".join(filter(None, (play.title, play.comment))),
        )
        for seat, one in enumerate(play.participants or (NO_ONE,), 1):
            won = None if one.won is None else int(one.won)
            yield csv_row((*about, one.name, seat, one.role, one.score, won))


__all__ = ["plays_as_csv"]
