"""What comes next for hands and cards, and how they lie on the board."""

from collections.abc import Iterator, Sequence

from companion.testing import given
from domain.framework.kernel import AreasTracked, ContentAdded
from domain.framework.views.board import Piece
from domain.framework.views.visibility import table_seen_by
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import CardExhausted, CardNumberSet, CardReadied, UsesSpent
from domain.games.champions.cards.leaving import AllyDiscarded, RestrictedDiscarded
from domain.games.champions.defeats import CharacterDefeated
from domain.games.champions.display.board import board
from domain.games.champions.display.cards import hand_and_dealt, hand_chips, pile_pieces
from domain.games.champions.piles.encounter_deck import EncounterCardsRemoved, EncounterCounted
from domain.games.champions.piles.players_decks import (
    CardsCameBack,
    CardsCounted,
    CardsDiscarded,
    CardsDrawn,
    CardsRemoved,
)
from domain.games.champions.rounds import CardsReadied, HandRefreshed, PlayerPhaseEnded
from domain.games.champions.state.table import MAIN, VILLAIN, Champions
from domain.games.champions.statuses import StatusDiscarded, StatusGiven
from domain.games.champions.threat import ThreatCounted
from tests.domain.games.champions.moments import HERO_FORM, IN_PLAY, IRON, PLAYING, SPIDER, Events, dials, tracking
from tests.domain.games.champions.rounds.test_refresh import ending

FOUR = tuple(CardEntered(name=name, seat=SPIDER, type="ally") for name in ("Ann", "Bob", "Cleo", "Dan"))
SHIELD = ContentAdded(kind="cards", id="shield", fields={"en": "Shield", "type": "upgrade", "keywords": ["restricted"]})


def shown(*events: object) -> dict[str, Piece]:
    """The pieces of the board after some events, by key, wherever they are."""
    return {piece.key: piece for piece in everywhere(board(at(*events)))}


def everywhere(pieces: Sequence[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        yield from everywhere(piece.parts)


def at(*events: object) -> Champions:
    """The table after some events."""
    table = given(GAME, *events).play.campaign.table  # type: ignore[arg-type]
    assert isinstance(table, Champions)
    return table


def said(piece: Piece) -> list[str]:
    return [str(mark) for mark in piece.marks]


def test_who_has_too_many_allies_is_asked_for_one() -> None:
    given(GAME, *PLAYING, *FOUR).then_must(AllyDiscarded)
    given(GAME, *PLAYING, *FOUR[:3]).then_no_prompt(AllyDiscarded)


def test_who_has_too_many_restricted_cards_is_asked_for_one() -> None:
    three = tuple(CardEntered(name="shield", seat=IRON) for _ in range(3))
    given(GAME, *PLAYING, SHIELD, *three).then_must(RestrictedDiscarded)


def test_a_table_without_allies_is_asked_for_none() -> None:
    given(GAME, *PLAYING, *FOUR, AreasTracked(tracks=("turns",))).then_no_prompt(AllyDiscarded)


def test_hands_are_refilled_with_a_tap_each() -> None:
    spec = given(GAME, *ending(3))
    spec.then_prompts("Spider-Man: draw 2 cards", "Iron Man: which hand size is printed on the identity card?")
    given(GAME, *ending(7)).then_prompts("Spider-Man: discard 2 cards")
    given(GAME, *ending(5)).then_prompts("Spider-Man: keep the hand")


def test_a_deck_that_nobody_counted_is_asked_for_where_it_is_drawn_from() -> None:
    uncounted = (tracking("hands"), *HERO_FORM, CardsCounted(seat=SPIDER, hand=3), PlayerPhaseEnded())
    given(GAME, *uncounted).then_prompts("How many cards are in the deck of Spider-Man?", HandRefreshed)


def test_a_table_that_stops_counting_hands_readies_its_cards() -> None:
    given(GAME, *ending(5), AreasTracked(tracks=("turns",))).then_prompts(CardsReadied)


def test_what_a_player_controls_and_fights_lies_before_them() -> None:
    hero = shown(*PLAYING, *IN_PLAY)[f"seat-{SPIDER}"]
    assert [piece.key for piece in hero.parts] == ["card-shocker", f"piles-{SPIDER}", "card-web", "card-daredevil"]
    assert "allies 1 of 3" in said(hero)


def test_a_card_is_exhausted_and_readied_with_a_tap() -> None:
    ready = shown(*PLAYING, *IN_PLAY)["card-daredevil"]
    assert CardExhausted(card="daredevil") in [button.event for button in ready.buttons]
    tired = shown(*PLAYING, *IN_PLAY, CardExhausted(card="daredevil"))["card-daredevil"]
    assert CardReadied(card="daredevil") in [button.event for button in tired.buttons]
    assert said(tired)[0] == "exhausted"


def test_a_use_is_spent_with_a_tap() -> None:
    (uses,) = shown(*PLAYING, *IN_PLAY)["card-web"].counters
    assert (uses.value, uses.down) == (3, UsesSpent(card="web"))


def test_a_status_card_of_an_ally_is_discarded_with_a_tap() -> None:
    stunned = StatusGiven(target="daredevil", status="stunned")
    events = [button.event for button in shown(*PLAYING, *IN_PLAY, stunned)["card-daredevil"].buttons]
    assert StatusDiscarded(target="daredevil", status="stunned") in events


def test_an_attachment_lies_on_its_host() -> None:
    on_villain: Events = (*PLAYING, *IN_PLAY, AttachmentEntered(name="armored-rhino-suit", host=VILLAIN))
    assert [piece.key for piece in shown(*on_villain)[VILLAIN].rows] == ["card-armored-rhino-suit"]
    on_minion: Events = (*PLAYING, *IN_PLAY, AttachmentEntered(name="Claws", host="shocker"))
    assert [piece.key for piece in shown(*on_minion)["card-shocker"].rows] == ["card-Claws"]


def test_side_schemes_lie_beside_the_main_scheme() -> None:
    factory = (*PLAYING, SideSchemeEntered(name="illegal-arms-factory"))
    pieces = shown(*factory)
    assert [piece.key for piece in pieces["main-scheme"].parts] == ["card-illegal-arms-factory", "encounter-deck"]
    assert said(pieces["card-illegal-arms-factory"]) == ["Hazard icons: 1"]
    assert pieces["card-illegal-arms-factory"].counters[0].value == 3


def test_the_threat_of_a_side_scheme_is_unknown_until_it_is_counted() -> None:
    dark = (*PLAYING, SideSchemeEntered(name="Dark"))
    assert shown(*dark)["card-Dark"].counters[0].shown == "?"
    assert shown(*dark, ThreatCounted(scheme="Dark", threat=3))["card-Dark"].counters[0].shown == "3"


def test_hands_and_decks_are_counted_as_far_as_the_table_does() -> None:
    table = at(*PLAYING, CardsCounted(seat=SPIDER, deck=9, hand=4, discard=2))
    assert [counter.value for counter in hand_and_dealt(table, SPIDER)] == [4, 0]
    assert next(iter(hand_and_dealt(table, SPIDER))).up == CardsDrawn(seat=SPIDER)
    assert [counter.value for piece in pile_pieces(table, SPIDER) for counter in piece.counters] == [9, 2]
    assert [*hand_and_dealt(at(*dials()), SPIDER), *pile_pieces(at(*dials()), SPIDER)] == []


def test_a_power_that_nobody_knows_is_told_in_a_form() -> None:
    pieces = shown(*PLAYING, MinionEntered(name="Thug", seat=IRON), MinionEntered(name="shocker", seat=IRON))
    assert CardNumberSet in [ask.event for ask in pieces["card-Thug"].asks]
    assert CardNumberSet not in [ask.event for ask in pieces["card-shocker"].asks]


def test_a_table_with_its_dials_alone_shows_nothing_else() -> None:
    pieces = shown(*dials())
    assert list(pieces) == [VILLAIN, "main-scheme", f"seat-{SPIDER}", f"seat-{IRON}"]
    assert not any(piece.asks for piece in pieces.values())


def test_a_card_on_the_main_scheme_lies_there() -> None:
    on_scheme: Events = (*PLAYING, AttachmentEntered(name="Bomb", host=MAIN))
    assert [piece.key for piece in shown(*on_scheme)["main-scheme"].parts] == ["card-Bomb", "encounter-deck"]


def test_a_hand_with_names_is_seen_and_not_discarded_from_blindly() -> None:
    named = (*PLAYING, CardsCounted(seat=SPIDER, deck=9), CardsDrawn(seat=SPIDER, count=2, cards=("energy", "energy")))
    pieces = shown(*named)
    hero = pieces[f"seat-{SPIDER}"]
    assert [(str(chip.name), chip.copies) for chip in hero.chips] == [("Energy", 2)]
    assert next(iter(hand_and_dealt(at(*named), SPIDER))).down is None
    assert CardsDiscarded in [ask.event for ask in pieces[f"piles-{SPIDER}"].asks]


def test_nobody_else_sees_which_cards_are_in_a_hand() -> None:
    named = (*PLAYING, CardsCounted(seat=SPIDER, deck=9), CardsDrawn(seat=SPIDER, count=2, cards=("energy", "energy")))
    assert hand_chips(table_seen_by(at(*named), (IRON,)), SPIDER) == []
    assert len(hand_chips(table_seen_by(at(*named), (SPIDER,)), SPIDER)) == 1


def test_cards_that_come_back_lie_open_with_when_they_do() -> None:
    until = CardsRemoved(seat=SPIDER, cards=("energy",), until="the round ends")
    shocker = EncounterCardsRemoved(cards=("shocker",), until="Rhino is stunned")
    away = (*PLAYING, CardsCounted(seat=SPIDER, discard=1), EncounterCounted(discard=1), until, shocker)
    pieces = shown(*away)
    (back,) = pieces[f"piles-{SPIDER}"].buttons
    assert (str(back.label), back.event) == (
        "Energy, removed until the round ends: back",
        CardsCameBack(seat=SPIDER, cards=("energy",)),
    )
    ask = pieces["encounter-deck"].asks[0]
    assert (str(ask.label), ask.fields) == ("Shocker, removed until Rhino is stunned: back", {"cards": "shocker"})
    assert not pieces[f"piles-{SPIDER}"].folded
    assert not pieces["encounter-deck"].folded


def test_a_minion_of_which_nobody_knows_the_hit_points_is_defeated_with_a_tap() -> None:
    known = shown(*PLAYING, *IN_PLAY, MinionEntered(name="Thug", seat=SPIDER))
    assert CharacterDefeated(card="Thug") in [button.event for button in known["card-Thug"].buttons]
    assert CharacterDefeated(card="shocker") not in [button.event for button in known["card-shocker"].buttons]
