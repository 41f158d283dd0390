"""Whoever presses only the large button, with nothing typed in, gets through setup and seasons."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.testing import Play
from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.refusal import Misfit, RefusedAll
from domain.games.runewars import GAME
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.realm.dials import TitleClaimed, least_price, titles_claimable
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup.players import FactionChosen, WarSetUp
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.units import ExcessDestroyed
from domain.games.runewars.victory import WarScored
from tests.fillings import find_filling
from tests.strategies import guess

MOST = 200
"""Presses after which a few seasons that do not end are stuck."""
TRIES = 40
"""Answers to a form, one of which at least is taken."""
AREAS = tuple(Runewars.areas)


class Newcomer:
    """Somebody who knows no rule: does what the large button says, and types what lies on the table."""

    def __init__(self, seats: int, tracks: tuple[str, ...], seed: int) -> None:
        self.play, self.random, self.seats = Play(GAME), Random(seed), seats
        self.play.record(WarSetUp(exploring=bool(seed % 2)))
        self.play.record(kernel.AreasTracked(tracks=tracks))
        self.told: list[str] = []

    @property
    def table(self) -> Runewars:
        found: Runewars = self.play.campaign.table
        return found

    def comes_to(self, season: int) -> None:
        """Press on until a season begins."""
        while self.table.season < season:
            self.press()

    def press(self) -> None:
        prompts = self.play.campaign.prompts(PUBLIC)
        sitting = self.table.step == "setup" and len(self.table.seats) < self.seats
        rest = [prompt for prompt in prompts if prompt.event is not FactionChosen]
        wanted = next((p for p in prompts if p.event is FactionChosen), None) if sitting else next_prompt(rest)
        assert wanted, f"a dead end: {self.way}"
        self.told.append(str(wanted.title))
        assert len(self.told) < MOST, f"no end: {self.way}"
        self.answer(wanted)

    def answer(self, prompt: Prompt) -> None:
        """Record a prompt as it is, or with any answer that is taken."""
        tries = 1 if prompt.complete else TRIES
        assert any(self.is_taken(prompt) for _ in range(tries)) or self.is_found(prompt), f"refused: {self.way}"

    def is_found(self, prompt: Prompt) -> bool:
        """What hardly anybody would guess is looked for on the table."""
        filling = find_filling(prompt.event, prompt.fields, self.table).filling
        return filling is not None and self.is_recorded(make_event(prompt.event, dict(filling)))

    def is_taken(self, prompt: Prompt) -> bool:
        event = make_event(prompt.event, dict(prompt.fields)) if prompt.complete else self.filled(prompt)
        return event is not None and self.is_recorded(event)

    def is_recorded(self, event: Event[Any]) -> bool:
        try:
            return bool(self.play.record(event, Chance(self.random)))
        except (RefusedAll, Misfit):
            return False

    def filled(self, prompt: Prompt) -> Event[Any] | None:
        """A form with something in all that it needs."""
        seat = prompt.fields.get("seat")
        if prompt.event is HeroDealt:
            return HeroDealt(seat=str(seat), hero=f"the hero of {seat}")
        if prompt.event is StartingRunesPlaced:
            areas = prompt.fields.get("areas", [f"{seat} {n}" for n in (1, 2, 3)])
            return StartingRunesPlaced(seat=str(seat), areas=tuple(areas), fake=areas[0])
        if prompt.event is WarScored:
            return WarScored(real={seat: self.random.randint(0, 6) for seat in self.table.alive()})
        if prompt.event is ExcessDestroyed:
            return self.fewer(prompt)
        if prompt.event is TitleClaimed:
            title = titles_claimable(self.table, str(seat))[0]
            return TitleClaimed(seat=str(seat), title_card=title, paid=least_price(self.table, title))
        event = guess(prompt.event, self.table, self.random, **prompt.fields)
        said = event.model_dump(exclude_unset=True) if event else {}
        return event if all(name in said for name in prompt.also_required) else None

    def fewer(self, prompt: Prompt) -> Event[Any]:
        """As many units are lost as are too many, whichever they are."""
        side, here = prompt.fields["side"], self.table.area_at(str(prompt.fields["area"]))
        units = [unit for unit, stack in here.stacks.items() for _ in range(stack.size) if stack.owner == side]
        return make_event(
            ExcessDestroyed, {**prompt.fields, "units": Counter(units[int(str(prompt.fields["most"])) :])}
        )

    @property
    def way(self) -> str:
        return " → ".join(self.told)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_the_large_button_asks_of_a_bare_table_is_refused(seed: int) -> None:
    newcomer = Newcomer(2 + seed % 3, AREAS, seed)
    newcomer.comes_to(season=1)
    assert len(newcomer.table.seats) == 2 + seed % 3
    newcomer.comes_to(season=4)


@pytest.mark.parametrize(
    "tracks",
    [("calendar", "runes"), ("calendar", "runes", "map", "dials", "influence"), ("calendar",)],
    ids=["calendar and runes", "areas and control", "calendar"],
)
def test_a_war_of_which_little_is_written_down_is_won_by_the_large_button(tracks: tuple[str, ...]) -> None:
    newcomer = Newcomer(3, tracks, seed=0)
    newcomer.comes_to(season=1)
    while not newcomer.table.winners:
        newcomer.told = newcomer.told[-9:]
        newcomer.press()
    assert newcomer.table.season == newcomer.table.last_season
