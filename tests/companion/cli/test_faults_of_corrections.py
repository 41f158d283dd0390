"""Faults that corrections once had, each made right from the terminal: first the preview, then the table.

Logs that were played are imported or demos; a short one is played here.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

from companion.cli.base import main
from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from tests.companion.cli.conftest import Terminal
from tests.test_golden import GOLDEN

pytestmark = pytest.mark.slow

RHINO = (
    ("hero-taken", "hero=spider-man", "player=Ana"),
    ("hero-taken", "hero=Iron Man", "health=9", "player=Ben"),
    ("scenario-chosen", "scenario=rhino", "health=28", "target=14", "acceleration=2"),
    ("game-begun",),
)
"""Hit points and threat alone are tracked: entry 8 is the first of the game."""
LOGS = {
    "the-clockmaker-expert": "champions/0.1.0",
    "the-night-the-clocks-won": "champions/0.1.0-lost",
    "a-month-of-villains": "champions/0.1.0-campaign",
    "three-at-the-ford": "odalin/0.1.0-stopped",
    "the-lost-day": "odalin/0.1.0-lost",
    "mist-over-the-ford": "agemonia/0.1.0-fight",
    "three-wars": "heroes3/0.1.0-war",
    "three-crowns": "heroes3/0.1.0",
}
"""The golden log of each campaign."""
DEMOS = {"the-lantern-bearers": "agemonia", "the-war-for-the-runes": "runewars"}


@dataclass(frozen=True)
class Fault:
    """A correction, lines that its preview shows, without columns, and values of the table after it."""

    key: str
    correction: Sequence[object]
    shown: Sequence[str]
    after: dict[str, Any]
    played: Sequence[Sequence[str]] = ()
    """What is recorded in a new campaign."""


def rhino(correction: Sequence[object], shown: Sequence[str], after: dict[str, Any], *played: Sequence[str]) -> Fault:
    return Fault("rhino", correction, shown, after, (*RHINO, *played))


FAULTS = {
    "a villain with more damage than its health": rhino(
        ("amend", 8, "amount=9"),
        (
            "Rhino took 5 damage → Rhino took 9 damage",
            "after 9 The villain's stage was defeated",
            "Begin the villain's next stage",
            "Damage: 25 → 28",
        ),
        {"villain.damage": 28},
        ("damage-dealt", "target=villain", "amount=5"),
        ("damage-dealt", "target=villain", "amount=20"),
    ),
    "a scheme with more threat than its target": rhino(
        ("amend", 8, "amount=9"),
        ("after 9 The players lost: main scheme completed", "Step: Player phase → Game over"),
        {"main.threat": 17, "step": "over"},
        ("threat-placed", "scheme=main scheme", "amount=5"),
        ("threat-placed", "scheme=main scheme", "amount=8"),
    ),
    "a hero who lives with more damage than hit points": rhino(
        ("undo", 9),
        ("after 10 Spider-Man was out of the game", "Spider-Man, damage: 7 → 10"),
        {"seats.spider-man.eliminated": True},
        ("damage-dealt", "target=spider-man", "amount=9"),
        ("damage-healed", "target=spider-man", "amount=5"),
        ("damage-dealt", "target=spider-man", "amount=3"),
    ),
    "a main scheme that falls although less threat lies on it": Fault(
        "the-clockmaker-expert",
        ("amend", 256, "prevented=1"),
        (
            "The Clockmaker III schemed: 3 threat → The Clockmaker III schemed: 2 threat",
            "355 The stage of the main scheme was completed: Stop the Clocks",
            "Threat: 24 → 23",
        ),
        {"main.stage": 2, "main.threat": 23},
    ),
    "a turn that never ended": Fault(
        "the-night-the-clocks-won",
        ("undo", 48),
        ("49 The player phase ended: Still to take a turn: Spider-Man.",),
        {"step": "over"},
    ),
    "a game that never began": Fault(
        "a-month-of-villains",
        ("undo", 13),
        (
            "28 Round 1 ended; Nightjar became first player → Round 0 ended",
            "Games played, 1, rounds: 3 → 2",
        ),
        {"games.0.rounds": 2},
    ),
    "a turn that belongs to nobody": Fault(
        "three-at-the-ford",
        ("undo", 121, "--those"),
        (
            "after 207 Crypt Hound 2's turn began",
            "after 207 Crypt Hound 2 drew – [rolled or drawn when this is recorded]",
            "Villains defeated, Crypt Hound: 2 → 1",
        ),
        {},
    ),
    "a turn that stays with whose it was": Fault(
        "the-lost-day",
        ("undo", 117, "--those"),
        ("after 139 Bell Keeper 1 ended the turn", "Whose turn has begun: now Bran"),
        {"turn_of": "Bran"},
    ),
    "a hero without a bed who sleeps well": Fault(
        "mist-over-the-ford",
        ("undo", 94),
        ("after 109 Lunara slept uneasily", "Lunara, spent stamina: 0 → 2"),
        {"heroes.lunara.spent": 2},
    ),
    "a hero without a room who sleeps well": Fault(
        "the-lantern-bearers",
        ("undo", 53),
        ("after 69 Torrax slept uneasily", "Torrax, stars: 9 → 11"),
        {},
    ),
    "a scenario that was lost and gives experience": Fault(
        "the-lantern-bearers",
        ("amend", 79, "code=F1", "replay=true", "--those"),
        ("90 The heroes gained 1 experience from Twilight Watch", "Gain level 2", "Experience: 5 → 4"),
        {"experience": 4},
    ),
    "a fight that is not over and stays won": Fault(
        "three-wars",
        ("amend", 807, "damage=7"),
        (
            "808 Zombies: 8 damage, a Few now, defeated → Zombies: 7 damage, a Few now",
            "827 The combat on N3, field 0 (Settlement) is over (victory): Dungeon won",
            "Zombies: attack whom?",
            "Dungeon, resources, Gold: 47 → 42",
        ),
        {"phase": "turns", "seats.dungeon.goods.gold": 42},
    ),
    "units that strike back only if they live": Fault(
        "three-wars",
        ("undo", 797),
        (
            "810 Manticores: 8 damage, defeated → Manticores: 8 damage, a Few now, defeated",
            "after 804 Manticores struck back at Zombies (dice: 1), 7 damage",
        ),
        {"phase": "turns"},
    ),
    "a combat round before the units are set up": Fault(
        "three-crowns",
        ("undo", 109, "--those"),
        (
            "113 Combat round 1 began",
            "114 Griffins attacked Gnolls (dice: 0), 3 damage: “Gnolls” is not one of the fighters here.",
        ),
        {"seats.castle.xp": 0},
    ),
    "income of a title that was never claimed": Fault(
        "the-war-for-the-runes",
        ("undo", 103),
        (
            "234 Uthuk Y'llan gained 1 influence from the Wizards' Council",
            "315 Uthuk Y'llan gained 1 influence from the Wizards' Council",
            "Uthuk Y'llan, influence: 1 → 2",
        ),
        {"seats.uthuk.influence": 2},
    ),
}


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the golden logs and the demos."""
    data = tmp_path_factory.mktemp("faults") / "data"
    for log in LOGS.values():
        with pytest.raises(SystemExit):
            main(["--data", str(data), "import", str(GOLDEN / f"{log}.jsonl")])
    services = Services(Settings(data))
    for game in DEMOS.values():
        make_demo(services, BY_KEY[game])
    services.close()
    return data


@pytest.fixture
def table(evenings: Path, empty: Terminal) -> Callable[[Fault], Terminal]:
    """A terminal in a folder with the campaign of a fault."""

    def made(fault: Fault) -> Terminal:
        if not fault.played:
            shutil.copytree(evenings, empty.data)
            return empty
        empty.ok("new", "champions", "Rhino")
        empty.ok("record", fault.key, "table-opened", "tracks=")
        for line in fault.played:
            empty.ok("record", fault.key, *line)
        return empty

    return made


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_the_preview_shows_it_and_the_table_is_as_if_played_right(
    table: Callable[[Fault], Terminal], fault: Fault
) -> None:
    terminal = table(fault)
    act, *what = fault.correction
    preview = [" ".join(line.split()) for line in terminal.ok(act, fault.key, *what, "--preview").out.splitlines()]
    assert [line for line in fault.shown if line not in preview] == []
    terminal.ok(act, fault.key, *what)
    found = {path: orjson.loads(terminal.ok("state", fault.key, path, "--json").bytes) for path in fault.after}
    assert found == fault.after
