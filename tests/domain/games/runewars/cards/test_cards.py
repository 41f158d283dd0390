"""Tactics, quests and objectives (策略卡; 任务卡; 目标卡): C-35, C-36, W-29, W-39, W-42, X70, X71, X73."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.games.runewars import GAME
from domain.games.runewars.cards import QuestsDiscarded, QuestsDrawn, TacticsDiscarded, TacticsDrawn, TacticsPlayed
from domain.games.runewars.march.marches import AreaActivated
from domain.games.runewars.realm.dials import StrategyDrawn
from domain.games.runewars.realm.objectives import ObjectiveCompleted, ObjectiveDealt
from domain.games.runewars.runes import RuneGainBegun, RunesPlaced
from domain.games.runewars.year.orders import TurnEnded
from tests.domain.games.runewars.moments import CALLED, SPRING, TWO, ordered, over
from tests.domain.games.runewars.realm.realms import HOME, each_refusal, no, refuses, resolving, typed

HELD = TacticsDrawn(seat="human", count=2, cards=("mountain-pass", "ambush"))
PASS = TacticsPlayed(seat="human", card="mountain-pass")
OWN_TURN = typed("tactics", "mountain-pass", timing="your turn")
IN_BATTLE = typed("tactics", "mountain-pass", timing="start of battle")
TURN: tuple[Event[Any], ...] = (*TWO, HELD, *SPRING, *ordered(human="mobilize", elf="fortify"))
STRATEGIZING: tuple[Event[Any], ...] = (*TWO, HELD, *SPRING, *ordered(human="strategize", elf="fortify"))
ELF_TURN = (*TWO, HELD, OWN_TURN, *SPRING, *ordered(human="mobilize", elf="strategize"))
ELEVEN = TacticsDrawn(seat="human", count=11)
FOUR = QuestsDrawn(seat="human", count=4)
DEALT = ObjectiveDealt(seat="human", card="Bread for all")
DONE = ObjectiveCompleted(seat="human")
EVIL = typed("objectives", "slaughter", en="Slaughter", zh="屠杀", alignment="evil")
REFUSALS = [
    no("too-few-cards", *TWO, event=PASS.copy_with(card=None), bendable=False),
    no("too-few-cards", *TWO, event=TacticsDiscarded(seat="human"), bendable=False, why="discarded"),
    no("too-few-cards", *TWO, event=QuestsDiscarded(seat="human"), bendable=False, why="quests"),
    no("not-offered", *TWO, HELD, event=PASS.copy_with(card="another"), bendable=False),
    no("locked-this-season", *resolving("mobilize"), HELD, event=PASS, bendable=True),
    no("wrong-time", *ELF_TURN, event=PASS, bendable=True, why="own-turn"),
    no("wrong-time", *TURN, IN_BATTLE, event=PASS, bendable=True, why="battle"),
    no("more-named", *TWO, event=HELD.copy_with(count=1), bendable=False),
    no("more-named", *TWO, event=QuestsDrawn(seat="human", cards=("a", "b")), bendable=False, why="quests"),
    no("hand-limit", *STRATEGIZING, ELEVEN, event=TurnEnded(seat="human"), bendable=True, why="tactics"),
    no("hand-limit", *STRATEGIZING, FOUR, event=TurnEnded(seat="human"), bendable=True, why="quests"),
    no("has-objective", *TWO, DEALT, event=DEALT, bendable=False),
    no("wrong-alignment", *TWO, EVIL, event=DEALT.copy_with(card="slaughter"), bendable=True),
    no("no-objective", *TURN, event=DONE, bendable=False),
    no("own-turn-only", *TWO, DEALT, *SPRING, event=DONE, bendable=True),
    no("not-your-turn", *TWO, DEALT, *ELF_TURN[2:], event=DONE, bendable=True),
    no("wrong-step", *TURN, event=DEALT, bendable=True, why="objective"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def of_the_elf(spec: Spec) -> Any:
    """The human seat, as the elves see it."""
    return GAME.view(spec.play.campaign.table, Viewer.on("elf")).seats["human"]


def test_a_hand_is_its_seats_secret_and_how_many_it_holds_is_not() -> None:
    drawn = given(GAME, *TWO).when(HELD).then(table(**{"seats.human.tactics": ["mountain-pass", "ambush"]}))
    assert of_the_elf(drawn).tactics == ["", ""]


def test_a_table_may_only_count_its_hands() -> None:
    counted = given(GAME, *TWO, TacticsDrawn(seat="human", count=3)).when(
        PASS.copy_with(card=None, other="Mountain Pass")
    )
    counted.then(table(**{"seats.human.tactics": ["", ""], "tactics_discard": ["mountain-pass"]}))
    counted.then(says("Daqan Lords played a tactics card: Mountain Pass"))


def test_w_29_a_card_of_this_season_waits_for_the_next() -> None:
    drawn = (*resolving("strategize"), StrategyDrawn(seat="human", count=2, cards=("mountain-pass", "ambush")))
    given(GAME, *drawn).when(PASS).then(refused("locked-this-season", bendable=True))
    summer = given(GAME, *drawn, *over("human", "elf"), *CALLED)
    summer.when(PASS).then(table(**{"seats.human.tactics": ["ambush"], "tactics_discard": ["mountain-pass"]}))


def test_c_36_cards_of_the_start_can_be_used_in_the_first_season() -> None:
    given(GAME, *TURN).when(PASS).then(table(**{"seats.human.tactics": ["ambush"]}))


ACTIVATED = (AreaActivated(seat="human", area="5A"),)
AT_ANY_TIME = {
    "before the order": (),
    "after another card": (TacticsPlayed(seat="human", card="ambush"),),
    "in the order": ACTIVATED,
    "after the order, in its bonus": (*ACTIVATED, AreaActivated(seat="human", area="6A")),
}


@pytest.mark.parametrize("before", AT_ANY_TIME.values(), ids=AT_ANY_TIME)
def test_w_39_a_card_for_ones_own_turn_is_played_at_any_time_of_it(before: tuple[Event[Any], ...]) -> None:
    given(GAME, *TURN, OWN_TURN, *before).when(PASS).then(PASS)


def test_what_is_not_said_of_a_card_never_blocks() -> None:
    given(GAME, *TWO, HELD, *SPRING).when(PASS).then(PASS)


def test_x_73_who_holds_too_much_says_what_is_discarded() -> None:
    full = given(GAME, *STRATEGIZING, ELEVEN, FOUR)
    full.when(TurnEnded(seat="human")).then(refused("hand-limit", says="may hold 10 tactics cards: discard 3."))
    done = full.when(TacticsDiscarded(seat="human", count=3, cards=("ambush",)))
    done.then(table(**{"tactics_discard": ["ambush"], "seats.human.tactics": ["mountain-pass"]}))
    done.and_then(QuestsDiscarded(seat="human")).and_then(TurnEnded(seat="human")).then(TurnEnded(seat="human"))


def test_cards_that_are_named_are_counted() -> None:
    discarded = TacticsDiscarded(seat="human", cards=("ambush", "mountain-pass"))
    given(GAME, *TWO, HELD).when(discarded).then(discarded.copy_with(count=2), table(**{"seats.human.tactics": []}))


def test_quests_come_and_go() -> None:
    drawn = given(GAME, *TWO).when(QuestsDrawn(seat="human", count=2, cards=("The Lost Mine",)))
    drawn.then(table(**{"seats.human.quests": ["The Lost Mine", ""]}))
    drawn.and_then(QuestsDiscarded(seat="human", cards=("The Lost Mine",))).then(
        table(**{"seats.human.quests": [""], "quests_discard": ["The Lost Mine"]})
    )


def test_an_objective_is_its_seats_secret() -> None:
    dealt = given(GAME, *TWO).when(DEALT).then(table(**{"seats.human.objective": "Bread for all"}))
    assert (of_the_elf(dealt).objective, of_the_elf(dealt).has_objective) == ("", True)


def test_w_42_an_objective_that_is_met_is_shown_and_brings_a_rune() -> None:
    done = given(GAME, *HOME, DEALT, *SPRING, *ordered(human="mobilize", elf="fortify")).when(DONE)
    done.then(DONE.copy_with(card="Bread for all"), RuneGainBegun(seat="human"))
    done.then(table(**{"seats.human.objective": "", "seats.human.completed": ["Bread for all"]}))
    placed = done.and_then(RunesPlaced(seat="human", areas=("1A", "1B"), real="1A"))
    placed.then(table(**{"land.1A.rune.kind": "real", "land.1B.rune.kind": "fake", "agenda.due": {}}))
