"""What the tests of served pages share."""

from collections.abc import Iterator

import pytest

from tests.browser.server import Server
from tests.served.tables import serve_demos


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Every demo, served to all tests that record nothing there."""
    with serve_demos(tmp_path_factory.mktemp("served")) as server:
        yield server
