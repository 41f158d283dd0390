"""The files of .github: they are valid, and what they name exists."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from domain.games import BY_KEY

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((GITHUB / "workflows" / "ci.yml").read_text(encoding="utf-8"))
FORM = yaml.safe_load((GITHUB / "ISSUE_TEMPLATE" / "problem.yml").read_text(encoding="utf-8"))
JOBS: dict[str, Any] = WORKFLOW["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]
COMMANDS = "\n".join(step["run"] for step in STEPS if "run" in step)


def test_the_wheel_is_tested_on_every_system_and_python() -> None:
    matrix = JOBS["smoke"]["strategy"]["matrix"]
    assert matrix["system"] == ["ubuntu-latest", "windows-latest", "macos-latest"]
    named = (one.rpartition(" ")[2] for one in PYPROJECT["project"]["classifiers"] if " :: Python :: 3." in one)
    assert matrix["python"] == [*named]


def test_the_download_is_built_on_every_system_and_released_with_a_tag() -> None:
    assert JOBS["download"]["strategy"]["matrix"]["system"] == JOBS["smoke"]["strategy"]["matrix"]["system"]
    assert JOBS["download"]["needs"] == ["test", "smoke"]
    assert JOBS["release"]["needs"] == "download"
    assert JOBS["release"]["if"] == "startsWith(github.ref, 'refs/tags/v')"


def test_only_the_release_may_write() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert [name for name, job in JOBS.items() if "permissions" in job] == ["release"]


def test_every_step_calls_what_there_is() -> None:
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]) for step in STEPS if "uses" in step)
    modules = re.findall(r"python -m ([\w.]+)", COMMANDS)
    assert modules == ["tools.smoke", "tools.app", "tools.notes"]
    assert all(find_spec(module) for module in modules)
    assert set(re.findall(r"--group (\w+)", COMMANDS)) <= PYPROJECT["dependency-groups"].keys()
    assert (ROOT / ".ci" / "run").exists()


def test_no_command_contains_a_value_that_others_choose() -> None:
    """A branch or a title that a stranger names would be run by the shell."""
    assert set(re.findall(r"\$\{\{ *([\w.]+) *\}\}", COMMANDS)) == set()


def test_uv_is_the_same_everywhere() -> None:
    pinned = {step["with"]["version"] for step in STEPS if step.get("uses", "").startswith("astral-sh/setup-uv")}
    places = ("Makefile", "hosting/Containerfile")
    found = {re.search(r"uv==([\d.]+)", (ROOT / place).read_text(encoding="utf-8"))[1] for place in places}  # type: ignore[index]
    assert pinned == found


def fields() -> dict[str, Any]:
    """The fields of the issue form, by id."""
    return {field["id"]: field for field in FORM["body"] if "id" in field}


def test_the_issue_form_asks_for_the_report_of_the_app() -> None:
    report = fields()["report"]
    assert report["validations"] == {"required": True}
    page = (ROOT / "templates" / "help" / "report.html").read_text(encoding="utf-8")
    (title,) = re.findall(r'"([^"]*)"', report["attributes"]["description"].partition("Read")[0])
    assert f'<h1>{{{{ _("{title}") }}}}</h1>' in page
    assert f'_("{title}")' in (ROOT / "templates" / "more.html").read_text(encoding="utf-8")
    assert "report.zip" in report["attributes"]["description"]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_the_issue_form_lists_every_game(game: Any) -> None:
    options = fields()["game"]["attributes"]["options"]
    words = {word.casefold() for option in options for word in option.split()}
    assert words & {word.strip(":").casefold() for word in game.name.en.split()}


def test_the_issue_form_has_what_github_asks_for() -> None:
    assert {"name", "description", "body"} <= FORM.keys()
    assert {field["type"] for field in FORM["body"]} <= {"markdown", "textarea", "input", "dropdown", "checkboxes"}
    assert all(field["attributes"].get("label") for field in fields().values())
    assert len(fields()) == sum("id" in field for field in FORM["body"])
