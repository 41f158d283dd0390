"""What the scripts of the pages promise; that their types hold is checked by `make types`."""

import re
from pathlib import Path

import pytest

import companion
from companion.web.rendering.joined_files import MODULES, join_stylesheets
from companion.web.rendering.static_files import SCRIPT, STYLESHEET, static_address, static_files
from tests.companion.visitor import Visitor

WEB = Path(companion.__file__).parent / "web"
SCRIPTS = sorted([*WEB.rglob("*.js"), *WEB.rglob("*.d.ts")])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_type_is_left_open(script: Path) -> None:
    assert not re.findall(r"\bany\b[>})\]|]|@ts-\w+", script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_data_attributes_are_looked_up_by_names_that_can_be_read(script: Path) -> None:
    assert not re.findall(r"dataset\[| in [\w.]+\.dataset", script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_template_literal_has_several_lines_since_joining_removes_lines_of_comments(script: Path) -> None:
    lines = script.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.lstrip().startswith(("*", "/")) and line.count("`") % 2] == []


def test_every_page_names_one_script_and_one_stylesheet(visitor: Visitor) -> None:
    named = [given.get("src") or given.get("href") or "" for _, given in visitor.read("/").tags]
    ours = {f"{static_address()}/{SCRIPT}", f"{static_address()}/{STYLESHEET}"}
    assert {name for name in named if name.endswith((".js", ".css"))} == ours


@pytest.mark.parametrize("script", sorted(WEB.joinpath("static").rglob("*.js")), ids=lambda script: script.name)
def test_the_joined_script_has_each_module(script: Path) -> None:
    name = script.relative_to(WEB / "static").as_posix()
    assert f'{MODULES}["{name}"] = '.encode() in static_files()[SCRIPT]


def test_the_joined_stylesheet_has_each_part() -> None:
    joined = static_files()[STYLESHEET].decode()
    for sheet in WEB.joinpath("static").rglob("*.css"):
        assert join_stylesheets([(sheet.name, sheet.read_text(encoding="utf-8"))]).strip() in joined, sheet.name
