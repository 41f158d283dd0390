"""What becomes of a battle that is decided: strength, strongholds, retreats (计算实力; 结算; 撤退)."""

import pytest

from companion.testing import NOTHING, Spec, followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.units import ExcessDestroyed
from domain.games.runewars.war.aftermath import (
    ArmyRetreated,
    BattleEnded,
    ExcessWinnersRetreated,
    PreRoutedUnitsDestroyed,
    StrongholdConquered,
)
from domain.games.runewars.war.effects import StartOfBattlePassed
from domain.games.runewars.war.outcome import BattleResolvedByHand, StrengthTallied, attacker_wins, strength_of_side
from tests.domain.games.runewars.war.field import (
    ARCHERS,
    AWAY,
    CONQUER,
    GAME,
    HOME,
    MOBILIZE,
    PASSED,
    Arrived,
    BattleStarted,
    Laid,
    drawn,
    field,
    missed,
    report_of,
)

ELVES = {"elf-archer": 3, "pegasus-rider": 2}
KEEP = Laid(area="field", units={"berserker": 2}, stronghold="uthuk")
RUIN = Laid(area="field", units={"berserker": 1}, stronghold="uthuk", intact=False, development="diplomacy")
CAMP = Laid(area="field", units={"berserker": 2}, routed={"flesh-ripper": 1})
WILD = Laid(area="field", units={"beastman": 2})
ELF_WINS, UTHUK_WINS = BattleResolvedByHand(winner="elf"), BattleResolvedByHand(winner="uthuk")


def missing(here: Laid, units: dict[str, int], *events: object) -> Spec:
    """A battle in which everybody misses, up to the tally."""
    spec = field(ARCHERS, *events, here=here, units=units).and_then(PASSED)  # type: ignore[arg-type]
    spec = spec.and_then(missed("elf", "elf-archer"))
    for unit in here.units:
        spec = spec.and_then(missed("uthuk", unit))
    return spec


# --- C-13 ---


@pytest.mark.parametrize(
    ("counted", "is_"),
    [
        pytest.param((4,), 4, id="C-13 units alone"),
        pytest.param((2, 5), 7, id="C-13 with a stronghold"),
        pytest.param((2, 5, 3), 4, id="C-13 under siege"),
        pytest.param((2, 2, 3), 2, id="C-13 a stronghold never counts below nothing"),
        pytest.param((2, 0, 0, -5), 0, id="C-13 nobody is weaker than nothing"),
    ],
)
def test_strength(counted: tuple[int, ...], is_: int) -> None:
    units, *rest = counted
    stronghold, siege, more = (*rest, 0, 0, 0)[:3]
    assert strength_of_side(units, stronghold, siege, more) == is_


def test_a_tie_is_the_defenders() -> None:
    assert attacker_wins(4, 3)
    assert not attacker_wins(3, 3)


def test_a_stronghold_adds_five_and_is_flipped_though_it_holds() -> None:
    missing(KEEP, {"elf-archer": 4}).and_then(StrengthTallied()).then(
        table(**{"battles.0.armies.uthuk.strength": 7, "land.field.stronghold.intact": False}),
        says(
            "Strength: Latari Elves 4, Uthuk Y'llan 7: Uthuk Y'llan won",
            "The stronghold in field was destroyed",
            "Latari Elves retreated to wood: Archer ×4",
            "The battle in field ended",
        ),
    )


def test_a_destroyed_one_adds_three_and_stays_as_it_is() -> None:
    missing(RUIN, {"elf-archer": 4}).and_then(StrengthTallied()).then(
        table(**{"battles.0.armies.uthuk.strength": 4, "battles.0.winner": "uthuk", "battles.0.stronghold": ""})
    )


def test_its_strength_may_be_another_one_and_cards_add_to_it() -> None:
    spec = missing(RUIN, {"elf-archer": 4})
    spec.and_then(StrengthTallied(stronghold=1, more_attack=1, more_defence=-1)).then(
        table(**{"battles.0.armies.uthuk.strength": 1, "battles.0.armies.elf.strength": 5})
    )


def test_routed_attackers_flip_a_stronghold_too() -> None:
    field(here=KEEP, units={"elf-archer": 1}).and_then(UTHUK_WINS.copy_with(routed={"elf-archer": 1})).then(
        table(**{"battles.0.stronghold": "destroyed"})
    )


def test_unless_the_table_rules_otherwise() -> None:
    ruling = RulingMade(ruling="standing-attackers-flip")
    field(ruling, here=KEEP, units={"elf-archer": 1}).and_then(UTHUK_WINS.copy_with(routed={"elf-archer": 1})).then(
        table(**{"battles.0.stronghold": "", "land.field.stronghold.intact": True})
    )


def test_nobody_flips_it_when_no_attacker_is_left() -> None:
    field(here=KEEP, units={"elf-archer": 1}).and_then(UTHUK_WINS.copy_with(lost={"elf-archer": 1})).then(
        followed(BattleEnded(area="field")), table(**{"land.field.stronghold.intact": True})
    )


# --- C-23: strongholds conquered ---


def test_a_conquered_stronghold_becomes_the_winners_destroyed_and_loses_its_development() -> None:
    spec = field(here=RUIN, units=ELVES).and_then(ELF_WINS.copy_with(lost={"berserker": 1}))
    spec.then(
        followed(
            StrongholdConquered(seat="elf", area="field", placed=True, development="diplomacy"),
            BattleEnded(area="field"),
        ),
        table(
            **{
                "land.field.stronghold": {"owner": "elf", "intact": False},
                "land.field.development": None,
                "land.field.controller": "elf",
                "battles.0.stronghold": "conquered",
            }
        ),
    )


KEEPS = tuple(Laid(area=f"keep {n}", stronghold="elf", development="diplomacy") for n in range(4))


def without_any_left() -> Spec:
    return field(*KEEPS, here=RUIN, units=ELVES).and_then(ELF_WINS.copy_with(lost={"berserker": 1})).then()


def test_with_none_left_in_the_box_the_winner_may_take_one_from_elsewhere() -> None:
    spec = without_any_left()
    spec.then_must(StrongholdConquered)
    spec.and_then(StrongholdConquered(instead="keep 2")).then(
        table(
            **{
                "land.field.stronghold": {"owner": "elf", "intact": False},
                "land.keep 2.stronghold": None,
                "land.keep 2.development": None,
                "land.keep 2.controller": "",
            }
        )
    )


def test_or_leave_none() -> None:
    without_any_left().and_then(StrongholdConquered()).then(
        table(**{"land.field.stronghold": None, "battles.0.stronghold": "removed", "land.field.controller": "elf"})
    )


def test_with_one_left_in_the_box_none_is_taken_from_elsewhere() -> None:
    spec = field(KEEPS[0], here=RUIN, units=ELVES).and_then(ELF_WINS.copy_with(lost={"berserker": 1}))
    withdrawn = spec.and_undo(spec.play.campaign.position - 1)
    withdrawn.and_then(StrongholdConquered(instead="keep 0")).then(refused("still-in-box", bendable=True))


# --- retreats ---


def test_who_was_routed_before_the_battle_is_destroyed_with_the_losers() -> None:
    spec = field(here=CAMP, units=ELVES).and_then(ELF_WINS)
    spec.then(
        followed(
            PreRoutedUnitsDestroyed(side="uthuk", units={"flesh-ripper": 1}),
            ArmyRetreated(to="steppe", side="uthuk", units={"berserker": 2}),
            BattleEnded(area="field"),
        )
    )
    assert report_of(spec).armies["uthuk"].causes == {"routed before": 1}


def test_but_stays_with_the_winners() -> None:
    field(here=CAMP, units=ELVES).and_then(UTHUK_WINS).then(table(**{"land.field.stacks.flesh-ripper.routed": 1}))


def test_with_nowhere_to_go_an_army_is_destroyed() -> None:
    laid = (Laid(area="wood", units={"footman": 1}), Laid(area="field", units={"berserker": 1}))
    spec = given(GAME, *CONQUER, *laid, Arrived(area="field", units=ELVES)).when(
        BattleStarted(seat="elf", area="field")
    )
    spec.and_then(UTHUK_WINS).then(
        followed(ArmyRetreated(side="elf", units=ELVES), BattleEnded(area="field")),
        table(**{"battles.0.armies.elf.causes": {"nowhere to go": 5}, "land.field.stacks.elf-archer": NOTHING}),
        says(
            "Uthuk Y'llan won the battle",
            "Latari Elves – destroyed, with nowhere to go: Archer ×3, Pegasus Rider ×2",
            "The battle in field ended",
        ),
    )


def lost_between(*sides: Laid) -> Spec:
    """The elves lose between two areas."""
    left, right = sides
    laid = (left, KEEP.copy_with(stronghold=""), right, Arrived(area="field", units=ELVES))
    return given(GAME, *CONQUER, *laid).when(BattleStarted(seat="elf", area="field")).and_then(UTHUK_WINS)


def test_of_several_ways_none_is_filled_in_and_each_is_a_key() -> None:
    spec = lost_between(HOME, HOME.copy_with(area="glade"))
    assert ArmyRetreated.prefilled(spec.play.campaign.table) == {}
    asked = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is ArmyRetreated)
    assert (asked.required, asked.keypad, asked.also_required, asked.fields) == (True, "to", ("to",), {})


def test_who_of_several_types_does_not_fit_is_asked_and_only_the_way_is_filled_in() -> None:
    spec = field(here=WILD, units={"elf-archer": 9, "pegasus-rider": 2}).and_then(ELF_WINS)
    assert ExcessWinnersRetreated.prefilled(spec.play.campaign.table) == {"to": "wood"}
    asked = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is ExcessWinnersRetreated)
    assert (asked.required, asked.missing) == (True, ["units"])


@pytest.mark.parametrize("retreat", [ArmyRetreated, ExcessWinnersRetreated])
def test_without_a_battle_nobody_s_retreat_is_known(retreat: type[ArmyRetreated | ExcessWinnersRetreated]) -> None:
    assert retreat.prefilled(given(GAME, *CONQUER).play.campaign.table) == {}


def test_of_several_areas_the_loser_chooses_one() -> None:
    spec = lost_between(HOME, HOME.copy_with(area="glade"))
    spec.then_must(ArmyRetreated)
    spec.and_then(ArmyRetreated(to="glade")).then(
        table(**{"land.glade.stacks.pegasus-rider.routed": 2, "battles.0.armies.elf.retreat": "glade"})
    )


def test_who_lost_is_asked_where_to() -> None:
    (retreat,) = lost_between(HOME, HOME.copy_with(area="glade")).play.campaign.prompts_of_all(PUBLIC)
    assert retreat.seats == {"elf"}


@pytest.mark.parametrize("case", ["X44"])
def test_a_friendly_area_comes_before_an_empty_one(case: str) -> None:
    lost_between(HOME, HOME.copy_with(area="glade")).and_then(ArmyRetreated(to="field")).then(refused("not-beside"))
    lost_between(HOME, Laid(area="glade")).then(table(**{"battles.0.armies.elf.retreat": "wood"}))
    lost_between(Laid(area="moor"), AWAY).then(table(**{"battles.0.armies.elf.retreat": "moor"}))


def test_who_can_retreat_does() -> None:
    lost_between(HOME, HOME.copy_with(area="glade")).and_then(ArmyRetreated()).then(refused("must-go-somewhere"))


@pytest.mark.parametrize("case", ["X45"])
def test_neutral_units_retreat_to_where_nobody_rules(case: str) -> None:
    spec = field(here=WILD, units=ELVES, start=MOBILIZE).and_then(ELF_WINS)
    spec.then(
        followed(ArmyRetreated(side="neutral", units={"beastman": 2}), BattleEnded(area="field")),
        table(**{"battles.0.armies.neutral.causes": {"nowhere to go": 2}, "land.field.controller": "elf"}),
    )


def test_the_player_to_the_left_is_asked_where_neutral_units_retreat_to() -> None:
    laid = (Laid(area="moor"), WILD, Laid(area="fen"), HOME, Arrived(area="field", units=ELVES))
    begun = given(GAME, *MOBILIZE, *laid, BattleStarted(seat="elf", area="field"))
    won = begun.when(ELF_WINS).then_prompts("Uthuk Y'llan: where do the neutral units retreat to?")
    assert [one.seats for one in won.play.campaign.prompts_of_all(PUBLIC)] == [{"uthuk"}]


def test_neutral_units_are_played_by_the_player_to_the_left() -> None:
    field(here=WILD, units=ELVES).then(table(**{"battle.player": "uthuk", "battle.defender": "neutral"}))


FULL = Laid(area="wood", units={"sorceress": 4, "elf-archer": 2})


def test_where_more_than_eight_are_then_the_owner_destroys_some() -> None:
    spec = lost_between(FULL, AWAY)
    spec.then(followed(ArmyRetreated(to="wood", side="elf", units=ELVES), BattleEnded(area="field")))
    spec.then_must(ExcessDestroyed)


def test_of_the_winners_eight_stay() -> None:
    spec = field(here=WILD, units={"elf-archer": 9, "pegasus-rider": 2}).and_then(ELF_WINS).then()
    wrong = ExcessWinnersRetreated(units={"elf-archer": 2}, to="wood")
    spec.and_then(wrong).then(refused("not-the-excess", bendable=True, says="choose 3"))
    spec.then_must(ExcessWinnersRetreated)
    spec.and_then(ExcessWinnersRetreated(to="wood", units={"elf-archer": 1, "pegasus-rider": 2})).then(
        table(
            **{
                "land.wood.stacks.pegasus-rider": {"owner": "elf", "standing": 0, "routed": 2},
                "land.field.stacks.elf-archer.standing": 8,
                "battle": None,
            }
        )
    )


def test_they_go_where_they_may_retreat_to() -> None:
    spec = field(here=WILD, units={"elf-archer": 9, "pegasus-rider": 2}).and_then(ELF_WINS)
    away = ExcessWinnersRetreated(units={"elf-archer": 3}, to="steppe")
    spec.and_then(away).then(refused("not-a-retreat", bendable=True))
    spec.and_then(away.copy_with(to=None)).then(refused("must-go-somewhere", bendable=True))


def test_who_is_left_where_there_is_but_one_type_goes_by_itself() -> None:
    field(here=WILD, units={"elf-archer": 9}).and_then(ELF_WINS).then(
        followed(
            ArmyRetreated(side="neutral", units={"beastman": 2}),
            ExcessWinnersRetreated(units={"elf-archer": 1}, to="wood", side="elf"),
            BattleEnded(area="field"),
        )
    )


def test_who_loses_the_last_area_is_out_of_the_war() -> None:
    laid = (HOME, Laid(area="field", units={"berserker": 1}, home="uthuk"))
    spec = given(GAME, *CONQUER, *laid, Arrived(area="field", units=ELVES)).when(
        BattleStarted(seat="elf", area="field")
    )
    spec.and_then(ELF_WINS).then(table(**{"seats.uthuk.eliminated": True, "land.field.controller": "elf"}))


# --- allies, and results by hand ---


def test_neutral_units_that_came_with_the_attacker_fight_for_it() -> None:
    here = Laid(area="field", units={"berserker": 1, "beastman": 1})
    spec = field(here=here, units={"elf-archer": 1, "beastman": 2}, allies={"beastman": 2})
    spec.then(table(**{"battle.report.armies.elf.units": {"beastman": 2, "elf-archer": 1}}))
    spec.then(table(**{"battle.report.armies.uthuk.units": {"berserker": 1, "beastman": 1}}))
    spec.and_then(UTHUK_WINS).then(
        table(
            **{
                "land.wood.stacks.beastman.routed": 2,
                "land.field.stacks.beastman.standing": 1,
                "land.wood.allied": "elf",
            }
        )
    )


def test_a_result_by_hand_holds_with_strength() -> None:
    spec = field(here=KEEP, units=ELVES)
    spec.and_then(ELF_WINS.copy_with(attack=4, defence=4)).then(refused("not-by-strength", bendable=True))
    spec.and_then(ELF_WINS.copy_with(attack=5, defence=4)).then(table(**{"battles.0.armies.elf.strength": 5}))


def test_what_is_decided_is_not_decided_again() -> None:
    lost_between(HOME, HOME.copy_with(area="glade")).and_then(ELF_WINS).then(refused("not-now", bendable=False))


def test_nobody_loses_more_than_fought() -> None:
    spec = field(here=KEEP, units=ELVES)
    spec.and_then(ELF_WINS.copy_with(lost={"berserker": 2}, routed={"berserker": 1})).then(
        refused("more-than-fought", bendable=False)
    )


def test_with_nothing_typed_in_the_result_is_the_next_thing() -> None:
    spec = field(here=Laid(area="field", units={"chaos-lord": 1}), units={"elf-warrior": 1})
    spec.then_must(BattleResolvedByHand)


def test_with_nothing_typed_in_strength_is_counted_after_the_draws_that_the_table_made() -> None:
    spec = field(here=WILD, units={"elf-warrior": 3}).and_then(PASSED)
    spec.and_then(drawn("elf", "elf-warrior", damage=2)).then_next("Count strength")


def test_with_sheets_typed_in_it_is_possible_besides() -> None:
    spec = field(here=KEEP, units=ELVES)
    spec.then_must(StartOfBattlePassed(side="elf"))
    spec.then_prompts(BattleResolvedByHand)


def test_the_end_of_a_battle_goes_with_the_retreat_that_is_taken_back() -> None:
    spec = field(here=KEEP, units=ELVES).and_then(UTHUK_WINS)
    retreated = next(e.position for e in spec.play.campaign.entries() if isinstance(e.event, ArmyRetreated))
    spec.and_undo_alone(retreated).then_must(ArmyRetreated)


def test_what_was_taken_back_is_the_next_thing() -> None:
    spec = field(here=KEEP, units=ELVES).and_then(UTHUK_WINS)
    spec.and_undo_alone(spec.play.campaign.position).then_must(BattleEnded)
