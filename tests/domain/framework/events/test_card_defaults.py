"""Printed: what stands on a card is filled in, and what was typed of one is known the next time."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from companion.forms.form import form_of
from companion.testing import given, refused, says, table
from domain.framework import kernel
from domain.framework.cards.packs import own_content_of
from domain.framework.events.card_defaults import Printed
from domain.framework.events.choice import Choice
from domain.framework.events.event import Secrets
from domain.framework.events.marks import Count, Line
from domain.framework.refusal import Refused, never
from domain.framework.text import ENGLISH
from domain.log import corrections
from tests.toy import GAME, Harbour, SeatTaken, ToyEvent
from tests.toy.cards import TowerCard
from tests.toy.table import PACK, Sitter

NO_PRICE = never("no-price", "Nobody knows what {tower} brings.")
AnyTower = Annotated[Line, Choice("towers", free=True)]


class TowerSold(ToyEvent):
    help_text = "A tower is sold for what stands on its card."
    sentence = "{seat} sold {tower} for {price}"
    seat: Sitter
    tower: AnyTower
    price: Annotated[Count | None, Printed(TowerCard, by="tower")] = None

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.price is None:
            yield NO_PRICE(tower=table.called("towers", self.tower))

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].coins += self.price or 0


class TowerRaffled(ToyEvent):
    help_text = "A tower is raffled for no more than three coins."
    sentence = "{tower} is raffled[ for {price|coin|coins}]"
    tower: AnyTower
    price: Annotated[Annotated[int, Field(ge=0, le=3)] | None, Printed(TowerCard, by="tower")] = None


class TowerWhispered(ToyEvent):
    help_text = "A tower that only one seat knows of."
    sentence = "{seat} whispers[ of {tower}]"
    secrets = Secrets(("tower",))
    seat: Sitter
    tower: AnyTower
    price: Annotated[Count | None, Printed(TowerCard, by="tower")] = None


TRADING = replace(GAME, key="trading", own_events=(*GAME.own_events, TowerSold, TowerRaffled, TowerWhispered))
ANN = SeatTaken(seat="Ann")
BAMBOO = TowerSold(seat="Ann", tower="bamboo", price=3)


def test_where_nobody_says_otherwise_it_is_what_stands_on_the_card() -> None:
    given(TRADING, ANN).when(TowerSold(seat="Ann", tower="oak")).then(says("Ann sold Oak Tower for 2"))


def test_what_somebody_says_comes_before_the_card() -> None:
    given(TRADING, ANN).when(TowerSold(seat="Ann", tower="oak", price=4)).then(table(**{"seats.Ann.coins": 4}))


def test_a_nought_is_said_too() -> None:
    given(TRADING, ANN).when(TowerSold(seat="Ann", tower="oak", price=0)).then(table(**{"seats.Ann.coins": 0}))


def test_the_rules_ask_of_what_neither_somebody_nor_a_card_says() -> None:
    given(TRADING, ANN).when(TowerSold(seat="Ann", tower="bamboo")).then(refused("no-price"))


def test_what_was_said_of_a_card_once_is_known_the_next_time() -> None:
    spec = given(TRADING, ANN, BAMBOO).when(TowerSold(seat="Ann", tower="bamboo"))
    spec.then(says("Ann sold bamboo for 3"))


def test_once_that_is_taken_back_nobody_knows_it() -> None:
    play = given(TRADING, ANN, BAMBOO).play
    play.do(lambda c: corrections.withdraw(c, c.position, play.command()))
    assert play.campaign.table.typed == {}


def test_a_card_keeps_what_its_pack_says_whatever_was_said_once() -> None:
    spec = given(TRADING, ANN, TowerSold(seat="Ann", tower="oak", price=4)).when(TowerSold(seat="Ann", tower="oak"))
    spec.then(says("Ann sold Oak Tower for 2"))


def test_a_card_typed_in_by_hand_comes_before_what_was_said() -> None:
    typed = kernel.ContentAdded(kind="towers", id="bamboo", fields={"price": 7})
    spec = given(TRADING, ANN, BAMBOO, typed).when(TowerSold(seat="Ann", tower="bamboo"))
    spec.then(says("Ann sold bamboo for 7"))


def test_what_was_said_goes_along_when_the_name_turns_out_to_be_a_known_one() -> None:
    known = kernel.ContentAdded(kind="towers", id="reed", fields={"en": "Reed Tower"})
    bound = kernel.ContentBound(kind="towers", text="bamboo", id="reed")
    spec = given(TRADING, ANN, BAMBOO, known, bound).when(TowerSold(seat="Ann", tower="reed"))
    spec.then(says("Ann sold Reed Tower for 3"))


def test_what_does_not_fit_the_field_is_not_filled_in() -> None:
    spec = given(TRADING, ANN)
    spec.when(TowerRaffled(tower="iron")).then(says("Iron Tower is raffled"))
    spec.when(TowerRaffled(tower="oak")).then(says("Oak Tower is raffled for 2 coins"))


def test_what_is_secret_is_not_kept_where_all_can_read_it() -> None:
    play = given(TRADING, ANN, TowerWhispered(seat="Ann", tower="bamboo", price=3)).play
    assert play.campaign.table.typed == {}


def test_a_log_tells_what_was_filled_in_whatever_the_pack_says_by_now() -> None:
    play = given(TRADING, ANN, TowerSold(seat="Ann", tower="oak")).play
    assert play.campaign.entry(play.campaign.position).fields["price"] == PACK.kinds["towers"]["oak"]["price"]


def test_a_form_shows_what_stands_on_the_card_once_the_card_is_chosen() -> None:
    harbour = given(TRADING, ANN).play.campaign.table

    def shown(tower: str) -> str:
        form = form_of(TowerSold, harbour, ENGLISH, {"f.tower": [tower]})
        return next(control.printed for control in (*form.shown, *form.folded) if control.name == "f.price")

    assert (shown("oak"), shown("bamboo")) == ("2", "")
    assert form_of(TowerSold, harbour, ENGLISH, {}).narrows == ["f.tower"]


def test_what_was_said_of_cards_is_part_of_the_pack_that_a_table_takes_home() -> None:
    harbour = given(TRADING, ANN, BAMBOO).play.campaign.table
    assert own_content_of(harbour, PACK).kinds == {"towers": {"bamboo": {"en": "bamboo", "price": 3}}}
