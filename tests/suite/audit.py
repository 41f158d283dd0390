"""`make audit`: what bandit finds in the code, and which installed packages are known to have faults. Decides nothing.

Bandit's findings are told but for those below, each with its reason. Whether a package has known faults is asked of
PyPI: where that cannot be reached, it says so, for then nothing is known.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
PACKAGES = ("companion", "domain", "projections", "tools")
CONSTANTS = "what is put into the statement is a constant of the module, or names of its columns; values are bound"
CONCERN = "states to mypy what the types cannot; nothing rests on it while it runs"
OURS = "the markup was made by our own templates or by segno, and escaped there"
EXCUSED = {
    ("B101", "companion/web/pages/table/boards.py"): CONCERN,
    ("B101", "companion/web/pages/table/offers.py"): CONCERN,
    ("B101", "projections/documents/plain.py"): CONCERN,
    (
        "B104",
        "companion/web/application/serve.py",
    ): "the address is compared with, so that it is not printed; nothing is bound to it",
    ("B105", "companion/web/visitors/visitor.py"): "the name of a setting",
    ("B105", "domain/games/agemonia/console/rounds.py"): "a token of the game, of cardboard",
    ("B107", "companion/web/visitors/guests.py"): "empty stands for: make one",
    ("B311", "domain/log/recomputation/outcomes.py"): "a preview and its recording draw the same",
    ("B404", "projections/documents/paper/pdf.py"): "a PDF is set in a process of its own, which gives its memory back",
    ("B603", "projections/documents/paper/pdf.py"): "runs this very Python with a module of ours, nothing typed",
    ("B608", "companion/campaign_files/head_note.py"): CONSTANTS,
    ("B608", "companion/web/visitors/guests.py"): CONSTANTS,
    ("B608", "domain/store/caches.py"): CONSTANTS,
    ("B608", "domain/store/sqlite.py"): CONSTANTS,
    ("B608", "projections/base.py"): CONSTANTS,
    ("B608", "projections/campaigns.py"): CONSTANTS,
    ("B608", "projections/documents/export.py"): CONSTANTS,
    ("B608", "projections/heads.py"): CONSTANTS,
    ("B608", "projections/log.py"): CONSTANTS,
    ("B704", "companion/web/pages/people/invitation.py"): OURS,
    ("B704", "companion/web/rendering/part_cache.py"): OURS,
    ("B704", "companion/web/rendering/fragments.py"): OURS,
}
"""What bandit finds and is meant, by its test and the module, each with the reason."""


def printed(name: str, *words: str) -> bytes:
    """What a tool of this environment says on its standard output, however it ends."""
    return subprocess.run([BIN / name, *words], cwd=ROOT, capture_output=True, check=False).stdout


def in_the_code() -> Iterator[str]:
    """What bandit finds that is not meant, and what is excused and no longer found."""
    results = orjson.loads(printed("bandit", "--quiet", "--recursive", *PACKAGES, "--format", "json"))["results"]
    found = {(one["test_id"], one["filename"].removeprefix("./")) for one in results}
    for one in results:
        where = one["filename"].removeprefix("./")
        if (one["test_id"], where) not in EXCUSED:
            yield f"{where}:{one['line_number']} {one['test_id']} {one['issue_text']}"
    yield from (f"{where}: {test} is excused, and not there" for test, where in EXCUSED.keys() - found)


def installed() -> list[dict[str, Any]]:
    """Every package that the program runs with, and what pip-audit knows of it."""
    with TemporaryDirectory() as folder:
        asked = Path(folder) / "requirements.txt"
        asked.write_bytes(printed("uv", "export", "--frozen", "--no-dev", "--no-emit-project"))
        shown = printed("pip-audit", "-r", str(asked), "--disable-pip", "--require-hashes", "--format", "json")
    found: list[dict[str, Any]] = orjson.loads(shown)["dependencies"] if shown else []
    return found


def in_the_packages() -> Iterator[str]:
    """The known faults of installed packages; that they could not be asked for is told."""
    packages = installed()
    known = [one for one in packages if "vulns" in one]
    if len(known) < len(packages) or not packages:
        yield (
            f"of {len(packages) - len(known)} of {len(packages)} packages nothing could be learned:"
            " PyPI's advisories cannot be reached from here; run this again where there is a network"
        )
    for one in known:
        for fault in one["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            yield f"{one['name']} {one['version']}: {fault['id']}, mended in {mended}"


def main() -> int:
    shown = []
    for what, findings in (("the code", in_the_code()), ("the packages", in_the_packages())):
        for finding in findings:
            shown.append(finding)
            print(f"{what}: {finding}")
    print(f"{len(shown)} findings, {len(EXCUSED)} excused with a reason in {Path(__file__).name}.")
    return int(bool(shown))


if __name__ == "__main__":
    sys.exit(main())
