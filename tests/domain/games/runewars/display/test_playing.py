"""What may be played from a hand in one's own turn."""

from companion.testing import Spec, given
from domain.framework.game import Viewer
from domain.games.runewars import GAME
from domain.games.runewars.cards import TacticsDrawn, TacticsPlayed
from domain.games.runewars.realm.dials import DialsSet, StrategyDrawn
from domain.games.runewars.realm.objectives import ObjectiveCompleted, ObjectiveDealt
from tests.domain.games.runewars.moments import SPRING, TWO, ordered, over
from tests.domain.games.runewars.realm.realms import resolving

HANDS = (TacticsDrawn(seat="human"), ObjectiveDealt(seat="human"), TacticsDrawn(seat="elf"))


def turn() -> Spec:
    """The human seat has the turn; both hold cards."""
    return given(GAME, *TWO, *HANDS, *SPRING, *ordered(human="fortify", elf="harvest"), *over("elf", elf="harvest"))


def test_who_has_the_turn_may_play_a_tactics_card_and_meet_the_objective() -> None:
    turn().then_prompts("Play a tactics card", "The objective is met", viewer=Viewer.on("human"))
    turn().then_prompts(TacticsPlayed(seat="human"), ObjectiveCompleted(seat="human"))


def test_another_seat_is_not_asked() -> None:
    turn().then_no_prompt(TacticsPlayed, ObjectiveCompleted, viewer=Viewer.on("elf"))


def test_who_holds_nothing_is_not_asked() -> None:
    elf = given(GAME, *TWO, *HANDS, *SPRING, *ordered(human="fortify", elf="harvest"))
    elf.then_prompts(TacticsPlayed(seat="elf")).then_no_prompt(ObjectiveCompleted)


def test_cards_of_this_season_wait_for_the_next() -> None:
    given(GAME, *resolving("strategize"), StrategyDrawn(seat="human", count=2)).then_no_prompt(TacticsPlayed)


def test_it_is_not_what_is_left_undone() -> None:
    turn().when(DialsSet(seat="human", dials={"food": 1, "wood": 1, "ore": 1})).then_next("Daqan Lords: end the turn")
