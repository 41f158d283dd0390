"""Compiled templates beside the campaigns: taken from there when they are ours, compiled anew when they are not."""

from pathlib import Path

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment

from companion.campaign_files.template_cache import SEAL, Compiled
from companion.services import Services
from companion.web.application.app import create_app

KEY = b"k" * 32
PAGE = "Ann has {{ coins }} coins."


def drawn(folder: Path, page: str = PAGE, key: bytes = KEY, way: Path = Path(__file__)) -> tuple[str, bool]:
    """A page as a new process draws it, and whether it had to compile it."""
    made = []

    class Watched(Environment):
        def _generate(self, *args: object, **kwargs: object) -> str:
            made.append(args)
            return super()._generate(*args, **kwargs)  # type: ignore[arg-type]

    kept = Compiled(folder, key, [way])
    environment = Watched(loader=DictLoader({"page": page}), bytecode_cache=kept)
    return environment.get_template("page").render(coins=9), bool(made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which the page is kept."""
    assert drawn(tmp_path / "templates") == ("Ann has 9 coins.", True)
    return tmp_path / "templates"


def kept_in(folder: Path) -> Path:
    (kept,) = folder.iterdir()
    return kept


def test_a_page_is_compiled_once(folder: Path) -> None:
    assert drawn(folder) == ("Ann has 9 coins.", False)


def test_another_text_of_it_is_compiled_in_its_place(folder: Path) -> None:
    assert drawn(folder, "Bob.") == ("Bob.", True)
    assert drawn(folder, "Bob.") == ("Bob.", False)
    assert kept_in(folder).is_file()


def test_what_is_read_in_another_way_is_compiled_anew(folder: Path, tmp_path: Path) -> None:
    way = tmp_path / "way.py"
    way.write_text("Another one.")
    assert drawn(folder, way=way) == ("Ann has 9 coins.", True)


def test_what_somebody_else_put_there_is_not_run(folder: Path) -> None:
    """They know all but the key."""
    assert drawn(folder, "Bob.", key=b"other" * 8) == ("Bob.", True)
    assert drawn(folder, "Bob.") == ("Bob.", True)


@pytest.mark.parametrize("left", [0, SEAL, SEAL + 20])
def test_what_is_damaged_is_compiled_anew(folder: Path, left: int) -> None:
    kept = kept_in(folder)
    kept.write_bytes(kept.read_bytes()[:left])
    assert drawn(folder) == ("Ann has 9 coins.", True)


def test_where_nothing_can_be_kept_pages_are_drawn_all_the_same(tmp_path: Path) -> None:
    place = tmp_path / "templates"
    place.write_text("A file stands where the folder should be.")
    assert drawn(place) == ("Ann has 9 coins.", True)


def test_only_their_owner_reads_them(folder: Path) -> None:
    assert [path.stat().st_mode & 0o077 for path in (folder, kept_in(folder))] == [0, 0]


def test_the_pages_are_drawn_with_them(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flask, "jinja_options", {})  # other tests keep theirs in memory
    assert create_app(services.settings, services).test_client().get("/").status_code == 200
    assert len(list((services.settings.data / "templates").iterdir())) > 3
