"""Every control is one command: it records what belongs together or nothing, once however often it is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.table import as_json
from domain.games import BY_KEY
from domain.log.corrections import TableDecision
from tests.companion.visitor import Visitor
from tests.faults import seeded
from tests.suite.soak import often
from tests.test_golden import LOGS, taken_in

PAGES = ("", "record/", "log", "sheets/", "undo", "photos/", "more", "campaign", "why?path=seats.Ann.coins")
NO_COMMAND = ("/recap", "/preferences", "/hints", "/people/", "/seat/", "/photos/")
"""What is kept on a device or beside the log, or needs a picture."""
SOME = often(12)
Control = tuple[str, dict[str, str]]


def controls(visitor: Visitor) -> list[Control]:
    """What can be pressed on the pages of a campaign, each with what its form holds; the same thing once."""
    found: dict[tuple[object, ...], Control] = {}
    for page in (*PAGES, *linked(visitor)):
        for action, hidden in visitor.read(page).forms:
            if "command" in hidden and not any(part in action for part in NO_COMMAND):
                shown = {name: value for name, value in hidden.items() if name not in ("command", "token")}
                found.setdefault((action, *sorted(shown.items())), (action, hidden))
    return [found[key] for key in sorted(found, key=str)]


def linked(visitor: Visitor) -> Iterator[str]:
    """The forms and previews that the pages Play and Log lead to, some of them."""
    links = {link for page in ("", "log") for link in visitor.read(page).links}
    forms = sorted(
        link for link in links if any(part in link for part in ("/record/", "/undo/", "/amend/", "/together/"))
    )
    yield from seeded().sample(forms, min(len(forms), 20))


def recorded(services: Services) -> dict[str, tuple[int, int]]:
    """Every command of the file, with its first and last entry."""
    with services.store.reading() as cursor:
        rows = cursor.execute("SELECT command, first, last FROM commands").fetchall()
    return {command: (first, last) for command, first, last in rows}


def pressed(visitor: Visitor, services: Services, control: Control) -> None:
    """Press a control twice; then take back what it recorded."""
    action, hidden = control
    with services.open(visitor.key) as campaign:
        before, head = as_json(campaign.table), campaign.position
    known = recorded(services)
    for _ in range(2):
        assert visitor.client.post(action, data=hidden).status_code < 500, action
    fresh = {id_: span for id_, span in recorded(services).items() if id_ not in known}
    with services.open(visitor.key) as campaign:
        grown, corrects = campaign.position - head, campaign.entry(campaign.position).is_correction
    assert list(fresh.items()) == ([(hidden["command"], (head + 1, head + grown))] if grown else []), action
    if grown and not corrects:
        services.campaigns.undo(
            services.find_campaign(visitor.key).campaign, None, services.new_command(), TableDecision(sure=True)
        )
        with services.open(visitor.key) as campaign:
            assert as_json(campaign.table) == before, action


def test_each_control_of_the_pages_records_one_command_and_one_undo_takes_it_back(
    visitor: Visitor, services: Services
) -> None:
    found = controls(visitor)
    assert len(found) > 5
    for control in found:
        pressed(visitor, services, control)


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_each_control_of_a_game_records_one_command_and_one_undo_takes_it_back(
    app: Flask, services: Services, game: Any
) -> None:
    log = next(log for log in LOGS if log.parent.name == game.key)
    visitor = Visitor(app, services.find_campaign(taken_in(services, log)).key)
    found = controls(visitor)
    assert len(found) > 3
    for control in seeded().sample(found, min(len(found), SOME)):
        pressed(visitor, services, control)
