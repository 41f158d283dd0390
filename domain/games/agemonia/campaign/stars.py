"""Stars, the money of Runedale (星星)."""

from collections.abc import Iterator
from typing import Annotated

from domain.games.agemonia.base import PURSE, AgemoniaEvent, HeroId, hero_of, pay, too_few_stars
from domain.games.agemonia.campaign.items import out_of_reach
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Amount, Event, Occasion, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused


class StarEvent(AgemoniaEvent):
    area_of_play = "Stars"
    tracked = ("stars",)


class StarsGained(StarEvent):
    help_text = "A hero gains stars."
    says = "{hero} gained {amount|star|stars}"
    hero: HeroId
    amount: Annotated[Amount, Sums(), PURSE]
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).stars += self.amount


class StarsSpent(StarEvent):
    help_text = "A hero pays stars for something."
    says = "{hero} spent {amount|star|stars}[: {purpose}]"
    hero: HeroId
    amount: Annotated[Amount, Sums(), PURSE]
    purpose: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_few_stars(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        pay(table, self.hero, self.amount)


class StarsLost(StarEvent):
    help_text = "A hero loses stars."
    says = "{hero} lost {amount|star|stars}"
    hero: HeroId
    amount: Annotated[Amount, Sums(), PURSE]
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_few_stars(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        pay(table, self.hero, self.amount)


class StarsTransferred(StarEvent):
    help_text = "A hero gives stars to another; outside a scenario at any time."
    says = "{hero} gave {amount|star|stars} to {to}"
    hero: HeroId
    to: HeroId
    amount: Annotated[Amount, Sums(), PURSE, Moves("heroes.{to}.stars")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from out_of_reach(table, self.hero, self.to)
        yield from too_few_stars(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        pay(table, self.hero, self.amount)
        hero_of(table, self.to).stars += self.amount


EVENTS: tuple[type[Event[Agemonia]], ...] = (StarsGained, StarsSpent, StarsLost, StarsTransferred)
