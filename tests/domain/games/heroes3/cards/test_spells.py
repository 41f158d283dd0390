"""Spells: cast for power, once a combat round, and from Spell Scrolls."""

from collections.abc import Sequence
from random import Random

from companion.testing import given, refused, says, table
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import combat_cards_end
from domain.games.heroes3.cards.handling import CardGained, CardPlayed
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.spells import ScrollGained, ScrollGivenUp, SpellCast, use_scroll_spell
from domain.games.heroes3.rounds import TurnEnded
from domain.games.heroes3.setup.players import RulingMade
from domain.games.heroes3.state.combat import Combat, CombatKind, Fighter
from domain.games.heroes3.state.table import Spot, Tile
from domain.log.campaign import Campaign
from domain.log.reasons import reasons_against
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, OPENING_HAND, dealt

ARROW = SpellCast(seat=CASTLE, card="magic-arrow")
COMBATS = ("cards", "combats")


def codes(campaign: Campaign, event: Event) -> Sequence[str]:  # type: ignore[type-arg]
    return [reason.code for reason in reasons_against(campaign.game, event, campaign.table)]


def fought(
    attacker: str = CASTLE,
    defender: str = "neutral",
    kind: CombatKind = "neutral",
    *events: Event,
    **fields: object,  # type: ignore[type-arg]
) -> Campaign:
    """A combat under way in the Castle's turn, in which the attacker's unit is activated."""
    campaign = given(GAME, *dealt(tracks=COMBATS), *events).play.campaign
    campaign.table.combat = Combat(attacker=attacker, defender=defender, kind=kind, stage="round", round=1)
    campaign.table.combat = campaign.table.combat.model_copy(update=fields)
    campaign.table.combat.fighters = {"halberdiers": Fighter(side=attacker, unit="halberdiers")}
    campaign.table.combat.at = "halberdiers"
    return campaign


# --- casting ---------------------------------------------------------------------------------


def test_a_spell_that_is_cast_is_discarded() -> None:
    given(GAME, *dealt()).when(SpellCast(seat=CASTLE, card="magic-arrow", school="fire", effect="1 damage")).then(
        says("Castle cast a spell: Magic Arrow (fire); 1 damage"), table(**{"seats.castle.discard": ["magic-arrow"]})
    )
    given(GAME, *dealt()).when(SpellCast(seat=CASTLE, card="curse")).then(refused("not-held"))


def test_what_is_no_spell_is_not_cast() -> None:
    for fields in ({"card": "power"}, {"other": "power"}):
        given(GAME, *dealt()).when(SpellCast(seat=CASTLE, **fields)).then(refused("no-spell"))


def test_power_is_paid_for_with_cards_that_are_played_before() -> None:
    spec = given(GAME, *dealt())
    spec.when(SpellCast(seat=CASTLE, card="magic-arrow", power=1)).then(
        refused("too-little-power", says="1 is used, and 0 is there")
    )
    spec.and_then(CardPlayed(seat=CASTLE, card="power", way="basic", power=1)).and_then(
        SpellCast(seat=CASTLE, card="magic-arrow", power=1)
    ).then(says("Castle cast a spell: Magic Arrow, with 1 power"), table(**{"seats.castle.power": 0}))


def test_less_power_may_be_used_than_was_played_for_and_the_rest_is_lost() -> None:
    powered = (*dealt(), CardPlayed(seat=CASTLE, card="power", power=2))
    given(GAME, *powered).when(ARROW).then(table(**{"seats.castle.power": 0}))


def test_a_power_card_says_how_much_power_it_adds() -> None:
    """Unknown power is not 0."""
    given(GAME, *dealt()).when(CardPlayed(seat=CASTLE, card="power")).then(refused("say-power", bendable=False))


def test_the_power_of_an_unknown_spell_is_typed_once() -> None:
    lust = CardPlayed(seat=CASTLE, card="bloodlust", way="alternative")
    held = (*dealt(), *(CardGained(seat=CASTLE, card="bloodlust") for _ in range(2)))
    given(GAME, *held).when(lust).then(refused("say-power"))
    typed = given(GAME, *held).when(lust.copy_with(power=2)).then(table(**{"seats.castle.power": 2}))
    typed.and_then(lust).then(table(**{"seats.castle.power": 4}))


def test_a_spell_that_is_played_empowers_another_one() -> None:
    """Its alternative effect adds 1, and is no cast (p26)."""
    two = (*dealt(), CardGained(seat=CASTLE, card="curse"))
    spec = given(GAME, *two).when(CardPlayed(seat=CASTLE, card="curse"))
    spec.then(
        says("Castle played a card: Curse (alternative), for 1 power"),
        table(**{"seats.castle.power": 1, "seats.castle.discard": ["curse"]}),
    )


def test_a_spell_is_cast_with_the_expert_effect_of_power() -> None:
    """E16: at level II, Town Portal with Power's expert effect."""
    learned = (*dealt(), CardGained(seat=CASTLE, card="town-portal"), ExperienceGained(seat=CASTLE, amount=2))
    powered = (*learned, CardPlayed(seat=CASTLE, card="power", way="expert", power=2))
    given(GAME, *powered).when(
        SpellCast(seat=CASTLE, card="town-portal", power=2, effect="to the town, and 1 movement point")
    ).then(says("Castle cast a spell: Town Portal, with 2 power; to the town, and 1 movement point"))


def test_a_spell_may_come_back_to_the_hand() -> None:
    given(GAME, *dealt()).when(SpellCast(seat=CASTLE, card="magic-arrow", returns=True)).then(
        says("Castle cast a spell: Magic Arrow, and took it back to the hand"),
        table(**{"seats.castle.hand": list(OPENING_HAND), "seats.castle.discard": []}),
    )


def test_a_spell_from_elsewhere_goes_to_the_own_discard_pile() -> None:
    given(GAME, *dealt()).when(SpellCast(seat=CASTLE, card="curse", elsewhere=True)).then(
        table(**{"seats.castle.hand": list(OPENING_HAND), "seats.castle.discard": ["curse"]})
    )


def test_the_tile_of_its_school_adds_one_power() -> None:
    """ElementalTileBonusApplied, p35."""
    campaign = given(GAME, *dealt(tracks=("cards", "map"))).play.campaign
    campaign.table.tiles = {"0 0": Tile(tile="#1", school="fire")}
    campaign.table.fields = {"#1.0": Spot(tile="#1")}
    campaign.table.seats[CASTLE].main.field = "#1.0"
    assert codes(campaign, SpellCast(seat=CASTLE, card="magic-arrow", school="fire", power=1)) == []
    assert codes(campaign, SpellCast(seat=CASTLE, card="magic-arrow", school="air", power=1)) == ["too-little-power"]


def test_a_pack_says_of_which_school_a_tile_is() -> None:
    campaign = given(GAME, *dealt(tracks=("cards", "map"))).play.campaign
    campaign.table.typed["tiles"] = {"N18": {"en": "N18", "school": "air"}}
    campaign.table.tiles, campaign.table.fields = {"0 0": Tile(tile="N18")}, {"N18 0": Spot(tile="N18")}
    campaign.table.seats[CASTLE].main.field = "N18 0"
    assert codes(campaign, SpellCast(seat=CASTLE, card="magic-arrow", school="air", power=1)) == []


# --- in a combat -----------------------------------------------------------------------------


def test_one_spell_is_cast_in_a_combat_round() -> None:
    """R32; a spell that is played for its alternative effect is not counted."""
    campaign = fought()
    ARROW.apply(campaign.table)
    assert campaign.table.combat is not None
    assert campaign.table.combat.spells == [CASTLE]
    campaign.table.seats[CASTLE].hand.append("magic-arrow")
    assert codes(campaign, ARROW) == ["one-spell"]
    assert codes(campaign, CardPlayed(seat=CASTLE, card="magic-arrow", way="alternative")) == []


def test_a_spell_that_is_played_for_its_basic_effect_is_the_spell_of_the_round() -> None:
    """R32: however it is recorded, and also as the first one."""
    basic = CardPlayed(seat=CASTLE, card="magic-arrow", way="basic")
    for first, second in ((ARROW, basic), (basic, ARROW), (basic, basic)):
        campaign = fought()
        first.complete(campaign.table, Chance(Random(1))).apply(campaign.table)
        campaign.table.seats[CASTLE].hand.append("magic-arrow")
        assert codes(campaign, second) == ["one-spell"]


def test_only_the_decks_of_main_heroes_in_it_are_used_in_a_combat() -> None:
    """R31: not with a secondary hero, a garrison, or where one takes no part."""
    assert codes(fought(), ARROW) == []
    assert codes(fought(attacker_second=True), ARROW) == ["cards-not-now"]
    assert codes(fought(DUNGEON, CASTLE), ARROW) == []
    assert codes(fought(DUNGEON, CASTLE, "garrison"), ARROW) == ["cards-not-now"]
    assert codes(fought(DUNGEON, CASTLE, defender_second=True), ARROW) == ["cards-not-now"]
    assert codes(fought(DUNGEON, "necropolis", "hero"), ARROW) == ["cards-not-now"]
    assert codes(fought(no_cards=[CASTLE]), ARROW) == ["cards-not-now"]
    assert codes(fought(stage="announced"), ARROW) == []


def test_map_effects_are_not_used_in_a_combat() -> None:
    """R34."""
    assert codes(fought(), CardPlayed(seat=CASTLE, card="attack", timing="map")) == ["map-only"]


def test_activation_cards_are_played_before_the_own_unit_attacks() -> None:
    """R35; instants at any time."""
    played, instant = (CardPlayed(seat=CASTLE, card="attack", timing=timing) for timing in ("activation", "instant"))
    assert codes(fought(), played) == []
    other = fought(DUNGEON, CASTLE)
    assert (codes(other, played), codes(other, instant)) == (["on-activation"], [])
    done = fought()
    assert done.table.combat is not None
    done.table.combat.fighters["halberdiers"].attacked = True
    assert codes(done, played) == ["on-activation"]


def test_what_goes_on_in_a_combat_ends_with_it() -> None:
    """9.2, 55."""
    campaign = fought()
    CardPlayed(seat=CASTLE, card="power", timing="ongoing").apply(campaign.table)
    seat = campaign.table.seats[CASTLE]
    assert (seat.in_combat, seat.in_play, seat.discard) == (["power"], [], [])
    combat_cards_end(seat)
    assert (seat.in_combat, seat.discard) == ([], ["power"])


# --- Spell Scrolls ---------------------------------------------------------------------------

SCROLL = ScrollGained(seat=CASTLE, spells=("implosion", "haste"))


def test_two_spells_lie_on_a_scroll() -> None:
    spec = given(GAME, *dealt()).when(SCROLL)
    spec.then(
        says("Castle gained Spell Scroll 1 with Implosion, Haste"),
        table(**{"seats.castle.scrolls.1.spells": ["implosion", "haste"], "seats.castle.hand": list(OPENING_HAND)}),
    )
    seen = GAME.view(spec.play.campaign.table, Viewer.on(DUNGEON))
    assert seen.seats[CASTLE].scrolls["1"].spells == ["", ""]


def test_scrolls_come_with_the_stronghold() -> None:
    """R09."""
    given(GAME, *dealt(boxes=("core",))).when(SCROLL).then(refused("no-such-box", says="Stronghold"))


def test_a_scroll_spell_is_cast_for_nothing_and_leaves_the_game() -> None:
    """E24: Implosion on a scroll is used at its lowest power, and cannot be empowered."""
    spec = given(GAME, *dealt(), SCROLL)
    spec.when(SpellCast(seat=CASTLE, scroll="1", card="implosion", power=1)).then(refused("scroll-not-empowered"))
    spec.when(SpellCast(seat=CASTLE, scroll="1", card="curse")).then(refused("not-held"))
    spec.when(SpellCast(seat=CASTLE, scroll="1", card="implosion")).then(
        says("Castle cast a spell: Implosion of Spell Scroll 1"),
        table(removed=["implosion"], **{"seats.castle.scrolls.1.spells": ["haste"], "seats.castle.discard": []}),
    )


def test_a_scroll_spell_empowers_no_other() -> None:
    given(GAME, *dealt(), SCROLL).when(CardPlayed(seat=CASTLE, card="haste")).then(refused("not-held"))


def test_a_scroll_spell_is_no_spell_of_the_combat_round() -> None:
    campaign = fought(CASTLE, "neutral", "neutral", SCROLL)
    SpellCast(seat=CASTLE, scroll="1", card="haste").apply(campaign.table)
    assert codes(campaign, ARROW) == []
    ARROW.apply(campaign.table)
    assert codes(campaign, SpellCast(seat=CASTLE, scroll="1", card="implosion")) == []


def test_an_empty_scroll_goes_back() -> None:
    used = (*dealt(), SCROLL, SpellCast(seat=CASTLE, scroll="1", card="haste"))
    spec = given(GAME, *used).when(SpellCast(seat=CASTLE, scroll="1", card="implosion"))
    spec.then(table(**{"seats.castle.scrolls": {}}))
    spec.and_then(SCROLL.copy_with(spells=("cure", "clone"))).then(
        table(**{"seats.castle.scrolls.1.spells": ["cure", "clone"]})
    )


def test_a_spell_that_is_sold_leaves_the_game_too() -> None:
    found = given(GAME, *dealt(), SCROLL).play.campaign.table
    use_scroll_spell(found, CASTLE, "1", "haste")
    assert (found.removed, found.seats[CASTLE].scrolls["1"].spells) == (["haste"], ["implosion"])


def test_of_three_scrolls_one_is_given_up() -> None:
    """R51; its spells go to the spell discard pile (9.2, 78)."""
    three = (*dealt(), SCROLL, ScrollGained(seat=CASTLE), ScrollGained(seat=CASTLE, spells=("cure", "clone")))
    spec = given(GAME, *three)
    spec.then_must("Castle: which Spell Scroll goes?")
    spec.when(TurnEnded(seat=CASTLE)).then(refused("still-due"))
    spec.when(SCROLL).then(refused("two-scrolls"))
    spec.when(ScrollGivenUp(seat=CASTLE, scroll="3")).then(
        says("Castle gave Spell Scroll 3 up: Cure, Clone"), table(**{"discards.spell": ["cure", "clone"]}, removed=[])
    )
    assert [*spec.play.campaign.table.seats[CASTLE].scrolls] == ["1", "2"]


def test_by_a_ruling_its_spells_leave_the_game() -> None:
    ruled = (*dealt(), RulingMade(ruling="scroll-spells-removed"), SCROLL)
    given(GAME, *ruled).when(ScrollGivenUp(seat=CASTLE, scroll="1")).then(table(removed=["implosion", "haste"]))


def test_cards_and_spells_are_offered_in_a_fight_to_whom_may_use_them() -> None:
    """3.12: any number of cards, and a spell in a combat round; neutral units have no cards."""
    titles = [str(prompt.title) for prompt in fought().prompts(Viewer.on(CASTLE))]
    assert titles.count("Castle: play a card") == titles.count("Castle: cast a spell") == 1
    struck = fought()
    assert struck.table.combat
    struck.table.combat.spells = [CASTLE]
    assert not {"Castle: cast a spell"} & {str(prompt.title) for prompt in struck.prompts(Viewer.on(CASTLE))}


def test_cards_are_offered_in_the_own_turn_on_the_map() -> None:
    given(GAME, *dealt()).then_prompts(CardPlayed, SpellCast)
    given(GAME, *dealt()[:-1]).then_no_prompt(CardPlayed, SpellCast)
