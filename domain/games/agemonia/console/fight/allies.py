"""Non-hero allies: followers, summoned ones, those of a scenario; they have health instead of stamina (盟友)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import MOST_SMALL, AgemoniaEvent, Chips
from domain.games.agemonia.console.map.spawning import NAME_TAKEN
from domain.games.agemonia.figures import AllyHere, AllyId, SymbolId
from domain.games.agemonia.state.kinds import FollowerCard
from domain.games.agemonia.state.scenario import Ally, AllyKind
from domain.games.agemonia.state.table import Agemonia, Follower
from domain.language.chance import Chance
from domain.language.event import Event, Occasion, Remark, Settled, Sums
from domain.language.moves import Moves
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal
from domain.things.health import Lowers, NumberLowered

ALLY_EXHAUSTED = never("ally-exhausted", "This ally is exhausted.", rule=sections.EXHAUSTED)
ALLY_THERE = never("ally-there", "This ally is already here.")
WHO_CONTROLS = never("who-controls", "Agree who controls this ally.", rule=sections.CONTROLLING_ALLIES)
WHICH_HEALTH = never("which-health", "Say the health on its card.", rule=sections.ALLY_CARDS)
ALLY_NOT_HURT = never("not-hurt", "{ally} has all of its health.", rule=sections.HEALING)
ALLY_UP = refusal("ally-up", "This ally is not exhausted.", rule=sections.EXHAUSTED)

Taunt = Annotated[int, Field(ge=0, le=MOST_SMALL)]


ON_CARD = Printed(FollowerCard, by="ally")


class AllyEvent(AgemoniaEvent):
    area_of_play = "Allies"


class ScenarioAllyAdded(AllyEvent):
    # In the rulebook under 控制盟友.
    help_text = "An ally that is no hero joins the scenario; somebody must move it."
    says = "{ally} joins[, moved by {controller}]"
    ally: AllyId
    kind: AllyKind | None = None
    health: Annotated[Chips | None, ON_CARD] = None
    symbol: Annotated[SymbolId | None, ON_CARD] = Field(default=None, title="initiative symbol")
    taunt: Annotated[Taunt | None, ON_CARD] = None
    controller: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.ally in table.scene.allies:
            yield ALLY_THERE()
        if self.ally in table.heroes or self.ally in table.scene.enemies:
            yield NAME_TAKEN()
        settled = self.settled(table)
        if not settled.controller:
            yield WHO_CONTROLS()
        if not settled.health:
            yield WHICH_HEALTH()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.settled(table)

    def settled(self, table: Agemonia) -> Self:
        """With what was agreed, where nothing else was typed."""
        follower = table.followers.get(self.ally) or Follower()
        hired, owner = follower.zone == "hired", table.heroes.get(follower.controller)
        return self.but(
            kind=self.kind or ("follower" if hired else "scenario"),
            controller=self.controller or table.controllers.get(self.ally, "") or (owner.player if owner else ""),
        )

    def apply(self, table: Agemonia) -> None:
        most = self.health or 0
        table.scene.allies[self.ally] = Ally(
            kind=self.kind or "scenario",
            controller=self.controller,
            symbol=self.symbol or "",
            health=most,
            most=most,
            taunt=self.taunt,
        )


def exhausted_ally(table: Agemonia, ally: str) -> Iterator[Refused]:
    if ally in table.scene.allies and table.scene.allies[ally].exhausted:
        yield ALLY_EXHAUSTED()


class AllyDamaged(NumberLowered[Agemonia], AllyEvent):
    # In the rulebook under 失去体力.
    help_text = "A non-hero ally takes damage or loses stamina, which is the same to it."
    says = "{ally}: {amount} damage[, {over} more than its health]"
    ally: AllyHere
    amount: Annotated[Chips, Sums(), Lowers("scene.allies.{ally}.health", less="over")]
    source: Occasion = ""
    over: Annotated[Chips | None, Settled()] = Field(default=None, title="more than its health")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_ally(table, self.ally)

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        yield from self.refusals(table)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if (ally := table.scene.allies.get(self.ally)) and ally.health == 0:
            yield AllyExhausted(ally=self.ally)


class AllyHealed(AllyEvent):
    help_text = "A non-hero ally is healed, up to its full health."
    says = "{ally} heals {amount}"
    ally: AllyHere
    amount: Annotated[Chips, Sums(), Moves("scene.allies.{ally}.health")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        exhausted = list(exhausted_ally(table, self.ally))
        yield from exhausted
        if not (exhausted or self._missing(table)):
            yield ALLY_NOT_HURT(ally=table.called("followers", self.ally))

    def _missing(self, table: Agemonia) -> int:
        ally = table.scene.allies.get(self.ally) or Ally()
        return max(0, ally.most - ally.health)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.but(amount=min(self.amount, self._missing(table)))

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.health = min(ally.most, ally.health + self.amount)


class AllyExhausted(AllyEvent):
    # In the rulebook under 筋疲力尽.
    help_text = "A non-hero ally without health is exhausted and leaves the map."
    says = "{ally} is exhausted and leaves the map"
    automatic = True
    ally: AllyHere

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        ally = table.scene.allies.get(self.ally)
        if ally is None or ally.health:
            yield ALLY_UP()

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.exhausted = True
        table.scene.places.pop(self.ally, None)


EVENTS: tuple[type[Event[Agemonia]], ...] = (ScenarioAllyAdded, AllyDamaged, AllyHealed, AllyExhausted)
