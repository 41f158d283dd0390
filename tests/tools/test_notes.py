"""The notes of a release: the section of its version, and no release that does not fit."""

import pytest

from tools import notes

CHANGELOG = """# Changes

## Unreleased

- Not yet

## 1.1.0

### Added

- A thing

## 1.0.0 (2026-05-01)

- The first
"""


def test_the_notes_are_the_section_of_the_version() -> None:
    assert notes.notes_of_version(CHANGELOG, "1.1.0") == "### Added\n\n- A thing"
    assert notes.notes_of_version(CHANGELOG, "1.0.0") == "- The first"


def test_a_version_without_notes_is_not_released() -> None:
    with pytest.raises(notes.NoRelease, match=r"no notes for 1\.2\.0"):
        notes.notes_of_version(CHANGELOG, "1.2.0")
    with pytest.raises(notes.NoRelease):
        notes.notes_of_version("## 1.2.0\n\n## 1.1.0\n\n- A thing\n", "1.2.0")


@pytest.mark.parametrize(
    ("tag", "repository"), [("v1.0.1", "https://x/y"), ("1.0.0", "https://x/y"), ("v1.0.0", "https://x/z")]
)
def test_a_tag_of_another_version_or_repository_is_not_released(tag: str, repository: str) -> None:
    with pytest.raises(notes.NoRelease):
        notes.check_release(tag, repository, "1.0.0", "https://x/y")


def test_the_tag_of_this_version_is_released_from_its_repository() -> None:
    notes.check_release("v1.0.0", "https://X/y", "1.0.0", "https://x/y")


def test_the_command_prints_the_notes_or_says_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert notes.main(["v0.0.0", "https://x/y"]) == 1
    assert "The tag is v0.0.0" in capsys.readouterr().err
    assert notes.main([]) == 2
