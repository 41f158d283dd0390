"""The large button leads from an empty campaign through a chapter, with heroes and villains nobody typed in."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from pydantic_core import to_jsonable_python

from domain.framework.fields.fields import make_event
from domain.framework.game import Prompt
from domain.games.odalin import GAME
from domain.games.odalin.state.table import Odalin
from tests.fillings import find_filling
from tests.first_turns import CHOSEN, NUMBERS, Follower

MOST = 160
ROOMS: Mapping[str, Mapping[str, Any]] = {
    "1": {"villains": {"scarab": 1}, "doors": {"1": "2", "9": "3"}},
    "2": {"villains": {"thug": 1}, "doors": {"2": "1"}},
    "3": {"villains": {"thug": 1}, "doors": {"3": ""}, "sanctuaries": ["3"]},
}
"""The pages of a campaign book: one of the doors leads back to the first room."""
BOSS = "lich"
OF_THE_BOSS: Mapping[str, Mapping[str, Any]] = {
    "1": {"villains": {"thug": 1}, "doors": {"1": "2"}},
    "2": {"villains": {BOSS: 1}, "doors": {"2": "1", "3": ""}},
}
"""The pages of the second section: behind the Boss is one more door."""


def said_by(follower: Follower, prompt: Prompt) -> Mapping[str, Any]:
    """The answers of a table whose heroes win."""
    table = follower.table
    assert isinstance(table, Odalin)
    found: Mapping[str, Callable[[], Mapping[str, Any]]] = {
        "RoomSetUp": lambda: (ROOMS if table.section == 1 else OF_THE_BOSS)[str(prompt.fields["entry"])],
        "VillainNumbersSet": lambda: {"hp": 4, "boss": table.villains[prompt.fields["villain"]].name == BOSS},
        "AttackDeclared": lambda: {"target": next(iter(table.villains)), "damage": 4},
        "AttackDealt": lambda: {"damage": 4},
        "AttackRolled": lambda: {"hits": 6},
        "HitPointsSet": lambda: {"most": NUMBERS["most"]},
        "BlowTaken": lambda: {"damage": 1},
    }
    said = found.get(prompt.event.__name__)
    return said() if said else {}


def answer(follower: Follower, prompt: Prompt) -> Mapping[str, Any]:
    said = {name: value for name, value in said_by(follower, prompt).items() if name not in prompt.fields}
    if all(name in said for name in prompt.missing) and (not prompt.keypad or prompt.keypad in said):
        known = {**to_jsonable_python(dict(prompt.fields)), **said}
        filling = find_filling(prompt.event, known, follower.table).filling
        assert filling is not None, f"{prompt.title}: {known}"
        return filling
    return {**follower.answer(prompt), **said}


def walk(follower: Follower, last: str) -> list[str]:
    """The events of the large buttons, up to one."""
    events = list[str]()
    while last not in events:
        prompts = follower.prompts()
        prompt = boss_told(follower, prompts) or follower.next(prompts)
        assert prompt is not None, " → ".join(follower.told)
        assert len(events) < MOST, " → ".join(follower.told[-9:])
        follower.told.append(str(prompt.title))
        follower.play.record(make_event(prompt.event, to_jsonable_python(answer(follower, prompt))))
        events.append(prompt.event.__name__)
    return events


def boss_told(follower: Follower, prompts: Sequence[Prompt]) -> Prompt | None:
    """The prompt by which a table that tracks no rooms says in the second section that the Boss is beaten."""
    table = follower.table
    assert isinstance(table, Odalin)
    told = (one for one in prompts if str(one.title).startswith("The Boss is beaten"))
    return next(told, None) if table.section > 1 else None


@pytest.mark.slow
@pytest.mark.parametrize("key", ["evening", "everything", "dials"])
def test_the_large_button_leads_through_a_chapter_and_into_the_next(key: str) -> None:
    follower = Follower(GAME, CHOSEN["odalin"][key])
    first, second = walk(follower, "ChapterCompleted"), walk(follower, "DungeonEntered")
    table = follower.table
    assert isinstance(table, Odalin)
    assert (table.chapter_no, table.section, table.phase) == (2, 1, "dungeon")
    assert [one for one in first if one == "SectionBegun"] == ["SectionBegun"]
    assert second == ["HeroesPrepared", "EntryRead", "DungeonEntered"]
    if table.tracks("rooms"):
        assert table.bosses == [BOSS]
        assert first[first.index("LegendaryGained") :][-3:] == ["RewardsCollected", "BurstResolved", "ChapterCompleted"]


@pytest.mark.parametrize("key", ["evening", "everything"])
def test_the_large_button_leads_to_the_campfire(key: str) -> None:
    events = walk(Follower(GAME, CHOSEN["odalin"][key]), "SectionBegun")
    walked = [
        "CampaignBegun",
        "HeroesPrepared",
        "DungeonEntered",
        "RoomSetUp",
        "DoorOpened",
        "SanctuaryOpened",
        "Rested",
    ]
    assert [name for name in dict.fromkeys(events) if name in walked] == walked
