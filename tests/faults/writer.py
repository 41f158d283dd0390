"""A process that records until it is killed: `python -m tests.faults.writer FILE SEED COUNT CAMPAIGN ...`.

Where FILE begins with the address of a database and a schema it is the copy of that shared log.

It prints a line for everything that was acknowledged: campaign, command, position of the last entry.
"""

import sys
import time
from contextlib import suppress
from random import Random

from domain.framework.refusal import NotFound, RefusedAll
from domain.log.command import Command
from domain.store import Busy
from tests.house import House
from tests.shared import house_at
from tests.suite.patience import HANG
from tests.toy import CoinsGained, DiceRolled


def main(path: str, seed: str, count: str, *campaigns: str) -> None:
    house, random = house_at(path), Random(int(seed))
    for n in range(int(count)):
        campaign, command = random.choice(campaigns), Command(f"{seed}-{n}", "2026-01-01T12:00:00Z")
        with suppress(RefusedAll, NotFound):
            print(campaign, command.id, act_until_free(house, campaign, command, random), flush=True)
    house.close()


def act_until_free(house: House, campaign: str, command: Command, random: Random) -> int:
    """One command, tried again as long as the store is busy or away; its id says that it is the same."""
    until = time.monotonic() + HANG
    while True:
        try:
            return act(house, campaign, command, random)
        except Busy:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def act(house: House, campaign: str, command: Command, random: Random) -> int:
    """One command of some kind; mostly dice, which are two entries."""
    match random.randrange(10):
        case 0:
            receipt = house.campaigns.undo(campaign, None, command)
        case 1:
            receipt = house.campaigns.redo(campaign, command)
        case 2 | 3:
            receipt = house.record_as(campaign, CoinsGained(seat="Ann", amount=1), command)
        case _:
            receipt = house.record_as(campaign, DiceRolled(seat="Ann"), command)
    return receipt.entries[-1].position


if __name__ == "__main__":
    main(*sys.argv[1:])
