"""The image of hosting/Containerfile, built from a clean clone of what was committed, and started as compose.yaml does.

`make container` runs it, with podman or docker, whichever there is. It serves as its user without rights, with a file
system that nobody may write: a demo, the table as a program asks for it, a sheet on paper, the end, and all sound.
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
"""How compose.yaml runs it, too."""
KEPT = "/var/lib/companion"


def main() -> int:
    """Build it, and run it; what is wrong raises."""
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
    """Podman or docker, with an image and a volume of this run."""

    def __init__(self, program: str) -> None:
        self._program = program
        self.image = self.volume = f"companion-{token_hex(4)}"

    def run_command(self, *words: str) -> str:
        """What it prints."""
        done = subprocess.run((self._program, *words), check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
        return done.stdout.strip()

    @contextmanager
    def serve_container(self, token: str) -> Iterator[tuple[str, str]]:
        """A container that serves, by its name, and its address; behind the block it was asked to end, and did."""
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
    """Begin a demo in a container that serves, look at it from outside, and look through it once it ended."""
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
    """What a program is answered."""
    body = None if sent is None else json.dumps(sent).encode()
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {bearer}"}
    with urlopen(Request(address, body, head), timeout=HANG) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def wait_until_answered(address: str) -> None:
    """Wait until an address is answered."""
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
