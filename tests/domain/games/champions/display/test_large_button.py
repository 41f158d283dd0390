"""Who only presses the large button gets from the first hero to the third round, whatever the table tracks."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.testing import given
from domain.framework.events.event import name_of
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.games.champions import GAME
from domain.games.champions.setup.players import HeroTaken, TableOpened
from domain.games.champions.state.table import Champions
from tests.domain.games.champions.moments import HEROES, SPIDER

AREAS = tuple(Champions.areas)
TABLES = ((), *((one,) for one in AREAS), *(tuple(a for a in AREAS if a != one) for one in AREAS), AREAS)
SAID = {
    "scenario": "rhino",
    "seat": SPIDER,
    "first": SPIDER,
    "starting": SPIDER,
    "value": 2,
    "amount": 3,
    "cards": 30,
    "threat": 0,
    "icons": 0,
}
SAID |= {"hazard": 0, "retaliate": 0, "boost": 0}
"""What the table says where nobody knows."""
SIZES = {"deck-laid-out": 40, "hand-refreshed": 5}
STEPS = 100


def answered(prompt: Prompt) -> dict[str, Any]:
    """The fields of what is next, with what it still asks; nobody else plays."""
    name = name_of(prompt.event)
    said = {field: SIZES[name] if field == "size" else SAID[field] for field in prompt.missing}
    return {**prompt.fields, **said}


def named(areas: Sequence[str]) -> str:
    left = [area for area in AREAS if area not in areas]
    return "all" if not left else f"all but {left[0]}" if len(left) == 1 else ", ".join(areas) or "dials"


@pytest.mark.parametrize("areas", TABLES, ids=named)
def test_it_leads_on(areas: Sequence[str]) -> None:
    play = given(GAME, TableOpened(tracks=tuple(areas)), *HEROES).play
    pressed = []
    while play.campaign.table.place[0] < 3 and len(pressed) < STEPS:  # the third round
        prompt = next_prompt([one for one in play.campaign.prompts(PUBLIC) if one.event is not HeroTaken])
        assert prompt is not None, pressed
        pressed.append(str(prompt.title))
        play.record(make_event(prompt.event, answered(prompt)))
    assert play.campaign.table.place[0] == 3, pressed


@pytest.mark.parametrize("areas", [(), ("activations",), AREAS], ids=named)
def test_keys_with_numbers_have_a_question(areas: Sequence[str]) -> None:
    """Of a villain and heroes that no one has typed in, so that every number is asked for."""
    heroes = (HeroTaken(hero="Nova"), HeroTaken(hero="Wasp"))
    play = given(GAME, TableOpened(tracks=tuple(areas)), *heroes).play
    said = SAID | {
        "scenario": "Our own",
        "seat": "Nova",
        "first": "Nova",
        "starting": "Nova",
        "left": 20,
        "target": 30,
        "set": "bomb-scare",
    }
    asked = set[str]()
    while play.campaign.table.place[0] < 3 and len(asked) < STEPS:
        prompts = [one for one in play.campaign.prompts(PUBLIC) if one.event is not HeroTaken]
        asked |= {str(one.title) for one in prompts if one.keypad_numbers}
        prompt = next_prompt(prompts)
        assert prompt is not None, asked
        open_ = [*prompt.missing, *filter(None, [prompt.keypad])]
        filled = {field: SIZES[name_of(prompt.event)] if field == "size" else said[field] for field in open_}
        play.record(make_event(prompt.event, {**prompt.fields, **filled}))
    assert asked, "numbers were asked for"
    assert [title for title in sorted(asked) if not title.endswith("?")] == []
