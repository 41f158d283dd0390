"""What the board and the sheet of a scenario show."""

from collections.abc import Sequence

from companion.testing import Spec, given
from domain.framework.text import ENGLISH, value_as_words
from domain.framework.views.board import Piece
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.items import ItemGained
from domain.games.agemonia.campaign.vitality import ConditionDiscarded, ConditionGained, StaminaLocked
from domain.games.agemonia.console.attacks import AttackDeclared
from domain.games.agemonia.console.belongings import ActiveItemsChanged
from domain.games.agemonia.console.checks import ActiveCheckStarted
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import EnemyDamaged, ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, EnemyTurnResolved
from domain.games.agemonia.console.preparing import ScenarioCounterSet, TokenPlaced
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.spawning import EnemySpawned
from domain.games.agemonia.console.story import StoryCardFlipped, StoryCardRevealed
from domain.games.agemonia.console.timers import TimerStarted
from domain.games.agemonia.console.turns import TurnEnded
from domain.games.agemonia.display.board import board
from domain.games.agemonia.display.fight import Console
from projections.documents.plain import plain_sheet
from tests.domain.games.agemonia.console.fights import (
    BLUE_DIE,
    FIGHTING,
    LUNARA,
    ONE,
    RED_DIE,
    SKITTERER,
    TWO,
    VENIA,
    at,
    enemy,
    map_of,
    skilled,
    turns,
)

UNDER_WAY = (
    *FIGHTING,
    *enemy(2, attack="melee"),
    *turns("ally red", "enemy red", "ally green", lunara="Strike", venia="Strike"),
)


def shown(spec: Spec) -> Console:
    found = board(spec.then().play.campaign.table).fight  # type: ignore[arg-type]
    assert found is not None
    return found


def of(pieces: Sequence[Piece], key: str) -> Piece:
    """The piece of a key."""
    return next(piece for piece in pieces if piece.key == key)


def models(fight: Console) -> Sequence[Piece]:
    """The models of the first enemy."""
    return fight.enemies[0].rows


def test_without_a_scenario_there_is_no_console() -> None:
    assert board(given(GAME).play.campaign.table).fight is None  # type: ignore[arg-type]


def test_the_row_of_turns_says_how_far_everybody_is() -> None:
    spec = given(GAME, *UNDER_WAY, TurnEnded(figure=LUNARA))
    row = [(value_as_words(turn.name), turn.kind, turn.symbol, turn.state) for turn in shown(spec).turns]
    assert row == [
        ("Lunara", "hero", "red", "done"),
        ("Skitterer 1", "enemy", "red", "active"),
        ("Skitterer 2", "enemy", "red", "waiting"),
        ("Venia", "hero", "green", "waiting"),
    ]


def test_whose_turn_it_is_stands_on_top() -> None:
    spec = given(GAME, *UNDER_WAY)
    turn = GAME.turn(spec.play.campaign.table)
    assert turn
    assert (value_as_words(turn.said), turn.seat) == ("Lunara", LUNARA)
    assert GAME.turn(given(GAME).play.campaign.table) is None


def test_heroes_choose_among_their_tokens_and_what_is_printed() -> None:
    spec = given(GAME, *FIGHTING, RoundStarted(), HeroActionSelected(hero=LUNARA, action="focus"))
    lunara, venia = of(shown(spec).now, "choosing").rows
    assert (lunara.look, venia.look) == ("done", "")
    assert [inner.folded for inner in lunara.inside] == [True]
    assert [value for value, _ in venia.pads[0][1].choices] == ["focus", "extra-maneuver"]


def test_a_hero_at_turn_has_a_pad_beside_every_enemy() -> None:
    pads = [pad for model in models(shown(given(GAME, *UNDER_WAY))) for _, pad in model.pads]
    assert [pad.event for pad in pads] == [EnemyDamaged(figure=figure, amount=1, by=LUNARA) for figure in (ONE, TWO)]


def test_who_carries_something_may_change_what_is_at_hand_in_its_turn() -> None:
    def events(spec: Spec) -> list[object]:
        return [ask.event for ask in of(shown(spec).now, "at-turn").asks]

    assert ActiveItemsChanged not in events(given(GAME, *UNDER_WAY))
    assert ActiveItemsChanged in events(given(GAME, *UNDER_WAY, ItemGained(hero=LUNARA, item="Bow")))


def test_an_enemy_at_turn_has_a_pad_beside_everybody_the_highest_taunt_first() -> None:
    fight = shown(given(GAME, *UNDER_WAY, TurnEnded(figure=LUNARA)))
    hits = of(fight.now, "at-turn").rows
    assert [value_as_words(hit.title) for hit in hits] == ["Lunara: Taunt 4", "Venia: Taunt 2"]
    assert hits[0].pads[0][1].event == EnemyTurnResolved(figure=ONE, target=LUNARA)
    assert [model.pads for model in models(fight)] == [[], []]


def test_whom_an_enemy_must_attack_comes_first() -> None:
    spec = given(GAME, *UNDER_WAY, TurnEnded(figure=LUNARA), *at(venia="A", skitterer_1="A", lunara="B"))
    hits = of(shown(spec).now, "at-turn").rows
    assert [(hit.key, hit.look) for hit in hits] == [("hits-venia", "active"), ("hits-lunara", "")]


def test_a_model_shows_its_conditions_marks_and_place() -> None:
    marks = (ConditionGained(figure=ONE, condition="bleeding"), TokenPlaced(token="Mark", where=ONE))
    spec = given(GAME, *UNDER_WAY, *marks, *at(skitterer_1="A"), EnemySpawned(enemy=SKITTERER, numbers=(5,)))
    first, _, came = models(shown(spec))
    assert ([value_as_words(chip.name) for chip in first.chips], first.marks) == (["Bleeding"], ["A", "Mark"])
    assert [value_as_words(mark) for mark in came.marks] == ["spawned this round"]


def test_a_condition_leads_to_the_form_that_takes_it_away() -> None:
    spec = given(GAME, *UNDER_WAY, ConditionGained(figure=ONE, condition="bleeding"))
    opens = models(shown(spec))[0].chips[0].opens
    assert opens is not None
    assert (opens.event, opens.fields) == (ConditionDiscarded, {"figure": ONE, "condition": "bleeding"})


def test_an_endless_enemy_has_no_health_to_count() -> None:
    (model,) = models(shown(given(GAME, *enemy(1, endless=True))))
    assert (model.counters, model.marks[0]) == ([], "∞")


def test_the_card_shows_what_enemies_do_besides() -> None:
    chosen = turns()[:-1]
    card = InitiativeCardRevealed(order=("enemy red",), actions={"red": "claw"}, horn=("red",))
    kind = shown(given(GAME, *FIGHTING, *enemy(1), *chosen, card)).enemies[0]
    assert [value_as_words(said) for said in kind.marks] == ["claw", "horn", "Board: side 6"]


def test_the_tray_counts_what_dice_show() -> None:
    attack = AttackDeclared(figure=LUNARA, attack="ranged", targets=(ONE,), dice=3, blocked=True, plus=1, weapon_plus=0)
    spec = given(GAME, *UNDER_WAY, attack)
    tray = of(shown(spec).now, "tray")
    assert ([pad.field for _, pad in tray.pads], tray.buttons) == (["rolled"], [])
    tray = of(shown(spec.and_then(DiceRolled(faces=("one", "two", "stamina")))).now, "tray")
    ((words, paid),) = tray.pads
    assert (value_as_words(words), [value for value, _ in paid.choices]) == (
        "Successes: 3. Stamina for stamina faces:",
        ["0", "1", "2"],
    )
    assert [value_as_words(mark) for mark in tray.marks] == ["3 dice", "besides +1", "blocked aim -1"]


def test_dice_may_be_rolled_here_once_they_were_typed_in() -> None:
    check = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength")
    spec = given(GAME, RED_DIE, *FIGHTING, check)
    fight = shown(spec)
    assert [button.event for button in of(fight.now, "tray").buttons] == [DiceRolled()]
    roll = spec.then().play.campaign.table.scene.roll  # type: ignore[attr-defined]
    assert len(fight.faces) == roll.dice


def test_a_reaction_is_counted_up_to_what_it_may_stop() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=VENIA, attack="melee", value=2, ability="strength")
    spec = given(GAME, BLUE_DIE, *UNDER_WAY, TurnEnded(figure=LUNARA), strike)
    reaction = of(shown(spec).now, "reaction")
    ((_, pad),) = reaction.pads
    assert (value_as_words(reaction.title), [value for value, _ in pad.choices]) == (
        "Skitterer 1 attacks Venia",
        ["0", "1", "2"],
    )
    assert reaction.buttons[0].event == ReactiveCheckRolled()


def test_skills_of_a_turn_are_told_to_whose_it_is() -> None:
    chosen = (*skilled(LUNARA, "vigor"), *turns())
    assert of(shown(given(GAME, *chosen)).now, "at-turn").inside == []
    spec = given(GAME, *skilled("matajam", "hex"), RoundStarted())
    assert [list(piece.inside) for piece in shown(spec).now] == [[]]


def test_locked_stamina_lies_among_the_chips() -> None:
    spec = given(GAME, *FIGHTING, StaminaLocked(hero=LUNARA, amount=2, source="Aura"))
    disks = board(spec.play.campaign.table).disks  # type: ignore[arg-type]
    assert disks[LUNARA] == (*["full"] * 4, *["locked"] * 2)


def test_the_scenario_sheet_holds_all_that_must_be_put_away() -> None:
    spec = given(
        GAME,
        *UNDER_WAY,
        ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana"),
        ConditionGained(figure="Wolf", condition="stunned"),
        TimerStarted(timer="Flood", target=9),
        ScenarioCounterSet(counter="Prisoners", value=3),
        StoryCardRevealed(letter="B"),
        StoryCardFlipped(letter="B"),
        *map_of("A", capacity=3),
        *at(skitterer_1="A"),
    )
    sheet = next(sheet for sheet in GAME.sheets(spec.play.campaign.table) if sheet.key == "scenario")
    sentences = repr(plain_sheet(sheet, ENGLISH))
    for words in ("Skitterer 1", "5/5", "Wolf", "Stunned", "Flood", "Prisoners", "flipped", "Lunara", "Strike"):
        assert words in sentences
