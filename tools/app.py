"""Builds the program for people without Python: `make app` makes a folder with PyInstaller, and tests it.

It contains Python, the packages of `uv.lock` without PostgreSQL, templates, fonts and typst. PyInstaller builds for the
system it runs on, so the workflow builds it on each. `python -m tools.app FOLDER` writes it to another folder than
`dist`.
"""

import platform
import shutil
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tools.smoke import check_program, fetch, serve_pages, surroundings_of

ROOT = Path(__file__).parents[1]
NAME = "companion"
PACKAGES = ("companion", "domain", "projections")
WITH_FILES = ("babel", "confusable_homoglyphs", "flask_openapi", "noto_cjk_sans_otc", "opencc", "pypinyin", "typst")
"""Third-party packages with data files, or that are imported by name."""
LEFT_OUT = ("tkinter", "IPython", "pytest", "PyInstaller", "setuptools", "psycopg")
READ_ME = ROOT / "hosting" / "download.txt"


def main(words: list[str]) -> int:
    """Build, test and pack the program, in the given folder.

    Raises:
        AssertionError: it does not run.
    """
    place = Path(words[0] if words else ROOT / "dist").absolute()
    built = build_app(place / "app")
    check_app(built)
    archive = pack_app(built, place)
    size = sum(path.stat().st_size for path in built.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{size / 1e6:.0f} MB in {built}")
    print(f"{archive.stat().st_size / 1e6:.0f} MB in {archive}")
    return 0


def build_app(place: Path) -> Path:
    """Build the program and return its folder, `place/companion`."""
    from PyInstaller.__main__ import run  # noqa: PLC0415 - only `make app` installs it

    distribution = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
    with TemporaryDirectory(prefix="app-") as work:
        run(
            [
                *("--name", NAME, "--onedir", "--console", "--noconfirm", "--clean", "--log-level", "WARN"),
                *("--distpath", str(place), "--workpath", work, "--specpath", work),
                *("--icon", str(ROOT / "companion" / "web" / "static" / "icon" / "512.png")),
                *("--paths", str(ROOT), "--python-option", "X utf8"),
                *("--add-data", f"{ROOT / 'templates'}:templates"),
                *("--recursive-copy-metadata", distribution),
                *(word for name in PACKAGES for word in ("--collect-submodules", name, "--collect-data", name)),
                *(word for name in WITH_FILES for word in ("--collect-all", name)),
                *(word for name in LEFT_OUT for word in ("--exclude-module", name)),
                str(ROOT / "companion" / "desktop.py"),
            ]
        )
    shutil.copyfile(READ_ME, place / NAME / "READ ME.txt")
    return place / NAME


def program_in(folder: Path) -> Path:
    """The program file in the built folder."""
    return folder / (f"{NAME}.exe" if sys.platform == "win32" else NAME)


def check_app(folder: Path) -> None:
    """Run the program as a command line, then without arguments, as a double click does.

    Raises:
        AssertionError: it does not run.
    """
    with TemporaryDirectory(prefix="app-") as name:
        check_program(program_in(folder), Path(name))
    with TemporaryDirectory(prefix="app-") as name:
        began = monotonic()
        with serve_pages(program_in(folder), surroundings=surroundings_of(Path(name))) as (address, _):
            shown = monotonic() - began
            fetch(address)
            print(f"Serves after {shown:.1f} s, the first page is there after {monotonic() - began:.1f} s.")


def pack_app(folder: Path, place: Path) -> Path:
    """Pack the folder into an archive: zip on Windows, otherwise tar, which keeps links and modes."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    name = place / f"{NAME}-{version}-{system}-{platform.machine().lower()}"
    form = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(name), form, folder.parent, folder.name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
