"""What comes next: what events offer themselves, in the order of a day."""

from collections.abc import Sequence
from typing import Any

from domain.games.odalin import (
    actions,
    attacks,
    classes,
    defeats,
    journey,
    modes,
    party,
    power,
    rest,
    rooms,
    rounds,
    villains,
)  # fmt: skip
from domain.games.odalin.state.table import Odalin
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.prompts import offered_prompts

ORDER: tuple[type[Event[Any]], ...] = (
    party.HeroJoined,
    party.CampaignBegun,
    journey.HeroesPrepared,
    journey.DungeonEntered,
    rest.Rested,
    rest.UpgradeSkipped,
    rest.SectionBegun,
    rooms.RoomSetUp,
    rounds.InitiativeSet,
    villains.EliteMade,
    modes.AmuletTurnTaken,
    classes.ArcaneSpent,
    attacks.AttackRolled,
    attacks.AttackResolved,
    classes.AllyGuarded,
    villains.VillainAttacked,
    attacks.AttackDeclared,
    defeats.RuneFed,
    defeats.BurstResolved,
    rooms.RewardsCollected,
    villains.VillainHeldBack,
    actions.AuraPlayed,
    actions.AbilityUsed,
    actions.DemonicFormTaken,
    actions.SpecialAbilityUsed,
    classes.ClassTokensGained,
    classes.HolyAuraRaised,
    classes.BlessingGiven,
    classes.CurseLaid,
    classes.StealthEntered,
    modes.FocusedOnAttack,
    modes.FocusedToHeal,
    actions.FirstAidGiven,
    rooms.Interacted,
    rooms.DoorOpened,
    rooms.SanctuaryOpened,
    actions.BasicMoveTaken,
    actions.PenitenceDone,
    actions.InstantPlayed,
    attacks.DieRerolled,
    attacks.AttackCalledOff,
    modes.AmuletFlipped,
    power.PowerKept,
    rounds.TurnEnded,
    rounds.RoundStarted,
)


def prompts(table: Odalin) -> Sequence[Prompt]:
    """The next steps of the table; what is due stands before them by itself."""
    return list(offered_prompts(ORDER, table))
