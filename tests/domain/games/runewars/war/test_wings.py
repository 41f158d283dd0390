"""Retreats over mountains and water: who flies goes, the others are lost (撤退; G-09)."""

from dataclasses import replace

from companion.testing import NOTHING, Spec, followed, given, says, table
from domain.games.runewars import GAME as RUNEWARS
from domain.games.runewars.war.aftermath import ArmyRetreated, BattleEnded, ExcessWinnersRetreated
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.outcome import BattleResolvedByHand
from tests.domain.games.runewars.march.land import Spot
from tests.domain.games.runewars.war.field import CONQUER, Arrived, known, report_of

GAME = replace(RUNEWARS, own_events=(*RUNEWARS.own_events, Spot, Arrived))
RIDERS = known("pegasus-rider", flying=True)
WOOD = Spot(area="wood", q=0, units={"sorceress": 1}, borders={"0": "mountain"})
FIELD = Spot(area="field", q=1, units={"berserker": 1})
ELVES = {"elf-archer": 3, "pegasus-rider": 2}


def lost(*land: Spot) -> Spec:
    """The elves, of whom the riders fly, lose a battle beyond a mountain."""
    attack = BattleStarted(seat="elf", area="field")
    begun = given(GAME, *CONQUER, RIDERS, WOOD, FIELD, *land, Arrived(area="field", units=ELVES), attack)
    return begun.when(BattleResolvedByHand(winner="uthuk"))


def test_an_army_of_both_leaves_those_on_foot_behind() -> None:
    spec = lost()
    spec.then(
        followed(
            ArmyRetreated(to="wood", side="elf", units={"pegasus-rider": 2}, lost={"elf-archer": 3}),
            BattleEnded(area="field"),
        ),
        says(
            "Uthuk Y'llan won the battle",
            "Latari Elves retreated to wood: Pegasus Rider ×2 – destroyed, with nowhere to go: Archer ×3",
            "The battle in field ended",
        ),
        table(**{"land.wood.stacks.pegasus-rider.routed": 2, "land.field.stacks.elf-archer": NOTHING}),
    )
    assert report_of(spec).armies["elf"].causes == {"nowhere to go": 3}
    assert report_of(spec).armies["elf"].lost == {"elf-archer": 3}


def test_where_all_can_go_they_go_together() -> None:
    lost(Spot(area="moor", q=2)).then(
        table(**{"land.moor.stacks.elf-archer.routed": 3, "land.moor.stacks.pegasus-rider.routed": 2})
    )


def test_of_the_winners_who_are_too_many_those_on_foot_are_lost_too() -> None:
    many = Arrived(area="field", units={"elf-archer": 9, "pegasus-rider": 2})
    begun = given(GAME, *CONQUER, RIDERS, WOOD, FIELD, many, BattleStarted(seat="elf", area="field"))
    won = begun.when(BattleResolvedByHand(winner="elf", lost={"berserker": 1}))
    leaving = ExcessWinnersRetreated(units={"elf-archer": 2, "pegasus-rider": 1}, to="wood")
    done = won.and_then(leaving).then(
        table(
            **{
                "land.wood.stacks.pegasus-rider.routed": 1,
                "land.wood.stacks.elf-archer": NOTHING,
                "land.field.stacks.elf-archer.standing": 7,
            }
        )
    )
    assert report_of(done).armies["elf"].lost == {"elf-archer": 2}
