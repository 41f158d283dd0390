"""What is kept of pages tells nobody a secret of another seat: not while it is made, nor when people change places.

Two worlds differ in a secret alone. Whoever keeps it has a page open in both and asks first, so that all that is found
once for several people is found for them; what is kept for everybody else is then the same in both, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.web.rendering.fragments import HEADER
from tests.companion.guest import Guest
from tests.companion.visitor import asking
from tests.companion.web import test_two_worlds as two
from tests.domain.games.agemonia.console.fights import LUNARA
from tests.domain.games.champions.moments import SPIDER
from tests.suite.soak import SOAK

pytestmark = pytest.mark.slow

KEEPERS = {"toy": "Ann", "agemonia": LUNARA, "runewars": "human", "champions": SPIDER}
"""Who keeps the secret that differs."""
PATHS = ("", "log", "sheets/", "table/")

Kept = Mapping[object, Mapping[str, tuple[str, ...]]]


class Table(two.World):
    """A world in which whoever keeps the secret is at the table too."""

    def __init__(self, folder: Path, secret: two.Secret, log: Any, keeper: str) -> None:
        super().__init__(folder, secret, log)
        self.other = secret.other
        self.keeper: Guest = self.seated("Ada", keeper)
        self.clients = {"the keeper": self.keeper.client, **self.clients}
        self.has: dict[tuple[str, str], dict[str, str]] = {}

    def look(self) -> None:
        """Everybody, the keeper first, asks what changed of the pages that they have open."""
        for viewer, client in self.clients.items():
            for path in PATHS:
                has = self.has.get((viewer, path), {HEADER: "."})
                answer = client.get(f"/c/{two.KEY}/{path}", headers=has)
                assert answer.status_code == 200
                said: Any = answer.json if answer.is_json else None
                known = {HEADER: said["has"]} if said else asking(answer.get_data(as_text=True))
                self.has[viewer, path] = known

    def seat_keeper(self, place: str) -> None:
        assert self.keeper.post("people/sit", {"place": place}).status_code == 303

    def kept(self, own: str, theirs: bool = False) -> Kept:
        """All fragments that are kept for whoever plays on no seat of this name, or those of who does."""
        views = self.app.extensions["views"]._views.items()
        return {
            key: {name: one.pieces + one.inner for name, one in view._fragments.items()}
            for key, view in views
            if (own in key[1][2]) is theirs
        }


@pytest.fixture(params=KEEPERS)
def tables(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    monkeypatch.setattr("companion.services.datetime", two.Stopped)
    secret = two.SECRETS[request.param]
    found = [Table(tmp_path / str(n), secret, log, KEEPERS[request.param]) for n, log in enumerate(secret.logs)]
    yield found
    for table in found:
        table.services.close()


@pytest.fixture
def keeper(request: pytest.FixtureRequest, tables: list[Table]) -> str:
    return KEEPERS[request.node.callspec.params["tables"]]


def looked_at(tables: list[Table], keeper: str) -> tuple[list[Kept], list[Kept]]:
    """What is kept in both worlds once everybody has looked: for the others, and for who keeps the secret."""
    for table in tables:
        table.look()
    return [table.kept(keeper) for table in tables], [table.kept(keeper, theirs=True) for table in tables]


def test_what_is_kept_for_others_holds_no_secret_of_a_seat(tables: list[Table], keeper: str) -> None:
    differed = False
    last = len(tables[0].log)
    for done in (*range(2, last, 1 if SOAK else 3), last):
        for table in tables:
            table.play_on(done)
        others, own = looked_at(tables, keeper)
        assert len(others[0]) == 3 * len(PATHS)
        assert others[0] == others[1], done
        differed |= own[0] != own[1]
    assert differed, "who keeps the secret saw none of it"


@pytest.mark.parametrize("place", ["play", "watch"])
def test_who_gives_up_a_seat_is_kept_nothing_of_its_secrets(tables: list[Table], keeper: str, place: str) -> None:
    for table in tables:
        table.play_on(len(table.log))
    _, own = looked_at(tables, keeper)
    for table in tables:
        table.seat_keeper(place)
    others, _ = looked_at(tables, keeper)
    assert own[0] != own[1]
    assert len(others[0]) == 4 * len(PATHS)
    assert others[0] == others[1]
