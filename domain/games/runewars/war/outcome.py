"""The outcome of a battle: the strength of both sides, and the winner; the defender wins ties (计算实力): C-13."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self, get_args

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import Some
from domain.games.runewars.cards import discard_open
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Undecided
from domain.games.runewars.war.aftermath import forced_event_after_battle
from domain.games.runewars.war.armies import (
    battle_of,
    destroy_fighters,
    of_type,
    rout_fighters,
    standing_fighters,
    stronghold_strength,
    types_in_doubt,
)
from domain.games.runewars.war.course import (
    WALLS,
    WALLS_STRENGTH,
    BattleEvent,
    SideId,
    advance_battle,
    come_to,
    enemy_stronghold,
    in_area,
)
from domain.games.runewars.year.orders import not_in_bonus, order_at_turn, take_bonus, used_before

CONQUER, SIEGE, SIEGE_LESS = "conquer", "siege", 3
"""The order with the siege bonus, the key of the bonus, and the reduction of a stronghold's strength (征战指令)."""
NOT_CONQUERING = refusal(
    "not-conquering", "A stronghold only counts 3 less with Conquer.", rule=sections.CONQUER, areas=("calendar",)
)
NO_STRONGHOLD_HERE = never("no-stronghold-here", "The defender has no stronghold here.", rule=sections.CONQUER)
MORE_THAN_FOUGHT = never(
    "more-than-fought", "{unit}: {have|takes|take} part, {said|is|are} lost or routed.", rule=sections.BATTLES
)
NOT_BY_STRENGTH = refusal(
    "not-by-strength",
    "The attacker only wins with more strength than the defender: this is {attack} to {defence}.",
    rule=sections.BATTLE_STRENGTH,
)
HEALTH_UNKNOWN = refusal(
    "health-unknown",
    "{units}: damaged, and the health is not typed in. Say it first, for a destroyed unit does not count.",
    rule=sections.BATTLE_DAMAGE,
)
Weight = Annotated[int, Field(ge=-30, le=30)]


def strength_of_side(units: int, stronghold: int = 0, siege: int = 0, more: int = 0) -> int:
    """The strength of a side: standing units, a stronghold reduced by siege to 0 at least, and cards (C-13)."""
    return max(0, units + max(0, stronghold - siege) + more)


def attacker_wins(attack: int, defence: int) -> bool:
    """Whether the attacker wins; the defender wins ties."""
    return attack > defence


def no_siege(table: Runewars) -> Iterator[Refused]:
    """The refusals of the siege bonus: only in one battle of Conquer, and only as its supremacy bonus (G-42)."""
    if not enemy_stronghold(table):
        yield NO_STRONGHOLD_HERE()
    if order_at_turn(table) != CONQUER:
        yield NOT_CONQUERING()
    yield from not_in_bonus(table, battle_of(table).attacker)
    yield from used_before(table, SIEGE)


def decide_battle(table: Runewars, winner: str, attack: int | None, defence: int | None) -> None:
    """Set the winner. For `apply`."""
    battle = battle_of(table)
    battle.report.army(battle.attacker).strength = attack
    battle.report.army(battle.defender).strength = defence
    battle.report.winner = winner
    come_to(table, "flip")
    advance_battle(table)


class StrengthTallied(BattleEvent):
    """Counts strength. A stronghold counts 5, a destroyed one 3; with Conquer's bonus 3 less, in one battle."""

    help_text = "Count the standing units of both sides, and the defender's stronghold. The attacker needs more to win."
    sentence = "Strength: {attacker} {attack}, {defender} {defence}: {winner} won"
    title = "Count strength"
    log = LogRole(concludes=True)
    stages = ("tally",)
    layout = Layout(no_choice=("stronghold", "more_attack", "more_defence"))
    siege: bool = Field(default=False, title="Conquer: the stronghold counts 3 less")
    stronghold: Count | None = Field(default=None, title="strength of the stronghold")
    more_attack: Weight = Field(default=0, title="attacker, from cards")
    more_defence: Weight = Field(default=0, title="defender, from cards")
    attacker: Annotated[SideId | None, Settled()] = None
    attack: Annotated[Count, Settled()] = 0
    defender: Annotated[SideId | None, Settled()] = None
    defence: Annotated[Count, Settled()] = 0
    winner: Annotated[SideId | None, Settled()] = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The count, with Conquer's bonus first if it is available."""
        if cls.battle_at_stage(table):
            siege = not table.held(no_siege(table))
            if siege:
                yield Offer(text("Count strength, the stronghold 3 less"), {"siege": True}, required=True)
            yield Offer(text("Count strength"), required=not siege)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.siege:
            yield from no_siege(table)
        elif self.stronghold and not enemy_stronghold(table):
            yield NO_STRONGHOLD_HERE()
        if doubtful := types_in_doubt(battle_of(table)):
            yield HEALTH_UNKNOWN(units=tuple(table.called("units", unit) for unit in doubtful))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        battle = battle_of(table)
        weight = stronghold_strength(table) if self.stronghold is None else self.stronghold
        walls = WALLS_STRENGTH if battle.report.fortification == WALLS else 0
        attack = strength_of_side(len(standing_fighters(battle, battle.attacker)), more=self.more_attack)
        units = len(standing_fighters(battle, battle.defender))
        defence = strength_of_side(units, weight, SIEGE_LESS if self.siege else 0, self.more_defence + walls)
        winner = battle.attacker if attacker_wins(attack, defence) else battle.defender
        tallied = self.copy_with(attacker=battle.attacker, attack=attack, defender=battle.defender, defence=defence)
        return tallied.copy_with(stronghold=weight, winner=winner)

    def apply(self, table: Runewars) -> None:
        if self.siege:
            battle_of(table).report.siege = True
            take_bonus(table)
            table.turn.used = [*table.turn.used, SIEGE]
        decide_battle(table, self.winner or "", self.attack, self.defence)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)


WRITE_DOWN = text("Write down the result")


def can_play_rounds(table: Runewars) -> bool:
    """Whether the initiative of any fighter is known."""
    return any(fighter.initiative is not None for fighter in battle_of(table).fighters.values())


class BattleResolvedByHand(BattleEvent):
    """Enters the result of a battle that players fought with their cards, or do not record."""

    help_text = "A whole battle as you played it at the table: who won, what was lost, who is routed."
    sentence = "{winner} won the battle[, {attack}][ to {defence}][; lost: {lost}][; routed: {routed}]"
    title = "Write down the result"
    log = LogRole(concludes=True)
    layout = Layout(usual=("lost",))
    stages = get_args(Undecided)
    winner: Annotated[SideId, Field(title="who wins")]
    lost: Mapping[Annotated[str, Choice("units", in_area)], Some] = Field(default_factory=dict)
    routed: Mapping[Annotated[str, Choice("units", in_area)], Some] = Field(default_factory=dict)
    attack: Count | None = Field(default=None, title="strength of the attacker")
    defence: Count | None = Field(default=None, title="strength of the defender")
    offer = Offer(WRITE_DOWN, when=can_play_rounds)

    @classmethod
    def offers_without_rounds(cls, table: Runewars) -> Iterator[Offer]:
        """The result as the only way to go on if no initiative is known; after fought rounds, strength comes next."""
        fought = bool(battle_of(table).report.volleys) and StrengthTallied.battle_at_stage(table)
        if cls.battle_at_stage(table) and not (can_play_rounds(table) or fought):
            yield Offer(WRITE_DOWN, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        for unit in {**self.lost, **self.routed}:
            have, said = len(of_type(battle.fighters, unit)), self.lost.get(unit, 0) + self.routed.get(unit, 0)
            if said > have:
                yield MORE_THAN_FOUGHT(unit=table.called("units", unit), have=have, said=said)
        if self.attack is None or self.defence is None:
            return
        if attacker_wins(self.attack, self.defence) != (self.winner == battle.attacker):
            yield NOT_BY_STRENGTH(attack=self.attack, defence=self.defence)

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        for unit, count in self.lost.items():
            destroy_fighters(table, of_type(battle.fighters, unit)[:count], "by hand")
        for unit, count in self.routed.items():
            upright = [id_ for id_ in of_type(battle.fighters, unit) if not battle.fighters[id_].routed]
            rout_fighters(table, upright[:count])
        if battle.volleys:
            battle.volleys = {}
            discard_open(table)
        decide_battle(table, self.winner, self.attack, self.defence)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_after_battle(table)
