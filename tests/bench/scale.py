"""A thousand campaigns in one file, each wait next to the same where there is one campaign alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from companion.config import Settings
from companion.services import Services
from companion.web.app import create_app
from projections.log import Wanted, count_lines, select_lines
from tests.bench.fabricated import fabricated, name_of
from tests.bench.games import GAMES
from tests.bench.measure import Wait, each, p95_of
from tests.bench.waits import NOTE

GOAL = 5
TURNS = 60
AT_A_TABLE = 20
"""So many campaigns are played at the time; they stay in memory."""
SEARCHES = {
    "a word of every other line": "gained",
    "how it begins": "gai",
    "one letter": "g",
    "two words": "gained ann",
    "a Chinese word": "港口",
    "a word with accents": "jetee",
    "a word that nobody wrote": "nowhere",
}


class Shelf:
    """A file of campaigns at services, with its pages."""

    def __init__(self, folder: Path, campaigns: int, lines: int) -> None:
        folder.mkdir()
        fabricated(folder / "campaigns.db", campaigns, lines)
        self.services = Services(Settings(folder))
        self.services.campaigns.games = GAMES
        self.client = create_app(self.services.settings, self.services).test_client()
        self.random = Random(1)
        self.all = [listed.campaign for listed in self.services.list_campaigns()]
        self.played = self.random.sample(self.all, min(AT_A_TABLE, len(self.all)))
        for campaign in self.played:
            self.open(campaign)

    def get(self, path: str) -> None:
        assert self.client.get(path).status_code == 200

    def open(self, campaign: str) -> None:
        with self.services.campaigns.open(campaign):
            pass

    def reopen(self) -> None:
        campaign = self.random.choice(self.all)
        self.services.campaigns.drop_from_memory(campaign)
        self.open(campaign)

    def record(self) -> None:
        command = self.services.new_command()
        self.services.campaigns.run(
            self.random.choice(self.played),
            command,
            lambda live: live.record(NOTE, command, self.services.campaigns.chance),
        )

    def read(self) -> None:
        key = self.services.find_campaign(self.random.choice(self.played)).key
        self.get(f"/c/{key}/log")

    def search(self, words: str) -> None:
        wanted = Wanted(search=words, limit=101)
        with self.services.store.reading() as cursor:
            campaign = self.random.choice(self.played)
            assert count_lines(cursor, campaign, wanted) >= len(select_lines(cursor, campaign, wanted))


def at_scale(folder: Path, campaigns: int, entries: int) -> Iterator[Wait]:
    """The list, a page of the log, searches, opening and recording; nineteen of twenty, by the processor's time."""
    began, worked = perf_counter(), process_time()
    many = Shelf(folder / "many", campaigns, entries)
    shown = f"{campaigns:,} campaigns of {entries:,} entries fabricated"
    cost = 1e6 * (process_time() - worked)
    yield Wait(f"{shown}, as the clock goes", perf_counter() - began, 120, unit="s", cpu=cost)
    yield Wait("the file of them", many.services.settings.file.stat().st_size / 1e6, None, unit="MB")
    one = Shelf(folder / "one", 1, entries)
    acts: dict[str, Callable[[Shelf], object]] = {
        "campaign list, first page": lambda shelf: shelf.get("/"),
        "campaign list, found by name": lambda shelf: shelf.get(f"/?search={name_of(0)}"),
        "a page of the log": Shelf.read,
        "open a campaign": Shelf.reopen,
        "record one event": Shelf.record,
    }
    acts |= {f"search, {what}": lambda shelf, words=words: shelf.search(words) for what, words in SEARCHES.items()}  # type: ignore[misc]
    for what, act in acts.items():
        alone = p95_of(lambda act=act: act(one), TURNS)  # type: ignore[misc]
        among = p95_of(lambda act=act: act(many), TURNS)  # type: ignore[misc]
        yield Wait(f"{what}, p95", among / alone, GOAL, f"with one campaign: {1_000 * alone:.2f} ms", cpu=1e6 * among)
    page = each(many.read, one.read, 42).us / 1_000
    yield Wait("a page of 100 lines of the log", page, 25, unit="ms")
    many.services.close()
    one.services.close()


__all__ = ["at_scale"]
