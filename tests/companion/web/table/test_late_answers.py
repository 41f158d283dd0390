"""Two phones that answer the same question: the later one sees the first answer and the board, in all five games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from companion.forms.values import form_strings
from companion.services import Services
from domain.framework.events.event import name_of
from domain.framework.game import PUBLIC, Prompt
from domain.games import BY_KEY
from projections.documents.arrivals import import_campaign
from tests.companion.guest import Guest, joined
from tests.companion.visitor import body
from tests.fillings import find_filling
from tests.moments import Moment, moments_of, read_golden

EACH = 2
"""So many moments of each game are looked at."""
MOMENTS = [moment for game in BY_KEY.values() for moment in moments_of(game)[:EACH]]


class Table:
    """A campaign at a moment, with two phones that see the same page."""

    def __init__(self, app: Flask, services: Services, moment: Moment) -> None:
        imported = read_golden(moment.game.key, moment.log)
        header = imported.header.model_copy(update={"campaign": uuid4().hex})
        begun = replace(imported, header=header, raws=imported.raws[: moment.entry])
        self.id = import_campaign(services.campaigns, begun).campaign
        self.services, self.key = services, services.find_campaign(self.id).key
        self.anna, self.ben = (joined(app, services, name, key=self.key) for name in ("Anna", "Ben"))
        self.seen = self.position

    @property
    def position(self) -> int:
        with self.services.campaigns.open(self.id) as campaign:
            return campaign.position

    def question(self) -> tuple[Prompt, Mapping[str, Any]] | None:
        """The first prompt that must be answered, or may be, with an answer that is recorded and closes it."""
        with self.services.campaigns.open(self.id) as campaign:
            table = campaign.game.view(campaign.table, PUBLIC)
            prompts = sorted(campaign.prompts(PUBLIC), key=lambda one: not one.required)
            for prompt in prompts:
                found = find_filling(prompt.event, prompt.fields, table).filling
                if found is None or any(prompt.event.model_construct(**found).warnings(table)):
                    continue
                if not (prompt.event.acting_seat or prompt.event.secrets.fields or prompt.event.seating):
                    return prompt, found
        return None

    def answer(self, who: Guest, prompt: Prompt, fields: Mapping[str, Any], **sent: Any) -> Any:
        typed = form_strings(
            prompt.event, prompt.event.model_construct(**fields).model_dump(mode="json", warnings=False)
        )
        form = {name: values for name, values in typed.items() if name.removeprefix("f.").split(".")[0] in fields}
        sent = {"seen": self.seen, "command": uuid4().hex, "sure": "yes", **sent}
        return who.post(f"record/{name_of(prompt.event)}", {**form, **sent})


@pytest.fixture(params=MOMENTS, ids=lambda moment: f"{moment.game.key}-{moment.name}")
def table(app: Flask, services: Services, request: pytest.FixtureRequest) -> Table:
    return Table(app, services, request.param)


def test_the_later_of_two_who_answer_alike_sees_who_did_and_the_board(table: Table) -> None:
    asked = table.question()
    if asked is None:
        pytest.skip("nothing is asked that one form answers")
    prompt, fields = asked
    first = table.answer(table.anna, prompt, fields)
    assert first.status_code == 303, body(first)
    with table.services.campaigns.open(table.id) as campaign:
        if any(one.event is prompt.event and one.fields == prompt.fields for one in campaign.prompts(PUBLIC)):
            pytest.skip("it is asked again: another answer is another one")
    before = table.position
    second = table.answer(table.ben, prompt, fields)
    assert (second.status_code, "Not recorded" in body(second)[body(second).index("<main") :]) == (200, False), fields
    assert "Anna has already done it: " in body(second)
    assert 'id="board"' in body(second)
    assert table.position == before


# --- one answer that differs, one that does not, and what is no answer at all --------------------


class Begun:
    """A new game of Champions with three heroes: each phone is asked who begins."""

    def __init__(self, app: Flask, services: Services) -> None:
        opening = {"tracks": ["turns"]}
        self.id = services.campaigns.new("champions", "Late", opening, services.new_command()).campaign
        self.services, self.key = services, services.find_campaign(self.id).key
        for hero in ("One", "Two", "Three"):
            self.record("hero-taken", hero=hero, health=10)
        self.anna, self.ben = (joined(app, services, name, key=self.key) for name in ("Anna", "Ben"))
        self.seen = self.position

    def record(self, event: str, **fields: Any) -> None:
        self.services.campaigns.record(self.id, event, fields, self.services.new_command())

    @property
    def position(self) -> int:
        with self.services.campaigns.open(self.id) as campaign:
            return campaign.position

    def begins(self, who: Guest, seat: str, **sent: Any) -> Any:
        return who.record("first-player-chosen", {"seen": self.seen, **sent}, seat=seat)


@pytest.fixture
def begun(app: Flask, services: Services) -> Begun:
    return Begun(app, services)


def test_another_answer_is_not_recorded_and_is_offered(begun: Begun) -> None:
    begun.begins(begun.anna, "One")
    before = begun.position
    late = begun.begins(begun.ben, "Two")
    assert (late.status_code, begun.position) == (409, before)
    page = begun.ben.read_of(late)
    assert "Anna has already done it: One became first player" in page.text
    assert "Your different answer is not recorded: Two became first player" in page.text
    action, hidden = next(form for form in page.forms if form[0].endswith("/first-player-chosen"))
    assert begun.ben.client.post(action, data=hidden).status_code == 303
    assert begun.position == before + 1


def test_one_s_own_second_tap_is_reported_as_one_s_own(begun: Begun) -> None:
    """As two taps that were made offline arrive, one after the other."""
    begun.begins(begun.anna, "One")
    before, again = begun.position, begun.begins(begun.anna, "One")
    assert "You have already done it: One became first player" in body(again)
    assert (again.status_code, begun.position) == (200, before)


def test_a_tap_that_is_sent_once_more_is_acknowledged_as_the_first_time(begun: Begun) -> None:
    answers = [begun.begins(begun.anna, "One", command="the-very-same") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]


def test_who_saw_the_answer_changes_it(begun: Begun) -> None:
    begun.begins(begun.anna, "One")
    assert begun.begins(begun.ben, "Two", seen=begun.position).status_code == 303


def test_a_question_that_stays_open_takes_each_answer(begun: Begun) -> None:
    """A fourth hero was asked for; it comes, though another came meanwhile."""
    begun.services.campaigns.undo(begun.id, None, begun.services.new_command())
    seen = begun.position
    for who, hero in ((begun.anna, "Four"), (begun.ben, "Five")):
        assert who.record("hero-taken", {"seen": seen}, hero=hero).status_code == 303


def test_a_moment_is_not_ended_twice_by_two_who_end_it(app: Flask, services: Services) -> None:
    """The next round asks for its own end at once, so the rules would take a second one."""
    id_ = services.campaigns.new("heroes3", "Rounds", {"tracks": []}, services.new_command()).campaign
    key = services.find_campaign(id_).key
    for faction in ("castle", "necropolis"):
        services.campaigns.record(id_, "faction-taken", {"faction": faction, "player": faction}, services.new_command())
    services.campaigns.record(id_, "game-begun", {"starting": "castle"}, services.new_command())
    anna, ben = (joined(app, services, name, key=key) for name in ("Anna", "Ben"))
    with services.campaigns.open(id_) as campaign:
        (end,) = (one for one in campaign.prompts(PUBLIC) if one.event.ends == "round")
        seen = campaign.position
    for who in (anna, ben):
        answer = who.record(name_of(end.event), {"seen": seen, "sure": "yes"})
    assert "Anna has already done it" in body(answer)
    with services.campaigns.open(id_) as campaign:
        assert campaign.table.round == 2
