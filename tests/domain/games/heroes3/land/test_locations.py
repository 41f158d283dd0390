"""What locations bring: symbols as printed or typed in, and what asks for more than symbols (6.10 to 6.12)."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, table
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.framework.kernel import Adjusted, ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import DICE
from domain.games.heroes3.cards.handling import CardGained, CardRemoved, CardsDiscarded, CardTakenBack
from domain.games.heroes3.cards.levels import ExperienceGained, LevelReached
from domain.games.heroes3.cards.morale import MoraleLost
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.cards.spells import ScrollGained
from domain.games.heroes3.land.laying import TileDescribed, TileDiscovered, TileLaid, TilePlaced, TileRotated
from domain.games.heroes3.land.locations import (
    BankRewardTaken,
    CardsSwapped,
    FieldUsed,
    ScrollSpellSold,
    WarMachineBought,
)
from domain.games.heroes3.land.moving import FieldRevisited, HeroMoved
from domain.games.heroes3.setup.players import GameBegun, GameSetUp, StartTaken
from domain.games.heroes3.town.buildings import SecondHeroHired
from domain.games.heroes3.town.goods import GoodsGained, GoodsGiven, GoodsTraded, ResourceDiceRolled, TreasureDieRolled
from domain.games.heroes3.town.units import NeutralUnitGained
from tests.domain.games.heroes3.opening import ADELA, CASTLE, DUNGEON, OPENING_HAND, TurnBegun, game, taken

Events = tuple[Event[Any], ...]
SEEN = Viewer(frozenset({CASTLE}))
"""Who sees the hand of the Castle."""
TRACKS = ("map", "cards", "towns")


def at(
    location: str, *between: Event[Any], mode: str = "clash", tracks: tuple[str, ...] = TRACKS, **fields: Any
) -> Events:
    """The Castle's hero has come to a location in its turn."""
    seats = [event for event in taken(CASTLE, DUNGEON) if event.sentence]
    castle = [event.copy_with(hero="adela") if n == 0 else event for n, event in enumerate(seats)]
    begun = (TurnBegun(seat=CASTLE, cards=OPENING_HAND),) if "cards" in tracks else ()
    return (
        GameSetUp(mode=mode, tracks=tracks, **{"decks": (DICE,), **fields}),
        ADELA,
        *castle,
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileDescribed(tile="S1", locations={"1": location}),
        *between,
        GameBegun(starting=CASTLE),
        *begun,
        HeroMoved(seat=CASTLE, to="S1 1"),
    )


GOLD_OF_CARD: Any = {"seat": CASTLE, "good": "gold", "amount": 1, "source": "trading post"}


def used(location: str, **fields: Any) -> FieldUsed:
    return FieldUsed(seat=CASTLE, field="S1 1", location=location, **fields)


def visit(location: str, *between: Event[Any], rolled: tuple[Any, ...] = (), said: Any = None, **fields: Any) -> Spec:
    """What comes of using a location."""
    return given(GAME, *at(location, *between, **fields)).when(used(location, **(said or {})), rolled=rolled).then()


# --- symbols ---------------------------------------------------------------------------------


def test_a_field_of_which_nobody_said_what_it_brings_asks_in_words() -> None:
    assert [*FieldUsed.needed(given(GAME, *at("windmill")).play.campaign.table, {"location": "windmill"})] == ["effect"]


def test_by_an_option_a_box_of_pandora_asks_for_the_card_each_time() -> None:
    known = {"location": "pandoras-box"}
    typed = used("pandoras-box", goods={"gold": 2})
    for options, asks in (((), []), (("pandora-cards",), ["effect"])):
        spec = given(GAME, *at("pandoras-box", options=options), typed)
        assert [*FieldUsed.needed(spec.play.campaign.table, known)] == asks


def test_what_was_typed_in_is_known_at_the_next_one() -> None:
    """E33: the Windmill of tile #N3 brings a valuable."""
    spec = visit("windmill", said={"goods": {"valuables": 1}})
    spec.then(table(**{"seats.castle.goods.valuables": 2}))
    assert spec.play.campaign.table.typed["locations"]["windmill"] == {"goods": {"valuables": 1}}
    assert not [*FieldUsed.needed(spec.play.campaign.table, {"location": "windmill"})]


def test_symbols_bring_goods_experience_movement_morale_searches_and_dice() -> None:
    said = {"xp": 1, "movement": 1, "morale": -1, "deck": "spell", "search": 2, "dice": 2, "keep_one": True}
    spec = visit("temple", said=said, rolled=(6, 1))
    spec.then(
        followed(
            ExperienceGained(seat=CASTLE, amount=1, source="field", gained=1),
            MoraleLost(seat=CASTLE, source="field", **_morale(spec)),
            ResourceDiceRolled(seat=CASTLE, dice=2, keep_one=True, faces=("6 gold", "2 materials"), source="field"),
        ),
        table(**{"seats.castle.main.bonus": 1, "seats.castle.goods.gold": 15}),
    ).then_prompts(
        "Castle rolled 6 gold, 2 materials: which resource die is kept?",
        SearchBegun(seat=CASTLE, deck="spell", count=2),
    )


def _morale(spec: Spec) -> dict[str, Any]:
    """What the loss of morale settled by itself."""
    found = next(event for event in spec.outcome.events if isinstance(event, MoraleLost))
    return {name: value for name, value in found.model_dump().items() if name not in ("seat", "source")}


def test_what_is_paid_must_be_there() -> None:
    """R05."""
    given(GAME, *at("university", StartTaken(seat=CASTLE))).when(used("university", cost={"gold": 99})).then(
        refused("not-enough-goods")
    )


def test_only_a_hero_that_is_there_uses_a_field() -> None:
    given(GAME, *at("stables"), HeroMoved(seat=CASTLE, to="S1 0")).when(used("stables")).then(refused("not-there"))


def test_a_field_is_used_once_a_visit() -> None:
    """R16; one that may be visited again is, for a movement point."""
    visit("stables").and_then(used("stables")).then(refused("used-up"))
    visit("stables").and_then(FieldRevisited(seat=CASTLE)).and_then(used("stables")).then(
        table(**{"seats.castle.main.bonus": 1})
    )
    visit("water-wheel").and_then(used("water-wheel")).then(refused("used-up"))


def test_stables_bring_a_movement_point_of_this_turn() -> None:
    visit("stables").then(table(**{"seats.castle.main.bonus": 1}))


@pytest.mark.parametrize(("other", "good", "left"), [(False, "valuables", 0), (True, "gold", 5)])
def test_a_tree_of_knowledge_has_two_prices(other: bool, good: str, left: int) -> None:
    spec = visit("tree-of-knowledge", GoodsGained(seat=CASTLE, good="valuables", amount=2), said={"pay_other": other})
    spec.then(
        followed(ExperienceGained(seat=CASTLE, amount=2, source="field", gained=2), LevelReached(seat=CASTLE, level=2)),
        table(**{f"seats.castle.goods.{good}": left}),
    )


def test_who_lacks_valuables_pays_the_other_price() -> None:
    """6.12, Tree of Knowledge: it is offered as long as one of the two prices can be paid."""
    spec = given(GAME, *at("tree-of-knowledge")).then_prompts(FieldUsed)
    spec.when(used("tree-of-knowledge")).then(refused("not-enough-goods"))
    spec.when(used("tree-of-knowledge", pay_other=True)).then(table(**{"seats.castle.goods.gold": 5}))


def test_the_grail_is_found_once() -> None:
    """R48."""
    visit("grail").then(table(grail=CASTLE)).and_then(used("grail")).then(refused("grail-taken", bendable=False))


def test_a_grave_takes_morale_and_brings_gold_and_an_artifact() -> None:
    spec = visit("grave")
    spec.then(table(**{"seats.castle.morale": -1, "seats.castle.goods.gold": 18}))
    spec.then_prompts(SearchBegun(seat=CASTLE, deck="artifact", count=1))


def test_a_cyclops_stockpile_brings_four_dice() -> None:
    visit("cyclops-stockpile", rolled=(5, 5, 5, 5)).then(table(**{"seats.castle.goods.gold": 27}))


def test_treasures_and_resources_bring_their_dice_and_artifacts_a_search() -> None:
    """E2: only words were asked for, and nothing came. The dice are on the table (6.10)."""
    spec = visit("treasure", decks=()).then_prompts(TreasureDieRolled)
    assert [*FieldUsed.needed(spec.play.campaign.table, {"location": "treasure"})] == []
    visit("resource", decks=()).then_prompts(ResourceDiceRolled(seat=CASTLE, source="field"))
    visit("artifact", decks=()).then_prompts(SearchBegun(seat=CASTLE, deck="artifact", count=2))


# --- the attack die says what comes ----------------------------------------------------------


@pytest.mark.parametrize(("die", "gold", "searches"), [("1", 15, 1), ("0", 20, 0), ("-1", 15, 0)])
def test_a_sea_chest(die: str, gold: int, searches: int) -> None:
    spec = visit("sea-chest", said={"die": die}).then(table(**{"seats.castle.goods.gold": gold}))
    assert len(spec.play.campaign.table.agenda.of(SearchBegun, deck="artifact", count=1)) == searches


@pytest.mark.parametrize(("die", "dice"), [("1", 2), ("0", 1), ("-1", 0)])
def test_jetsam(die: str, dice: int) -> None:
    spec = visit("jetsam", said={"die": die})
    assert [event.dice for event in spec.outcome.events if isinstance(event, ResourceDiceRolled)] == [dice][
        : bool(dice)
    ]


@pytest.mark.parametrize(
    ("die", "asked"),
    [("0", SearchBegun(seat=CASTLE, deck="ability", count=2)), ("-1", SearchBegun(seat=CASTLE, deck="spell", count=2))],
)
def test_a_scholar(die: str, asked: SearchBegun) -> None:
    visit("scholar", said={"die": die}).then_prompts(asked)


def test_the_die_may_be_rolled_here() -> None:
    spec = visit("jetsam", rolled=("0",))
    assert [event.die for event in spec.outcome.events if isinstance(event, FieldUsed)] == ["0"]


# --- cards -----------------------------------------------------------------------------------


def test_a_university_shows_the_top_abilities_for_six_gold() -> None:
    spec = visit("university", said={"cost": {"gold": 6}}).then(table(**{"seats.castle.goods.gold": 9}))
    spec.then_prompts(SearchBegun(seat=CASTLE, deck="ability", how="top of the discard pile", count=4))


def test_a_black_market_sells_an_artifact_of_its_pile() -> None:
    visit("black-market").then_prompts(
        "Castle: how much Gold is paid?",
        SearchBegun(seat=CASTLE, deck="artifact", how="top of the discard pile", count=4),
    )


def test_a_library_swaps_a_statistic_for_three_gold() -> None:
    visit("library").then(table(**{"seats.castle.goods.gold": 12})).then_prompts(CardRemoved, CardGained, viewer=SEEN)


def test_a_library_swaps_two_statistics_in_one_visit() -> None:
    """p78."""
    twice = visit("library").then_prompts(FieldUsed).and_then(used("library"))
    twice.then(table(**{"seats.castle.goods.gold": 9})).and_then(used("library")).then(refused("used-up"))


def test_a_magic_spring_gives_a_discarded_card_back() -> None:
    spec = given(GAME, *at("magic-spring"), CardsDiscarded(seat=CASTLE, cards=("power",))).when(used("magic-spring"))
    spec.then_prompts("Castle: which card comes back?", viewer=SEEN)


def test_a_witch_hut_takes_an_ability_or_shows_one() -> None:
    visit("witch-hut").then_prompts(CardRemoved, SearchBegun(seat=CASTLE, deck="ability", count=1), viewer=SEEN)


def test_a_faerie_ring_does_not_take_every_card_but_the_market_of_time_does() -> None:
    """R46."""
    ring = CardRemoved(seat=CASTLE, card="attack", source="field")
    visit("faerie-ring").and_then(ring).then(refused("card-is-kept"))
    visit("market-of-time").and_then(ring.copy_with(source="market")).then().then_prompts(SearchBegun)


def test_a_search_whose_deck_is_still_open_is_asked_for_without_one() -> None:
    visit("market-of-time").then_prompts("Castle: search 2")


def test_a_spell_scroll_is_gained() -> None:
    visit("spell-scroll").then_prompts(ScrollGained(seat=CASTLE))


def test_a_star_axis_swaps_a_statistic_for_an_empowered_one() -> None:
    axis = given(GAME, *at("star-axis")).then_prompts(CardRemoved, CardGained, viewer=SEEN)
    assert not any(one.required for one in axis.play.campaign.prompts(SEEN) if one.event in (CardRemoved, CardGained))


def test_a_table_without_cards_is_asked_for_none() -> None:
    for location in ("university", "library", "magic-spring", "witch-hut", "faerie-ring", "spell-scroll", "star-axis"):
        spec = given(GAME, *at(location, tracks=("map",)))
        if location != "star-axis":
            spec = spec.when(used(location)).then()
        spec.then_no_prompt(SearchBegun, CardRemoved, CardTakenBack, ScrollGained)


# --- heroes and units ------------------------------------------------------------------------


def test_a_prison_frees_a_hero_or_brings_gold() -> None:
    spec = visit("prison")
    hired = SecondHeroHired(seat=CASTLE, source="field", cost={}, field="S1 1")
    spec.then_prompts(SecondHeroHired)
    spec.and_then(hired).then(table(**{"seats.castle.second.field": "S1 1", "seats.castle.used": []}))
    visit("prison", options=("second-hero-at-start",)).then(table(**{"seats.castle.goods.gold": 18}))


def test_a_tavern_hires_a_hero_for_seven_gold_and_an_enemy_discards() -> None:
    spec = visit("tavern").then_prompts(SecondHeroHired)
    spec.and_then(SecondHeroHired(seat=CASTLE, source="field", cost={"gold": 7}, field="S1 1")).then(
        table(**{"seats.castle.goods.gold": 8, "seats.castle.second.field": "S1 1"})
    )
    assert spec.play.campaign.table.agenda.of(seat=DUNGEON, count=1)


def test_a_hill_fort_reinforces() -> None:
    visit("hill-fort").then_prompts("Castle may reinforce a unit (hill fort): which?")


def test_an_elemental_conflux_gives_a_unit() -> None:
    visit("elemental-conflux").then_prompts(NeutralUnitGained)


# --- the Observatory -------------------------------------------------------------------------


def test_an_observatory_discovers_or_places_a_tile() -> None:
    supply, tile = StartTaken(seat=CASTLE, supply=1), TileLaid(place="2 1", kind="far")
    visit("redwood-observatory", supply, tile).then_prompts(TilePlaced, TileDiscovered)
    visit("redwood-observatory").then_no_prompt(TilePlaced, TileDiscovered)


def test_in_a_tournament_it_turns_a_tile() -> None:
    visit("redwood-observatory", TileLaid(place="2 1", tile="F1"), mode="tournament").then_prompts(TileRotated)


# --- trade -----------------------------------------------------------------------------------

TRADE = GoodsTraded(seat=CASTLE, good="gold", other="materials")


def test_goods_are_traded_at_a_trading_post_or_by_a_card() -> None:
    """R50."""
    given(GAME, *at("stables")).when(TRADE).then(refused("at-a-trading-post"))
    given(GAME, *at("stables")).when(TRADE.copy_with(source="event")).then(table(**{"seats.castle.goods.materials": 4}))
    visit("trading-post").and_then(TRADE).then(table(**{"seats.castle.goods.materials": 4}))


def test_by_an_option_goods_are_traded_anywhere_and_a_post_gives_an_artifact_once() -> None:
    """6.17."""
    spec = visit("trading-post", options=("trade-anytime",))
    spec.then_prompts(CardGained).then(table(**{"fields.S1 1.cube": True}))
    spec.and_then(FieldRevisited(seat=CASTLE)).then(refused("not-revisited"))
    given(GAME, *at("stables", options=("trade-anytime",))).when(TRADE).then(
        table(**{"seats.castle.goods.materials": 4})
    )


def test_a_post_gives_a_gold_for_a_card() -> None:
    """R46: not for every card."""
    spec = visit("trading-post").then_prompts(GoodsTraded)
    assert spec.play.campaign.table.agenda.of(CardRemoved, source="trading post")
    for card in ("attack", "magic-arrow"):
        spec.and_then(CardRemoved(seat=CASTLE, card=card, source="trading post")).then(refused("card-is-kept"))


def test_a_card_that_is_sold_brings_its_gold() -> None:
    gained = ContentAdded(kind="cards", id="feather", fields={"en": "Feather", "kind": "artifact"})
    spec = given(GAME, *at("trading-post", gained)).when(used("trading-post"))
    spec.and_then(CardRemoved(seat=CASTLE, card="power", source="trading post"), bend="agreed").then_must(
        "Castle gains 1 Gold"
    )


def test_a_war_machine_excludes_the_rest_of_a_visit() -> None:
    """R49, R09."""
    bought = WarMachineBought(seat=CASTLE, card="ballista", cost={"gold": 9})
    spec = visit("trading-post", boxes=("core", "rampart")).then_prompts(GoodsTraded, WarMachineBought)
    spec.and_then(bought).then(table(**{"seats.castle.goods.gold": 6})).then_no_prompt(GoodsTraded, CardRemoved)
    visit("war-machine-factory").then_prompts(WarMachineBought)
    visit("trading-post", boxes=("core",)).then_no_prompt(WarMachineBought).and_then(bought).then(
        refused("no-such-box")
    )


def test_of_three_services_of_a_post_one_is_chosen() -> None:
    """R49; 3.18: trading, a war machine, or gold for a card."""
    visit("trading-post").and_then(TRADE).then_no_prompt(WarMachineBought, CardRemoved)
    sold = visit("trading-post").and_then(CardRemoved(seat=CASTLE, card="power", source="trading post"), bend="agreed")
    sold.then_no_prompt(WarMachineBought, GoodsTraded)


def test_a_visit_to_a_post_that_served_once_brings_nothing_else() -> None:
    """R49; p52: trades as many as wanted, and all again in the next visit."""
    feather = ContentAdded(kind="cards", id="feather", fields={"en": "Feather", "kind": "artifact"})
    there = (*at("trading-post", feather, boxes=("core", "rampart")), CardGained(seat=CASTLE, card="feather"))
    card = CardRemoved(seat=CASTLE, card="feather", source="trading post")
    sold = given(GAME, *there, used("trading-post")).when(card).and_then(GoodsGained(**GOLD_OF_CARD))
    sold.and_then(TRADE).then(refused("post-served", bendable=True))
    sold.and_then(FieldRevisited(seat=CASTLE)).and_then(TRADE).then(table(**{"seats.castle.served": "trade"}))
    traded = given(GAME, *there, used("trading-post")).when(TRADE)
    traded.and_then(TRADE).then(table(**{"seats.castle.served": "trade"}))
    traded.and_then(card).then(refused("post-served", bendable=True))


def test_a_card_is_sold_on_a_post_alone() -> None:
    given(GAME, *at("empty")).when(CardRemoved(seat=CASTLE, card="power", source="trading post")).then(
        refused("at-a-trading-post", bendable=True)
    )


def test_a_scroll_s_spell_is_sold_for_two_gold() -> None:
    """3.18."""
    spec = visit("trading-post").and_then(ScrollGained(seat=CASTLE, spells=("haste", "cure"), scroll="1"))
    sold = ScrollSpellSold(seat=CASTLE, scroll="1", spell="haste")
    spec = spec.and_then(sold).then(
        table(**{"seats.castle.goods.gold": 17, "seats.castle.scrolls.1.spells": ["cure"], "removed": ["haste"]})
    )
    spec.and_then(sold.copy_with(spell="cure")).then(table(**{"seats.castle.scrolls": {}}))


def test_in_a_cooperative_game_a_post_lets_goods_be_given() -> None:
    gift = GoodsGiven(seat=CASTLE, to=DUNGEON, goods={"gold": 1})
    given(GAME, *at("trading-post", mode="coop")).when(gift).then(table(**{"seats.dungeon.goods.gold": 16}))
    given(GAME, *at("stables", mode="coop")).when(gift).then(refused("at-a-trading-post"))


# --- cards swapped by allies -----------------------------------------------------------------

CARDS = tuple(
    ContentAdded(kind="cards", id=id_, fields={"en": id_.title(), "kind": kind})
    for id_, kind in (("ring", "artifact"), ("veil", "spell"))
)
SWAP = CardsSwapped(seat=CASTLE, to=DUNGEON, given=("ring",), received=("veil",))


def met(*more: Event[Any], field: str = "S1 2") -> Spec:
    """Two of a cooperative game meet, each with a card to give."""
    gained = (CardGained(seat=CASTLE, card="ring"), CardGained(seat=DUNGEON, card="veil"))
    there = Adjusted(path="seats.dungeon.main.field", after=field, reason="given")
    return given(GAME, *at("empty", *CARDS, mode="coop"), *gained, there, *more)


def test_allies_beside_each_other_swap_spells_and_artifacts() -> None:
    spec = met().when(SWAP).then(table(**{"seats.dungeon.hand": ["ring"]}))
    castle = spec.play.campaign.table.seats[CASTLE]
    assert castle.hand[-1] == castle.cards[-1] == "veil"
    assert "ring" not in castle.cards


def test_what_is_not_swapped() -> None:
    """R50."""
    met().when(SWAP.copy_with(received=())).then(refused("as-many"))
    met().when(SWAP.copy_with(given=("attack",))).then(refused("not-swapped"))
    met(field="").when(SWAP).then(refused("not-beside-ally"))
    met().when(SWAP.copy_with(to=CASTLE)).then(refused("to-oneself"))


def test_no_card_is_taken_from_an_empty_hand() -> None:
    """R50: the ally may name no card that is not there."""
    met(CardsDiscarded(seat=DUNGEON, cards=("veil",))).when(SWAP).then(refused("too-few-cards"))


# --- creature banks --------------------------------------------------------------------------


def test_a_bank_pays_more_for_each_stacked_unit() -> None:
    """5.14, 6.13."""
    cache = ContentAdded(
        kind="banks",
        id="hoard",
        fields={"en": "Hoard", "goods": {"gold": 4}, "more": {"gold": 2}, "unit": "ogrelings"},
    )
    unit = ContentAdded(kind="units", id="ogrelings", fields={"en": "Ogrelings"})
    spec, taken = given(GAME, *at("empty", unit, cache)), BankRewardTaken(seat=CASTLE, bank="hoard", stacked=2)
    spec.when(taken, bend="beaten before").then(
        table(**{"seats.castle.goods.gold": 23, "seats.castle.units.ogrelings.stacked": True})
    )


def test_the_reward_of_a_bank_is_taken_where_its_guards_were_just_defeated() -> None:
    """6.13: not at any other place or time."""
    given(GAME, *at("empty")).when(BankRewardTaken(seat=CASTLE, bank="crypt")).then(
        refused("no-bank-reward", bendable=True, says="Crypt")
    )


def test_a_war_machine_is_bought_where_one_is_offered() -> None:
    """At a factory or a Trading Post, one a visit (p52)."""
    machine = WarMachineBought(seat=CASTLE, card="ballista", cost={})
    given(GAME, *game("map", boxes=("rampart",))).when(machine).then(refused("no-war-machines-here", bendable=True))
    again = visit("trading-post", boxes=("core", "rampart")).and_then(machine).and_then(machine.copy_with(card="tent"))
    again.then(refused("post-served", bendable=True))
    traded = visit("trading-post", boxes=("core", "rampart")).and_then(TRADE).and_then(machine)
    traded.then(refused("post-served"))
    factory = visit("war-machine-factory").and_then(machine)
    factory.and_then(machine.copy_with(card="tent")).then(refused("no-war-machines-here"))
