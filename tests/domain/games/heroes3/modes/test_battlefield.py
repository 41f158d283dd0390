"""The Battlefield: adventure cards, incomes, cards set aside, the final combat, and the skirmish."""

from dataclasses import replace

import pytest

from companion.demo import demo_pack
from companion.testing import followed, given, refused, says, table
from domain.framework.content import merge_content
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, Viewer
from domain.games.heroes3 import GAME as PRINTED
from domain.games.heroes3.cards.decks import DICE
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.levels import ExperienceGained, ExpertUsed
from domain.games.heroes3.cards.spells import SpellCast
from domain.games.heroes3.combat.ending import CombatEnded
from domain.games.heroes3.modes.battlefield import (
    AdventureCardTaken,
    AdventureDiscarded,
    AdventureResolved,
    CardSetAside,
    FinalCombatStarted,
    IncomeTrackRaised,
    LengthChosen,
    SetAsideCardUsed,
    UnitStunned,
    held_cards,
)
from domain.games.heroes3.modes.skirmish import SkirmishArmySet
from domain.games.heroes3.rounds import AstrologersProclaimed, GameEnded, RoundEnded, TurnEnded
from domain.games.heroes3.setup.bonuses import StartingBonusTaken
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, StartTaken
from domain.games.heroes3.state.table import Heroes3
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, START, turns_over

GAME = replace(PRINTED, pack=merge_content(PRINTED.pack, demo_pack(PRINTED, "demo.toml")))
Events = tuple[Event, ...]


def begun(mode: str = "adventure", *tracks: str) -> Events:
    return (
        GameSetUp(mode=mode, tracks=tracks, decks=(DICE,)),
        FactionTaken(faction=CASTLE, player="Ann", hero="catherine"),
        FactionTaken(faction=DUNGEON, player="Ben", hero="deemer"),
        LengthChosen(length="short"),
    )


def adventure(*tracks: str) -> Events:
    """A short adventure in its first round; the Castle holds the token."""
    return (
        *begun("adventure", "towns", *tracks),
        StartTaken(seat=CASTLE, goods=START, units=("halberdiers", "griffins")),
        StartTaken(seat=DUNGEON, goods=START),
        GameBegun(starting=CASTLE),
    )


OWN = Viewer.on(CASTLE)
OBELISK = AdventureResolved(seat=CASTLE, card="Obelisk")
BOTH = ("halberdiers", "griffins")


def rounds(count: int) -> Events:
    """So many rounds of an adventure that tracks cards, in which nothing else happens."""
    order = (CASTLE, DUNGEON)
    return tuple(e for n in range(1, count + 1) for e in turns_over(*(order if n % 2 else order[::-1])))


@pytest.mark.parametrize(("length", "count"), [("short", 9), ("medium", 13), ("large", 16)])
def test_an_adventure_lasts_as_many_rounds_as_its_length_says(length: str, count: int) -> None:
    given(GAME, *begun()[:-1]).when(LengthChosen(length=length)).then(table(rounds=count))


def test_what_belongs_to_another_mode_is_refused() -> None:
    """R55."""
    clash = (GameSetUp(mode="clash"), *begun()[1:3])
    given(GAME, *clash).when(LengthChosen(length="short")).then(refused("wrong-mode"))
    given(GAME, *begun()).when(SkirmishArmySet(seat=CASTLE)).then(refused("wrong-mode"))


def test_a_second_card_is_not_kept_in_one_round() -> None:
    kept = (*adventure(), AdventureCardTaken(seat=CASTLE, card="Obelisk"))
    given(GAME, *kept).when(AdventureCardTaken(seat=CASTLE, card="Shop")).then(refused("kept-adventure"))


def test_of_two_cards_in_hand_one_is_resolved_or_discarded_before_the_turn_ends() -> None:
    """3.21: what is asked while two are held, so that the turn can end."""
    one = (
        *adventure("cards"),
        AdventureCardTaken(seat=CASTLE, card="Obelisk"),
        AdventureCardTaken(seat=DUNGEON, card="Shop"),
    )
    spec = given(GAME, *one).then_prompts("Resolve Obelisk", viewer=OWN).then_must("End the turn", viewer=OWN)
    spec.then_no_prompt(AdventureDiscarded, viewer=OWN)
    later = (
        *one, *rounds(1), IncomeTrackRaised(seat=CASTLE, good="gold"), IncomeTrackRaised(seat=DUNGEON, good="gold"),
        AdventureCardTaken(seat=CASTLE, card="Shop"), AdventureCardTaken(seat=DUNGEON, card="Obelisk"),
        AdventureDiscarded(seat=DUNGEON, card="Shop"), TurnEnded(seat=DUNGEON),
    )  # fmt: skip
    spec = given(GAME, *later).then_must("Resolve Obelisk", viewer=OWN)
    spec.then_prompts("Discard Obelisk", "Discard Shop", viewer=OWN)
    gone = AdventureDiscarded(seat=CASTLE, card="Obelisk")
    given(GAME, *later, gone).then_must("End the turn", viewer=OWN)


def test_a_magic_spring_never_stays_in_hand() -> None:
    """p58."""
    kept = (*adventure(), AdventureCardTaken(seat=CASTLE, card="magic-spring"))
    given(GAME, *kept, AdventureCardTaken(seat=DUNGEON, card="Shop")).when(TurnEnded(seat=CASTLE)).then(
        says("Castle ended the turn, Magic Spring discarded"), table(**{"seats.castle.adventure": []})
    )


def test_the_deck_is_set_aside_until_the_final_combat() -> None:
    cast = SpellCast(seat=CASTLE, card="haste", elsewhere=True)
    given(GAME, *adventure("cards")).when(cast).then(refused("deck-set-aside", bendable=True))


def test_which_card_may_be_resolved_is_told_to_nobody_else() -> None:
    kept = (*adventure("cards"), AdventureCardTaken(seat=CASTLE, card="Obelisk"))
    spec = given(GAME, *kept).then_prompts("Resolve Obelisk", viewer=Viewer.on(CASTLE))
    spec.then_prompts("Resolve an adventure card").then_no_prompt("Resolve Obelisk")


def test_the_turn_ends_with_one_card_in_hand() -> None:
    """Two are held in the round after one was kept; one of them is discarded (3.21)."""
    two = (
        *adventure("cards"),
        AdventureCardTaken(seat=CASTLE, card="Obelisk"),
        *rounds(1),
        TurnEnded(seat=DUNGEON),
        AdventureCardTaken(seat=CASTLE, card="Shop"),
    )
    spec = given(GAME, *two).when(TurnEnded(seat=CASTLE)).then(refused("one-adventure-held"))
    spec.and_then(AdventureDiscarded(seat=CASTLE, card="Shop")).then(
        table(**{"seats.castle.adventure": ["obelisk"]})
    ).and_then(TurnEnded(seat=CASTLE)).then(table(**{"seats.castle.done": True}))


def test_a_card_that_is_not_held_is_not_resolved() -> None:
    held = (*adventure(), AdventureCardTaken(seat=CASTLE, card="Shop"))
    given(GAME, *held).when(OBELISK).then(refused("adventure-not-held"))


def test_of_two_cards_of_one_name_one_is_resolved() -> None:
    two = (
        *adventure("cards"), AdventureCardTaken(seat=CASTLE, card="Obelisk"), *rounds(1), TurnEnded(seat=DUNGEON),
        AdventureCardTaken(seat=CASTLE, card="Obelisk"),
    )  # fmt: skip
    given(GAME, *two).when(OBELISK).then(table(**{"seats.castle.adventure": ["obelisk"]}))


def test_who_does_not_see_what_is_held_chooses_among_all_adventures() -> None:
    kept = (*adventure("cards"), AdventureCardTaken(seat=CASTLE, card="Obelisk"))
    there = given(GAME, *kept).play.campaign.table
    assert isinstance(there, Heroes3)
    assert held_cards(there, CASTLE) == ["obelisk"]
    assert {"obelisk", "magic-spring"} <= {*held_cards(GAME.view(there, PUBLIC), CASTLE)}


def test_one_card_is_resolved_a_round() -> None:
    """R49."""
    given(GAME, *adventure(), OBELISK).when(AdventureResolved(seat=CASTLE, card="Shop")).then(refused("one-adventure"))


def test_an_obelisk_tells_how_many_came_before_it() -> None:
    """E30."""
    given(
        GAME,
        *adventure(),
        OBELISK,
        TurnEnded(seat=CASTLE),
        TurnEnded(seat=DUNGEON),
        RoundEnded(),
        TurnEnded(seat=DUNGEON),
    ).when(OBELISK).then(
        table(**{"seats.castle.adventures": ["obelisk", "obelisk"]}), says("Castle resolved Obelisk (1 earlier)")
    )


def test_the_attack_of_two_units_and_their_dice_is_the_power() -> None:
    """5.12."""
    fought = AdventureResolved(seat=CASTLE, card="Bandits", declared=4, units=BOTH, dice=(1, -1))
    spec = given(GAME, *adventure()).when(fought)
    assert spec.play.campaign.table.agenda.of(UnitStunned) == []
    spec.then(says("Castle resolved Bandits: declared 4, power 5, with Halberdiers, Griffins, the battle reward too"))


def test_the_unknown_attack_of_a_unit_is_asked_for() -> None:
    """It never counts as 0; a stunned unit brings none, whatever is on its card (p59)."""
    fought = AdventureResolved(seat=CASTLE, card="Bandits", declared=5, units=BOTH, dice=(0, 0))
    spec = given(PRINTED, *adventure())
    spec.when(fought).then(refused("which-attack", bendable=False, says="Halberdiers, Griffins"))
    assert list(AdventureResolved.needed(spec.play.campaign.table, fought.model_dump())) == ["attacks"]
    spec.when(fought.copy_with(attacks={"halberdiers": 4, "griffins": 2})).then(
        table(**{"typed.units.halberdiers.attack": 4}),
        says("Castle resolved Bandits: declared 5, power 6, with Halberdiers, Griffins, the battle reward too"),
    )
    assert list(AdventureResolved.needed(spec.play.campaign.table, fought.model_dump())) == []


def test_two_units_are_chosen_where_there_are_two() -> None:
    """R43."""
    one = AdventureResolved(seat=CASTLE, card="Bandits", declared=4, units=BOTH[:1], dice=(1,))
    given(GAME, *adventure()).when(one).then(refused("two-units"))


def test_a_unit_that_fell_short_is_stunned_and_not_counted_next_time() -> None:
    lost = AdventureResolved(seat=CASTLE, card="Bandits", declared=9, units=BOTH, dice=(0, 0))
    spec = given(GAME, *adventure()).when(lost)
    spec.then_must("Castle: which of the units that fought is stunned?")
    stunned = (*adventure(), lost, UnitStunned(seat=CASTLE, unit="halberdiers"))
    later = (*stunned, TurnEnded(seat=CASTLE), TurnEnded(seat=DUNGEON), RoundEnded(), TurnEnded(seat=DUNGEON))
    given(GAME, *later).when(lost.copy_with(dice=(1, 0))).then(
        table(**{"seats.castle.units.halberdiers.stunned": False}),
        says("Castle resolved Bandits (1 earlier): declared 9, power 4, with Halberdiers, Griffins"),
    )


def test_who_holds_the_token_goes_first_in_odd_rounds_alone() -> None:
    second = (*adventure("cards"), *rounds(1))
    given(GAME, *second).when(TurnEnded(seat=CASTLE)).then(refused("not-your-turn"))


def test_an_income_is_raised_once_in_an_astrologers_round() -> None:
    """R49; rolled, it also comes at once (p58)."""
    raised = IncomeTrackRaised(seat=CASTLE, good="materials")
    given(GAME, *adventure("cards")).when(raised).then(refused("not-astrologers"))
    spec = given(GAME, *adventure("cards"), *rounds(1)).when(raised)
    spec.then(table(**{"seats.castle.income.materials": 2, "seats.castle.goods.materials": 3}))
    spec.and_then(IncomeTrackRaised(seat=CASTLE, good="gold")).then(refused("raised-already"))


def test_an_income_that_is_not_rolled_is_named() -> None:
    given(GAME, *adventure("cards"), *rounds(1)).when(IncomeTrackRaised(seat=CASTLE)).then(refused("name-income"))


def test_in_an_astrologers_round_incomes_rise_and_no_astrologers_proclaim() -> None:
    """3.21, 1."""
    spec = given(GAME, *adventure("cards"), *rounds(1))
    spec.then_prompts("Castle: which income rises?", "Dungeon: which income rises?")
    spec.then_no_prompt(AstrologersProclaimed)


def test_a_turn_is_not_the_next_to_end_while_an_income_has_not_risen() -> None:
    """3.21, 1: incomes rise before the turns."""
    given(GAME, *adventure("cards"), *rounds(1)).then_next("Castle: which income rises?")


def test_a_card_of_the_adventure_is_kept_before_a_turn_ends() -> None:
    """3.21, 3: each keeps one of the cards drawn."""
    given(GAME, *adventure("cards")).then_next("Castle: which adventure card is kept?")


def test_expert_uses_come_back_with_the_final_combat_and_not_with_a_round() -> None:
    """4.3, RoundTokensRefreshed."""
    learnt = (*adventure(), ExperienceGained(seat=CASTLE, amount=2), ExpertUsed(seat=CASTLE), RoundEnded())
    given(GAME, *learnt).when(ExpertUsed(seat=CASTLE)).then(refused("no-expert"))


def test_a_rolled_income_comes_at_once_too() -> None:
    spec = given(GAME, *adventure("cards"), *rounds(1)).when(IncomeTrackRaised(seat=CASTLE, rolled=True), rolled=(1,))
    spec.then(table(**{"seats.castle.income.materials": 2, "seats.castle.goods.materials": 5}))


def test_a_card_gained_goes_into_the_deck_and_may_be_set_aside_for_one_use() -> None:
    gained = (*adventure("cards"), CardGained(seat=CASTLE, card="estates"))
    spec = given(GAME, *gained).when(CardSetAside(seat=CASTLE, card="estates"))
    spec.then(table(**{"seats.castle.hand": [], "seats.castle.aside": ["estates"]}))
    spec.and_then(SetAsideCardUsed(seat=CASTLE, card="estates")).then(
        table(**{"seats.castle.aside": [], "removed": ["estates"]})
    )


LAST = (*adventure("cards"), *rounds(8), TurnEnded(seat=CASTLE), TurnEnded(seat=DUNGEON))


def test_in_the_last_round_no_adventure_cards_come() -> None:
    last = LAST[:-2]
    given(GAME, *last).when(AdventureCardTaken(seat=CASTLE, card="Shop")).then(refused("no-more-adventures"))
    given(GAME, *adventure()).when(FinalCombatStarted()).then(refused("rounds-left"))


def test_the_final_combat_comes_in_place_of_the_end_of_the_last_round() -> None:
    given(GAME, *LAST).when(RoundEnded()).then(refused("final-combat-first"))
    given(GAME, *LAST).then_must("Begin the final combat")


def test_the_final_combat_begins_with_full_hands_and_nobody_stunned() -> None:
    spec = given(GAME, *LAST).when(FinalCombatStarted())
    seat = spec.play.campaign.table.seats[CASTLE]
    assert (len(seat.hand), seat.experts) == (4, 0)
    spec.then(table(**{"combat.kind": "final", "combat.attacker": CASTLE, "combat.holder": CASTLE}))


def test_who_wins_the_final_combat_has_won() -> None:
    final = (*LAST, FinalCombatStarted())
    given(GAME, *final).when(CombatEnded(winner=DUNGEON)).then(
        followed(GameEnded(winners=(DUNGEON,), reason="final combat"))
    )


SKIRMISH = begun("skirmish", "towns")


@pytest.mark.parametrize(
    ("length", "level", "face"), [("short", 3, "few"), ("medium", 5, "pack"), ("large", 7, "pack")]
)
def test_a_skirmish_is_prepared_by_its_length(length: str, level: int, face: str) -> None:
    """6.15."""
    chosen = (*SKIRMISH[:-1], LengthChosen(length=length))
    spec = given(GAME, *chosen).when(SkirmishArmySet(seat=CASTLE, units=BOTH))
    seat = spec.play.campaign.table.seats[CASTLE]
    assert (seat.level, seat.units["griffins"].side) == (level, face)


def test_golden_units_fight_only_in_a_large_skirmish() -> None:
    for length in ("short", "medium"):
        chosen = (*SKIRMISH[:-1], LengthChosen(length=length))
        army = SkirmishArmySet(seat=CASTLE, units=("champions",))
        given(GAME, *chosen).when(army).then(refused("no-golden", bendable=True, says="Champions"))
    large = (*SKIRMISH[:-1], LengthChosen(length="large"))
    given(GAME, *large).when(SkirmishArmySet(seat=CASTLE, units=("champions",))).then(
        table(**{"seats.castle.units.champions.side": "pack"})
    )


def test_a_battlefield_asks_for_no_starting_bonus_and_a_skirmish_for_no_goods() -> None:
    """3.21: its own preparation takes the place of a scenario's."""
    given(GAME, *begun()).then_no_prompt(StartingBonusTaken).when(StartingBonusTaken(seat=CASTLE)).then(
        refused("no-bonus")
    )
    given(GAME, *SKIRMISH).then_no_prompt(StartingBonusTaken, StartTaken)


def test_a_skirmish_goes_right_to_its_combat() -> None:
    ready = (*SKIRMISH, *(SkirmishArmySet(seat=seat, units=BOTH) for seat in (CASTLE, DUNGEON)))
    given(GAME, *ready, GameBegun(starting=DUNGEON)).then_must("Begin the final combat")
