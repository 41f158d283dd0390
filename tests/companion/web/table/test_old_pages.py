"""A page of another version, or of before something changed: what it sends means what stood on it, or is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.content import Content, merge_content
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of
from domain.games import BY_KEY
from domain.log.entries import Entry
from tests import toy
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body
from tests.faults import seeded
from tests.strategies import guess
from tests.suite.soak import often
from tests.test_golden import LOGS, taken_in

pytestmark = pytest.mark.slow

SOME = often(40)


def last(services: Services, key: str = "harbour") -> Entry:
    with services.open(key) as campaign:
        return campaign.entry(campaign.position)


def renamed_and_more(services: Services) -> None:
    """Other towers come before those that the page lists, and these have other names."""
    more = {"ash": {"en": "Ash Tower", "price": 1}, "birch": {"en": "Birch Tower", "price": 1}}
    pack = merge_content(
        Content({"towers": more}), merge_content(toy.PACK, Content({"towers": {"iron": {"en": "Steel Tower"}}}))
    )
    services.campaigns.change_pack(services.find_campaign("harbour").campaign, pack, services.new_command())


@pytest.mark.parametrize("tower", ["oak", "iron"])
def test_a_page_of_before_other_things_could_be_chosen_chooses_what_stood_on_it(
    visitor: Visitor, services: Services, tower: str
) -> None:
    before = visitor.fields("record/tower-built")
    renamed_and_more(services)
    sent = {**before, "f.seat": "Ann", "f.tower": tower}
    assert visitor.client.post("/c/harbour/record/tower-built", data=sent).status_code == 303
    assert last(services).fields["tower"] == tower


def test_a_page_of_before_takes_back_the_entry_that_stood_on_it(visitor: Visitor, services: Services) -> None:
    action, hidden = next(form for form in visitor.read("").forms if "/undo/" in form[0])
    visitor.record("coins-gained", seat="Bob", amount="5")
    visitor.client.post(action, data=hidden)
    assert last(services).fields["entries"] == [4]


def test_a_page_of_a_later_version_that_sends_more_is_told_what_is_not_known(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.record("coins-gained", seat="Ann", amount="1", mood="merry")
    assert (answer.status_code, head() - before) in [(303, 1), (422, 0)]
    if answer.status_code == 422:
        assert "mood" in body(answer)


def sent_of(event: Any) -> dict[str, Any]:
    """The fields of an event as another version's form might send them."""
    values = event.model_dump(mode="json", exclude_none=True)
    typed = [field.name for field in fields_of(type(event)) if not field.settled]
    return {f"f.{name}": values[name] for name in typed if type(values.get(name)) in (str, int)}


def chosen(cls: type[Event[Any]], sent: dict[str, Any]) -> list[str]:
    """Those of the fields that name something that could be chosen."""
    return [f"f.{field.name}" for field in fields_of(cls) if field.choice and f"f.{field.name}" in sent]


@pytest.mark.soak
@pytest.mark.parametrize("game", [toy.GAME, *BY_KEY.values()], ids=lambda game: game.key)
def test_forms_with_fields_less_or_more_record_what_they_say_or_nothing(
    app: Flask, services: Services, visitor: Visitor, game: Any
) -> None:
    random = seeded()
    log = next((log for log in LOGS if log.parent.name == game.key), None)
    visitor.key = services.find_campaign(taken_in(services, log)).key if log else "harbour"
    token = visitor.fields("log")["token"] if log else visitor.fields()["token"]
    for number in range(SOME):
        with services.open(visitor.key) as campaign:
            before, table = campaign.position, campaign.table
            cls = random.choice([event for event in game.by_name.values() if not event.ends])
            event = guess(cls, table, random)
        if event is None:
            continue
        sent = {name: value for name, value in sent_of(event).items() if random.random() < 0.8}
        more = {"f.mood": "merry"} if random.random() < 0.3 else {}
        shown = {**sent, **more, "token": token, "command": f"old-{number}"}
        status = visitor.post(f"record/{cls.topic.rpartition('.')[2]}", shown).status_code
        with services.open(visitor.key) as campaign:
            fresh = list(campaign.entries(before))
        assert status < 500
        assert bool(fresh) == (status == 303), (cls, shown)
        for entry in fresh[:1]:
            kept = {name: entry.fields.get(name.removeprefix("f.")) or value for name, value in sent.items()}
            assert {name: kept[name] for name in chosen(cls, sent)} == {name: sent[name] for name in chosen(cls, sent)}
