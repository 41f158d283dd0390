"""Searching shared decks: what is looked at, kept, taken unseen, and empowered."""

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import Adjusted
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import shared_deck
from domain.games.heroes3.cards.levels import EmpoweredTokensGained, ExperienceGained
from domain.games.heroes3.cards.revealing import DiscardPileBegun
from domain.games.heroes3.cards.searching import AbilityEmpowered, CardKept, LockedCardReplaced, SearchBegun
from domain.games.heroes3.cards.spells import ScrollGained
from domain.games.heroes3.state.kinds import TileKind
from domain.games.heroes3.state.table import Spot, Tile
from domain.games.heroes3.town.buildings import BuildingBuilt, SpellBookUsed
from domain.log.reasons import reasons_against
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, OPENING_HAND, dealt, game, turns_over

CURSE = SearchBegun(seat=CASTLE, deck="spell", looked=("curse", "haste"))
"""A search whose other card is the first on the discard pile of spells."""


def searched(*looked: str, deck: str = "spell") -> SearchBegun:
    return SearchBegun(seat=CASTLE, deck=deck, count=len(looked), looked=looked)


def kept(card: str) -> CardKept:
    return CardKept(seat=CASTLE, card=card)


# --- looking at cards ------------------------------------------------------------------------


def test_one_of_the_cards_that_are_looked_at_is_kept() -> None:
    """E11: of Magic Arrow and Fireball he keeps Fireball."""
    spec = given(GAME, *dealt()).when(searched("magic-arrow", "fireball"))
    spec.then(says("Castle searched the Spell deck, and looked at 2 cards: Magic Arrow, Fireball"))
    spec.then_must("Castle: which card do you keep?")
    spec.and_then(kept("fireball")).then(
        says("Castle kept a card of the Spell deck: Fireball; discarded: Magic Arrow"),
        table(**{"seats.castle.hand": [*OPENING_HAND, "fireball"], "discards.spell": ["magic-arrow"]}),
    )


def test_who_searches_is_asked_what_is_kept_card_by_card() -> None:
    spec = given(GAME, *dealt(), searched("magic-arrow", "fireball"))
    prompt = spec.play.campaign.prompts(Viewer.on(CASTLE))[0]
    assert (prompt.event, prompt.keypad, prompt.required) == (CardKept, "card", True)
    spec.then_no_prompt(CardKept, viewer=Viewer.on(DUNGEON))


def test_who_does_not_see_the_cards_is_told_that_one_must_be_named() -> None:
    spec = given(GAME, *dealt(), searched("magic-arrow", "fireball"))
    needs = [prompt.also_required for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is CardKept]
    assert needs == [["card"]]


def test_or_the_top_of_the_discard_pile_is_taken_without_looking() -> None:
    """E11: the discard pile shows Curse. Where it was the last one, the deck gives it a new one (p22, 6)."""
    pile = (*dealt(), searched("curse", "haste"), kept("haste"))
    spec = given(GAME, *pile).when(
        SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile"), rolled=("cure",)
    )
    spec.then(
        says("Castle searched the Spell deck, and took Curse, the top of the discard pile"),
        table(**{"seats.castle.hand": [*OPENING_HAND, "haste", "curse"], "discards.spell": ["cure"]}),
    )


def test_where_the_deck_is_in_its_box_the_new_first_card_of_the_pile_is_asked_for() -> None:
    """E11, p22: the pile stayed empty, and nobody asked."""
    pile = (*dealt(decks=()), searched("curse", "haste"), kept("haste"))
    spec = given(GAME, *pile).when(SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile"))
    spec.then(table(**{"discards.spell": []})).then_must("Which card begins the discard pile of the Spell deck?")
    begun = spec.and_then(DiscardPileBegun(deck="spell", card="cure")).then(table(**{"discards.spell": ["cure"]}))
    begun.then_no_prompt(DiscardPileBegun)


def test_of_a_larger_discard_pile_the_rest_stays() -> None:
    pile = (*dealt(), searched("curse", "haste", "cure"), kept("haste"))
    given(GAME, *pile).when(SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile")).then(
        table(**{"seats.castle.hand": [*OPENING_HAND, "haste", "cure"], "discards.spell": ["curse"]})
    )


def test_a_discard_pile_of_which_nobody_knows_anything_gives_a_blank_or_what_is_named() -> None:
    given(GAME, *dealt()).when(SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile")).then(
        table(**{"seats.castle.hand": [*OPENING_HAND, ""]})
    )
    given(GAME, *dealt()).when(SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile", card="Slow")).then(
        table(**{"seats.castle.hand": [*OPENING_HAND, "Slow"]})
    )


def test_only_who_searches_sees_what_is_looked_at_and_kept() -> None:
    """2.17."""
    play = given(GAME, *dealt(), searched("curse", "haste"), kept("haste"), searched("cure", "berserk")).play
    seen = GAME.view(play.campaign.table, Viewer.on(DUNGEON)).seats[CASTLE]
    assert seen.search.looked == ["", ""]
    assert seen.hand == [""] * 5
    assert GAME.view(play.campaign.table, Viewer.on(CASTLE)).seats[CASTLE].search.looked == ["cure", "berserk"]


def test_a_search_brings_cards_by_chance_where_nobody_names_them() -> None:
    given(GAME, *dealt()).when(SearchBegun(seat=CASTLE, deck="spell"), rolled=("curse", "haste")).then(
        table(**{"seats.castle.search.looked": ["curse", "haste"]})
    )


def test_of_fewer_cards_than_are_searched_all_are_looked_at() -> None:
    """The artifacts that the rulebook names are five."""
    spec = given(GAME, *dealt()).when(SearchBegun(seat=CASTLE, deck="artifact", count=9))
    spec.then(table(**{"discards.artifact": []}))
    assert len(spec.play.campaign.table.seats[CASTLE].search.looked) == 5


def test_a_deck_that_is_used_up_is_shuffled_and_discards_one() -> None:
    first = (*dealt(), searched("hourglass", "cart-of-ore", "cape-of-velocity", deck="artifact"), kept("hourglass"))
    spec = given(GAME, *first).when(
        searched("head-of-legion", "legs-of-legion", deck="artifact"), rolled=("cart-of-ore",)
    )
    spec.then(table(**{"discards.artifact": ["cart-of-ore"]}))
    spec.and_then(kept("head-of-legion")).then(table(**{"discards.artifact": ["cart-of-ore", "legs-of-legion"]}))
    assert len(shared_deck(spec.play.campaign.table, "artifact")) == 1


def test_of_a_deck_that_nobody_typed_in_nothing_is_made_up() -> None:
    own = (
        *dealt(),
        SearchBegun(seat=CASTLE, deck="artifact", looked=("Ring of Vitality", "hourglass")),
        kept("hourglass"),
    )
    spec = given(GAME, *own).when(SearchBegun(seat=CASTLE, deck="artifact", count=3))
    spec.then(table(**{"seats.castle.search.looked": ["", "", ""]}))
    spec.and_then(CardKept(seat=CASTLE, other="Quiet Eye")).then(
        table(**{"discards.artifact": ["Ring of Vitality", "", ""], "seats.castle.hand.5": "Quiet Eye"})
    )


def test_a_table_may_keep_a_card_without_naming_it() -> None:
    own = (
        *dealt(),
        SearchBegun(seat=CASTLE, deck="artifact", looked=("Ring of Vitality", "hourglass")),
        kept("hourglass"),
    )
    given(GAME, *own, SearchBegun(seat=CASTLE, deck="artifact")).when(CardKept(seat=CASTLE)).then(
        says("Castle kept a card of the Artifact deck"), table(**{"seats.castle.hand.5": ""})
    )


def test_who_looked_at_cards_keeps_one_before_looking_at_others() -> None:
    looking = given(GAME, *dealt(), searched("curse", "haste"))
    looking.when(searched("cure", "berserk")).then(refused("looking-already"))
    looking.when(SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile")).then(refused("looking-already"))
    looking.when(kept("cure")).then(refused("not-held"))
    looking.when(CardKept(seat=CASTLE)).then(refused("name-card"))
    given(GAME, *dealt()).when(CardKept(seat=CASTLE)).then(refused("not-searching"))


def test_a_card_of_another_deck_is_not_looked_at() -> None:
    given(GAME, *dealt()).when(searched("offense", "curse")).then(refused("not-of-deck", says="Offense"))


def test_the_spell_book_makes_a_search_of_two_spells_due() -> None:
    """E11: a guild of an earlier round, the token and its price."""
    guild = (
        *dealt(tracks=("cards", "towns"), hand=()), BuildingBuilt(seat=CASTLE, building="mage-guild", cost={"gold": 0}),
    )  # fmt: skip
    spec = given(GAME, *guild)
    spec.when(SpellBookUsed(seat=CASTLE, cost={"gold": 5})).then(refused("no-guild"))
    spec.when(Adjusted(path="seats.castle.buildings.mage-guild", after=0, reason="a round before")).and_then(
        SpellBookUsed(seat=CASTLE, cost={"gold": 5})
    ).then_must("Castle: search 2 of the Spell deck")


def test_a_spell_scroll_that_is_kept_is_put_beside_the_hero() -> None:
    looked = (*dealt(), SearchBegun(seat=CASTLE, deck="artifact", looked=("Spell Scroll", "hourglass")))
    spec = given(GAME, *looked).when(CardKept(seat=CASTLE, card="Spell Scroll", scroll=True), rolled=("cure", "haste"))
    spec.then(
        followed(ScrollGained(seat=CASTLE, spells=("cure", "haste"), scroll="1")),
        table(**{"seats.castle.hand": list(OPENING_HAND)}),
    )


# --- decks in the box ------------------------------------------------------------------------

IN_THE_BOX = dealt(decks=())
"""The shared decks are in the box, and the app knows only the cards that the rulebook names."""
DUE = SearchBegun(seat=CASTLE, deck="artifact")


def test_a_search_of_a_deck_in_the_box_asks_which_cards_were_seen() -> None:
    """Nothing is dealt from the few cards that are known."""
    given(GAME, *IN_THE_BOX).when(DUE).then(refused("say-seen", bendable=True))
    given(GAME, *IN_THE_BOX).when(DUE, bend="nobody says").then(table(**{"seats.castle.search.looked": ["", ""]}))
    given(GAME, *IN_THE_BOX).when(DUE.copy_with(looked=("hourglass",))).then(
        table(**{"seats.castle.search.looked": ["hourglass", ""]})
    )


def test_a_search_that_is_due_asks_how_where_the_deck_is_in_the_box() -> None:
    learned = (*IN_THE_BOX, ExperienceGained(seat=CASTLE, amount=2))
    spec = given(GAME, *learned).then_must("Castle: search 2 of the Ability deck")
    assert [one.missing for one in spec.play.campaign.prompts(PUBLIC) if one.event is SearchBegun] == [["how"]]
    kept_here = given(GAME, *dealt(), ExperienceGained(seat=CASTLE, amount=2)).play.campaign
    assert [one.missing for one in kept_here.prompts(PUBLIC) if one.event is SearchBegun] == [[]]


def test_the_top_of_a_discard_pile_is_taken_wherever_the_deck_is() -> None:
    pile = (*IN_THE_BOX, searched("curse", "haste"), kept("haste"))
    given(GAME, *pile).when(SearchBegun(seat=CASTLE, deck="spell", how="top of the discard pile")).then(
        table(**{"seats.castle.hand": [*OPENING_HAND, "haste", "curse"], "discards.spell": []})
    )


def test_any_card_that_is_named_is_kept() -> None:
    """A card that no pack has."""
    looked = (*IN_THE_BOX, DUE.copy_with(looked=("hourglass",)))
    spec = given(GAME, *looked).when(kept("Centaur's Axe"))
    spec.then(table(**{"seats.castle.hand": [*OPENING_HAND, "Centaur's Axe"], "discards.artifact": ["hourglass"]}))
    named = (*IN_THE_BOX, DUE.copy_with(looked=("Centaur's Axe", "hourglass")))
    given(GAME, *named).when(kept("Centaur's Axe")).then(
        table(**{"seats.castle.hand.4": "Centaur's Axe", "discards.artifact": ["hourglass"]})
    )


def test_the_table_learns_what_kind_of_card_an_open_one_is() -> None:
    """The card that is kept is its owner's secret; the others are open."""
    named = (*IN_THE_BOX, DUE.copy_with(looked=("Centaur's Axe", "Ring of Vitality")))
    given(GAME, *named).when(kept("Ring of Vitality")).then(
        table(**{"typed.cards.Centaur's Axe.kind": "artifact", "typed.cards.Ring of Vitality": NOTHING})
    )


# --- cards of other factions, and split decks ------------------------------------------------


def test_a_card_of_another_faction_may_be_replaced_or_kept() -> None:
    looking = (*dealt(), searched("necromancy", "wisdom", deck="ability"))
    spec = given(GAME, *looking)
    spec.then_prompts("Discard Necromancy, and look at another card", viewer=Viewer.on(CASTLE))
    spec.when(LockedCardReplaced(seat=CASTLE, card="wisdom")).then(refused("not-locked"))
    spec.when(LockedCardReplaced(seat=CASTLE, card="estates")).then(refused("not-held"))
    spec.when(LockedCardReplaced(seat=CASTLE, card="necromancy"), rolled=("scholar",)).then(
        says("Castle discarded Necromancy, and looked at another card instead: Scholar"),
        table(**{"seats.castle.search.looked": ["wisdom", "scholar"], "discards.ability": ["necromancy"]}),
    )
    given(GAME, *looking).when(kept("necromancy")).then(table(**{"discards.ability": ["wisdom"]}))


SPLIT = dealt(tracks=("cards", "map"), options=("split-decks",))


def test_of_split_decks_it_is_said_which() -> None:
    given(GAME, *SPLIT).when(SearchBegun(seat=CASTLE, deck="spell")).then(refused("which-part"))
    given(GAME, *SPLIT).when(SearchBegun(seat=CASTLE, deck="ability")).then()
    given(GAME, *SPLIT).when(SearchBegun(seat=CASTLE, deck="artifact", part="major", count=1)).then(
        says("Castle searched the Artifact deck (Major artifacts), and looked at 1 card: Head of Legion")
    )


@pytest.mark.parametrize(
    ("kind", "part", "open_"),
    [
        ("starting", "minor", True), ("far", "major", False), ("far", "expert", False), ("near", "major", True),
        ("near", "expert", True), ("near", "relic", False), ("center", "relic", True), ("sea", "relic", True),
    ],
)  # fmt: skip
def test_the_tile_of_the_hero_says_which_split_decks_there_are(kind: TileKind, part: str, open_: bool) -> None:
    """E32; 6.14: on which tiles of expansions nothing is said, all are."""
    deck = "spell" if part == "expert" else "artifact"
    campaign = given(GAME, *SPLIT).play.campaign
    campaign.table.tiles = {"0 0": Tile(tile="#1", kind=kind)}
    campaign.table.fields = {"#1.0": Spot(tile="#1")}
    campaign.table.seats[CASTLE].main.field = "#1.0"
    reasons = reasons_against(campaign.game, SearchBegun(seat=CASTLE, deck=deck, part=part), campaign.table)
    assert [reason.code for reason in reasons] == ["deck-not-here"] * (not open_)


# --- empowered abilities ---------------------------------------------------------------------

TOKEN = (*dealt(), EmpoweredTokensGained(seat=CASTLE), ExperienceGained(seat=CASTLE, amount=2))


def test_an_ability_just_gained_is_empowered_for_a_token() -> None:
    """E12: he takes Offense, and spends the token."""
    spec = given(GAME, *TOKEN, searched("offense", "wisdom", deck="ability"), kept("offense"))
    spec.then(table(**{"discards.ability": ["wisdom"]}))
    spec.then_prompts("Castle may empower the ability just gained: which?", viewer=Viewer.on(CASTLE))
    spec.when(AbilityEmpowered(seat=CASTLE, ability="offense")).then(
        says("Castle took empowered Offense"),
        table(removed=["offense"], empowered=["offense"], **{"seats.castle.empowered": 0}),
        table(**{"seats.castle.hand": [*OPENING_HAND, "empowered offense"]}),
    )


def test_without_the_token_the_normal_card_stays() -> None:
    """E12."""
    learned = (*dealt(), ExperienceGained(seat=CASTLE, amount=2), searched("offense", "wisdom", deck="ability"))
    spec = given(GAME, *learned, kept("offense"))
    spec.then_no_prompt(AbilityEmpowered)
    spec.when(AbilityEmpowered(seat=CASTLE, ability="offense")).then(refused("no-empowered-token"))


def test_an_ability_gained_before_is_not_empowered() -> None:
    later = (*TOKEN, searched("offense", "wisdom", deck="ability"), kept("offense"), *turns_over(CASTLE)[:-1])
    given(GAME, *later).when(AbilityEmpowered(seat=CASTLE, ability="offense")).then(refused("gained-before"))


def test_there_is_one_empowered_copy_of_each_ability() -> None:
    """R53; where it is taken, the token is kept."""
    twice = (*TOKEN, EmpoweredTokensGained(seat=CASTLE), searched("offense", "wisdom", deck="ability"), kept("offense"))
    taken = (*twice, AbilityEmpowered(seat=CASTLE, ability="offense"), searched("offense", "estates", deck="ability"))
    given(GAME, *taken, kept("offense")).when(AbilityEmpowered(seat=CASTLE, ability="offense")).then(
        refused("copy-taken")
    )


def test_only_a_card_that_one_has_is_empowered() -> None:
    spec = given(GAME, *TOKEN, searched("wisdom", "estates", deck="ability"), kept("wisdom"))
    spec.when(AbilityEmpowered(seat=CASTLE, ability="estates")).then(refused("not-held"))


def test_the_top_of_the_abilities_may_be_empowered_too() -> None:
    pile = (*TOKEN, searched("wisdom", "estates", deck="ability"), kept("wisdom"))
    spec = given(GAME, *pile, SearchBegun(seat=CASTLE, deck="ability", how="top of the discard pile"))
    spec.when(AbilityEmpowered(seat=CASTLE, ability="estates")).then(table(empowered=["estates"]))


# --- what is in the decks --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "out"),
    [
        ("clash", set()),
        ("tournament", {"diplomacy", "hourglass"}),
        ("adventure", {"diplomacy", "logistics"}),
        ("skirmish", {"diplomacy", "logistics"}),
    ],
)
def test_some_modes_leave_cards_out_of_the_shared_decks(mode: str, out: set[str]) -> None:
    """4.2, CardsRemovedBeforeSetup: nobody draws them."""
    table = given(GAME, *game("cards", mode=mode, factions=(CASTLE, DUNGEON))).play.campaign.table
    drawn = {card for deck in ("ability", "artifact") for card in shared_deck(table, deck).cards}
    assert {"diplomacy", "hourglass", "logistics"} - drawn == out
