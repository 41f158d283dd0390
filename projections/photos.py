"""Photos: the pictures that count, and their places in the story."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.language.kernel import PhotoTaken
from domain.log.standing import Amendment
from projections.log import LogLine, Wanted, select_lines


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture by its digest, with its caption, session and entry."""

    digest: str
    caption: str
    session: int | None
    position: int


def photos_of_campaign(cursor: sqlite3.Cursor, campaign: str, amended: Mapping[int, Amendment]) -> list[Photo]:
    """The photos of a campaign that count, the oldest first."""
    return photos_among(select_lines(cursor, campaign, Wanted(topics=(PhotoTaken.topic,))), amended)


def photos_among(found: Iterable[LogLine], amended: Mapping[int, Amendment]) -> list[Photo]:
    """The photos of some lines that count."""
    taken = [line for line in found if line.topic == PhotoTaken.topic and line.counts and not line.unreadable]
    return [_photo(line, amended) for line in taken]


def _photo(line: LogLine, amended: Mapping[int, Amendment]) -> Photo:
    instead = amended[line.position].events if line.position in amended else ()
    values = next((event.model_dump() for event in instead if isinstance(event, PhotoTaken)), line.values)
    return Photo(str(values["photo"]), str(values["caption"]), values["session"], line.position)


__all__ = ["Photo", "photos_among", "photos_of_campaign"]
