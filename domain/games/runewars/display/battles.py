"""The order of a battle: its start, rounds, fortifications, strength, and the aftermath."""

from collections.abc import Iterator, Sequence

from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.framework.text import text
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Battle
from domain.games.runewars.war import aftermath, battle_rounds, battles, effects, outcome

BATTLE: Sequence[Ordered] = (
    battle_rounds.HealthTyped,
    OfferedBy(outcome.BattleResolvedByHand, outcome.BattleResolvedByHand.offers_without_rounds),
    effects.StartOfBattlePassed,
    effects.StartOfBattleEffectUsed,
    OfferedBy(effects.StartOfBattlePassed, effects.StartOfBattlePassed.offers_for_both),
    battle_rounds.BattleFateDrawn,
    battle_rounds.DrawHeldBack,
    effects.SpecialAbilityResolved,
    battle_rounds.RoutsAssigned,
    battle_rounds.DamageAssigned,
    effects.FortificationUsed,
    effects.FortificationDeclined,
    effects.UnitWardedOff,
    outcome.StrengthTallied,
    outcome.BattleResolvedByHand,
    aftermath.ArmyRetreated,
    aftermath.StrongholdConquered,
    aftermath.ExcessWinnersRetreated,
)
"""What is offered in a battle. If units are unknown, the result comes first, else last."""


def battle_prompts(table: Runewars) -> Iterator[Prompt]:
    """The prompts of the current battle, if there is one."""
    if (battle := table.battle) is None:
        return
    if (forced := next(_forced_events(table, battle), None)) is not None:
        # A forced event may be of many classes, and all have the same words; so no class offers it.
        fields = forced.model_dump(mode="json", exclude_defaults=True)
        yield Prompt(text("Go on with the battle"), type(forced), required=True, fields=fields)
    else:
        yield from offered_prompts(BATTLE, table)


def _forced_events(table: Runewars, battle: Battle) -> Iterator[Event[Runewars]]:
    """The forced events. They are only open if one of them was withdrawn."""
    if battle.stage == "lineup":
        yield battles.ArmiesLinedUp()
    yield from battle_rounds.forced_event_in_battle(table)
