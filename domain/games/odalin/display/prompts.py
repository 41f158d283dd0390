"""The prompts: the offers of events, in the order of a day."""

from collections.abc import Sequence

from domain.framework.game import Prompt
from domain.framework.kernel import NoteAdded, SessionEnded
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.games.odalin.campaign import journey, party, saves, scenario
from domain.games.odalin.combat import actions, attacks, classes, defeats, modes, power, rounds, villains
from domain.games.odalin.dungeon import loot, rest, rift, rooms
from domain.games.odalin.heroes import cards, equipment
from domain.games.odalin.state.table import Odalin

ORDER: Sequence[Ordered] = (
    party.HeroJoined,
    loot.StartingGearDealt,
    equipment.EquipmentGiven,
    loot.ConsumableGiven,
    party.HitPointsSet,
    party.BaseSoulSet,
    cards.DeckAssembled,
    party.CampaignSetUp,
    party.CampaignBegun,
    scenario.ScenarioBegun,
    saves.SaveSheetTyped,
    journey.HeroesPrepared,
    journey.EntryRead,
    journey.DecisionMade,
    journey.StatTested,
    journey.FactGained,
    journey.QuestTaken,
    cards.SleeveNamed,
    cards.CardsFlipped,
    journey.DungeonEntered,
    party.CampaignEnded,
    rest.Rested,
    rest.UpgradeSkipped,
    party.DemonLordChanged,
    rift.HellRiftEntered,
    rift.HellRiftClosed,
    rest.SectionBegun,
    scenario.ScenarioWon,
    rest.ChapterCompleted,
    rift.RiftRoomSetUp,
    rooms.RoomSetUp,
    villains.VillainNumbersSet,
    rounds.InitiativeSet,
    villains.EliteMade,
    modes.AmuletTurnTaken,
    classes.ArcaneSpent,
    attacks.AttackRolled,
    attacks.AttackResolved,
    cards.CardMoved,
    villains.DefenseRolled,
    villains.BlowTaken,
    classes.AllyGuarded,
    villains.AttackCardDrawn,
    villains.VillainAttacked,
    attacks.AttackDeclared,
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
    loot.ConsumableUsed,
    equipment.EquipmentUsed,
    loot.AnvilUsed,
    loot.LampUsed,
    rooms.Interacted,
    rooms.TrapSprung,
    rooms.HazardSuffered,
    journey.QuestCompleted,
    defeats.RuneFed,
    defeats.BurstResolved,
    rooms.RelicGained,
    rooms.DoorOpened,
    rooms.SanctuaryOpened,
    rift.HellRiftLeft,
    actions.BasicMoveTaken,
    actions.PenitenceDone,
    actions.InstantPlayed,
    attacks.DieRerolled,
    attacks.AttackCalledOff,
    modes.AmuletFlipped,
    power.PowerKept,
    rounds.TurnEnded,
    rounds.RoundStarted,
    OfferedBy(NoteAdded, saves.NOTE_POSITIONS.made_at),
    OfferedBy(SessionEnded, saves.PUT_AWAY.made_at),
)


def prompts(table: Odalin) -> Sequence[Prompt]:
    """The next steps of the table; what is due stands before them by itself."""
    return list(offered_prompts(ORDER, table))
