"""The dice are on the table: what they show is asked for, until the app rolls them."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import DICE, KEPT_DECKS
from domain.games.heroes3.combat.placing import NeutralsDrawn
from domain.games.heroes3.combat.striking import AttackDeclared, AttackMade, AttackRolled
from domain.games.heroes3.combat.tokens import UnitMarked
from domain.games.heroes3.land.locations import FieldUsed
from domain.games.heroes3.land.moving import HeroPlaced
from domain.games.heroes3.modes.battlefield import AdventureResolved, IncomeTrackRaised
from domain.games.heroes3.setup.bonuses import StartingBonusTaken, StartingPlayerRolled
from domain.games.heroes3.setup.dice import DiceKept
from domain.games.heroes3.setup.players import GameSetUp
from domain.games.heroes3.setup.town_cards import TownCardsDealt
from domain.games.heroes3.town.goods import ResourceDiceRolled, ResourceDieKept, TreasureDieRolled
from tests.domain.games.heroes3.combat.fights import duel
from tests.domain.games.heroes3.combat.test_placing import announced
from tests.domain.games.heroes3.land.test_locations import at, used
from tests.domain.games.heroes3.land.test_moving import WHIRLS, HeroMoved, TokenPlaced, trio
from tests.domain.games.heroes3.modes.test_battlefield import BOTH, adventure, rounds
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, game, taken

ON_TABLE = tuple(deck for deck in KEPT_DECKS if deck != DICE)
NO_DICE = DiceKept(no_longer=True)


def setup(**fields: Any) -> tuple[Event[Any], ...]:
    return (GameSetUp(tracks=("towns",), **fields), *taken(CASTLE, DUNGEON))


def asked(spec: Spec) -> list[str]:
    """The musts at the table, in words."""
    return [str(one.title) for one in spec.play.campaign.prompts(PUBLIC) if one.required]


def test_that_the_app_rolls_is_said_once_and_may_be_taken_back() -> None:
    spec = given(GAME, *setup()).then_prompts(DiceKept).when(DiceKept())
    spec.then(table(decks=["dice"]), says("The app rolls the dice")).then_no_prompt(DiceKept)
    spec.and_then(DiceKept()).then(refused("dice-rolled-so"))
    spec.and_then(NO_DICE).then(table(decks=[]), says("The app rolls the dice no longer"))
    given(GAME, *setup()).when(NO_DICE).then(refused("dice-rolled-so"))


# --- resource dice ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "question", "times"),
    [
        ("easy", "Castle: what does a resource die show?", 2),
        ("normal", "Castle: which resource die is kept?", 1),
        ("hard", "Castle: what does a resource die show?", 1),
    ],
)
def test_the_dice_of_the_starting_bonus_are_asked_for(difficulty: str, question: str, times: int) -> None:
    """H1: one tap rolled them."""
    spec = given(GAME, *setup(difficulty=difficulty)).when(StartingBonusTaken(seat=CASTLE))
    spec.then(says("Castle took resource dice as the starting bonus"), table(**{"seats.castle.goods.gold": 15}))
    (due,) = spec.play.campaign.table.agenda.of(ResourceDiceRolled, ResourceDieKept)
    assert due.times == times
    assert question in asked(spec)


def test_each_die_of_the_bonus_brings_what_it_shows() -> None:
    spec = given(GAME, *setup(difficulty="easy"), StartingBonusTaken(seat=CASTLE))
    spec = spec.when(ResourceDiceRolled(seat=CASTLE, source="starting bonus", shows="6 gold"))
    spec.then(table(**{"seats.castle.goods.gold": 21}))
    spec.and_then(ResourceDiceRolled(seat=CASTLE, source="starting bonus", shows="3 gold")).then(
        table(**{"seats.castle.goods.gold": 24, "agenda.due": {}})
    )


def test_of_two_dice_the_kept_one_is_named_in_one_tap() -> None:
    spec = given(GAME, *setup(), StartingBonusTaken(seat=CASTLE))
    spec.when(ResourceDieKept(seat=CASTLE, kept="6 gold")).then(
        table(**{"seats.castle.goods.gold": 21, "agenda.due": {}})
    )


def test_dice_without_faces_are_refused() -> None:
    spec = given(GAME, *game("towns", decks=ON_TABLE))
    spec.when(ResourceDiceRolled(seat=CASTLE)).then(refused("say-faces", bendable=False))
    spec.when(ResourceDiceRolled(seat=CASTLE, dice=2, shows="6 gold")).then(refused("say-faces"))
    spec.when(ResourceDiceRolled(seat=CASTLE, dice=2, faces=("6 gold", "3 gold"))).then()


def test_the_resource_die_of_a_treasure_is_asked_for() -> None:
    spec = given(GAME, *game("towns", decks=ON_TABLE)).when(TreasureDieRolled(seat=CASTLE, face="1 resource die"))
    spec.then(followed()).then_prompts(ResourceDiceRolled)
    spec = given(GAME, *game("towns", decks=ON_TABLE)).when(
        TreasureDieRolled(seat=CASTLE, face="2 resource dice, one is kept")
    )
    spec.then(followed()).then_prompts(ResourceDieKept)


def test_the_die_of_a_field_is_asked_for() -> None:
    jetsam = given(GAME, *at("jetsam", decks=ON_TABLE))
    known = {"seat": CASTLE, "field": "S1 1", "location": "jetsam"}
    assert "die" in FieldUsed.needed(jetsam.play.campaign.table, known)
    jetsam.when(used("jetsam")).then(refused("say-faces"))
    spec = jetsam.when(used("jetsam", die="1")).then(followed())
    assert [due.times for due in spec.play.campaign.table.agenda.of(ResourceDiceRolled)] == [2]


def test_the_dice_of_a_field_are_asked_for() -> None:
    spec = given(GAME, *at("temple", decks=ON_TABLE)).when(used("temple", dice=2, keep_one=True, effect="dice"))
    spec.then().then_prompts(ResourceDieKept)


# --- attack dice -----------------------------------------------------------------------------


def fight(**fields: Any) -> Spec:
    return given(GAME, *duel(decks=ON_TABLE, **fields))


DECLARED = AttackDeclared(seat=CASTLE, unit="pikes", target="imps")


def test_one_tap_says_whom_and_one_what_the_die_shows() -> None:
    """H11: one tap rolled the die, and the damage counted."""
    spec = fight().then_no_prompt(AttackMade).then_must(AttackDeclared)
    spec = spec.when(DECLARED).then(table(**{"combat.fighters.imps.damage": 0}))
    assert asked(spec) == ["Pikes attacks Imps: what does the die show?"]
    spec = spec.and_then(AttackRolled(die=-1)).then(
        table(**{"combat.fighters.imps.damage": 0}),
        says("Pikes rolled -1 against Imps: 0 damage", "Imps: 0 damage", "Imps strikes back at Pikes"),
    )
    assert asked(spec) == ["Imps attacks Pikes: what does the die show?"]
    spec.and_then(AttackRolled(die=0)).then(table(**{"combat.fighters.pikes.damage": 1}))


def test_an_attack_without_a_face_is_refused() -> None:
    fight().when(AttackMade(seat=CASTLE, unit="pikes", target="imps")).then(refused("say-faces", bendable=False))
    given(GAME, *duel(decks=ON_TABLE), DECLARED).when(AttackRolled()).then(refused("say-faces"))
    given(GAME, *duel(decks=ON_TABLE), DECLARED).when(AttackRolled(damage=1)).then(
        says("Pikes rolled against Imps: 1 damage", "Imps: 1 damage", "Imps strikes back at Pikes")
    )


def test_the_retaliation_to_a_whole_attack_asks_for_its_die() -> None:
    spec = fight().when(AttackMade(seat=CASTLE, unit="pikes", target="imps", die=0))
    spec.then(table(**{"combat.fighters.imps.damage": 1, "combat.strike.attacker": "imps"})).then_must(AttackRolled)


def test_the_die_of_a_defense_token_is_asked_for_with_the_other() -> None:
    (prompt,) = _prompts_of_shield()
    assert (prompt.also_required, prompt.keypad) == (("die", "shield"), "")


def _prompts_of_shield() -> list[Any]:
    spec = fight()
    there = spec.when(DECLARED).play.campaign.table
    there.combat.fighters["imps"].shield = True
    return list(AttackRolled.offers(there))


def test_the_lower_of_two_dice_is_asked_for() -> None:
    far = fight(own=("bows",), spaces={"bows": "1 1"}, stands={"imps": "1 5"})
    there = far.play.campaign.table
    assert there.combat
    spec = far.when(AttackDeclared(seat=CASTLE, unit="bows", target="imps", hindered=True))
    assert spec.outcome.reasons or "Bows attacks Imps: what does the lower of two dice show?" in asked(spec)


def test_a_die_that_changes_nothing_is_not_asked_for() -> None:
    spec = fight(options=("die-no-damage",)).when(DECLARED)
    assert asked(spec) == ["Roll 1 die"]
    spec.and_then(AttackRolled()).then(table(**{"combat.fighters.imps.damage": 1}))


def test_where_the_app_rolls_one_tap_is_an_attack() -> None:
    given(GAME, *duel()).then_must(AttackMade).when(
        AttackMade(seat=CASTLE, unit="pikes", target="imps", no_answer=True), rolled=(3,)
    ).then(table(**{"combat.fighters.imps.damage": 2}))


# --- the rest --------------------------------------------------------------------------------


def test_who_goes_first_is_said_by_the_players() -> None:
    given(GAME, *setup()).then_no_prompt(StartingPlayerRolled).when(StartingPlayerRolled()).then(refused("say-faces"))
    given(GAME, *setup(decks=(DICE,))).then_prompts(StartingPlayerRolled)


def test_the_exit_of_three_whirlpools_is_asked_for() -> None:
    third = TokenPlaced(field="S2 1", token="whirlpool")
    spec = given(GAME, *trio(*WHIRLS, third, decks=ON_TABLE), HeroMoved(seat=CASTLE, to="S1 1"))
    spec.when(HeroPlaced(seat=CASTLE, source="field")).then(refused("say-faces"))
    spec.when(HeroPlaced(seat=CASTLE, source="field", to="S2 1")).then()


def test_the_dice_of_an_adventure_are_asked_for() -> None:
    fought = AdventureResolved(
        seat=CASTLE, card="Bandits", declared=5, units=BOTH, attacks={"halberdiers": 4, "griffins": 2}
    )
    spec = given(GAME, *adventure(), NO_DICE)
    assert "dice" in AdventureResolved.needed(spec.play.campaign.table, fought.model_dump())
    spec.when(fought).then(refused("say-faces"))
    spec.when(fought.copy_with(dice=(0, 1))).then(table(**{"seats.castle.adventures": ["Bandits"]}))


def test_an_income_that_a_die_decides_is_named() -> None:
    spec = given(GAME, *adventure("cards"), NO_DICE, *rounds(1))
    spec.when(IncomeTrackRaised(seat=CASTLE, rolled=True)).then(refused("name-income"))
    spec.when(IncomeTrackRaised(seat=CASTLE, rolled=True, good="gold")).then()


def test_the_stack_tokens_of_a_creature_bank_are_asked_for() -> None:
    bank = announced(kind="bank", difficulty="normal", decks=(DICE,))
    spec = given(GAME, *bank).when(NeutralsDrawn(seat=CASTLE, units=("nagas", "wolves", "giants")))
    there = spec.play.campaign.table
    assert not any(one.stack for one in there.combat.fighters.values())
    assert [due.times for due in there.agenda.of(UnitMarked)] == [2]
    assert "which stack token was drawn?" in [one.lower() for one in asked(spec)]
    marked = UnitMarked(unit="nagas", mark="stack attack", source="creature bank")
    spec.and_then(marked).then(table(**{"combat.fighters.nagas.stack": "attack"}))


def test_town_cards_are_named_unless_the_app_draws_them() -> None:
    spec = given(GAME, *setup(options=("town-cards",)))
    spec.when(TownCardsDealt(player="Nina")).then(refused("name-town-cards"))
