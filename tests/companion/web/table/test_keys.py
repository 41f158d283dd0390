"""What one tap answers: the values of the one field that a prompt still asks for."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.i18n import tongue_of
from companion.services import Services
from companion.testing import Spec, given
from companion.web.pages.table.keys import KeyPad, keys_of
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import NumberShape
from domain.framework.fields.fields import fields_of
from domain.framework.game import PUBLIC, Prompt
from domain.framework.text import text
from domain.games import BY_KEY
from domain.games.champions.timing.abilities import ActionAnswered
from domain.games.heroes3 import GAME as HEROES3
from domain.games.heroes3.cards.decks import DICE, KEPT_DECKS
from domain.games.heroes3.combat.striking import AttackDeclared, AttackRolled
from domain.games.heroes3.land.visiting import SettlementClaimed
from domain.games.heroes3.town.goods import FACES, ResourceDiceRolled, TreasureDieRolled
from domain.games.odalin import GAME as ODALIN
from domain.games.odalin.combat.defeats import BurstResolved
from domain.games.runewars import GAME as RUNEWARS
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.filling import StartingStrongholdPlaced, StartingUnitsPlaced
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound
from tests import toy
from tests.companion.visitor import Visitor, body
from tests.domain.games.heroes3.combat.fights import duel
from tests.domain.games.heroes3.land.test_visiting import THERE as SETTLEMENT
from tests.domain.games.heroes3.opening import game
from tests.domain.games.odalin.opening import PARTY

PADS = [event for game in (*BY_KEY.values(), toy.GAME) for event in game.own_events if event.layout.keypad]

FOUNDED = (
    *(FactionChosen(faction="human"), FactionChosen(faction="elf"), StartingPlayerFound(seat="human")),
    *(ExampleMapLaid(), StartingStrongholdPlaced(seat="human", area="H1")),
)


@pytest.fixture
def harbour() -> Spec:
    """Ann has two coins, Bob has none."""
    return given(toy.GAME, toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"), toy.CoinsGained(seat="Ann", amount=2))


def keys(spec: Spec, event: type[Event[Any]], pad: str, *numbers: int, **fields: str) -> KeyPad | None:
    """The keys that a prompt has at a table."""
    return pad_of(spec, Prompt(text("What now?"), event, fields=fields, keypad=pad, keypad_numbers=numbers))


def pad_of(spec: Spec, prompt: Prompt) -> KeyPad | None:
    """The keys of a prompt at a table."""
    campaign = spec.play.campaign
    tongue = tongue_of("en", "toy")
    here: Any = SimpleNamespace(table=campaign.table, campaign=campaign, game=campaign.game, tongue=tongue)
    typed: Mapping[str, list[str]] = {f"f.{name}": [str(value)] for name, value in prompt.fields.items()}
    return keys_of(prompt, typed, here)


def test_a_value_that_the_rules_refuse_is_no_key(harbour: Spec) -> None:
    ann, bob = (keys(harbour, toy.TowerBuilt, "tower", seat=seat) for seat in ("Ann", "Bob"))
    assert (ann, bob) == (KeyPad([("oak", "Oak Tower")], []), None)


def test_a_value_that_needs_more_leads_to_the_form(harbour: Spec) -> None:
    assert keys(harbour, toy.TowerBuilt, "seat") == KeyPad([], [("Ann", "Ann")])


def test_what_may_be_left_out_is_left_out_with_a_tap_or_said_in_the_form(harbour: Spec) -> None:
    assert keys(harbour, toy.CardDrawn, "card", seat="Ann") == KeyPad([("", "Record")], more=True)


def test_the_key_that_leaves_a_field_out_says_what_happens_then() -> None:
    settlement = given(HEROES3, *SETTLEMENT)
    found = keys(settlement, SettlementClaimed, "good", seat="castle", field="S1 1")
    assert ("", "Reinforce instead") in (found or KeyPad()).taps


def test_what_is_no_and_what_is_yes_is_a_tap_each(harbour: Spec) -> None:
    assert keys(harbour, ActionAnswered, "accepted", seat="Ann") == KeyPad([("yes", "yes"), ("", "no")])


def test_numbers_are_keys_as_far_as_they_fit_and_the_form_takes_others(harbour: Spec) -> None:
    found = keys(harbour, toy.CoinsGained, "amount", 0, 1, 2, seat="Ann")
    assert found == KeyPad([("1", "1"), ("2", "2")], more=True, digits=True)


def test_several_things_are_counted_in_place_each_as_far_as_the_rules_allow() -> None:
    here = given(RUNEWARS, *FOUNDED)
    found = keys(here, StartingUnitsPlaced, "units", *range(1, 6), seat="human", area="H1") or KeyPad()
    numbers = {row.control: (row.title, list(row.numbers)) for row in found.counts}
    assert numbers["f.units.footman"] == ("Footman", [1, 2, 3, 4, 5])
    assert numbers["f.units.siege-tower"] == ("Siege Tower", [1, 2, 3, 4])
    assert (found.more, found.taps) == (True, ())
    assert found.some


def test_those_of_whom_any_may_be_taken_are_ticked_on_the_card_itself() -> None:
    found = keys(given(ODALIN, *PARTY), BurstResolved, "heroes", villain="Imp 1")
    assert found == KeyPad(picks=[("Ana", "Ana"), ("Ben", "Ben")])


@pytest.mark.parametrize("event", PADS, ids=lambda event: event.topic)
def test_a_pad_is_of_a_field_that_somebody_fills_in(event: type[Event[Any]]) -> None:
    field = next(field for field in fields_of(event) if field.name == event.layout.keypad)
    assert not field.settled
    assert bool(event.layout.keypad_numbers) == isinstance(field.shape, NumberShape)


@pytest.mark.parametrize("event", PADS, ids=lambda event: event.topic)
def test_a_pad_asks_for_all_that_is_needed_beyond_what_is_known_when_it_is_due(event: type[Event[Any]]) -> None:
    """Seats, areas, heroes, units, zones of cards and what else it is due for; nothing else is said besides the pad."""
    required = {field.name for field in fields_of(event) if field.required and not field.settled}
    due = {"seat", "area", "hero", "tied", "scheme", "villain", "target", "item", "consumable", "zone"}
    due |= {"unit", "field", "deck", "scroll", "positive", "card", "what"}
    assert required - {event.layout.keypad} <= due


def test_what_is_due_is_one_tap_and_what_is_left_out_is_not_said(services: Services, visitor: Visitor) -> None:
    asked = Prompt(
        text("Which card?"), toy.CardDrawn, required=True, fields={"seat": "Ann"}, opens_form=True, keypad="card"
    )
    services.campaigns.games = {"toy": replace(toy.GAME, prompts=lambda table: [asked])}
    services.campaigns.new("toy", "Drawing", {}, services.new_command())
    host = replace(visitor, key="drawing")
    host.record("seat-taken", seat="Ann")
    page = re.sub(r">\s+<", "><", body(host.get("")))
    assert '<button class="key" name="f.card" value="">Record</button>' in page
    assert re.search(r'<a class="key more" href="/c/drawing/[^"]*seat=Ann', page)
    _, hidden = next(form for form in host.read("").forms if form[0].endswith("record/card-drawn"))
    host.record("card-drawn", hidden, card="")
    assert "Ann drew card" in host.log


def test_a_key_that_needs_more_opens_the_form_with_its_value(services: Services, visitor: Visitor) -> None:
    asked = Prompt(text("Who builds?"), toy.TowerBuilt, required=True, keypad="seat")
    services.campaigns.games = {"toy": replace(toy.GAME, prompts=lambda table: [asked])}
    services.campaigns.new("toy", "Building", {}, services.new_command())
    host = replace(visitor, key="building")
    host.record("seat-taken", seat="Ann")
    host.record("coins-gained", seat="Ann", amount="9")
    page = re.sub(r">\s+<", "><", body(host.get("")))
    link = re.findall(r'<a class="key" href="/c/building/([^"]+)"><span>Ann', page)
    form = body(host.get(link[0].replace("&amp;", "&")))
    assert re.search(r'name="f.seat"[^>]*value="Ann"[^>]*checked|<option[^>]*value="Ann"[^>]*selected', form)


def test_each_face_of_a_die_on_the_table_is_a_key() -> None:
    """Heroes III, H1 and H11: the app rolled, and nobody was asked."""
    on_table = tuple(deck for deck in KEPT_DECKS if deck != DICE)
    fight = given(HEROES3, *duel(decks=on_table), AttackDeclared(seat="castle", unit="pikes", target="imps"))
    (roll,) = [one for one in fight.play.campaign.prompts(PUBLIC) if one.event is AttackRolled]
    assert pad_of(fight, roll) == KeyPad([("-1", "-1"), ("0", "0"), ("1", "1")], digits=True)
    treasure = given(HEROES3, *game("towns", decks=on_table), TreasureDieRolled(seat="castle", face="1 resource die"))
    (die,) = [one for one in treasure.play.campaign.prompts(PUBLIC) if one.event is ResourceDiceRolled]
    assert (die.required, pad_of(treasure, die)) == (True, KeyPad([(face, face) for face in FACES], forms=[]))
