"""Turns: whose it is, the selected action, rethink, what other allies do (英雄回合)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Event, Remark, Settled
from domain.games.agemonia.base import AgemoniaEvent, HeroId
from domain.games.agemonia.campaign.gems import AchievementGemSpent, InspirationGemSpent, no_gem, no_inspiration
from domain.games.agemonia.campaign.vitality import StaminaRecovered, StaminaSpent, too_little_stamina
from domain.games.agemonia.console.map.terrain import overfull
from domain.games.agemonia.console.rounds.order import at_turn, spawned_now, special
from domain.games.agemonia.console.turns.skills import Act, shown_action, turn_of, working
from domain.games.agemonia.figures import ActionId, AllyHere, FigureId, Small, is_out, named, number_in
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused

TURN, RETHINK = "英雄回合", "重新思考行动"


def cannot_act(table: Agemonia, figure: str) -> Iterator[Refused]:
    """One turn a round, none in the round of spawning (特殊先攻, 产卵敌人)."""
    if figure in table.scene.done:
        yield Refused("turn-taken", "This figure already took its turn.", rule="特殊先攻", bendable=False)
    elif spawned_now(table, figure):
        yield Refused("spawned-now", "Spawned this round: no turn.", rule="产卵敌人", bendable=False)
    if is_out(table, figure):
        yield Refused("out", "{figure} takes no turn.", figure=table.called("figures", figure), bendable=False)


def no_turns(table: Agemonia) -> Iterator[Refused]:
    if table.scene.phase != "turns":
        yield Refused("no-turns", "Reveal the initiative card first.", rule=TURN)


def not_at_turn(table: Agemonia, figure: str) -> Iterator[Refused]:
    """Where rounds are kept, heroes act in their own turn."""
    if table.scene.phase == "turns" and at_turn(table) != figure:
        yield Refused("not-your-turn", "It is not this hero's turn.", rule=TURN)


def exhausted(table: Agemonia, figure: str) -> Iterator[Refused]:
    """Who is exhausted does nothing (筋疲力尽)."""
    if is_out(table, figure):
        yield Refused("hero-exhausted", "Who is exhausted does nothing.", rule="筋疲力尽", bendable=False)


def action_gone(table: Agemonia, hero: str) -> Iterator[Refused]:
    """A hero that rethought, or let its action go, has none left this turn (重新思考行动)."""
    if turn_of(table, hero).did in ("rethink", "nothing"):
        yield Refused("action-used", "The action was already used.", rule=TURN, bendable=False)


class TurnStarted(AgemoniaEvent):
    """A figure begins its turn; needed only where the table departs from the order."""

    says = "{figure} is at turn"
    figure: FigureId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_turns(table)
        yield from cannot_act(table, self.figure)
        if at_turn(table) not in ("", self.figure) and not self._may_step_in(table):
            yield Refused("out-of-order", "Others come first: {figure}.", figure=self._first(table), rule="回合顺序")

    def _first(self, table: Agemonia) -> object:
        return table.called("figures", at_turn(table))

    def _may_step_in(self, table: Agemonia) -> bool:
        """Right after any ally's turn, if that is its special initiative."""
        last = table.scene.done[-1] if table.scene.done else ""
        after_ally = last in table.heroes or last in table.scene.allies
        return special(table, self.figure) == "after any ally" and after_ally and not table.scene.active

    def apply(self, table: Agemonia) -> None:
        table.scene.active = self.figure


class TurnEnded(AgemoniaEvent):
    """A figure has had its turn; the next in order is at turn."""

    says = "{figure}: end of turn"
    figure: FigureId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_turns(table)
        yield from cannot_act(table, self.figure)
        if overfull(table, table.scene.places.get(self.figure, "")):
            yield Refused("too-full", "The area is too full: move back to the last one that was not.", rule="最大容量")

    def apply(self, table: Agemonia) -> None:
        end_turn(table, self.figure)


def end_turn(table: Agemonia, figure: str) -> None:
    """Tick a figure off; what lasts for one turn ends."""
    scene = table.scene
    if scene.phase == "turns" and figure not in scene.done:
        scene.done.append(figure)
    if scene.active == figure:
        scene.active = ""
    if figure in scene.heroes:
        scene.heroes[figure].turn_over()
    if ally := scene.allies.get(figure):
        ally.provoked = []


# --- the selected action ---------------------------------------------------------------------


class HeroActionPerformed(AgemoniaEvent):
    """A hero performs the action it selected and pays for it (英雄行动)."""

    says = "{hero} performed {action}[ for {stamina} stamina]"
    hero: HeroId
    action: ActionId | None = None
    stamina: Small | None = Field(default=None, title="stamina it costs")
    gem: bool | None = Field(default=None, title="an inspiration gem")
    note: Remark = ""
    maneuvers: Annotated[Small, Settled()] = Field(default=0, title="maneuvers it gives")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if turn_of(table, self.hero).did:
            yield Refused("action-used", "The action was already used.", rule=TURN, bendable=False)
        if self.action is None and not shown_action(table, self.hero):
            yield Refused("which-action", "Say which action.", bendable=False)
        settled = self.settled(table)
        yield from too_little_stamina(table, self.hero, settled.stamina or 0)
        if settled.gem:
            yield from no_inspiration(table, self.hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.settled(table)

    def settled(self, table: Agemonia) -> Self:
        """With what the content says of the action, where nothing else was typed."""
        action = self.action or shown_action(table, self.hero) or None
        known = named(table, "actions", action) if action else {}
        return self.but(
            action=action,
            stamina=min(30, max(0, number_in(known, "stamina"))) if self.stamina is None else self.stamina,
            gem=known.get("gem") is True if self.gem is None else self.gem,
            maneuvers=min(30, max(0, number_in(known, "maneuvers"))),
        )

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.did = "action"
        turn.maneuvers += self.maneuvers

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=self.hero, amount=self.stamina, purpose=self.action or "")
        if self.gem:
            yield InspirationGemSpent(hero=self.hero, use=self.action or "")


class RethinkPerformed(AgemoniaEvent):
    """Instead of its action a hero moves 1, recovers 1, or with the right skill takes a maneuver (重新思考行动)."""

    says = "{hero} rethinks: {choice}"
    hero: HeroId
    choice: Literal["move 1", "recover 1", "a maneuver"]
    gem: bool = Field(default=False, title="an achievement gem for 1 more")
    maneuvers: Annotated[Small, Settled()] = Field(default=0, title="maneuvers it gives")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        turn = turn_of(table, self.hero)
        yield from not_at_turn(table, self.hero)
        if turn.did:
            yield Refused("action-used", "The action was already used.", rule=RETHINK, bendable=False)
        if turn.focused:
            yield Refused("focus-used", "Focus was already used this round: no Rethink.", rule=RETHINK, bendable=False)
        if self.choice == "a maneuver" and not self._maneuvers(table):
            yield Refused("no-such-skill", "No skill of this hero gives that.", rule="职业技能", bendable=False)
        if self.gem:
            yield from no_gem(table, self.hero)

    def _maneuvers(self, table: Agemonia) -> int:
        return sum(number_in(known, "maneuvers") for _, known in working(table, Act("rethink", self.hero)))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.but(maneuvers=self._maneuvers(table) if self.choice == "a maneuver" else 0)

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.did = "rethink"
        if self.choice == "move 1":
            turn.points += 1 + self.gem
        turn.maneuvers += self.maneuvers

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.gem:
            yield AchievementGemSpent(hero=self.hero, use="rethink")
        if self.choice == "recover 1":
            yield StaminaRecovered(hero=self.hero, amount=1 + self.gem)


class ActionForgone(AgemoniaEvent):
    """A hero lets its action go."""

    says = "{hero} lets the action go"
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if turn_of(table, self.hero).did:
            yield Refused("action-used", "The action was already used.", rule=TURN, bendable=False)

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).did = "nothing"


# --- other allies ----------------------------------------------------------------------------


class AllyActionPerformed(AgemoniaEvent):
    """A non-hero ally does one of its actions, one of its maneuvers, or its special ability (非英雄盟友回合)."""

    says = "{ally}: {kind}[, {what}]"
    ally: AllyHere
    kind: Literal["action", "maneuver", "special ability"] = "action"
    what: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        ally = table.scene.allies[self.ally]
        most = {"action": 1, "maneuver": ally.maneuvers}.get(self.kind)
        if table.scene.phase == "turns" and most is not None and ally.did.count(self.kind) >= most:
            yield Refused("ally-did", "It has done that this turn.", rule="非英雄盟友回合", bendable=False)

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.did.append(self.kind)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    TurnEnded,
    TurnStarted,
    HeroActionPerformed,
    RethinkPerformed,
    ActionForgone,
    AllyActionPerformed,
)
