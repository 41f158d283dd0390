"""A few typed words, understood as what can be recorded."""

from __future__ import annotations

import sys
from collections import OrderedDict
from types import FrameType
from typing import Any

import pytest

from companion.quick_entry import moments, option_matches
from companion.quick_entry.reading import Reading, told_apart
from domain.framework.fields.choices import known_of
from domain.framework.fields.fields import FieldInfo
from domain.games.agemonia.campaign.items import StarsGained, StarsSpent
from domain.games.champions import GAME as CHAMPIONS
from domain.games.champions.heroes.playing import CostDeclared
from domain.games.champions.piles.players_decks import HandNamed
from tests.companion.quick_entry.tables import Typist, in_town
from tests.domain.games.champions.heroes.test_costs import IN_HAND
from tests.domain.games.champions.moments import SPIDER
from tests.test_secrets import RIVALS
from tests.toy import GAME as TOY
from tests.toy import CardDrawn, CoinsGained, FavoursDrawn, NightFell, SeatTaken

HARBOUR = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"), CoinsGained(seat="Ann", amount=9))


@pytest.mark.parametrize(
    ("typed", "event", "fields"),
    [
        ("ven dam 2", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("2 dam ven", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("dam2 venia", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("gramask +2", "faction-reputation-gained", {"faction": "gramask", "amount": 2}),
        ("gramask -1", "faction-reputation-removed", {"faction": "gramask", "amount": 1}),
        (
            "venia damage 2 a beam",
            "damage-suffered",
            {"hero": "venia", "amount": 2, "source": "a beam"},
        ),
        ("note ask the smith, twice", "note-added", {"text": "ask the smith, twice"}),
        ("维尼亚 伤害 2", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("維尼亞 傷害 2", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("维尼亚受到两点伤害", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("weiniya shanghai 2", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("wny shanghai 2", "damage-suffered", {"hero": "venia", "amount": 2}),
        ("venia damgae 2", "damage-suffered", {"hero": "venia", "amount": 2}),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh_Hans", "zh_Hant"])
def test_words_of_any_language_mean_an_event_with_its_fields(
    typed: str, event: str, fields: dict[str, object], language: str
) -> None:
    assert in_town(language).means(typed) == (event, fields)


@pytest.mark.parametrize("typed", ["buy lamp", "买 灯", "買燈", "mai deng", "maideng"])
def test_a_purchase_is_known_by_its_item(typed: str) -> None:
    event, fields = in_town().means(typed)
    assert (event, fields["item"]) == ("item-purchased", "L1")


def test_initials_find_a_word_each() -> None:
    said = [(one.event, one.fields.get("item")) for one in in_town("zh_Hans").says("md")]
    assert ("item-purchased", "L1") in said


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Venia suffered 2 damage"), ("zh_Hans", "维尼亚受到了2点伤害"), ("zh_Hant", "維尼亞受到了2點傷害")],
)
def test_what_was_understood_is_told_as_the_log_would(language: str, sentence: str) -> None:
    assert in_town(language).says("ven dam 2")[0].said == sentence


def test_what_is_missing_is_named_and_left_open_in_the_sentence() -> None:
    best = in_town().says("buy lamp")[0]
    assert list(best.missing) == ["hero", "price"]
    assert best.said == "… bought Lamp for … stars"
    assert not best.complete


def test_who_plays_on_a_seat_need_not_name_it() -> None:
    assert in_town(seat="venia").means("damage 2") == ("damage-suffered", {"hero": "venia", "amount": 2})


def test_what_can_only_be_one_thing_is_filled_in() -> None:
    alone = Typist(TOY, SeatTaken(seat="Ann"))
    assert alone.means("coins 3") == ("coins-gained", {"seat": "Ann", "amount": 3})


def test_what_is_possible_comes_before_what_is_not() -> None:
    events = [one.event for one in in_town().says("venia damage 1")]
    healed = next(one for one in in_town().says("venia damage 1") if one.event == "damage-healed")
    assert events.index("damage-suffered") < events.index("damage-healed")
    assert healed.why_not == "Venia has no damage to heal."


def test_what_was_recorded_lately_comes_before_what_was_not() -> None:
    town = in_town()
    assert town.says("venia stars 1", StarsSpent)[0].cls is StarsSpent
    assert town.says("venia stars 1", StarsGained)[0].cls is StarsGained


def test_another_step_is_said_to_be_in_the_way() -> None:
    best = Typist(TOY, *HARBOUR, NightFell()).says("night fell")[0]
    assert best.why_not == "That belongs to: day. Right now it is: night."


def test_numbers_that_do_not_fit_are_no_reading() -> None:
    assert not [one for one in in_town().says("venia damage 1000") if one.fields.get("amount")]


def test_without_words_what_comes_next_is_told() -> None:
    harbour = Typist(TOY, *HARBOUR)
    prompts = harbour.campaign.prompts(harbour.here.viewer)
    assert {one.cls for one in harbour.says("")} == {prompt.event for prompt in prompts[:8]}


def test_words_that_mean_nothing_here_mean_nothing() -> None:
    assert in_town().says("qqqq wwww") == []


def test_two_things_of_one_name_are_told_apart() -> None:
    found = [one for one in in_town().says("venia bought dagger 2") if one.event == "item-purchased"]
    assert {one.said for one in found} == {"Venia bought Dagger for 2 stars"}
    assert [one.apart for one in found] == ["010", "080", "081"]


def test_hidden_cards_that_were_typed_are_told_apart_and_the_same_ones_are_listed_once() -> None:
    hidden = "Spider-Man wrote down cards in hand: hidden"
    cards = (["lamp-red"], ["lamp-blue"], ["lamp-red"])
    found = [Reading(HandNamed, {"seat": SPIDER, "cards": one}, (), hidden, "", 1) for one in cards]
    assert [one.apart for one in told_apart(found)] == ["lamp-red", "lamp-blue"]


# --- secrets ----------------------------------------------------------------------------------


def test_what_another_seat_holds_is_not_offered() -> None:
    table = Typist(TOY, *HARBOUR, CardDrawn(seat="Bob", card=7), seat="Ann")
    assert all("7" not in one.said for one in table.says("bob card"))


def test_another_seats_secret_is_not_recorded_by_words() -> None:
    best = Typist(TOY, *HARBOUR, seat="Ann").says("bob drew card 7")[0]
    assert best.why_not == "That is a secret of another seat: Bob."


# --- moments ----------------------------------------------------------------------------------


def test_what_is_offered_follows_the_table() -> None:
    table = Typist(TOY, *HARBOUR)
    assert not [one for one in table.says("cleo coins 2") if one.fields.get("seat") == "Cleo"]
    later = Typist(TOY, *HARBOUR, SeatTaken(seat="Cleo"))
    assert later.means("cleo coins 2") == ("coins-gained", {"seat": "Cleo", "amount": 2})


def test_a_hand_of_another_is_not_offered_by_what_is_in_it() -> None:
    held = (*HARBOUR, FavoursDrawn(seat="Bob", favours=("gust",)))
    whose = [Typist(TOY, *held, seat=seat).says(f"{seat} called gust") for seat in ("Ann", "Bob")]
    assert [any(one.event == "favour-called-in" for one in said) for said in whose] == [False, True]
    assert not any(one.fields.get("seat") == "Bob" for one in Typist(TOY, *held, seat="Ann").says("called gust"))


def test_a_rule_that_rests_on_a_secret_tells_nobody_else_of_it() -> None:
    shown = [
        [(one.said, one.why_not) for one in Typist(RIVALS, *HARBOUR, CardDrawn(seat="Ann", card=card)).says("ann show")]
        for card in (3, 37)
    ]
    assert shown[0]
    assert shown[0] == shown[1]


def test_what_a_table_offers_is_asked_once_for_all_the_letters_typed_there(monkeypatch: pytest.MonkeyPatch) -> None:
    typist, asked, options = in_town(), list[str](), FieldInfo.options

    def counting(field: FieldInfo, *args: Any) -> Any:
        asked.append(field.name)
        return options(field, *args)

    def known(*args: Any) -> Any:
        asked.append("known")
        return known_of(*args)

    monkeypatch.setattr(moments, "_MOMENTS", OrderedDict())
    monkeypatch.setattr(FieldInfo, "options", counting)
    monkeypatch.setattr(option_matches, "known_of", known)
    counts = []
    for typed in ("vvvv", "vvvvv", "uvuvuv"):
        typist.says(typed)
        counts.append(len(asked))
    assert counts[0] > 0
    assert counts == [counts[0]] * 3


@pytest.mark.parametrize("letter", "sa1")
def test_each_further_word_costs_as_much_as_the_one_before(letter: str) -> None:
    typist = in_town()
    two, six = (meanings_tried(typist, " ".join(letter * count)) for count in (2, 6))
    assert six <= 6 * two


def meanings_tried(typist: Typist, typed: str) -> int:
    """How often a meaning of a word is tried, with those of the words before it."""
    found = 0

    def called(frame: FrameType, what: str, _: Any) -> None:
        nonlocal found
        found += what == "call" and frame.f_code.co_name == "taken"

    sys.setprofile(called)
    try:
        typist.says(typed)
    finally:
        sys.setprofile(None)
    return found


def test_words_that_say_the_same_twice_mean_what_they_mean_once() -> None:
    assert in_town().means("ven dam dam 2 ven") == ("damage-suffered", {"hero": "venia", "amount": 2})


def test_who_plays_a_card_that_costs_something_pays_for_it_first() -> None:
    kick = {"seat": SPIDER, "card": "Long Kick"}
    assert Typist(CHAMPIONS, *IN_HAND, seat=SPIDER).means("spider-man plays long kick") == ("cost-declared", kick)
    paid = Typist(CHAMPIONS, *IN_HAND, CostDeclared(seat=SPIDER, card="Long Kick", change=-2), seat=SPIDER)
    assert paid.means("spider-man plays long kick")[0] == "card-played"
