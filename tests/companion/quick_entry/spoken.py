"""What players say at the table, and what they mean by it: two fixed lists for each game, at moments of its logs.

A list names a moment (`# log entry`: a golden log, or the demo), an event with its fields as they are typed, and under
it the sentences for it. The list `unseen` was written down before anybody looked at how words are understood.
"""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.cli.arguments import named_values
from companion.config import Settings
from companion.demo import make_demo
from companion.forms.values import default_values
from companion.i18n import tongue_of
from companion.quick_entry.filling import missing_fields
from companion.quick_entry.possible import settle_for_viewer
from companion.quick_entry.reading import Listener, Reading
from companion.services import Services
from companion.view_context import ViewContext
from domain.framework.content import Content
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import Viewer
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.command import Author
from domain.log.entries import Memory
from projections.documents import lossless
from tests.companion.quick_entry.tables import LISTED
from tests.test_golden import GOLDEN

CONTEXT = ("because",)
"""What a prompt knows and nobody says."""
LISTS = Path(__file__).parent / "sentences"


class Spoken(NamedTuple):
    """A sentence at a moment, and the event and fields that it means."""

    game: str
    log: str
    entry: int
    words: str
    event: str
    fields: tuple[str, ...]

    @property
    def means(self) -> Mapping[str, Any]:
        """The fields, read as the command line reads them."""
        cls = BY_KEY[self.game].by_name[self.event]
        return named_values(cls, self.fields, moment(self.log, self.entry).table)

    def is_meant_by(self, reading: Reading) -> bool:
        """Whether a reading is this event, and comes to what was said and nothing else."""
        if reading.event != self.event:
            return False
        shown = {**default_values(reading.cls), **reading.fields}
        meant = {**default_values(reading.cls), **self.means}
        known = {name for name, info in reading.cls.model_fields.items() if info.is_required()} - {*self.means}
        shown, meant = (
            self._as_recorded(reading.cls, shown),
            self._as_recorded(reading.cls, {**reading.fields, **meant}),
        )
        return all(_alike(shown.get(name), meant.get(name)) for name in {*shown, *meant} - known - {*CONTEXT})

    def _as_recorded(self, cls: type[Event[Any]], fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields as they would be recorded, where nothing is missing."""
        if missing_fields(cls, fields):
            return fields
        return settle_for_viewer(make_event(cls, fields), moment(self.log, self.entry)).model_dump(mode="json")


def _alike(one: Any, other: Any) -> bool:
    return str(one or "").casefold() == str(other or "").casefold()


def spoken(game: str, kept: str = "") -> Iterator[Spoken]:
    """The sentences of a game, in one of the folders of lists."""
    log, entry, event, fields = "", 0, "", ()
    for line in (LISTS / kept / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            log, shown = line.removeprefix("# ").split()
            entry = int(shown)
        elif line.startswith("  "):
            yield Spoken(game, log, entry, line.strip(), event, fields)
        else:
            event, *words = shlex.split(line)
            fields = tuple(words)


@cache
def moment(log: str, entry: int) -> ViewContext:
    """The table of a log as it stood after an entry."""
    read = lossless.read_lossless(io.BytesIO(_export_of(log)), BY_KEY)
    packs = {pack.digest: pack for pack in read.packs}

    def pack_of(digest: str) -> Content | None:
        return packs.get(digest)

    campaign = Campaign(read.header.campaign, read.game, Memory(read.raws[:entry]), pack_of)
    listed = replace(LISTED, game=read.game.key)
    return ViewContext(listed, campaign, Viewer(), tongue_of("en", game=read.game.key))


@cache
def _export_of(log: str) -> bytes:
    """A golden log, or the demo of a game, as it is exported."""
    game, _, name = log.partition("/")
    if name != "demo":
        return (GOLDEN / f"{log}.jsonl").read_bytes()
    with TemporaryDirectory() as folder:
        services = Services(Settings(Path(folder)))
        key = make_demo(services, BY_KEY[game])
        with services.open(key) as campaign:
            written = b"".join(lossless.write_lossless(campaign, key))
        services.close()
    return written


def heard(one: Spoken) -> list[Reading]:
    """What a sentence may mean where it is said, best first."""
    return Listener(moment(one.log, one.entry), Author(None, "", True)).readings(one.words)
