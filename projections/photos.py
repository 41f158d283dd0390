"""The photos of a campaign that count, with their session and entry."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from domain.framework.game import PUBLIC
from domain.framework.kernel import PhotoTaken
from domain.log.campaign import Campaign
from projections.log import LogLine, Wanted, select_lines_until_now
from projections.placed import place_lines


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo by its digest, with its caption, session and entry."""

    digest: str
    caption: str
    session: int | None
    position: int


def photos_of_campaign(cursor: sqlite3.Cursor, campaign: Campaign) -> list[Photo]:
    """The photos of a campaign that count, the oldest first."""
    taken = select_lines_until_now(cursor, campaign, Wanted(topics=(PhotoTaken.topic,)))
    return photos_among(place_lines(taken, campaign, PUBLIC.seats))


def photos_among(found: Iterable[LogLine]) -> list[Photo]:
    """The photos among some lines, without those taken back, as corrections left them."""
    taken = [line for line in found if line.topic == PhotoTaken.topic and line.counts and not line.unreadable]
    return [photo_of_line(line) for line in taken]


def photo_of_line(line: LogLine) -> Photo:
    """The photo of a line of the topic `PhotoTaken`."""
    values = line.values_that_count
    return Photo(str(values["photo"]), str(values["caption"]), values["session"], line.position)


__all__ = ["Photo", "photo_of_line", "photos_among", "photos_of_campaign"]
