"""The deck of a skirmish: the cards that the length of the game adds to the first deck (p60, 6.15)."""

from dataclasses import replace

import pytest

from companion.demo import demo_pack
from companion.testing import given, refused, says, table
from domain.framework.content import merge_content
from domain.framework.game import Viewer
from domain.games.heroes3 import GAME as PRINTED
from domain.games.heroes3.modes.battlefield import FinalCombatStarted, LengthChosen
from domain.games.heroes3.modes.skirmish import SkirmishArmySet, SkirmishDeckBuilt
from domain.games.heroes3.setup.bonuses import StartingDeckBuilt
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp
from tests.domain.games.heroes3.opening import ADELA, CASTLE, DUNGEON, Events

GAME = replace(PRINTED, pack=merge_content(PRINTED.pack, demo_pack(PRINTED, "demo.toml")))
ABILITIES, ARTIFACT, SPELL = ("wisdom", "scholar"), ("cape-of-velocity",), ("haste",)
FIRST_DECK = 9
MIGHT = ADELA.copy_with(fields={**ADELA.fields, "magic": False})


def skirmish(length: str = "short", hero: str | None = "adela") -> Events:
    """A skirmish that tracks cards; the Castle plays the might hero Adela, the Dungeon the magic hero Deemer."""
    return (
        GameSetUp(mode="skirmish", tracks=("towns", "cards")), MIGHT,
        FactionTaken(faction=CASTLE, player="Ann", hero=hero),
        FactionTaken(faction=DUNGEON, player="Ben", hero="deemer"), LengthChosen(length=length),
    )  # fmt: skip


KEPT = SkirmishDeckBuilt(seat=CASTLE, abilities=ABILITIES, artifacts=ARTIFACT, spells=SPELL)


def test_the_deck_is_completed_before_the_game_begins() -> None:
    armies = (SkirmishArmySet(seat=seat, units=("halberdiers",)) for seat in (CASTLE, DUNGEON))
    ready = (*skirmish(), *armies)
    given(GAME, *ready).then_must("Castle: complete the skirmish deck")
    given(GAME, *ready, KEPT, SkirmishDeckBuilt(seat=DUNGEON)).then_no_prompt(SkirmishDeckBuilt)
    given(GAME, *skirmish()[:-1]).then_no_prompt(SkirmishDeckBuilt).when(KEPT).then(refused("length-first"))


def test_the_kept_cards_are_known_afterwards() -> None:
    spec = given(GAME, *skirmish()).when(KEPT)
    deck = spec.play.campaign.table.seats[CASTLE].cards
    assert deck[FIRST_DECK:] == [*ABILITIES, *ARTIFACT, *SPELL]
    spec.then(
        says(
            "Castle added 4 cards to the first deck; abilities Wisdom, Scholar; artifacts Cape of Velocity; "
            "spells Haste"
        ),
        table(**{"taken.ability": 2, "taken.artifact": 1, "taken.spell": 1}),
    )


@pytest.mark.parametrize(
    ("length", "might", "magic"), [("short", 4, 5), ("medium", 3 + 2 + 2 + 1, 3 + 2 + 4 + 1), ("large", 12, 14)]
)
def test_the_length_and_the_class_of_the_hero_decide_how_many_cards_join(length: str, might: int, magic: int) -> None:
    built = (*skirmish(length), SkirmishDeckBuilt(seat=CASTLE), SkirmishDeckBuilt(seat=DUNGEON))
    seats = given(GAME, *built).play.campaign.table.seats
    assert [len(seats[seat].cards) - FIRST_DECK for seat in (CASTLE, DUNGEON)] == [might, magic]


@pytest.mark.parametrize(
    ("length", "specialties"), [("short", []), ("medium", ["bless-4"]), ("large", ["bless-4", "bless-6"])]
)
def test_the_further_specialties_of_the_hero_join(length: str, specialties: list[str]) -> None:
    deck = given(GAME, *skirmish(length)).when(KEPT).play.campaign.table.seats[CASTLE].cards
    assert [card for card in deck[FIRST_DECK:] if card.startswith("bless")] == specialties


def test_no_more_cards_are_kept_than_the_book_says() -> None:
    spec = given(GAME, *skirmish())
    spec.when(KEPT.copy_with(abilities=(*ABILITIES, "offense"))).then(
        refused("keep-fewer", bendable=True, says="2 cards are kept of 3 drawn, not 3")
    )
    spec.when(KEPT.copy_with(artifacts=("cape-of-velocity", "cart-of-ore"))).then(refused("keep-fewer"))
    spec.when(KEPT.copy_with(spells=("haste", "cure"))).then(
        refused("keep-fewer", says="1 card is kept of 1 drawn, not 2")
    )
    spec.when(SkirmishDeckBuilt(seat=DUNGEON, spells=("haste", "cure"))).then(table(**{"seats.dungeon.prepared": True}))


def test_a_card_of_another_deck_and_a_removed_one_are_refused() -> None:
    spec = given(GAME, *skirmish())
    spec.when(KEPT.copy_with(spells=("wisdom",))).then(
        refused("other-deck", says="Wisdom is not a card of the spell deck.")
    )
    spec.when(KEPT.copy_with(abilities=("diplomacy",))).then(refused("not-in-skirmish", says="Diplomacy"))


def test_the_cards_join_once_and_after_the_starting_deck() -> None:
    spec = given(GAME, *skirmish(), KEPT)
    spec.when(KEPT).then(refused("skirmish-deck-complete", bendable=False))
    spec.when(StartingDeckBuilt(seat=CASTLE)).then(refused("starting-deck-first", bendable=False))


def test_an_unknown_class_of_the_hero_is_asked_for_and_kept() -> None:
    """Unknown is not might."""
    strange = skirmish(hero="nobody")
    spec = given(GAME, *strange)
    spec.when(SkirmishDeckBuilt(seat=CASTLE)).then(refused("might-or-magic", bendable=False))
    assert list(SkirmishDeckBuilt.needed(spec.play.campaign.table, {"seat": CASTLE})) == ["magic"]
    spec.when(SkirmishDeckBuilt(seat=CASTLE, magic=True)).then(
        table(**{"seats.castle.magic": True, "typed.heroes.nobody.magic": True})
    )
    known = given(GAME, *strange, SkirmishDeckBuilt(seat=CASTLE, magic=True)).play.campaign.table
    assert list(SkirmishDeckBuilt.needed(known, {"seat": CASTLE})) == []


def test_the_other_player_does_not_see_the_kept_cards() -> None:
    spec = given(GAME, *skirmish(), KEPT)
    seen = GAME.view(spec.play.campaign.table, Viewer.on(DUNGEON))
    assert "wisdom" not in seen.seats[CASTLE].cards
    assert "wisdom" in GAME.view(spec.play.campaign.table, Viewer.on(CASTLE)).seats[CASTLE].cards


def test_the_hand_of_the_final_combat_is_drawn_from_the_whole_deck() -> None:
    ready = (*skirmish(), KEPT, GameBegun(starting=CASTLE))
    seat = given(GAME, *ready).when(FinalCombatStarted()).play.campaign.table.seats[CASTLE]
    assert len(seat.cards) == FIRST_DECK + 4
    assert seat.hand
