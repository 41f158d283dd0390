"""Setup: who plays what, with which boxes, what they begin with, and who goes first."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import DICE
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.searching import CardKept, SearchBegun
from domain.games.heroes3.land.laying import TileLaid
from domain.games.heroes3.setup.bonuses import StartingBonusTaken, StartingDeckBuilt, StartingPlayerRolled
from domain.games.heroes3.setup.players import (
    FactionTaken,
    GameBegun,
    GameSetUp,
    ObjectiveNamed,
    RulingMade,
    StartTaken,
    first_deck,
)
from tests.domain.games.heroes3.opening import ADELA, CASTLE, DUNGEON, NECROPOLIS, game, taken

TWO = taken(CASTLE, DUNGEON)


def setup(**fields: Any) -> tuple[Event[Any], ...]:
    """A game of two that is not begun."""
    return (GameSetUp(**{"tracks": (), "decks": (DICE,), **fields}), *TWO)


@pytest.mark.parametrize("mode", ["adventure", "skirmish"])
def test_the_battlefield_is_played_without_a_map(mode: Any) -> None:
    """p57: no tile is laid, and no movement told."""
    given(GAME, GameSetUp(mode=mode), *taken(CASTLE, DUNGEON)).then_no_prompt(TileLaid)


def test_a_player_of_cards_is_asked_for_a_hero() -> None:
    """E1: a faction without a hero began the game, and nobody asked (p12)."""
    (prompt,) = [one for one in given(GAME, GameSetUp()).play.campaign.prompts(PUBLIC) if one.event is FactionTaken]
    assert "hero" in prompt.missing
    kingdom = given(GAME, GameSetUp(tracks=("towns",))).play.campaign.prompts(PUBLIC)
    assert [one.also_required for one in kingdom if one.event is FactionTaken] == [()]


def test_the_core_game_goes_with_every_box() -> None:
    given(GAME, GameSetUp(boxes=("battlefield",))).when(FactionTaken(faction=CASTLE, player="Ann")).then(
        table(**{"seats.castle.player": "Ann"})
    )


def test_a_faction_is_played_once() -> None:
    given(GAME, *setup()).when(FactionTaken(faction=CASTLE, player="Eve")).then(refused("faction-taken"))


def test_a_faction_of_a_box_that_is_not_played_is_refused() -> None:
    """R09; a table that names no box may use all."""
    cove = FactionTaken(faction="cove", player="Eve")
    given(GAME, *setup(boxes=("core",))).when(cove).then(refused("no-such-box", says="Cove"))
    given(GAME, *setup(boxes=("core", "cove"))).when(cove).then(table(**{"seats.cove.player": "Eve"}))
    given(GAME, *setup()).when(cove).then(table(**{"seats.cove.player": "Eve"}))


@pytest.mark.parametrize("mode", ["clash", "alliance", "coop", "tournament", "adventure", "skirmish"])
def test_a_mode_for_several_does_not_begin_with_one(mode: str) -> None:
    alone = (GameSetUp(mode=mode, tracks=()), *taken(CASTLE))
    given(GAME, *alone).when(GameBegun(starting=CASTLE)).then(refused("needs-rivals", says="needs 2 players"))


def test_a_campaign_begins_alone() -> None:
    alone = (GameSetUp(mode="campaign", tracks=()), *taken(CASTLE))
    given(GAME, *alone).when(GameBegun(starting=CASTLE)).then(table(phase="turns", round=1))


@pytest.mark.parametrize(("mode", "most"), [("campaign", 1), ("tournament", 2), ("adventure", 2), ("skirmish", 2)])
def test_a_mode_for_few_does_not_begin_with_more(mode: str, most: int) -> None:
    """1.2."""
    many = (GameSetUp(mode=mode, tracks=()), *taken(*(CASTLE, DUNGEON, NECROPOLIS)[: most + 1]))
    given(GAME, *many).when(GameBegun(starting=CASTLE)).then(refused("needs-rivals", says=f"needs {most} player"))


def test_nobody_takes_a_faction_once_the_game_began() -> None:
    """R00."""
    given(GAME, *game()).when(FactionTaken(faction="tower", player="Eve")).then(refused("wrong-step"))


def test_nobody_begins_a_game_that_nobody_plays() -> None:
    spec = given(GAME, GameSetUp(tracks=()))
    spec.then_no_prompt(GameBegun)
    spec.then_must(FactionTaken)


def test_an_alliance_asks_for_the_team() -> None:
    """4.2, TeamFormed: who is of no team is everybody's enemy."""
    for mode, asked in (("alliance", True), ("clash", False)):
        prompts = given(GAME, *setup(mode=mode)).play.campaign.prompts(PUBLIC)
        assert ["team" in prompt.missing for prompt in prompts if prompt.event is FactionTaken] == [asked]


def test_the_starting_player_never_changes() -> None:
    """R54."""
    given(GAME, *game()).when(GameBegun(starting=DUNGEON), bend="later").then(refused("one-starts", bendable=False))


def test_two_have_enough_to_play_a_tournament() -> None:
    given(GAME, *setup(mode="tournament")).then_no_prompt(FactionTaken)


# --- what they begin with --------------------------------------------------------------------


def test_the_first_deck_follows_from_the_board_of_the_hero() -> None:
    """5.10: six statistics, a Magic Arrow, the ability, and the specialty of level I."""
    spec = given(GAME, GameSetUp(tracks=("cards",)), ADELA, FactionTaken(faction=CASTLE, player="A", hero="adela"))
    deck = ["attack", "attack", "defense", "defense", "power", "knowledge", "magic-arrow", "offense", "bless-1"]
    spec.then(table(**{"seats.castle.cards": deck}))


def test_a_hero_that_nobody_typed_in_has_nine_cards_without_names() -> None:
    at = given(GAME, *setup()).play.campaign.table
    assert first_deck(at, "", magic=False) == ("magic-arrow", *[""] * 8)
    assert first_deck(at, "", magic=True) == ("magic-arrow", "magic-arrow", *[""] * 7)


def test_more_than_nine_cards_are_no_starting_deck() -> None:
    cards = (*setup(tracks=("cards",)), StartingDeckBuilt(seat=CASTLE, cards={"attack": 2, "haste": 1}))
    given(GAME, *cards).then(table(**{"seats.castle.cards": ["attack", "attack", "haste", *[""] * 6]}))
    spec = given(GAME, *cards)
    spec.when(StartingDeckBuilt(seat=CASTLE, cards={"attack": 9, "haste": 1})).then(refused("nine-cards"))


def test_the_scenario_gives_goods_income_units_and_buildings() -> None:
    start = StartTaken(
        seat=NECROPOLIS, goods={"gold": 12}, income={"gold": 10}, units=("skeletons",), packs=("wraiths",),
        buildings=("dwelling-bronze",), supply=2,
    )  # fmt: skip
    given(GAME, *setup(tracks=("towns",)), FactionTaken(faction=NECROPOLIS, player="N")).when(start).then(
        says(
            "Necropolis begins with Gold 12; income Gold 10; units: Skeletons; Packs: Wraiths;"
            " built: Bronze dwelling; far tiles: 2"
        ),
        table(
            **{
                "seats.necropolis.goods.gold": 12,
                "seats.necropolis.income.gold": 10,
                "seats.necropolis.first_units": {"skeletons": "few", "wraiths": "pack"},
                "seats.necropolis.units.wraiths.side": "pack",
                "seats.necropolis.supply": 2,
            }
        ),
    )


def test_the_goods_of_the_scenario_are_taken_once() -> None:
    again = StartTaken(seat=CASTLE, goods={"gold": 5})
    given(GAME, *setup()).when(again).then(refused("endowed", bendable=True))
    given(GAME, *setup()).when(StartTaken(seat=CASTLE, buildings=("citadel",))).then(
        table(**{"seats.castle.buildings": {"citadel": 0}})
    )


def test_an_option_gives_a_secondary_hero_from_the_start() -> None:
    """6.17."""
    begun = (*setup(options=("second-hero-at-start",)), GameBegun(starting=CASTLE))
    given(GAME, *begun).then(table(**{"seats.castle.second.moves": 2, "seats.dungeon.second.moves": 2}))


def test_a_victory_condition_stands_in_the_table_s_own_words() -> None:
    given(GAME, *setup()).when(ObjectiveNamed(name="Grail", words="Hold it")).then(
        table(**{"objectives.Grail.words": "Hold it"})
    )


def test_a_ruling_may_be_taken_back() -> None:
    made = RulingMade(ruling="far-tile-two-others")
    given(GAME, *setup(), made).then(table(rulings=["far-tile-two-others"]))
    given(GAME, *setup(), made).when(RulingMade(ruling="far-tile-two-others", usual=True)).then(table(rulings=[]))


# --- the starting bonus (3.2) ----------------------------------------------------------------


def test_an_easy_game_begins_with_two_resource_dice() -> None:
    spec = given(GAME, *setup(difficulty="easy"))
    spec.when(StartingBonusTaken(seat=CASTLE, faces=("6 gold", "2 materials"))).then(
        table(**{"seats.castle.goods.gold": 21, "seats.castle.goods.materials": 5})
    )


def test_a_normal_game_begins_with_one_of_two_dice() -> None:
    spec = given(GAME, *setup())
    bonus = StartingBonusTaken(seat=CASTLE, faces=("6 gold", "2 materials"), kept="2 materials")
    spec.when(bonus).then(table(**{"seats.castle.goods.gold": 15, "seats.castle.goods.materials": 5}))
    spec.when(bonus.copy_with(kept="3 gold")).then(refused("keep-one"))


def test_a_hard_game_begins_with_one_die() -> None:
    spec = given(GAME, *setup(difficulty="hard"))
    spec.when(StartingBonusTaken(seat=CASTLE), rolled=(6,)).then(table(**{"seats.castle.goods.gold": 21}))


@pytest.mark.parametrize(("difficulty", "searches"), [("easy", 2), ("normal", 1)])
def test_or_with_searches_of_artifacts(difficulty: str, searches: int) -> None:
    spec = given(GAME, *setup(difficulty=difficulty, tracks=("cards",)))
    spec.when(StartingBonusTaken(seat=CASTLE, bonus="artifacts")).then_prompts(SearchBegun)
    due = spec.play.campaign.table.agenda.of(SearchBegun, seat=CASTLE, deck="artifact", count=2)
    assert [one.times for one in due] == [searches]


def test_artifacts_that_were_looked_at_for_the_bonus_are_shuffled_back() -> None:
    """4.2, ArtifactDeckRebuilt."""
    bonus = (
        *setup(difficulty="normal", tracks=("cards",)),
        StartingBonusTaken(seat=CASTLE, bonus="artifacts"),
        SearchBegun(seat=CASTLE, deck="artifact", looked=("cart-of-ore", "cape-of-velocity")),
        CardKept(seat=CASTLE, card="cart-of-ore"),
    )
    begun = given(GAME, *bonus).then(table(**{"discards.artifact": ["cape-of-velocity"]}))
    begun.when(GameBegun(starting=CASTLE)).then(table(**{"discards": {}, "seats.castle.hand": ["cart-of-ore"]}))


def test_a_hard_game_reveals_artifacts_until_one_is_minor() -> None:
    spec = given(GAME, *setup(difficulty="hard", tracks=("cards",)))
    spec.when(StartingBonusTaken(seat=CASTLE, bonus="artifacts")).then_prompts(CardGained)
    assert not spec.play.campaign.table.agenda.of(SearchBegun)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"difficulty": "impossible"}, "no-bonus"),
        ({"options": ("no-starting-bonus",)}, "no-bonus"),
        ({"mode": "campaign"}, "campaign-bonus"),
    ],
)
def test_where_there_is_no_bonus(fields: dict[str, Any], code: str) -> None:
    spec = given(GAME, GameSetUp(**{"tracks": (), "decks": (DICE,), **fields}), *taken(CASTLE))
    spec.then_no_prompt(StartingBonusTaken)
    spec.when(StartingBonusTaken(seat=CASTLE)).then(refused(code))


def test_the_bonus_is_taken_once() -> None:
    spec = given(GAME, *setup(), StartingBonusTaken(seat=CASTLE))
    spec.when(StartingBonusTaken(seat=CASTLE)).then(refused("bonus-taken"))


def test_by_an_option_a_die_gives_one_resource() -> None:
    """6.17."""
    spec = given(GAME, *setup(difficulty="hard", options=("dice-one-resource",)))
    spec.when(StartingBonusTaken(seat=CASTLE, faces=("6 gold",))).then(table(**{"seats.castle.goods.gold": 16}))


def test_who_goes_first_is_one_tap() -> None:
    prompts = given(GAME, *setup()).play.campaign.prompts(PUBLIC)
    assert [prompt.keypad for prompt in prompts if prompt.event is GameBegun] == ["starting"]


def test_the_players_roll_for_the_first_turn() -> None:
    """p57: equal rolls are repeated."""
    rolled = given(GAME, *setup()).when(StartingPlayerRolled(), rolled=(1, 1, 1, 1, 6, 6, 1, 1))
    rolled.then(
        says("Rolled for the starting player: Castle 12, Dungeon 4; Castle has the most"), table(starting=CASTLE)
    )
    rolled.then_must("Begin the game: Castle goes first").then_no_prompt(StartingPlayerRolled)
    told = StartingPlayerRolled(totals={CASTLE: 3, DUNGEON: 9})
    given(GAME, *setup()).when(told).then(table(starting=DUNGEON))
    given(GAME, *setup()).when(told.copy_with(totals={CASTLE: 3, DUNGEON: 3})).then(refused("equal-rolls"))
    given(GAME, *setup()[:3]).when(StartingPlayerRolled()).then(refused("needs-rivals"))


def test_in_a_tournament_who_rolled_most_chooses_who_starts() -> None:
    """p54."""
    told = StartingPlayerRolled(totals={CASTLE: 3, DUNGEON: 9})
    given(GAME, *setup(mode="tournament")).when(told).then(table(starting="")).then_must(
        "Begin the game: who goes first?"
    )
