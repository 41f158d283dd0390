"""Decks: lists of cards, checked by appendix I, taken by a seat and kept."""

from typing import Any

import pytest

from companion.testing import NOTHING, given, refused, says, table
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.champions import GAME
from domain.games.champions.endgame import GameAbandoned
from domain.games.champions.setup.decks import (
    BuiltDeck,
    DeckChanged,
    DeckKept,
    DeckListed,
    DeckTaken,
    ListedCard,
    only_aspect,
    too_many_of_unique,
    violations_of_deck,
)
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.kinds import CardSheet, IdentitySheet
from tests.domain.games.champions.moments import HEROES, PLAYING, SPIDER

CARDS: dict[str, dict[str, Any]] = {
    **{f"Plain {n}": {"type": "event", "classification": "basic"} for n in range(1, 15)},
    "Backflip": {"type": "event", "classification": "hero"},
    "Justice": {"type": "event", "classification": "justice"},
    "Leader": {"type": "event", "classification": "leadership"},
    "Base": {"type": "support", "classification": "basic", "unique": True},
    "Jam": {"type": "treachery", "set": "rhino"},
    "Once": {"type": "event", "classification": "basic", "most_in_deck": 1},
    "Slam": {"type": "event", "classification": "hero"},
    "Own": {"type": "event", "classification": "aggression"},
}
PLAIN = {f"Plain {n}": 3 for n in range(1, 14)}
"""39 cards that nothing is wrong with."""
FORTY = {**PLAIN, "Plain 14": 1}
BUILT = {**PLAIN, "Backflip": 2}
KNOWN = tuple(ContentAdded(kind="cards", id=name, fields=fields) for name, fields in CARDS.items())
AT_HAND = (*KNOWN, *HEROES)


def listed(written: dict[str, int], aspect: str = "", **hero: Any) -> BuiltDeck:
    entries = [ListedCard(name, name, copies, CardSheet.read(CARDS[name])) for name, copies in written.items()]
    return BuiltDeck("Spider-Man", IdentitySheet.read({"alter_ego": "Peter Parker", **hero}), entries, aspect)


def codes(deck: BuiltDeck) -> list[str]:
    return [reason.code for reason in violations_of_deck(deck, {})]


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        pytest.param(PLAIN, ["deck-size"], id="D26 39 cards"),
        pytest.param(FORTY, [], id="D26 40 cards"),
        pytest.param({**PLAIN, "Plain 14": 3, "Justice": 3, "Backflip": 3, "Slam": 2}, [], id="D26 50 cards"),
        pytest.param({**PLAIN, "Plain 14": 3, "Justice": 3, "Backflip": 3, "Slam": 3}, ["deck-size"], id="D26 51"),
        pytest.param({**PLAIN, "Plain 14": 4}, ["deck-copies"], id="D26 four copies"),
        pytest.param({**PLAIN, "Base": 2}, ["deck-unique"], id="D26 two of a unique card"),
        pytest.param({**PLAIN, "Justice": 1, "Leader": 1}, ["deck-aspects"], id="D26 two aspects"),
        pytest.param({**PLAIN, "Jam": 1}, ["deck-encounter"], id="V9 an encounter card"),
        pytest.param({**PLAIN, "Once": 2}, ["deck-most"], id="V7 more than the card says"),
        pytest.param({"Jam": 4, "Base": 2}, ["deck-size", "deck-copies", "deck-unique", "deck-encounter"], id="all"),
    ],
)
def test_f22_what_is_wrong_with_a_deck_is_told_at_once(cards: dict[str, int], wrong: list[str]) -> None:
    assert codes(listed(cards)) == wrong


def test_v3_cards_of_the_hero_are_there_as_often_as_in_the_set_and_no_others() -> None:
    hero = {"cards": {"Backflip": 2}}
    assert codes(listed(BUILT, **hero)) == []
    assert codes(listed({**PLAIN, "Backflip": 1}, **hero)) == ["deck-hero-cards"]
    assert codes(listed(FORTY, **hero)) == ["deck-hero-cards"]
    assert codes(listed({**BUILT, "Slam": 1}, **hero)) == ["deck-other-cards"]


def test_v3_names_what_is_lacking() -> None:
    [reason] = violations_of_deck(listed({**PLAIN, "Backflip": 1}, cards={"Backflip": 2}), {})
    assert str(reason) == "Each card of Spider-Man belongs in the deck, as often as in the set: Backflip 1 of 2."


def test_v8_an_identity_may_ask_for_more_aspects() -> None:
    assert codes(listed({**PLAIN, "Justice": 1, "Leader": 1}, aspects=2)) == []
    assert codes(listed({**PLAIN, "Justice": 1}, aspects=2)) == ["deck-requirement"]


def test_v8_an_aspect_of_the_hero_s_own_cards_does_not_count() -> None:
    hero = {"aspects": 2, "cards": {"Own": 1}}
    written = {**PLAIN, "Own": 1, "Justice": 1, "Leader": 1}
    assert codes(listed(written, **hero)) == []


def test_v5_the_aspect_that_was_said_counts_too() -> None:
    assert codes(listed({**PLAIN, "Justice": 1}, aspect="leadership")) == ["deck-aspects"]


def unique(*subtitles: str, name: str = "Hawkeye", alter_ego: str = "") -> bool:
    sheets = [CardSheet(type="ally", unique=True, subtitle=subtitle) for subtitle in subtitles]
    entries = [ListedCard(f"{name} {n}", name, 1, sheet) for n, sheet in enumerate(sheets)]
    return too_many_of_unique(BuiltDeck("Spider-Man", IdentitySheet(alter_ego=alter_ego), entries), entries)


def test_e3_two_unique_allies_of_one_title_with_other_subtitles_may_be_in_a_deck() -> None:
    assert not unique("Clint Barton", "Kate Bishop")
    assert unique("Clint Barton", "Clint Barton")
    assert unique("Clint Barton", "")


def test_e4_an_ally_with_the_title_of_the_hero_is_told_apart_by_its_subtitle() -> None:
    assert not unique("Miles Morales", name="Spider-Man", alter_ego="Peter Parker")
    assert unique("Peter Parker", name="Spider-Man", alter_ego="Peter Parker")
    assert unique("", name="Spider-Man", alter_ego="Peter Parker")


def test_an_unknown_alter_ego_is_not_held_against_an_ally() -> None:
    assert not unique("", name="Spider-Man")


def test_the_aspect_of_a_deck_is_that_of_its_cards() -> None:
    assert only_aspect(listed({"Justice": 2, "Plain 1": 1})) == "justice"
    assert only_aspect(listed({"Justice": 2, "Leader": 1})) == ""


def test_a_list_is_taken_with_its_aspect_and_its_size() -> None:
    given(GAME, *AT_HAND).when(DeckListed(seat=SPIDER, cards={**FORTY, "Justice": 2})).then(
        says("Spider-Man took a deck of 42 cards: Justice"),
        table(**{"seats.spider-man.deck": 42, "seats.spider-man.aspect": "justice"}),
    )


def test_cards_that_nobody_knows_are_named_and_nothing_is_recorded() -> None:
    given(GAME, *AT_HAND).when(DeckListed(seat=SPIDER, cards={**FORTY, "Backflpi": 2, "Jmap": 1})).then(
        refused("deck-unknown", bendable=True, says="Not known here: Backflpi, Jmap.")
    )


def test_an_identity_is_no_card_of_a_deck() -> None:
    given(GAME, *AT_HAND).when(DeckListed(seat=SPIDER, cards={**FORTY, SPIDER: 1})).then(
        refused("deck-identity", bendable=True)
    )


def test_a_deck_that_is_wrong_may_be_taken_all_the_same() -> None:
    given(GAME, *AT_HAND).when(DeckListed(seat=SPIDER, cards=PLAIN), bend="a game to learn it").then(
        table(**{"seats.spider-man.deck": 39})
    )


def test_a_deck_that_is_kept_is_taken_at_once() -> None:
    kept = (*AT_HAND, DeckListed(seat=SPIDER, cards=BUILT), DeckKept(seat=SPIDER, name="Webs"))
    given(GAME, *kept).when(DeckTaken(seat=SPIDER, deck="Webs")).then(says("Spider-Man took the deck Webs: 41 cards"))
    given(GAME, *kept).when(DeckTaken(seat="Iron Man", deck="Webs")).then(refused("deck-of-another", bendable=True))
    given(GAME, *kept).when(DeckKept(seat=SPIDER, name="Webs")).then(refused("deck-known", bendable=False))


def test_cards_are_put_into_a_deck_list_and_taken_out() -> None:
    taken = (*AT_HAND, DeckListed(seat=SPIDER, cards={**FORTY, "Justice": 2}))
    given(GAME, *taken).when(DeckChanged(seat=SPIDER, added={"Backflip": 1}, removed={"Justice": 2})).then(
        says("The deck of Spider-Man became 41 cards, with Backflip, without Justice ×2"),
        table(**{"seats.spider-man.deck": 41, "seats.spider-man.list_.Justice": NOTHING}),
    )
    given(GAME, *taken).when(DeckChanged(seat=SPIDER, added={"Leader": 1}, removed={"Justice": 2})).then(
        table(**{"seats.spider-man.aspect": "leadership"})
    )
    given(GAME, *taken).when(DeckChanged(seat=SPIDER, added={"Leader": 1})).then(refused("deck-aspects"))
    given(GAME, *taken).when(DeckChanged(seat=SPIDER, added={"Jam": 1})).then(refused("deck-encounter", bendable=True))
    given(GAME, *taken).when(DeckChanged(seat=SPIDER, removed={"Justice": 3})).then(
        refused("deck-not-so-many", bendable=False, says="Justice: there are 2 in the deck list.")
    )
    given(GAME, *taken).when(DeckChanged(seat=SPIDER)).then(refused("deck-unchanged", bendable=False))
    given(GAME, *AT_HAND).when(DeckChanged(seat=SPIDER, added={"Jam": 1})).then(refused("no-deck-list"))


def test_no_list_is_kept_where_there_is_none() -> None:
    given(GAME, *AT_HAND).when(DeckKept(seat=SPIDER, name="Webs")).then(refused("no-deck-list", bendable=False))


def test_a_deck_is_locked_once_the_game_begins() -> None:
    given(GAME, *KNOWN, *PLAYING).when(DeckListed(seat=SPIDER, cards=FORTY)).then(refused("wrong-step", bendable=True))


def test_a_deck_is_whole_again_in_the_next_game() -> None:
    taken = (*AT_HAND, DeckListed(seat=SPIDER, cards=FORTY), *PLAYING[len(HEROES) :])
    given(GAME, *taken, GameAbandoned()).when(NextGameSetUp()).then(table(**{"seats.spider-man.deck": 40}))


def test_what_the_identity_asks_for_beside_is_asked_of_who_takes_the_deck() -> None:
    asks = ContentCorrected(kind="identities", id=SPIDER, fields={"requirement": "only Avengers"})
    given(GAME, *AT_HAND, asks).when(DeckListed(seat=SPIDER, cards=FORTY)).then(
        refused("deck-as-it-says", says="Check the deck against the card of Spider-Man: only Avengers.")
    )
