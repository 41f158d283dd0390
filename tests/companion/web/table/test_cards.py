"""Typing in a card: first its kind, then the fields of that kind; without any script."""

import pytest
from flask import Flask

from companion.services import Services
from domain.games.agemonia.state.kinds import ItemCard
from tests.companion.conftest import Head
from tests.companion.visitor import Reader, Visitor, body

ADDED, CORRECTED = "record/content-added", "record/content-corrected"
TIN = {"kind": "towers", "id": "tin", "fields.en": "Tin Tower", "fields.price": "1"}


@pytest.mark.parametrize("address", [ADDED, CORRECTED, f"{ADDED}?kind=dragons"])
def test_first_the_kind_is_chosen(visitor: Visitor, address: str) -> None:
    page = visitor.read(address)
    assert "What kind of thing is it?" in page.text
    assert f"/c/harbour/{address.partition('?')[0]}?kind=towers" in page.links


def test_then_it_has_the_fields_of_that_kind(visitor: Visitor) -> None:
    page = body(visitor.get(f"{ADDED}?kind=towers"))
    assert '<input type="hidden" name="f.kind" value="towers">' in page
    assert 'name="f.fields.price" type="number" step="1" min="0"' in page
    assert '<textarea dir="auto" id="f-fields-text" name="f.fields.text"' in page
    assert 'name="f.fields"' not in page


def test_a_card_is_typed_in_with_what_stands_on_it(visitor: Visitor) -> None:
    visitor.record("content-added", **TIN, **{"fields.text": "Shines.\r\nRusts."})
    visitor.record("tower-built", seat="Ann", tower="tin")
    assert "Ann built Tin Tower" in visitor.log
    assert "Rusts." in visitor.log


def test_what_is_left_empty_is_not_typed_in(visitor: Visitor) -> None:
    visitor.record("content-added", **TIN, **{"fields.zh": "", "fields.text": ""})
    assert "Added Tin Tower to the towers: price 1" in visitor.log


def test_what_does_not_fit_is_told_beside_its_field_and_stays(visitor: Visitor, head: Head) -> None:
    before = head()
    page = body(visitor.record("content-added", **TIN | {"fields.price": "cheap"}))
    assert Reader(page).part("f-fields-price-fault")
    assert Reader(page).text.count("Price: type a whole number") == 2
    assert 'value="Tin Tower"' in page
    assert head() == before


def test_a_name_that_looks_like_a_known_one_can_be_another_one(visitor: Visitor) -> None:
    oak = TIN | {"fields.en": "Oak Towre"}
    assert "Is it something else?" in body(visitor.record("content-added", **oak))
    visitor.record("content-added", {"bend": "a second one", "act": "bend"}, **oak)
    assert "against the rule: a second one" in visitor.log


def test_what_is_known_is_put_right_by_its_name_and_shows_what_is_known(visitor: Visitor) -> None:
    assert "Now: 2" in visitor.text(f"{CORRECTED}?kind=towers&id=oak")
    price = {"kind": "towers", "id": "oak tower", "fields.price": "4", "reason": "errata"}
    visitor.record("content-corrected", **price)
    assert "Corrected Oak Tower: price 4. Errata" in visitor.log


def test_a_kind_that_there_is_not_records_nothing(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.record("content-added", **TIN | {"kind": "dragons"})
    assert (answer.status_code, head()) == (422, before)


def test_of_a_card_with_many_fields_those_that_stand_empty_at_the_end_are_folded_away(
    app: Flask, services: Services
) -> None:
    services.campaigns.new("agemonia", "Ford", {}, services.new_command())
    page = Visitor(app, "ford").get(f"{ADDED}?kind=items&fields.range=3").text
    shown, _, folded = page.partition("<details")
    names = [name for name in ItemCard.model_fields if f'name="f.fields.{name}"' in shown]
    assert names == [*[*ItemCard.model_fields][:12], "range"]
    assert all(f'name="f.fields.{name}"' in folded for name in ItemCard.model_fields if name not in names)
