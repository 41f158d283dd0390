"""Builds the image of hosting/Containerfile from a clean clone of the last commit, and tests it.

`make container` runs it with podman or docker. The container runs as an unprivileged user on a read-only file system;
the test makes a demo, queries the API, exports a PDF, stops it and verifies the file.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

from tools.smoke import HANG
from tools.wheel import clone_of_newest

LOCKED = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")  # noqa: S108
"""The options of the test, as in compose.yaml."""
KEPT = "/var/lib/companion"


def main() -> int:
    """Build and test the image; a failure raises."""
    program = shutil.which("podman") or shutil.which("docker")
    if not program:
        print("Neither podman nor docker is here.", file=sys.stderr)
        return 2
    engine = Engine(program)
    with TemporaryDirectory(prefix="container-") as place:
        clone = clone_of_newest(Path(place))
        engine.run_command(
            "build", "--tag", engine.image, "--file", str(clone / "hosting" / "Containerfile"), str(clone)
        )
    try:
        check_container(engine)
    finally:
        engine.remove_image_and_volume()
    print("The container was built from a clean clone, and runs.")
    return 0


class Engine:
    """Podman or docker, with an image and a volume for this run."""

    def __init__(self, program: str) -> None:
        self._program = program
        self.image = self.volume = f"companion-{token_hex(4)}"

    def run_command(self, *words: str) -> str:
        """Run a command of the engine and return its output."""
        done = subprocess.run((self._program, *words), check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
        return done.stdout.strip()

    @contextmanager
    def serve_container(self, token: str) -> Iterator[tuple[str, str]]:
        """Start a container and yield its name and address; then stop it and check its exit code."""
        kept, said = f"{self.volume}:{KEPT}", f"COMPANION_HOST_TOKEN={token}"
        name = self.run_command(
            *("run", "--detach", "--publish", "127.0.0.1::8000", "--volume", kept, "--env", said), *LOCKED, self.image
        )
        try:
            address = f"http://{self.run_command('port', name, '8000').splitlines()[0]}"
            wait_until_answered(f"{address}/readyz")
            yield name, address
            self.run_command("stop", "--time", "30", name)
            assert self.run_command("inspect", "--format", "{{.State.ExitCode}}", name) == "0", (
                "It did not end as it should."
            )
        finally:
            self.run_command("rm", "--force", name)

    def remove_image_and_volume(self) -> None:
        for words in (("volume", "rm"), ("rmi",)):
            with suppress(subprocess.CalledProcessError):
                self.run_command(*words, "--force", self.image)


def check_container(engine: Engine) -> None:
    """Make a demo in a running container, query it from outside, and verify the file after the container stopped."""
    token = token_hex(16)
    with engine.serve_container(token) as (name, address):
        key = engine.run_command("exec", name, "companion", "demo", "heroes3")
        host = ask_api(f"{address}/api/host", {"token": token})["token"]
        about = ask_api(f"{address}/api/c/{key}", bearer=host)
        print(f"{about['name']}: {about['now']['where']}, {about['now']['turn']}", flush=True)
        assert ask_api(f"{address}/api/c/{key}/sheets", bearer=host)["sheets"], "It shows no sheet."
        engine.run_command("exec", name, "companion", "export", key, f"{KEPT}/chronicle.pdf")
    sound = engine.run_command("run", "--rm", "--volume", f"{engine.volume}:{KEPT}", *LOCKED, engine.image, "verify")
    assert sound == "Everything is in order.", sound


def ask_api(address: str, sent: object = None, bearer: str = "") -> Any:
    """The JSON answer of an address of the API."""
    body = None if sent is None else json.dumps(sent).encode()
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {bearer}"}
    with urlopen(Request(address, body, head), timeout=HANG) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def wait_until_answered(address: str) -> None:
    """Wait until an address answers."""
    until = monotonic() + HANG
    while True:
        try:
            urlopen(address, timeout=HANG).close()  # noqa: S310 - our own server
            return
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
