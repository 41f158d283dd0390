"""The wheel, from a clean clone: installed where nobody may write, it runs as somebody who owns one folder."""

import pytest

from tools import wheel


@pytest.mark.full
def test_what_is_committed_is_built_installed_and_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert wheel.main() == 0
    assert "was built from a clean clone, and runs." in capsys.readouterr().out
