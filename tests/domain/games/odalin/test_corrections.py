"""Corrections of an evening: what was put right or taken back takes with it what followed, and nothing else."""

from companion.testing import Spec, given, table
from domain.games.odalin import GAME
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.villains import DefenseRolled, VillainAttacked
from domain.games.odalin.dungeon.rest import CardUpgraded, Rested
from domain.log import corrections
from domain.log.corrections import TableDecision
from tests.domain.games.odalin import days
from tests.domain.games.odalin.opening import ANA, BEN, IMP, IMP_AT_TURN, PARTY, fight

KILLED = (
    *fight(imp={"hp": 3}),
    AttackDeclared(hero=ANA, target=IMP, damage=1),
    AttackRolled(hits=3, damage=2),
    AttackResolved(),
)
"""An imp of 3 hit points that fell to 1 + 2 damage."""


def test_a_roll_that_was_lower_leaves_the_villain_alive_and_power_as_it_was() -> None:
    spec = given(GAME, *KILLED).then_prompts("Keep power")
    rolled = next(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, AttackRolled))
    play = spec.play
    play.do(lambda c: corrections.amend(c, rolled, {"damage": 1}, play.command()))
    Spec(play).then(table(power=0, fallen={}, **{f"villains.{IMP}.hp": 1}))


def test_an_attack_undone_between_two_defenders_asks_nobody_for_shields() -> None:
    both = VillainAttacked(villain=IMP, hero=ANA, others=(BEN,), damage=3)
    spec = given(GAME, *PARTY, *IMP_AT_TURN, both).when(DefenseRolled(hero=ANA, shields=0))
    spec.then(table(**{"assault.targets": [BEN], "heroes.Ana.hp": 17}))
    attack = next(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, VillainAttacked))
    spec.and_undo(attack, "those").then(
        table(assault=None, agenda={"due": {}}, **{"heroes.Ana.hp": 20, "heroes.Ben.hp": 15})
    )


def test_a_rest_undone_after_one_of_two_upgrades_leaves_the_sleeve_as_it_was() -> None:
    blade = CardUpgraded(hero=ANA, sleeve="Ana 3", card="Blade of Dawn", level=1)
    spec = given(GAME, *days.RESTED).then_prompts(CardUpgraded, CardUpgraded).when(blade)
    spec.then(table(**{"heroes.Ana.sleeves.Ana 3.level": 1}))
    rest = next(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, Rested))
    play, upgrade = spec.play, frozenset({spec.play.campaign.position})
    play.do(lambda c: corrections.withdraw(c, rest, play.command(), TableDecision("those", flipped=upgrade)))
    Spec(play).then(table(level=0, phase="campfire", **{"heroes.Ana.sleeves.Ana 3.level": 0}))
