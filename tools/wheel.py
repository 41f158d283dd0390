"""Builds the wheel from a clean clone of the last commit, and tests it as an installed package.

`make wheel` runs it. The packages in `uv.lock` are installed into a read-only environment, and `tools/smoke.py` tests
companion there, as another user if this runs as root. The wheel is copied to `dist`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.smoke import check_program

ROOT = Path(__file__).parents[1]
NOBODY = 65534 if os.geteuid() == 0 else None
"""The user and group id without any files; None if this process cannot change its user."""


def main() -> int:
    """Build, install and test the wheel; a failure raises."""
    with TemporaryDirectory(prefix="wheel-") as name:
        place = Path(name)
        place.chmod(0o755)
        wheel = build_wheel(place)
        companion = install_wheel(wheel, place)
        try:
            check_as_other_user(companion, place)
        finally:
            _allow_writing(place / "installed")
        kept = ROOT / "dist" / wheel.name
        kept.parent.mkdir(exist_ok=True)
        shutil.copyfile(wheel, kept)
    print(f"{kept.relative_to(ROOT)} was built from a clean clone, and runs.")
    return 0


def build_wheel(place: Path) -> Path:
    """Build the wheel of the last commit, and the list of its requirements next to it."""
    clone = clone_of_newest(place)
    _run(
        *(_uv(), "export", "--quiet", "--frozen", "--no-dev", "--no-emit-project", "--extra", "postgresql"),
        *("--output-file", str(place / "requirements.txt")),
        cwd=clone,
    )
    _run(_uv(), "build", "--quiet", "--wheel", "--out-dir", str(place / "built"), cwd=clone)
    (wheel,) = (place / "built").glob("*.whl")
    return wheel


def clone_of_newest(place: Path) -> Path:
    """A clean clone of the last commit."""
    clone = place / "clone"
    _run("git", "clone", "--quiet", str(ROOT), str(clone))
    return clone


def install_wheel(wheel: Path, place: Path) -> Path:
    """Install a wheel into a read-only environment; returns the path of the program."""
    environment = place / "installed"
    _run(_uv(), "venv", "--quiet", "--no-python-downloads", "--python", _python_for_others(), str(environment))
    into = (_uv(), "pip", "install", "--quiet", "--compile-bytecode", "--python", str(environment))
    _run(*into, "--requirements", str(place / "requirements.txt"))
    _run(*into, "--no-deps", str(wheel))
    for path in [environment, *environment.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    return environment / "bin" / "companion"


def check_as_other_user(companion: Path, place: Path) -> None:
    """Test a program as a user with a single writable folder."""
    home = place / "home"
    home.mkdir(0o700)
    if NOBODY is not None:
        os.chown(home, NOBODY, NOBODY)
    check_program(companion, home, NOBODY)


def _run(*words: str, cwd: Path = Path("/")) -> None:
    subprocess.run(words, check=True, cwd=cwd)  # noqa: S603 - programs of ours


def _uv() -> str:
    return str(Path(sys.executable).with_name("uv"))


def _python_for_others() -> str:
    """A Python that other users may run; that of this environment may be in a private home folder."""
    own = Path(sys.base_prefix).resolve() / "bin" / "python3"
    candidates: Sequence[Path] = (own, Path("/usr/bin/python3"))
    reachable = [one for one in candidates if one.exists() and _is_open(one.resolve())]
    return str(reachable[0] if reachable else own)


def _is_open(path: Path) -> bool:
    """Whether all users may enter the folders of a path."""
    return all(parent.stat().st_mode & 0o001 for parent in path.parents)


def _allow_writing(folder: Path) -> None:
    """Make a folder writable, so that it can be deleted."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
