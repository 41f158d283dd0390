"""Words beside each of several things are typed into a row of its own, on the page as it is served."""

from contextlib import closing
from pathlib import Path

from companion.web.network.addresses import ALONE
from tests.browser.server import Server
from tests.served.browser import Browser

CARD = "initiative-card-typed-in"
BESIDE = "f.actions."
"""What the names of the rows begin with: an enemy action beside each symbol."""


def test_what_is_typed_beside_each_symbol_is_recorded_and_rows_left_empty_are_not(tmp_path: Path) -> None:
    with Server(tmp_path) as server, closing(Browser(ALONE, server.port)) as browser:
        path = f"/c/{server.demo}/record/{CARD}"
        fields = dict(browser.hidden_fields(path, CARD))
        first, second, *others = (name for name in fields if name.startswith(BESIDE))
        typed = {"f.card": "99", "f.order": "enemy red", first: "7", second: " claw "}
        assert browser.send(path, [*(fields | typed).items()]).status == 303
        card = server.campaign(server.demo).table.thing("initiative-cards", "99")
    assert others
    assert card["actions"] == {first.removeprefix(BESIDE): "7", second.removeprefix(BESIDE): "claw"}
