"""What comes next: what events offer themselves, in the order of a day."""

from collections.abc import Sequence
from typing import Any

from domain.games.odalin import actions, attacks, defeats, journey, party, power, rest, rooms, rounds, saves, villains
from domain.games.odalin.state.table import Odalin
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.prompts import offered_prompts

ORDER: tuple[type[Event[Any]], ...] = (
    party.HeroJoined,
    party.CampaignBegun,
    saves.SaveSheetTyped,
    journey.HeroesPrepared,
    journey.DungeonEntered,
    rest.Rested,
    rest.UpgradeSkipped,
    rest.SectionBegun,
    rooms.RoomSetUp,
    rounds.InitiativeSet,
    attacks.AttackRolled,
    attacks.AttackResolved,
    villains.VillainAttacked,
    attacks.AttackDeclared,
    defeats.BurstResolved,
    defeats.RuneFed,
    rooms.RewardsCollected,
    villains.VillainHeldBack,
    actions.AuraPlayed,
    actions.AbilityUsed,
    actions.DemonicFormTaken,
    actions.SpecialAbilityUsed,
    actions.FirstAidGiven,
    rooms.Interacted,
    rooms.DoorOpened,
    rooms.SanctuaryOpened,
    actions.BasicMoveTaken,
    actions.PenitenceDone,
    actions.InstantPlayed,
    power.PowerKept,
    rounds.TurnEnded,
    rounds.RoundStarted,
)


def prompts(table: Odalin) -> Sequence[Prompt]:
    """The next steps of the table; what is due stands before them by itself."""
    return [*offered_prompts(ORDER, table), *saves.stops(table)]
