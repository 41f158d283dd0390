"""Cards of a player: drawn, played, discarded, taken back, gained and removed."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.game import Viewer
from domain.framework.kernel import Adjusted
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.handling import (
    CardGained,
    CardLeftPlay,
    CardPlayed,
    CardRemoved,
    CardReplaced,
    CardsDiscarded,
    CardsDrawn,
    CardTakenBack,
    MulliganTaken,
    why_kept,
)
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.spells import SpellCast
from domain.games.heroes3.rounds import RoundEnded, TurnBegun, TurnEnded
from domain.games.heroes3.town.goods import GoodsGained
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS, OPENING_HAND, dealt, game

DECK = ("attack", "attack", "defense", "defense", "power", "knowledge", "magic-arrow", "offense", "bless-1")
REST = ("attack", "defense", "knowledge", "offense", "bless-1")


def others_pass() -> tuple[TurnBegun | TurnEnded, ...]:
    """The other two take their turns."""
    return tuple(event(seat=seat) for seat in (DUNGEON, NECROPOLIS) for event in (TurnBegun, TurnEnded))


# --- the start of a turn ---------------------------------------------------------------------


def test_the_opening_hand_is_drawn_at_the_start_of_the_first_own_turn() -> None:
    """9.2, 59."""
    given(GAME, *dealt()).then(table(**{"seats.castle.hand": list(OPENING_HAND), "seats.castle.cards": list(DECK)}))


def test_a_hand_is_refilled_to_the_limit_after_what_is_discarded() -> None:
    """E8: at level III the limit is 5; of three cards two are discarded, so four are drawn."""
    kept = (
        *dealt(), CardPlayed(seat=CASTLE, card="attack"), Adjusted(path="seats.castle.xp", after=4, reason="given"),
        TurnEnded(seat=CASTLE), *others_pass(), RoundEnded(),
    )  # fmt: skip
    spec = given(GAME, *kept).when(TurnBegun(seat=CASTLE, discarded=("defense", "power")), rolled=REST[:4])
    spec.then(
        says("Castle began the turn, discarded Defense, Power, drew 4 cards: Attack, Defense, Knowledge, Offense"),
        table(
            **{"seats.castle.hand": ["magic-arrow", *REST[:4]], "seats.castle.discard": ["attack", "defense", "power"]}
        ),
    )


def test_a_hand_over_its_limit_is_discarded_down_to_it() -> None:
    over = (*dealt(), CardsDrawn(seat=CASTLE, cards=("attack",)), TurnEnded(seat=CASTLE), *others_pass(), RoundEnded())
    spec = given(GAME, *over)
    spec.when(TurnBegun(seat=CASTLE)).then(refused("discard-first", says="down to 4"))
    spec.when(TurnBegun(seat=CASTLE, discarded=("attack",), cards=("offense",))).then(refused("hand-full"))
    spec.when(TurnBegun(seat=CASTLE, discarded=("attack", "power"), cards=("offense",))).then(
        table(**{"seats.castle.hand": ["defense", "magic-arrow", "attack", "offense"]})
    )


@pytest.mark.parametrize("more", [1, 4])
def test_who_holds_too_many_cards_is_led_to_discard_them(more: int) -> None:
    """3.5, 2: the turn is begun by saying which cards go."""
    gained = (CardGained(seat=CASTLE, card="haste"),) * more
    over = (*dealt(), *gained, TurnEnded(seat=CASTLE), *others_pass(), RoundEnded())
    given(GAME, *over).then_must(TurnBegun(seat=CASTLE), viewer=Viewer.on(CASTLE))


def test_cards_over_the_limit_that_nobody_named_go_by_themselves() -> None:
    """An unknown never blocks."""
    over = (*game("cards"), TurnBegun(seat=CASTLE), CardGained(seat=CASTLE), TurnEnded(seat=CASTLE), *others_pass())
    spec = given(GAME, *over, RoundEnded()).then_must(TurnBegun(seat=CASTLE), viewer=Viewer.on(CASTLE))
    spec.when(TurnBegun(seat=CASTLE)).then(
        says("Castle began the turn, discarded 1 card"),
        table(**{"seats.castle.discard": [""]}),
    )


def test_cards_of_unknown_names_are_discarded_by_name_or_by_their_number() -> None:
    """3.5, 2: more may go than must, and the hand is refilled. A name that is typed in is kept in the deck."""
    again = (*game("cards"), TurnBegun(seat=CASTLE), TurnEnded(seat=CASTLE), *others_pass(), RoundEnded())
    given(GAME, *again).when(TurnBegun(seat=CASTLE, nameless=2)).then(
        says("Castle began the turn, discarded 2 cards, drew 2 cards")
    )
    named = given(GAME, *again).when(TurnBegun(seat=CASTLE, discarded=("attack",), nameless=1))
    named.then(says("Castle began the turn, discarded Attack, discarded 1 card, drew 2 cards"))
    assert "attack" in named.play.campaign.table.seats[CASTLE].cards
    given(GAME, *again).when(TurnBegun(seat=CASTLE, nameless=9)).then(refused("too-few-cards"))


def test_cards_with_names_are_not_discarded_by_their_number() -> None:
    again = (*dealt(), TurnEnded(seat=CASTLE), *others_pass(), RoundEnded())
    given(GAME, *again).when(TurnBegun(seat=CASTLE, nameless=1)).then(refused("discards-have-names"))
    given(GAME, *again).when(TurnBegun(seat=CASTLE, discarded=("haste",))).then(refused("not-held"))


def test_a_turn_begins_with_its_hand_and_ends_when_its_player_says_so() -> None:
    before = given(GAME, *dealt()[:-1])
    before.then_must(TurnBegun(seat=CASTLE))
    before.then_no_prompt(TurnEnded)
    given(GAME, *dealt()).then_must(TurnEnded(seat=CASTLE))
    given(GAME, *dealt(), TurnEnded(seat=CASTLE)).then_must(TurnBegun(seat=DUNGEON))


def test_a_turn_begins_once() -> None:
    given(GAME, *dealt()).when(TurnBegun(seat=CASTLE)).then(refused("turn-begun"))
    given(GAME, *dealt()).when(TurnBegun(seat=DUNGEON)).then(refused("not-your-turn"))


def test_ongoing_effects_of_the_map_end_with_the_next_own_turn() -> None:
    played = (*dealt(), CardPlayed(seat=CASTLE, card="power", timing="ongoing"))
    given(GAME, *played).then(table(**{"seats.castle.in_play": ["power"], "seats.castle.discard": []}))
    again = (*played, TurnEnded(seat=CASTLE), *others_pass(), RoundEnded())
    given(GAME, *again).when(TurnBegun(seat=CASTLE, cards=("offense",))).then(
        says("Castle began the turn, Power being over, drew 1 card: Offense"),
        table(**{"seats.castle.in_play": [], "seats.castle.discard": ["power"]}),
    )


def test_who_knows_no_hero_draws_blanks_and_may_name_them() -> None:
    """A blank of a deck may be any card, and is that card from then on."""
    blank = game("cards")
    spec = given(GAME, *blank, TurnBegun(seat=CASTLE, cards=("attack",)), CardPlayed(seat=CASTLE, card="defense"))
    spec.then(table(**{"seats.castle.discard": ["defense"]}))
    seat = spec.play.campaign.table.seats[CASTLE]
    assert len(seat.hand) == 3
    assert sorted(filter(None, seat.cards)) == ["attack", "defense", "magic-arrow"]


def test_a_blank_may_be_played_by_any_name_or_none() -> None:
    blank = given(GAME, *game("cards"), TurnBegun(seat=CASTLE), rolled=("", "", "", ""))
    blank.when(CardPlayed(seat=CASTLE, other="Bless", effect="+1 damage")).then(
        says("Castle played a card: Bless; +1 damage"), table(**{"seats.castle.discard": ["Bless"]})
    )
    blank.and_then(CardPlayed(seat=CASTLE)).then(
        says("Castle played a card"), table(**{"seats.castle.discard": ["Bless", ""], "seats.castle.hand": ["", ""]})
    )


def test_a_card_that_the_table_names_is_accepted_though_the_hand_was_known() -> None:
    spec = given(GAME, *dealt()).when(CardPlayed(seat=CASTLE, other="Old Map"))
    spec.then(table(**{"seats.castle.discard": ["Old Map"], "seats.castle.hand": list(OPENING_HAND[:-1])}))


# --- drawing ---------------------------------------------------------------------------------


def test_cards_are_drawn_by_name_or_by_chance() -> None:
    given(GAME, *dealt()).when(CardsDrawn(seat=CASTLE, cards=("offense",))).then(
        says("Castle drew 1 card: Offense"), table(**{"seats.castle.hand": [*OPENING_HAND, "offense"]})
    )
    given(GAME, *dealt()).when(CardsDrawn(seat=CASTLE, count=2), rolled=("attack", "bless-1")).then(
        table(**{"seats.castle.hand": [*OPENING_HAND, "attack", "bless-1"]})
    )


def test_a_deck_that_runs_out_takes_its_discard_pile_in() -> None:
    spent = (*dealt(), CardsDrawn(seat=CASTLE, cards=REST), CardsDiscarded(seat=CASTLE, cards=("attack", "power")))
    given(GAME, *spent).when(CardsDrawn(seat=CASTLE), rolled=("power",)).then(
        CardsDrawn(seat=CASTLE, cards=("power",), shuffled=True), table(**{"seats.castle.discard": []})
    )


def test_where_deck_and_discard_pile_are_empty_fewer_are_drawn() -> None:
    spent = (*dealt(), CardsDrawn(seat=CASTLE, cards=REST[:-1]))
    given(GAME, *spent).when(CardsDrawn(seat=CASTLE, count=3)).then(says("Castle drew 1 card: bless-1"))
    given(GAME, *spent, CardsDrawn(seat=CASTLE)).when(CardsDrawn(seat=CASTLE)).then(refused("none-left"))


def test_a_card_that_is_not_of_a_deck_is_not_drawn() -> None:
    given(GAME, *dealt()).when(CardsDrawn(seat=CASTLE, cards=("curse",))).then(refused("not-held"))
    given(GAME, *dealt()).when(TurnEnded(seat=CASTLE)).and_then(TurnBegun(seat=DUNGEON, cards=("curse",))).then(
        table(**{"seats.dungeon.hand.0": "curse"})
    )


# --- discarding and playing ------------------------------------------------------------------


def test_cards_that_are_not_in_the_hand_are_not_discarded() -> None:
    """R38."""
    given(GAME, *dealt()).when(CardsDiscarded(seat=CASTLE, cards=("offense",))).then(refused("not-held"))
    given(GAME, *dealt()).when(CardsDiscarded(seat=CASTLE, count=9)).then(refused("too-few-cards"))


def test_a_played_card_is_discarded() -> None:
    given(GAME, *dealt()).when(CardPlayed(seat=CASTLE, card="attack", way="basic", effect="+1 attack")).then(
        says("Castle played a card: Attack (basic); +1 attack"), table(**{"seats.castle.discard": ["attack"]})
    )
    given(GAME, *dealt()).when(CardPlayed(seat=CASTLE, card="offense")).then(refused("not-held"))


def test_cards_are_only_played_in_the_own_turn() -> None:
    """R31."""
    spec = given(GAME, *dealt(tracks=("cards", "combats")), TurnEnded(seat=CASTLE))
    spec.when(CardPlayed(seat=CASTLE, card="attack")).then(refused("cards-not-now"))


def test_a_table_without_combats_cannot_say_when_cards_are_played() -> None:
    spec = given(GAME, *dealt(), TurnEnded(seat=CASTLE))
    spec.when(CardPlayed(seat=CASTLE, card="attack")).then(table(**{"seats.castle.discard": ["attack"]}))


def test_an_expert_effect_takes_one_of_the_rounds_uses() -> None:
    """R33; at level II there is one."""
    given(GAME, *dealt()).when(CardPlayed(seat=CASTLE, card="power", way="expert")).then(refused("no-expert"))
    learned = (*dealt(), ExperienceGained(seat=CASTLE, amount=2))
    spec = given(GAME, *learned).when(CardPlayed(seat=CASTLE, card="power", way="expert", power=2))
    spec.then(table(**{"seats.castle.experts": 1, "seats.castle.power": 2}))
    spec.and_then(CardPlayed(seat=CASTLE, card="attack", way="expert")).then(refused("no-expert"))


def test_an_empowered_card_takes_none() -> None:
    gained = (*dealt(), CardGained(seat=CASTLE, card="empowered-attack"))
    given(GAME, *gained).when(CardPlayed(seat=CASTLE, card="empowered-attack", way="expert")).then(
        table(**{"seats.castle.experts": 0})
    )


def test_what_belongs_to_another_faction_is_kept_and_not_used() -> None:
    """R37."""
    gained = (*dealt(), CardGained(seat=CASTLE, card="necromancy"))
    given(GAME, *gained).when(CardPlayed(seat=CASTLE, card="necromancy")).then(
        refused("card-of-faction", bendable=True, says="Necromancy cannot be used by Castle.")
    )


def test_an_activation_card_is_for_a_combat() -> None:
    """R04."""
    spec = given(GAME, *dealt(tracks=("cards", "combats")))
    spec.when(CardPlayed(seat=CASTLE, card="attack", timing="activation")).then(refused("combat-only"))


def test_when_a_card_is_played_is_typed_in_once() -> None:
    twice = (
        *dealt(hand=("attack", "attack", "power", "offense")),
        CardPlayed(seat=CASTLE, card="offense", timing="map"),
    )
    given(GAME, *twice).then(table(**{"typed.cards.offense.timing": "map"}))


def test_a_permanent_card_takes_the_place_of_the_one_before() -> None:
    two = (*dealt(), CardGained(seat=CASTLE, card="cannon"), CardGained(seat=CASTLE, card="cart-of-ore"))
    spec = given(GAME, *two, CardPlayed(seat=CASTLE, card="cannon"))
    spec.then(table(**{"seats.castle.permanent": "cannon"}))
    spec.when(CardPlayed(seat=CASTLE, card="cart-of-ore")).then(
        says("Castle played a card: Inexhaustible Cart of Ore, in place of Cannon"),
        table(**{"seats.castle.permanent": "cart-of-ore", "seats.castle.discard": ["cannon"]}),
    )
    spec.and_then(CardLeftPlay(seat=CASTLE, card="cart-of-ore")).then(
        table(**{"seats.castle.permanent": "", "seats.castle.discard": ["cannon", "cart-of-ore"]})
    )


def test_an_ongoing_effect_that_is_used_up_is_discarded() -> None:
    played = (*dealt(), CardPlayed(seat=CASTLE, card="power", timing="ongoing"))
    given(GAME, *played).when(CardLeftPlay(seat=CASTLE, card="power")).then(
        says("Power of Castle was discarded"), table(**{"seats.castle.in_play": []})
    )
    given(GAME, *played).when(CardLeftPlay(seat=CASTLE, card="attack")).then(refused("not-held"))


# --- coming, and going -----------------------------------------------------------------------


def test_a_discarded_card_is_taken_back() -> None:
    used = (*dealt(), CardPlayed(seat=CASTLE, card="attack"))
    given(GAME, *used).when(CardTakenBack(seat=CASTLE, card="attack")).then(
        table(**{"seats.castle.hand": ["defense", "power", "magic-arrow", "attack"], "seats.castle.discard": []})
    )
    given(GAME, *used).when(CardTakenBack(seat=CASTLE, card="power")).then(refused("not-held"))


def test_a_gained_card_goes_to_the_hand() -> None:
    given(GAME, *dealt()).when(CardGained(seat=CASTLE, card="curse")).then(
        table(**{"seats.castle.hand": [*OPENING_HAND, "curse"], "seats.castle.cards": [*DECK, "curse"]})
    )


def test_by_an_option_a_gained_card_goes_to_the_discard_pile() -> None:
    given(GAME, *dealt(options=("cards-to-discard",))).when(CardGained(seat=CASTLE, card="curse")).then(
        table(**{"seats.castle.hand": list(OPENING_HAND), "seats.castle.discard": ["curse"]})
    )


def test_a_removed_card_leaves_the_game() -> None:
    given(GAME, *dealt()).when(CardRemoved(seat=CASTLE, card="attack")).then(
        says("Castle removed Attack from the game"),
        table(
            removed=["attack"], **{"seats.castle.hand": list(OPENING_HAND[1:]), "seats.castle.removed_artifacts": []}
        ),
    )
    given(GAME, *dealt()).when(CardRemoved(seat=CASTLE, card="offense")).then(refused("not-held"))


def test_a_card_in_play_is_removed_from_there() -> None:
    played = (*dealt(), CardPlayed(seat=CASTLE, card="power", timing="permanent"))
    given(GAME, *played).when(CardRemoved(seat=CASTLE, pile="in play", card="power")).then(
        table(removed=["power"], **{"seats.castle.permanent": "", "seats.castle.discard": []})
    )


def test_removed_artifacts_count_in_a_tournament() -> None:
    tournament = dealt(mode="tournament", factions=(CASTLE, DUNGEON))
    given(GAME, *tournament, CardGained(seat=CASTLE, card="hourglass")).when(
        CardRemoved(seat=CASTLE, card="hourglass")
    ).then(table(**{"seats.castle.removed_artifacts": ["hourglass"]}))


@pytest.mark.parametrize(("card", "kept"), [("attack", True), ("offense", True), ("magic-arrow", False), ("", False)])
def test_places_that_remove_cards_take_no_statistic_and_no_first_ability(card: str, kept: bool) -> None:
    """R46."""
    reasons = why_kept(given(GAME, *dealt()).play.campaign.table, CASTLE, card)
    assert [reason.code for reason in reasons] == ["card-is-kept"] * kept


# --- Chaos Cards, and the mulligan of a tournament -------------------------------------------


def test_with_chaos_cards_what_is_discarded_is_replaced() -> None:
    chaos = dealt(options=("chaos-cards",))
    spec = given(GAME, *chaos).when(CardsDiscarded(seat=CASTLE, cards=("magic-arrow",)), rolled=("curse",))
    spec.then(
        followed(CardReplaced(seat=CASTLE, card="magic-arrow", deck="spell", new="curse")),
        table(removed=["magic-arrow"], **{"seats.castle.discard": ["curse"]}),
    )
    given(GAME, *chaos).when(CardPlayed(seat=CASTLE, card="attack")).then(
        followed(), table(**{"seats.castle.discard": ["attack"]})
    )


def test_with_chaos_cards_a_spell_that_comes_back_is_another_one() -> None:
    """E39."""
    given(GAME, *dealt(options=("chaos-cards",))).when(
        SpellCast(seat=CASTLE, card="magic-arrow", returns=True), rolled=("curse",)
    ).then(
        followed(CardReplaced(seat=CASTLE, card="magic-arrow", pile="hand", deck="spell", new="curse")),
        table(removed=["magic-arrow"], **{"seats.castle.hand": ["attack", "defense", "power", "curse"]}),
    )


def test_what_was_replaced_once_is_not_replaced_at_the_next_turn() -> None:
    chaos = (*dealt(options=("chaos-cards",)), CardsDiscarded(seat=CASTLE, cards=("magic-arrow",)))
    again = (*chaos, TurnEnded(seat=CASTLE), *others_pass(), RoundEnded())
    given(GAME, *again).when(TurnBegun(seat=CASTLE)).then(followed())


def test_a_new_opening_hand_is_drawn_once_in_a_tournament() -> None:
    tournament = dealt(mode="tournament", factions=(CASTLE, DUNGEON))
    spec = given(GAME, *tournament)
    spec.then_prompts("Draw a new opening hand")
    spec = spec.when(MulliganTaken(seat=CASTLE, cards=REST[:4])).then(
        says("Castle drew a new opening hand: Attack, Defense, Knowledge, Offense"),
        table(**{"seats.castle.hand": list(REST[:4])}),
    )
    spec.then_no_prompt("Draw a new opening hand")
    spec.and_then(MulliganTaken(seat=CASTLE)).then(refused("one-mulligan"))
    given(GAME, *tournament[:-1]).when(MulliganTaken(seat=CASTLE)).then(refused("no-hand"))


def test_no_other_mode_has_a_mulligan() -> None:
    """R55."""
    given(GAME, *dealt()).when(MulliganTaken(seat=CASTLE)).then(refused("wrong-mode"))


# --- the end of a turn -----------------------------------------------------------------------


def test_a_turn_ends_only_in_its_order() -> None:
    given(GAME, *dealt()).when(TurnEnded(seat=DUNGEON)).then(refused("not-your-turn"))
    given(GAME, *dealt()).when(TurnEnded(seat=CASTLE)).then(says("Castle ended the turn"))


def test_power_that_is_not_used_fades() -> None:
    powered = (*dealt(), CardPlayed(seat=CASTLE, card="power", power=1))
    given(GAME, *powered).then(table(**{"seats.castle.power": 1}))
    given(GAME, *powered, CardsDrawn(seat=CASTLE)).then(table(**{"seats.castle.power": 0}))
    given(GAME, *powered, CardPlayed(seat=CASTLE, card="attack")).then(table(**{"seats.castle.power": 1}))


def test_what_another_player_does_lets_no_power_fade() -> None:
    """4.10, PowerDissipated: on several phones somebody else may gain or build something meanwhile."""
    powered = (*dealt(), CardPlayed(seat=CASTLE, card="power", power=1))
    given(GAME, *powered, GoodsGained(seat=DUNGEON, good="gold", amount=1)).then(table(**{"seats.castle.power": 1}))
