"""The distribution as PyPI shows it: metadata read from a built wheel, and its name in every place that has it."""

import re
import subprocess
import sys
import tomllib
from email.message import Message
from email.parser import BytesParser
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

import pytest
from markdown_it import MarkdownIt
from trove_classifiers import classifiers

from companion.config import DISTRIBUTION, release_number
from tests.suite.patience import HANG

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]
FILES = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
WHEEL = f"{DISTRIBUTION.replace('-', '_')}-{PROJECT['version']}-py3-none-any.whl"
INSTALLED = re.compile(
    r"""(?x)
    (?: \b(?:(?:pip|tool)\ install|uvx|--from)\s (?:-\S+\s)* ['"]? (?P<installed> (?:tabletop[-_])?companion [\w.\-]* )
      | (?P<extra> [\w.\-]+ ) \[postgresql\]
      | (?P<wheel> [\w.\-]+ -py3-none-any\.whl ) )
    """
)
"""What a line installs: a distribution with or without its extra, or a wheel."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the work tree."""
    place = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True, timeout=HANG)
    return next(place.glob("*.whl"))


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """The metadata of the wheel; its payload is the description."""
    with ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return BytesParser().parsebytes(opened.read(name))


def test_the_wheel_has_the_name_that_the_program_asks_for(wheel: Path, metadata: Message) -> None:
    assert metadata["Name"] == PROJECT["name"] == DISTRIBUTION
    assert wheel.name == WHEEL


def test_the_installed_distribution_is_found_by_that_name() -> None:
    assert release_number() == version(DISTRIBUTION) == PROJECT["version"]


def test_the_metadata_of_the_wheel_says_what_pypi_shows(metadata: Message) -> None:
    assert metadata["Author"] == "The companion authors"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Keywords"]
    labels = [url.partition(", ")[0] for url in metadata.get_all("Project-URL")]
    assert labels == ["Repository", "Documentation", "Changelog", "Issues"]


def test_the_classifiers_are_known(metadata: Message) -> None:
    assert set(metadata.get_all("Classifier")) <= classifiers


def test_pictures_and_links_of_the_description_are_absolute(metadata: Message) -> None:
    description = metadata.get_payload(decode=True).decode("utf-8")  # type: ignore[union-attr]
    html = MarkdownIt("commonmark").enable("table").render(description)
    targets = re.findall(r'(?:src|href)="([^"#][^"]*)"', html)
    assert targets
    assert [target for target in targets if not target.startswith("https://")] == []
    assert f"{REPOSITORY}/blob/v{PROJECT['version']}/LICENSE" in targets


@pytest.mark.parametrize("label", PROJECT["urls"])
def test_every_address_is_in_the_repository(label: str) -> None:
    assert PROJECT["urls"][label].startswith(REPOSITORY)
    path = PROJECT["urls"][label].removeprefix(REPOSITORY).removeprefix("/tree/main/").removeprefix("/blob/main/")
    assert path in ("", "/issues") or (ROOT / path).exists()


def test_the_substitutions_lead_to_the_repository() -> None:
    hook = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"]["hooks"]
    pictures, links = (one["replacement"] for one in hook["fancy-pypi-readme"]["substitutions"])
    owner = REPOSITORY.removeprefix("https://github.com/")
    assert f"https://raw.githubusercontent.com/{owner}/v$HFPR_VERSION/" in pictures
    assert f"{REPOSITORY}/blob/v$HFPR_VERSION/" in links


def installed_names(name: str) -> set[str]:
    """The distributions and wheels of ours that a file installs."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {
        found[kind] for found in INSTALLED.finditer(text) for kind in ("installed", "extra", "wheel") if found[kind]
    }


TEXTS = (".md", ".py", ".html", ".yml", ".yaml", ".service", ".txt", ".po", "Containerfile")
WHERE = ("README", "CONTRIBUTING", "SECURITY", "docs/", "hosting/", "companion/", "templates/", ".github/")
PLACES = [name for name in FILES if name.startswith(WHERE) and name.endswith(TEXTS) and installed_names(name)]


@pytest.mark.parametrize("place", PLACES)
def test_what_a_page_installs_is_this_distribution(place: str) -> None:
    assert installed_names(place) <= {DISTRIBUTION, WHEEL}


def test_the_pages_that_install_are_found() -> None:
    assert {"README.md", "docs/host/club.md", "docs/play/start.md", "CONTRIBUTING.md"} <= {*PLACES}


def test_readme_and_upgrading_name_the_distribution() -> None:
    for page in ("README.md", "docs/host/upgrading.md"):
        assert DISTRIBUTION in (ROOT / page).read_text(encoding="utf-8"), page


ADDRESS = re.compile(r"https://(?:github|raw\.githubusercontent)\.com/([\w-]+/[\w-]*companion[\w-]*)")


def test_every_page_names_the_same_repository() -> None:
    own, texts = REPOSITORY.removeprefix("https://github.com/"), (".md", ".toml", ".yml", ".html")
    found = {
        (name, address)
        for name in FILES
        if name.endswith(texts)
        for address in ADDRESS.findall((ROOT / name).read_text(encoding="utf-8"))
    }
    assert ("pyproject.toml", own) in found
    assert {(name, address) for name, address in found if address != own} == set()


def test_the_lock_has_the_name() -> None:
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    own = [package["name"] for package in lock["package"] if "editable" in package["source"]]
    assert own == [DISTRIBUTION]
