"""A smoke test of an installed companion: `python -m tools.smoke PROGRAM`.

It makes the demo of each game in an empty folder, serves them, reads the main pages and a PDF, stops the server and
verifies the file. It needs only the standard library, and runs on Linux, Windows and macOS.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import ProxyHandler, Request, build_opener

HANG = 120.0
"""Seconds after which a step has failed."""
GAMES = ("agemonia", "runewars", "champions", "odalin", "heroes3")
PAGES = ("", "readyz", "help", "api/openapi/agemonia.json")
CAMPAIGN_PAGES = ("c/{key}/", "c/{key}/log", "c/{key}/sheets/")
"""The pages that must answer, by address; the second ones of each campaign."""
DOCUMENT = "c/{key}/export/sheets/pdf"
"""The page that needs fonts and typst."""
LANGUAGES = {"en": "Sheets", "zh-TW": "紀錄表"}
"""A word of the page of a campaign in the languages of a browser."""
IN_ORDER = "Everything is in order."


def main(words: list[str]) -> int:
    """Test the program at a path."""
    if len(words) != 1:
        print("Usage: python -m tools.smoke PROGRAM", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="smoke-") as name:
        check_program(Path(words[0]).absolute(), Path(name))
    print("The companion runs.")
    return 0


def check_program(program: Path, home: Path, user: int | None = None) -> None:
    """Make a demo with a program, serve it and verify it, in an empty folder and as a user.

    Raises:
        AssertionError: a step failed.
    """
    surroundings = surroundings_of(home)
    keys = [run_program(program, "demo", game, surroundings=surroundings, user=user).strip() for game in GAMES]
    with serve_pages(program, "serve", "--port", "0", surroundings=surroundings, user=user) as (address, _):
        for page in [*PAGES, *(page.format(key=key) for key in keys for page in CAMPAIGN_PAGES)]:
            fetch(address + page)
        for language, word in LANGUAGES.items():
            assert word in fetch(address + f"c/{keys[0]}/", language).decode(), f"The page is not in {language}."
        assert fetch(address + DOCUMENT.format(key=keys[0])).startswith(b"%PDF"), "The sheets are no PDF."
    assert run_program(program, "verify", surroundings=surroundings, user=user).strip() == IN_ORDER


def surroundings_of(home: Path) -> dict[str, str]:
    """Environment variables for a program with one writable folder and no Python on its path."""
    kept = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
    own = {"COMPANION_DATA": str(home / "data"), "COMPANION_CACHE": str(home / "cache")}
    home_of = {name: str(home) for name in ("HOME", "USERPROFILE")}
    return {name: os.environ[name] for name in kept if name in os.environ} | {"PATH": os.defpath} | home_of | own


def run_program(program: Path, *words: str, surroundings: Mapping[str, str], user: int | None = None) -> str:
    """The output of a call of the program.

    Raises:
        CalledProcessError: it failed.
    """
    done = subprocess.run(  # noqa: S603 - our own program
        [str(program), *words],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=surroundings,
        timeout=HANG,
        user=user,
        group=user,
    )
    return done.stdout


@contextmanager
def serve_pages(
    program: Path, *words: str, surroundings: Mapping[str, str], user: int | None = None
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Start a server and yield its address; then interrupt it and check that it ends with code 0."""
    # A shell ignores the signal in its background jobs, and servers inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(  # noqa: S603 - our own program
        [str(program), *words],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=surroundings,
        user=user,
        group=user,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address.startswith("http://"), f"It printed no address: {address}"
            yield address, process
            process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
            assert process.wait(HANG) == 0, f"It ended with code {process.returncode}."
        finally:
            process.kill()


def fetch(address: str, language: str = "en") -> bytes:
    """The body of a page, in the language of the browser.

    Raises:
        OSError: it does not answer, or refuses.
    """
    asked = Request(address, headers={"Accept-Language": language})  # noqa: S310 - our own server
    with build_opener(ProxyHandler({})).open(asked, timeout=HANG) as answer:
        body: bytes = answer.read()
    print(f"{len(body):9,} bytes  {address}", flush=True)
    return body


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
