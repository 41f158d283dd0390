"""What comes next while units march."""

from companion.testing import Spec, refused, says, table
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import choices_of
from domain.framework.game import PUBLIC, Prompt
from domain.framework.kernel import Adjusted
from domain.framework.offers.prompt_list import answers_with, next_prompt
from domain.games.runewars.cards import FateDeckKept
from domain.games.runewars.heroes.actions import HeroStrategized
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsMoved
from domain.games.runewars.march.diplomacy import DiplomacyCardChosen, DiplomacyStarted
from domain.games.runewars.march.marches import AreaActivated, NobodyMoved, UnitsMarched, UnitsStrategized
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.outcome import BattleResolvedByHand
from domain.games.runewars.year.orders import SupremacyDeclined, SupremacyTaken, TurnEnded
from tests.domain.games.runewars.march.land import Spot, later_turn, turn
from tests.domain.games.runewars.moments import THREE

HOME = Spot(area="1A", q=0, units={"footman": 3})
NEXT = Spot(area="1B", q=1)
BEASTS = Spot(area="1B", q=1, units={"beastman": 2})
TOKEN = AreaActivated(seat="human", area="1B")
MARCH = UnitsMarched(seat="human", area="1B", stacks={"1A/footman": 2})


MARCHING = (
    *(AreaActivated, UnitsMarched, UnitsStrategized, SupremacyTaken),
    *(DiplomacyStarted, DiplomacyCardChosen, UnitsDestroyed),
)


def prompts(spec: Spec) -> list[Prompt]:
    return [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event in MARCHING]


def asked(spec: Spec) -> list[type[Event]]:  # type: ignore[type-arg]
    return [prompt.event for prompt in prompts(spec)]


def test_other_orders_ask_nothing_here() -> None:
    assert asked(turn("harvest", HOME, NEXT)) == []


def test_strategize_asks_who_moves_as_long_as_nobody_did() -> None:
    before = turn("strategize", HOME, NEXT)
    assert [bool(prompt.reminder) for prompt in prompts(before)] == [True]
    after = before.when(UnitsStrategized(seat="human", area="1B", stacks={"1A/footman": 1}))
    assert [bool(prompt.reminder) for prompt in prompts(after)] == [False]


def test_the_token_must_come_first() -> None:
    assert [prompt.required for prompt in prompts(turn("conquer", HOME, NEXT))] == [True]
    assert asked(turn("conquer", HOME, NEXT)) == [AreaActivated]


def test_then_units_march_and_mobilize_goes_on_if_it_is_supreme() -> None:
    assert asked(turn("mobilize", HOME, NEXT).when(TOKEN)) == [UnitsMarched, AreaActivated]
    assert asked(turn("conquer", HOME, NEXT).when(TOKEN)) == [UnitsMarched]
    assert asked(later_turn("recruit", "mobilize", HOME, NEXT).when(TOKEN)) == [UnitsMarched]


def test_the_large_button_leads_through_mobilize() -> None:
    token = turn("mobilize", HOME, NEXT).then_next(AreaActivated).when(TOKEN).then_next(UnitsMarched)
    marched = token.and_then(MARCH).then_next(TurnEnded)
    marched.then_prompts("Activate a second area (supremacy bonus)")
    assert AreaActivated not in [one.event for one in marched.play.campaign.prompts(PUBLIC) if one.undone]
    marched.and_then(SupremacyDeclined(seat="human")).then_no_prompt(AreaActivated)


def test_neutral_units_are_fought_or_talked_to() -> None:
    arrived = turn("mobilize", HOME, BEASTS).when(TOKEN).and_then(MARCH)
    assert asked(arrived) == [DiplomacyStarted, UnitsMarched]


def test_diplomacy_asks_for_one_of_its_cards_alone() -> None:
    arrived = turn("mobilize", HOME, BEASTS).when(TOKEN).and_then(MARCH)
    talks = arrived.and_then(FateDeckKept()).and_then(DiplomacyStarted(seat="human", area="1B", influence=2))
    assert set(asked(talks)) == {DiplomacyCardChosen}
    assert len(asked(talks)) == len(talks.play.campaign.table.fate_open)
    card = talks.play.campaign.table.fate_open[0]
    assert asked(talks.and_then(DiplomacyCardChosen(card=card, mark="refuse"))) == []


def test_who_has_no_influence_is_not_asked_to_offer_any() -> None:
    arrived = turn("mobilize", HOME, BEASTS).when(Adjusted(path="seats.human.influence", after=0, reason="spent"))
    assert asked(arrived.and_then(TOKEN).and_then(MARCH)) == [UnitsMarched]


def test_g_32_who_are_too_many_to_talk_are_brought_down_to_eight_first() -> None:
    many = Spot(area="1A", q=0, units={"footman": 9})
    arrived = turn("mobilize", many, BEASTS).when(TOKEN).and_then(MARCH.copy_with(stacks={"1A/footman": 9}))
    arrived.then_prompts("Destroy 1 unit to talk: more than eight only fight")


def test_a_battle_that_is_due_is_begun_with_one_tap() -> None:
    arrived = turn("mobilize", HOME, BEASTS).when(TOKEN).and_then(MARCH)
    (battle,) = [one for one in arrived.play.campaign.prompts(PUBLIC) if one.event is BattleStarted]
    assert battle.complete


def test_who_came_by_a_card_says_which_neutral_units_came_along() -> None:
    moved = UnitsMoved(seat="human", area="1B", stacks={"1A/footman": 2})
    arrived = turn("harvest", HOME, BEASTS).when(moved)
    (battle,) = [one for one in arrived.play.campaign.prompts(PUBLIC) if one.event is BattleStarted]
    assert not battle.complete


ENEMY = Spot(area="1B", q=1, units={"berserker": 1})


def won() -> Spec:
    """The human seat marched in and won its battle."""
    arrived = turn("conquer", HOME, ENEMY).when(TOKEN).and_then(MARCH)
    begun = arrived.and_then(BattleStarted(seat="human", area="1B"))
    return begun.and_then(BattleResolvedByHand(winner="human", lost={"berserker": 1}))


def test_nobody_else_marches_in_once_the_battle_is_fought() -> None:
    more = UnitsMarched(seat="human", area="1B", stacks={"1A/footman": 1})
    won().then(table(**{"land.1B.controller": "human"})).and_then(more).then(refused("come-to-blows", bendable=True))
    assert asked(won()) == []


def test_nor_once_there_was_diplomacy() -> None:
    more = UnitsMarched(seat="human", area="1B", stacks={"1A/footman": 1})
    arrived = turn("conquer", HOME, BEASTS).when(TOKEN).and_then(MARCH)
    talks = arrived.and_then(FateDeckKept()).and_then(DiplomacyStarted(seat="human", area="1B", influence=1))
    card = talks.play.campaign.table.fate_open[0]
    allied = talks.and_then(DiplomacyCardChosen(card=card, mark="ally"))
    allied.and_then(more).then(refused("come-to-blows", bendable=True))


def test_conquer_offers_its_bonus_before_a_stronghold() -> None:
    def arrived(stronghold: str) -> Spec:
        fort = Spot(area="1B", q=1, units={"berserker": 1}, stronghold=stronghold)
        return turn("conquer", HOME, fort).when(TOKEN).and_then(MARCH)

    assert asked(arrived("")) == [UnitsMarched]
    assert asked(arrived("uthuk")) == [SupremacyTaken, UnitsMarched]


def test_a_seat_without_units_is_not_asked_to_move_any() -> None:
    assert asked(turn("strategize", Spot(area="1A", q=0))) == []


def test_units_are_asked_to_move_only_where_one_of_them_can() -> None:
    routed = Spot(area="1A", q=0, routed={"footman": 2})
    walled = Spot(area="1A", q=0, units={"footman": 2}, borders={"0": "mountain"})
    moved = UnitsStrategized(seat="human", area="1B", stacks={"1A/footman": 3})
    assert asked(turn("strategize", HOME, NEXT)) == [UnitsStrategized]
    assert asked(turn("strategize", HOME)) == []
    assert asked(turn("strategize", HOME, BEASTS)) == []
    assert asked(turn("strategize", routed, NEXT)) == []
    assert asked(turn("strategize", walled, NEXT)) == []
    assert asked(turn("strategize", HOME, NEXT).when(moved)) == []


def test_a_portal_that_can_be_paid_for_lets_units_move() -> None:
    here, there = Spot(area="1A", q=0, units={"footman": 1}, portal=True), Spot(area="1B", q=5, portal=True)
    poor = Adjusted(path="seats.human.influence", after=0, reason="spent")
    for order, event in (("strategize", UnitsStrategized), ("conquer", UnitsMarched)):
        begun = turn(order, here, there)
        begun = begun if order == "strategize" else begun.when(TOKEN)
        assert asked(begun) == [event]
        assert asked(begun.and_then(poor)) == []


def test_nobody_is_asked_to_march_where_nobody_can_come() -> None:
    """The token alone may be all that somebody wants there."""
    far = Spot(area="1B", q=5)
    assert asked(turn("conquer", NEXT).when(TOKEN)) == []
    turn("conquer", NEXT).when(TOKEN).then_next(TurnEnded)
    turn("conquer", HOME, far).when(TOKEN).then_next(TurnEnded)
    assert asked(turn("conquer", HOME, far).when(TOKEN)) == []


def test_areas_without_a_token_are_offered_first() -> None:
    there = turn("mobilize", HOME, NEXT, Spot(area="1C", q=2)).when(AreaActivated(seat="human", area="1A")).play
    offered = choices_of(AreaActivated)["area"].ids(there.campaign.table, {"seat": "human"})
    assert [area for area in offered if area in ("1A", "1B", "1C")] == ["1B", "1C", "1A"]


# --- an order moves any number of figures, and that can be none ---


def answers_of(spec: Spec) -> list[str]:
    """The answers to the question that is shown next."""
    shown = spec.play.campaign.prompts(PUBLIC)
    first = next_prompt(shown)
    return [str(one.title) for one in answers_with(first, shown)] if first else []


def test_strategize_asks_who_moves_and_nobody_is_an_answer() -> None:
    before = turn("strategize", HOME, NEXT)
    assert answers_of(before) == ["Move units", "No figure moves"]
    after = before.when(NobodyMoved(seat="human"))
    after.then(says("Daqan Lords moved no figure"))
    assert [str(prompt.reminder or "") for prompt in prompts(after)] == [""]
    after.and_then(SupremacyDeclined(seat="human")).then_next(TurnEnded)


def test_a_hero_may_move_alone() -> None:
    dealt = HeroDealt(seat="human", hero="silhouette", area="1A")
    before = turn("strategize", HOME, NEXT, start=(*THREE, dealt))
    assert answers_of(before) == ["Strategize: Silhouette", "Move units", "No figure moves"]
    alone = before.when(HeroStrategized(hero="silhouette", to="1B"))
    assert answers_of(alone) == []
    alone.and_then(NobodyMoved(seat="human")).then(refused("somebody-moved", bendable=True))
    alone.and_then(SupremacyDeclined(seat="human")).then_next(TurnEnded)


def test_an_area_may_be_activated_and_nobody_marches() -> None:
    token = turn("mobilize", HOME, NEXT).when(TOKEN)
    assert answers_of(token) == ["March into 1B", "No unit marches"]
    stays = token.and_then(NobodyMoved(seat="human")).then(says("Daqan Lords moved no figure into 1B"))
    stays.then_prompts(AreaActivated)
    assert answers_of(stays) == []
    stays.and_then(NobodyMoved(seat="human")).then(refused("used-before", bendable=True))
    stays.and_then(MARCH).then(table(**{"land.1B.stacks.footman.standing": 2}))
    assert answers_of(stays.and_then(AreaActivated(seat="human", area="1A"))) == []


def test_nobody_marches_before_an_area_is_activated_or_after_somebody_did() -> None:
    stays = NobodyMoved(seat="human")
    turn("conquer", HOME, NEXT).when(stays).then(refused("base-left", bendable=True))
    turn("conquer", HOME, NEXT).when(TOKEN).and_then(MARCH).and_then(stays).then(refused("somebody-moved"))
    turn("harvest", HOME, NEXT).when(stays).then(refused("other-order"))
