"""A program that receives notices."""

from collections.abc import Iterator

import pytest

from tests.companion.notices.program import Program, running


@pytest.fixture
def program() -> Iterator[Program]:
    with running() as found:
        yield found
