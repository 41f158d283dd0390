"""Rounds of a battle: who draws when, what is drawn counts, and cards that are drawn here (战斗流程; 同时进攻原则)."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, AreasTracked
from domain.games.runewars.cards import FateDeckKept
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced, UnitsRouted
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.war.armies import left_behind
from domain.games.runewars.war.battle_rounds import (
    BattleFateDrawn,
    BattleRoundStarted,
    DamageAssigned,
    DrawHeldBack,
    RoutsAssigned,
)
from domain.games.runewars.war.battles import ArmiesLinedUp, ReinforcementsJoined
from domain.games.runewars.war.effects import SpecialAbilityResolved, StartOfBattleEffectUsed, StartOfBattlePassed
from domain.games.runewars.war.outcome import StrengthTallied
from tests.domain.games.runewars.moments import SPRING, TWO, Events
from tests.domain.games.runewars.war.field import (
    ARCHERS,
    GAME,
    PASSED,
    TYPED,
    Laid,
    drawn,
    field,
    known,
    missed,
    report_of,
    upright,
)

RIPPERS = Laid(area="field", units={"flesh-ripper": 2})
HORDE = Laid(area="field", units={"berserker": 2, "beastman": 1})
KEEP = Laid(area="field", stronghold="uthuk")


def test_types_of_which_none_stands_line_up_with_none() -> None:
    here = Laid(area="field", units={"berserker": 1, "beastman": 1}, routed={"flesh-ripper": 2, "berserker": 1})
    spec = field(here=here, units={"elf-archer": 2}).and_then(PASSED).then()
    entries = spec.play.campaign.entries()
    lined_up = next(entry.event for entry in entries if isinstance(entry.event, ArmiesLinedUp))
    assert (lined_up.attack, lined_up.defence) == ({"elf-archer": 2}, {"berserker": 1, "beastman": 1})
    assert left_behind(spec.play.campaign.table, "uthuk") == {"flesh-ripper": 2, "berserker": 1}
    assert left_behind(spec.play.campaign.table, "elf") == {}


def test_what_was_drawn_counts_though_all_it_was_drawn_for_are_gone() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer", damage=2)).and_then(drawn("uthuk", "flesh-ripper", damage=2))
    both = {"elf-archer A": 1, "elf-archer B": 1}, {"flesh-ripper A": 1, "flesh-ripper B": 1}
    spec.then(
        followed(
            DamageAssigned(side="elf", damage=both[0], fallen=tuple(both[0])),
            DamageAssigned(side="uthuk", damage=both[1], fallen=tuple(both[1])),
        )
    )


def test_the_table_says_who_is_destroyed_where_nobody_knows_their_health() -> None:
    here = Laid(area="field", units={"warlock": 3})
    spec = field(ARCHERS, known("warlock", initiative=2), here=here, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer", damage=2)).then()
    one_each = DamageAssigned(side="uthuk", damage={"warlock A": 1, "warlock B": 1})
    spec.and_then(one_each).then(refused("damaged-first"))
    spec = spec.and_then(one_each.copy_with(destroyed=("warlock A", "warlock B"))).then()
    assert upright(spec, "uthuk") == {"warlock": 1}


def test_who_is_gone_before_drawing_draws_nothing() -> None:
    spec = field(
        ARCHERS, known("pegasus-rider", initiative=1), here=RIPPERS, units={"elf-archer": 1, "pegasus-rider": 1}
    )
    spec = spec.and_then(PASSED).and_then(missed("elf", "pegasus-rider"))
    spec = spec.and_then(drawn("uthuk", "flesh-ripper", specials=1))
    spec = spec.and_then(SpecialAbilityResolved(side="uthuk", damage={"elf-archer A": 1}))
    spec.then().then_must(StrengthTallied)


def test_who_is_routed_before_drawing_draws_nothing() -> None:
    spec = field(ARCHERS, here=HORDE, units={"elf-archer": 1}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer", specials=1))
    spec = spec.and_then(SpecialAbilityResolved(side="elf", routed=("beastman A",), damage={"berserker A": 1}))
    spec = spec.then().and_then(missed("uthuk", "berserker"))
    spec.then(table(**{"battle.report.volleys.1.count": 1})).then_must(StrengthTallied)


def test_a_side_with_two_types_of_an_initiative_says_which_draws() -> None:
    spec = field(ARCHERS, here=HORDE, units={"elf-archer": 1}).and_then(PASSED).and_then(missed("elf", "elf-archer"))
    spec = spec.then(followed(BattleRoundStarted(number=2)))
    spec.then_prompts("Uthuk Y'llan draws for Berserker", "Uthuk Y'llan draws for Beastman")
    spec.and_then(missed("uthuk", "beastman")).then_must(BattleFateDrawn(side="uthuk", unit="berserker"))


def test_initiatives_without_units_are_skipped() -> None:
    late = known("elf-archer", initiative=4)
    spec = field(late, here=RIPPERS, units={"elf-archer": 1}).and_then(PASSED)
    spec.and_then(missed("uthuk", "flesh-ripper")).then(followed(BattleRoundStarted(number=4)))


def test_a_type_of_unknown_initiative_may_draw_in_any_round() -> None:
    spec = field(here=RIPPERS, units={"elf-warrior": 2}).and_then(PASSED)
    spec.and_then(missed("elf", "elf-warrior")).then()


def test_unread_fate_cards_never_count_as_blank() -> None:
    spec = field(here=RIPPERS, units={"elf-warrior": 2}).and_then(PASSED)
    unread = BattleFateDrawn(side="elf", unit="elf-warrior")
    spec.and_then(unread).then(refused("icons-unknown", bendable=False))
    spec.and_then(unread.copy_with(damage=0)).then(table(**{"battle.report.volleys.0.damage": 0}))


def test_or_it_draws_later() -> None:
    spec = field(here=RIPPERS, units={"elf-warrior": 2}).and_then(PASSED)
    spec = spec.and_then(DrawHeldBack(side="elf")).then()
    spec = spec.and_then(missed("uthuk", "flesh-ripper")).then(followed(BattleRoundStarted(number=2)))
    spec.then_must(BattleFateDrawn(side="elf", unit="elf-warrior"))


def test_in_the_last_round_it_draws() -> None:
    spec = field(here=RIPPERS, units={"elf-warrior": 2}).and_then(PASSED)
    spec = spec.and_then(DrawHeldBack(side="elf")).and_then(missed("uthuk", "flesh-ripper"))
    for _ in range(3):
        spec = spec.and_then(DrawHeldBack(side="elf")).then()
    spec.and_then(DrawHeldBack(side="elf")).then(refused("must-draw", bendable=True))


def test_who_must_draw_does_not_draw_later() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2}).and_then(PASSED)
    spec.and_then(DrawHeldBack(side="elf")).then(refused("must-draw", says="Archer"))


def test_the_attacker_draws_against_an_empty_stronghold() -> None:
    spec = field(ARCHERS, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer", damage=2)).then()
    spec.and_then(StrengthTallied()).then(table(**{"battles.0.armies.uthuk.strength": 5, "battles.0.winner": "uthuk"}))


def test_routs_beyond_those_who_stand_are_lost_and_told() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 1}).and_then(PASSED).and_then(missed("elf", "elf-archer"))
    spec.and_then(drawn("uthuk", "flesh-ripper", routs=3)).then(
        followed(RoutsAssigned(side="elf", units=("elf-archer A",), spare=2))
    )


def test_where_the_cards_are_typed_in_the_app_still_draws_none_until_it_is_told() -> None:
    spec = field(*TYPED, here=RIPPERS, units={"elf-archer": 2}).and_then(PASSED)
    spec.and_then(BattleFateDrawn(side="elf", unit="elf-archer")).then(refused("icons-unknown"))


def test_where_the_app_keeps_the_cards_that_are_typed_in_they_are_drawn_and_read() -> None:
    spec = field(*TYPED, FateDeckKept(), here=RIPPERS, units={"elf-archer": 2}).and_then(PASSED)
    spec.then_must(BattleFateDrawn(side="elf", unit="elf-archer"))
    spec = spec.and_then(BattleFateDrawn(side="elf", unit="elf-archer"), rolled=("1", "8"))
    spec.then(table(**{"fate_open": ["1", "8"], "battle.volleys.elf.specials": 1, "battle.volleys.elf.routs": 1}))


def test_cards_lie_open_until_they_are_resolved() -> None:
    spec = field(*TYPED, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(BattleFateDrawn(side="elf", unit="elf-archer", cards=("6", "12")))
    spec.then(table(fate_open=[], fate_discard=["6", "12"]))


def test_where_the_deck_is_not_kept_the_table_says_what_the_cards_show() -> None:
    tracks = ("calendar", "map", "units", "dials", "influence", "cards", "heroes", "runes", "exploration")
    spec = field(AreasTracked(tracks=tracks), *TYPED, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(BattleFateDrawn(side="elf", unit="elf-archer", specials=1))
    spec.then(table(**{"fate_discard": [], "battle.owed": {"elf": 1}}))


def test_a_card_at_the_start_hits_before_the_rounds() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2})
    hit = StartOfBattleEffectUsed(side="elf", what="fire", damage={"flesh-ripper A": 5})
    spec = spec.and_then(hit).then(hit.copy_with(damage={"flesh-ripper A": 1}))
    assert upright(spec, "uthuk") == {"flesh-ripper": 1}
    assert report_of(spec).armies["uthuk"].causes == {"card": 1}


def test_each_side_may_pass_alone() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2}).and_then(StartOfBattlePassed(side="elf"))
    spec.and_then(StartOfBattlePassed(side="uthuk")).then(followed(BattleRoundStarted(number=1)))


def test_each_side_is_asked_for_itself_whether_it_begins_with_something() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2})
    for side in ("elf", "uthuk"):
        asked = spec.play.campaign.prompts(PUBLIC)[0]
        assert (asked.event, asked.fields, asked.seats) == (StartOfBattlePassed, {"side": side}, {side})
        spec = spec.and_then(StartOfBattlePassed(side=side))


def test_that_neither_side_begins_with_anything_is_said_for_both_at_once() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2})
    (both,) = [one for one in spec.play.campaign.prompts(PUBLIC) if one.joint]
    assert (both.event, both.fields, both.seats) == (StartOfBattlePassed, {}, {"elf", "uthuk"})
    assert not [
        one for one in spec.and_then(StartOfBattlePassed(side="elf")).play.campaign.prompts(PUBLIC) if one.joint
    ]


def test_who_joins_a_battle_fights_in_it() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 1})
    spec = spec.and_then(ReinforcementsJoined(side="elf", units={"elf-archer": 1})).then()
    assert upright(spec, "elf") == {"elf-archer": 2}
    spec.then(table(**{"land.field.stacks.elf-archer.standing": 2, "battle.fighters.elf-archer B.health": 1}))


def test_who_is_destroyed_on_the_map_meanwhile_fights_no_more() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2})
    spec = spec.and_then(UnitsDestroyed(area="field", units={"flesh-ripper": 1}, why="a card")).and_then(PASSED)
    assert upright(spec, "uthuk") == {"flesh-ripper": 1}
    assert report_of(spec).armies["uthuk"].lost == {"flesh-ripper": 1}


def test_an_amended_draw_lets_damage_fall_anew() -> None:
    spec = field(ARCHERS, here=RIPPERS, units={"elf-archer": 2}).and_then(PASSED).and_then(missed("elf", "elf-archer"))
    spec = spec.and_then(drawn("uthuk", "flesh-ripper", damage=1))
    entry = next(
        e
        for e in spec.play.campaign.entries()
        if e.event == drawn("uthuk", "flesh-ripper", damage=1).copy_with(count=2, unnamed=2)
    )
    spec = spec.and_amend(entry.position, damage=2).then()
    assert upright(spec, "elf") == {}


NO_ROUTS = RulingMade(ruling="no-routs-in-spring")
SUMMER = Adjusted(path="season", after=2, reason="as it is")


@pytest.mark.parametrize(
    ("events", "left"),
    [((), 1), ((NO_ROUTS,), 2), ((NO_ROUTS, SUMMER), 1), ((NO_ROUTS, NO_ROUTS.copy_with(usual=True)), 1)],
    ids=["usual", "ruled", "ruled, in summer", "as usual again"],
)
def test_g_49_some_tables_rout_nobody_in_spring(events: Events, left: int) -> None:
    spec = field(ARCHERS, *events, here=RIPPERS, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(missed("elf", "elf-archer")).and_then(drawn("uthuk", "flesh-ripper", routs=1))
    assert upright(spec.then(), "elf") == {"elf-archer": left}


def test_g_49_there_no_card_routs_anybody_either() -> None:
    ruled = given(GAME, *TWO, *SPRING, NO_ROUTS, UnitsPlaced(area="3A", units={"footman": 2}))
    routed = UnitsRouted(area="3A", units={"footman": 1}, why="a card")
    ruled.when(routed).then(refused("nobody-in-spring", bendable=True))
    ruled.when(SUMMER).and_then(routed).then(table(**{"land.3A.stacks.footman.routed": 1}))


def test_what_the_table_says_that_its_cards_show_names_no_card() -> None:
    spec = field(*TYPED, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer", damage=2))
    spec.then(
        says("Latari Elves drew 2 fate cards for Archer: 0 specials, 0 routs, 2 damage"),
        table(fate_open=[], fate_discard=["", ""]),
    )


def test_where_the_cards_are_not_typed_in_two_are_discarded_all_the_same() -> None:
    spec = field(ARCHERS, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    spec.and_then(BattleFateDrawn(side="elf", unit="elf-archer", damage=0)).then(table(fate_discard=["", ""]))


def test_units_of_an_unknown_faction_belong_to_the_owner_of_their_stack() -> None:
    lined = field(known("flesh-ripper", faction=""), here=RIPPERS, units={"elf-archer": 2})
    lined.then(table(**{"battle.fighters.flesh-ripper A.owner": "uthuk"}))


def test_units_of_an_unknown_faction_join_the_side_that_they_fight_for() -> None:
    begun = field(known("footman", faction=""), here=RIPPERS, units={"elf-archer": 2})
    joined = begun.and_then(ReinforcementsJoined(side="elf", units={"footman": 1}))
    joined.then(table(**{"land.field.stacks.footman.owner": "elf", "battle.fighters.footman A.owner": "elf"}))
