"""The notes of a release: `python -m tools.notes v1.2.0 REPOSITORY` prints its section of CHANGELOG.md.

It refuses a tag that is not the version in pyproject.toml, a version without notes, and a repository that is not the
one in the metadata, so that a release never points to the pages of another project.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


class NoRelease(Exception):
    """The tag cannot be released; the sentence says why."""


def main(words: list[str]) -> int:
    """Print the notes of a tag, released from a repository."""
    if len(words) != 2:  # noqa: PLR2004 - a tag and a repository
        print("Usage: python -m tools.notes TAG REPOSITORY", file=sys.stderr)
        return 2
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        check_release(words[0], words[1], project["version"], project["urls"]["Repository"])
        print(notes_of_version(changelog, project["version"]))
    except NoRelease as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


def check_release(tag: str, repository: str, version: str, own_repository: str) -> None:
    """Refuse a tag that does not match the version, and another repository.

    Raises:
        NoRelease: one of them does not match.
    """
    if tag != f"v{version}":
        raise NoRelease(f"The tag is {tag}, but the version in pyproject.toml is {version}.")
    if repository.lower() != own_repository.lower():
        raise NoRelease(f"This is {repository}, but the metadata names {own_repository}. Change it in pyproject.toml.")


def notes_of_version(changelog: str, version: str) -> str:
    """The section of a version, without its heading.

    Raises:
        NoRelease: there is none, or it is empty.
    """
    found = re.search(rf"^## {re.escape(version)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    if not found or not found[1].strip():
        raise NoRelease(f"CHANGELOG.md has no notes for {version}. Rename its section “Unreleased”.")
    return found[1].strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
