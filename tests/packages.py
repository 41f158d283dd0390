"""Packages with games: the one of docs/develop/adding-a-game.md as a wheel, and small ones written by a test."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "develop" / "adding-a-game.md"
LISTINGS = re.compile(r"```python\n(.*?)```", re.DOTALL)
CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nLanguage: zh_Hans\\n"

msgid "{diver} came to the wreck[, played by {player}]"
msgstr "{diver}来到沉船[，玩家是{player}]"
"""
FILES = {
    "i18n/zh_Hans.po": CATALOGUE,
    "static/wreck.css": "#piece-diver-Ann { outline: 2px solid gold; }\n",
    "static/wreck.js": 'import { onShown } from "../js/pages.js";\n\nonShown(() => scrollTo(0, 0));\n',
    "templates/room.html": '<p id="bell">{{ table.divers|length }} divers</p>\n',
    "ways.json": '{"diver-came": ["arrives {diver}"]}',
    "demo.jsonl": '{"new": "The deep", "time": "2026-10-09T19:00:00Z"}\n'
    '{"event": "diver-came", "by": "Ann", "diver": "Nemo", "player": "Ann"}\n',
}
"""Files that the page does not list, in the places that it names."""


def listings_of_page() -> str:
    """The listings of a whole game, as one module."""
    page = PAGE.read_text(encoding="utf-8")
    whole = page[page.index("## A whole game") : page.index("## The tests of the game")]
    return "\n\n".join(LISTINGS.findall(whole))


def checks_of_page() -> str:
    """The listings of its tests."""
    page = PAGE.read_text(encoding="utf-8")
    return "\n".join(LISTINGS.findall(page[page.index("## The tests of the game") :]))


def build_package(folder: Path) -> Path:
    """Write the package of the page into a folder and build its wheel, without a network."""
    (project,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    package = folder / "companion_wreck"
    for name, content in {"__init__.py": listings_of_page(), **FILES}.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(content, encoding="utf-8")
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"], cwd=folder, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def install_package(wheel: Path, folder: Path) -> None:
    """Install a wheel into a folder, without its dependencies."""
    uv = Path(sys.executable).with_name("uv")
    offline = ("--quiet", "--offline", "--no-deps", "--no-cache", "--python", sys.executable)
    subprocess.run([uv, "pip", "install", *offline, "--target", folder, wheel], check=True)


def write_package(folder: Path, key: str, source: str, **more: str) -> Path:
    """Write a package with a game as if it was installed into a folder; `more` are further entry points."""
    name = f"companion_{key.replace('-', '_')}"
    points = {key: f"{name}:GAME", **more}
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    listed = "".join(f"{point} = {value}\n" for point, value in points.items())
    (about / "entry_points.txt").write_text(f"[companion.games]\n{listed}", encoding="utf-8")
    package = folder / name
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(source, encoding="utf-8")
    return package


@dataclass(frozen=True)
class Program:
    """The companion as a process, with the packages in some folders."""

    data: Path
    packages: tuple[Path, ...] = ()

    @property
    def environment(self) -> Mapping[str, str]:
        path = os.pathsep.join(map(str, (*self.packages, ROOT)))
        return {**os.environ, "PYTHONPATH": path, "COMPANION_DATA": str(self.data), "LANG": "C.UTF-8"}

    def run(self, *words: str, code: int = 0) -> str:
        """What a command prints: its output, or, where another exit code is expected, its complaint."""
        line = [sys.executable, "-m", "companion", *words]
        done = subprocess.run(line, env=self.environment, capture_output=True, text=True, check=False, encoding="utf-8")
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr
