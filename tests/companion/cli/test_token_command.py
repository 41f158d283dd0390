"""`companion token` prints the token of scripts, which only its owner can read."""

from __future__ import annotations

import stat
import sys

import pytest

from companion.campaign_files.script_token import read_token, token_path
from tests.companion.cli.conftest import Terminal


def test_a_token_is_made_once(empty: Terminal) -> None:
    first, again = empty("token"), empty("token", "--json")
    assert (first.code, first.err, again.json) == (0, "", {"token": first.out.strip()})
    assert read_token(empty.data) == first.out.strip()


def test_a_new_token_replaces_it(empty: Terminal) -> None:
    first, new = empty("token").out, empty("token", "--new").out
    assert new != first
    assert empty("token").out == new


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_only_its_owner_reads_it(empty: Terminal) -> None:
    empty("token")
    assert stat.S_IMODE(token_path(empty.data).stat().st_mode) == 0o600
    assert [path.name for path in empty.data.iterdir() if "scripts" in path.name] == ["scripts.token"]
