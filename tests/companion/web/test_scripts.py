"""What the scripts of the pages promise; that their types hold is checked by `make types`."""

import re
from pathlib import Path

import pytest

import companion
from companion.web.rendering.static_files import static_address
from tests.companion.visitor import Visitor

WEB = Path(companion.__file__).parent / "web"
SCRIPTS = sorted([*WEB.rglob("*.js"), *WEB.rglob("*.d.ts")])
GAMES = sorted(path.name for path in (WEB / "static" / "games").iterdir())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_type_is_left_open(script: Path) -> None:
    assert not re.findall(r"\bany\b[>})\]|]|@ts-\w+", script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_data_attributes_are_looked_up_by_names_that_can_be_read(script: Path) -> None:
    assert not re.findall(r"dataset\[| in [\w.]+\.dataset", script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
def test_every_page_has_the_looks_and_the_scripts_of_all_games(name: str, visitor: Visitor) -> None:
    named = [given.get("src") or given.get("href") for _, given in visitor.read("/").tags]
    assert f"{static_address()}/games/{name}" in named
