"""Stars, the money of Runedale (星星)."""

from collections.abc import Iterator

from domain.event import Amount, Event, Remark
from domain.games.agemonia.base import SAME_HERO, AgemoniaEvent, HeroId, hero_of, pay, too_few_stars
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused


class StarsGained(AgemoniaEvent):
    """A hero gains stars."""

    says = "{hero} gained {amount|star|stars}"
    hero: HeroId
    amount: Amount
    source: Remark = ""

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).stars += self.amount


class StarsSpent(AgemoniaEvent):
    """A hero pays stars for something."""

    says = "{hero} spent {amount|star|stars}[: {purpose}]"
    hero: HeroId
    amount: Amount
    purpose: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_few_stars(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        pay(table, self.hero, self.amount)


class StarsLost(AgemoniaEvent):
    """A hero loses stars."""

    says = "{hero} lost {amount|star|stars}"
    hero: HeroId
    amount: Amount
    source: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_few_stars(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        pay(table, self.hero, self.amount)


class StarsTransferred(AgemoniaEvent):
    """A hero gives stars to another; outside a scenario at any time."""

    says = "{hero} gave {amount|star|stars} to {to}"
    hero: HeroId
    to: HeroId
    amount: Amount

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.hero == self.to:
            yield SAME_HERO()
        yield from too_few_stars(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        pay(table, self.hero, self.amount)
        hero_of(table, self.to).stars += self.amount


EVENTS: tuple[type[Event[Agemonia]], ...] = (StarsGained, StarsSpent, StarsLost, StarsTransferred)
