"""Long logs to measure with: evenings of the toy game, made in memory and stored at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle
from random import Random
from typing import Any

from companion.services import Services
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.kernel import CampaignStarted, SessionEnded, SessionStarted
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.entries import Memory
from tests import toy
from tests.house import House

SEATS = ("Ann", "Bob", "Cleo", "Dora")


def evenings(random: Random) -> Iterator[Event[Any]]:
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


def long_log(house: House | Services, game: AnyGame, entries: int, seed: int = 1) -> str:
    """A stored campaign of at least so many entries."""
    random, memory = Random(seed), Memory()
    campaign = Campaign(f"{random.getrandbits(128) + entries:032x}"[:32], game, memory)
    house.store.add_pack(game.key, game.pack)
    start = CampaignStarted(game=game.key, name=f"{entries} entries", pack=game.pack.digest)
    for number, event in enumerate(chain([start], evenings(random))):
        if campaign.position >= entries:
            break
        memory.raws += campaign.record(event, command(number), Chance(random)).raws
    house.campaigns.adopt_campaign(campaign)
    return campaign.id


def command(number: int) -> Command:
    """The command of a number, at a time of its own."""
    return Command(f"{number:032x}", f"2026-01-{number // 5000 % 28 + 1:02}T12:00:00.000Z", "Ann", "phone")
