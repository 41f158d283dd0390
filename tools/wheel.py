"""The wheel, built from a clean clone of what was committed, and started as somebody installs it.

`make wheel` runs it. Everything that `uv.lock` names is installed at its version into a fresh environment that nobody
may write, and the companion is run there by another user (where whoever runs this may choose one): a demo, the pages,
a sheet on paper, and the end. The wheel is left in `dist`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
NOBODY = 65534 if os.geteuid() == 0 else None
"""The user and group that own nothing; who may not choose another user is who they are."""
HANG = 120.0
"""Seconds after which what has not happened will not."""
PAGES = ("", "readyz", "c/{key}/", "c/{key}/log", "c/{key}/sheets/", "help", "api/openapi/agemonia.json")
"""What is asked for, by its address."""
DOCUMENT = "c/{key}/export/sheets/pdf"
"""What is set like print: with fonts, and a program that is no Python."""


def main() -> int:
    """Build it, install it, and run it; what is wrong raises."""
    with TemporaryDirectory(prefix="wheel-") as name:
        place = Path(name)
        place.chmod(0o755)
        wheel = build_wheel(place)
        companion = install_wheel(wheel, place)
        try:
            run_it(companion, place)
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


def run_it(companion: Path, place: Path) -> None:
    """Run a program as somebody who owns one folder, and look at what it shows."""
    home = place / "home"
    home.mkdir(0o700)
    if NOBODY is not None:
        os.chown(home, NOBODY, NOBODY)
    surroundings = {"HOME": "/nonexistent", "PATH": os.defpath, "COMPANION_DATA": str(home / "data")}
    key = _run(str(companion), "demo", surroundings=surroundings).strip()
    with _serving(companion, surroundings) as address:
        for page in PAGES:
            _fetch(address + page.format(key=key))
        assert _fetch(address + DOCUMENT.format(key=key)).startswith(b"%PDF")
    assert _run(str(companion), "verify", surroundings=surroundings).strip() == "Everything is in order."


@contextmanager
def _serving(companion: Path, surroundings: Mapping[str, str]) -> Iterator[str]:
    """The address where it serves; behind it, it was asked to end, and did."""
    line = [str(companion), "serve", "--port", "0"]
    with subprocess.Popen(  # noqa: S603 - our own program
        line, stdout=subprocess.PIPE, text=True, env=surroundings, cwd="/", user=NOBODY, group=NOBODY
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
            process.terminate()
            assert process.wait(HANG) == 0, "It did not end as it should."
        finally:
            process.kill()


def _fetch(address: str) -> bytes:
    with urlopen(address, timeout=HANG) as answer:  # noqa: S310 - our own server
        body: bytes = answer.read()
    print(f"{len(body):9,} bytes  {address}", flush=True)
    return body


def _run(*words: str, cwd: Path = Path("/"), surroundings: Mapping[str, str] | None = None) -> str:
    """What a program prints; it is run by another user where it has surroundings of its own."""
    other = NOBODY if surroundings else None
    done = subprocess.run(  # noqa: S603 - programs of ours
        words, check=True, stdout=subprocess.PIPE, text=True, cwd=cwd, env=surroundings, user=other, group=other
    )
    return done.stdout


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
