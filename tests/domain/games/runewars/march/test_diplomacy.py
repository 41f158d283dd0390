"""Diplomacy: C-19, C-22; X39 to X45, G-32."""

import pytest

from companion.testing import NOTHING, Spec, followed, given, refused, says, table
from domain.framework.kernel import Adjusted, AreasTracked, ContentCorrected
from domain.games.runewars.cards import FateDeckKept
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced
from domain.games.runewars.march.diplomacy import (
    DiplomacyCardChosen,
    DiplomacyStarted,
    NeutralsScattered,
    NeutralsWithdrew,
    RefusalAnswered,
)
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched
from domain.games.runewars.year.orders import TurnEnded
from tests.domain.games.runewars.march.land import GAME, Spot
from tests.domain.games.runewars.moments import SPRING, THREE, Events, ordered

MARKS: Events = tuple(
    ContentCorrected(kind="fate", id=card, fields={"destiny": mark})
    for card, mark in (("1", "ally"), ("2", "withdraw"), ("3", "refuse"))
)
CAMP = Spot(area="camp", q=0, units={"elf-archer": 2, "pegasus-rider": 1})
LAIR = Spot(area="lair", q=1, units={"beastman": 2, "dragon": 1})
ELVES: Events = (*MARKS, *THREE, *SPRING, *ordered(elf="conquer", human="recruit", uthuk="harvest"))


def at_the_lair(*land: Spot, lair: Spot = LAIR, archers: int = 2) -> Spec:
    """The elves have marched into an area of neutral units."""
    march = UnitsMarched(seat="elf", area="lair", stacks={"camp/elf-archer": archers})
    return given(GAME, *ELVES, CAMP, lair, *land, AreaActivated(seat="elf", area="lair"), march)


def offer(influence: int, *cards: str) -> DiplomacyStarted:
    return DiplomacyStarted(seat="elf", area="lair", influence=influence, cards=cards)


def chosen(card: str, *land: Spot) -> Spec:
    """They have drawn cards of all marks, and chosen one."""
    return at_the_lair(*land).when(offer(3, "1", "2", "3")).and_then(DiplomacyCardChosen(card=card))


def test_as_many_cards_are_drawn_as_influence_is_paid() -> None:
    talks = at_the_lair().when(offer(3, "1", "2", "3"))
    talks.then(table(**{"seats.elf.influence": 0, "fate_open": ["1", "2", "3"]})).then_prompts(DiplomacyCardChosen)
    talks.then_asked_of(DiplomacyCardChosen, "elf")


def test_no_influence_is_offered_while_diplomacy_goes_on() -> None:
    """The diplomacy that is under way would be lost, so no card overrules that."""
    twice = at_the_lair().when(offer(1, "1")).and_then(offer(1, "2"), bend="a card says so")
    twice.then(refused("talks-first", bendable=False, says="lair"))


def test_the_neutral_units_ally_and_stay() -> None:
    chosen("1").then(
        says("Latari Elves chose Fate 1, the mark “ally” for lair"),
        table(
            **{
                "land.lair.controller": "elf",
                "land.lair.allied": "elf",
                "land.lair.contested": False,
                "fate_open": [],
                "fate_discard": ["1", "2", "3"],
                "diplomacy": None,
                "agenda.due": {},
            }
        ),
    )


def test_one_attempt_is_for_all_neutral_units() -> None:
    empty = Spot(area="moor", q=2)
    chosen("2", empty).then(
        table(
            **{
                "land.moor.stacks.beastman": {"owner": "neutral", "standing": 0, "routed": 2},
                "land.moor.stacks.dragon": {"owner": "neutral", "standing": 0, "routed": 1},
                "land.lair.controller": "elf",
            }
        )
    )


def test_x42_all_cards_are_drawn_at_once() -> None:
    at_the_lair().when(offer(3, "1")).then(refused("not-all-at-once", bendable=False, says="3 are needed, 1 named"))


def test_all_cards_that_were_drawn_are_discarded() -> None:
    drawn = at_the_lair().when(FateDeckKept()).and_then(offer(2)).play.campaign.table.fate_open
    assert len(drawn) == 2
    done = at_the_lair().when(offer(2, *drawn)).and_then(DiplomacyCardChosen(card=drawn[0], mark="ally"))
    done.then(table(fate_discard=list(drawn)))


def test_cards_of_the_table_are_counted_and_only_the_chosen_mark_is_asked_for() -> None:
    talks = at_the_lair().when(offer(2))
    talks.then(table(fate_open=["", ""])).then_prompts(DiplomacyCardChosen)
    talks.and_then(DiplomacyCardChosen()).then(refused("no-mark"))
    done = talks.and_then(DiplomacyCardChosen(mark="ally"))
    done.then(table(fate_open=[], fate_discard=["", ""]))


def test_x40_diplomacy_needs_influence() -> None:
    at_the_lair().when(offer(4)).then(refused("not-enough-influence", bendable=False))


@pytest.mark.parametrize("influence", [0, 7])
def test_c_19_one_to_six_influence(influence: int) -> None:
    with pytest.raises(ValueError, match="influence"):
        offer(influence)


def test_x41_with_nobody_there_is_nothing_to_say() -> None:
    given(GAME, *ELVES, CAMP, Spot(area="lair", q=1)).when(offer(1)).then(refused("no-one-to-talk-to", bendable=True))


def test_x41_nor_where_another_player_stands() -> None:
    both = Spot(area="lair", q=1, units={"beastman": 1, "berserker": 1})
    at_the_lair(lair=both).when(offer(1)).then(refused("no-one-to-talk-to"))


def test_nobody_talks_from_afar() -> None:
    given(GAME, *ELVES, CAMP, LAIR).when(offer(1)).then(refused("nobody-talks", bendable=True))


def test_x43_the_chosen_card_is_one_of_those_drawn() -> None:
    at_the_lair().when(offer(1, "1")).and_then(DiplomacyCardChosen(card="2")).then(refused("not-among-drawn"))


def test_x43_one_of_the_cards_that_lie_open_is_named() -> None:
    at_the_lair().when(offer(2, "1", "2")).and_then(DiplomacyCardChosen(mark="ally")).then(
        refused("which-fate-card", bendable=False)
    )


def test_one_card_is_chosen() -> None:
    again = DiplomacyCardChosen(mark="ally")
    chosen("3").and_then(again).then(refused("fate-card-chosen", bendable=True))
    chosen("2", Spot(area="moor", q=2), Spot(area="fen", q=1, r=1)).and_then(again).then(refused("fate-card-chosen"))


@pytest.mark.parametrize(
    "answer",
    [
        NeutralsWithdrew(seat="uthuk", area="lair", to="moor"),
        RefusalAnswered(seat="elf", area="lair", answer="retreat"),
    ],
    ids=["they withdraw", "they refuse"],
)
def test_before_a_card_is_chosen_nothing_comes_of_it(answer: NeutralsWithdrew | RefusalAnswered) -> None:
    at_the_lair(Spot(area="moor", q=2)).when(offer(1, "1")).and_then(answer).then(refused("not-asked", bendable=True))


def test_the_player_on_the_left_alone_chooses_where_to() -> None:
    two = chosen("2", Spot(area="moor", q=2), Spot(area="fen", q=1, r=1))
    two.and_then(NeutralsWithdrew(seat="human", area="lair", to="fen")).then(refused("not-asked", bendable=True))


def test_who_is_allied_is_counted_once() -> None:
    herd = Spot(area="camp", q=0, units={"elf-archer": 2, "beastman": 3})
    march = UnitsMarched(seat="elf", area="lair", stacks={"camp/elf-archer": 2, "camp/beastman": 3})
    talks = given(GAME, *ELVES, herd, LAIR, AreaActivated(seat="elf", area="lair"), march).when(offer(1, "1"))
    allied = talks.and_then(DiplomacyCardChosen(card="1"))
    allied.and_then(UnitsDestroyed(area="lair", units={"elf-archer": 1})).then(refused("not-at-will"))


def test_a_card_whose_mark_nobody_typed_in_is_read_out() -> None:
    talks = at_the_lair().when(offer(1, "9"))
    talks.and_then(DiplomacyCardChosen(card="9")).then(refused("no-mark", bendable=False))
    talks.and_then(DiplomacyCardChosen(card="9", mark="ally")).then(table(**{"land.lair.allied": "elf"}))


def test_a_table_without_the_fate_deck_says_the_mark() -> None:
    tracked = tuple(area for area in GAME.table.areas if area != "fate")
    talks = at_the_lair().when(AreasTracked(tracks=tracked)).and_then(offer(2)).then(table(fate_open=[]))
    talks.then_prompts(DiplomacyCardChosen)
    talks.and_then(DiplomacyCardChosen(mark="ally")).then(table(**{"land.lair.allied": "elf"}))


def test_g_32_more_than_eight_only_come_to_fight() -> None:
    many = Spot(area="camp", q=0, units={"elf-archer": 9})
    march = UnitsMarched(seat="elf", area="lair", stacks={"camp/elf-archer": 9})
    crowd = given(GAME, *ELVES, many, LAIR, AreaActivated(seat="elf", area="lair"), march)
    crowd.when(offer(1)).then(refused("too-many-to-talk", bendable=True, says="destroy 1 in lair"))
    fewer = crowd.and_then(UnitsDestroyed(area="lair", units={"elf-archer": 1}))
    fewer.and_then(offer(1)).then(table(**{"diplomacy.area": "lair"}))


def test_an_alliance_of_more_than_eight_is_brought_down_to_eight() -> None:
    herd = Spot(area="lair", q=1, units={"beastman": 7})
    allied = at_the_lair(lair=herd).when(offer(1, "1")).and_then(DiplomacyCardChosen(card="1"))
    allied.then_prompts("Latari Elves: destroy units in lair until 8 are left")


# --- they withdraw ---


def test_c_22_with_nowhere_to_go_they_are_destroyed() -> None:
    lost = chosen("2")
    lost.then(table(**{"land.lair.stacks.beastman": NOTHING, "land.lair.controller": "elf", "diplomacy": None}))
    assert any(isinstance(entry.event, NeutralsScattered) for entry in lost.play.campaign.entries())


def test_the_player_on_the_left_chooses_where_to() -> None:
    two = chosen("2", Spot(area="moor", q=2), Spot(area="fen", q=1, r=1))
    two.then_prompts("Uthuk Y'llan: where do the neutral units of lair withdraw to?")
    two.and_then(NeutralsWithdrew(seat="uthuk", area="lair", to="fen")).then(
        table(
            **{"land.fen.stacks.dragon.routed": 1, "land.lair.controller": "elf", "agenda.due": {}, "diplomacy": None}
        )
    )


def test_x45_they_go_where_nobody_has_control() -> None:
    held = (Spot(area="moor", q=2), Spot(area="fen", q=1, r=1), Spot(area="fort", q=1, r=-1, units={"footman": 1}))
    chosen("2", *held).and_then(NeutralsWithdrew(seat="uthuk", area="lair", to="fort")).then(
        refused("not-for-neutrals", bendable=True)
    )


WINGS = ContentCorrected(kind="units", id="dragon", fields={"flying": True})
RIDERS = ContentCorrected(kind="units", id="pegasus-rider", fields={"flying": True})


def test_g_09_over_a_mountain_only_those_withdraw_who_fly() -> None:
    moor = Spot(area="moor", q=2, borders={"3": "mountain"})
    talks = at_the_lair(moor).when(WINGS).and_then(offer(3, "1", "2", "3"))
    talks.and_then(DiplomacyCardChosen(card="2")).then(
        followed(NeutralsWithdrew(seat="uthuk", area="lair", to="moor", lost={"beastman": 2})),
        table(
            **{
                "land.moor.stacks.dragon": {"owner": "neutral", "standing": 0, "routed": 1},
                "land.moor.stacks.beastman": NOTHING,
                "land.lair.controller": "elf",
            }
        ),
    )


def test_a_withdrawal_that_is_taken_back_is_asked_for_again() -> None:
    one = chosen("2", Spot(area="moor", q=2))
    one.and_undo_alone(one.play.campaign.position).then_prompts(
        "Uthuk Y'llan: where do the neutral units of lair withdraw to?"
    )


# --- they refuse ---


def test_g_09_over_a_mountain_only_those_retreat_who_fly() -> None:
    camp = Spot(area="camp", q=0, units={"pegasus-rider": 1, "sorceress": 1}, borders={"0": "mountain"})
    moor = Spot(area="moor", q=2, units={"elf-archer": 2})
    march = UnitsMarched(seat="elf", area="lair", stacks={"camp/pegasus-rider": 1, "moor/elf-archer": 2})
    beaten = UnitsPlaced(area="moor", units={"giant": 1}, why="a card")
    land = (RIDERS, *ELVES, camp, LAIR, moor, AreaActivated(seat="elf", area="lair"), march, beaten)
    talks = given(GAME, *land).when(offer(1, "3")).and_then(DiplomacyCardChosen(card="3"))
    talks.and_then(RefusalAnswered(seat="elf", area="lair", answer="retreat")).then(
        table(
            **{
                "land.camp.stacks.pegasus-rider": {"owner": "elf", "standing": 0, "routed": 1},
                "land.camp.stacks.elf-archer": NOTHING,
                "land.lair.stacks.elf-archer": NOTHING,
            }
        ),
        says("Latari Elves was refused in lair: retreat to camp; destroyed, with nowhere to go: Archer ×2"),
    )


def test_refused_they_fight_or_retreat() -> None:
    chosen("3").then_prompts("Latari Elves was refused in lair: fight or retreat?").and_then(
        TurnEnded(seat="elf")
    ).then(refused("wrong-step"))


def test_refused_they_fight() -> None:
    fight = chosen("3").and_then(RefusalAnswered(seat="elf", area="lair", answer="battle"))
    fight.then(table(**{"battle.area": "lair", "diplomacy": None, "turn.fought": True, "agenda.due": {}}))


def test_refused_they_retreat_routed_to_a_friendly_area() -> None:
    back = chosen("3").and_then(RefusalAnswered(seat="elf", area="lair", answer="retreat"))
    back.then(
        table(
            **{
                "land.camp.stacks.elf-archer": {"owner": "elf", "standing": 0, "routed": 2},
                "land.lair.stacks.dragon.standing": 1,
                "land.lair.controller": "",
                "land.lair.contested": False,
                "diplomacy": None,
            }
        )
    )


def test_x44_a_retreat_leads_to_a_friendly_area_while_there_is_one() -> None:
    back = chosen("3", Spot(area="moor", q=2)).and_then(
        RefusalAnswered(seat="elf", area="lair", answer="retreat", to="moor")
    )
    back.then(refused("not-a-retreat", bendable=True))


def test_a_retreat_that_may_lead_to_several_areas_says_where() -> None:
    towers = Spot(area="tower", q=1, r=1, units={"sorceress": 1})
    chosen("3", towers).and_then(RefusalAnswered(seat="elf", area="lair", answer="retreat")).then(
        refused("where-to", bendable=False, says="tower, camp")
    )


def test_x39_after_a_battle_only_a_retreat_is_left() -> None:
    fought = chosen("3").and_then(Adjusted(path="turn.fought", after=True, reason="they fought before"))
    fought.and_then(RefusalAnswered(seat="elf", area="lair", answer="battle")).then(
        refused("second-battle", bendable=True)
    )


def test_x39_its_form_begins_with_the_retreat() -> None:
    fought = chosen("3").and_then(Adjusted(path="turn.fought", after=True, reason="they fought before"))
    assert RefusalAnswered.prefilled(fought.play.campaign.table) == {"answer": "retreat"}
    assert RefusalAnswered.prefilled(chosen("3").play.campaign.table) == {}


def test_who_may_only_retreat_is_asked_for_that_alone() -> None:
    fought = chosen("3").and_then(Adjusted(path="turn.fought", after=True, reason="they fought before"))
    chosen("3").then_prompts("Latari Elves was refused in lair: fight or retreat?")
    fought.then_prompts("Latari Elves was refused in lair: retreat?")


def test_neutral_units_that_came_along_retreat_with_them() -> None:
    herd = Spot(area="camp", q=0, units={"elf-archer": 2, "sorceress": 1, "beastman": 1})
    march = UnitsMarched(seat="elf", area="lair", stacks={"camp/elf-archer": 2, "camp/beastman": 1})
    start = given(GAME, *ELVES, herd, LAIR, AreaActivated(seat="elf", area="lair"), march)
    back = start.when(offer(1, "3")).and_then(DiplomacyCardChosen(card="3"))
    back.and_then(RefusalAnswered(seat="elf", area="lair", answer="retreat")).then(
        table(
            **{
                "land.camp.stacks.beastman": {"owner": "neutral", "standing": 0, "routed": 1},
                "land.lair.stacks.beastman.standing": 2,
                "land.camp.allied": "elf",
            }
        )
    )


def test_a_single_drawn_card_is_the_chosen_one() -> None:
    alone = at_the_lair().when(offer(1, "1")).and_then(DiplomacyCardChosen())
    alone.then(says("Latari Elves chose Fate 1, the mark “ally” for lair"), table(fate_discard=["1"]))


def test_whether_the_app_draws_fate_cards_is_said_once() -> None:
    spec = given(GAME).when(FateDeckKept()).then(says("The app draws the fate cards"), table(draws_fate=True))
    spec.when(FateDeckKept()).then(refused("fate-drawn-so", bendable=False))
    spec.when(FateDeckKept(no_longer=True)).then(
        says("The app draws the fate cards no longer"), table(draws_fate=False)
    )
