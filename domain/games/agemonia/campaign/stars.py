"""Stars, the money of Runedale (星星)."""

from collections.abc import Iterator
from typing import Annotated

from domain.games.agemonia.base import STARS_GAINED, STARS_PAID, AgemoniaEvent, HeroId
from domain.games.agemonia.campaign.items import out_of_reach
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Amount, Event, Occasion, Sums
from domain.language.refusal import Refused
from domain.things.numbers import Gains, NumbersMoved


class StarEvent(NumbersMoved[Agemonia], AgemoniaEvent):
    area_of_play = "Stars"
    tracked = ("stars",)


class StarsGained(StarEvent):
    help_text = "A hero gains stars."
    says = "{hero} gained {amount|star|stars}"
    hero: HeroId
    amount: Annotated[Amount, Sums(), STARS_GAINED]
    source: Occasion = ""


class StarsSpent(StarEvent):
    help_text = "A hero pays stars for something."
    says = "{hero} spent {amount|star|stars}[: {purpose}]"
    hero: HeroId
    amount: Annotated[Amount, Sums(), STARS_PAID]
    purpose: Occasion = ""


class StarsLost(StarEvent):
    help_text = "A hero loses stars."
    says = "{hero} lost {amount|star|stars}"
    hero: HeroId
    amount: Annotated[Amount, Sums(), STARS_PAID]
    source: Occasion = ""


class StarsTransferred(StarEvent):
    help_text = "A hero gives stars to another; outside a scenario at any time."
    says = "{hero} gave {amount|star|stars} to {to}"
    hero: HeroId
    to: HeroId
    amount: Annotated[Amount, Sums(), STARS_PAID, Gains("heroes.{to}.stars")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from out_of_reach(table, self.hero, self.to)


EVENTS: tuple[type[Event[Agemonia]], ...] = (StarsGained, StarsSpent, StarsLost, StarsTransferred)
