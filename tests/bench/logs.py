"""Long logs to measure with, made in memory and stored at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any

from companion.services import Services
from domain.language.chance import Chance
from domain.language.event import Event
from domain.language.game import AnyGame
from domain.language.kernel import CampaignStarted, NoteAdded, SessionEnded, SessionStarted
from domain.language.refusal import RefusedAll
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.entries import Memory
from tests import toy
from tests.house import House
from tests.strategies import guess

Story = Callable[[Campaign, Random], Iterator[Event[Any]]]
SEATS = ("Ann", "Bob", "Cleo", "Dora")


def toy_story(campaign: Campaign, random: Random) -> Iterator[Event[Any]]:
    """Evenings of 60 commands in the harbour."""
    for seat in SEATS:
        yield toy.SeatTaken(seat=seat)
    seats = cycle(SEATS)
    while True:
        yield SessionStarted(players=SEATS)
        for _ in range(15):
            yield toy.CoinsGained(seat=next(seats), amount=random.randint(1, 9))
            yield toy.DiceRolled(seat=next(seats))
            yield toy.CardDrawn(seat=next(seats))
        yield toy.NightFell()
        yield toy.DayBroke()
        yield SessionEnded()


def any_story(campaign: Campaign, random: Random) -> Iterator[Event[Any]]:
    """Whatever is plausible; slow, for the rules refuse most of it."""
    if campaign.game.opening is not None:
        while campaign.position < 2:
            if event := guess(campaign.game.opening, campaign.table, random):
                yield event
    events = list(campaign.game.own_events)
    while True:
        if event := guess(random.choice(events), campaign.table, random):
            yield event


def noting(campaign: Campaign, random: Random) -> Iterator[Event[Any]]:
    """One note after another: what stands on the table grows with each."""
    while True:
        yield NoteAdded(text=f"Somebody said something at the harbour, {random.random()}, and it was written down.")


STORIES: dict[str, Story] = {"toy": toy_story}


def long_log(house: House | Services, game: AnyGame, entries: int, story: Story | None = None) -> str:
    """A stored campaign of at least so many entries, with the story of its game unless one is given."""
    random, memory = Random(1), Memory()
    campaign = Campaign(f"{random.getrandbits(128) + entries:032x}"[:32], game, memory)
    start = CampaignStarted(game=game.key, name=f"{entries} entries", pack=game.pack.digest)
    house.store.add_pack(game.key, game.pack)
    for n, event in enumerate([start]):
        memory.raws += campaign.record(event, command(n), Chance(random)).raws
    story = story or STORIES.get(game.key, any_story)
    for n, event in enumerate(story(campaign, random), 1):
        if campaign.position >= entries:
            break
        try:
            memory.raws += campaign.record(event, command(n), Chance(random)).raws
        except RefusedAll:
            continue
    house.campaigns.adopt_campaign(campaign)
    return campaign.id


def command(number: int) -> Command:
    """The command of a number, at a time of its own."""
    return Command(f"{number:032x}", f"2026-01-{number // 5000 % 28 + 1:02}T12:00:00.000Z", "Ann", "phone")
