"""The wheel, built from a clean clone of what was committed, and started as somebody installs it.

`make wheel` runs it. Everything that `uv.lock` names is installed at its version into a fresh environment that nobody
may write, and `tools/smoke.py` tests the companion there: as another user, if it is started as root. The wheel is left
in `dist`.
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
"""The user and group that own nothing; who may not choose another user is who they are."""


def main() -> int:
    """Build it, install it, and run it; what is wrong raises."""
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
    """Build the wheel of the newest commit, and beside it the list of what it needs."""
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
    """A clean clone of the newest commit."""
    clone = place / "clone"
    _run("git", "clone", "--quiet", str(ROOT), str(clone))
    return clone


def install_wheel(wheel: Path, place: Path) -> Path:
    """Install a wheel into an environment that nobody may write; returns the program."""
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
    """Test a program as a user who owns one folder."""
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
    """A Python that another user may run: the one of this environment may lie in somebody's home."""
    own = Path(sys.base_prefix).resolve() / "bin" / "python3"
    candidates: Sequence[Path] = (own, Path("/usr/bin/python3"))
    reachable = [one for one in candidates if one.exists() and _is_open(one.resolve())]
    return str(reachable[0] if reachable else own)


def _is_open(path: Path) -> bool:
    """Whether everybody may go where something lies."""
    return all(parent.stat().st_mode & 0o001 for parent in path.parents)


def _allow_writing(folder: Path) -> None:
    """Let a folder be deleted by its owner."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
